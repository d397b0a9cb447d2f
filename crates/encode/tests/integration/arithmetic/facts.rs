//! Facts there and back: a fact over numbers and its bit-vector form agree on states in range.

use super::generate::{Operators, condition, eval, state, variables, views};
use crate::support::{Builder, Random};
use invar_cfa::Program;
use invar_encode::{Arithmetic, Translated, translate};
use invar_term::{IBig, Op, RBig, Sort, TermId, Value};

fn program() -> Program {
    let mut b = Builder::new();
    variables(&mut b, 8);
    b.build()
}

fn constant(t: &Translated, r: &mut Random) -> TermId {
    let number = i64::from(r.below(21)) - 10;
    t.program.terms.constant(&match t.arithmetic {
        Arithmetic::Real => Value::Real(RBig::from(number) / RBig::from(1 + r.below(4))),
        _ => Value::Int(IBig::from(number)),
    })
}

/// A random linear term over translated scalars, with conditionals and divisions by constants.
fn linear(t: &Translated, r: &mut Random, depth: u32) -> TermId {
    let s = &*t.program.terms;
    if depth == 0 {
        let symbol = t.program.variables[r.below(8) as usize].symbol;
        return match r.below(4) {
            0 => constant(t, r),
            _ => symbol,
        };
    }
    match r.below(9) {
        0..=2 => s.add(linear(t, r, depth - 1), linear(t, r, depth - 1)),
        3 => s.sub(linear(t, r, depth - 1), linear(t, r, depth - 1)),
        4 => s.mul(linear(t, r, depth - 1), constant(t, r)),
        5 => s.neg(linear(t, r, depth - 1)),
        6 if t.arithmetic == Arithmetic::Int => {
            let op = if r.below(2) == 0 {
                Op::IntMod
            } else {
                Op::IntDiv
            };
            let k = s.constant(&Value::Int(IBig::from(1 + r.below(9))));
            s.app(op, &[linear(t, r, depth - 1), k])
        }
        7 if t.arithmetic == Arithmetic::Int => s.ite(
            fact(t, r, 0),
            linear(t, r, depth - 1),
            linear(t, r, depth - 1),
        ),
        _ => linear(t, r, depth - 1),
    }
}

fn fact(t: &Translated, r: &mut Random, depth: u32) -> TermId {
    let s = &*t.program.terms;
    let (a, b) = (linear(t, r, 2), linear(t, r, 2));
    let op = [Op::Le, Op::Lt, Op::Eq][r.below(3) as usize].clone();
    let atom = s.app(op, &[a, b]);
    match (depth, r.below(4)) {
        (_, 0) => s.not(atom),
        (1.., 1) => s.and(&[atom, fact(t, r, depth - 1)]),
        (1.., 2) => s.or(&[atom, fact(t, r, depth - 1)]),
        _ => atom,
    }
}

#[test]
fn facts_over_numbers_come_back() {
    let program = program();
    let mut r = Random(21);
    for arithmetic in [Arithmetic::Int, Arithmetic::Real] {
        let translated = translate(&program, arithmetic).unwrap();
        let mut holds = [0, 0];
        for _ in 0..1500 {
            let fact = fact(&translated, &mut r, 2);
            let back = translated.fact_back(fact).unwrap();
            for _ in 0..10 {
                let bits = state(&program, &mut r);
                let numbers = views(&program, &translated, &bits, false);
                let expected = eval(&program.terms, &numbers, fact);
                assert_eq!(eval(&program.terms, &bits, back), expected);
                holds[usize::from(expected == Value::Bool(true))] += 1;
            }
        }
        assert!(holds[0] > 2000 && holds[1] > 2000, "{holds:?}");
    }
}

#[test]
fn facts_over_bits_go_there_and_back() {
    let program = program();
    let mut r = Random(22);
    let translated = translate(&program, Arithmetic::Wrap).unwrap();
    let mut compared = 0;
    for round in 0..1500 {
        let fact = condition(&program, &mut r, Operators::Exact, 8, round % 3);
        let Some(there) = translated.fact(fact) else {
            continue;
        };
        for _ in 0..6 {
            let bits = state(&program, &mut r);
            let numbers = views(&program, &translated, &bits, false);
            let expected = eval(&program.terms, &bits, fact);
            assert_eq!(eval(&program.terms, &numbers, there), expected);
            if let Some(back) = translated.fact_back(there) {
                assert_eq!(eval(&program.terms, &bits, back), expected);
                compared += 1;
            }
        }
    }
    assert!(compared > 3000, "only {compared} came back");
}

#[test]
fn what_needs_a_temporary_or_is_not_linear_does_not_come() {
    let program = program();
    let s = &program.terms;
    let translated = translate(&program, Arithmetic::Int).unwrap();
    let [x, y] = [0, 1].map(|i| program.variables[i].symbol);
    let product = s.eq(s.bv_mul(x, y), s.bv(8, 5));
    assert_eq!(translated.fact(product), None);
    let [x, y] = [0, 1].map(|i| translated.program.variables[i].symbol);
    let product = s.eq(s.mul(x, y), s.constant(&Value::Int(IBig::from(5))));
    assert_eq!(translated.fact_back(product), None);
    let huge = IBig::ONE << 130;
    let large = s.le(s.mul(x, s.constant(&Value::Int(huge))), y);
    assert_eq!(translated.fact_back(large), None);
    let foreign = s.le(x, s.symbol("elsewhere", &Sort::Int));
    assert_eq!(translated.fact_back(foreign), None);
}

/// `u = v + 1` as two inequalities: the equation modulo 256 holds after both were incremented
/// past the end, where the one over numbers does not.
#[test]
fn equations_are_read_modulo_the_width_too() {
    let program = program();
    let s = &program.terms;
    let translated = translate(&program, Arithmetic::Int).unwrap();
    let [u, v] = [2, 3].map(|i| translated.program.variables[i].symbol);
    let one = s.constant(&Value::Int(IBig::ONE));
    let facts = [s.le(u, s.add(v, one)), s.le(s.add(v, one), u)];
    let back = translated.facts_back(&facts);
    let [u, v] = [2, 3].map(|i| program.variables[i].symbol);
    let modulo = [
        s.eq(u, s.bv_add(v, s.bv(8, 1))),
        s.eq(s.bv_add(v, s.bv(8, 1)), u),
        s.eq(v, s.bv_sub(u, s.bv(8, 1))),
    ];
    assert_eq!(back.len(), 3, "{back:?}");
    assert!(back.iter().any(|f| modulo.contains(f)));
    // One equation gives both forms as well.
    let [u, v] = [2, 3].map(|i| translated.program.variables[i].symbol);
    let back = translated.facts_back(&[s.eq(u, s.add(v, one))]);
    assert_eq!(back.len(), 2);
    assert!(back.iter().any(|f| modulo.contains(f)));
}

#[test]
fn only_wrapping_integers_have_ranges() {
    let program = program();
    for arithmetic in [Arithmetic::Bv, Arithmetic::Int, Arithmetic::Real] {
        assert!(translate(&program, arithmetic).unwrap().ranges().is_empty());
    }
    let translated = translate(&program, Arithmetic::Wrap).unwrap();
    let ranges = translated.ranges();
    assert_eq!(ranges.len(), 8);
    let mut r = Random(23);
    for _ in 0..50 {
        let bits = state(&program, &mut r);
        let numbers = views(&program, &translated, &bits, false);
        for (_, range) in &ranges {
            assert_eq!(eval(&program.terms, &numbers, *range), Value::Bool(true));
        }
    }
}
