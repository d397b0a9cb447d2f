//! `ic3-bool`: IC3 on the program blasted to bits.
//!
//! Somenzi & Bradley, "IC3: Where Monolithic and Incremental Meet" (2011); Birgmeier 2013, section
//! 2.2; Werner 2018, chapter 3. The search itself is in `invar_bitlevel` and knows circuits only.
//!
//! The blocks become one transition system with a program counter of as few bits as there are
//! places, and that a circuit. Facts that are known at loop heads are constraints of it. Clauses over
//! latches become, with the counter fixed to a head, facts over the program's variables there; a
//! run becomes the values of the havoc edges.
//!
//! Limitations: integers only, no arrays and no floating-point numbers; multiplication and division
//! are as hard as their circuits.
//!
//! Reading order: here, `facts` (a proof back), `execute` (a run back).

mod execute;
mod facts;
#[cfg(test)]
mod tests;

use crate::shared::ic3::{Options, initial_facts};
use crate::{Context, Engine, EngineError, Event, Task};
use execute::execute;
use facts::facts_at_heads;
use invar_bitlevel::{Method, Outcome, Stop, check};
use invar_cfa::LocId;
use invar_encode::{Arithmetic, Blasted, NodeKind, TransitionSystem};
use invar_solver::Cause;
use invar_term::TermId;
use invar_verdict::{Invariant, Limit, Proof, Reason, Verdict};

const ACTIVITY: &str = "searching on bits";

/// IC3 on bits.
#[derive(Clone, Debug)]
pub struct Ic3Bool {
    options: Options,
    search: invar_bitlevel::Options,
}

impl Default for Ic3Bool {
    fn default() -> Ic3Bool {
        Ic3Bool::new(Options::default())
    }
}

impl Ic3Bool {
    /// With or without inductive candidates before the search; the other parts do not apply.
    pub fn new(options: Options) -> Ic3Bool {
        let search = invar_bitlevel::Options {
            method: Method::Ic3,
            ..invar_bitlevel::Options::default()
        };
        Ic3Bool { options, search }
    }

    /// Sets the options of the search on bits.
    pub fn searching(self, search: invar_bitlevel::Options) -> Ic3Bool {
        Ic3Bool { search, ..self }
    }
}

impl Engine for Ic3Bool {
    fn name(&self) -> &'static str {
        "ic3-bool"
    }

    fn run(&self, task: &Task<'_>, context: &Context<'_>) -> Result<Verdict, EngineError> {
        if task.blocks.arithmetic != Arithmetic::Bv {
            let construct = format!("bits of {}", task.blocks.arithmetic);
            return Ok(Verdict::Unknown(Reason::unsupported(construct, None)));
        }
        // Before candidates are tried: a program that cannot be blasted should not wait for them.
        let plain = match blasted(task, &[]) {
            Ok(plain) => plain,
            Err(reason) => return Ok(Verdict::Unknown(reason)),
        };
        let facts = initial_facts(self.name(), task, context, &self.options)?;
        let search = Search::new(self, task, context, &facts, plain);
        let searched = search.and_then(|search| search.run());
        Ok(searched.unwrap_or_else(Verdict::Unknown))
    }
}

/// The program as a system that knows these facts, and as a circuit.
fn blasted(
    task: &Task<'_>,
    known: &[(LocId, TermId)],
) -> Result<(TransitionSystem, Blasted), Reason> {
    let system = TransitionSystem::of(task.blocks, known);
    let blasted =
        Blasted::of(&system).map_err(|error| Reason::unsupported(error.to_string(), None))?;
    Ok((system, blasted))
}

/// One run of the engine.
struct Search<'a> {
    engine: &'a Ic3Bool,
    task: &'a Task<'a>,
    context: &'a Context<'a>,
    facts: &'a Invariant,
    system: TransitionSystem,
    blasted: Blasted,
}

impl<'a> Search<'a> {
    fn new(
        engine: &'a Ic3Bool,
        task: &'a Task<'a>,
        context: &'a Context<'a>,
        facts: &'a Invariant,
        plain: (TransitionSystem, Blasted),
    ) -> Result<Search<'a>, Reason> {
        let known: Vec<(LocId, TermId)> = facts
            .at
            .iter()
            .flat_map(|(location, here)| here.iter().map(|fact| (*location, *fact)))
            .collect();
        let (system, blasted) = if known.is_empty() {
            plain
        } else {
            drop(plain);
            blasted(task, &known)?
        };
        let circuit = &blasted.circuit;
        context
            .counters
            .raise("latches", circuit.latches().len() as u64);
        context
            .counters
            .raise("conjunctions", circuit.count_ands() as u64);
        Ok(Search {
            engine,
            task,
            context,
            facts,
            system,
            blasted,
        })
    }

    fn run(mut self) -> Result<Verdict, Reason> {
        let run = match self.search() {
            Outcome::Safe(proof) => return self.proved(&proof).map(Verdict::Safe),
            Outcome::Unsafe(run) => run,
            Outcome::Unknown(stop) => return Err(self.stopped(&stop)),
        };
        let (target, verdict) = execute(self.task, &self.blasted, &run)?;
        let NodeKind::Unsupported(construct) = target else {
            return Ok(verdict);
        };
        // `safe` is excluded; there may still be an error.
        let unsupported = Context::unsupported(self.task.program, construct);
        self.blasted.circuit.bad = vec![self.blasted.error];
        match self.search() {
            Outcome::Unsafe(run) => Ok(execute(self.task, &self.blasted, &run)?.1),
            Outcome::Unknown(_) if self.context.budget.cancel.is_cancelled() => {
                Err(Reason::Cancelled)
            }
            Outcome::Safe(_) | Outcome::Unknown(_) => Err(unsupported),
        }
    }

    fn search(&self) -> Outcome {
        let name = self.engine.name();
        self.context.observer.event(&Event::new(name, 0, ACTIVITY));
        let (circuit, budget) = (&self.blasted.circuit, &self.context.budget);
        let (outcome, counters) = check(circuit, 0, &self.engine.search, budget);
        let counted = &self.context.counters;
        counted.add("SAT queries", counters.queries);
        counted.add("clauses learnt", counters.lemmas);
        counted.add("obligations", counters.obligations);
        counted.raise("frames", counters.frames.into());
        outcome
    }

    fn stopped(&self, stop: &Stop) -> Reason {
        match stop {
            Stop::Time => self.context.stop(Cause::Timeout, ACTIVITY),
            Stop::Bound(steps) => Reason::Bound(Limit::Unrolling(*steps)),
        }
    }

    /// The clauses with the facts under which they are inductive.
    fn proved(&self, proof: &invar_bitlevel::Proof) -> Result<Proof, Reason> {
        if proof.k != 1 {
            let message = "a proof by more than one step is no invariant";
            return Err(Reason::Internal(message.into()));
        }
        let graph = self.task.blocks;
        let mut invariant = Invariant::default();
        for (location, fact) in facts_at_heads(&self.system, &self.blasted, &proof.clauses) {
            invariant.add(location, fact);
        }
        let heads = graph.heads();
        let heads: Vec<LocId> = heads.filter(|h| graph.node(*h).can_reach_target).collect();
        for head in &heads {
            for fact in self.facts.facts(*head) {
                invariant.add(*head, *fact);
            }
        }
        Ok(Proof::Inductive { heads, invariant })
    }
}
