//! `impact`: lazy abstraction with interpolants.
//!
//! McMillan, "Lazy Abstraction with Interpolants" (2006), as the TREE-ITP of Cimatti & Griggio,
//! "Software Model Checking via IC3" (2012), section 6.2: a path to a target that cannot be taken
//! is refuted by a sequence of interpolants, which become part of the labels as they are; a label
//! is carried over to a node of the same place as a whole or not at all (forced covering).
//!
//! Deviations: edges are blocks between loop heads; labels are only strengthened where they do not
//! imply the interpolant already.
//!
//! Limitations: if a path is too hard for interpolation, the search ends without a verdict.

use crate::shared::ic3::Options;
use crate::shared::interpolate::{Effort, PathInterpolator};
use crate::shared::tree::{Strengthening, Variant};
use crate::{Context, Engine, EngineError, Task};
use invar_verdict::Verdict;

const IMPACT: Variant = Variant {
    name: "impact",
    refuter: |task| {
        Box::new(PathInterpolator::new(
            task.system,
            task.facts,
            task.context,
            Effort::Thorough,
        ))
    },
    strengthening: Strengthening::Whole,
};

/// Lazy abstraction with interpolants.
#[derive(Clone, Debug, Default)]
pub struct Impact {
    options: Options,
}

impl Impact {
    /// With some parts switched off.
    pub fn new(options: Options) -> Impact {
        Impact { options }
    }
}

impl Engine for Impact {
    fn name(&self) -> &'static str {
        IMPACT.name
    }

    fn run(&self, task: &Task<'_>, context: &Context<'_>) -> Result<Verdict, EngineError> {
        IMPACT.run(task, context, &self.options)
    }
}
