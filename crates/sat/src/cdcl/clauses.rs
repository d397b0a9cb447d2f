//! Clauses come and go: given, removable, temporary, learnt.
//!
//! A temporary clause `c` is stored as `c | !ACTIVE`, and `ACTIVE` is assumed while it is in force.
//! Nothing contains the literal `ACTIVE`, so whatever was derived with the help of `c` contains
//! `!ACTIVE`, and that is how it is found when the question is answered. Such a clause of two
//! literals is in one watch list only, that of `ACTIVE`, which is simply emptied.

use super::arena::Origin;
use super::assignment::{FALSE, Reason, TRUE};
use super::literal::Literal;
use super::solver::{Cdcl, Filled, Removable, State};
use super::watches::{Kind, Watch};
use crate::ClauseId;
use rustsat::types::Lit;
use std::sync::Arc;

/// What is left of a clause on level 0.
enum Simplified {
    /// It is true.
    Satisfied,
    /// These literals, in [`Cdcl::buffer`], sorted and different.
    Buffer,
}

impl Cdcl {
    /// Reads a clause of the caller into [`Cdcl::buffer`].
    fn simplify_clause(&mut self, clause: &[Lit]) -> Simplified {
        self.buffer.clear();
        for &literal in clause {
            self.know(literal.var());
            let literal = Literal::from_outside(literal);
            match self.assignment.value(literal) {
                TRUE => return Simplified::Satisfied,
                FALSE => {}
                _ => self.buffer.push(literal),
            }
        }
        self.buffer.sort_unstable();
        self.buffer.dedup();
        if self.buffer.windows(2).any(|pair| pair[0] == !pair[1]) {
            return Simplified::Satisfied;
        }
        Simplified::Buffer
    }

    pub(super) fn add_given(&mut self, clause: &[Lit]) {
        self.reset();
        if let Simplified::Satisfied = self.simplify_clause(clause) {
            return;
        }
        let always = self.buffer.iter();
        let always = always.filter(|&&l| self.assignment.is_always(l)).count();
        // What copies share is not changed: a lemma of two literals is not worth a separate
        // circuit.
        let circuit = Arc::get_mut(&mut self.circuit).filter(|_| always < 2);
        let lists = circuit.unwrap_or(&mut self.watches);
        match self.buffer[..] {
            [first, second] => lists.push_binary([first, second]),
            [first, second, third] => lists.push_ternary([first, second, third]),
            _ => {
                self.store_buffer();
            }
        }
    }

    /// The variable is in every domain: clauses of the circuit that have a second such variable
    /// must be visited even where no query names them.
    pub(super) fn enter_for_good(&mut self, variable: Literal) {
        if !self.assignment.enter_for_good(variable.variable()) {
            return;
        }
        for literal in [variable, !variable] {
            for &watch in self.circuit.list(literal) {
                let second = watch.blocker();
                let second_too = self.assignment.is_always(second);
                match watch.kind() {
                    Kind::Binary if second_too => self.watches.push_binary([!literal, second]),
                    // With three of them it is there since the second.
                    Kind::Ternary(third) if second_too != self.assignment.is_always(third) => {
                        self.watches.push_ternary([!literal, second, third]);
                    }
                    _ => {}
                }
            }
        }
    }

    pub(super) fn add_removable(&mut self, clause: &[Lit]) -> ClauseId {
        self.reset();
        let entry = match self.simplify_clause(clause) {
            Simplified::Satisfied => Removable::Gone,
            Simplified::Buffer => self.store_buffer(),
        };
        let number = self.removable.len() as u32;
        let number = match self.free_ids.pop() {
            Some(free) => {
                self.removable[free as usize] = entry;
                free
            }
            None => {
                self.removable.push(entry);
                number
            }
        };
        ClauseId(number)
    }

    fn store_buffer(&mut self) -> Removable {
        match self.buffer[..] {
            [] => {
                self.is_dead = true;
                Removable::Unit
            }
            [literal] => {
                self.assignment.assign(literal, Reason::Nothing);
                Removable::Unit
            }
            [first, second] => {
                self.watches.push_binary([first, second]);
                Removable::Binary(first, second)
            }
            [first, second, ..] => {
                let clause = self.arena.add(&self.buffer, Origin::Given);
                self.watches.push(!first, Watch::long(clause, second));
                self.watches.push(!second, Watch::long(clause, first));
                Removable::Long(clause)
            }
        }
    }

    pub(super) fn remove_clause(&mut self, clause: ClauseId) {
        self.reset();
        let entry = &mut self.removable[clause.0 as usize];
        match std::mem::replace(entry, Removable::Free) {
            Removable::Free => return,
            Removable::Gone | Removable::Unit => {}
            Removable::Binary(first, second) => {
                self.watches.remove(!first, Watch::binary(second));
                self.watches.remove(!second, Watch::binary(first));
            }
            Removable::Long(clause) => self.arena.delete(clause),
        }
        self.free_ids.push(clause.0);
    }

    /// Puts the temporary clause in force. `false`: level 0 contradicts it.
    pub(super) fn add_temporary(&mut self, clause: &[Lit]) -> bool {
        for &literal in clause {
            let variable = Literal::from_outside(literal).variable();
            self.assignment.enter(variable);
        }
        if let Simplified::Satisfied = self.simplify_clause(clause) {
            return true;
        }
        self.assumptions.push(Literal::ACTIVE);
        match self.buffer[..] {
            [] => return false,
            [literal] => self.watches.push(Literal::ACTIVE, Watch::binary(literal)),
            [first, second, ..] => {
                self.buffer.push(!Literal::ACTIVE);
                let clause = self.arena.add(&self.buffer, Origin::Given);
                self.watches.push(!first, Watch::long(clause, second));
                self.watches.push(!second, Watch::long(clause, first));
                self.temporaries.push(clause);
            }
        }
        true
    }

    /// Adds the clause that [`Cdcl::analyze`] made, and what follows from it at this level.
    pub(super) fn learn(&mut self, level: u32) {
        let glue = self.learnt_glue();
        self.restarts.learnt(glue);
        self.undo(level);
        let first = self.learnt[0];
        let reason = match self.learnt[..] {
            [] | [_] => Reason::Nothing,
            [_, second] => {
                if second == !Literal::ACTIVE {
                    self.watches.push(Literal::ACTIVE, Watch::binary(first));
                } else {
                    self.watches.push_binary([first, second]);
                }
                Reason::Binary(second)
            }
            [_, second, ..] => {
                let clause = self.arena.add(&self.learnt, Origin::Learnt { glue });
                self.watches.push(!first, Watch::long(clause, second));
                self.watches.push(!second, Watch::long(clause, first));
                if self.learnt.contains(&!Literal::ACTIVE) {
                    self.temporaries.push(clause);
                } else {
                    self.learnts.push(clause);
                }
                Reason::Long(clause)
            }
        };
        self.assignment.assign(first, reason);
    }

    /// Drops the temporary clause and what was learnt from it. Level 0 only.
    pub(super) fn drop_temporary(&mut self) {
        for clause in self.temporaries.drain(..) {
            self.arena.delete(clause);
        }
        self.watches.clear(Literal::ACTIVE);
        // Level 0 may contradict the clause; nothing follows from that.
        if self.assignment.is_assigned(Literal::ACTIVE.variable()) {
            self.assignment.undo_fixed(!Literal::ACTIVE);
        }
    }

    /// Takes back what the last question left: its assignment, domain, temporary clause.
    pub(super) fn reset(&mut self) {
        if self.state == State::Asking {
            return;
        }
        self.state = State::Asking;
        if self.filled == Filled::Domain {
            self.order.clear();
            self.filled = Filled::Nothing;
        }
        self.undo(0);
        self.drop_temporary();
        self.assignment.leave();
        for literal in self.core.drain(..) {
            self.in_core[literal.code()] = false;
        }
    }
}
