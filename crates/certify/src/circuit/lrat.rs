//! Checks proofs in LRAT (Cruz-Filipe, Heule, Hunt, Kaufmann, Schneider-Kamp 2017): every added
//! clause comes with the clauses that refute its negation by unit propagation, in the order in which
//! they do.
//!
//! A lemma follows from the clauses present (reverse unit propagation); steps that only keep
//! satisfiability (RAT) are refused.

use rustc_hash::FxHashMap;

/// The formula and the lemmas that have been checked.
#[derive(Debug)]
pub struct LratChecker {
    clauses: FxHashMap<i64, Box<[i32]>>,
    /// By variable: 1 if true, -1 if false, 0 if open; all open between two steps.
    values: Vec<i8>,
    /// Variables that are not open.
    trail: Vec<usize>,
    /// Literals in `clauses`, and how many there may be.
    literals: usize,
    most_literals: usize,
    refuted: bool,
}

/// Why a step is not accepted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LratError {
    /// A number is used twice.
    #[error("clause {0} is there already")]
    Twice(i64),
    /// No clause has this number.
    #[error("clause {0} is not there")]
    Missing(i64),
    /// Zero is not a literal.
    #[error("clause {0} contains a zero")]
    Zero(i64),
    /// A negative hint: resolution asymmetric tautologies are not accepted.
    #[error("lemma {0} is not implied, only satisfiability is claimed to be kept")]
    Asymmetric(i64),
    /// The hints do not lead to a contradiction.
    #[error("lemma {0} does not follow from its hints")]
    NoConflict(i64),
    /// The proof ends without the empty clause.
    #[error("the empty clause is not derived")]
    Unfinished,
    /// The proof is about another formula.
    #[error("clause {0} of the solver is not that of the formula")]
    OtherFormula(i64),
    /// More literals than allowed.
    #[error("the proof is too large")]
    Memory,
}

impl LratChecker {
    /// A formula without clauses; it may hold at most `most_literals` literals at once.
    pub fn new(most_literals: usize) -> LratChecker {
        LratChecker {
            clauses: FxHashMap::default(),
            values: Vec::new(),
            trail: Vec::new(),
            literals: 0,
            most_literals,
            refuted: false,
        }
    }

    /// Whether the empty clause follows from the formula.
    pub fn is_refuted(&self) -> bool {
        self.refuted
    }

    /// Adds a clause of the formula.
    ///
    /// # Errors
    /// If the number is taken, or the clause is no clause.
    pub fn original(&mut self, id: i64, clause: &[i32]) -> Result<(), LratError> {
        if clause.contains(&0) {
            return Err(LratError::Zero(id));
        }
        if self.clauses.contains_key(&id) {
            return Err(LratError::Twice(id));
        }
        self.literals += clause.len();
        if self.literals > self.most_literals {
            return Err(LratError::Memory);
        }
        let variables = clause.iter().map(|literal| variable(*literal));
        let needed = variables.max().unwrap_or(0) + 1;
        if needed > self.values.len() {
            self.values.resize(needed, 0);
        }
        self.refuted |= clause.is_empty();
        self.clauses.insert(id, clause.into());
        Ok(())
    }

    /// Adds a clause that follows: with its negation, the hints that become unit one after the other
    /// lead to one that is false.
    ///
    /// # Errors
    /// If it does not.
    pub fn lemma(&mut self, id: i64, clause: &[i32], hints: &[i64]) -> Result<(), LratError> {
        // Added only after the check, so that a lemma is no hint for itself.
        let checked = self.follows(id, clause, hints);
        for variable in self.trail.drain(..) {
            self.values[variable] = 0;
        }
        checked?;
        self.original(id, clause)
    }

    /// Removes a clause.
    ///
    /// # Errors
    /// If it is not there.
    pub fn delete(&mut self, id: i64) -> Result<(), LratError> {
        let clause = self.clauses.remove(&id).ok_or(LratError::Missing(id))?;
        self.literals -= clause.len();
        Ok(())
    }

    fn follows(&mut self, id: i64, clause: &[i32], hints: &[i64]) -> Result<(), LratError> {
        for &literal in clause {
            if literal == 0 {
                return Err(LratError::Zero(id));
            }
            match self.value(literal) {
                // The clause contains a literal and its negation.
                1 => return Ok(()),
                0 => self.assign(-literal),
                _ => {}
            }
        }
        for &hint in hints {
            if hint < 0 {
                return Err(LratError::Asymmetric(id));
            }
            let clause = self.clauses.get(&hint).ok_or(LratError::Missing(hint))?;
            let mut open = clause.iter().filter(|literal| self.value(**literal) >= 0);
            match (open.next().copied(), open.next()) {
                (None, _) => return Ok(()),
                (Some(unit), None) if self.value(unit) == 0 => self.assign(unit),
                // A hint that is not unit is redundant and does no harm: what counts is that the
                // others lead to a conflict.
                _ => {}
            }
        }
        Err(LratError::NoConflict(id))
    }

    /// 1 if the literal is true, -1 if false, 0 if open.
    fn value(&self, literal: i32) -> i8 {
        let value = self.values.get(variable(literal)).copied().unwrap_or(0);
        if literal < 0 { -value } else { value }
    }

    fn assign(&mut self, literal: i32) {
        let variable = variable(literal);
        if variable >= self.values.len() {
            self.values.resize(variable + 1, 0);
        }
        self.values[variable] = if literal < 0 { -1 } else { 1 };
        self.trail.push(variable);
    }
}

fn variable(literal: i32) -> usize {
    literal.unsigned_abs() as usize
}

#[cfg(test)]
mod tests {
    use super::{LratChecker, LratError};

    /// Over two variables all four clauses: no assignment satisfies them.
    fn all_four() -> LratChecker {
        let mut checker = LratChecker::new(100);
        let clauses = [[1, 2], [1, -2], [-1, 2], [-1, -2]];
        for (id, clause) in (1..).zip(&clauses) {
            checker.original(id, clause).unwrap();
        }
        checker
    }

    #[test]
    fn a_refutation_is_accepted() {
        let mut checker = all_four();
        checker.lemma(5, &[1], &[1, 2]).unwrap();
        checker.delete(1).unwrap();
        checker.delete(2).unwrap();
        assert!(!checker.is_refuted());
        checker.lemma(6, &[], &[5, 3, 4]).unwrap();
        assert!(checker.is_refuted());
    }

    #[test]
    fn corrupted_steps_are_refused() {
        let mut checker = all_four();
        // A hint removed, a literal flipped in a lemma that needs its hints, hints out of order.
        assert_eq!(checker.lemma(5, &[1], &[1]), Err(LratError::NoConflict(5)));
        let no_conflict = Err(LratError::NoConflict(5));
        assert_eq!(checker.lemma(5, &[-1], &[1, 2]), no_conflict);
        assert_eq!(checker.lemma(5, &[], &[1, 2]), no_conflict);
        assert_eq!(checker.lemma(5, &[], &[]), Err(LratError::NoConflict(5)));
        // Itself, the future, the past.
        assert_eq!(checker.lemma(5, &[1], &[5]), Err(LratError::Missing(5)));
        assert_eq!(checker.lemma(4, &[1], &[1, 2]), Err(LratError::Twice(4)));
        checker.delete(2).unwrap();
        assert_eq!(checker.lemma(5, &[1], &[1, 2]), Err(LratError::Missing(2)));
        assert_eq!(checker.delete(2), Err(LratError::Missing(2)));
        // A new variable may be defined only by steps that we do not accept.
        assert_eq!(
            checker.lemma(5, &[3], &[-1, -2]),
            Err(LratError::Asymmetric(5))
        );
        assert_eq!(checker.lemma(5, &[0], &[1]), Err(LratError::Zero(5)));
        // None of this leaves a trace.
        assert!(!checker.is_refuted());
        checker.lemma(5, &[-1], &[3, 4]).unwrap();
    }

    /// CaDiCaL names such clauses now and then.
    #[test]
    fn a_hint_too_many_does_no_harm_and_no_good() {
        let mut checker = LratChecker::new(100);
        checker.original(1, &[1]).unwrap();
        checker.original(2, &[1, 2]).unwrap();
        checker.original(3, &[-2]).unwrap();
        let hints = [1, 2, 3];
        let no_conflict = Err(LratError::NoConflict(4));
        assert_eq!(checker.lemma(4, &[], &hints), no_conflict);
        checker.original(4, &[-1, 2]).unwrap();
        checker.lemma(5, &[], &[1, 2, 4, 3]).unwrap();
        assert!(checker.is_refuted());
    }

    #[test]
    fn memory_is_limited() {
        let mut checker = LratChecker::new(3);
        checker.original(1, &[1, 2]).unwrap();
        assert_eq!(checker.original(2, &[1, -2]), Err(LratError::Memory));
    }
}
