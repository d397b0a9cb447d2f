//! Any incremental solver of rustsat as a [`Sat`]: temporary clauses through activation variables,
//! domains ignored.

use crate::{Answer, Domain, Sat};
use invar_budget::Budget;
use rustsat::solvers::{SolveIncremental, SolverResult};
use rustsat::types::{Clause, Lit, TernaryVal, Var};

/// A solver of rustsat.
pub struct Through<S> {
    solver: S,
    variables: u32,
    /// Activation variables that are used up.
    waste: usize,
    /// The assumptions of the last core.
    core: Vec<Lit>,
}

impl<S: SolveIncremental> Through<S> {
    /// Speaks to this solver, which has no variables yet.
    pub fn new(solver: S) -> Through<S> {
        let core = Vec::new();
        Through {
            solver,
            variables: 0,
            waste: 0,
            core,
        }
    }

    fn add(&mut self, clause: Clause) {
        // rustsat's errors here are "in a state that does not allow it", which cannot be: every
        // answer has been read when the next clause comes.
        let added = self.solver.add_clause(clause);
        debug_assert!(added.is_ok(), "{added:?}");
    }
}

impl<S: SolveIncremental> Sat for Through<S> {
    fn new_var(&mut self) -> Var {
        self.variables += 1;
        Var::new(self.variables - 1)
    }

    fn variables(&self) -> u32 {
        self.variables
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.add(clause.iter().copied().collect());
    }

    fn solve(
        &mut self,
        assumptions: &[Lit],
        temporary: &[Lit],
        _domain: Domain<'_>,
        budget: &Budget,
    ) -> Answer {
        if budget.is_exhausted() {
            return Answer::Unknown;
        }
        let mut all = assumptions.to_vec();
        let mut activation = None;
        if !temporary.is_empty() {
            let active = self.new_var().pos_lit();
            let clause = temporary.iter().copied().chain([!active]).collect();
            self.add(clause);
            all.push(active);
            activation = Some(active);
        }
        let answer = match self.solver.solve_assumps(&all) {
            Ok(SolverResult::Sat) => Answer::Sat,
            Ok(SolverResult::Unsat) => Answer::Unsat,
            _ => Answer::Unknown,
        };
        self.core.clear();
        if answer == Answer::Unsat
            && let Ok(core) = self.solver.core()
        {
            // rustsat gives a clause: the negated assumptions.
            self.core.extend(core.into_iter().map(|l| !l));
        }
        if let Some(active) = activation {
            self.waste += 1;
            let _ = active;
        }
        answer
    }

    fn value(&self, literal: Lit) -> Option<bool> {
        match self.solver.lit_val(literal) {
            Ok(TernaryVal::True) => Some(true),
            Ok(TernaryVal::False) => Some(false),
            _ => None,
        }
    }

    fn in_core(&self, assumption: Lit) -> bool {
        self.core.contains(&assumption)
    }

    fn waste(&self) -> usize {
        self.waste
    }
}
