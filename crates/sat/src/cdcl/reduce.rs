//! What keeps the clause database small: forgetting learnt clauses of large glue, dropping what
//! level 0 satisfies, and moving the rest together.

use super::arena::ClauseRef;
use super::assignment::{Reason, TRUE};
use super::solver::{Cdcl, Removable};
use super::watches::Kind;
use std::sync::Arc;

/// Clauses of this glue are kept.
const KEPT_GLUE: u32 = 2;

impl Cdcl {
    pub(super) fn reduce_if_due(&mut self) {
        if self.learnts.len() + self.temporaries.len() > self.limits.learnt {
            self.limits.learnt += self.limits.more;
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
        // A collection takes time that grows with the number of variables.
        let waste = self.assignment.variables().max(self.limits.waste);
        if self.arena.is_wasteful(waste) || self.watches.is_wasteful() {
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

#[cfg(test)]
mod tests {
    use crate::{Answer, Batsat, Cdcl, Domain, Lit, Sat, Through};
    use invar_budget::Budget;

    /// Numbers that look random.
    fn next(state: &mut u64) -> u32 {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        (*state >> 33) as u32
    }

    /// With room for few learnt clauses they are forgotten and moved all the time.
    #[test]
    fn forgetting_changes_no_answer() {
        let mut state = 0x1234_5678_9abc_def1;
        let budget = Budget::unlimited();
        let mut answers = [0, 0];
        let mut reductions = 0;
        for _ in 0..25 {
            let mut own = Cdcl::new();
            own.limits = crate::cdcl::solver::Limits {
                learnt: 5,
                more: 0,
                waste: 0,
            };
            let mut other = Through::new(Batsat::default());
            for _ in 0..80 {
                other.new_var();
            }
            let mut clause = || {
                let mut literal = || Lit::new(next(&mut state) % 80, next(&mut state) % 2 == 1);
                [literal(), literal(), literal()]
            };
            for _ in 0..330 {
                let clause = clause();
                own.add_clause(&clause);
                other.add_clause(&clause);
            }
            for _ in 0..10 {
                let (assumptions, temporary) = (clause(), clause());
                let domain = Domain::All;
                let expected = other.solve(&assumptions, &temporary, domain, &budget);
                let answer = Sat::solve(&mut own, &assumptions, &temporary, domain, &budget);
                assert_eq!(answer, expected);
                answers[usize::from(answer == Answer::Sat)] += 1;
                if answer == Answer::Unsat {
                    let blamed: Vec<Lit> = assumptions
                        .into_iter()
                        .filter(|&l| own.in_core(l))
                        .collect();
                    assert!(own.core.iter().all(|l| assumptions.contains(&l.outside())));
                    let again = other.solve(&blamed, &temporary, domain, &budget);
                    assert_eq!(again, Answer::Unsat);
                }
            }
            reductions += own.reductions;
        }
        assert!(reductions > 200, "{reductions}");
        assert!(answers[0] > 30 && answers[1] > 30, "{answers:?}");
    }
}
