//! Evidence about the prepared program as evidence about the inlined one.

use invar_cfa::{LocId, VarId};
use invar_encode::{BlockGraph, Translated};
use invar_passes::{Cells, Prepared, Sight};
use invar_term::TermId;
use invar_verdict::{Choice, Instance, Invariant, Proof, Support, Trace};
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

/// A proof about the prepared program as one about the inlined program.
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
        Proof::Quantified {
            heads,
            invariant,
            universals,
            instances,
        } => Proof::Quantified {
            heads: heads_of(heads),
            invariant: invariant_of(invariant),
            universals,
            instances: instances_back(prepared, &instances),
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

/// Where facts about all objects are used, on the inlined program; what it has no edge for is left out.
fn instances_back(prepared: &Prepared, instances: &[Instance]) -> Vec<Instance> {
    let back = |instance: &Instance| {
        let values = instance.values.iter().map(|(edge, symbol, value)| {
            let edge = prepared.back.edge(*edge)?;
            Some((edge, *symbol, meant_by(prepared, *value)))
        });
        Some(Instance {
            values: values.collect::<Option<_>>()?,
        })
    };
    instances.iter().filter_map(back).collect()
}

/// A proof about cells, at the locations of the inlined program, as one about arrays for all values
/// of the universals; `None` if it has another form than that.
pub fn quantified(cells: &Cells, instances: &[Instance], proof: Proof) -> Option<Proof> {
    let Proof::Inductive { heads, invariant } = proof else {
        return None;
    };
    Some(Proof::Quantified {
        heads,
        invariant: meant(cells, &invariant),
        universals: cells.universals.iter().map(|u| u.symbol).collect(),
        instances: instances.to_vec(),
    })
}

/// Facts about cells as facts about arrays; what only the abstraction knows is left out.
fn meant(cells: &Cells, invariant: &Invariant) -> Invariant {
    let mut facts = Invariant::default();
    for (location, here) in &invariant.at {
        for fact in here.iter().filter_map(|fact| cells.fact_back(*fact)) {
            facts.add(*location, fact);
        }
    }
    facts
}

/// Where the reads are in the inlined program on which violations depend.
pub fn instances(prepared: &Prepared, cells: &Cells) -> Vec<Instance> {
    let instance = |sights: &Vec<Sight>| {
        let values = sights.iter().filter_map(|sight| {
            let edge = prepared.back.edge(sight.edge)?;
            Some((edge, sight.universal, sight.value))
        });
        Instance {
            values: values.collect(),
        }
    };
    cells.sights.iter().map(instance).collect()
}

/// Facts about the prepared program as facts about the inlined program.
pub fn invariant_back(prepared: &Prepared, invariant: Invariant) -> Invariant {
    let mut mapped = Invariant::default();
    for (location, facts) in invariant.at {
        let location = prepared.back.location(location);
        for fact in facts {
            mapped.add(location, meant_by(prepared, fact));
        }
    }
    mapped
}

/// A term about the prepared program as one about the inlined program.
fn meant_by(prepared: &Prepared, term: TermId) -> TermId {
    prepared.back.meant(&prepared.program.terms, term)
}

/// What the passes found out, on the inlined program.
pub fn support(prepared: &Prepared) -> Support {
    let mut facts = Invariant::default();
    for (location, fact) in prepared.back.facts() {
        facts.add(*location, meant_by(prepared, *fact));
    }
    Support {
        facts,
        infeasible: prepared.back.infeasible().to_vec(),
    }
}
