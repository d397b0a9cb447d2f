//! A tree engine: a procedure that refutes paths, and one that takes labels over.

use super::path::Refute;
use super::unwind::{Strengthening, Unwinding};
use crate::shared::ic3::{Options, PlaceId, System, initial_facts, known_facts};
use crate::{Context, EngineError, Task};
use invar_term::TermId;
use invar_verdict::Verdict;
use std::collections::BTreeMap;

/// What a procedure that refutes paths is given.
#[derive(Clone, Copy)]
pub(crate) struct RefutationTask<'r> {
    pub system: &'r System,
    /// What is known of places from the beginning.
    pub facts: &'r BTreeMap<PlaceId, Vec<TermId>>,
    pub context: &'r Context<'r>,
    pub options: &'r Options,
}

/// How an engine of the family differs from the others.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Variant {
    pub name: &'static str,
    pub refuter: for<'r> fn(RefutationTask<'r>) -> Box<dyn Refute + 'r>,
    pub strengthening: Strengthening,
}

impl Variant {
    /// Runs the engine.
    ///
    /// # Errors
    /// If the solver cannot be used.
    pub(crate) fn run(
        &self,
        task: &Task<'_>,
        context: &Context<'_>,
        options: &Options,
    ) -> Result<Verdict, EngineError> {
        let system = System::of_blocks(task.blocks);
        let facts = initial_facts(self.name, task, context, options)?;
        let facts = known_facts(&system, &facts);
        let refutation = RefutationTask {
            system: &system,
            facts: &facts,
            context,
            options,
        };
        let refuter = (self.refuter)(refutation);
        Unwinding::new(self.name, refutation, refuter, self.strengthening).verdict(task)
    }
}
