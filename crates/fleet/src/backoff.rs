//! Waiting between attempts: longer each time, up to a limit.

use std::time::Duration;

const FIRST: Duration = Duration::from_millis(50);
const LONGEST: Duration = Duration::from_secs(5);

/// How long to wait before the next attempt.
#[derive(Clone, Debug, Default)]
pub struct Backoff {
    failures: u32,
}

impl Backoff {
    /// The time to wait after one more failure.
    pub fn wait(&mut self) -> Duration {
        let wait = FIRST
            .saturating_mul(1 << self.failures.min(16))
            .min(LONGEST);
        self.failures += 1;
        wait
    }

    /// The last attempt worked.
    pub fn reset(&mut self) {
        self.failures = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::{Backoff, FIRST, LONGEST};

    #[test]
    fn waits_double_up_to_a_limit() {
        let mut backoff = Backoff::default();
        assert_eq!(backoff.wait(), FIRST);
        assert_eq!(backoff.wait(), FIRST * 2);
        for _ in 0..100 {
            backoff.wait();
        }
        assert_eq!(backoff.wait(), LONGEST);
        backoff.reset();
        assert_eq!(backoff.wait(), FIRST);
    }
}
