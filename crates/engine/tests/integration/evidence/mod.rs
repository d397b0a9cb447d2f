//! Evidence of engines over blocks, checked by one query per block and fact.
#![allow(
    dead_code,
    clippy::unwrap_used,
    reason = "each test binary uses its part"
)]

use invar_encode::{BlockGraph, NodeKind, Origin, Unrolling};
use invar_engine::{Context, Queries, Task};
use invar_solver::{Answer, Budget, Z3Factory};
use invar_verdict::{Invariant, Proof, Verdict};

/// Fails unless facts hold at the start and every block preserves them.
pub fn assert_inductive(blocks: &BlockGraph, facts: &Invariant, queries: &mut Queries<'_>) {
    let terms = &blocks.terms;
    let zero = Unrolling::new(blocks, Origin::Zero);
    for fact in facts.facts(blocks.entry) {
        let start = zero.start(terms.tru());
        assert!(
            terms.is_true(zero.apply(&start, *fact)),
            "false at the start"
        );
    }
    for node in blocks.nodes().iter().filter(|n| !n.kind.is_target()) {
        let origin = origin(node.kind);
        let unrolling = Unrolling::new(blocks, origin);
        let start = unrolling.start(terms.and(facts.facts(node.location)));
        for (id, after) in unrolling.leave(node.location, &start, 0) {
            for fact in facts.facts(blocks.block(id).to) {
                let negation = terms.not(unrolling.apply(&after, *fact));
                let answer = queries.satisfiable(&[after.guard, negation], &Budget::unlimited());
                assert!(matches!(answer, Answer::Unsat(_)), "not inductive");
            }
        }
    }
}

/// Fails unless no block leads from a state that the facts allow to a target.
pub fn assert_excludes_targets(blocks: &BlockGraph, facts: &Invariant, queries: &mut Queries<'_>) {
    let nodes = blocks.nodes().iter().filter(|n| n.can_reach_target);
    for node in nodes.filter(|n| !n.kind.is_target()) {
        let unrolling = Unrolling::new(blocks, origin(node.kind));
        let start = unrolling.start(blocks.terms.and(facts.facts(node.location)));
        for (id, after) in unrolling.leave(node.location, &start, 0) {
            if blocks.node(blocks.block(id).to).kind.is_target() {
                let answer = queries.satisfiable(&[after.guard], &Budget::unlimited());
                assert!(matches!(answer, Answer::Unsat(_)), "a target is left");
            }
        }
    }
}

fn origin(kind: NodeKind) -> Origin {
    match kind {
        NodeKind::Entry => Origin::Zero,
        _ => Origin::Arbitrary,
    }
}

/// The invariant of a claimed proof. Fails unless it is one together with the facts of the task.
pub fn assert_proof(task: &Task<'_>, verdict: &Verdict) -> Invariant {
    let Verdict::Safe(Proof::Inductive { invariant, .. }) = verdict else {
        panic!("no inductive proof: {verdict:?}");
    };
    let mut all = invariant.clone();
    for (location, fact) in task.facts {
        all.add(*location, *fact);
    }
    let factory = Z3Factory::default();
    let context = Context::new(&factory, Budget::unlimited());
    let mut queries = Queries::new(&task.blocks.terms, &context).unwrap();
    assert_inductive(task.blocks, &all, &mut queries);
    assert_excludes_targets(task.blocks, &all, &mut queries);
    invariant.clone()
}
