//! `ic3-smt`: IC3 on one symbolic transition system with a program counter.
//!
//! Cimatti & Griggio, "Software Model Checking via IC3" (2012), section 3.
//!
//! The search of `ic3-cfa` on a system with a single place: all blocks are one step, a variable
//! holds the current loop head, and every lemma may mention it.
//!
//! Deviations: steps are blocks between loop heads; the step is functional, so pre-images are
//! implicants of substitutions, and inputs are projected away.
//!
//! Limitations: slower than frames per location, which is what it is here to show.

mod monolith;

use crate::shared::ic3::{Exact, Options, Search, initial_facts};
use crate::{Context, Engine, EngineError, Task};
use invar_verdict::Verdict;
pub(crate) use monolith::{CounterSort, Monolith};

/// IC3 with one set of frames.
#[derive(Clone, Debug, Default)]
pub struct Ic3Smt {
    options: Options,
}

impl Ic3Smt {
    /// With some parts switched off.
    pub fn new(options: Options) -> Ic3Smt {
        Ic3Smt { options }
    }
}

impl Engine for Ic3Smt {
    fn name(&self) -> &'static str {
        "ic3-smt"
    }

    fn run(&self, task: &Task<'_>, context: &Context<'_>) -> Result<Verdict, EngineError> {
        let graph = task.blocks;
        let monolith = Monolith::of(graph, CounterSort::Bits);
        let facts = monolith.facts(&initial_facts(self.name(), task, context, &self.options)?);
        let mut search = Search::new(
            self.name(),
            &monolith.system,
            context,
            &self.options,
            facts,
            graph.entry,
        )
        .placing(Box::new(|facts| monolith.facts(facts)));
        search.verdict(task, &mut Exact, |lemmas| {
            let all: Vec<_> = lemmas.values().flatten().copied().collect();
            monolith.invariant(&all)
        })
    }
}
