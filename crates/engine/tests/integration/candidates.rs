//! Candidate facts: on small programs over integers, reals and bit-vectors the wanted fact follows
//! from what is found, and everything found is inductive.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use crate::evidence::assert_inductive;
use crate::setup::Setup;
use crate::support::{Builder, SortArithmetic};
use invar_cfa::{LocId, Program, VarId};
use invar_engine::{Context, Queries, candidates, houdini};
use invar_solver::{Answer, Budget, Z3Factory};
use invar_term::{Op, Sort, TermId};
use invar_verdict::Invariant;

/// Adds the assignments of one path, from `from` to `to`.
fn path(b: &mut Builder, from: LocId, to: LocId, steps: &[(VarId, TermId)]) {
    let mut here = from;
    for (variable, value) in steps {
        let next = b.plain();
        b.assign(here, next, *variable, *value);
        here = next;
    }
    b.skip(here, to);
}

/// The inductive candidates. Fails unless they are inductive.
fn found(program: &Program) -> Invariant {
    let setup = Setup::of(program);
    let task = setup.task(&[]);
    let context = setup.context(Budget::unlimited());
    let mut queries = Queries::new(&program.terms, &context).unwrap();
    let facts = houdini(
        &task,
        candidates(&task, &Budget::unlimited()),
        &mut queries,
        &Budget::unlimited(),
    );
    assert_inductive(&setup.blocks, &facts, &mut queries);
    facts
}

/// Whether the facts at a location imply `wanted`.
fn implies(program: &Program, facts: &Invariant, location: LocId, wanted: TermId) -> bool {
    let factory = Z3Factory::default();
    let context = Context::new(&factory, Budget::unlimited());
    let mut queries = Queries::new(&program.terms, &context).unwrap();
    let mut query = facts.facts(location).to_vec();
    query.push(program.terms.not(wanted));
    matches!(
        queries.satisfiable(&query, &Budget::unlimited()),
        Answer::Unsat(_)
    )
}

/// `n` any; `while (x < n) { x += 1; y += 2; z += x; }` and an error that needs all variables.
#[test]
fn an_equation_and_bounds_of_a_counting_loop() {
    for sort in [Sort::Int, Sort::Real, Sort::BitVec(32)] {
        let mut b = Builder::new();
        let [x, y, n] = ["x", "y", "n"].map(|name| b.signed_variable(name, &sort));
        let (entry, head, body, after) = (b.cfa.entry, b.plain(), b.plain(), b.plain());
        let (error, exit) = (b.error(), b.cfa.exit);
        let arithmetic = SortArithmetic::of(&b, &sort);
        let terms = &arithmetic.terms;
        let k = |value| arithmetic.number(value);
        let [sx, sy, sn] = [x, y, n].map(|v| b.symbol(v));
        let checked = b.plain();
        b.havoc(entry, checked, n);
        let positive = arithmetic.less(k(0), sn);
        b.assume(checked, head, positive);
        b.branch(head, arithmetic.less(sx, sn), body, after);
        let steps = [(x, arithmetic.add(sx, k(1))), (y, arithmetic.add(sy, k(2)))];
        path(&mut b, body, head, &steps);
        let twice = terms.eq(sy, arithmetic.add(sx, sx));
        b.branch(after, twice, exit, error);
        let program = b.build();
        let facts = found(&program);
        assert!(implies(&program, &facts, head, twice), "{sort}");
        let bounded = terms.not(arithmetic.less(sn, sx));
        if sort != Sort::Real {
            assert!(implies(&program, &facts, head, bounded), "{sort}");
        }
    }
}

/// A loop in which one input, that no sample draws, breaks two of three sampled equations:
/// `if (3 * z == 1481481) { x += 5; w += 5; } else { x += 1; y += 1; w += 2; }`.
#[test]
fn refuted_equations_are_combined_to_the_one_that_holds() {
    for sort in [Sort::Int, Sort::BitVec(32)] {
        let mut b = Builder::new();
        let [x, y, w, z] = ["x", "y", "w", "z"].map(|name| b.signed_variable(name, &sort));
        let (entry, head, read) = (b.cfa.entry, b.plain(), b.plain());
        let (rare, usual, test, error) = (b.plain(), b.plain(), b.plain(), b.error());
        let exit = b.cfa.exit;
        let arithmetic = SortArithmetic::of(&b, &sort);
        let terms = &arithmetic.terms;
        let k = |value| arithmetic.number(value);
        let [sx, sy, sw, sz] = [x, y, w, z].map(|v| b.symbol(v));
        b.skip(entry, head);
        b.havoc(head, read, z);
        let thrice = arithmetic.add(arithmetic.add(sz, sz), sz);
        b.branch(read, terms.eq(thrice, k(1_481_481)), rare, test);
        path(
            &mut b,
            rare,
            head,
            &[(x, arithmetic.add(sx, k(5))), (w, arithmetic.add(sw, k(5)))],
        );
        let sum = terms.eq(sw, arithmetic.add(sx, sy));
        let goes_on = arithmetic.less(k(0), sz);
        let done = b.plain();
        b.branch(test, goes_on, usual, done);
        path(
            &mut b,
            usual,
            head,
            &[
                (x, arithmetic.add(sx, k(1))),
                (y, arithmetic.add(sy, k(1))),
                (w, arithmetic.add(sw, k(2))),
            ],
        );
        b.branch(done, sum, exit, error);
        let program = b.build();
        let facts = found(&program);
        assert!(implies(&program, &facts, head, sum), "{sort}");
        assert!(!implies(&program, &facts, head, terms.eq(sx, sy)), "{sort}");
    }
}

/// `i += 3` for ever; the error is `i mod 3 = 1`.
#[test]
fn increments_give_congruences() {
    let mut b = Builder::new();
    let (i, z) = (
        b.signed_variable("i", &Sort::Int),
        b.signed_variable("z", &Sort::Int),
    );
    let (entry, head, read, body, after) =
        (b.cfa.entry, b.plain(), b.plain(), b.plain(), b.plain());
    let (error, exit) = (b.error(), b.cfa.exit);
    let arithmetic = SortArithmetic::of(&b, &Sort::Int);
    let terms = &arithmetic.terms;
    let k = |value| arithmetic.number(value);
    let [si, sz] = [i, z].map(|v| b.symbol(v));
    b.skip(entry, head);
    b.havoc(head, read, z);
    b.branch(read, terms.lt(k(0), sz), body, after);
    b.assign(body, head, i, terms.add(si, k(3)));
    let rest = terms.app(Op::IntMod, &[si, k(3)]);
    b.branch(after, terms.eq(rest, k(1)), error, exit);
    let program = b.build();
    let facts = found(&program);
    let wanted = terms.eq(rest, k(0));
    assert!(implies(&program, &facts, head, wanted));
}

/// `flag` is set when `x` becomes large: `if (z > 0) { flag = 1; x = 7; } else if (flag == 0) x = 0`.
#[test]
fn bounds_may_depend_on_a_condition() {
    let mut b = Builder::new();
    let [flag, x, z] = ["flag", "x", "z"].map(|name| b.signed_variable(name, &Sort::Int));
    let (entry, head, read, set, test) = (b.cfa.entry, b.plain(), b.plain(), b.plain(), b.plain());
    let (low, stop, error, exit) = (b.plain(), b.plain(), b.error(), b.cfa.exit);
    let arithmetic = SortArithmetic::of(&b, &Sort::Int);
    let terms = &arithmetic.terms;
    let k = |value| arithmetic.number(value);
    let [sflag, sx, sz] = [flag, x, z].map(|v| b.symbol(v));
    b.skip(entry, head);
    b.havoc(head, read, z);
    b.branch(read, terms.lt(k(0), sz), set, test);
    path(&mut b, set, head, &[(flag, k(1)), (x, sz)]);
    let off = terms.eq(sflag, k(0));
    b.branch(test, off, low, head);
    let small = terms.le(sx, k(0));
    b.branch(low, small, stop, error);
    b.branch(stop, terms.eq(sz, k(-3)), exit, head);
    let program = b.build();
    let facts = found(&program);
    let wanted = terms.or(&[terms.not(off), small]);
    assert!(implies(&program, &facts, head, wanted));
    assert!(!implies(&program, &facts, head, small));
}

/// A loop after a condition that never holds, though sampling cannot know.
#[test]
fn a_head_that_is_never_reached_has_the_fact_false() {
    let mut b = Builder::new();
    let (x, z) = (
        b.signed_variable("x", &Sort::Int),
        b.signed_variable("z", &Sort::Int),
    );
    let (entry, head, read, dead) = (b.cfa.entry, b.plain(), b.plain(), b.plain());
    let (error, exit, next) = (b.error(), b.cfa.exit, b.plain());
    let arithmetic = SortArithmetic::of(&b, &Sort::Int);
    let terms = &arithmetic.terms;
    let k = |value| arithmetic.number(value);
    let [sx, sz] = [x, z].map(|v| b.symbol(v));
    b.skip(entry, head);
    b.havoc(head, read, z);
    b.branch(read, terms.lt(sx, k(0)), dead, next);
    b.assign(next, head, x, terms.add(sx, k(1)));
    let gone = b.plain();
    b.havoc(dead, gone, z);
    let again = b.plain();
    b.branch(gone, terms.eq(sz, sx), error, again);
    b.branch(again, terms.lt(sz, k(9)), dead, exit);
    let program = b.build();
    let facts = found(&program);
    assert!(implies(&program, &facts, dead, terms.fls()));
}
