//! What a check looks for, and with which effort it runs the program.

use invar_budget::Moment;
use invar_interp::ConcreteSearchLimits;
use serde::Deserialize;

/// What a run looks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Aim {
    /// A proof or a violation.
    Verdict,
    /// A proof: the program has more executions than the one that is asked about.
    Proof,
}

/// Whether running the program may be a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Running {
    /// Not tried with this effort yet, or the only run violates some assertions and proves the
    /// others.
    MayProve(Effort),
    /// There may be several runs, or the run is too long.
    ProvesNothing,
}

impl Running {
    /// Whether a run with this effort may say more than those before.
    pub(crate) fn may_prove_with(self, effort: Effort) -> bool {
        matches!(self, Running::MayProve(least) if least <= effort)
    }
}

/// What was tried by running the program.
pub(crate) struct Runs {
    /// Whether running it may be a proof.
    pub(crate) proof: Running,
    /// With which effort the program that is searched was run; with the full one where it is not to
    /// be run again.
    pub(crate) effort: Option<Effort>,
    /// Whether runs were led through the program that is checked.
    pub(crate) directed: bool,
}

impl Default for Runs {
    fn default() -> Runs {
        Runs {
            proof: Running::MayProve(Effort::Quick),
            effort: Some(Effort::Full),
            directed: false,
        }
    }
}

/// How long programs are run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Effort {
    /// For some milliseconds.
    Quick,
    /// For some tenths of a second.
    Middle,
    /// For seconds.
    Full,
}

impl Effort {
    /// The next longer one.
    pub(crate) fn more(self) -> Option<Effort> {
        match self {
            Effort::Quick => Some(Effort::Middle),
            Effort::Middle => Some(Effort::Full),
            Effort::Full => None,
        }
    }

    /// Steps of a program's only run.
    pub(crate) fn steps(self) -> u64 {
        match self {
            Effort::Quick => 400_000,
            Effort::Middle => 4_000_000,
            Effort::Full => 60_000_000,
        }
    }

    /// Limits of a search by runs.
    pub(crate) fn limits(self, deadline: Moment) -> ConcreteSearchLimits {
        let limits = match self {
            Effort::Quick => ConcreteSearchLimits::quick(),
            Effort::Middle => ConcreteSearchLimits::middle(),
            Effort::Full => ConcreteSearchLimits::default(),
        };
        ConcreteSearchLimits {
            deadline: Some(deadline),
            ..limits
        }
    }
}
