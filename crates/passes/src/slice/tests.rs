//! Tests of slicing: what goes, what stays, and where it lands.

use super::slice;
use crate::Landing;
use crate::testing::{Builder, Explored};
use invar_cfa::Operation;

#[test]
fn an_irrelevant_loop_disappears() {
    let mut b = Builder::new();
    let (x, i) = (b.variable("x", 4, false), b.variable("i", 4, false));
    let (head, body, done, error) = (b.plain(), b.plain(), b.plain(), b.error());
    let (entry, exit) = (b.entry(), b.exit());
    let t = b.terms.clone();
    b.havoc(entry, head, x);
    b.branch(head, body, done, t.bv_ult(b.symbol(i), t.bv(4, 10)));
    b.assign(body, head, i, t.bv_add(b.symbol(i), t.bv(4, 1)));
    b.branch(done, error, exit, t.eq(b.symbol(x), t.bv(4, 3)));
    let result = slice(&b.program);
    let cfa = result.program.entry_cfa();
    assert_eq!(cfa.edge_count(), 2, "{}", result.program.listing());
    let Landing::At(at_head) = result.back.landing(head) else {
        panic!("the head lands")
    };
    assert_eq!(result.back.landing(body), Landing::At(at_head));
    assert_eq!(result.back.landing(done), Landing::At(at_head));
    assert_eq!(result.back.location(at_head), done);
    assert_eq!(result.back.landing(exit), Landing::Harmless);
}

#[test]
fn a_loop_that_feeds_the_error_stays() {
    let mut b = Builder::new();
    let (x, i) = (b.variable("x", 4, false), b.variable("i", 4, false));
    let junk = b.variable("junk", 4, false);
    let (head, body, tail, more, done, error) = (
        b.plain(),
        b.plain(),
        b.plain(),
        b.plain(),
        b.plain(),
        b.error(),
    );
    let (entry, exit) = (b.entry(), b.exit());
    let t = b.terms.clone();
    b.assign(entry, head, i, t.bv(4, 0));
    b.branch(head, body, done, t.bv_ult(b.symbol(i), t.bv(4, 5)));
    b.assign(body, tail, i, t.bv_add(b.symbol(i), t.bv(4, 1)));
    b.assign(tail, more, x, t.bv_add(b.symbol(x), t.bv(4, 2)));
    b.assign(more, head, junk, t.bv_mul(b.symbol(x), b.symbol(junk)));
    b.branch(done, exit, error, t.eq(b.symbol(x), t.bv(4, 10)));
    let result = slice(&b.program);
    let cfa = result.program.entry_cfa();
    assert_eq!(cfa.edge_count(), 6, "{}", result.program.listing());
    let changes_junk =
        |op: &Operation| matches!(op, Operation::Assign { target, .. } if *target == junk);
    assert!(
        cfa.edge_ids()
            .all(|e| !changes_junk(&cfa.edge(e).operation))
    );
    let explored = Explored::all(&result.program, 1000).unwrap();
    assert_eq!(
        explored.targets(&result.program),
        [],
        "x is 10 after five rounds"
    );
}

#[test]
fn an_assumption_that_can_end_the_run_stays() {
    let mut b = Builder::new();
    let x = b.variable("x", 4, false);
    let (read, checked, error) = (b.plain(), b.plain(), b.error());
    let entry = b.entry();
    let t = b.terms.clone();
    b.havoc(entry, read, x);
    b.assume(read, checked, t.bv_ult(b.symbol(x), t.bv(4, 0)));
    b.edge(checked, error, Operation::Skip);
    let result = slice(&b.program);
    let explored = Explored::all(&result.program, 1000).unwrap();
    assert_eq!(explored.targets(&result.program), []);
}

/// `y = 1; while (true) { y = any; if (y == 0) error; }`: the error is the only exit of the loop,
/// but not inevitable.
#[test]
fn a_loop_whose_only_way_out_is_the_error_stays() {
    let mut b = Builder::new();
    let y = b.variable("y", 4, false);
    let (head, test, error) = (b.plain(), b.plain(), b.error());
    let entry = b.entry();
    let t = b.terms.clone();
    b.assign(entry, head, y, t.bv(4, 1));
    b.assign(head, test, y, t.bv_add(b.symbol(y), t.bv(4, 2)));
    b.branch(test, error, head, t.eq(b.symbol(y), t.bv(4, 0)));
    let result = slice(&b.program);
    let assigns = |op: &Operation| matches!(op, Operation::Assign { .. });
    let cfa = result.program.entry_cfa();
    let kept = cfa
        .edge_ids()
        .filter(|e| assigns(&cfa.edge(*e).operation))
        .count();
    assert_eq!(kept, 2, "{}", result.program.listing());
}
