//! `tree-ic3`, `tree-ic3-itp`, `tree-ic3-itp-mono`: IC3 along the paths of an abstract reachability
//! tree.
//!
//! Cimatti & Griggio, "Software Model Checking via IC3" (2012), sections 4 to 6. The tree is in
//! `tree`; a path to a target is refuted by blocking along it, without relative induction
//! (`block`), or, in the hybrid, by interpolants whose equivalent clauses stay small (`hybrid`).
//! Labels are carried over to nodes of the same place clause by clause; `tree-ic3-itp-mono` does
//! that as a whole or not at all.
//!
//! Deviations: edges are blocks between loop heads and functions of state and inputs, so
//! pre-images are exact. Facts that are guessed before the search hold at every node of their
//! place. Labels are taken over from the nearest ancestor of the place only, unless `--ancestors`
//! says more.
//!
//! Reading order: `block` (the procedure), `track` (the frames of a path), `position`
//! (generalising there), `needed` (which clauses are told), `hybrid`, `clauses`.

mod block;
mod clauses;
mod hybrid;
mod needed;
mod position;
#[cfg(test)]
mod tests;
mod track;

use crate::ic3::Options;
use crate::interpolate::{Effort, PathInterpolator};
use crate::tree::{Ground, Strengthening, Variant};
use crate::{Context, Engine, EngineError, Task};
use block::PathBlocker;
use hybrid::{Hybrid, Patience};
use invar_verdict::Verdict;

fn blocker<'r>(ground: Ground<'r>) -> PathBlocker<'r> {
    PathBlocker::new(
        ground.system,
        ground.facts.clone(),
        ground.context,
        ground.options,
    )
}

fn hybrid(ground: Ground<'_>) -> Hybrid<'_, PathInterpolator<'_>, PathBlocker<'_>> {
    Hybrid {
        system: ground.system,
        context: ground.context,
        interpolants: PathInterpolator::new(
            ground.system,
            ground.facts,
            ground.context,
            Effort::Quick,
        ),
        blocking: blocker(ground),
        growth: ground.options.clause_growth(),
        patience: Patience::default(),
    }
}

const TREE_IC3: Variant = Variant {
    name: "tree-ic3",
    refuter: |ground| Box::new(blocker(ground)),
    strengthening: Strengthening::Clauses,
};

const TREE_IC3_ITP: Variant = Variant {
    name: "tree-ic3-itp",
    refuter: |ground| Box::new(hybrid(ground)),
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

    /// The same, with labels carried over as a whole or not at all.
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
