//! Transition systems against the automata they come from, executed side by side.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use crate::support::{Builder, Memory, Random, random_program, run_block};
use invar_cfa::{CutPoints, LocId, Program};
use invar_encode::{Arithmetic, BlockGraph, NodeKind, Place, StateOrigin, TransitionSystem};
use invar_term::{BvValue, Evaluator, SymbolId, Value};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

const WIDTH: u32 = 3;

type State = FxHashMap<SymbolId, Value>;

fn bits(width: u32, value: u32) -> Value {
    Value::Bv(BvValue::new(width, value.into()))
}

fn start(system: &TransitionSystem) -> State {
    let terms = &system.terms;
    let value = |term| terms.as_constant(term).unwrap();
    let states = system.states.iter();
    states
        .map(|s| (terms.as_symbol(s.symbol).unwrap(), value(s.init.unwrap())))
        .collect()
}

fn step(system: &TransitionSystem, state: &State, inputs: &State) -> State {
    let mut all = state.clone();
    all.extend(inputs.iter().map(|(s, v)| (*s, v.clone())));
    let mut evaluator = Evaluator::new(&system.terms, &all);
    let states = system.states.iter();
    states
        .map(|s| {
            let symbol = system.terms.as_symbol(s.symbol).unwrap();
            (symbol, evaluator.eval(s.next).unwrap())
        })
        .collect()
}

fn place(system: &TransitionSystem, state: &State) -> Place {
    let counter = system.terms.as_symbol(system.counter()).unwrap();
    system.places[state[&counter].as_bv().unwrap().unsigned() as usize]
}

/// The place of a cut point.
fn expected(graph: &BlockGraph, location: LocId) -> Place {
    let node = graph.node(location);
    match node.kind {
        NodeKind::Error(_) => Place::Error,
        NodeKind::Unsupported(_) => Place::Unsupported,
        NodeKind::Entry => Place::Start,
        NodeKind::Head if node.can_reach_target || location == graph.entry => Place::Head(location),
        NodeKind::Head => Place::Ended,
    }
}

/// Executes both with the same inputs; the place at the end.
fn side_by_side(program: &Program, random: &mut Random) -> Place {
    let graph = BlockGraph::of(program, Arithmetic::Bv).unwrap();
    let system = TransitionSystem::of(&graph, &[]);
    let cuts = CutPoints::of(program.entry_cfa());
    let live = graph.live();
    let mut location = graph.entry;
    let mut memory: Memory = vec![0; program.variables.len()];
    let mut state = start(&system);
    assert_eq!(place(&system, &state), expected(&graph, location));
    for _ in 0..12 {
        let edges = program.entry_cfa().edge_ids();
        let chosen: Vec<u32> = edges.map(|_| random.below(1 << WIDTH)).collect();
        let mut inputs = State::default();
        for input in graph.nodes().iter().flat_map(|node| &node.inputs) {
            let symbol = graph.terms.as_symbol(input.symbol).unwrap();
            inputs.insert(symbol, bits(WIDTH, chosen[input.edge.0 as usize]));
        }
        let next = run_block(program, &cuts, location, memory.clone(), |edge| {
            chosen[edge.0 as usize]
        });
        state = step(&system, &state, &inputs);
        let reached = place(&system, &state);
        let Some((to, after)) = next else {
            assert_eq!(reached, Place::Ended);
            break;
        };
        (location, memory) = (to, after);
        assert_eq!(reached, expected(&graph, location));
        let Place::Head(head) = reached else { break };
        for variable in &system.states {
            let StateOrigin::Variable(v) = variable.origin else {
                continue;
            };
            let symbol = system.terms.as_symbol(variable.symbol).unwrap();
            let is_live = live[&head].contains(&v);
            let value = if is_live { memory[v.0 as usize] } else { 0 };
            assert_eq!(state[&symbol], bits(WIDTH, value), "variable {}", v.0);
        }
    }
    let end = place(&system, &state);
    let again = step(&system, &state, &zero_inputs(&system));
    if !matches!(end, Place::Start | Place::Head(_)) {
        assert_eq!(place(&system, &again), end, "the end is for ever");
    }
    let mut evaluator = Evaluator::new(&system.terms, &state);
    assert_eq!(
        evaluator.eval_bool(system.error).unwrap(),
        end == Place::Error
    );
    assert_eq!(
        evaluator.eval_bool(system.bad).unwrap(),
        matches!(end, Place::Error | Place::Unsupported)
    );
    end
}

fn zero_inputs(system: &TransitionSystem) -> State {
    let zero = |symbol: SymbolId| {
        let sort = system.terms.sort(system.terms.symbol_term(symbol));
        Value::zero(sort).unwrap()
    };
    system.inputs.iter().map(|s| (*s, zero(*s))).collect()
}

#[test]
fn systems_do_what_automata_do() {
    let mut random = Random(5);
    let mut ends: FxHashMap<&str, u32> = FxHashMap::default();
    for number in 0..3000 {
        let program = random_program(&mut random, 3, WIDTH);
        let end = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            side_by_side(&program, &mut random)
        }));
        let Ok(end) = end else {
            panic!("program {number}:\n{}", program.listing());
        };
        let name = match end {
            Place::Start => "start",
            Place::Head(_) => "head",
            Place::Error => "error",
            Place::Unsupported => "unsupported",
            Place::Ended => "ended",
        };
        *ends.entry(name).or_default() += 1;
    }
    for name in ["head", "error", "unsupported", "ended"] {
        assert!(ends.get(name).is_some_and(|n| *n > 30), "{ends:?}");
    }
}

/// Two loops, one after the other, each with a separate variable.
fn two_loops() -> Program {
    let mut b = Builder::new();
    let (x, y) = (b.variable("x", 8), b.variable("y", 8));
    let (entry, exit) = (b.cfa.entry, b.cfa.exit);
    let (first, one, second, two, after) = (b.plain(), b.plain(), b.plain(), b.plain(), b.plain());
    let error = b.error();
    b.havoc(entry, first, x);
    let small = b.terms().bv_ult(b.symbol(x), b.terms().bv(8, 10));
    b.branch(first, small, one, second);
    let more = b.terms().bv_add(b.symbol(x), b.terms().bv(8, 1));
    b.assign(one, first, x, more);
    let small = b.terms().bv_ult(b.symbol(y), b.terms().bv(8, 5));
    b.branch(second, small, two, after);
    let more = b.terms().bv_add(b.symbol(y), b.terms().bv(8, 1));
    b.assign(two, second, y, more);
    let bad = b.terms().eq(b.symbol(y), b.terms().bv(8, 6));
    b.branch(after, bad, error, exit);
    b.build()
}

#[test]
fn facts_are_a_constraint_and_formulas_become_facts() {
    let program = two_loops();
    let graph = BlockGraph::of(&program, Arithmetic::Bv).unwrap();
    let heads: Vec<LocId> = graph.heads().collect();
    let terms = &program.terms;
    let (x, y) = (program.variables[0].symbol, program.variables[1].symbol);
    let fact = (heads[1], terms.bv_ule(y, terms.bv(8, 5)));
    let system = TransitionSystem::of(&graph, &[fact]);
    assert_eq!(
        system.places,
        [
            Place::Start,
            Place::Head(heads[0]),
            Place::Head(heads[1]),
            Place::Error,
            Place::Ended
        ]
    );
    assert_eq!(terms.width(system.counter()), 3);
    assert_eq!(system.inputs.len(), 1);
    assert!(!terms.is_true(system.constraint));
    assert_eq!(system.at_heads(&[system.constraint]), [fact]);
    // x is dead at the second head, and zero there.
    let seven = terms.bv(8, 7);
    let both = terms.or(&[terms.eq(x, seven), terms.eq(y, seven)]);
    let said = system.at_heads(&[both]);
    let at_second: BTreeSet<_> = said.iter().filter(|(l, _)| *l == heads[1]).collect();
    assert_eq!(at_second, BTreeSet::from([&(heads[1], terms.eq(y, seven))]));
    assert!(terms.is_false(system.at(Place::Unsupported)));
}
