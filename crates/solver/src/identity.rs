//! Which solver it is: a proof is certified by a solver that had no part in it.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// A solver, whatever its version and the way it is started.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SolverId {
    /// Z3, linked or as a process.
    Z3,
    /// cvc5.
    Cvc5,
    /// Yices 2.
    Yices,
    /// Bitwuzla.
    Bitwuzla,
}

impl SolverId {
    /// Every solver.
    pub const ALL: [SolverId; 4] = [
        SolverId::Z3,
        SolverId::Cvc5,
        SolverId::Yices,
        SolverId::Bitwuzla,
    ];

    /// Its name in commands, files and reports.
    pub const fn name(self) -> &'static str {
        match self {
            SolverId::Z3 => "z3",
            SolverId::Cvc5 => "cvc5",
            SolverId::Yices => "yices",
            SolverId::Bitwuzla => "bitwuzla",
        }
    }

    /// The solver of a program's or a file's name, which may end with a version: `z3-5.4`, `yices-smt2`.
    pub fn of_program(name: &str) -> Option<SolverId> {
        let mut all = SolverId::ALL.into_iter();
        all.find(|solver| name.starts_with(solver.name()))
    }
}

/// A set of solvers.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct SolverSet(u8);

impl SolverSet {
    /// No solver.
    pub const EMPTY: SolverSet = SolverSet(0);

    /// Whether the solver is in it.
    pub const fn contains(self, solver: SolverId) -> bool {
        self.0 & 1 << solver as u8 != 0
    }

    /// What is in this set or the other.
    #[must_use]
    pub const fn union(self, other: SolverSet) -> SolverSet {
        SolverSet(self.0 | other.0)
    }

    /// The solvers, in the order of [`SolverId::ALL`].
    pub fn iter(self) -> impl Iterator<Item = SolverId> {
        let all = SolverId::ALL.into_iter();
        all.filter(move |solver| self.contains(*solver))
    }
}

impl FromIterator<SolverId> for SolverSet {
    fn from_iter<I: IntoIterator<Item = SolverId>>(solvers: I) -> SolverSet {
        let bits = solvers.into_iter().map(|solver| 1 << solver as u8);
        SolverSet(bits.fold(0, |set, bit: u8| set | bit))
    }
}

impl From<SolverId> for SolverSet {
    fn from(solver: SolverId) -> SolverSet {
        SolverSet::from_iter([solver])
    }
}

impl fmt::Display for SolverSet {
    /// The names, with `+` between them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.iter().map(SolverId::name).collect();
        f.write_str(&names.join("+"))
    }
}

impl fmt::Debug for SolverSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl Serialize for SolverSet {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'d> Deserialize<'d> for SolverSet {
    /// Also reads names with versions, as older entries of stores have them.
    fn deserialize<D: Deserializer<'d>>(from: D) -> Result<SolverSet, D::Error> {
        let text = String::deserialize(from)?;
        Ok(text.split('+').filter_map(SolverId::of_program).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::{SolverId, SolverSet};

    #[test]
    fn names_with_versions_are_known() {
        assert_eq!(SolverId::of_program("z3-5.4"), Some(SolverId::Z3));
        assert_eq!(SolverId::of_program("yices-smt2"), Some(SolverId::Yices));
        assert_eq!(SolverId::of_program("opensmt"), None);
        for solver in SolverId::ALL {
            assert_eq!(SolverId::of_program(solver.name()), Some(solver));
        }
    }

    #[test]
    fn a_set_holds_what_was_put_into_it() {
        let set = SolverSet::from(SolverId::Yices).union(SolverId::Z3.into());
        assert!(set.contains(SolverId::Z3) && !set.contains(SolverId::Cvc5));
        assert_eq!(set.to_string(), "z3+yices");
        assert_eq!(SolverSet::EMPTY.to_string(), "");
    }
}
