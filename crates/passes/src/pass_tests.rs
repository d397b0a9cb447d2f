//! Tests of the small passes: what goes, what stays, which facts come back.

use crate::testing::Builder;
use crate::{
    Landing, PassOptions, contract, prepare, propagate_constants, propagate_copies, prune,
    remove_dead_assignments,
};
use invar_cfa::Operation;

#[test]
fn prune_leaves_the_entry_when_no_target_can_be_reached() {
    let mut b = Builder::new();
    let x = b.variable("x", 8, true);
    let (middle, error) = (b.plain(), b.error());
    let (entry, exit) = (b.entry(), b.exit());
    let t = b.terms.clone();
    b.havoc(entry, middle, x);
    b.assume(middle, error, t.fls());
    b.edge(middle, exit, Operation::Skip);
    let result = prune(&b.program);
    let cfa = result.program.entry_cfa();
    assert_eq!((cfa.edge_count(), cfa.location_count()), (0, 2));
    assert_eq!(result.back.landing(entry), Landing::At(cfa.entry));
    assert_eq!(result.back.landing(middle), Landing::Harmless);
    assert_eq!(result.back.landing(error), Landing::Unreachable);
    assert_eq!(result.back.infeasible().len(), 1);
}

/// `mode = 3; while (*) { if (mode != 3) error; x = mode + 1; } if (x == 9) error`
#[test]
fn constants_decide_branches_and_return_facts() {
    let mut b = Builder::new();
    let (mode, x, any) = (
        b.variable("mode", 8, true),
        b.variable("x", 8, true),
        b.variable("any", 8, true),
    );
    let (start, head, choose, body, good, done) = (
        b.plain(),
        b.plain(),
        b.plain(),
        b.plain(),
        b.plain(),
        b.plain(),
    );
    let (first, second) = (b.error(), b.error());
    let (entry, exit) = (b.entry(), b.exit());
    let t = b.terms.clone();
    let (mode_symbol, x_symbol) = (b.symbol(mode), b.symbol(x));
    b.assign(entry, start, mode, t.bv(8, 3));
    b.edge(start, head, Operation::Skip);
    b.havoc(head, choose, any);
    b.branch(choose, body, done, t.eq(b.symbol(any), t.bv(8, 0)));
    b.branch(body, good, first, t.eq(mode_symbol, t.bv(8, 3)));
    b.assign(good, head, x, t.bv_add(mode_symbol, t.bv(8, 1)));
    b.branch(done, second, exit, t.eq(x_symbol, t.bv(8, 9)));
    let result = propagate_constants(&b.program, &[]);
    assert_eq!(result.back.landing(first), Landing::Unreachable);
    assert!(matches!(result.back.landing(second), Landing::At(_)));
    assert_eq!(result.back.facts(), [(head, t.eq(mode_symbol, t.bv(8, 3)))]);
    let cfa = result.program.entry_cfa();
    let four = Operation::Assign {
        target: x,
        value: t.bv(8, 4),
    };
    assert!(cfa.edge_ids().any(|e| cfa.edge(e).operation == four));
    // The whole pipeline knows 0 <= x <= 4 as well: nothing is left to prove.
    let prepared = prepare(&b.program, &PassOptions::default());
    assert_eq!(prepared.program.entry_cfa().edge_count(), 0);
    assert_eq!(prepared.back.landing(second), Landing::Unreachable);
    assert!(
        prepared
            .back
            .facts()
            .contains(&(head, t.bv_sle(x_symbol, t.bv(8, 4))))
    );
    let names: Vec<&str> = prepared.timings.iter().map(|(name, _)| *name).collect();
    assert_eq!(
        names,
        [
            "prune",
            "constants",
            "prune",
            "intervals",
            "constants",
            "prune",
            "elements",
            "copies",
            "slice",
            "dead assignments",
            "contract"
        ]
    );
}

#[test]
fn no_pass_changes_nothing() {
    let mut b = Builder::new();
    let x = b.variable("x", 8, true);
    let error = b.error();
    let entry = b.entry();
    b.havoc(entry, error, x);
    let prepared = prepare(&b.program, &PassOptions::none());
    assert_eq!(prepared.program.listing(), b.program.listing());
    assert!(prepared.timings.is_empty() && prepared.back.facts().is_empty());
}

#[test]
fn dead_assignments_become_skips() {
    let mut b = Builder::new();
    let x = b.variable("x", 8, true);
    let (one, two, error) = (b.plain(), b.plain(), b.error());
    let entry = b.entry();
    let t = b.terms.clone();
    b.assign(entry, one, x, t.bv(8, 1));
    b.havoc(one, two, x);
    b.assume(two, error, t.eq(b.symbol(x), t.bv(8, 1)));
    let result = remove_dead_assignments(&b.program);
    let cfa = result.program.entry_cfa();
    let operations: Vec<&Operation> = cfa.edge_ids().map(|e| &cfa.edge(e).operation).collect();
    assert_eq!(*operations[0], Operation::Skip);
    assert!(matches!(operations[1], Operation::Havoc { .. }));
}

#[test]
fn contraction_keeps_loop_heads_and_targets() {
    let mut b = Builder::new();
    let x = b.variable("x", 8, true);
    let (before, head, inside, last, error) =
        (b.plain(), b.plain(), b.plain(), b.plain(), b.error());
    let entry = b.entry();
    let t = b.terms.clone();
    b.havoc(entry, before, x);
    b.edge(before, head, Operation::Skip);
    b.branch(head, inside, last, t.bv_slt(b.symbol(x), t.bv(8, 9)));
    b.edge(inside, head, Operation::Skip);
    b.edge(last, error, Operation::Skip);
    let result = contract(&b.program);
    let (cfa, back) = (result.program.entry_cfa(), &result.back);
    assert_eq!(cfa.edge_count(), 3);
    let Landing::At(at_head) = back.landing(head) else {
        panic!("the head is kept")
    };
    assert_eq!(back.location(at_head), head);
    assert_eq!(back.landing(before), Landing::At(at_head));
    assert_eq!(back.landing(inside), Landing::At(at_head));
    let Landing::At(at_error) = back.landing(last) else {
        panic!("merged with the error")
    };
    assert_eq!(back.location(at_error), error);
}

/// `b = a; a = 7; c = b; if (b == c) ...`: after `a` changes, `c` still has the name of `b`'s value.
#[test]
fn copies_are_read_from_where_the_value_still_is() {
    let mut b = Builder::new();
    let (first, second, third) = (
        b.variable("a", 8, false),
        b.variable("b", 8, false),
        b.variable("c", 8, false),
    );
    let places: Vec<_> = (0..4).map(|_| b.plain()).collect();
    let (entry, exit, error) = (b.entry(), b.exit(), b.error());
    let t = b.terms.clone();
    b.havoc(entry, places[0], first);
    b.assign(places[0], places[1], second, b.symbol(first));
    b.assign(places[1], places[2], third, b.symbol(second));
    b.branch(
        places[2],
        error,
        places[3],
        t.eq(b.symbol(third), t.bv(8, 9)),
    );
    b.branch(
        places[3],
        exit,
        exit,
        t.eq(b.symbol(second), b.symbol(third)),
    );
    let result = propagate_copies(&b.program);
    let listing = result.program.listing();
    assert!(listing.contains("[(= a (_ bv9 8))]"), "{listing}");
    assert!(listing.contains("[true]"), "{listing}");
}
