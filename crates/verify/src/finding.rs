//! What a search returns: a certified report with where it comes from, or why there is none and which engine
//! searched.

use crate::cache::Found;
use crate::finder::Finder;
use crate::request::arithmetic_name;
use invar_encode::Arithmetic;
use invar_report::Report;
use invar_solver::{SolverId, SolverSet};
use invar_verdict::{Reason, Trace};

/// Which part of invar found an answer or searched, and in which arithmetic: what reports name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Attribution {
    pub(crate) by: Finder,
    /// None where nothing was searched: then reports name what the request says.
    pub(crate) over: Option<Arithmetic>,
}

impl Attribution {
    /// A concrete execution.
    pub(crate) const EXECUTION: Attribution = Attribution {
        by: Finder::Execution,
        over: Some(Arithmetic::Bv),
    };
    /// The evidence cache.
    pub(crate) const CACHE: Attribution = Attribution {
        by: Finder::Cache,
        over: Some(Arithmetic::Bv),
    };

    /// Writes it into a report.
    pub(crate) fn name_in(self, report: &mut Report) {
        report.engine = self.by.name().into();
        if let Some(over) = self.over {
            report.arithmetic = arithmetic_name(over).into();
        }
    }
}

/// The origin of a claim that is to be certified.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Claimant {
    pub(crate) attribution: Attribution,
    /// With which solvers: these do not certify it.
    pub(crate) with: SolverSet,
    /// The certifier that is asked first, because it checked the same before.
    pub(crate) preferred: Option<SolverId>,
}

impl Claimant {
    /// One that used no solver, of whose claim nothing is known.
    pub(crate) fn without_solver(attribution: Attribution) -> Claimant {
        Claimant {
            attribution,
            with: SolverSet::EMPTY,
            preferred: None,
        }
    }

    /// Where its claim comes from, once that is certified.
    pub(crate) fn finding(self) -> Finding {
        Finding {
            attribution: self.attribution,
            with: self.with,
            fast: None,
            evidence: None,
            run: None,
        }
    }
}

/// Where a certified answer comes from.
pub(crate) struct Finding {
    pub(crate) attribution: Attribution,
    /// With which solvers: these do not certify it.
    pub(crate) with: SolverSet,
    /// The certifier that checks it fastest.
    pub(crate) fast: Option<SolverId>,
    /// The evidence, for the store.
    pub(crate) evidence: Option<Found>,
    /// The execution that shows a violation, over the certifiable program.
    pub(crate) run: Option<Trace>,
}

/// A certified report.
pub(crate) struct Answered {
    pub(crate) report: Report,
    pub(crate) finding: Finding,
}

/// That searches ended without an answer.
#[derive(Clone, Debug)]
pub(crate) struct Unanswered {
    pub(crate) reason: Reason,
    /// The search that the reason comes from, if it comes from one.
    pub(crate) by: Option<Attribution>,
}

impl From<Reason> for Unanswered {
    fn from(reason: Reason) -> Unanswered {
        Unanswered { reason, by: None }
    }
}
