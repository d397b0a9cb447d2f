//! Scopes nest and forget.

use super::Bench;
use invar_solver::SolverFactory;
use invar_term::{Op, Sort};

/// Assertions live as long as their scope.
pub fn scopes(factory: &dyn SolverFactory) {
    let mut bench = Bench::new(factory);
    let s = bench.terms.clone();
    let x = s.symbol("x", &Sort::BitVec(8));
    assert!(bench.solver.pop().is_err(), "no scope to close");
    bench.assert(s.bv_ult(x, s.bv(8, 10)));
    for round in 0..3 {
        bench.push();
        bench.assert(s.bv_ult(s.bv(8, 5), x));
        bench.sat(&[]);
        bench.push();
        bench.push();
        // The symbol is new in this scope, and again in the next round.
        let y = s.symbol("y", &Sort::BitVec(8));
        bench.assert(s.eq(y, s.bv_add(x, s.bv(8, 1))));
        bench.assert(s.bv_ult(y, s.bv(8, 6)));
        bench.unsat(&[]);
        bench.pop();
        bench.sat(&[s.bv_ult(x, s.bv(8, 7))]);
        bench.assert(s.eq(x, s.bv(8, 8 + round)));
        if round == 2 {
            bench.unsat(&[]);
        } else {
            bench.sat(&[]);
        }
        bench.pop();
        bench.pop();
        bench.sat(&[s.eq(x, s.bv(8, 0))]);
        bench.unsat(&[s.eq(x, s.bv(8, 10))]);
    }
    assert!(bench.solver.pop().is_err(), "no scope to close");
}

/// An assumption that was used in a closed scope still works, and in an inner one too.
pub fn scopes_of_assumptions(factory: &dyn SolverFactory) {
    let mut bench = Bench::new(factory);
    let s = bench.terms.clone();
    let x = s.symbol("x", &Sort::BitVec(8));
    let small = s.bv_ult(x, s.bv(8, 3));
    let large = s.bv_ult(s.bv(8, 200), x);
    bench.push();
    bench.sat(&[small]);
    bench.unsat(&[small, large]);
    bench.pop();
    assert_eq!(bench.unsat(&[small, large]).assumptions, [small, large]);
    bench.sat(&[large]);
    bench.push();
    bench.unsat(&[small, large]);
    bench.assert(large);
    assert_eq!(bench.unsat(&[small]).assumptions, [small]);
    bench.pop();
    bench.sat(&[small]);
}

/// Unrolled programs are deep terms.
pub fn deep_terms(factory: &dyn SolverFactory) {
    let mut bench = Bench::new(factory);
    let s = bench.terms.clone();
    let x = s.symbol("x", &Sort::BitVec(8));
    let c = s.symbol("c", &Sort::Bool);
    let one = s.bv(8, 1);
    let mut deep = x;
    for _ in 0..2_000 {
        let next = s.raw(Op::BvAdd, &[deep, one]);
        deep = s.raw(Op::Ite, &[c, next, deep]);
    }
    bench.assert(s.eq(deep, s.bv(8, 3)));
    bench.unsat(&[s.not(c), s.ne(x, s.bv(8, 3))]);
    // 2000 is 208 modulo 256.
    bench.sat(&[c, s.eq(x, s.bv(8, 256 + 3 - 208))]);
}
