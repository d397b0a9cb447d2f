//! Points in time on the clock that limits are measured with: wall time, or CPU time.

use crate::cpu;
use std::ops::Add;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// A point in time on the process's clock. Only moments compare with moments, so that a deadline in CPU time is never
/// mistaken for one in wall time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Moment(Duration);

impl Moment {
    /// The present.
    pub fn now() -> Moment {
        static START: OnceLock<Instant> = OnceLock::new();
        Moment(cpu::used().unwrap_or_else(|| START.get_or_init(Instant::now).elapsed()))
    }

    /// Time that has passed since then.
    pub fn elapsed(self) -> Duration {
        Moment::now().saturating_duration_since(self)
    }

    /// Time from an earlier moment to this one; none if it is later.
    pub fn saturating_duration_since(self, earlier: Moment) -> Duration {
        self.0.saturating_sub(earlier.0)
    }
}

impl Add<Duration> for Moment {
    type Output = Moment;

    fn add(self, after: Duration) -> Moment {
        Moment(self.0.saturating_add(after))
    }
}

#[cfg(test)]
mod tests {
    use super::Moment;
    use std::time::Duration;

    #[test]
    fn time_passes_and_never_overflows() {
        let start = Moment::now();
        std::thread::sleep(Duration::from_millis(5));
        assert!(start.elapsed() >= Duration::from_millis(5));
        assert_eq!(
            start.saturating_duration_since(Moment::now()),
            Duration::ZERO
        );
        assert!(start + Duration::MAX > Moment::now());
    }
}
