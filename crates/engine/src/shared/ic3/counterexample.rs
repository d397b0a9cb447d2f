//! Counterexamples: paths from the start to a target.

use super::obligations::ObligationId;
use super::system::StepId;
use invar_solver::Model;
use invar_term::{SymbolId, Value};
use std::collections::BTreeMap;

/// A counterexample: a path from the start through an obligation to its target.
#[derive(Debug)]
pub(crate) struct Path {
    pub into: ObligationId,
    pub form: PathForm,
}

/// How the path of a counterexample is given.
#[derive(Debug)]
pub(crate) enum PathForm {
    /// From the start by this step into the obligation's cube; its chain of causes is the rest.
    Causes(StepId, Model),
    /// As the inputs of each step.
    Inputs(Inputs),
}

/// The inputs of each step of an execution.
pub(crate) type Inputs = Vec<BTreeMap<SymbolId, Value>>;
