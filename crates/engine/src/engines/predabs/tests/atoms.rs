//! What predicates a formula gives.

use crate::engines::predabs::atoms::{EquationForm, atoms, atoms_as};
use crate::engines::predabs::cubes::merged;
use crate::engines::predabs::predicates::{Form, Predicates};
use crate::shared::ic3::PlaceId;
use invar_term::{IBig, Sort, TermId, TermStore, Value};
use std::collections::BTreeSet;

fn integers(terms: &TermStore) -> [TermId; 2] {
    ["x", "y"].map(|name| terms.symbol(name, &Sort::Int))
}

fn int(terms: &TermStore, value: i64) -> TermId {
    terms.constant(&Value::Int(IBig::from(value)))
}

#[test]
fn an_atom_and_its_negation_are_one() {
    let terms = TermStore::new();
    let [x, y] = integers(&terms);
    let at_most = terms.le(x, y);
    let above = terms.lt(y, x);
    assert_eq!(atoms(&terms, at_most), atoms(&terms, above));
    assert_eq!(atoms(&terms, at_most), atoms(&terms, terms.not(at_most)));
    assert_eq!(atoms(&terms, at_most).len(), 1);
    // 2x <= 2y + 1 is the same over integers.
    let two = int(&terms, 2);
    let double = |t| terms.mul(two, t);
    let loose = terms.le(double(x), terms.add(double(y), int(&terms, 1)));
    assert_eq!(atoms(&terms, loose), atoms(&terms, at_most));
    let [a, b] = ["a", "b"].map(|name| terms.symbol(name, &Sort::BitVec(8)));
    for (weak, strict) in [
        (terms.bv_ule(a, b), terms.bv_ult(b, a)),
        (terms.bv_sle(a, b), terms.bv_slt(b, a)),
    ] {
        assert_eq!(atoms(&terms, weak), vec![strict]);
        assert_eq!(atoms(&terms, terms.not(weak)), vec![strict]);
        assert_eq!(atoms(&terms, strict), vec![strict]);
    }
    let [p, q] = ["p", "q"].map(|name| terms.symbol(name, &Sort::Real));
    assert_eq!(atoms(&terms, terms.lt(p, q)), atoms(&terms, terms.le(q, p)));
    assert_ne!(atoms(&terms, terms.lt(p, q)), atoms(&terms, terms.le(p, q)));
}

#[test]
fn equations_of_numbers_are_two_bounds() {
    let terms = TermStore::new();
    let [x, y] = integers(&terms);
    let found = atoms(&terms, terms.eq(x, y));
    let mut expected = atoms(&terms, terms.le(x, y));
    expected.extend(atoms(&terms, terms.le(y, x)));
    assert_eq!(found.len(), 2);
    assert_eq!(
        found.iter().collect::<BTreeSet<_>>(),
        expected.iter().collect::<BTreeSet<_>>()
    );
    let [a, b] = ["a", "b"].map(|name| terms.symbol(name, &Sort::BitVec(8)));
    assert_eq!(atoms(&terms, terms.eq(a, b)), vec![terms.eq(a, b)]);
}

#[test]
fn equations_stay_whole_on_demand() {
    let terms = TermStore::new();
    let [x, y] = integers(&terms);
    let whole = |formula| atoms_as(&terms, formula, EquationForm::Whole);
    let equation = terms.eq(x, y);
    assert_eq!(whole(equation), vec![equation]);
    assert_eq!(whole(terms.not(equation)), vec![equation]);
    let one = int(&terms, 1);
    let shifted = terms.eq(terms.add(y, one), terms.add(x, one));
    assert_eq!(whole(terms.or(&[equation, shifted])), vec![equation]);
    assert_eq!(whole(terms.le(x, y)), atoms(&terms, terms.le(x, y)));
}

#[test]
fn structure_and_conditionals_are_gone() {
    let terms = TermStore::new();
    let [x, y] = integers(&terms);
    let [p, q] = ["p", "q"].map(|name| terms.symbol(name, &Sort::Bool));
    let larger = terms.ite(terms.le(x, y), y, x);
    let bounded = terms.le(larger, int(&terms, 7));
    let formula = terms.or(&[terms.and(&[p, bounded]), terms.eq(p, q), terms.not(q)]);
    let found: BTreeSet<TermId> = atoms(&terms, formula).into_iter().collect();
    let expected = [
        p,
        q,
        terms.le(x, y),
        terms.le(x, int(&terms, 7)),
        terms.le(y, int(&terms, 7)),
    ];
    let expected: BTreeSet<TermId> = expected
        .iter()
        .flat_map(|atom| atoms(&terms, *atom))
        .collect();
    assert_eq!(found, expected);
    assert_eq!(atoms(&terms, terms.tru()), Vec::new());
}

#[test]
fn hundreds_of_conditionals_keep_some() {
    let terms = TermStore::new();
    let mut sum = int(&terms, 0);
    for index in 0..300 {
        let p = terms.symbol(&format!("p{index}"), &Sort::Bool);
        let x = terms.symbol(&format!("x{index}"), &Sort::Int);
        sum = terms.add(sum, terms.ite(p, x, int(&terms, 0)));
    }
    let found = atoms(&terms, terms.le(sum, int(&terms, 3)));
    assert!((10..200).contains(&found.len()), "{}", found.len());
}

#[test]
fn predicates_count_what_one_has_to_know() {
    let terms = TermStore::new();
    let [x, y] = integers(&terms);
    let mut predicates = Predicates::default();
    let (here, there) = (PlaceId(1), PlaceId(2));
    let (first, second) = (terms.le(x, y), terms.le(y, int(&terms, 3)));
    assert_eq!(predicates.learn(&terms, here, first, Form::Atoms), 1);
    let both = terms.and(&[first, second]);
    assert_eq!(predicates.learn(&terms, here, both, Form::Atoms), 2);
    assert_eq!(predicates.learn(&terms, here, first, Form::Atoms), 1);
    assert_eq!(predicates.learn(&terms, here, both, Form::Whole), 3);
    assert_eq!(predicates.learn(&terms, here, terms.fls(), Form::Whole), 0);
    assert_eq!(predicates.learn(&terms, there, second, Form::Atoms), 1);
    assert_eq!((predicates.at(here).len(), predicates.len()), (3, 4));
}

#[test]
fn valuations_are_merged() {
    let (yes, no, any) = (Some(true), Some(false), None);
    let all = |rows: &[[Option<bool>; 2]]| rows.iter().map(|row| row.to_vec()).collect();
    let four = all(&[[yes, yes], [yes, no], [no, yes], [no, no]]);
    assert_eq!(merged(four), all(&[[any, any]]));
    let two = all(&[[yes, no], [no, no]]);
    assert_eq!(merged(two), all(&[[any, no]]));
    let apart = all(&[[yes, no], [no, yes]]);
    assert_eq!(merged(apart), all(&[[yes, no], [no, yes]]));
}
