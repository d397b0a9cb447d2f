//! Unit propagation over the watch lists.
//!
//! A variable that is in the domain only because it is in every one (a latch of some lemma, far from
//! the cone of the query) does not visit the clauses of the circuit, its fan-out, almost all of
//! which is outside. No false clause escapes: the clause has at most one variable of this kind, and
//! when the last one of the others looks at it, all of these are false, and the one either is false
//! too, a conflict, or is made true.

use super::assignment::{Assignment, FALSE, OPEN, OUTSIDE, Reason, TRUE, Value};
use super::literal::Literal;
use super::solver::Cdcl;
use super::watches::{Kind, Watch};

/// Which variables propagation may assign.
pub(super) trait Scope {
    /// Whether a clause with a literal of this value needs no further look.
    fn satisfies(value: Value) -> bool;

    /// Whether the literal visits clauses of the circuit.
    fn looks_at_circuit(assignment: &Assignment, literal: Literal) -> bool;
}

/// The clauses of the domain; a clause with a variable outside is skipped.
pub(super) struct Inside;

impl Scope for Inside {
    fn satisfies(value: Value) -> bool {
        value >= TRUE
    }

    fn looks_at_circuit(assignment: &Assignment, literal: Literal) -> bool {
        assignment.is_named(literal)
    }
}

/// All; on level 0 only, where what is found stays true.
pub(super) struct Everywhere;

impl Scope for Everywhere {
    fn satisfies(value: Value) -> bool {
        value == TRUE
    }

    fn looks_at_circuit(_assignment: &Assignment, _literal: Literal) -> bool {
        true
    }
}

const _: () = assert!(FALSE < OPEN && OPEN < TRUE && TRUE < OUTSIDE);

/// How propagation ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Propagated {
    Everything,
    /// A clause is false: its literals are in [`Cdcl::conflict`].
    Conflict,
}

impl Cdcl {
    /// Level 0 is propagated over all variables, since what is true there matters in every domain.
    pub(super) fn spread_fixed(&mut self) {
        self.assignment.head = self.spread;
        if self.propagate::<Everywhere>() == Propagated::Conflict {
            self.is_dead = true;
        }
        self.spread = self.assignment.trail().len();
    }

    /// Assigns what follows from the literals on the trail that are not propagated yet.
    ///
    /// Invariant: all of them were assigned on the present level. A watch may therefore stay on a
    /// false literal if another literal is true: that one is not taken back before.
    pub(super) fn propagate<S: Scope>(&mut self) -> Propagated {
        while self.assignment.head < self.assignment.trail().len() {
            let cause = self.assignment.trail()[self.assignment.head];
            self.assignment.head += 1;
            self.propagations += 1;
            if S::looks_at_circuit(&self.assignment, cause)
                && self.visit_circuit::<S>(cause) == Propagated::Conflict
                || self.visit::<S>(cause) == Propagated::Conflict
            {
                self.assignment.head = self.assignment.trail().len();
                return Propagated::Conflict;
            }
        }
        Propagated::Everything
    }

    /// Looks at the clauses of the circuit that contain the negation of `cause`.
    fn visit_circuit<S: Scope>(&mut self, cause: Literal) -> Propagated {
        let falsified = !cause;
        for &watch in self.circuit.list(cause) {
            let blocker = watch.blocker();
            let value = self.assignment.value(blocker);
            if S::satisfies(value) {
                continue;
            }
            let Kind::Ternary(third) = watch.kind() else {
                if value == FALSE {
                    self.conflict.clear();
                    self.conflict.extend([falsified, blocker]);
                    return Propagated::Conflict;
                }
                self.assignment.assign(blocker, Reason::Binary(falsified));
                continue;
            };
            let other = self.assignment.value(third);
            if S::satisfies(other) {
                continue;
            }
            match (value == FALSE, other == FALSE) {
                (true, true) => {
                    self.conflict.clear();
                    self.conflict.extend([falsified, blocker, third]);
                    return Propagated::Conflict;
                }
                (true, false) => {
                    let reason = Reason::Ternary(falsified, blocker);
                    self.assignment.assign(third, reason);
                }
                (false, true) => {
                    let reason = Reason::Ternary(falsified, third);
                    self.assignment.assign(blocker, reason);
                }
                (false, false) => {}
            }
        }
        Propagated::Everything
    }

    /// Looks at the other clauses that contain the negation of `cause`, which has become true.
    fn visit<S: Scope>(&mut self, cause: Literal) -> Propagated {
        let Cdcl {
            watches,
            arena,
            assignment,
            conflict,
            ..
        } = self;
        let falsified = !cause;
        let (begin, end) = watches.range(cause);
        let mut read = begin;
        let mut write = begin;
        let mut ended = Propagated::Everything;
        while read < end {
            let watch = watches.at(read);
            read += 1;
            let blocker = watch.blocker();
            let value = assignment.value(blocker);
            if S::satisfies(value) {
                watches.put(write, watch);
                write += 1;
                continue;
            }
            match watch.kind() {
                Kind::Binary => {
                    watches.put(write, watch);
                    write += 1;
                    if value == FALSE {
                        conflict.clear();
                        conflict.extend([falsified, blocker]);
                        ended = Propagated::Conflict;
                        break;
                    }
                    assignment.assign(blocker, Reason::Binary(falsified));
                }
                Kind::Ternary(third) => {
                    watches.put(write, watch);
                    write += 1;
                    let other = assignment.value(third);
                    if S::satisfies(other) {
                        continue;
                    }
                    match (value == FALSE, other == FALSE) {
                        (true, true) => {
                            conflict.clear();
                            conflict.extend([falsified, blocker, third]);
                            ended = Propagated::Conflict;
                            break;
                        }
                        (true, false) => {
                            assignment.assign(third, Reason::Ternary(falsified, blocker));
                        }
                        (false, true) => {
                            assignment.assign(blocker, Reason::Ternary(falsified, third));
                        }
                        (false, false) => {}
                    }
                }
                Kind::Long(clause) => {
                    let Some(codes) = arena.codes_mut(clause) else {
                        continue;
                    };
                    if codes[0] == falsified.raw() {
                        codes.swap(0, 1);
                    }
                    let first = Literal::from_code(codes[0]);
                    let value = assignment.value(first);
                    if S::satisfies(value) {
                        watches.put(write, Watch::long(clause, first));
                        write += 1;
                        continue;
                    }
                    let found = codes[2..]
                        .iter()
                        .position(|&c| assignment.value(Literal::from_code(c)) != FALSE);
                    if let Some(index) = found {
                        let other = Literal::from_code(codes[index + 2]);
                        if S::satisfies(assignment.value(other)) {
                            watches.put(write, Watch::long(clause, other));
                            write += 1;
                        } else {
                            codes.swap(1, index + 2);
                            watches.push(!other, Watch::long(clause, first));
                        }
                        continue;
                    }
                    watches.put(write, Watch::long(clause, first));
                    write += 1;
                    if value == FALSE {
                        conflict.clear();
                        conflict.extend(codes.iter().map(|&c| Literal::from_code(c)));
                        ended = Propagated::Conflict;
                        break;
                    }
                    assignment.assign(first, Reason::Long(clause));
                }
            }
        }
        watches.close_gap(cause, read, write);
        ended
    }
}
