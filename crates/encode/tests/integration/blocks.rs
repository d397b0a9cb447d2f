//! Blocks against concrete execution: for random automata, states and inputs, exactly the block
//! that execution takes has a true guard, and its updates are the values execution computes.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use crate::support::{Builder, Random, random_program, run_block};
use invar_cfa::{CutPoints, LocationKind, Program, VarId};
use invar_encode::{Arithmetic, BlockGraph, EncodeError, NodeKind};
use invar_term::{BvValue, Evaluator, SymbolId, Value};
use rustc_hash::FxHashMap;

fn check_blocks_from_random_states(program: &Program, width: u32, random: &mut Random) -> usize {
    let graph = BlockGraph::of(program, Arithmetic::Bv).unwrap();
    let cuts = CutPoints::of(program.entry_cfa());
    assert_eq!(
        graph.nodes().iter().map(|n| n.location).collect::<Vec<_>>(),
        cuts.points
    );
    let mut taken = 0;
    for node in graph.nodes().iter().filter(|n| !n.kind.is_target()) {
        for _ in 0..12 {
            let memory: Vec<u32> = program
                .variables
                .iter()
                .map(|_| random.below(1 << width))
                .collect();
            let inputs: Vec<u32> = program
                .entry_cfa()
                .edge_ids()
                .map(|_| random.below(1 << width))
                .collect();
            let expected = run_block(program, &cuts, node.location, memory.clone(), |edge| {
                inputs[edge.0 as usize]
            });
            let value = |bits: u32| Value::Bv(BvValue::new(width, bits.into()));
            let name = |term| program.terms.as_symbol(term).unwrap();
            let mut assignment: FxHashMap<SymbolId, Value> = FxHashMap::default();
            for (variable, bits) in program.variables.iter().zip(&memory) {
                assignment.insert(name(variable.symbol), value(*bits));
            }
            for input in &node.inputs {
                assignment.insert(name(input.symbol), value(inputs[input.edge.0 as usize]));
            }
            let mut evaluator = Evaluator::new(&program.terms, &assignment);
            let mut found = None;
            for id in &node.outgoing {
                let block = graph.block(*id);
                if !evaluator.eval_bool(block.guard).unwrap() {
                    continue;
                }
                assert!(found.is_none(), "two blocks at once\n{}", program.listing());
                let mut after = memory.clone();
                for (VarId(index), term) in &block.updates {
                    let bits = evaluator.eval(*term).unwrap().as_bv().unwrap().unsigned();
                    after[*index as usize] = bits as u32;
                }
                found = Some((block.to, after));
            }
            let is_target = |at: &Option<(invar_cfa::LocId, _)>| {
                at.as_ref()
                    .is_some_and(|(to, _)| graph.node(*to).kind.is_target())
            };
            taken += usize::from(expected.is_some());
            if is_target(&expected) {
                assert_eq!(
                    found.map(|f| f.0),
                    expected.map(|e| e.0),
                    "{}",
                    program.listing()
                );
            } else {
                assert_eq!(
                    found,
                    expected,
                    "from {:?}\n{}",
                    node.location,
                    program.listing()
                );
            }
        }
    }
    taken
}

#[test]
fn blocks_do_what_the_edges_do() {
    let mut random = Random(11);
    let mut checked = 0;
    for _ in 0..3000 {
        let program = random_program(&mut random, 3, 4);
        checked += check_blocks_from_random_states(&program, 4, &mut random);
    }
    assert!(
        checked > 30_000,
        "only {checked} states had a block to take"
    );
}

/// `n` diamonds `if (x == i) y = y + 1;` in a row, with an assertion after each, then a loop.
fn diamonds(n: u32) -> Program {
    let mut b = Builder::new();
    let x = b.variable("x", 32);
    let many: Vec<VarId> = (0..n).map(|i| b.variable(&format!("y{i}"), 32)).collect();
    let error = b.error();
    let mut here = b.plain();
    let entry = b.cfa.entry;
    b.havoc(entry, here, x);
    for i in 0..n {
        let y = many[i as usize];
        let (then, join, next) = (b.plain(), b.plain(), b.plain());
        let is = b.terms().eq(b.symbol(x), b.terms().bv(32, i.into()));
        let more = b.terms().bv_add(b.symbol(y), b.symbol(x));
        b.branch(here, is, then, join);
        b.assign(then, join, y, more);
        let bad = b.terms().eq(b.symbol(y), b.terms().bv(32, 77));
        b.branch(join, bad, error, next);
        here = next;
    }
    let head = b.plain();
    b.skip(here, head);
    let again = b.plain();
    b.skip(head, again);
    b.havoc(again, head, x);
    b.build()
}

#[test]
fn guards_grow_linearly_with_the_program() {
    let size = |n: u32| {
        let program = diamonds(n);
        let before = program.terms.len();
        let graph = BlockGraph::of(&program, Arithmetic::Bv).unwrap();
        let roots: Vec<_> = graph.blocks().iter().map(|b| b.guard).collect();
        (
            program.terms.len() - before,
            program.terms.postorder(&roots).len(),
        )
    };
    let (small, large) = (size(100), size(400));
    assert!(
        large.0 <= 4 * small.0 + 100,
        "terms made: {small:?} {large:?}"
    );
    assert!(
        large.1 <= 4 * small.1 + 100,
        "terms in guards: {small:?} {large:?}"
    );
}

#[test]
fn a_program_with_fifty_thousand_edges_is_encoded_in_seconds() {
    let program = diamonds(10_000);
    assert!(program.entry_cfa().edge_count() >= 50_000);
    let start = std::time::Instant::now();
    let graph = BlockGraph::of(&program, Arithmetic::Bv).unwrap();
    assert_eq!(graph.blocks().len(), 3);
    assert!(start.elapsed().as_secs() < 20, "took {:?}", start.elapsed());
}

#[test]
fn a_closed_diamond_leaves_no_condition_and_the_branch_selects_the_value() {
    let mut b = Builder::new();
    let (x, y) = (b.variable("x", 8), b.variable("y", 8));
    let (entry, head) = (b.cfa.entry, b.plain());
    let (left, right) = (b.plain(), b.plain());
    let inner = b.plain();
    b.skip(entry, head);
    // while (1) { if (x == 1 || x == 2) y = 3; else y = 4; }
    let (one, two) = (b.terms().bv(8, 1), b.terms().bv(8, 2));
    let (is_one, is_two) = (
        b.terms().eq(b.symbol(x), one),
        b.terms().eq(b.symbol(x), two),
    );
    b.branch(head, is_one, left, inner);
    b.branch(inner, is_two, left, right);
    let (three, four) = (b.terms().bv(8, 3), b.terms().bv(8, 4));
    b.assign(left, head, y, three);
    b.assign(right, head, y, four);
    let program = b.build();
    let graph = BlockGraph::of(&program, Arithmetic::Bv).unwrap();
    let s = &program.terms;
    let loops: Vec<_> = graph.blocks().iter().filter(|b| b.from == b.to).collect();
    assert_eq!(loops.len(), 1);
    assert!(s.is_true(loops[0].guard));
    let value = s.ite(is_one, three, s.ite(is_two, three, four));
    let short = s.ite(s.or(&[is_one, is_two]), three, four);
    assert_eq!(loops[0].updates.len(), 1);
    assert!([value, short].contains(&loops[0].updates[0].1));
}

#[test]
fn kinds_and_relevance_of_nodes() {
    let mut b = Builder::new();
    let x = b.variable("x", 8);
    let (entry, head, last) = (b.cfa.entry, b.plain(), b.plain());
    let error = b.error();
    b.havoc(entry, head, x);
    let big = b.terms().bv_ult(b.terms().bv(8, 9), b.symbol(x));
    b.branch(head, big, error, last);
    b.skip(last, last);
    let program = b.build();
    let graph = BlockGraph::of(&program, Arithmetic::Bv).unwrap();
    assert_eq!(graph.node(entry).kind, NodeKind::Entry);
    assert!(graph.node(entry).can_reach_target);
    assert_eq!(graph.node(last).kind, NodeKind::Head);
    assert!(!graph.node(last).can_reach_target);
    assert!(graph.node(error).kind.is_target());
    assert!(!graph.is_cut(head));
}

#[test]
fn what_cannot_be_encoded_is_an_error_value() {
    let mut b = Builder::new();
    let (entry, left, right) = (b.cfa.entry, b.plain(), b.location(LocationKind::Halt));
    b.skip(entry, left);
    b.skip(entry, right);
    let program = b.build();
    let error = BlockGraph::of(&program, Arithmetic::Bv).unwrap_err();
    assert_eq!(error, EncodeError::Branching(entry));
    let mut b = Builder::new();
    b.variable("x", 8);
    let error = BlockGraph::of(&b.build(), Arithmetic::Int).unwrap_err();
    assert_eq!(error, EncodeError::Arithmetic(Arithmetic::Int));
}
