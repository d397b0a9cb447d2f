//! The Horn solver as an engine: proofs are certified, traces are replayed.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use crate::setup::Setup;
use crate::support::{Builder, Random, random_program};
use invar_certify::{Rejection, certify_proof, replay};
use invar_cfa::{LocId, Program};
use invar_encode::{Arithmetic, BlockGraph, HornAtom, HornSystem};
use invar_engine::{Engine, Spacer};
use invar_interp::Limits;
use invar_solver::{Answer, Budget, SolverFactory, Z3Factory, Z3Spacer};
use invar_term::{Sort, Substitution, TermId, Value};
use invar_verdict::{Invariant, Proof, Reason, Support, Verdict};
use std::time::{Duration, Instant};

fn run(program: &Program, facts: &[(LocId, TermId)], budget: Duration) -> Verdict {
    let setup = Setup::of(program);
    let task = setup.task(facts);
    let horn = Z3Spacer::default();
    let context = setup.context(Budget::lasting(budget)).with_horn(&horn);
    Spacer.run(&task, &context).unwrap()
}

/// Runs the engine and checks its evidence; `None` if something that is not modelled is reached.
fn checked(program: &Program, facts: &[(LocId, TermId)]) -> Option<&'static str> {
    match run(program, facts, Duration::from_secs(20)) {
        Verdict::Safe(proof) => {
            let Proof::Inductive { heads, invariant } = &proof else {
                panic!("{proof:?}");
            };
            let blocks = BlockGraph::of(program, Arithmetic::Bv).unwrap();
            let relevant = |head: &LocId| blocks.node(*head).can_reach_target;
            assert_eq!(*heads, blocks.heads().filter(relevant).collect::<Vec<_>>());
            check_clauses(&blocks, invariant);
            certify(program, &proof);
            Some("safe")
        }
        Verdict::Unsafe(trace) => {
            let replayed = replay(program, &trace, &Limits::default(), 0);
            assert!(replayed.is_ok(), "{replayed:?}\n{}", program.listing());
            Some("unsafe")
        }
        Verdict::Unknown(reason) => {
            let expected = matches!(reason, Reason::Unsupported { .. });
            assert!(expected, "{reason}\n{}", program.listing());
            None
        }
    }
}

/// Certifies a proof; certification does not know programs whose entry is inside a loop.
fn certify(program: &Program, proof: &Proof) {
    let (factory, support) = (Z3Factory::default(), Support::default());
    match certify_proof(program, proof, &support, &factory, &Budget::unlimited()) {
        Ok(_) => {}
        Err(Rejection::Undecided(message)) if message == "the entry is inside a loop" => {}
        Err(other) => panic!("{other:?}\n{proof:?}\n{}", program.listing()),
    }
}

/// Every clause holds with the invariant in place of the predicates.
fn check_clauses(blocks: &BlockGraph, invariant: &Invariant) {
    let terms = &blocks.terms;
    let system = HornSystem::of(blocks, &[]);
    let holds = |atom: &HornAtom| {
        let predicate = &system.predicates[atom.predicate];
        let all = terms.and(invariant.facts(predicate.location));
        let pairs = predicate.symbols.iter().zip(&atom.arguments);
        Substitution::new(terms, pairs.map(|(from, to)| (*from, *to))).apply(terms, all)
    };
    for clause in &system.clauses {
        let mut solver = Z3Factory::default().make(terms).unwrap();
        for conjunct in &clause.constraint {
            solver.assert(*conjunct).unwrap();
        }
        for atom in &clause.premises {
            solver.assert(holds(atom)).unwrap();
        }
        if let Some(atom) = &clause.conclusion {
            solver.assert(terms.not(holds(atom))).unwrap();
        }
        let answer = solver.check(&[], &Budget::unlimited());
        assert!(matches!(answer, Answer::Unsat(_)), "{answer:?} {clause:?}");
    }
}

/// Two loops after one another:
/// `x = nondet(); n = x & 7; while (i < n) { i++; y += 2; } while (nondet()) y += 2; if (bad) error`.
fn two_loops(bad: impl Fn(&Builder, TermId) -> TermId) -> Program {
    let mut b = Builder::new();
    let [x, i, y, n] = ["x", "i", "y", "n"].map(|name| b.variable(name, 8));
    let (entry, exit, error) = (b.cfa.entry, b.cfa.exit, b.error());
    let [one, first, body, add, second, choose, more, test] = [(); 8].map(|()| b.plain());
    let constant = |b: &Builder, k| b.terms().bv(8, k);
    b.havoc(entry, one, x);
    let low = b.terms().bv_and(b.symbol(x), constant(&b, 7));
    b.assign(one, first, n, low);
    let left = b.terms().bv_ult(b.symbol(i), b.symbol(n));
    b.branch(first, left, body, second);
    let next = b.terms().bv_add(b.symbol(i), constant(&b, 1));
    b.assign(body, add, i, next);
    let sum = b.terms().bv_add(b.symbol(y), constant(&b, 2));
    b.assign(add, first, y, sum);
    b.havoc(second, choose, x);
    let stop = b.terms().eq(b.symbol(x), constant(&b, 0));
    b.branch(choose, stop, test, more);
    b.assign(more, second, y, sum);
    let bad = bad(&b, b.symbol(y));
    b.branch(test, bad, error, exit);
    b.build()
}

#[test]
fn parity_across_two_loops_is_proved() {
    let odd = |b: &Builder, y| b.terms().eq(b.terms().extract(0, 0, y), b.terms().bv(1, 1));
    assert_eq!(checked(&two_loops(odd), &[]), Some("safe"));
}

#[test]
fn an_error_behind_two_loops_is_reached() {
    let exactly = |b: &Builder, y| b.terms().eq(y, b.terms().bv(8, 20));
    assert_eq!(checked(&two_loops(exactly), &[]), Some("unsafe"));
}

/// `while (1) { if (x == 7) error; x = x + by; }` with the entry as the head of the loop.
fn entry_loop(by: u128) -> Program {
    let mut b = Builder::new();
    let x = b.variable("x", 8);
    let (entry, error, body) = (b.cfa.entry, b.error(), b.plain());
    let bad = b.terms().eq(b.symbol(x), b.terms().bv(8, 7));
    b.branch(entry, bad, error, body);
    let more = b.terms().bv_add(b.symbol(x), b.terms().bv(8, by));
    b.assign(body, entry, x, more);
    b.build()
}

#[test]
fn the_entry_may_be_a_loop_head() {
    assert_eq!(checked(&entry_loop(2), &[]), Some("safe"));
    assert_eq!(checked(&entry_loop(1), &[]), Some("unsafe"));
}

#[test]
fn given_facts_are_part_of_the_proof() {
    let program = entry_loop(2);
    let s = &program.terms;
    let x = program.symbol(invar_cfa::VarId(0));
    let even = s.eq(s.extract(0, 0, x), s.bv(1, 0));
    let head = program.entry_cfa().entry;
    let facts = [(head, even)];
    assert_eq!(checked(&program, &facts), Some("safe"));
    let Verdict::Safe(Proof::Inductive { heads, invariant }) =
        run(&program, &facts, Duration::from_secs(20))
    else {
        panic!("not proved");
    };
    assert_eq!(heads, [head]);
    assert!(invariant.facts(head).contains(&even));
}

/// `a[0] = 1; while (nondet()) { if (a[i] == 0) a[i + 1] = 0..; i++ }`: arrays in states.
fn array_loop(bad: u128) -> Program {
    let mut b = Builder::new();
    let (i, stop) = (b.variable("i", 8), b.variable("stop", 8));
    let sort = Sort::array(Sort::BitVec(8), Sort::BitVec(8));
    let integer = invar_cfa::IntegerType {
        width: 8,
        signed: false,
    };
    let scope = invar_cfa::Scope::Global;
    let a = b
        .program
        .add_variable("a", Some("a"), &sort, integer, "array", scope, None);
    let (entry, exit, error) = (b.cfa.entry, b.cfa.exit, b.error());
    let [head, choose, body, add, test] = [(); 5].map(|()| b.plain());
    b.skip(entry, head);
    b.havoc(head, choose, stop);
    let is_over = b.terms().eq(b.symbol(stop), b.terms().bv(8, 1));
    b.branch(choose, is_over, test, body);
    let two = b.terms().bv(8, 2);
    let twice = b.terms().bv_mul(b.symbol(i), two);
    let written = b.terms().store(b.symbol(a), b.symbol(i), twice);
    b.assign(body, add, a, written);
    let next = b.terms().bv_add(b.symbol(i), b.terms().bv(8, 1));
    b.assign(add, head, i, next);
    let third = b.terms().select(b.symbol(a), b.terms().bv(8, 3));
    let is_bad = b.terms().eq(third, b.terms().bv(8, bad));
    b.branch(test, is_bad, error, exit);
    b.build()
}

#[test]
fn arrays_occur_in_states_and_invariants() {
    assert_eq!(checked(&array_loop(6), &[]), Some("unsafe"));
    assert_eq!(checked(&array_loop(5), &[]), Some("safe"));
}

/// `n = nondet(); while (x < n) { x++; y += 2; } if (bad) error;` over unbounded integers.
fn integer_loop(bad: impl Fn(&Builder, TermId, TermId) -> TermId) -> Program {
    let mut b = Builder::new();
    let [n, x, y] = ["n", "x", "y"].map(|name| {
        let (integer, scope) = (
            invar_cfa::IntegerType {
                width: 32,
                signed: true,
            },
            invar_cfa::Scope::Global,
        );
        b.program
            .add_variable(name, Some(name), &Sort::Int, integer, "int", scope, None)
    });
    let (entry, exit, error) = (b.cfa.entry, b.cfa.exit, b.error());
    let [head, body, add, test] = [(); 4].map(|()| b.plain());
    b.havoc(entry, head, n);
    let number = |b: &Builder, k: i64| b.terms().constant(&Value::Int(k.into()));
    let left = b.terms().lt(b.symbol(x), b.symbol(n));
    b.branch(head, left, body, test);
    let next = b.terms().add(b.symbol(x), number(&b, 1));
    b.assign(body, add, x, next);
    let sum = b.terms().add(b.symbol(y), number(&b, 2));
    b.assign(add, head, y, sum);
    let bad = bad(&b, b.symbol(x), b.symbol(y));
    b.branch(test, bad, error, exit);
    b.build()
}

#[test]
fn programs_over_integers_need_nothing_else() {
    let twice = |b: &Builder, x| b.terms().add(x, x);
    let differ = integer_loop(|b, x, y| b.terms().ne(y, twice(b, x)));
    assert_eq!(checked(&differ, &[]), Some("safe"));
    let five = |b: &Builder| b.terms().constant(&Value::Int(5.into()));
    let reached = integer_loop(|b, x, _| b.terms().eq(x, five(b)));
    assert_eq!(checked(&reached, &[]), Some("unsafe"));
}

#[test]
fn random_programs_get_verdicts_with_evidence() {
    let mut random = Random(23);
    let mut seen = std::collections::BTreeMap::new();
    for _ in 0..150 {
        let program = random_program(&mut random, 3, 4);
        *seen.entry(checked(&program, &[])).or_insert(0) += 1;
    }
    assert!(
        seen[&Some("safe")] > 20 && seen[&Some("unsafe")] > 20,
        "{seen:?}"
    );
}

/// A loop that multiplies: too hard for any solver.
fn hard() -> Program {
    let mut b = Builder::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| b.variable(name, 64));
    let (entry, exit, error) = (b.cfa.entry, b.cfa.exit, b.error());
    let [one, head, body, mix, test] = [(); 5].map(|()| b.plain());
    b.havoc(entry, one, x);
    b.havoc(one, head, y);
    let s = b.program.terms.clone();
    let (xs, ys, zs) = (b.symbol(x), b.symbol(y), b.symbol(z));
    let is_over = s.bv_ult(s.bv(64, 1 << 40), zs);
    b.branch(head, is_over, test, body);
    b.assign(
        body,
        mix,
        z,
        s.bv_add(zs, s.bv_urem(s.bv_mul(xs, ys), s.bv(64, 1_000_003))),
    );
    b.assign(mix, head, x, s.bv_add(s.bv_mul(xs, xs), ys));
    let bad = s.eq(s.bv_mul(xs, zs), s.bv(64, 0x1234_5678_9abc_def1));
    b.branch(test, bad, error, exit);
    b.build()
}

#[test]
fn the_budget_is_kept() {
    let program = hard();
    let start = Instant::now();
    let verdict = run(&program, &[], Duration::from_secs(1));
    let taken = start.elapsed();
    match verdict {
        Verdict::Unknown(Reason::Timeout { activity, .. }) => {
            assert_eq!(activity, "solving Horn clauses");
        }
        other => panic!("{other:?}"),
    }
    // About 1.3 s on a quiet machine: freeing the memory takes a part.
    assert!(taken < Duration::from_millis(2500), "{taken:?}");
}

#[test]
fn without_a_horn_solver_there_is_a_reason() {
    let program = entry_loop(2);
    let setup = Setup::of(&program);
    let task = setup.task(&[]);
    let context = setup.context(Budget::unlimited());
    match Spacer.run(&task, &context).unwrap() {
        Verdict::Unknown(Reason::SolverGaveUp { message }) => {
            assert_eq!(message, "there is no solver for Horn clauses");
        }
        other => panic!("{other:?}"),
    }
}
