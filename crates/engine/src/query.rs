//! The only place that talks to a solver.

use crate::{Context, EngineError};
use invar_solver::{Answer, Budget, Cause, Core, Model, Solver};
use invar_term::{TermId, TermStore};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The answer to a query, as [`invar_solver::Answer`].
pub type Answered = Answer;

/// One incremental solver with the queries of an engine.
pub struct Queries {
    solver: Box<dyn Solver>,
    terms: Arc<TermStore>,
    /// Time spent in the solver.
    pub time: Duration,
    /// Queries that reached the solver.
    pub count: u64,
}

impl Queries {
    /// A new solver from the context.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn new(terms: &Arc<TermStore>, context: &Context<'_>) -> Result<Queries, EngineError> {
        let solver = context.solver.make(terms)?;
        Ok(Queries {
            solver,
            terms: Arc::clone(terms),
            time: Duration::ZERO,
            count: 0,
        })
    }

    /// Is there a model of all of `formulas`?
    ///
    /// ensures `Sat(m)`: m satisfies `and(formulas)`; `Unsat(c)`: c, some of `formulas`, has no
    /// model. Formulas that folded to constants do not reach the solver.
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
        if budget.is_exhausted() {
            let cancelled = budget.cancel.is_cancelled();
            return Answer::Unknown(if cancelled {
                Cause::Cancelled
            } else {
                Cause::Timeout
            });
        }
        let start = Instant::now();
        let answer = self.solver.check(&open, budget);
        self.time += start.elapsed();
        self.count += 1;
        answer
    }
}
