//! `ic3-cfa`: IC3 on control-flow automata.
//!
//! Lange, Neuhäußer, Noll, "IC3 Software Model Checking on Control Flow Automata" (2015); Werner,
//! "Property Directed Reachability in Ultimate" (2018), chapter 4.
//!
//! Frames belong to locations; induction is relative to edges: only at a self-loop may a query
//! assume the negated cube.
//!
//! Deviations: edges are blocks between loop heads, so few locations have frames. Predecessors
//! are implicants of the exact pre-image with the inputs projected away, one disjunct of its
//! disjunctive normal form at a time, chosen by the solver's model. Cubes are generalised (the
//! paper leaves that open). A cube is blocked only after every incoming step refuted it.
//!
//! Limitations: without an arithmetic that can express the invariant the search does not end.

use crate::shared::ic3::{Exact, Options, Search, System, initial_facts, known_facts};
use crate::{Context, Engine, EngineError, Task};
use invar_verdict::Verdict;

/// IC3 with frames per location.
#[derive(Clone, Debug, Default)]
pub struct Ic3Cfa {
    options: Options,
}

impl Ic3Cfa {
    /// With some parts switched off.
    pub fn new(options: Options) -> Ic3Cfa {
        Ic3Cfa { options }
    }
}

impl Engine for Ic3Cfa {
    fn name(&self) -> &'static str {
        "ic3-cfa"
    }

    fn run(&self, task: &Task<'_>, context: &Context<'_>) -> Result<Verdict, EngineError> {
        let system = System::of_blocks(task.blocks);
        let facts = known_facts(
            &system,
            &initial_facts(self.name(), task, context, &self.options)?,
        );
        let entry = task.blocks.entry;
        let mut search = Search::new(self.name(), &system, context, &self.options, facts, entry);
        search.verdict(task, &mut Exact, |lemmas| system.invariant(lemmas))
    }
}
