//! How long a search may take, what its processes use, and the switch that ends it.
//!
//! Must not know: what is searched.

mod cpu;
mod moment;
mod process;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

pub use cpu::{HelperProcess, count_cpu_time, counts_cpu_time};
pub use moment::Moment;
pub use process::{ProcessTree, kill_process_tree};

/// A switch that stops every query and engine that was given it; clones share the switch.
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<Switch>);

#[derive(Debug, Default)]
struct Switch {
    cancelled: AtomicBool,
    parent: Option<CancelToken>,
}

impl CancelToken {
    /// Asks all holders of the token to stop.
    pub fn cancel(&self) {
        self.0.cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether a stop was requested.
    pub fn is_cancelled(&self) -> bool {
        self.0.cancelled.load(Ordering::Relaxed)
            || self
                .0
                .parent
                .as_ref()
                .is_some_and(CancelToken::is_cancelled)
    }

    /// A switch of its own for a part of the work, which this one stops too.
    pub fn child(&self) -> CancelToken {
        CancelToken(Arc::new(Switch {
            cancelled: AtomicBool::new(false),
            parent: Some(self.clone()),
        }))
    }
}

/// A deadline and a switch.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// When to give up; never, if `None`.
    pub deadline: Option<Moment>,
    /// The switch that may stop it earlier.
    pub cancel: CancelToken,
}

impl Budget {
    /// No deadline, and a switch that is never used.
    pub fn unlimited() -> Budget {
        Budget::default()
    }

    /// A budget that ends `after` from now.
    pub fn lasting(after: Duration) -> Budget {
        Budget {
            deadline: Some(Moment::now() + after),
            cancel: CancelToken::default(),
        }
    }

    /// A budget with this switch, and a deadline no later than `after` from now.
    pub fn at_most(&self, after: Duration) -> Budget {
        let limit = Moment::now() + after;
        let deadline = Some(self.deadline.map_or(limit, |d| d.min(limit)));
        Budget {
            deadline,
            cancel: self.cancel.clone(),
        }
    }

    /// Time left; `None` without a deadline.
    pub fn remaining(&self) -> Option<Duration> {
        self.deadline
            .map(|d| d.saturating_duration_since(Moment::now()))
    }

    /// Time left to be shared out; an hour without a deadline.
    pub fn left(&self) -> Duration {
        self.remaining().unwrap_or(Duration::from_secs(3600))
    }

    /// Whether the deadline has passed or the switch was used.
    pub fn is_exhausted(&self) -> bool {
        self.cancel.is_cancelled() || self.deadline.is_some_and(|d| Moment::now() >= d)
    }
}

#[cfg(test)]
mod tests {
    use super::CancelToken;

    #[test]
    fn a_part_is_stopped_with_the_whole_and_not_the_other_way_round() {
        let whole = CancelToken::default();
        let (one, other) = (whole.child(), whole.child());
        one.cancel();
        assert!(one.is_cancelled() && !other.is_cancelled() && !whole.is_cancelled());
        whole.cancel();
        assert!(other.is_cancelled() && other.child().is_cancelled());
    }
}
