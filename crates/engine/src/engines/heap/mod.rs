//! `heap`: facts about all objects on the heap, of which Houdini keeps the inductive ones.
//!
//! Background: Houdini (Flanagan & Leino 2001) over candidates with universally quantified variables (Flanagan & Qadeer,
//! *Predicate Abstraction for Software Verification*, POPL 2002). A list of any length needs no notion of a list here: that the
//! links of all live objects lead to live objects or are null, that no two links lead to one object, or that no object lies
//! between the ends of a link, is true of each object alone or of each pair, and inductive. The proof is
//! [`Proof::Quantified`], which is certified without quantifiers.
//!
//! Deviations: premises are used for the objects that a block names (`universal`), not for all; conclusions are shown for
//! symbols of which nothing is known, as Flanagan & Qadeer do.
//!
//! Limitations: it finds no errors. Links must lead to the first byte of an object. What holds of a list only as a whole
//! (its length, the sum of its elements, that it has no cycle) is no fact about pairs of objects and not found.
//!
//! Reading order: here, `shape` (what the program says about its heap), `candidates`, `sampled` (those that executions do not
//! refute), `needed` (the part of the facts that the proof needs), `instances` (where the certifier has to use them).

mod candidates;
mod instances;
mod needed;
mod sampled;
mod shape;

use super::houdini::{Targets, given, targets_for_all};
use crate::shared::houdini::keep_inductive_for_all;
use crate::{Context, Engine, EngineError, Event, Queries, Task};
use invar_solver::Cause;
use invar_verdict::{Limit, Proof, Reason, Verdict};
use shape::Shape;

/// 1/TARGETS_TIME_SHARE of the time is reserved for the queries whether the facts exclude all targets, and which are needed.
const TARGETS_TIME_SHARE: u32 = 4;

/// Sampling takes at most 1/SAMPLE_TIME_SHARE of the time.
const SAMPLE_TIME_SHARE: u32 = 4;

/// Facts about all objects on the heap.
#[derive(Clone, Copy, Debug, Default)]
pub struct Heap;

impl Engine for Heap {
    fn name(&self) -> &'static str {
        "heap"
    }

    fn run(&self, task: &Task<'_>, context: &Context<'_>) -> Result<Verdict, EngineError> {
        context.tell(0, || {
            Event::new(self.name(), 0, "guessing facts about objects")
        });
        let Some(shape) = Shape::of(task) else {
            return Ok(Verdict::Unknown(Reason::Bound(Limit::Facts)));
        };
        let universals = &shape.universals;
        let left = context.budget.remaining();
        let budget = match left {
            Some(left) => context.budget.at_most(left - left / TARGETS_TIME_SHARE),
            None => context.budget.clone(),
        };
        let mut candidates = candidates::candidates(task, &shape);
        let share = budget.at_most(budget.left() / SAMPLE_TIME_SHARE);
        sampled::refute(task, &shape, &mut candidates, &share);
        let tried: usize = candidates.values().map(Vec::len).sum();
        context
            .counters
            .add("facts about objects tried", tried as u64);
        let mut queries = Queries::new(&task.blocks.terms, context)?;
        let mut facts =
            keep_inductive_for_all(task, universals, candidates, &mut queries, &budget, |_| ());
        let kept: usize = facts.at.values().map(Vec::len).sum();
        context.counters.add("facts about objects", kept as u64);
        let found = targets_for_all(task, universals, &facts, &mut queries, &context.budget);
        if found == Targets::Open {
            return Ok(Verdict::Unknown(if context.budget.is_exhausted() {
                context.stop(Cause::Timeout, "guessing facts about objects")
            } else {
                Reason::Bound(Limit::Facts)
            }));
        }
        facts.extend(&given(task));
        let graph = task.blocks;
        let counts = |head: &_| graph.node(*head).can_reach_target;
        Ok(Verdict::Safe(Proof::Quantified {
            heads: graph.heads().filter(counts).collect(),
            invariant: needed::needed(task, universals, facts, &mut queries, &context.budget),
            universals: universals.symbols.clone(),
            instances: instances::instances(task.program, universals),
        }))
    }
}
