//! How a search ended: what a person can make of it, and where the next work is.

use invar_budget::Moment;
use invar_engine::Event;
use invar_report::Ending;
use invar_verdict::Reason;
use std::time::Duration;

/// From this number of lemmas on, a search without an invariant makes no progress.
const MANY_LEMMAS: u64 = 60;
/// So deep a search without an end is no progress.
const DEEP: u32 = 40;
/// Without a sign of life for so long, and for this part of the search, it hangs in one question.
const QUIET: Duration = Duration::from_millis(800);
const QUIET_SHARE: u32 = 3;

/// What a search told last.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LastSign {
    pub(crate) level: u32,
    pub(crate) lemmas: u64,
    pub(crate) obligations: u64,
    at: Option<Moment>,
}

impl LastSign {
    /// A sign of life, now.
    pub(crate) fn note(&mut self, event: &Event<'_>) {
        *self = LastSign {
            level: event.depth,
            lemmas: event.lemmas.max(self.lemmas),
            obligations: event.obligations,
            at: Some(Moment::now()),
        };
    }

    /// The time since then, of a search that began at `start`.
    pub(crate) fn quiet(&self, start: Moment) -> Duration {
        self.at.unwrap_or(start).elapsed()
    }
}

/// Where a claim was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Refusal {
    /// By certification.
    Certifier,
    /// Before it: it does not hold over bit-vectors.
    Arithmetic,
}

/// The ending of a search of which nothing came.
pub(crate) fn ending(
    reason: &Reason,
    refusal: Refusal,
    last: &LastSign,
    quiet: Duration,
    whole: Duration,
) -> Ending {
    match reason {
        Reason::Timeout { .. } if quiet > QUIET && quiet > whole / QUIET_SHARE => {
            Ending::SolverStuck
        }
        Reason::Timeout { .. } if last.lemmas >= MANY_LEMMAS || last.level >= DEEP => {
            Ending::Diverging
        }
        Reason::Timeout { .. } => Ending::OutOfTime,
        Reason::Memory { .. } => Ending::Memory,
        Reason::Cancelled => Ending::Stopped,
        Reason::SolverGaveUp { .. } => Ending::SolverGaveUp,
        Reason::Unsupported { .. } | Reason::UnsupportedProperty(_) => Ending::Unsupported,
        Reason::Bound(_)
        | Reason::NothingToCheck
        | Reason::Vacuous
        | Reason::RefusedAssumption(_)
        | Reason::Uncovered => Ending::Exhausted,
        Reason::CertificateRejected { .. } if refusal == Refusal::Certifier => Ending::NotCertified,
        Reason::CertificateRejected { .. } => Ending::TooCoarse,
        Reason::Input(_) | Reason::Internal(_) => Ending::Failed,
    }
}

#[cfg(test)]
mod tests {
    use super::{LastSign, Refusal, ending};
    use invar_report::Ending;
    use invar_verdict::Reason;
    use std::time::Duration;

    fn timeout(lemmas: u64, quiet: u64) -> Ending {
        let reason = Reason::Timeout {
            limit: Duration::from_secs(20),
            activity: "blocking".into(),
        };
        let last = LastSign {
            level: 3,
            lemmas,
            ..LastSign::default()
        };
        let (quiet, whole) = (Duration::from_millis(quiet), Duration::from_secs(5));
        ending(&reason, Refusal::Certifier, &last, quiet, whole)
    }

    #[test]
    fn a_timeout_has_a_cause() {
        assert_eq!(timeout(10, 100), Ending::OutOfTime);
        assert_eq!(timeout(1000, 100), Ending::Diverging);
        assert_eq!(timeout(1000, 4000), Ending::SolverStuck);
    }

    #[test]
    fn a_refused_claim_is_too_coarse_or_not_certified() {
        let reason = Reason::CertificateRejected {
            claim: "safe",
            message: "no".into(),
        };
        let of = |refusal| {
            let none = LastSign::default();
            ending(&reason, refusal, &none, Duration::ZERO, Duration::ZERO)
        };
        assert_eq!(of(Refusal::Certifier), Ending::NotCertified);
        assert_eq!(of(Refusal::Arithmetic), Ending::TooCoarse);
    }
}
