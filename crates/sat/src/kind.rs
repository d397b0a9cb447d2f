//! The solvers by name.

use crate::{Batsat, Cdcl, Sat, Through};
use rustsat_cadical::CaDiCaL;
use serde::{Deserialize, Serialize};

/// Which solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum SolverKind {
    /// Ours: domains, temporary clauses without waste, copies.
    #[default]
    Own,
    /// Batsat, in Rust.
    Batsat,
    /// CaDiCaL, in C++.
    Cadical,
}

impl SolverKind {
    /// All of them.
    pub const ALL: [SolverKind; 3] = [SolverKind::Own, SolverKind::Batsat, SolverKind::Cadical];
}

/// A new solver of this kind.
pub fn make(kind: SolverKind) -> Box<dyn Sat> {
    match kind {
        SolverKind::Own => Box::new(Cdcl::new()),
        SolverKind::Batsat => Box::new(Through::new(Batsat::default())),
        SolverKind::Cadical => Box::new(Through::new(CaDiCaL::default())),
    }
}
