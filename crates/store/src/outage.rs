//! A service that did not answer is left alone for a while: the wait is paid once, not with every call.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long a service is left alone after the first failure; twice as long after each that follows.
const PAUSE: Duration = Duration::from_secs(60);
const LONGEST_PAUSE: Duration = Duration::from_secs(60 * 60);

/// What is known of failures.
#[derive(Default)]
pub(crate) struct Outage(Mutex<Option<Failure>>);

struct Failure {
    why: String,
    until: Instant,
    pause: Duration,
}

impl Outage {
    fn failure(&self) -> MutexGuard<'_, Option<Failure>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Why the service is not to be asked now, if so.
    pub(crate) fn reason(&self, now: Instant) -> Option<String> {
        let failure = self.failure();
        let failure = failure.as_ref().filter(|failure| now < failure.until);
        failure.map(|failure| failure.why.clone())
    }

    /// The service did not answer.
    pub(crate) fn failed(&self, why: &str, now: Instant) {
        let mut failure = self.failure();
        let pause = match &*failure {
            // Calls that were under way together count once.
            Some(last) if now < last.until => last.pause,
            Some(last) => (last.pause * 2).min(LONGEST_PAUSE),
            None => PAUSE,
        };
        *failure = Some(Failure {
            why: why.to_owned(),
            until: now + pause,
            pause,
        });
    }

    /// The service answered.
    pub(crate) fn answered(&self) {
        *self.failure() = None;
    }
}

#[cfg(test)]
mod tests {
    use super::{Outage, PAUSE};
    use std::time::{Duration, Instant};

    #[test]
    fn the_pause_grows_until_there_is_an_answer() {
        let outage = Outage::default();
        let start = Instant::now();
        assert_eq!(outage.reason(start), None);
        outage.failed("no", start);
        outage.failed("no", start + Duration::from_secs(1));
        assert_eq!(outage.reason(start + PAUSE).as_deref(), Some("no"));
        let second = start + PAUSE + Duration::from_secs(1);
        assert_eq!(outage.reason(second), None);
        outage.failed("still no", second);
        assert_eq!(outage.reason(second + PAUSE).as_deref(), Some("still no"));
        assert_eq!(outage.reason(second + PAUSE * 2), None);
        outage.failed("no", second + PAUSE * 2);
        outage.answered();
        assert_eq!(outage.reason(second + PAUSE * 2), None);
    }
}
