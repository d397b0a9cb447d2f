//! What callers see: our trait, and those of rustsat.

use super::assignment::{FALSE, TRUE};
use super::literal::Literal;
use super::solver::{Cdcl, Filled, State};
use crate::{Answer, ClauseId, Domain, Sat};
use invar_budget::Budget;
use rustsat::solvers::{
    GetInternalStats, Solve, SolveIncremental, SolverResult, SolverState, StateError,
};
use rustsat::types::{Cl, Clause, Lit, TernaryVal, Var};

impl Sat for Cdcl {
    fn new_var(&mut self) -> Var {
        let variable = Var::new(self.variables());
        self.know(variable);
        variable
    }

    fn variables(&self) -> u32 {
        self.assignment.variables() as u32 - 1
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.add_given(clause);
    }

    fn solve(
        &mut self,
        assumptions: &[Lit],
        temporary: &[Lit],
        domain: Domain<'_>,
        budget: &Budget,
    ) -> Answer {
        self.reset();
        if budget.is_exhausted() {
            return Answer::Unknown;
        }
        let answer = self.answer(assumptions, temporary, domain, budget);
        self.state = match answer {
            Answer::Sat => State::Sat,
            Answer::Unsat | Answer::Unknown => State::Unsat,
        };
        if answer == Answer::Unknown {
            self.reset();
        }
        answer
    }

    fn value(&self, literal: Lit) -> Option<bool> {
        if literal.var().idx() + 1 >= self.assignment.variables() || self.state != State::Sat {
            return None;
        }
        match self.assignment.value(Literal::from_outside(literal)) {
            TRUE => Some(true),
            FALSE => Some(false),
            _ => None,
        }
    }

    fn in_core(&self, assumption: Lit) -> bool {
        let code = Literal::from_outside(assumption).code();
        self.in_core.get(code).is_some_and(|&is| is)
    }

    fn prefer(&mut self, literal: Lit) {
        // The last assignment, if still there, would overwrite it when it is taken back.
        self.reset();
        self.know(literal.var());
        let literal = Literal::from_outside(literal);
        self.phases[literal.variable()] = literal.is_positive();
    }

    fn in_every_domain(&mut self, variable: Var) {
        self.reset();
        self.know(variable);
        self.enter_for_good(Literal::from_outside(variable.pos_lit()));
    }

    fn add_removable_clause(&mut self, clause: &[Lit]) -> ClauseId {
        self.add_removable(clause)
    }

    fn remove(&mut self, clause: ClauseId) {
        self.remove_clause(clause);
    }

    fn copy(&self) -> Option<Box<dyn Sat>> {
        Some(Box::new(self.clone()))
    }

    fn simplify(&mut self) {
        self.reset();
        self.spread_fixed();
        if !self.is_dead {
            self.simplify_fixed();
            self.simplify_circuit();
        }
    }
}

impl Cdcl {
    fn answer(
        &mut self,
        assumptions: &[Lit],
        temporary: &[Lit],
        domain: Domain<'_>,
        budget: &Budget,
    ) -> Answer {
        for literal in assumptions.iter().chain(temporary) {
            self.know(literal.var());
        }
        self.spread_fixed();
        if self.is_dead {
            return Answer::Unsat;
        }
        self.simplify_if_due();
        self.reduce_if_due();
        self.enter(domain, assumptions);
        self.assumptions.clear();
        if !temporary.is_empty() && !self.add_temporary(temporary) {
            return Answer::Unsat;
        }
        let outside = assumptions.iter().map(|&l| Literal::from_outside(l));
        self.assumptions.extend(outside);
        self.search(budget)
    }

    fn enter(&mut self, domain: Domain<'_>, assumptions: &[Lit]) {
        let Domain::Only(variables) = domain else {
            self.assignment.open_all();
            return;
        };
        if self.filled == Filled::Everything {
            self.order.clear();
            self.filled = Filled::Nothing;
        }
        self.assignment.close_all();
        for &variable in variables {
            self.know(variable);
            self.assignment.enter(variable.idx() + 1);
        }
        for literal in assumptions {
            self.assignment.enter(literal.var().idx() + 1);
        }
    }

    fn require(&self, required: State) -> Result<(), StateError> {
        let name = |state| match state {
            State::Asking => SolverState::Input,
            State::Sat => SolverState::Sat,
            State::Unsat => SolverState::Unsat,
        };
        if self.state == required {
            return Ok(());
        }
        Err(StateError {
            required_state: name(required),
            actual_state: name(self.state),
        })
    }
}

impl Extend<Clause> for Cdcl {
    fn extend<T: IntoIterator<Item = Clause>>(&mut self, clauses: T) {
        for clause in clauses {
            self.add_given(clause.as_ref());
        }
    }
}

impl<'a, C: AsRef<Cl> + ?Sized> Extend<&'a C> for Cdcl {
    fn extend<T: IntoIterator<Item = &'a C>>(&mut self, clauses: T) {
        for clause in clauses {
            self.add_given(clause.as_ref().as_ref());
        }
    }
}

impl Solve for Cdcl {
    fn signature(&self) -> &'static str {
        concat!("invar ", env!("CARGO_PKG_VERSION"))
    }

    fn reserve(&mut self, max_var: Var) -> anyhow::Result<()> {
        self.know(max_var);
        Ok(())
    }

    fn solve(&mut self) -> anyhow::Result<SolverResult> {
        self.solve_assumps(&[])
    }

    fn lit_val(&self, lit: Lit) -> anyhow::Result<TernaryVal> {
        self.require(State::Sat)?;
        Ok(match self.value(lit) {
            Some(true) => TernaryVal::True,
            Some(false) => TernaryVal::False,
            None => TernaryVal::DontCare,
        })
    }

    fn add_clause_ref<C: AsRef<Cl> + ?Sized>(&mut self, clause: &C) -> anyhow::Result<()> {
        self.add_given(clause.as_ref().as_ref());
        Ok(())
    }
}

impl SolveIncremental for Cdcl {
    fn solve_assumps(&mut self, assumps: &[Lit]) -> anyhow::Result<SolverResult> {
        let answer = Sat::solve(self, assumps, &[], Domain::All, &Budget::unlimited());
        Ok(match answer {
            Answer::Sat => SolverResult::Sat,
            Answer::Unsat => SolverResult::Unsat,
            Answer::Unknown => SolverResult::Interrupted,
        })
    }

    fn core(&mut self) -> anyhow::Result<Vec<Lit>> {
        self.require(State::Unsat)?;
        Ok(self.core.iter().map(|&l| !l.outside()).collect())
    }
}

impl GetInternalStats for Cdcl {
    fn propagations(&self) -> usize {
        self.propagations as usize
    }

    fn decisions(&self) -> usize {
        self.decisions as usize
    }

    fn conflicts(&self) -> usize {
        self.conflicts as usize
    }
}
