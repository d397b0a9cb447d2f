//! What the program text mentions: constants, comparisons, sums that are compared, divisors and
//! increments, variables that occur together.

use super::equation::number;
use crate::Task;
use crate::shared::linear::Constraint;
use invar_cfa::VarId;
use invar_encode::BlockGraph;
use invar_term::{BvValue, FpOp, IBig, Op, RBig, Sort, TermId, TermStore, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Constants per sort.
const MAX_CONSTANTS: usize = 12;
/// Comparisons taken from guards.
const MAX_ATOMS: usize = 80;
/// Sums that are compared.
const MAX_SUMS: usize = 40;
/// Moduli of congruences.
const MAX_MODULI: usize = 4;
/// Largest modulus.
const LARGEST_MODULUS: i128 = 1000;

/// A sum of variables, all of sort integer or all of sort real.
pub(super) type Sum = Vec<(VarId, RBig)>;

/// What the relevant part of the program mentions.
pub(super) struct Vocabulary {
    /// Every term of its guards and updates, parts first.
    pub subterms: Vec<TermId>,
    /// Constants that the program compares with, their neighbours, zero, one and others; by sort.
    pub constants: BTreeMap<Sort, Vec<Value>>,
    /// Comparisons over variables only.
    pub atoms: Vec<TermId>,
    /// Sums of several variables that are compared with a constant.
    pub sums: Vec<Sum>,
    /// Two, divisors, increments.
    pub moduli: Vec<i128>,
    /// Variables that occur together in a comparison or an update.
    pub groups: Vec<BTreeSet<VarId>>,
}

impl Vocabulary {
    pub(super) fn of(task: &Task<'_>) -> Vocabulary {
        let graph = task.blocks;
        let terms = &*graph.terms;
        let mut roots = Vec::new();
        let mut groups = BTreeSet::new();
        for id in graph
            .nodes()
            .iter()
            .filter(|n| n.can_reach_target)
            .flat_map(|n| &n.outgoing)
        {
            let block = graph.block(*id);
            roots.push(block.guard);
            for (variable, term) in &block.updates {
                roots.push(*term);
                let mut group = variables_of(graph, *term);
                group.insert(*variable);
                groups.insert(group);
            }
        }
        let subterms = terms.postorder(&roots);
        let comparisons = subterms.iter().filter(|t| is_comparison(terms.op(**t)));
        let state = comparisons.filter(|t| is_state(graph, **t));
        let atoms: Vec<TermId> = state.copied().take(MAX_ATOMS).collect();
        groups.extend(atoms.iter().map(|atom| variables_of(graph, *atom)));
        Vocabulary {
            constants: constants(terms, &subterms),
            sums: sums(graph, &atoms),
            moduli: moduli(terms, &subterms),
            groups: groups.into_iter().filter(|group| group.len() > 1).collect(),
            atoms,
            subterms,
        }
    }

    /// The constants of a sort.
    pub(super) fn constants(&self, sort: &Sort) -> &[Value] {
        self.constants.get(sort).map_or(&[], Vec::as_slice)
    }
}

fn variables_of(graph: &BlockGraph, term: TermId) -> BTreeSet<VarId> {
    let symbols = graph.terms.symbols_of(&[term]);
    symbols
        .into_iter()
        .filter_map(|s| graph.variable(s))
        .collect()
}

/// Whether a term mentions variables only, no inputs.
fn is_state(graph: &BlockGraph, term: TermId) -> bool {
    let symbols = graph.terms.symbols_of(&[term]);
    symbols.into_iter().all(|s| graph.variable(s).is_some())
}

fn is_comparison(op: &Op) -> bool {
    matches!(
        op,
        Op::Eq
            | Op::BvUlt
            | Op::BvUle
            | Op::BvSlt
            | Op::BvSle
            | Op::Lt
            | Op::Le
            | Op::Fp(FpOp::Eq | FpOp::Lt | FpOp::Le)
    )
}

/// Compared constants with their neighbours come first, small ones before large ones: the large
/// ones are ends of ranges.
fn constants(terms: &TermStore, subterms: &[TermId]) -> BTreeMap<Sort, Vec<Value>> {
    let mut compared: BTreeMap<Sort, BTreeSet<Rank>> = BTreeMap::new();
    let mut others = compared.clone();
    for term in subterms {
        if is_comparison(terms.op(*term)) {
            for value in terms
                .args(*term)
                .iter()
                .filter_map(|a| terms.as_constant(*a))
            {
                let near = [-1, 0, 1].map(|by| shifted(&value, by));
                let here = compared.entry(value.sort()).or_default();
                here.extend(near.into_iter().flatten().map(rank));
            }
        } else if let Some(value) = terms.as_constant(*term) {
            others.entry(value.sort()).or_default().insert(rank(value));
        }
    }
    let sorts: BTreeSet<Sort> = compared.keys().chain(others.keys()).cloned().collect();
    let mut ranked = BTreeMap::new();
    for sort in sorts {
        let Some(zero) = Value::zero(&sort) else {
            continue;
        };
        let first = [0, 1].map(|by| shifted(&zero, by)).into_iter().flatten();
        let of_sort = |of: &BTreeMap<Sort, BTreeSet<Rank>>| {
            let values = of.get(&sort).into_iter().flatten();
            values.map(|(_, value)| value.clone()).collect::<Vec<_>>()
        };
        let mut seen = BTreeSet::new();
        let all = first.chain(of_sort(&compared)).chain(of_sort(&others));
        let distinct = all.filter(|v| seen.insert(v.clone()));
        ranked.insert(sort, distinct.take(MAX_CONSTANTS).collect());
    }
    ranked
}

/// A value with its distance from zero before it.
type Rank = (RBig, Value);

fn rank(value: Value) -> Rank {
    let number = number(&value).unwrap_or_default();
    let distance = if number < RBig::ZERO { -number } else { number };
    (distance, value)
}

/// A number plus a small one.
fn shifted(value: &Value, by: i8) -> Option<Value> {
    Some(match value {
        Value::Bv(bits) => {
            let sum = bits.unsigned().wrapping_add_signed(i128::from(by));
            Value::Bv(BvValue::new(bits.width(), sum))
        }
        Value::Int(number) => Value::Int(number + IBig::from(by)),
        Value::Real(number) => Value::Real(number + RBig::from(by)),
        _ => return None,
    })
}

/// The compared sums of variables, with coprime coefficients and a positive first one.
fn sums(graph: &BlockGraph, atoms: &[TermId]) -> Vec<Sum> {
    let mut seen = BTreeSet::new();
    let mut sums = Vec::new();
    for atom in atoms {
        let Some(constraint) = Constraint::of(&graph.terms, *atom) else {
            continue;
        };
        let parts = constraint.expression.terms.into_iter();
        let variable = |(term, coefficient)| {
            let symbol = graph.terms.as_symbol(term)?;
            Some((graph.variable(symbol)?, coefficient))
        };
        let Some(mut sum) = parts.map(variable).collect::<Option<Sum>>() else {
            continue;
        };
        sum.sort_unstable();
        if sum.first().is_some_and(|(_, c)| *c < RBig::ZERO) {
            sum.iter_mut().for_each(|(_, c)| *c = -c.clone());
        }
        if sum.len() > 1 && seen.insert(sum.clone()) {
            sums.push(sum);
        }
    }
    sums.truncate(MAX_SUMS);
    sums
}

fn moduli(terms: &TermStore, subterms: &[TermId]) -> Vec<i128> {
    let mut found = BTreeSet::from([2]);
    let small = |term: TermId| {
        let number = number(&terms.as_constant(term)?)?;
        let whole = i128::try_from(number.floor()).ok()?.checked_abs()?;
        (2..=LARGEST_MODULUS).contains(&whole).then_some(whole)
    };
    for term in subterms {
        let args = terms.args(*term);
        match terms.op(*term) {
            Op::Add | Op::BvAdd => found.extend(args.iter().filter_map(|a| small(*a))),
            Op::IntMod | Op::IntDiv | Op::BvUrem | Op::BvSrem | Op::BvUdiv | Op::BvSdiv => {
                found.extend(small(args[1]));
            }
            _ => {}
        }
    }
    found.into_iter().take(MAX_MODULI).collect()
}
