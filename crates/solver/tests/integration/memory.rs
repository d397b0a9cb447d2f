//! Z3's memory limit is global to the process, so its test has a process of its own.

use invar_solver::z3::{Z3Factory, set_memory_limit_mb};
use invar_solver::{Answer, Budget, Cause, SolverFactory};
use invar_term::{Sort, TermStore};
use std::sync::Arc;
use std::time::Duration;

#[test]
fn a_query_beyond_the_memory_limit_is_unknown() {
    set_memory_limit_mb(60);
    let s = Arc::new(TermStore::new());
    let factory = Z3Factory::default();
    {
        let mut solver = factory.make(&s).expect("starts");
        let wide = Sort::BitVec(128);
        let (x, y) = (s.symbol("x", &wide), s.symbol("y", &wide));
        let mut product = x;
        for _ in 0..40 {
            product = s.bv_mul(s.bv_add(product, y), s.bv_urem(product, x));
        }
        solver
            .assert(s.eq(product, s.bv(128, 12345)))
            .expect("asserts");
        let answer = solver.check(&[], &Budget::lasting(Duration::from_secs(120)));
        assert!(
            matches!(answer, Answer::Unknown(Cause::Memory)),
            "found {answer:?}"
        );
    }
    // What the query used is free again.
    let mut solver = factory.make(&s).expect("starts");
    let a = s.symbol("a", &Sort::Bool);
    let answer = solver.check(&[a], &Budget::lasting(Duration::from_secs(10)));
    assert!(matches!(answer, Answer::Sat(_)), "found {answer:?}");
}
