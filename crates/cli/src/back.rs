//! Evidence about the prepared program as evidence about the inlined one.

use invar_cfa::{CutPoints, LocId, Program};
use invar_passes::Prepared;
use invar_verdict::{Choice, Invariant, Proof, Support, Trace};

/// Facts of the passes at the loop heads of the prepared program.
pub fn facts_on_prepared(prepared: &Prepared) -> Vec<(LocId, invar_term::TermId)> {
    let cuts = CutPoints::of(prepared.program.entry_cfa());
    let mut facts = Vec::new();
    for head in cuts.points.iter().filter(|l| cuts.is_loop_head(**l)) {
        let source = prepared.back.location(*head);
        for (location, fact) in prepared.back.facts() {
            if *location == source {
                facts.push((*head, *fact));
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

/// A proof about the prepared program as one about the inlined program: locations are mapped.
pub fn proof_back(prepared: &Prepared, proof: Proof) -> Proof {
    let heads_of = |heads: Vec<LocId>| -> Vec<LocId> {
        heads
            .into_iter()
            .map(|head| prepared.back.location(head))
            .collect()
    };
    let invariant_of = |invariant: Invariant| {
        let mut mapped = Invariant::default();
        for (location, facts) in invariant.at {
            let location = prepared.back.location(location);
            facts
                .into_iter()
                .for_each(|fact| mapped.add(location, fact));
        }
        mapped
    };
    match proof {
        Proof::Inductive(invariant) => Proof::Inductive(invariant_of(invariant)),
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

/// What the passes found out, on the inlined program.
pub fn support(source: &Program, prepared: &Prepared) -> Support {
    let cuts = CutPoints::of(source.entry_cfa());
    let mut facts = Invariant::default();
    for (location, fact) in prepared.back.facts() {
        if cuts.is_loop_head(*location) {
            facts.add(*location, *fact);
        }
    }
    Support {
        facts,
        infeasible: prepared.back.infeasible().to_vec(),
    }
}
