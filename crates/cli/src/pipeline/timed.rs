//! The time that a Horn solver or an interpolating program takes counts as solver time.

use invar_solver::{
    Budget, Horn, HornAnswer, HornSolver, InterpolantAnswer, Interpolating, ProcessInterpolation,
    SolverError, Z3Spacer,
};
use invar_term::{TermId, TermStore};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Z3's Horn solver, timed.
#[derive(Default)]
pub(super) struct TimedSpacer {
    inner: Z3Spacer,
    nanoseconds: AtomicU64,
    queries: AtomicU64,
}

impl TimedSpacer {
    /// Time spent so far.
    pub(super) fn time(&self) -> Duration {
        Duration::from_nanos(self.nanoseconds.load(Ordering::Relaxed))
    }

    /// Systems of clauses it was given.
    pub(super) fn queries(&self) -> u64 {
        self.queries.load(Ordering::Relaxed)
    }
}

impl HornSolver for TimedSpacer {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn solve(&self, terms: &Arc<TermStore>, system: &Horn, budget: &Budget) -> HornAnswer {
        let start = Instant::now();
        let answer = self.inner.solve(terms, system, budget);
        let nanoseconds = u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.nanoseconds.fetch_add(nanoseconds, Ordering::Relaxed);
        self.queries.fetch_add(1, Ordering::Relaxed);
        answer
    }
}

/// A program that finds interpolants, timed.
pub(super) struct TimedInterpolation {
    inner: ProcessInterpolation,
    nanoseconds: AtomicU64,
}

impl TimedInterpolation {
    /// Asks this program.
    pub(super) fn new(inner: ProcessInterpolation) -> TimedInterpolation {
        let nanoseconds = AtomicU64::default();
        TimedInterpolation { inner, nanoseconds }
    }

    /// Time spent so far.
    pub(super) fn time(&self) -> Duration {
        Duration::from_nanos(self.nanoseconds.load(Ordering::Relaxed))
    }
}

impl Interpolating for TimedInterpolation {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn sequence(
        &self,
        terms: &Arc<TermStore>,
        parts: &[Vec<TermId>],
        budget: &Budget,
    ) -> Result<InterpolantAnswer, SolverError> {
        let start = Instant::now();
        let answer = self.inner.sequence(terms, parts, budget);
        let nanoseconds = u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.nanoseconds.fetch_add(nanoseconds, Ordering::Relaxed);
        answer
    }
}
