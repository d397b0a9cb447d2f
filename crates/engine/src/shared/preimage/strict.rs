//! Numbers that differ become numbers in the order that the model has.

use super::implicant::Values;
use invar_term::{EvalError, Op, Sort, SymbolId, TermId, TermStore, Value};
use rustc_hash::FxHashSet;
use std::cmp::Ordering;

/// The literals, each once, with `a < b` or `b < a` for `not (a = b)` over numbers.
///
/// Bit-vectors are compared as signed numbers unless the symbols in question are compared as
/// unsigned ones elsewhere: a heuristic, both are correct.
pub(super) fn ordered(
    terms: &TermStore,
    literals: Vec<TermId>,
    values: &mut Values<'_>,
) -> Result<Vec<TermId>, EvalError> {
    let mut result = Vec::new();
    let mut seen = FxHashSet::default();
    let mut unsigned: Option<FxHashSet<SymbolId>> = None;
    for literal in &literals {
        let literal = match differing(terms, *literal) {
            None => *literal,
            Some((a, b)) => match (values.eval(a)?, values.eval(b)?) {
                (Value::Int(x), Value::Int(y)) => in_order(terms, Op::Lt, a, b, x.cmp(&y)),
                (Value::Real(x), Value::Real(y)) => in_order(terms, Op::Lt, a, b, x.cmp(&y)),
                (Value::Bv(x), Value::Bv(y)) => {
                    let symbols =
                        unsigned.get_or_insert_with(|| unsigned_symbols(terms, &literals));
                    let parts = terms.symbols_of(&[a, b]);
                    if x.width() == 1 {
                        terms.eq(a, terms.bv_not(b))
                    } else if parts.iter().any(|s| symbols.contains(s)) {
                        in_order(terms, Op::BvUlt, a, b, x.unsigned().cmp(&y.unsigned()))
                    } else {
                        in_order(terms, Op::BvSlt, a, b, x.signed().cmp(&y.signed()))
                    }
                }
                _ => *literal,
            },
        };
        if !terms.is_true(literal) && seen.insert(literal) {
            result.push(literal);
        }
    }
    Ok(result)
}

fn in_order(terms: &TermStore, less: Op, a: TermId, b: TermId, order: Ordering) -> TermId {
    let (low, high) = if order.is_lt() { (a, b) } else { (b, a) };
    terms.app(less, &[low, high])
}

/// The sides of `not (a = b)` over numbers.
pub(super) fn differing(terms: &TermStore, literal: TermId) -> Option<(TermId, TermId)> {
    if *terms.op(literal) != Op::Not {
        return None;
    }
    let atom = terms.args(literal)[0];
    let (Op::Eq, [a, b]) = (terms.op(atom), terms.args(atom)) else {
        return None;
    };
    matches!(terms.sort(*a), Sort::Int | Sort::Real | Sort::BitVec(_)).then_some((*a, *b))
}

/// Symbols that are compared as unsigned numbers and never as signed ones.
fn unsigned_symbols(terms: &TermStore, literals: &[TermId]) -> FxHashSet<SymbolId> {
    let under = |wanted: [Op; 2]| -> Vec<SymbolId> {
        let atoms: Vec<TermId> = literals
            .iter()
            .copied()
            .filter(|l| wanted.contains(terms.op(*l)))
            .collect();
        terms.symbols_of(&atoms)
    };
    let mut symbols: FxHashSet<SymbolId> = under([Op::BvUlt, Op::BvUle]).into_iter().collect();
    for signed in under([Op::BvSlt, Op::BvSle]) {
        symbols.remove(&signed);
    }
    symbols
}
