//! From a complete tree to an invariant, and from an unwinding to a verdict.
//!
//! The invariant of a place is the disjunction of the labels of its open nodes: a step from an
//! open node leads to a child, which is open itself or implies the label of an open node. So that
//! a certifier and a reader can take it apart, the disjunction is given as formulas that hold in
//! every disjunct, and a disjunction of what is left.

use super::art::{Art, NodeId};
use super::questions::{Known, Questions};
use super::unwind::{Unwinding, Unwound};
use crate::shared::ic3::{Inputs, PlaceId, Stop, System, executed, needed};
use crate::{Context, EngineError, Task};
use invar_term::TermId;
use invar_verdict::{Invariant, Proof, Reason, Verdict};
use std::collections::BTreeMap;

impl Unwinding<'_> {
    /// Unwinds and states the result over the task's program.
    pub(crate) fn verdict(&mut self, task: &Task<'_>) -> Result<Verdict, EngineError> {
        let found = self.run();
        self.context
            .counters
            .add("nodes at the end", self.art.len() as u64);
        let found = match found {
            Ok(Unwound::Complete) => {
                invariant(self.system, &self.art, &mut self.questions).map(Found::Invariant)
            }
            Ok(Unwound::Path(inputs)) => Ok(Found::Path(inputs)),
            Ok(Unwound::Unsupported(id)) => Err(Stop::Unsupported(id)),
            Err(stop) => Err(stop),
        };
        conclude(task, self.system, self.context, found, self.unsupported())
    }
}

/// What a tree engine finds.
pub(crate) enum Found {
    /// An inductive invariant that excludes the targets: formulas by place.
    Invariant(BTreeMap<PlaceId, Vec<TermId>>),
    /// The inputs of an execution that ends in an error.
    Path(Inputs),
}

/// The verdict about the task's program; `unsupported` is something that is not modelled and can
/// be reached.
pub(crate) fn conclude(
    task: &Task<'_>,
    system: &System,
    context: &Context<'_>,
    found: Result<Found, Stop>,
    unsupported: Option<invar_cfa::UnsupportedId>,
) -> Result<Verdict, EngineError> {
    Ok(match found {
        Ok(Found::Invariant(lemmas)) => {
            Verdict::Safe(proof(task, system, &needed(system, context, lemmas)))
        }
        Ok(Found::Path(inputs)) => executed(task, &inputs),
        Err(Stop::Error(error)) => return Err(error),
        Err(Stop::Unsupported(id)) => Verdict::Unknown(Context::unsupported(task.program, id)),
        Err(Stop::Reason(reason)) => Verdict::Unknown(match unsupported {
            Some(id) if reason != Reason::Cancelled => Context::unsupported(task.program, id),
            _ => reason,
        }),
    })
}

fn proof(task: &Task<'_>, system: &System, lemmas: &BTreeMap<PlaceId, Vec<TermId>>) -> Proof {
    let mut invariant = Invariant::default();
    for (place, facts) in lemmas {
        let location = system.place(*place).location;
        let location = location.expect("every inner place of blocks is a cut point");
        facts.iter().for_each(|fact| invariant.add(location, *fact));
    }
    let heads = task.blocks.heads();
    let counts = |head: &_| task.blocks.node(*head).can_reach_target;
    Proof::Inductive {
        heads: heads.filter(counts).collect(),
        invariant,
    }
}

/// The invariant of a complete tree, by place.
///
/// # Errors
/// If a solver cannot be used.
pub(crate) fn invariant(
    system: &System,
    art: &Art,
    questions: &mut Questions<'_>,
) -> Result<BTreeMap<PlaceId, Vec<TermId>>, Stop> {
    let mut invariant = BTreeMap::new();
    for place in system.inner() {
        let mut formulas = questions.facts(place).to_vec();
        let open = art.open_at(&system.terms, place);
        formulas.extend(united(system, art, questions, place, &open)?);
        invariant.insert(place, formulas);
    }
    Ok(invariant)
}

/// The disjunction of the labels of some nodes, as a conjunction.
fn united(
    system: &System,
    art: &Art,
    questions: &mut Questions<'_>,
    place: PlaceId,
    nodes: &[NodeId],
) -> Result<Vec<TermId>, Stop> {
    let terms = &system.terms;
    let labels = maximal(art, questions, place, nodes)?;
    match labels.as_slice() {
        [] => return Ok(vec![terms.fls()]),
        [label] => return Ok(label.clone()),
        _ => {}
    }
    let mut common: Vec<TermId> = Vec::new();
    for formula in labels.iter().flatten() {
        let mut holds = !common.contains(formula);
        for label in &labels {
            holds = holds && questions.implies(place, label, &[*formula])? == Known::Yes;
        }
        if holds {
            common.push(*formula);
        }
    }
    let rest: Vec<TermId> = labels
        .iter()
        .map(|label| {
            let own: Vec<TermId> = label
                .iter()
                .copied()
                .filter(|f| !common.contains(f))
                .collect();
            terms.and(&own)
        })
        .collect();
    let rest = terms.or(&rest);
    if !terms.is_true(rest) && questions.implies(place, &common, &[rest])? == Known::No {
        common.push(rest);
    }
    Ok(common)
}

/// The labels that imply no other one, each once.
fn maximal(
    art: &Art,
    questions: &mut Questions<'_>,
    place: PlaceId,
    nodes: &[NodeId],
) -> Result<Vec<Vec<TermId>>, Stop> {
    let mut kept: Vec<&[TermId]> = Vec::new();
    for node in nodes {
        let label = art.node(*node).label.as_slice();
        let mut implied = Known::No;
        for other in &kept {
            if implied == Known::No {
                implied = questions.implies(place, label, other)?;
            }
        }
        if implied == Known::Yes {
            continue;
        }
        let mut weaker = Vec::new();
        for other in kept {
            if questions.implies(place, other, label)? == Known::No {
                weaker.push(other);
            }
        }
        weaker.push(label);
        kept = weaker;
    }
    Ok(kept.into_iter().map(<[TermId]>::to_vec).collect())
}
