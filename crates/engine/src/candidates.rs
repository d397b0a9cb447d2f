//! Guesses for facts at loop heads, read off the program text. A heuristic from end to end:
//! [`crate::houdini()`] keeps what is inductive.
//!
//! For every relevant loop head: bounds and disequalities of each variable against the constants
//! the program compares with, orders between pairs of variables, parities, and the comparisons
//! that guard blocks, as they are and negated.

use crate::Task;
use crate::houdini::Candidates;
use invar_cfa::{Program, VarId};
use invar_term::{BvValue, FpOp, Op, TermId, TermStore};
use std::collections::{BTreeMap, BTreeSet};

/// Constants per width.
const MOST_CONSTANTS: usize = 12;
/// Variables that are compared with constants.
const MOST_VARIABLES: usize = 60;
/// Variables that are compared with one another.
const MOST_PAIRED: usize = 20;
/// Comparisons taken from guards.
const MOST_ATOMS: usize = 80;

/// Guesses for every loop head from which a target can be reached.
pub fn candidates(task: &Task<'_>) -> Candidates {
    let graph = task.blocks;
    let terms = &*graph.terms;
    let relevant = || graph.nodes().iter().filter(|n| n.can_reach_target);
    let variables: BTreeSet<VarId> = relevant().flat_map(|n| n.reads.iter().copied()).collect();
    let variables: Vec<VarId> = variables
        .into_iter()
        .filter(|v| task.program.sort(*v).width().is_some())
        .take(MOST_VARIABLES)
        .collect();
    let mut roots = Vec::new();
    for id in relevant().flat_map(|n| &n.outgoing) {
        let block = graph.block(*id);
        roots.push(block.guard);
        roots.extend(block.updates.iter().map(|(_, term)| *term));
    }
    let subterms = terms.postorder(&roots);
    let constants = compared_constants(terms, &subterms);
    let mut guesses = BTreeSet::new();
    for variable in &variables {
        single(task.program, *variable, &constants, &mut guesses);
    }
    for (index, a) in variables.iter().take(MOST_PAIRED).enumerate() {
        for b in variables.iter().take(MOST_PAIRED).skip(index + 1) {
            pair(task.program, *a, *b, &mut guesses);
        }
    }
    let is_state = |atom: &TermId| {
        terms
            .symbols_of(&[*atom])
            .into_iter()
            .all(|symbol| graph.variable(symbol).is_some())
    };
    let atoms: Vec<TermId> = subterms
        .iter()
        .copied()
        .filter(|t| is_comparison(terms.op(*t)))
        .filter(is_state)
        .take(MOST_ATOMS)
        .collect();
    guesses.extend(atoms.iter().flat_map(|atom| [*atom, terms.not(*atom)]));
    guesses.retain(|guess| terms.as_constant(*guess).is_none());
    let guesses: Vec<TermId> = guesses.into_iter().collect();
    let heads = graph
        .heads()
        .filter(|head| graph.node(*head).can_reach_target);
    // Facts must hold on the source program, where dead variables hold other values.
    let live = graph.live();
    let speaks_of_live = |head, guess: &TermId| {
        let mut symbols = terms.symbols_of(&[*guess]).into_iter();
        symbols.all(|s| graph.variable(s).is_some_and(|v| live[&head].contains(&v)))
    };
    heads
        .map(|head| {
            let here = guesses.iter().copied().filter(|g| speaks_of_live(head, g));
            (head, here.collect())
        })
        .collect()
}

fn is_comparison(op: &Op) -> bool {
    matches!(
        op,
        Op::Eq
            | Op::BvUlt
            | Op::BvUle
            | Op::BvSlt
            | Op::BvSle
            | Op::Fp(FpOp::Eq | FpOp::Lt | FpOp::Le)
    )
}

/// Constants that the program compares something with, their neighbours, zero and one; by width.
fn compared_constants(terms: &TermStore, subterms: &[TermId]) -> BTreeMap<u32, Vec<BvValue>> {
    let mut found: BTreeMap<u32, BTreeSet<u128>> = BTreeMap::new();
    for term in subterms {
        let value = terms.as_bv(*term);
        if let Some(value) = value {
            found
                .entry(value.width())
                .or_default()
                .insert(value.unsigned());
        }
    }
    let mut ranked = BTreeMap::new();
    for (width, all) in found {
        let mut first: Vec<u128> = vec![0, 1];
        for term in subterms.iter().filter(|t| is_comparison(terms.op(**t))) {
            for value in terms.args(*term).iter().filter_map(|a| terms.as_bv(*a)) {
                if value.width() == width {
                    let k = value.unsigned();
                    first.extend([k, k.wrapping_sub(1), k.wrapping_add(1)]);
                }
            }
        }
        first.extend(all);
        let mut seen = BTreeSet::new();
        let values = first.into_iter().map(|bits| BvValue::new(width, bits));
        ranked.insert(
            width,
            values
                .filter(|v| seen.insert(*v))
                .take(MOST_CONSTANTS)
                .collect(),
        );
    }
    ranked
}

fn single(
    program: &Program,
    variable: VarId,
    constants: &BTreeMap<u32, Vec<BvValue>>,
    guesses: &mut BTreeSet<TermId>,
) {
    let terms = &program.terms;
    let x = program.symbol(variable);
    let width = terms.width(x);
    for constant in constants.get(&width).map_or(&[][..], Vec::as_slice) {
        let k = terms.bv(width, constant.unsigned());
        guesses.extend([
            at_most(program, variable, x, k),
            at_most(program, variable, k, x),
        ]);
        guesses.insert(terms.ne(x, k));
    }
    let bit = terms.extract(0, 0, x);
    guesses.extend([0, 1].map(|parity| terms.eq(bit, terms.bv(1, parity))));
}

fn pair(program: &Program, a: VarId, b: VarId, guesses: &mut BTreeSet<TermId>) {
    let (x, y) = (program.symbol(a), program.symbol(b));
    if program.sort(a) != program.sort(b) {
        return;
    }
    guesses.extend([at_most(program, a, x, y), at_most(program, a, y, x)]);
    if program.variable(a).integer.signed != program.variable(b).integer.signed {
        guesses.extend([at_most(program, b, x, y), at_most(program, b, y, x)]);
    }
}

/// `x <= y`, read as the bits of `variable` are.
fn at_most(program: &Program, variable: VarId, x: TermId, y: TermId) -> TermId {
    if program.variable(variable).integer.signed {
        program.terms.bv_sle(x, y)
    } else {
        program.terms.bv_ule(x, y)
    }
}
