//! The only part that makes and asks solvers: [`Queries`] for independent queries, `Incremental` for those that build on each other.
//!
//! [`Queries`] gives small queries to one incremental solver. Large ones, such as unrolled programs, go to a new solver that
//! is given the formulas as assertions instead of assumptions. Measured once, on the reactive program of
//! `tests/integration/scale.rs` at depth 7 with Z3: 13.7 s incrementally, 0.6 s with a new solver. Whether
//! the fresh start or the assertions make the difference was not measured separately. Which query is large is
//! found by trying: the incremental solver gets a short time for each query, and after several failures in a
//! row it is no longer tried.

mod incremental;

pub(crate) use incremental::Incremental;

use crate::{Context, EngineError};
use invar_solver::Moment;
use invar_solver::{Answer, Budget, Cause, Core, Model, Solver, SolverFactory};
use invar_term::{TermId, TermStore};
use std::sync::Arc;
use std::time::Duration;

/// The answer to a query, as [`invar_solver::Answer`].
pub type Answered = Answer;

/// Time the incremental solver has for a query.
const INCREMENTAL_TIMEOUT: Duration = Duration::from_millis(100);
/// Consecutive failures after which the incremental solver is given up.
const FAILURES: u32 = 3;

/// The solvers with the queries of an engine.
pub struct Queries<'c> {
    factory: &'c dyn SolverFactory,
    incremental: Box<dyn Solver>,
    /// Consecutive queries that the incremental solver did not answer in time.
    failures: u32,
    terms: Arc<TermStore>,
    /// Time spent in solvers.
    pub time: Duration,
    /// Queries that reached a solver.
    pub count: u64,
}

impl<'c> Queries<'c> {
    /// New solvers from the context.
    ///
    /// # Errors
    /// If they cannot be started.
    pub fn new(terms: &Arc<TermStore>, context: &Context<'c>) -> Result<Queries<'c>, EngineError> {
        Ok(Queries {
            factory: context.solver,
            incremental: context.solver.make(terms)?,
            failures: 0,
            terms: Arc::clone(terms),
            time: Duration::ZERO,
            count: 0,
        })
    }

    /// Is there a model of all of `formulas`?
    ///
    /// ensures `Sat(m)`: m satisfies `and(formulas)`; `Unsat(c)`: c, some of `formulas`, has no
    /// model. Formulas that folded to constants do not reach a solver.
    pub fn satisfiable(&mut self, formulas: &[TermId], budget: &Budget) -> Answered {
        if let Some(no) = formulas.iter().find(|f| self.terms.is_false(**f)) {
            return Answer::Unsat(Core {
                assumptions: vec![*no],
            });
        }
        let open: Vec<TermId> = formulas
            .iter()
            .copied()
            .filter(|f| !self.terms.is_true(*f))
            .collect();
        if open.is_empty() {
            return Answer::Sat(Model::default());
        }
        let start = Moment::now();
        let answer = self.ask(&open, budget);
        self.time += start.elapsed();
        self.count += 1;
        answer
    }

    fn ask(&mut self, formulas: &[TermId], budget: &Budget) -> Answered {
        if self.failures < FAILURES && !budget.is_exhausted() {
            match self
                .incremental
                .check(formulas, &budget.at_most(INCREMENTAL_TIMEOUT))
            {
                Answer::Unknown(Cause::Timeout) => self.failures += 1,
                answer => {
                    self.failures = 0;
                    return answer;
                }
            }
        }
        if budget.is_exhausted() {
            let cancelled = budget.cancel.is_cancelled();
            return Answer::Unknown(if cancelled {
                Cause::Cancelled
            } else {
                Cause::Timeout
            });
        }
        self.ask_anew(formulas, budget)
    }

    /// Asks a solver that has seen nothing yet. Its core is all of the formulas.
    fn ask_anew(&self, formulas: &[TermId], budget: &Budget) -> Answered {
        let asserted = self.factory.make(&self.terms).and_then(|mut solver| {
            formulas
                .iter()
                .try_for_each(|formula| solver.assert(*formula))?;
            Ok(solver)
        });
        match asserted {
            Ok(mut solver) => match solver.check(&[], budget) {
                Answer::Unsat(_) => Answer::Unsat(Core {
                    assumptions: formulas.to_vec(),
                }),
                answer => answer,
            },
            Err(error) => Answer::Unknown(Cause::GaveUp(error.to_string())),
        }
    }
}
