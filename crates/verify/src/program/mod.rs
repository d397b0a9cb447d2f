//! Programs: which files they consist of, how they are read, and what running them says.
//!
//! `project` finds the files and their options, `load` reads them and inlines calls, `deterministic_run` decides
//! programs that have one run, `deep_run` finds errors after deep recursion by running.

pub(crate) mod deep_run;
pub(crate) mod deterministic_run;
pub(crate) mod load;
pub(crate) mod project;
pub(crate) mod removed_assertions;
pub(crate) mod running;

pub use load::{
    MAX_EDGES, RECURSION_DEPTHS, inlined, load, load_for_run, lowered, parsed, prepared,
};
pub use project::{Problem, Project, Source, tidy};
