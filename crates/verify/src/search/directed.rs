//! Violations in large programs: runs that a solver leads, on the program with its calls.
//!
//! Inlined, such a program is too large to be searched; what a run to an error calls is inlined for its evidence.

use crate::finding::{Answered, Attribution};
use crate::goal::Aim;
use crate::run::Run;
use crate::share::share;
use invar_budget::Budget;
use invar_cfa::Program;
use invar_interp::{DirectedLimits, Focus, InputSolver, directed_search};
use invar_passes::{influence, inlined_size};
use invar_solver::{Answer, Solver, SolverFactory};
use invar_term::{SymbolId, TermId, TermStore, Value};
use std::sync::Arc;
use std::time::Duration;

/// Edges of an inlined program from which on runs are led.
const MIN_INLINED: usize = 2_500;
/// Percent of the time left for them.
const TIME_SHARE: u32 = 25;
/// What they find, they find soon.
const MAX_TIME: Duration = Duration::from_secs(4);
/// Steps of one run.
const MAX_STEPS: u64 = 20_000;
/// Branches of one run after the last one that is new.
const MAX_IDLE_BRANCHES: usize = 60;
/// Time for one query.
const MAX_QUERY: Duration = Duration::from_millis(200);

impl Run<'_> {
    /// A violation in a large program, once.
    pub(crate) fn by_directed_runs(
        &mut self,
        program: &Program,
        budget: &Budget,
    ) -> Option<Answered> {
        let is_tried = std::mem::replace(&mut self.runs.directed, true);
        if is_tried || !self.may_run() || self.aim != Aim::Verdict {
            return None;
        }
        let is_whole = self.table.others_hold(&self.open);
        if !is_whole || inlined_size(program) < MIN_INLINED {
            return None;
        }
        let part = share(budget, TIME_SHARE).at_most(MAX_TIME);
        let solver = self.session.finder.make(&program.terms).ok()?;
        let mut solver = Conditions {
            solver,
            terms: Arc::clone(&program.terms),
            budget: part.clone(),
        };
        let limits = DirectedLimits {
            steps: MAX_STEPS,
            idle_branches: MAX_IDLE_BRANCHES,
            deadline: part.deadline,
        };
        let found = self.phase("running", |_| {
            let influence = influence(program);
            let focus = Focus {
                branches: Some(&influence.branches),
                variables: Some(&influence.variables),
            };
            directed_search(program, focus, &mut solver, limits)
        });
        self.along(program, &found?, Attribution::EXECUTION, budget)
    }
}

/// Solves the conditions of runs.
struct Conditions {
    solver: Box<dyn Solver>,
    terms: Arc<TermStore>,
    budget: Budget,
}

impl InputSolver for Conditions {
    fn solve(&mut self, conditions: &[TermId]) -> Option<Vec<(SymbolId, Value)>> {
        let Answer::Sat(model) = self
            .solver
            .check(conditions, &self.budget.at_most(MAX_QUERY))
        else {
            return None;
        };
        let symbols = self.terms.symbols_of(conditions).into_iter();
        let values = symbols.filter_map(|symbol| Some((symbol, model.get(symbol)?.clone())));
        Some(values.collect())
    }
}
