//! Booleans, assumptions and cores.

use super::Bench;
use invar_solver::SolverFactory;
use invar_term::{Op, Sort, TermId, Value};

/// Connectives, with and without assumptions.
pub fn booleans(factory: &dyn SolverFactory) {
    let mut bench = Bench::new(factory);
    let s = bench.terms.clone();
    let [a, b, c] = ["a", "b", "c"].map(|n| s.symbol(n, &Sort::Bool));
    bench.sat(&[]);
    bench.assert(s.raw(Op::And, &[]));
    bench.assert(s.raw(Op::Or, &[a]));
    bench.assert(s.or(&[s.not(a), b]));
    let model = bench.sat(&[]);
    let symbol = s.as_symbol(b).expect("a symbol");
    assert_eq!(model.get(symbol), Some(&Value::Bool(true)));
    bench.assert(s.xor(b, c));
    bench.unsat(&[c]);
    bench.sat(&[s.not(c)]);
    bench.assert(s.raw(Op::Or, &[]));
    assert!(bench.unsat(&[a, b]).assumptions.is_empty());
}

/// Two assumptions that contradict each other among twenty that do not matter.
fn needle(bench: &mut Bench) -> (Vec<TermId>, [TermId; 2]) {
    let s = &bench.terms;
    let word = Sort::BitVec(16);
    let x = s.symbol("x", &word);
    let mut assumptions = Vec::new();
    for i in 0..20u128 {
        let y = s.symbol(&format!("y{i}"), &word);
        assumptions.push(s.bv_ult(y, s.bv(16, 100 + i)));
    }
    let low = s.bv_ult(x, s.bv(16, 10));
    let high = s.bv_ult(s.bv(16, 20), x);
    assumptions.insert(7, low);
    assumptions.insert(15, high);
    (assumptions, [low, high])
}

/// A core is unsatisfiable and keeps the order of the assumptions.
pub fn cores(factory: &dyn SolverFactory) {
    let mut bench = Bench::new(factory);
    let (assumptions, [low, high]) = needle(&mut bench);
    let core = bench.unsat(&assumptions);
    assert!(core.assumptions.contains(&low) && core.assumptions.contains(&high));
    let order: Vec<usize> = core
        .assumptions
        .iter()
        .map(|a| assumptions.iter().position(|b| a == b).expect("a member"))
        .collect();
    assert!(
        order.is_sorted(),
        "the core keeps the order of the assumptions"
    );
}

/// Cores leave out what does not matter; a solver that finds proofs for engines does this.
pub fn small_cores(factory: &dyn SolverFactory) {
    let mut bench = Bench::new(factory);
    let (assumptions, _) = needle(&mut bench);
    let core = bench.unsat(&assumptions);
    assert!(
        core.assumptions.len() < 12,
        "core of {} assumptions",
        core.assumptions.len()
    );
    let s = bench.terms.clone();
    let a = s.symbol("a", &Sort::Bool);
    let x = s.symbol("x", &Sort::BitVec(16));
    let (one, two) = (s.eq(x, s.bv(16, 1)), s.eq(x, s.bv(16, 2)));
    assert_eq!(
        bench.unsat(&[one, one, a, two, two]).assumptions,
        [one, two]
    );
    assert_eq!(bench.unsat(&[a, s.fls()]).assumptions, [s.fls()]);
}

/// Symbols, negations, constants and arbitrary terms can be assumed.
pub fn assumption_kinds(factory: &dyn SolverFactory) {
    let mut bench = Bench::new(factory);
    let s = bench.terms.clone();
    let a = s.symbol("a", &Sort::Bool);
    let x = s.symbol("x", &Sort::BitVec(8));
    let even = s.eq(s.bv_urem(x, s.bv(8, 2)), s.bv(8, 0));
    bench.assert(s.implies(a, even));
    bench.sat(&[a]);
    bench.sat(&[s.not(a), s.not(even)]);
    bench.sat(&[s.tru(), a, s.or(&[s.not(a), even])]);
    let core = bench.unsat(&[s.tru(), a, s.not(even)]);
    assert!(core.assumptions.contains(&a) && core.assumptions.contains(&s.not(even)));
    assert!(bench.unsat(&[a, s.fls()]).assumptions.contains(&s.fls()));
    // Assumptions are forgotten.
    bench.sat(&[s.not(even)]);
    bench.sat(&[]);
}

/// Repeated and contradictory assumptions.
pub fn contradictory_assumptions(factory: &dyn SolverFactory) {
    let mut bench = Bench::new(factory);
    let s = bench.terms.clone();
    let a = s.symbol("a", &Sort::Bool);
    let x = s.symbol("x", &Sort::BitVec(4));
    let one = s.eq(x, s.bv(4, 1));
    let two = s.eq(x, s.bv(4, 2));
    bench.sat(&[a, a, one, one, a]);
    assert_eq!(bench.unsat(&[a, a, s.not(a)]).assumptions, [a, s.not(a)]);
    let core = bench.unsat(&[one, one, a, two, two]).assumptions;
    let once = core == [one, two] || core == [one, a, two];
    assert!(once, "each assumption once, in order: {core:?}");
    assert_eq!(
        bench.unsat(&[one, s.not(one)]).assumptions,
        [one, s.not(one)]
    );
    bench.sat(&[one]);
    bench.sat(&[two]);
}

/// Names that mean something to a solver or to our printers are symbols like any other.
pub fn strange_names(factory: &dyn SolverFactory) {
    let mut bench = Bench::new(factory);
    let s = bench.terms.clone();
    let names = [
        "t0",
        "t1",
        "$t0",
        "$t1",
        "$p1",
        "p1",
        "u1.x",
        "true",
        "and",
        "bvadd",
        "a b",
        "a|b",
        "a_b",
        "a\\b",
        "a%7Cb",
        "main::x@3",
        "x!1",
        "ä",
        "let",
        "Int",
        "k!0",
        "",
    ];
    let symbols = names.map(|n| s.symbol(n, &Sort::BitVec(8)));
    for (i, x) in symbols.iter().enumerate() {
        bench.assert(s.eq(s.bv_add(*x, s.bv(8, 1)), s.bv(8, i as u128)));
    }
    let assumption = s.bv_ult(symbols[0], symbols[1]);
    let flag = s.symbol("$p2", &Sort::Bool);
    bench.unsat(&[flag, assumption]);
    let model = bench.sat(&[flag, s.not(assumption)]);
    for (i, x) in symbols.iter().enumerate() {
        let value = model
            .get(s.as_symbol(*x).expect("a symbol"))
            .and_then(Value::as_bv);
        let expected = (i as i128 - 1) as u128 & 0xff;
        assert_eq!(
            value.map(|v| v.unsigned()),
            Some(expected),
            "value of {}",
            names[i]
        );
    }
}
