//! Solver traits, scopes, budgets, query log and model validation, with the back ends.
//!
//! A solver is made for one thread by a [`SolverFactory`], which can be shared. `unknown` is an
//! answer of its own with a cause; a model or a core exists only inside its variant. Every model
//! has been evaluated on the asserted terms before it is handed out.
//!
//! Must not know: programs, engines.

mod answer;
mod cascade;
pub mod horn;
mod identity;
mod interpolant;
mod locate;
mod log;
mod meter;
mod numeral;
mod rotation;
mod scopes;
mod script;
mod smtlib;
mod standalone;
mod theory;
mod validate;
pub mod z3;

pub use answer::{Answer, Cause, Core, Model, Solver, SolverError, SolverFactory};
pub use cascade::CascadeFactory;
pub use horn::{Horn, HornAnswer, HornSolver};
pub use identity::{SolverId, SolverSet};
pub use interpolant::{InterpolantAnswer, Interpolating};
pub use invar_budget::{Budget, CancelToken, Moment};
pub use log::LoggedFactory;
pub use meter::{MeteredFactory, Statistics};
pub use rotation::RotationFactory;
pub use smtlib::{Dialect, ProcessInterpolation, SmtLibFactory};
pub use standalone::{Asserted, Function, standalone_script};
pub use z3::{Z3Factory, Z3Spacer};
