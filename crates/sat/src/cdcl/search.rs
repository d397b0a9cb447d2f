//! The search for an answer: propagate, learn from conflicts, decide, restart.
//!
//! All assumptions, and the activation literal of the temporary clause, are made on level 1: restarts
//! and jumps back keep them.

use super::assignment::{FALSE, OPEN, Reason, TRUE};
use super::literal::Literal;
use super::propagate::{Inside, Propagated};
use super::solver::{Cdcl, Filled};
use crate::Answer;
use invar_budget::Budget;

/// Level of the assumptions.
const ASSUMED: u32 = 1;
/// The budget is checked after this many conflicts or propagations.
const CONFLICTS_PER_LOOK: u64 = 500;
const PROPAGATIONS_PER_LOOK: u64 = 100_000;

/// Whether the assumptions can be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Assumed {
    Together,
    /// Some of them exclude each other; the core is made.
    Impossible,
}

impl Cdcl {
    /// The answer for [`Cdcl::assumptions`]. The trail is left as it was when the answer was found.
    pub(super) fn search(&mut self, budget: &Budget) -> Answer {
        self.restarts.begin();
        let mut look_conflicts = self.conflicts + CONFLICTS_PER_LOOK;
        let mut look_propagations = self.propagations + PROPAGATIONS_PER_LOOK;
        loop {
            if self.propagate::<Inside>() == Propagated::Conflict {
                self.conflicts += 1;
                if self.assignment.level() <= ASSUMED {
                    self.analyze_assumptions();
                    self.is_dead |= self.assignment.level() == 0;
                    return Answer::Unsat;
                }
                let level = self.analyze();
                self.learn(level);
                self.order.decay();
                continue;
            }
            if self.conflicts >= look_conflicts || self.propagations >= look_propagations {
                look_conflicts = self.conflicts + CONFLICTS_PER_LOOK;
                look_propagations = self.propagations + PROPAGATIONS_PER_LOOK;
                if budget.is_exhausted() {
                    return Answer::Unknown;
                }
            }
            if self.assignment.level() < ASSUMED {
                if self.assume() == Assumed::Impossible {
                    return Answer::Unsat;
                }
                continue;
            }
            if self.restarts.is_due() {
                self.restarts.begin();
                self.undo(ASSUMED);
                self.reduce_if_due();
                continue;
            }
            match self.next_decision() {
                None => return Answer::Sat,
                Some(literal) => {
                    self.decisions += 1;
                    self.assignment.begin_level();
                    self.assignment.assign(literal, Reason::Nothing);
                }
            }
        }
    }

    /// Makes the assumptions one by one: what follows from those before needs none of those after,
    /// which keeps cores small.
    fn assume(&mut self) -> Assumed {
        self.assignment.begin_level();
        for index in 0..self.assumptions.len() {
            let literal = self.assumptions[index];
            match self.assignment.value(literal) {
                TRUE => continue,
                FALSE => {
                    self.blame(literal);
                    self.conflict.clear();
                    self.conflict.push(literal);
                    self.analyze_assumptions();
                    return Assumed::Impossible;
                }
                _ => self.assignment.assign(literal, Reason::Nothing),
            }
            if self.propagate::<Inside>() == Propagated::Conflict {
                self.conflicts += 1;
                self.analyze_assumptions();
                return Assumed::Impossible;
            }
        }
        Assumed::Together
    }

    /// An open variable of the domain, with the value it had last; `None`: there is none.
    fn next_decision(&mut self) -> Option<Literal> {
        if self.filled == Filled::Nothing {
            if let Some(domain) = self.assignment.domain() {
                self.order.fill(domain.filter(|&v| v != 0));
                self.filled = Filled::Domain;
            } else {
                self.order.fill(1..self.assignment.variables() as u32);
                self.filled = Filled::Everything;
            }
        }
        while let Some(variable) = self.order.pop() {
            let positive = Literal::from_code(2 * variable as u32);
            if self.assignment.value(positive) == OPEN {
                let chosen = self.phases[variable];
                return Some(if chosen { positive } else { !positive });
            }
        }
        None
    }
}
