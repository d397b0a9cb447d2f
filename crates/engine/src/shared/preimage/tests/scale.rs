//! Formulas of the size that programs have.

use super::support::{Values, holds};
use crate::shared::preimage::{implicant, project};
use invar_term::{BvValue, Sort, SymbolId, TermId, TermStore, Value};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

fn byte(value: u128) -> Value {
    Value::Bv(BvValue::new(32, value))
}

fn symbol(terms: &TermStore, name: &str, value: u128, model: &mut Values) -> TermId {
    let term = terms.symbol(name, &Sort::BitVec(32));
    model.insert(terms.as_symbol(term).expect("a symbol"), byte(value));
    term
}

/// A conditional update a hundred thousand levels deep, shared at every level.
#[test]
fn deep_terms() {
    let terms = TermStore::new();
    let mut model = Values::default();
    let x = symbol(&terms, "x", 1, &mut model);
    let limit = symbol(&terms, "limit", 1 << 30, &mut model);
    let mut value = x;
    for _ in 0..100_000 {
        let next = terms.bv_add(terms.bv_mul(value, value), terms.bv(32, 1));
        value = terms.ite(terms.bv_ult(value, limit), next, value);
    }
    let formula = terms.eq(value, value);
    assert!(terms.is_true(formula));
    let last = terms.bv_ule(value, terms.bv(32, u128::from(u32::MAX) - 1));
    let formula = if holds(&terms, last, &model) {
        last
    } else {
        terms.not(last)
    };
    let start = Instant::now();
    let literals = implicant(&terms, &[formula], &model).expect("all symbols have values");
    assert!(literals.len() > 1);
    assert!(
        start.elapsed() < Duration::from_secs(10),
        "{:?}",
        start.elapsed()
    );
}

/// Four hundred variables that change by inputs.
#[test]
fn many_symbols() {
    let terms = TermStore::new();
    let mut model = Values::default();
    let mut eliminate: BTreeSet<SymbolId> = BTreeSet::new();
    let mut literals = Vec::new();
    for k in 0..400 {
        let x = symbol(&terms, &format!("x{k}"), 5, &mut model);
        let next = symbol(&terms, &format!("next{k}"), 8, &mut model);
        let input = symbol(&terms, &format!("input{k}"), 3, &mut model);
        eliminate.extend([next, input].iter().filter_map(|t| terms.as_symbol(*t)));
        literals.push(terms.eq(next, terms.bv_add(x, input)));
        literals.push(terms.bv_ult(next, terms.bv(32, 20)));
    }
    let start = Instant::now();
    let projection = project(&terms, &literals, &eliminate, &model).expect("values for all");
    assert_eq!((projection.literals.len(), projection.points), (0, 0));
    assert!(
        start.elapsed() < Duration::from_secs(10),
        "{:?}",
        start.elapsed()
    );
}
