//! The check refuses sequences that are none.

use super::support::{context, number};
use crate::shared::interpolate::check::{Check, Rigour, checked};
use invar_solver::Z3Factory;
use invar_term::{Sort, TermId, TermStore};
use std::sync::Arc;

#[test]
fn wrong_sequences_are_refused() {
    let terms = Arc::new(TermStore::new());
    let [x, y, z] = ["x", "y", "z"].map(|n| terms.symbol(n, &Sort::Int));
    let int = |n| number(&terms, &Sort::Int, n);
    let (yes, no) = (terms.tru(), terms.fls());
    // x = 0 and y = x + 1; z = y + 1; z < 2.
    let parts = vec![
        vec![terms.eq(x, int(0)), terms.eq(y, terms.add(x, int(1)))],
        vec![terms.eq(z, terms.add(y, int(1)))],
        vec![terms.lt(z, int(2))],
    ];
    let factory = Z3Factory::default();
    let context = context(&factory);
    let check = |sequence: &[TermId]| {
        checked(&terms, &context, &parts, sequence, Rigour::Always).expect("Z3 starts")
    };
    let (right, after) = (terms.le(int(1), y), terms.le(int(2), z));
    assert_eq!(check(&[yes, right, after, no]), Check::Passed);
    // Not implied, too weak for the next, about what is not shared, wrong ends.
    assert_eq!(check(&[yes, terms.le(int(2), y), after, no]), Check::Cut(1));
    assert_eq!(check(&[yes, terms.le(int(0), y), after, no]), Check::Cut(2));
    assert_eq!(check(&[yes, right, terms.le(int(1), z), no]), Check::Cut(3));
    assert_eq!(
        check(&[yes, terms.eq(x, int(0)), after, no]),
        Check::Symbol(1)
    );
    assert_eq!(check(&[yes, right, after, yes]), Check::Cut(3));
    assert_eq!(check(&[right, right, after, no]), Check::Cut(0));
    assert_eq!(check(&[yes, right, no]), Check::Cut(0));
}
