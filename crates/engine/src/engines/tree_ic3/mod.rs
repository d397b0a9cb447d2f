//! `tree-ic3`, `tree-ic3-itp`, `tree-ic3-itp-mono`: IC3 along the paths of an abstract reachability
//! tree.
//!
//! Cimatti & Griggio, "Software Model Checking via IC3" (2012), sections 4 to 6. The tree is in
//! `tree`; a path to a target is refuted by blocking along it, without relative induction
//! (`block`), or, in the hybrid, by interpolants whose equivalent clauses stay small (`hybrid`).
//! Labels are carried over to nodes of the same place clause by clause; `tree-ic3-itp-mono` does
//! that as a whole or not at all.
//!
//! Deviations: edges are blocks between loop heads and functions of state and inputs, so pre-images
//! are exact. Inductive candidates proved before the search hold at every node of their place.
//! Labels are taken over from the nearest ancestor of the place only, unless `--ancestors` says
//! more.
//!
//! Reading order: `block` (the procedure), `track` (the frames of a path), `position` (generalising
//! there), `needed` (which clauses are returned), `hybrid`, `clauses`.

mod block;
mod clauses;
mod hybrid;
mod needed;
mod position;
#[cfg(test)]
mod tests;
mod track;

use crate::shared::ic3::Options;
use crate::shared::interpolate::{Effort, PathInterpolator};
use crate::shared::tree::{RefutationTask, Strengthening, Variant};
use crate::{Context, Engine, EngineError, Task};
use block::PathBlocker;
use hybrid::{Hybrid, Patience};
use invar_verdict::Verdict;

fn blocker<'r>(task: RefutationTask<'r>) -> PathBlocker<'r> {
    PathBlocker::new(task.system, task.facts.clone(), task.context, task.options)
}

fn hybrid(task: RefutationTask<'_>) -> Hybrid<'_, PathInterpolator<'_>, PathBlocker<'_>> {
    Hybrid {
        system: task.system,
        context: task.context,
        interpolants: PathInterpolator::new(task.system, task.facts, task.context, Effort::Quick),
        blocking: blocker(task),
        growth: task.options.clause_growth(),
        patience: Patience::default(),
    }
}

const TREE_IC3: Variant = Variant {
    name: "tree-ic3",
    refuter: |task| Box::new(blocker(task)),
    strengthening: Strengthening::Clauses,
};

const TREE_IC3_ITP: Variant = Variant {
    name: "tree-ic3-itp",
    refuter: |task| Box::new(hybrid(task)),
    strengthening: Strengthening::Clauses,
};

const TREE_IC3_ITP_MONO: Variant = Variant {
    name: "tree-ic3-itp-mono",
    strengthening: Strengthening::Whole,
    ..TREE_IC3_ITP
};

/// IC3 along the paths of a tree.
#[derive(Clone, Debug, Default)]
pub struct TreeIc3 {
    options: Options,
}

impl TreeIc3 {
    /// With some parts switched off.
    pub fn new(options: Options) -> TreeIc3 {
        TreeIc3 { options }
    }
}

impl Engine for TreeIc3 {
    fn name(&self) -> &'static str {
        TREE_IC3.name
    }

    fn run(&self, task: &Task<'_>, context: &Context<'_>) -> Result<Verdict, EngineError> {
        TREE_IC3.run(task, context, &self.options)
    }
}

/// The hybrid with interpolants.
#[derive(Clone, Debug)]
pub struct TreeIc3Itp {
    variant: &'static Variant,
    options: Options,
}

impl TreeIc3Itp {
    /// With some parts switched off.
    pub fn new(options: Options) -> TreeIc3Itp {
        let variant = &TREE_IC3_ITP;
        TreeIc3Itp { variant, options }
    }

    /// The variant that takes labels over as a whole or not at all.
    pub fn monolithic(options: Options) -> TreeIc3Itp {
        let variant = &TREE_IC3_ITP_MONO;
        TreeIc3Itp { variant, options }
    }
}

impl Default for TreeIc3Itp {
    fn default() -> TreeIc3Itp {
        TreeIc3Itp::new(Options::default())
    }
}

impl Engine for TreeIc3Itp {
    fn name(&self) -> &'static str {
        self.variant.name
    }

    fn run(&self, task: &Task<'_>, context: &Context<'_>) -> Result<Verdict, EngineError> {
        self.variant.run(task, context, &self.options)
    }
}
