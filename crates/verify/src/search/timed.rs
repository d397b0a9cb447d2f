//! The time that a Horn solver or an interpolating program takes counts as solver time.

use invar_solver::{
    Budget, Horn, HornAnswer, HornSolver, InterpolantAnswer, Interpolating, ProcessInterpolation,
    SolverError, Z3Spacer,
};
use invar_term::{TermId, TermStore};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The time that some calls take, from all threads.
#[derive(Default)]
struct Clock(AtomicU64);

impl Clock {
    fn time(&self) -> Duration {
        Duration::from_nanos(self.0.load(Ordering::Relaxed))
    }

    fn around<T>(&self, call: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = call();
        let nanoseconds = u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.0.fetch_add(nanoseconds, Ordering::Relaxed);
        result
    }
}

/// Z3's Horn solver, timed.
#[derive(Default)]
pub(crate) struct TimedSpacer {
    inner: Z3Spacer,
    clock: Clock,
    queries: AtomicU64,
}

impl TimedSpacer {
    /// Time spent so far.
    pub(crate) fn time(&self) -> Duration {
        self.clock.time()
    }

    /// Systems of clauses it was given.
    pub(crate) fn queries(&self) -> u64 {
        self.queries.load(Ordering::Relaxed)
    }
}

impl HornSolver for TimedSpacer {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn solve(&self, terms: &Arc<TermStore>, system: &Horn, budget: &Budget) -> HornAnswer {
        self.queries.fetch_add(1, Ordering::Relaxed);
        self.clock
            .around(|| self.inner.solve(terms, system, budget))
    }
}

/// A program that finds interpolants, timed.
pub(crate) struct TimedInterpolation {
    inner: ProcessInterpolation,
    clock: Clock,
}

impl TimedInterpolation {
    /// Asks this program.
    pub(crate) fn new(inner: ProcessInterpolation) -> TimedInterpolation {
        let clock = Clock::default();
        TimedInterpolation { inner, clock }
    }

    /// Time spent so far.
    pub(crate) fn time(&self) -> Duration {
        self.clock.time()
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
        self.clock
            .around(|| self.inner.sequence(terms, parts, budget))
    }
}
