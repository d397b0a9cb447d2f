//! The lemmas of an inductive invariant that the proof needs.
//!
//! Starting with what excludes the targets, each lemma adds those in the unsat core of its own
//! consecution query. The result is inductive: every lemma in it follows from lemmas in it. Readers
//! and the certifier have less to check.

use super::facts::known_facts;
use super::solvers::Solvers;
use super::system::{PlaceId, StepId, System};
use crate::{Context, Task};
use invar_term::TermId;
use invar_verdict::Invariant;
use std::collections::{BTreeMap, BTreeSet};

type Lemmas = BTreeMap<PlaceId, Vec<TermId>>;

/// The part of an inductive invariant that a proof about the task's program needs; all of it where
/// the solver does not say, or where it is not inductive after all.
pub fn needed_facts(task: &Task<'_>, context: &Context<'_>, invariant: &Invariant) -> Invariant {
    let system = System::of_blocks(task.blocks);
    let kept = needed(&system, context, known_facts(&system, invariant));
    system.invariant(&kept)
}

/// The part of the invariant that is needed; all of it where a query is not answered.
pub(crate) fn needed(system: &System, context: &Context<'_>, invariant: Lemmas) -> Lemmas {
    let mut solvers = Solvers::new(system, context, BTreeMap::new());
    let mut needed: BTreeSet<(PlaceId, TermId)> = BTreeSet::new();
    let mut work: Vec<(PlaceId, Option<TermId>)> =
        system.targets().map(|target| (target, None)).collect();
    while let Some((place, lemma)) = work.pop() {
        for step in &system.place(place).incoming {
            let Some(core) = premises(system, &mut solvers, &invariant, *step, lemma) else {
                return invariant;
            };
            let from = system.step(*step).from;
            for premise in core {
                if needed.insert((from, premise)) {
                    work.push((from, Some(premise)));
                }
            }
        }
    }
    let mut kept = Lemmas::new();
    for place in invariant.keys() {
        kept.entry(*place).or_default();
    }
    for (place, lemmas) in &invariant {
        let here = lemmas.iter().filter(|l| needed.contains(&(*place, **l)));
        kept.entry(*place).or_default().extend(here);
    }
    kept
}

/// The lemmas at the start of a step from which the lemma after it, or that the step cannot
/// be taken, follows.
fn premises(
    system: &System,
    solvers: &mut Solvers<'_>,
    invariant: &Lemmas,
    step: StepId,
    lemma: Option<TermId>,
) -> Option<Vec<TermId>> {
    let terms = &system.terms;
    let body = system.step(step);
    let lemmas = invariant.get(&body.from).map_or(&[][..], Vec::as_slice);
    let negated = body.breaking(terms, lemma);
    solvers.premises(body.from, lemmas, &negated)
}
