//! Integers and reals.

use super::Bench;
use invar_solver::{Answer, Cause, SolverFactory};
use invar_term::{IBig, Op, RBig, Sort, TermId, TermStore, Value};

fn int(s: &TermStore, value: i64) -> TermId {
    s.constant(&Value::Int(IBig::from(value)))
}

/// Linear integers and reals, with exact values.
pub fn linear_numbers(factory: &dyn SolverFactory) {
    let mut bench = Bench::new(factory);
    let s = bench.terms.clone();
    let [x, y] = ["x", "y"].map(|n| s.symbol(n, &Sort::Int));
    let r = s.symbol("r", &Sort::Real);
    let huge = s.constant(&Value::Int(IBig::from(3) << 200));
    bench.assert(s.lt(s.add(x, y), int(&s, -5)));
    bench.assert(s.le(huge, x));
    bench.assert(s.eq(s.app(Op::IntMod, &[y, int(&s, 3)]), int(&s, 2)));
    bench.sat(&[]);
    let core = bench.unsat(&[s.lt(int(&s, 0), y), s.lt(x, s.neg(y))]);
    assert!(core.assumptions.contains(&s.lt(int(&s, 0), y)));
    // 2 x = 7 has no integer solution, 3 r = 1 has exactly one real solution.
    bench.unsat(&[s.eq(s.mul(int(&s, 2), x), int(&s, 7))]);
    let three = s.constant(&Value::Real(RBig::from(3)));
    let minus_one = s.constant(&Value::Real(RBig::from(-1)));
    let model = bench.sat(&[s.eq(s.mul(three, r), minus_one)]);
    let third = RBig::from(-1) / RBig::from(3);
    assert_eq!(
        model.get(s.as_symbol(r).expect("a symbol")),
        Some(&Value::Real(third))
    );
}

/// Between bit-vectors, integers and reals.
pub fn conversions(factory: &dyn SolverFactory) {
    let mut bench = Bench::new(factory);
    let s = bench.terms.clone();
    let b = s.symbol("b", &Sort::BitVec(4));
    let n = s.symbol("n", &Sort::Int);
    let r = s.symbol("r", &Sort::Real);
    bench.assert(s.eq(n, s.app(Op::BvToInt, &[b])));
    bench.unsat(&[s.lt(n, int(&s, 0))]);
    bench.unsat(&[s.lt(int(&s, 15), n)]);
    bench.sat(&[s.eq(n, int(&s, 15))]);
    let back = s.app(Op::IntToBv(4), &[s.add(n, int(&s, -16))]);
    bench.unsat(&[s.ne(back, b)]);
    let floor = s.app(Op::ToInt, &[r]);
    bench.assert(s.eq(floor, int(&s, -2)));
    bench.unsat(&[s.lt(s.app(Op::ToReal, &[int(&s, -1)]), r)]);
    bench.sat(&[s.lt(r, s.constant(&Value::Real(RBig::from(-3) / RBig::from(2))))]);
}

/// A solver that has seen only bit-vectors is later given arrays and integers.
pub fn mixed_theories(factory: &dyn SolverFactory) {
    let mut bench = Bench::new(factory);
    let s = bench.terms.clone();
    let x = s.symbol("x", &Sort::BitVec(8));
    let a = s.symbol("a", &Sort::array(Sort::BitVec(8), Sort::BitVec(8)));
    let n = s.symbol("n", &Sort::Int);
    let small = s.bv_ult(x, s.bv(8, 5));
    bench.assert(s.bv_ult(s.bv(8, 1), x));
    bench.sat(&[small]);
    bench.push();
    bench.assert(s.eq(s.select(a, x), s.bv(8, 0)));
    bench.sat(&[small]);
    bench.unsat(&[
        small,
        s.eq(s.select(a, s.bv(8, 3)), s.bv(8, 1)),
        s.eq(x, s.bv(8, 3)),
    ]);
    bench.push();
    bench.assert(s.lt(n, int(&s, 0)));
    bench.sat(&[small]);
    bench.unsat(&[s.lt(int(&s, 0), n)]);
    bench.pop();
    bench.sat(&[small, s.lt(int(&s, 0), n)]);
    bench.pop();
    bench.sat(&[small, s.eq(s.select(a, x), s.bv(8, 1))]);
    bench.unsat(&[s.eq(x, s.bv(8, 0))]);
}

/// A solver without integers and reals says so, and decides everything else.
pub fn no_numbers(factory: &dyn SolverFactory) {
    let mut bench = Bench::new(factory);
    let s = bench.terms.clone();
    let b = s.symbol("b", &Sort::BitVec(4));
    let n = s.symbol("n", &Sort::Int);
    bench.unsat(&[s.bv_ult(b, s.bv(4, 0))]);
    bench.push();
    bench.assert(s.lt(n, int(&s, 0)));
    match bench.check(&[]) {
        Answer::Unknown(Cause::GaveUp(words)) => assert!(words.contains("integers"), "{words}"),
        other => panic!("expected unknown, found {other:?}"),
    }
    let mut other = Bench::new(factory);
    let r = other.terms.symbol("r", &Sort::Real);
    let positive = other
        .terms
        .lt(other.terms.constant(&Value::Real(RBig::ZERO)), r);
    assert!(matches!(other.check(&[positive]), Answer::Unknown(_)));
    Bench::new(factory).sat(&[]);
}
