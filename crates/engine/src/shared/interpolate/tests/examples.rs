//! Worked examples.

use super::support::{Checked, context, number};
use crate::shared::interpolate::{Effort, Interpolate, Interpolated, Interpolator};
use invar_solver::Z3Factory;
use invar_term::{Op, Sort, TermId, TermStore};
use std::sync::Arc;

fn between(terms: &Arc<TermStore>, a: &[TermId], b: &[TermId]) -> TermId {
    let factory = Z3Factory::default();
    let context = context(&factory);
    let sequence = Checked::new(terms, &context).sequence(&[a.to_vec(), b.to_vec()]);
    sequence.expect("a refutation within the limits")[1]
}

#[test]
fn a_sum_of_constraints() {
    let terms = Arc::new(TermStore::new());
    let [x, y, z, w] = ["x", "y", "z", "w"].map(|n| terms.symbol(n, &Sort::Int));
    // x <= y, y <= z against z < w, w <= x: what they share is x <= z.
    let a = [terms.le(x, y), terms.le(y, z)];
    let b = [terms.lt(z, w), terms.le(w, x)];
    assert_eq!(between(&terms, &a, &b), terms.le(x, z));
}

#[test]
fn two_sides_are_a_sequence_of_two() {
    let terms = Arc::new(TermStore::new());
    let [x, y, z] = ["x", "y", "z"].map(|n| terms.symbol(n, &Sort::Int));
    let factory = Z3Factory::default();
    let context = context(&factory);
    let (a, b) = ([terms.lt(x, y)], [terms.lt(y, z), terms.lt(z, x)]);
    let found = Interpolator::new(&terms, &context, Effort::Thorough).binary(&a, &b);
    let Ok(Interpolated::Sequence(sequence)) = found else {
        panic!("{found:?}");
    };
    assert_eq!(sequence, [terms.tru(), terms.lt(x, y), terms.fls()]);
}

#[test]
fn even_and_odd() {
    let terms = Arc::new(TermStore::new());
    let [x, y, z] = ["x", "y", "z"].map(|n| terms.symbol(n, &Sort::Int));
    let int = |n| number(&terms, &Sort::Int, n);
    let a = [terms.eq(x, terms.mul(y, int(2)))];
    let b = [terms.eq(x, terms.add(terms.mul(z, int(2)), int(1)))];
    let even = terms.eq(terms.app(Op::IntMod, &[x, int(2)]), int(0));
    assert_eq!(between(&terms, &a, &b), even);
}

#[test]
fn cases_of_the_first_side_are_alternatives() {
    let terms = Arc::new(TermStore::new());
    let [x, y] = ["x", "y"].map(|n| terms.symbol(n, &Sort::Int));
    let int = |n| number(&terms, &Sort::Int, n);
    let a = [
        terms.or(&[terms.le(x, int(0)), terms.le(int(9), x)]),
        terms.eq(y, x),
    ];
    let b = [terms.le(int(3), y), terms.lt(y, int(6))];
    let found = between(&terms, &a, &b);
    assert_eq!(*terms.op(found), Op::Or, "{found:?}");
}

#[test]
fn truth_values() {
    let terms = Arc::new(TermStore::new());
    let [p, q, r] = ["p", "q", "r"].map(|n| terms.symbol(n, &Sort::Bool));
    let a = [p, terms.implies(p, q)];
    let b = [terms.implies(q, r), terms.not(r)];
    assert_eq!(between(&terms, &a, &b), q);
}

/// One side alone has no model.
#[test]
fn nothing_is_shared() {
    let terms = Arc::new(TermStore::new());
    let [x, y] = ["x", "y"].map(|n| terms.symbol(n, &Sort::Real));
    let absurd = [terms.lt(x, y), terms.lt(y, x)];
    assert!(terms.is_false(between(&terms, &absurd, &[])));
    assert!(terms.is_true(between(&terms, &[], &absurd)));
}

/// Arrays are read and written, and the interpolant is about elements or arrays that are shared.
#[test]
fn arrays() {
    let terms = Arc::new(TermStore::new());
    let bits = Sort::BitVec(8);
    let array = Sort::array(bits.clone(), bits.clone());
    let [old, new] = ["old", "new"].map(|n| terms.symbol(n, &array));
    let [i, j] = ["i", "j"].map(|n| terms.symbol(n, &bits));
    let a = [
        terms.eq(new, terms.store(old, i, terms.bv(8, 5))),
        terms.eq(j, i),
    ];
    let b = [terms.eq(terms.select(new, j), terms.bv(8, 6))];
    between(&terms, &a, &b);
}
