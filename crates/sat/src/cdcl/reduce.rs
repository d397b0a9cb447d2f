//! What keeps the clause database small: forgetting learnt clauses of large glue, dropping what
//! level 0 satisfies, and moving the rest together.

use super::Cdcl;
use super::arena::ClauseRef;
use super::assignment::{Reason, TRUE};
use super::clauses::Removable;
use super::watches::Kind;
use std::sync::Arc;

/// Learnt clauses before the first reduction, and how many more each time.
const FIRST: usize = 2000;
const MORE: usize = 300;
/// Clauses of this glue are kept.
const KEPT_GLUE: u32 = 2;

impl Cdcl {
    pub(super) fn reduce_if_due(&mut self) {
        if self.learnts.len() + self.temporaries.len() > FIRST + MORE * self.reductions {
            self.reductions += 1;
            self.learnts = self.without_worst(&self.learnts.clone());
            self.temporaries = self.without_worst(&self.temporaries.clone());
        }
        self.collect_if_due();
    }

    /// Deletes the worse half of those that were not used since the last time.
    fn without_worst(&mut self, clauses: &[ClauseRef]) -> Vec<ClauseRef> {
        let mut candidates = Vec::new();
        for &clause in clauses {
            let glue = self.arena.glue(clause);
            if self.arena.is_used(clause) {
                self.arena.forget_use(clause);
            } else if self.arena.is_learnt(clause) && glue > KEPT_GLUE && !self.is_reason(clause) {
                candidates.push((glue, self.arena.length(clause), clause));
            }
        }
        candidates.sort_unstable();
        for &(_, _, clause) in &candidates[candidates.len() / 2..] {
            self.arena.delete(clause);
        }
        let kept = clauses.iter().filter(|&&c| !self.arena.is_deleted(c));
        kept.copied().collect()
    }

    fn is_reason(&self, clause: ClauseRef) -> bool {
        let first = self.arena.literal(clause, 0);
        self.assignment.value(first) == TRUE
            && matches!(self.assignment.place(first.variable()).reason,
                Reason::Long(reason) if reason == clause)
    }

    /// Simplifies if level 0 has grown and the time it takes has been spent in propagation.
    pub(super) fn simplify_if_due(&mut self) {
        if self.assignment.trail().len() > self.simplified && self.propagations > self.simplify_at {
            self.simplify_fixed();
        }
    }

    /// Drops clauses that level 0 satisfies; level 0 is propagated everywhere.
    pub(super) fn simplify_fixed(&mut self) {
        debug_assert_eq!(self.assignment.level(), 0);
        for clause in self.arena.clauses() {
            let mut literals = self.arena.literals(clause);
            if literals.any(|l| self.assignment.value(l) == TRUE) {
                drop(literals);
                self.arena.delete(clause);
            }
        }
        self.collect();
        self.simplified = self.assignment.trail().len();
        let size = self.circuit.size() + self.watches.size();
        self.simplify_at = self.propagations + size as u64;
    }

    /// Drops clauses of the circuit that level 0 satisfies; copies of the solver no longer share it.
    pub(super) fn simplify_circuit(&mut self) {
        let assignment = &self.assignment;
        let is_true = |l| assignment.value(l) == TRUE;
        Arc::make_mut(&mut self.circuit).rebuild(|literal, watch| {
            let third = matches!(watch.kind(), Kind::Ternary(third) if is_true(third));
            let satisfied = third || is_true(!literal) || is_true(watch.blocker());
            (!satisfied).then_some(watch)
        });
    }

    pub(super) fn collect_if_due(&mut self) {
        if self.arena.is_wasteful(self.assignment.variables()) || self.watches.is_wasteful() {
            self.collect();
        }
    }

    /// Moves clauses and watches together.
    fn collect(&mut self) {
        let moves = self.arena.collect();
        for list in [&mut self.learnts, &mut self.temporaries] {
            *list = list.iter().filter_map(|&c| moves.target(c)).collect();
        }
        for entry in &mut self.removable {
            if let Removable::Long(clause) = *entry {
                *entry = moves
                    .target(clause)
                    .map_or(Removable::Gone, Removable::Long);
            }
        }
        let fixed = self.assignment.fixed();
        for index in 0..self.assignment.trail().len() {
            let variable = self.assignment.trail()[index].variable();
            if let Reason::Long(clause) = self.assignment.place(variable).reason {
                let target = moves.target(clause);
                debug_assert!(index < fixed || target.is_some(), "reasons stay");
                let reason = target.map_or(Reason::Nothing, Reason::Long);
                self.assignment.set_reason(variable, reason);
            }
        }
        let assignment = &self.assignment;
        let is_true = |l| assignment.value(l) == TRUE && assignment.level_of(l) == 0;
        self.watches.rebuild(|literal, watch| match watch.kind() {
            Kind::Long(clause) => Some(watch.moved(moves.target(clause)?)),
            Kind::Binary if is_true(!literal) || is_true(watch.blocker()) => None,
            Kind::Ternary(third)
                if is_true(!literal) || is_true(watch.blocker()) || is_true(third) =>
            {
                None
            }
            Kind::Binary | Kind::Ternary(_) => Some(watch),
        });
    }
}
