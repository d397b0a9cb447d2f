//! Evidence about the prepared program as evidence about the inlined one.

use invar_cfa::{LocId, VarId};
use invar_encode::{BlockGraph, Translated};
use invar_passes::Prepared;
use invar_term::TermId;
use invar_verdict::{Choice, Invariant, Proof, Support, Trace};
use std::collections::{BTreeMap, BTreeSet};

/// Facts of the passes at the loop heads of the prepared program, about variables that are live
/// there. Later passes dropped assignments to the others: in the prepared program those facts may
/// be false, and assuming them would make a search see nothing.
pub fn facts_on_prepared(
    prepared: &Prepared,
    blocks: &BlockGraph,
    live: &BTreeMap<LocId, BTreeSet<VarId>>,
) -> Vec<(LocId, TermId)> {
    let mut facts = Vec::new();
    for head in blocks.heads() {
        let source = prepared.back.location(head);
        for (location, fact) in prepared.back.facts() {
            if *location == source && blocks.speaks_of(*fact, &live[&head]) {
                facts.push((head, *fact));
            }
        }
    }
    facts
}

/// A trace of the prepared program as one of the inlined program.
pub fn trace_back(prepared: &Prepared, trace: Trace) -> Trace {
    let choices = trace
        .choices
        .into_iter()
        .filter_map(|choice| {
            Some(Choice {
                edge: prepared.back.edge(choice.edge)?,
                value: choice.value,
            })
        })
        .collect();
    Trace { choices }
}

/// A trace over another arithmetic as one over bit-vectors; `None` if a value is not of its type.
pub fn trace_to_bits(translated: &Translated, trace: &Trace) -> Option<Trace> {
    let mut choices = Vec::new();
    for choice in &trace.choices {
        let Some(edge) = translated.edge(choice.edge) else {
            continue;
        };
        let value = translated.choice(choice.edge, &choice.value)?;
        choices.push(Choice { edge, value });
    }
    Some(Trace { choices })
}

/// A proof about the prepared program as one about the inlined program: locations are mapped.
pub fn proof_back(prepared: &Prepared, proof: Proof) -> Proof {
    let heads_of = |heads: Vec<LocId>| -> Vec<LocId> {
        heads
            .into_iter()
            .map(|head| prepared.back.location(head))
            .collect()
    };
    let invariant_of = |invariant| invariant_back(prepared, invariant);
    match proof {
        Proof::Inductive { heads, invariant } => Proof::Inductive {
            heads: heads_of(heads),
            invariant: invariant_of(invariant),
        },
        Proof::KInductive { k, heads, facts } => Proof::KInductive {
            k,
            heads: heads_of(heads),
            facts: invariant_of(facts),
        },
        Proof::Exhausted {
            steps,
            heads,
            facts,
        } => Proof::Exhausted {
            steps,
            heads: heads_of(heads),
            facts: invariant_of(facts),
        },
    }
}

/// Facts about the prepared program as facts about the inlined program: locations are mapped.
pub fn invariant_back(prepared: &Prepared, invariant: Invariant) -> Invariant {
    let mut mapped = Invariant::default();
    for (location, facts) in invariant.at {
        let location = prepared.back.location(location);
        facts
            .into_iter()
            .for_each(|fact| mapped.add(location, fact));
    }
    mapped
}

/// What the passes found out, on the inlined program.
pub fn support(prepared: &Prepared) -> Support {
    let mut facts = Invariant::default();
    for (location, fact) in prepared.back.facts() {
        facts.add(*location, *fact);
    }
    Support {
        facts,
        infeasible: prepared.back.infeasible().to_vec(),
    }
}
