//! Any incremental solver of rustsat as a [`Sat`]: temporary clauses through activation variables,
//! domains ignored.

use crate::{Answer, Domain, Sat};
use invar_budget::Budget;
use rustsat::solvers::{ControlSignal, SolveIncremental, SolverResult, Terminate};
use rustsat::types::{Clause, Lit, TernaryVal, Var};
use rustsat_cadical::CaDiCaL;
use std::cell::Cell;

/// A solver that ends a search when time is up.
pub trait Limited {
    /// The budget of the next search. Without an implementation, a search runs to its end.
    fn limit(&mut self, _budget: &Budget) {}
}

/// What stops batsat.
#[derive(Default)]
pub struct Deadline {
    budget: Budget,
    /// Batsat polls before every decision; the clock is read only now and then.
    asked: Cell<u32>,
    /// Once stopped, it polls again and must get the same answer.
    stopped: Cell<bool>,
}

impl batsat::Callbacks for Deadline {
    fn stop(&self) -> bool {
        self.asked.set(self.asked.get().wrapping_add(1));
        if self.asked.get().is_multiple_of(256) && self.budget.is_exhausted() {
            self.stopped.set(true);
        }
        self.stopped.get()
    }
}

/// Batsat with a deadline.
pub type Batsat = rustsat_batsat::Solver<Deadline>;

impl Limited for Batsat {
    fn limit(&mut self, budget: &Budget) {
        let deadline = self.batsat_mut().cb_mut();
        deadline.budget = budget.clone();
        deadline.stopped.set(false);
    }
}

impl Limited for rustsat_batsat::BasicSolver {}

impl Limited for CaDiCaL<'static, '_> {
    fn limit(&mut self, budget: &Budget) {
        let budget = budget.clone();
        self.attach_terminator(move || {
            if budget.is_exhausted() {
                ControlSignal::Terminate
            } else {
                ControlSignal::Continue
            }
        });
    }
}

impl Limited for crate::Cdcl {}

/// A solver of rustsat.
pub struct Through<S> {
    solver: S,
    variables: u32,
    /// Activation variables that are used up.
    waste: usize,
    /// The activation literal of the last question; given up when the answer has been read.
    retiring: Option<Lit>,
    /// The assumptions of the last core, by literal.
    in_core: Vec<bool>,
    core: Vec<Lit>,
}

impl<S: SolveIncremental + Limited> Through<S> {
    /// Speaks to this solver, which has no variables yet.
    pub fn new(solver: S) -> Through<S> {
        Through {
            solver,
            variables: 0,
            waste: 0,
            retiring: None,
            in_core: Vec::new(),
            core: Vec::new(),
        }
    }

    fn add(&mut self, clause: Clause) {
        // rustsat's errors here are "in a state that does not allow it", which cannot be: every
        // answer has been read when the next clause comes.
        let added = self.solver.add_clause(clause);
        debug_assert!(added.is_ok(), "{added:?}");
    }

    /// The last temporary clause is satisfied for good.
    fn retire(&mut self) {
        if let Some(active) = self.retiring.take() {
            self.add([!active].into_iter().collect());
        }
    }
}

impl<S: SolveIncremental + Limited> Sat for Through<S> {
    fn new_var(&mut self) -> Var {
        let variable = Var::new(self.variables);
        self.variables += 1;
        variable
    }

    fn variables(&self) -> u32 {
        self.variables
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.retire();
        self.add(clause.iter().copied().collect());
    }

    fn solve(
        &mut self,
        assumptions: &[Lit],
        temporary: &[Lit],
        _domain: Domain<'_>,
        budget: &Budget,
    ) -> Answer {
        for literal in self.core.drain(..) {
            self.in_core[literal.lidx()] = false;
        }
        self.retire();
        if budget.is_exhausted() {
            return Answer::Unknown;
        }
        let mut all = assumptions.to_vec();
        if !temporary.is_empty() {
            let active = self.new_var().pos_lit();
            let clause = temporary.iter().copied().chain([!active]).collect();
            self.add(clause);
            all.push(active);
            self.retiring = Some(active);
            self.waste += 1;
        }
        // Variables that no clause has must be known to be asked for their value.
        if self.variables > 0 && self.solver.reserve(Var::new(self.variables - 1)).is_err() {
            return Answer::Unknown;
        }
        self.solver.limit(budget);
        match self.solver.solve_assumps(&all) {
            Ok(SolverResult::Sat) => Answer::Sat,
            Ok(SolverResult::Unsat) => {
                let Ok(core) = self.solver.core() else {
                    return Answer::Unknown;
                };
                self.in_core.resize(2 * self.variables as usize, false);
                // rustsat gives a clause: the negated assumptions.
                for literal in core {
                    self.in_core[(!literal).lidx()] = true;
                    self.core.push(!literal);
                }
                Answer::Unsat
            }
            _ => Answer::Unknown,
        }
    }

    fn value(&self, literal: Lit) -> Option<bool> {
        match self.solver.lit_val(literal) {
            Ok(TernaryVal::True) => Some(true),
            Ok(TernaryVal::False) => Some(false),
            _ => None,
        }
    }

    fn in_core(&self, assumption: Lit) -> bool {
        self.in_core.get(assumption.lidx()).is_some_and(|&is| is)
    }

    fn waste(&self) -> usize {
        self.waste
    }
}
