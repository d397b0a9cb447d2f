//! Small cases whose result can be said in advance.

use super::support::{Values, checked_implicant, checked_projection, text};
use invar_term::{IBig, Op, RBig, Sort, SymbolId, TermId, TermStore, Value};
use invar_testkit::Random;
use std::collections::BTreeSet;
use std::sync::Arc;

struct Case {
    terms: Arc<TermStore>,
    model: Values,
}

impl Case {
    fn new() -> Case {
        Case {
            terms: Arc::new(TermStore::new()),
            model: Values::default(),
        }
    }

    fn symbol(&mut self, name: &str, value: Value) -> TermId {
        let symbol = self.terms.symbol(name, &value.sort());
        self.model.insert(id(&self.terms, symbol), value);
        symbol
    }

    fn int(&mut self, name: &str, value: i64) -> TermId {
        self.symbol(name, Value::Int(IBig::from(value)))
    }

    fn bits(&mut self, name: &str, value: i128) -> TermId {
        let value = invar_term::BvValue::from_signed(8, value);
        self.symbol(name, Value::Bv(value))
    }

    fn number(&self, value: i64) -> TermId {
        self.terms.constant(&Value::Int(IBig::from(value)))
    }

    fn byte(&self, value: i128) -> TermId {
        self.terms.bv_signed(8, value)
    }

    #[track_caller]
    fn implies(&self, formulas: &[TermId], expected: &[TermId]) {
        let literals = checked_implicant(&self.terms, formulas, &self.model);
        assert_eq!(literals, expected, "{}", text(&self.terms, &literals));
    }

    #[track_caller]
    fn projects(&self, literals: &[TermId], without: &[TermId], expected: &[TermId]) {
        assert_eq!(self.points(literals, without, expected), 0);
    }

    #[track_caller]
    fn points(&self, literals: &[TermId], without: &[TermId], expected: &[TermId]) -> usize {
        let eliminate: BTreeSet<SymbolId> = without.iter().map(|t| id(&self.terms, *t)).collect();
        let mut random = Random::new(1);
        let projection =
            checked_projection(&self.terms, literals, &eliminate, &self.model, &mut random);
        let found = &projection.literals;
        assert_eq!(found, expected, "{}", text(&self.terms, found));
        projection.points
    }
}

fn id(terms: &TermStore, symbol: TermId) -> SymbolId {
    terms.as_symbol(symbol).expect("a symbol")
}

#[test]
fn a_disjunction_needs_one_disjunct() {
    let mut case = Case::new();
    let (x, y, z) = (case.int("x", 3), case.int("y", 4), case.int("z", 5));
    let terms = Arc::clone(&case.terms);
    let (small, large) = (terms.lt(x, case.number(9)), terms.lt(x, y));
    let wide = terms.lt(terms.add(x, y), terms.mul(z, case.number(7)));
    // Fewer symbols are better.
    case.implies(&[terms.or(&[wide, small, large])], &[small]);
    // What is there already is best.
    case.implies(&[terms.or(&[wide, small]), wide], &[wide]);
    // A disjunct that the model falsifies is no choice.
    let wrong = terms.lt(x, case.number(0));
    case.implies(&[terms.or(&[wrong, large])], &[large]);
}

#[test]
fn conditionals_become_their_branch() {
    let mut case = Case::new();
    let (x, y) = (case.int("x", 3), case.int("y", 4));
    let terms = Arc::clone(&case.terms);
    let condition = terms.lt(x, y);
    let value = terms.ite(condition, terms.add(x, case.number(1)), y);
    let formula = terms.le(value, case.number(7));
    let branch = terms.le(terms.add(x, case.number(1)), case.number(7));
    case.implies(&[formula], &[branch, condition]);
}

#[test]
fn different_numbers_are_ordered() {
    let mut case = Case::new();
    let (x, y) = (case.int("x", 3), case.int("y", 4));
    let (b, c) = (case.bits("b", -3), case.bits("c", 4));
    let (d, e) = (case.bits("d", -3), case.bits("e", 4));
    let terms = Arc::clone(&case.terms);
    case.implies(&[terms.ne(x, y)], &[terms.lt(x, y)]);
    case.implies(&[terms.ne(b, c)], &[terms.bv_slt(b, c)]);
    let unsigned = terms.bv_ult(e, case.byte(9));
    case.implies(&[terms.ne(d, e), unsigned], &[terms.bv_ult(e, d), unsigned]);
}

#[test]
fn reads_go_past_writes() {
    let mut case = Case::new();
    let (i, j, v) = (case.bits("i", 1), case.bits("j", 2), case.bits("v", 7));
    let zeros = invar_term::ArrayValue::constant(
        Sort::BitVec(8),
        Value::Bv(invar_term::BvValue::new(8, 0)),
    );
    let a = case.symbol("a", Value::Array(zeros));
    let terms = Arc::clone(&case.terms);
    let written = terms.store(a, i, v);
    let hit = terms.eq(terms.select(written, j), case.byte(0));
    let elsewhere = terms.eq(terms.select(a, j), case.byte(0));
    case.implies(&[hit], &[elsewhere, terms.bv_slt(i, j)]);
}

#[test]
fn weaker_bounds_are_left_out() {
    let mut case = Case::new();
    let (x, b) = (case.int("x", 3), case.bits("b", 3));
    let terms = Arc::clone(&case.terms);
    let tight = terms.le(x, case.number(5));
    case.implies(&[terms.lt(x, case.number(9)), tight], &[tight]);
    let exact = terms.eq(b, case.byte(3));
    let bounds = [terms.bv_sle(b, case.byte(9)), terms.bv_ult(b, case.byte(4))];
    case.implies(&[bounds[0], exact, bounds[1]], &[exact]);
    case.implies(&bounds, &bounds);
}

#[test]
fn equations_are_substituted() {
    let mut case = Case::new();
    let (x, next, input) = (case.int("x", 3), case.int("next", 8), case.int("input", 5));
    let terms = Arc::clone(&case.terms);
    let step = terms.eq(next, terms.add(x, input));
    let literals = [
        step,
        terms.le(next, case.number(10)),
        terms.le(case.number(5), input),
    ];
    // x + input <= 10 and 5 <= input: some input exists if x <= 5.
    case.projects(&literals, &[next, input], &[terms.le(x, case.number(5))]);
}

#[test]
fn one_sided_bounds_vanish() {
    let mut case = Case::new();
    let (x, y, i) = (case.int("x", 3), case.int("y", 4), case.int("i", 9));
    let terms = Arc::clone(&case.terms);
    let double = terms.mul(i, case.number(2));
    let literals = [terms.lt(x, double), terms.le(y, i), terms.lt(x, y)];
    case.projects(&literals, &[i], &[terms.lt(x, y)]);
}

/// 2i = x leaves that x is even; 3j between bounds leaves a multiple of three.
#[test]
fn coefficients_leave_divisibility() {
    let mut case = Case::new();
    let (x, i) = (case.int("x", 6), case.int("i", 3));
    let terms = Arc::clone(&case.terms);
    let double = terms.mul(i, case.number(2));
    let even = terms.eq(terms.app(Op::IntMod, &[x, case.number(2)]), case.number(0));
    case.projects(&[terms.eq(double, x)], &[i], &[even]);
    let (low, high, j) = (case.int("low", 4), case.int("high", 8), case.int("j", 2));
    let triple = terms.mul(j, case.number(3));
    let moved = terms.add(low, case.number(2));
    let multiple = terms.eq(
        terms.app(Op::IntMod, &[moved, case.number(3)]),
        case.number(0),
    );
    let literals = [terms.le(low, triple), terms.le(triple, high)];
    case.projects(&literals, &[j], &[multiple, terms.le(moved, high)]);
}

#[test]
fn strict_bounds_of_reals_stay_apart() {
    let mut case = Case::new();
    let real = |n: i64| Value::Real(RBig::from(n));
    let (x, y) = (case.symbol("x", real(1)), case.symbol("y", real(2)));
    let i = case.symbol("i", Value::Real(RBig::from(3) / RBig::from(2)));
    let terms = Arc::clone(&case.terms);
    let literals = [terms.lt(x, i), terms.le(i, y)];
    case.projects(&literals, &[i], &[terms.lt(x, y)]);
    let literals = [terms.le(x, i), terms.le(i, y)];
    case.projects(&literals, &[i], &[terms.le(x, y)]);
}

#[test]
fn bit_vectors_between_bounds() {
    let mut case = Case::new();
    let (x, y, i) = (case.bits("x", 1), case.bits("y", 6), case.bits("i", 5));
    let terms = Arc::clone(&case.terms);
    let literals = [terms.bv_sle(x, i), terms.bv_slt(i, y)];
    case.projects(&literals, &[i], &[terms.bv_slt(x, y)]);
    // There is room for one more, and it does not wrap.
    let literals = [terms.bv_slt(x, i), terms.bv_slt(i, y)];
    let next = terms.bv_add(x, case.byte(1));
    let expected = [terms.bv_slt(x, case.byte(127)), terms.bv_slt(next, y)];
    case.projects(&literals, &[i], &expected);
    // A number above x exists unless x is the greatest.
    let literals = [terms.bv_ult(x, i)];
    case.projects(&literals, &[i], &[terms.bv_ult(x, case.byte(-1))]);
}

#[test]
fn extended_and_moved_inputs() {
    let mut case = Case::new();
    let (i, y) = (
        case.bits("i", -3),
        case.symbol("y", Value::Bv(invar_term::BvValue::new(32, 4))),
    );
    let x = case.bits("x", 1);
    let terms = Arc::clone(&case.terms);
    let wide = terms.sign_extend(24, i);
    // Some char is below y unless y is the least char or less.
    let least = terms.bv_signed(32, -128);
    case.projects(&[terms.bv_slt(wide, y)], &[i], &[terms.bv_slt(least, y)]);
    // Some sum with x is below 3 whatever x is.
    let moved = terms.bv_add(x, i);
    case.projects(&[terms.bv_slt(moved, case.byte(3))], &[i], &[]);
}

#[test]
fn what_cannot_be_projected_is_a_point() {
    let mut case = Case::new();
    let (x, i) = (case.bits("x", 2), case.bits("i", 3));
    let terms = Arc::clone(&case.terms);
    let product = terms.bv_mul(x, i);
    let literals = [terms.bv_slt(product, x), terms.bv_slt(x, i)];
    let case = Case {
        model: Values::from_iter([
            (
                id(&terms, x),
                Value::Bv(invar_term::BvValue::from_signed(8, -2)),
            ),
            (
                id(&terms, i),
                Value::Bv(invar_term::BvValue::from_signed(8, 3)),
            ),
        ]),
        ..case
    };
    let tripled = terms.bv_mul(x, case.byte(3));
    let expected = [terms.bv_slt(tripled, x), terms.bv_slt(x, case.byte(3))];
    assert_eq!(case.points(&literals, &[i], &expected), 1);
}

/// `extend(i) = y` and `concat(i, x) = y` say something of y and x too.
#[test]
fn solved_equations_keep_their_conditions() {
    let mut case = Case::new();
    let word = |v: u128| Value::Bv(invar_term::BvValue::new(16, v));
    let (i, x) = (case.bits("i", 5), case.bits("x", 3));
    let (y, z) = (case.symbol("y", word(5)), case.symbol("z", word(0x0503)));
    let terms = Arc::clone(&case.terms);
    let low = terms.extract(7, 0, y);
    for extend in [Op::SignExtend(8), Op::ZeroExtend(8)] {
        let wide = terms.app(extend.clone(), &[i]);
        let fits = terms.eq(terms.app(extend, &[low]), y);
        let literals = checked_implicant(&terms, &[fits], &case.model);
        case.projects(&[terms.eq(wide, y)], &[i], &literals);
        assert_eq!(literals.len(), 1);
    }
    let pair = terms.eq(terms.concat(i, x), z);
    case.projects(&[pair], &[i], &[terms.eq(x, terms.extract(7, 0, z))]);
}

/// An odd factor can be divided by, an even one cannot.
#[test]
fn factors_of_bit_vectors() {
    let mut case = Case::new();
    let (i, x) = (case.bits("i", 5), case.bits("x", 15));
    let terms = Arc::clone(&case.terms);
    let triple = terms.eq(terms.bv_mul(i, case.byte(3)), x);
    case.projects(
        &[triple, terms.bv_slt(i, case.byte(9))],
        &[i],
        &[
            // 3 * 171 = 513 = 1 modulo 256.
            terms.bv_slt(terms.bv_mul(x, case.byte(171)), case.byte(9)),
        ],
    );
}

/// Elements of a removed array that differ are at different places; equal places are equal.
#[test]
fn removed_arrays_leave_their_indices() {
    let mut case = Case::new();
    let (i, j, k) = (case.bits("i", 1), case.bits("j", 2), case.bits("k", 1));
    let mut array = invar_term::ArrayValue::constant(
        Sort::BitVec(8),
        Value::Bv(invar_term::BvValue::new(8, 0)),
    );
    let byte = |v| Value::Bv(invar_term::BvValue::new(8, v));
    array.store(byte(2), byte(7));
    let a = case.symbol("a", Value::Array(array));
    let terms = Arc::clone(&case.terms);
    let read = |index, value| terms.eq(terms.select(a, index), case.byte(value));
    case.projects(&[read(i, 0), read(j, 7)], &[a], &[terms.bv_slt(i, j)]);
    case.projects(&[read(i, 0), read(k, 0)], &[a], &[terms.eq(i, k)]);
}

/// Of equal lower bounds the strict one decides.
#[test]
fn strict_and_weak_bounds_together() {
    let mut case = Case::new();
    let real = |n: i64| Value::Real(RBig::from(n));
    let (x, y) = (case.symbol("x", real(1)), case.symbol("y", real(2)));
    let (z, i) = (case.symbol("z", real(4)), case.symbol("i", real(3)));
    let terms = Arc::clone(&case.terms);
    let literals = [terms.lt(x, i), terms.le(y, i), terms.lt(i, z)];
    case.projects(&literals, &[i], &[terms.lt(x, y), terms.lt(y, z)]);
    let literals = [terms.le(x, i), terms.lt(y, i), terms.le(i, z)];
    case.projects(&literals, &[i], &[terms.le(x, y), terms.lt(y, z)]);
}

/// In two orders at once, the signs that the model has make one of them.
#[test]
fn signed_and_unsigned_bounds_together() {
    let mut case = Case::new();
    let (x, y, z) = (case.bits("x", 1), case.bits("y", 6), case.bits("z", 3));
    let (i, j) = (case.bits("i", -3), case.bits("j", 5));
    let terms = Arc::clone(&case.terms);
    let positive = |t| terms.bv_sle(case.byte(0), t);
    // Different signs: x is not negative, i is.
    let literals = [terms.bv_ult(x, i), terms.bv_slt(i, y)];
    let expected = [positive(x), terms.bv_slt(case.byte(-128), y)];
    case.projects(&literals, &[i], &expected);
    // Equal signs: j takes the place of z.
    let literals = [terms.bv_ult(x, j), terms.bv_sle(z, j), terms.bv_slt(j, y)];
    let expected = [
        positive(x),
        positive(z),
        terms.bv_slt(x, z),
        terms.bv_slt(z, y),
    ];
    case.projects(&literals, &[j], &expected);
}
