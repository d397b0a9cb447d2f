//! A concrete interpreter of programs with inputs from a list.
//!
//! It runs programs with calls as well as inlined ones. The semantics is that of the edges:
//! bit-exact evaluation of terms, all variables zero at the start, every havoc edge asks the
//! [`Oracle`]. It is tested against gcc on random programs, and it decides whether a trace is real.
//!
//! Must not know: solvers, engines, how a program was parsed.

mod compiled;
mod concrete_search;
mod deterministic_run;
mod directed;
mod guided;
mod machine;
mod oracle;
mod random;
mod reads;
mod relevance;
mod shrink;

pub use concrete_search::{ConcreteSearchLimits, Patience, RunEnd, concrete_search, ends_of_runs};
pub use deterministic_run::{DeterministicRun, deterministic_run};
pub use directed::{DirectedLimits, Focus, InputSolver, directed_search};
pub use machine::{Limits, Outcome, Place, Watching, run};
pub use oracle::{Choices, NoInputs, Observer, Oracle, Silent, Step, Zeros};
pub use relevance::{Relevance, RelevanceLimits, relevance};
pub use shrink::{Shrunk, shrink};
