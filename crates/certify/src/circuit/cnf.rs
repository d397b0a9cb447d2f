//! A formula as clauses over numbered variables, written as in DIMACS: `-3` negates variable 3.

use super::CircuitCertificateError;

/// Beyond this a formula, or a proof about it, counts as out of memory: about 4 GB.
pub(super) const MAX_LITERALS: usize = 1 << 28;

/// Clauses one after the other.
#[derive(Default, Debug)]
pub(super) struct Cnf {
    literals: Vec<i32>,
    /// Where each clause ends.
    ends: Vec<usize>,
    variables: i32,
}

impl Cnf {
    /// A new variable as a positive literal.
    pub fn variable(&mut self) -> i32 {
        self.variables += 1;
        self.variables
    }

    /// Adds a clause without repeated literals; one that is always true is left out.
    pub fn add(&mut self, clause: &[i32]) {
        let mut clause = clause.to_vec();
        clause.sort_unstable_by_key(|literal| (literal.unsigned_abs(), *literal));
        clause.dedup();
        if clause.windows(2).all(|pair| pair[0] != -pair[1]) {
            self.literals.extend(clause);
            self.ends.push(self.literals.len());
        }
    }

    /// Whether there is still room.
    pub fn check_size(&self) -> Result<(), CircuitCertificateError> {
        if self.literals.len() > MAX_LITERALS || self.variables > i32::MAX / 2 {
            return Err(CircuitCertificateError::Budget);
        }
        Ok(())
    }

    pub fn variables(&self) -> u64 {
        self.variables.unsigned_abs().into()
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The clause with this number.
    pub fn clause(&self, number: usize) -> Option<&[i32]> {
        let end = *self.ends.get(number)?;
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        Some(&self.literals[start..end])
    }
}
