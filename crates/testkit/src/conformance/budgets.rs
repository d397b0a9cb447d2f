//! Queries end when their budget does, and the solver lives on.

use super::Bench;
use invar_solver::{Answer, Budget, Cause, SolverFactory};
use invar_term::{Op, Sort, TermId, TermStore};
use std::time::{Duration, Instant};

/// What a back end may take beyond its budget on a busy machine.
const GRACE: Duration = Duration::from_millis(1000);

/// Factors of a product of two large primes: hopeless for bit-blasting. Primes next to powers of
/// two would be guessed by lucky solvers.
fn factoring(s: &TermStore) -> Vec<TermId> {
    let product: u128 = 1_000_000_000_000_000_003 * 999_999_999_999_999_989;
    let [p, q] = ["p", "q"].map(|n| s.zero_extend(60, s.symbol(n, &Sort::BitVec(60))));
    let one = s.bv(120, 1);
    vec![
        s.eq(s.bv_mul(p, q), s.bv(120, product)),
        s.bv_ult(one, p),
        s.bv_ult(one, q),
    ]
}

/// A hopeless query stops in time; the solver answers afterwards, with everything asserted.
pub fn hard_queries_stop(factory: &dyn SolverFactory) {
    let mut bench = Bench::new(factory);
    let s = bench.terms.clone();
    let x = s.symbol("x", &Sort::BitVec(8));
    bench.assert(s.bv_ult(x, s.bv(8, 4)));
    bench.push();
    bench.assert(s.ne(x, s.bv(8, 0)));
    let hard = factoring(&s);
    for _ in 0..2 {
        let start = Instant::now();
        let answer = bench
            .solver
            .check(&hard, &Budget::lasting(Duration::from_millis(300)));
        assert!(
            matches!(answer, Answer::Unknown(Cause::Timeout)),
            "found {answer:?}"
        );
        assert!(
            start.elapsed() < Duration::from_millis(300) + GRACE,
            "{:?}",
            start.elapsed()
        );
        bench.sat(&[s.eq(x, s.bv(8, 3))]);
        bench.unsat(&[s.eq(x, s.bv(8, 0))]);
        bench.unsat(&[s.eq(x, s.bv(8, 4))]);
    }
    bench.pop();
    bench.sat(&[s.eq(x, s.bv(8, 0))]);
}

/// Simplifying what was asserted counts too: some solvers spend their time there.
pub fn heavy_assertions_stop(factory: &dyn SolverFactory) {
    let mut bench = Bench::new(factory);
    let s = bench.terms.clone();
    let x = s.symbol("x", &Sort::BitVec(8));
    let c = s.symbol("c", &Sort::Bool);
    let mut deep = x;
    for i in 0..4_000u32 {
        let flipped = s.raw(Op::BvXor, &[deep, s.bv(8, u128::from(i))]);
        let masked = s.raw(Op::BvAnd, &[deep, x]);
        deep = s.raw(Op::Ite, &[c, flipped, masked]);
    }
    bench.assert(s.bv_ult(x, s.bv(8, 4)));
    bench.push();
    let start = Instant::now();
    bench.assert(s.eq(deep, s.bv(8, 3)));
    let answer = bench
        .solver
        .check(&[c], &Budget::lasting(Duration::from_millis(500)));
    assert!(
        matches!(
            answer,
            Answer::Sat(_) | Answer::Unsat(_) | Answer::Unknown(Cause::Timeout)
        ),
        "found {answer:?}"
    );
    assert!(
        start.elapsed() < Duration::from_millis(500) + GRACE,
        "{:?}",
        start.elapsed()
    );
    bench.pop();
    bench.sat(&[c]);
    bench.unsat(&[s.eq(x, s.bv(8, 4))]);
}

/// Another thread cancels.
pub fn cancelled_queries(factory: &dyn SolverFactory) {
    let mut bench = Bench::new(factory);
    let s = bench.terms.clone();
    for term in factoring(&s) {
        bench.assert(term);
    }
    let budget = Budget::unlimited();
    let token = budget.cancel.clone();
    let start = Instant::now();
    let answer = std::thread::scope(|scope| {
        scope.spawn(move || {
            std::thread::sleep(Duration::from_millis(200));
            token.cancel();
        });
        bench.solver.check(&[], &budget)
    });
    assert!(
        matches!(answer, Answer::Unknown(Cause::Cancelled)),
        "found {answer:?}"
    );
    assert!(
        start.elapsed() < Duration::from_millis(200) + GRACE,
        "{:?}",
        start.elapsed()
    );
    let q = s.symbol("q", &Sort::BitVec(60));
    bench.unsat(&[s.eq(q, s.bv(60, 0))]);
}

/// A budget that has ended before the query gives no answer at all.
pub fn exhausted_budgets(factory: &dyn SolverFactory) {
    let mut bench = Bench::new(factory);
    let s = bench.terms.clone();
    let a = s.symbol("a", &Sort::Bool);
    let late = bench.solver.check(&[a], &Budget::lasting(Duration::ZERO));
    assert!(
        matches!(late, Answer::Unknown(Cause::Timeout)),
        "found {late:?}"
    );
    let cancelled = Budget::unlimited();
    cancelled.cancel.cancel();
    let answer = bench.solver.check(&[a], &cancelled);
    assert!(
        matches!(answer, Answer::Unknown(Cause::Cancelled)),
        "found {answer:?}"
    );
    bench.sat(&[a]);
}
