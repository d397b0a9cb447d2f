//! What kind of program it is: cheap features of the blocks that are left after slicing.
//!
//! Only what can reach a target counts. Looking costs one walk over the terms.

use invar_cfa::{LocId, Program};
use invar_encode::BlockGraph;
use invar_term::{Op, Sort, TermId, TermStore};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// More loop heads than this are many.
const MANY_LOOPS: usize = 4;
/// More inputs than this are many.
const MANY_INPUTS: usize = 10;
/// Operations on single bits from which on they are many.
const MANY_BITS: usize = 40;
/// Operations from which on a program is large.
const LARGE: usize = 2_000;
/// Operations from which on a program is huge.
const HUGE: usize = 20_000;

/// Something that decides which engine is likely to solve a program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Feature {
    /// There is a loop.
    Loops,
    /// A loop can be left and reached again inside another one.
    Nested,
    /// There are more than a few loops.
    ManyLoops,
    /// Variables are multiplied with each other.
    Nonlinear,
    /// Something is divided.
    Division,
    /// Single bits matter: masks, exclusive or, shifts by what is not constant.
    Bits,
    /// There are many such operations: the program is more of a circuit than of a computation with
    /// numbers.
    ManyBits,
    /// There are arrays, or memory that is modelled by one.
    Arrays,
    /// There are floating-point numbers.
    Floats,
    /// Values come from outside at more than a few places.
    ManyInputs,
    /// There are many operations.
    Large,
    /// There are very many.
    Huge,
}

impl Feature {
    fn name(self) -> &'static str {
        match self {
            Feature::Loops => "loops",
            Feature::Nested => "nested",
            Feature::ManyLoops => "many-loops",
            Feature::Nonlinear => "nonlinear",
            Feature::Division => "division",
            Feature::Bits => "bits",
            Feature::ManyBits => "many-bits",
            Feature::Arrays => "arrays",
            Feature::Floats => "floats",
            Feature::ManyInputs => "many-inputs",
            Feature::Large => "large",
            Feature::Huge => "huge",
        }
    }
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The features of a program.
pub(crate) fn features(program: &Program, blocks: &BlockGraph) -> BTreeSet<Feature> {
    let mut found = BTreeSet::new();
    let heads: Vec<LocId> = blocks
        .heads()
        .filter(|head| blocks.node(*head).can_reach_target)
        .collect();
    let mut add = |feature, holds| {
        if holds {
            found.insert(feature);
        }
    };
    add(Feature::Loops, !heads.is_empty());
    add(Feature::ManyLoops, heads.len() > MANY_LOOPS);
    add(Feature::Nested, are_nested(blocks, &heads));
    let relevant = || blocks.nodes().iter().filter(|n| n.can_reach_target);
    let inputs: usize = relevant().map(|node| node.inputs.len()).sum();
    add(Feature::ManyInputs, inputs > MANY_INPUTS);
    let read: BTreeSet<_> = relevant().flat_map(|n| n.reads.iter().copied()).collect();
    for variable in read {
        match program.sort(variable) {
            Sort::Array(_) => add(Feature::Arrays, true),
            Sort::Float { .. } => add(Feature::Floats, true),
            _ => {}
        }
    }
    let terms = &*blocks.terms;
    let mut roots = Vec::new();
    for id in relevant().flat_map(|node| &node.outgoing) {
        let block = blocks.block(*id);
        roots.push(block.guard);
        roots.extend(block.updates.iter().map(|(_, term)| *term));
    }
    let all = terms.postorder(&roots);
    add(Feature::Large, all.len() >= LARGE);
    add(Feature::Huge, all.len() >= HUGE);
    let mut bits = 0;
    for term in all {
        if let Some(feature) = feature_of(terms, term) {
            bits += usize::from(feature == Feature::Bits);
            add(feature, true);
        }
    }
    add(Feature::ManyBits, bits >= MANY_BITS);
    found
}

/// What an operation says about its program.
fn feature_of(terms: &TermStore, term: TermId) -> Option<Feature> {
    let arguments = terms.args(term);
    let is_constant = |at: usize| terms.as_bv(arguments[at]).is_some();
    match terms.op(term) {
        Op::BvMul if !is_constant(0) && !is_constant(1) => Some(Feature::Nonlinear),
        Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem => Some(Feature::Division),
        Op::IntDiv | Op::IntMod => Some(Feature::Division),
        Op::BvAnd | Op::BvOr | Op::BvXor => Some(Feature::Bits),
        Op::BvShl | Op::BvLshr | Op::BvAshr if !is_constant(1) => Some(Feature::Bits),
        Op::Select | Op::Store => Some(Feature::Arrays),
        Op::Fp(_) | Op::FpConst(_) => Some(Feature::Floats),
        _ => None,
    }
}

/// Whether some loop head lies on a cycle with another one.
fn are_nested(blocks: &BlockGraph, heads: &[LocId]) -> bool {
    let mut reached: BTreeMap<LocId, BTreeSet<LocId>> = BTreeMap::new();
    for head in heads {
        let mut open = vec![*head];
        let seen = reached.entry(*head).or_default();
        while let Some(at) = open.pop() {
            for block in &blocks.node(at).outgoing {
                let to = blocks.block(*block).to;
                if seen.insert(to) {
                    open.push(to);
                }
            }
        }
    }
    let meets = |a: &LocId, b: &LocId| reached[a].contains(b) && reached[b].contains(a);
    heads
        .iter()
        .enumerate()
        .any(|(i, a)| heads[i + 1..].iter().any(|b| meets(a, b)))
}
