//! On which reads errors depend: backwards from an error to the last loop head.

use super::index::{Arrays, Counting};
use crate::uses::term_of;
use invar_cfa::{CutPoints, EdgeId, LocationKind, Operation, Program};
use invar_term::{Op, TermId};
use std::collections::{BTreeMap, BTreeSet};

/// Universals of one kind.
pub(super) const MAX_UNIVERSALS: usize = 3;

/// What a universal counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Kind {
    /// Elements.
    Elements,
    /// Indices of this many bits, unchanged.
    Raw(u32),
}

/// The name of a universal: one of those of its kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Name {
    pub(super) kind: Kind,
    pub(super) number: usize,
}

/// A read on which an error depends: its edge, the universal that is to be its index, the index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Watched {
    pub(super) edge: EdgeId,
    pub(super) universal: Name,
    pub(super) value: TermId,
}

/// For each edge into an error, the reads it depends on.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    pub(super) errors: BTreeMap<EdgeId, Vec<Watched>>,
}

impl Plan {
    /// The reads of all errors, by their edge.
    pub(super) fn watched_by_edge(&self) -> BTreeMap<EdgeId, Vec<Watched>> {
        let mut found: BTreeMap<EdgeId, Vec<Watched>> = BTreeMap::new();
        for watched in self.errors.values().flatten() {
            found.entry(watched.edge).or_default().push(*watched);
        }
        found
    }

    /// The universals, in order.
    pub(super) fn universals(&self) -> Vec<Name> {
        let all = self.errors.values().flatten().map(|w| w.universal);
        let all: BTreeSet<Name> = all.collect();
        all.into_iter().collect()
    }
}

/// The reads on which errors depend; nothing if there are none.
pub(super) fn watched(program: &Program, arrays: &Arrays) -> Option<Plan> {
    let cfa = program.entry_cfa();
    let cuts = CutPoints::of(cfa);
    let mut plan = Plan::default();
    for id in cfa.edge_ids() {
        let to = cfa.edge(id).to;
        if matches!(cfa.location(to).kind, LocationKind::Error(_)) {
            plan.errors
                .insert(id, reads_before(program, arrays, &cuts, id));
        }
    }
    let any = plan.errors.values().any(|reads| !reads.is_empty());
    any.then_some(plan)
}

/// The reads that decide whether an edge is taken, on all paths from the last loop heads: first
/// those whose values it depends on, then those of the conditions on the paths.
fn reads_before(
    program: &Program,
    arrays: &Arrays,
    cuts: &CutPoints,
    error: EdgeId,
) -> Vec<Watched> {
    let cfa = program.entry_cfa();
    let terms = &program.terms;
    let mut needed: BTreeSet<TermId> = BTreeSet::new();
    let mut values: Vec<(EdgeId, TermId)> = Vec::new();
    let mut conditions: Vec<(EdgeId, TermId)> = Vec::new();
    let mut seen = BTreeSet::new();
    let mut open = vec![(error, true)];
    while let Some((id, first)) = open.pop() {
        if !seen.insert(id) {
            continue;
        }
        let edge = cfa.edge(id);
        let decides = match &edge.operation {
            Operation::Assign { target, .. } => needed.contains(&program.symbol(*target)),
            Operation::Assume { .. } => first || values.is_empty(),
            _ => false,
        };
        let controls = matches!(edge.operation, Operation::Assume { .. });
        if let Some(term) = term_of(&edge.operation)
            && (decides || controls)
        {
            let reads = terms.postorder(&[term]).into_iter();
            let reads = reads.filter(|t| *terms.op(*t) == Op::Select);
            let into = if decides {
                &mut values
            } else {
                &mut conditions
            };
            into.extend(reads.map(|read| (id, read)));
            if decides {
                let symbols = terms.symbols_of(&[term]);
                needed.extend(symbols.iter().map(|s| terms.symbol_term(*s)));
            }
        }
        if !cuts.is_loop_head(edge.from) {
            open.extend(cfa.incoming(edge.from).map(|(before, _)| (before, false)));
        }
    }
    assigned(program, arrays, values.into_iter().chain(conditions))
}

/// Gives different indices different universals, as long as there are some.
fn assigned(
    program: &Program,
    arrays: &Arrays,
    reads: impl Iterator<Item = (EdgeId, TermId)>,
) -> Vec<Watched> {
    let cfa = program.entry_cfa();
    let terms = &program.terms;
    let mut used: BTreeMap<Kind, Vec<TermId>> = BTreeMap::new();
    let mut found: Vec<Watched> = Vec::new();
    for (edge, read) in reads {
        let args = terms.args(read);
        let from = cfa.edge(edge).from;
        for array in arrays.below(terms, args[0]) {
            let Some(place) = arrays.place(program, from, array, args[1]) else {
                continue;
            };
            // What is always at the same place needs no universal.
            if terms.as_bv(place.number).is_some() {
                continue;
            }
            let kind = match arrays.counting(array) {
                Counting::Elements { .. } => Kind::Elements,
                Counting::Raw => Kind::Raw(terms.width(place.number)),
            };
            let values = used.entry(kind).or_default();
            let number = match values.iter().position(|v| *v == place.number) {
                Some(number) => number,
                None if values.len() < MAX_UNIVERSALS => {
                    values.push(place.number);
                    values.len() - 1
                }
                None => continue,
            };
            let watched = Watched {
                edge,
                universal: Name { kind, number },
                value: place.number,
            };
            if !found.contains(&watched) {
                found.push(watched);
            }
        }
    }
    found
}
