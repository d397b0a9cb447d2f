//! Arrays of bit-vectors.

use super::Bench;
use invar_solver::SolverFactory;
use invar_term::{Sort, Value};

fn memory() -> Sort {
    Sort::array(Sort::BitVec(32), Sort::BitVec(8))
}

/// Reads over writes, and equality of whole arrays.
pub fn arrays_decide(factory: &dyn SolverFactory) {
    let mut bench = Bench::new(factory);
    let s = bench.terms.clone();
    let (a, b) = (s.symbol("a", &memory()), s.symbol("b", &memory()));
    let [i, j] = ["i", "j"].map(|n| s.symbol(n, &Sort::BitVec(32)));
    let v = s.symbol("v", &Sort::BitVec(8));
    bench.assert(s.eq(b, s.store(a, i, v)));
    let changed = s.ne(s.select(b, j), s.select(a, j));
    bench.sat(&[changed]);
    let core = bench.unsat(&[changed, s.ne(i, j)]);
    assert_eq!(core.assumptions.len(), 2);
    bench.unsat(&[s.ne(s.select(b, i), v)]);
    bench.push();
    bench.assert(s.eq(a, b));
    bench.unsat(&[s.ne(s.select(a, i), v)]);
    bench.sat(&[s.eq(s.select(a, j), s.bv(8, 3))]);
    bench.pop();
    bench.sat(&[s.ne(a, b)]);
    bench.sat(&[s.ne(s.select(a, i), v)]);
}

/// Values of arrays come back whole.
pub fn array_models(factory: &dyn SolverFactory) {
    let mut bench = Bench::new(factory);
    let s = bench.terms.clone();
    let (a, b) = (s.symbol("a", &memory()), s.symbol("b", &memory()));
    for k in 0..40u128 {
        let index = s.bv(32, k * k * 65537);
        bench.assert(s.eq(s.select(a, index), s.bv(8, k)));
        bench.assert(s.bv_ult(
            s.select(a, index),
            s.select(b, s.bv_add(index, s.bv(32, 1))),
        ));
    }
    let model = bench.sat(&[]);
    let Some(Value::Array(value)) = model.get(s.as_symbol(a).expect("a symbol")) else {
        panic!("no array in the model");
    };
    for k in 0..40u128 {
        let index = s.as_constant(s.bv(32, k * k * 65537)).expect("a constant");
        let element = value.select(&index).as_bv().map(|v| v.unsigned());
        assert_eq!(element, Some(k), "element {k}");
    }
}

/// Reads of constant arrays that have been written to.
pub fn constant_array_reads(factory: &dyn SolverFactory) {
    let mut bench = Bench::new(factory);
    let s = bench.terms.clone();
    let [i, j] = ["i", "j"].map(|n| s.symbol(n, &Sort::BitVec(32)));
    let c = s.symbol("c", &Sort::Bool);
    let zeros = s.const_array(Sort::BitVec(32), s.bv(8, 0));
    let written = s.store(zeros, i, s.bv(8, 9));
    let read = s.select(s.ite(c, written, zeros), j);
    bench.assert(s.ne(read, s.bv(8, 0)));
    bench.sat(&[]);
    bench.unsat(&[s.not(c)]);
    let core = bench.unsat(&[c, s.ne(i, j)]);
    assert!(core.assumptions.contains(&s.ne(i, j)));
    bench.unsat(&[s.ne(read, s.bv(8, 9))]);
}

/// Equality with constant arrays.
pub fn constant_arrays(factory: &dyn SolverFactory) {
    let mut bench = Bench::new(factory);
    let s = bench.terms.clone();
    let a = s.symbol("a", &memory());
    let i = s.symbol("i", &Sort::BitVec(32));
    let zeros = s.const_array(Sort::BitVec(32), s.bv(8, 0));
    bench.assert(s.eq(a, s.store(zeros, s.bv(32, 7), s.bv(8, 9))));
    let model = bench.sat(&[s.ne(s.select(a, i), s.bv(8, 0))]);
    let value = model
        .get(s.as_symbol(i).expect("a symbol"))
        .and_then(Value::as_bv);
    assert_eq!(value.map(|v| v.unsigned()), Some(7));
    bench.unsat(&[s.ne(s.select(a, i), s.bv(8, 0)), s.ne(i, s.bv(32, 7))]);
}
