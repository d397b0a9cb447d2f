//! Counting queries and the time they take.

use crate::{Answer, Budget, Solver, SolverError, SolverFactory, SolverSet};
use invar_term::{TermId, TermStore};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// What the solvers of a [`MeteredFactory`] have done so far, over all threads.
#[derive(Debug, Default)]
pub struct Statistics {
    sat: AtomicU64,
    unsat: AtomicU64,
    unknown: AtomicU64,
    solvers: AtomicU64,
    nanoseconds: AtomicU64,
}

impl Statistics {
    /// Number of answers.
    pub fn queries(&self) -> u64 {
        self.sat() + self.unsat() + self.unknown()
    }

    /// Number of models.
    pub fn sat(&self) -> u64 {
        self.sat.load(Ordering::Relaxed)
    }

    /// Number of refutations.
    pub fn unsat(&self) -> u64 {
        self.unsat.load(Ordering::Relaxed)
    }

    /// Number of queries without an answer.
    pub fn unknown(&self) -> u64 {
        self.unknown.load(Ordering::Relaxed)
    }

    /// Number of solvers made.
    pub fn solvers(&self) -> u64 {
        self.solvers.load(Ordering::Relaxed)
    }

    /// Time spent in queries, summed over threads.
    pub fn time(&self) -> Duration {
        Duration::from_nanos(self.nanoseconds.load(Ordering::Relaxed))
    }

    fn count(&self, answer: &Answer, time: Duration) {
        let counter = match answer {
            Answer::Sat(_) => &self.sat,
            Answer::Unsat(_) => &self.unsat,
            Answer::Unknown(_) => &self.unknown,
        };
        counter.fetch_add(1, Ordering::Relaxed);
        let nanoseconds = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        self.nanoseconds.fetch_add(nanoseconds, Ordering::Relaxed);
    }
}

/// Makes the solvers of another factory and counts what they do.
pub struct MeteredFactory {
    inner: Arc<dyn SolverFactory>,
    statistics: Arc<Statistics>,
}

impl MeteredFactory {
    /// Counts the queries of `inner` into `statistics`, which several factories may share.
    pub fn new(inner: Arc<dyn SolverFactory>, statistics: Arc<Statistics>) -> MeteredFactory {
        MeteredFactory { inner, statistics }
    }
}

impl SolverFactory for MeteredFactory {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn answered(&self) -> SolverSet {
        self.inner.answered()
    }

    fn make(&self, terms: &Arc<TermStore>) -> Result<Box<dyn Solver>, SolverError> {
        let inner = self.inner.make(terms)?;
        self.statistics.solvers.fetch_add(1, Ordering::Relaxed);
        Ok(Box::new(Metered {
            inner,
            statistics: Arc::clone(&self.statistics),
        }))
    }
}

struct Metered {
    inner: Box<dyn Solver>,
    statistics: Arc<Statistics>,
}

impl Solver for Metered {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn push(&mut self) -> Result<(), SolverError> {
        self.inner.push()
    }

    fn pop(&mut self) -> Result<(), SolverError> {
        self.inner.pop()
    }

    fn assert(&mut self, term: TermId) -> Result<(), SolverError> {
        self.inner.assert(term)
    }

    fn check(&mut self, assumptions: &[TermId], budget: &Budget) -> Answer {
        let start = Instant::now();
        let answer = self.inner.check(assumptions, budget);
        self.statistics.count(&answer, start.elapsed());
        answer
    }
}
