//! A worker on a check: it searches, certifies, replays. Searches side by side have a worker each.

use crate::accounts::Accounts;
use crate::cache::Found;
use crate::finder::Finder;
use crate::program::RECURSION_DEPTHS;
use crate::session::Session;
use invar_budget::Moment;
use invar_encode::Arithmetic;
use invar_solver::{SolverId, SolverSet};

/// Where an answer comes from.
pub(crate) struct Finding {
    /// The engine that found it or searched last.
    pub(crate) by: Finder,
    /// In which arithmetic.
    pub(crate) over: Option<Arithmetic>,
    /// With which solvers: these do not certify it.
    pub(crate) with: SolverSet,
    /// The certifier that checks it fastest.
    pub(crate) fast: Option<SolverId>,
    /// The evidence, for the store.
    pub(crate) evidence: Option<Found>,
}

impl Finding {
    /// This finding without evidence, for a question beside the one that it answers.
    pub(crate) fn without_evidence(&self) -> Finding {
        Finding {
            evidence: None,
            ..*self
        }
    }
}

/// Works on a check.
pub(crate) struct Worker<'a> {
    pub(crate) session: &'a Session<'a>,
    /// What it did.
    pub(crate) accounts: Accounts,
    /// What it found last.
    pub(crate) finding: Finding,
    /// Depth to which recursive calls are inlined now.
    pub(crate) depth: u32,
    /// The certifier that is asked first, because it checked the same before.
    pub(crate) preferred: Option<SolverId>,
}

impl<'a> Worker<'a> {
    /// One that has done nothing.
    pub(crate) fn new(session: &'a Session<'a>) -> Worker<'a> {
        Worker {
            session,
            accounts: Accounts::default(),
            finding: Finding {
                by: Finder::Engine(session.request.search.engine()),
                over: None,
                with: SolverSet::EMPTY,
                fast: None,
                evidence: None,
            },
            depth: RECURSION_DEPTHS[0],
            preferred: None,
        }
    }

    /// One for a search beside others: the same program, and accounts of its own.
    pub(crate) fn beside(&self) -> Worker<'a> {
        Worker {
            depth: self.depth,
            ..Worker::new(self.session)
        }
    }

    /// Adds to a number of the statistics.
    pub(crate) fn count(&mut self, name: &str, more: f64) {
        self.accounts.count(name, more);
    }

    /// Does something that is told and timed.
    pub(crate) fn phase<T>(&mut self, name: &str, work: impl FnOnce(&mut Self) -> T) -> T {
        self.session.observer.activity(name);
        let start = Moment::now();
        let result = work(self);
        self.count(&format!("seconds {name}"), start.elapsed().as_secs_f64());
        result
    }
}
