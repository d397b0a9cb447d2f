//! From a conflict to a clause (first unique implication point), made smaller by what its own
//! literals imply, and from a conflict of assumptions to those that are to blame.

use super::assignment::Reason;
use super::literal::Literal;
use super::solver::{Cdcl, Seen};

impl Cdcl {
    /// Number `index` of the false literals that made the one with this reason true.
    fn antecedent(&self, reason: Reason, index: usize) -> Option<Literal> {
        match (reason, index) {
            (Reason::Binary(first) | Reason::Ternary(first, _), 0) => Some(first),
            (Reason::Ternary(_, second), 1) => Some(second),
            (Reason::Long(clause), _) if index + 1 < self.arena.length(clause) => {
                Some(self.arena.literal(clause, index + 1))
            }
            _ => None,
        }
    }

    fn mark(&mut self, variable: usize, seen: Seen) {
        if self.seen[variable] == Seen::No {
            self.marked.push(variable as u32);
        }
        self.seen[variable] = seen;
    }

    fn unmark_all(&mut self) {
        for variable in self.marked.drain(..) {
            self.seen[variable as usize] = Seen::No;
        }
    }

    /// Makes a clause of [`Cdcl::conflict`] that follows from the clauses and is false: its first
    /// literal is the only one of the present level, its second of the highest other one. Returns
    /// the level of the second literal.
    pub(super) fn analyze(&mut self) -> u32 {
        let present = self.assignment.level();
        let mut unresolved = 0_usize;
        let mut index = self.assignment.trail().len();
        self.learnt.clear();
        self.learnt.push(Literal::ACTIVE);
        let literals = std::mem::take(&mut self.conflict);
        for &literal in &literals {
            unresolved += self.resolve_on(literal, present);
        }
        self.conflict = literals;
        loop {
            loop {
                index -= 1;
                if self.seen[self.assignment.trail()[index].variable()] != Seen::No {
                    break;
                }
            }
            let literal = self.assignment.trail()[index];
            unresolved -= 1;
            if unresolved == 0 {
                self.learnt[0] = !literal;
                break;
            }
            let reason = self.assignment.place(literal.variable()).reason;
            if let Reason::Long(clause) = reason
                && self.arena.is_learnt(clause)
            {
                self.renew_glue(clause);
            }
            let mut number = 0;
            while let Some(antecedent) = self.antecedent(reason, number) {
                unresolved += self.resolve_on(antecedent, present);
                number += 1;
            }
        }
        self.minimise();
        self.unmark_all();
        self.second_watch()
    }

    /// Takes a false literal into the clause, or counts it (1) if it is to be resolved away.
    fn resolve_on(&mut self, literal: Literal, present: u32) -> usize {
        let variable = literal.variable();
        let level = self.assignment.level_of(literal);
        if level == 0 || self.seen[variable] != Seen::No {
            return 0;
        }
        self.mark(variable, Seen::Source);
        self.order.bump(variable);
        if level >= present {
            1
        } else {
            self.learnt.push(literal);
            0
        }
    }

    /// Drops literals whose negations follow from those of the others.
    fn minimise(&mut self) {
        self.stamp += 1;
        for index in 1..self.learnt.len() {
            let level = self.assignment.level_of(self.learnt[index]);
            self.level_stamps[level as usize] = self.stamp;
        }
        let mut kept = 1;
        for index in 1..self.learnt.len() {
            let literal = self.learnt[index];
            if !self.is_implied(literal) {
                self.learnt[kept] = literal;
                kept += 1;
            }
        }
        self.learnt.truncate(kept);
    }

    /// Whether the falsity of a literal of the clause follows from that of others in it.
    fn is_implied(&mut self, literal: Literal) -> bool {
        if let Reason::Nothing = self.assignment.place(literal.variable()).reason {
            return false;
        }
        let mut stack = std::mem::take(&mut self.stack);
        stack.clear();
        stack.push((literal, 0));
        let mut implied = true;
        'search: while let Some(top) = stack.last_mut() {
            let (literal, number) = *top;
            top.1 += 1;
            let reason = self.assignment.place(literal.variable()).reason;
            let Some(antecedent) = self.antecedent(reason, number) else {
                stack.pop();
                if !stack.is_empty() {
                    self.mark(literal.variable(), Seen::Implied);
                }
                continue;
            };
            let variable = antecedent.variable();
            let place = self.assignment.place(variable);
            match self.seen[variable] {
                _ if place.level == 0 => {}
                Seen::Source | Seen::Implied => {}
                Seen::No
                    if !matches!(place.reason, Reason::Nothing)
                        && self.level_stamps[place.level as usize] == self.stamp =>
                {
                    stack.push((antecedent, 0));
                }
                Seen::No | Seen::Needed => {
                    // All on the stack but the first depend on it and are not in the clause.
                    for (dependent, _) in stack.iter().skip(1) {
                        self.mark(dependent.variable(), Seen::Needed);
                    }
                    self.mark(variable, Seen::Needed);
                    implied = false;
                    break 'search;
                }
            }
        }
        self.stack = stack;
        implied
    }

    /// Puts the literal of the highest level but the first's in second place.
    fn second_watch(&mut self) -> u32 {
        let highest =
            (1..self.learnt.len()).max_by_key(|&i| self.assignment.level_of(self.learnt[i]));
        let Some(highest) = highest else {
            return 0;
        };
        self.learnt.swap(1, highest);
        self.assignment.level_of(self.learnt[1])
    }

    /// Number of levels in the learnt clause.
    pub(super) fn learnt_glue(&mut self) -> u32 {
        self.stamp += 1;
        let mut glue = 0;
        for &literal in &self.learnt {
            let level = self.assignment.level_of(literal) as usize;
            if self.level_stamps[level] != self.stamp {
                self.level_stamps[level] = self.stamp;
                glue += 1;
            }
        }
        glue
    }

    /// A clause that helps again may connect fewer levels now.
    fn renew_glue(&mut self, clause: super::arena::ClauseRef) {
        let old = self.arena.glue(clause);
        let mut glue = 0;
        if old > 2 {
            self.stamp += 1;
            for literal in self.arena.literals(clause) {
                let level = self.assignment.level_of(literal) as usize;
                if self.level_stamps[level] != self.stamp {
                    self.level_stamps[level] = self.stamp;
                    glue += 1;
                }
            }
        } else {
            glue = old;
        }
        self.arena.use_with_glue(clause, glue.min(old));
    }

    /// Makes the core: assumptions from which the falsity of [`Cdcl::conflict`] follows. Level 1 is
    /// the last.
    pub(super) fn analyze_assumptions(&mut self) {
        let literals = std::mem::take(&mut self.conflict);
        for &literal in &literals {
            if self.assignment.level_of(literal) > 0 {
                self.mark(literal.variable(), Seen::Source);
            }
        }
        self.conflict = literals;
        for index in (self.assignment.fixed()..self.assignment.trail().len()).rev() {
            let literal = self.assignment.trail()[index];
            if self.seen[literal.variable()] == Seen::No {
                continue;
            }
            let reason = self.assignment.place(literal.variable()).reason;
            if let Reason::Nothing = reason {
                self.blame(literal);
                continue;
            }
            let mut number = 0;
            while let Some(antecedent) = self.antecedent(reason, number) {
                if self.assignment.level_of(antecedent) > 0 {
                    self.mark(antecedent.variable(), Seen::Source);
                }
                number += 1;
            }
        }
        self.unmark_all();
    }

    /// The assumption is in the core; the activation literal is not an assumption.
    pub(super) fn blame(&mut self, assumption: Literal) {
        if assumption != Literal::ACTIVE && !self.in_core[assumption.code()] {
            self.in_core[assumption.code()] = true;
            self.core.push(assumption);
        }
    }
}
