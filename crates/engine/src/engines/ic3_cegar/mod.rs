//! `ic3-cegar`: IC3 over predicate abstraction with refinement.
//!
//! Birgmeier, "Software Verification with IC3 via Abstraction and Interpolation" (2013), chapter 3.
//!
//! Reading order: `options` (the constants of the thesis, presets), `domain`, `lattice`,
//! `initial` (the first predicates), `cegar` (obligations; spurious steps), `lift`, `generalise`,
//! `refine`, `mine`; beyond the thesis `implicit`, `share`; `preimage`, its other refinement.
//!
//! Deviations: steps are blocks between loop heads. The start is a separate place, so the thesis'
//! `F_0` is the first frame here, as strong as the initial condition can be written without inputs.
//! The abstract states of an obligation are enumerated one at a time, by a query for a state of it
//! that the frame does not exclude yet: all lemmas count, not only those learnt for this obligation.
//! Whether a step is spurious is checked for the obligation within one abstract state. One abstract
//! state of a counterexample to generalisation is tried per round, and it is generalised at its
//! level before it is raised. Lifting fixes inputs to the model's values instead of taking them out
//! of the successor. Where literals are not weakened, the lattice makes no queries. Mining takes all
//! equations through the points, not one.
//!
//! Limitations: without the right predicates a domain may grow forever; without frames per location
//! all loops share their lemmas.
//!
//! Predicates are between the frames and the search (`Discharge`): an obligation is a lifted state; blocked and learnt are the
//! abstract states that it is in. `implicit` has abstract states as obligations and checks whole paths concretely; `preimage` is
//! the thesis' refinement by pre-images; `share` lets `predabs` begin. `options` has the constants of the thesis and its
//! configurations, `names` their names on the command line. The default configuration deviates from the thesis: obligations are
//! parts of pre-images and frames belong to locations, since both solve more. Measurements: docs/comparison-with-the-thesis.md.

mod cegar;
mod discharge;
mod domain;
mod generalise;
mod implicit;
mod initial;
mod lattice;
mod lift;
mod mine;
mod names;
mod options;
mod preimage;
mod refine;
mod share;
#[cfg(test)]
mod tests;

pub use options::{
    AbstractionKind, CegarOptions, Equations, FramesOf, Initial, Mining, Preset, Refinement,
    Sharing, States,
};

use crate::engines::ic3_smt::{CounterSort, Monolith};
use crate::shared::ic3::{
    Options, PlaceId, PlacedFacts, Placing, Search, System, initial_facts, known_facts,
};
use crate::shared::interpolate::{Effort, PathInterpolator};
use crate::shared::sample::Memory;
use crate::{Context, Engine, EngineError, Task};
use cegar::Cegar;
use domain::Domain;
use initial::{conditions, initial};
use invar_cfa::LocId;
use invar_term::{SymbolId, TermId};
use invar_verdict::{Invariant, Verdict};
use mine::{Mine, Site};
use share::{Shared, share};
use std::collections::BTreeMap;

/// IC3 over predicate abstraction.
#[derive(Clone, Debug, Default)]
pub struct Ic3Cegar {
    options: Options,
    cegar: CegarOptions,
}

/// What is known of a system before the search.
struct Known<'r> {
    facts: PlacedFacts,
    /// Predicates of another engine.
    predicates: Vec<TermId>,
    /// The symbol of the program counter, if states have one.
    counter: Option<SymbolId>,
    /// Maps lemmas of other engines to places.
    placing: Placing<'r>,
}

impl Ic3Cegar {
    /// With some parts of IC3 switched off, in a configuration.
    pub fn new(options: Options, cegar: CegarOptions) -> Ic3Cegar {
        Ic3Cegar { options, cegar }
    }

    fn search(
        &self,
        task: &Task<'_>,
        context: &Context<'_>,
        system: &System,
        known: Known<'_>,
        site: impl Fn(LocId) -> Option<Site>,
        invariant: impl Fn(&PlacedFacts) -> Invariant,
    ) -> Result<Verdict, EngineError> {
        let samples = if self.cegar.mining.contains(&Mining::Inequalities) {
            mine::samples(task, system, site)
        } else {
            BTreeMap::new()
        };
        let mut cegar = self.prepared(task, context, system, &known, samples);
        let entry = task.blocks.entry;
        let mut search = Search::new(
            self.name(),
            system,
            context,
            &self.options,
            known.facts,
            entry,
        )
        .placing(known.placing);
        search.verdict(task, &mut cegar, invariant)
    }

    /// A run that has not started.
    fn prepared<'r>(
        &'r self,
        task: &Task<'_>,
        context: &'r Context<'r>,
        system: &'r System,
        known: &Known<'_>,
        samples: BTreeMap<Site, Vec<Memory>>,
    ) -> Cegar<'r> {
        let conditions = conditions(system);
        let mut seeds = initial(task, system, &conditions, &self.cegar.initial);
        seeds.extend(&known.predicates);
        let paths = PathInterpolator::new(system, &known.facts, context, Effort::Thorough);
        Cegar {
            system,
            context,
            options: &self.cegar,
            domain: Domain::default(),
            conditions,
            not_initial: BTreeMap::new(),
            seeds,
            paths,
            spurious: BTreeMap::new(),
            preimages: BTreeMap::new(),
            counter: known.counter,
            points: BTreeMap::new(),
            mine: Mine::new(&system.terms, &self.cegar, samples),
        }
    }
}

impl Engine for Ic3Cegar {
    fn name(&self) -> &'static str {
        "ic3-cegar"
    }

    fn run(&self, task: &Task<'_>, context: &Context<'_>) -> Result<Verdict, EngineError> {
        let facts = initial_facts(self.name(), task, context, &self.options)?;
        let shared = match self.cegar.sharing {
            Sharing::Alone => Vec::new(),
            Sharing::Predabs => match share(task, context, &self.options, &facts)? {
                Shared::Decided(verdict) => return Ok(verdict),
                Shared::Predicates(predicates) => predicates,
            },
        };
        match self.cegar.frames {
            FramesOf::Locations => {
                let system = System::of_blocks(task.blocks);
                let places: BTreeMap<LocId, PlaceId> = system
                    .inner()
                    .filter_map(|place| Some((system.place(place).location?, place)))
                    .collect();
                let site = |location| Some((*places.get(&location)?, None));
                let known = Known {
                    facts: known_facts(&system, &facts),
                    predicates: shared,
                    counter: None,
                    placing: Box::new(|facts| known_facts(&system, facts)),
                };
                self.search(task, context, &system, known, site, |lemmas| {
                    system.invariant(lemmas)
                })
            }
            FramesOf::Counter => {
                let monolith = Monolith::of(task.blocks, CounterSort::Number);
                let known = Known {
                    facts: monolith.facts(&facts),
                    predicates: shared,
                    counter: monolith.counter(),
                    placing: Box::new(|facts| monolith.facts(facts)),
                };
                let system = &monolith.system;
                let site = |location| monolith.site(location).map(|(p, n)| (p, Some(n)));
                self.search(task, context, system, known, site, |lemmas| {
                    let all: Vec<_> = lemmas.values().flatten().copied().collect();
                    monolith.invariant(&all)
                })
            }
        }
    }
}
