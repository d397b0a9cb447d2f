//! Random programs with small arrays, before and after, by explicit-state search.

use super::split_arrays;
use crate::testing::{Builder, Random};
use invar_cfa::{IntegerType, LocId, Operation, Program, Scope, VarId};
use invar_term::{ArrayValue, BvValue, Evaluator, Sort, TermId, Value};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

const CASES: u64 = 400;
const WIDTH: u32 = 2;
const STATES: usize = 5_000;

fn array_sort() -> Sort {
    Sort::array(Sort::BitVec(WIDTH), Sort::BitVec(WIDTH))
}

fn bits(value: u128) -> Value {
    Value::Bv(BvValue::new(WIDTH, value))
}

fn array(elements: [u128; 4]) -> Value {
    let mut array = ArrayValue::constant(Sort::BitVec(WIDTH), bits(0));
    for (index, element) in elements.into_iter().enumerate() {
        array.store(bits(index as u128), bits(element));
    }
    Value::Array(array)
}

/// All values of a sort; of arrays those with equal elements but one.
fn values(sort: &Sort) -> Vec<Value> {
    match sort {
        Sort::Array(_) => (0..16u128)
            .map(|n| array([n % 4, n / 4, n % 4, n % 4]))
            .collect(),
        _ => (0..4).map(bits).collect(),
    }
}

fn zero(sort: &Sort) -> Value {
    match sort {
        Sort::Array(_) => array([0; 4]),
        _ => bits(0),
    }
}

/// The errors that can be reached; `None` if there are too many states.
fn errors(program: &Program) -> Option<BTreeSet<LocId>> {
    let cfa = program.entry_cfa();
    let start: Vec<Value> = program
        .variable_ids()
        .map(|v| zero(program.sort(v)))
        .collect();
    let mut seen = BTreeSet::from([(cfa.entry, format!("{start:?}"))]);
    let mut stack = vec![(cfa.entry, start)];
    let mut found = BTreeSet::new();
    while let Some((location, state)) = stack.pop() {
        if seen.len() > STATES {
            return None;
        }
        if Program::is_target(cfa, location) {
            found.insert(location);
        }
        let symbols = program.variable_ids().map(|v| {
            let symbol = program.terms.as_symbol(program.symbol(v)).unwrap();
            (symbol, state[v.0 as usize].clone())
        });
        let assignment: FxHashMap<_, _> = symbols.collect();
        let mut evaluator = Evaluator::new(&program.terms, &assignment);
        for (_, edge) in cfa.outgoing(location) {
            let with = |target: VarId, value: Value| {
                let mut next = state.clone();
                next[target.0 as usize] = value;
                next
            };
            let next = match &edge.operation {
                Operation::Assume { condition, .. } => {
                    let holds = evaluator.eval_bool(*condition).unwrap();
                    Vec::from_iter(holds.then(|| state.clone()))
                }
                Operation::Assign { target, value } => {
                    vec![with(*target, evaluator.eval(*value).unwrap())]
                }
                Operation::Havoc { target, .. } => {
                    let values = values(program.sort(*target)).into_iter();
                    values.map(|value| with(*target, value)).collect()
                }
                _ => vec![state.clone()],
            };
            for state in next {
                if seen.insert((edge.to, format!("{state:?}"))) {
                    stack.push((edge.to, state));
                }
            }
        }
    }
    Some(found)
}

/// A program over two scalars and two arrays.
fn random_program(seed: u64) -> Program {
    let mut r = Random::new(seed);
    let mut b = Builder::new();
    let scalars = [b.variable("x", WIDTH, false), b.variable("y", WIDTH, true)];
    let integer = IntegerType {
        width: WIDTH,
        signed: false,
    };
    let arrays = ["a", "b"].map(|name| {
        let sort = array_sort();
        b.program
            .add_variable(name, Some(name), &sort, integer, "int", Scope::Global, None)
    });
    let mut places = vec![b.entry()];
    for _ in 0..4 + r.below(8) {
        places.push(b.plain());
    }
    let error = b.error();
    for at in 0..places.len() {
        let from = places[at];
        let to = match r.below(6) {
            0 => places[r.below(places.len())],
            _ => places[(at + 1).min(places.len() - 1)],
        };
        let target = arrays[r.below(2)];
        match r.below(8) {
            0 => b.havoc(from, to, scalars[r.below(2)]),
            1 => b.havoc(from, to, target),
            2 => {
                let value = array_term(&mut r, &b, &scalars, &arrays, 2);
                b.assign(from, to, target, value)
            }
            3 | 4 => {
                let (i, e) = (
                    scalar_term(&mut r, &b, &scalars, &arrays, 2),
                    scalar_term(&mut r, &b, &scalars, &arrays, 2),
                );
                let value = b.terms.store(b.symbol(target), i, e);
                b.assign(from, to, target, value)
            }
            5 => {
                let value = scalar_term(&mut r, &b, &scalars, &arrays, 2);
                b.assign(from, to, scalars[r.below(2)], value)
            }
            _ => {
                let x = scalar_term(&mut r, &b, &scalars, &arrays, 1);
                let y = scalar_term(&mut r, &b, &scalars, &arrays, 1);
                let other = match r.below(3) {
                    0 => error,
                    _ => places[r.below(places.len())],
                };
                let condition = b.terms.eq(x, y);
                b.branch(from, other, to, condition);
                continue;
            }
        };
    }
    b.program
}

fn scalar_term(
    r: &mut Random,
    b: &Builder,
    scalars: &[VarId],
    arrays: &[VarId],
    depth: u32,
) -> TermId {
    let t = &b.terms;
    match r.below(if depth == 0 { 2 } else { 5 }) {
        0 => t.bv(WIDTH, r.below(4) as u128),
        1 => b.symbol(scalars[r.below(2)]),
        2 => {
            let x = scalar_term(r, b, scalars, arrays, depth - 1);
            t.bv_add(x, t.bv(WIDTH, 1))
        }
        _ => {
            let array = array_term(r, b, scalars, arrays, depth - 1);
            let index = scalar_term(r, b, scalars, arrays, depth - 1);
            t.select(array, index)
        }
    }
}

fn array_term(
    r: &mut Random,
    b: &Builder,
    scalars: &[VarId],
    arrays: &[VarId],
    depth: u32,
) -> TermId {
    let t = &b.terms;
    match r.below(if depth == 0 { 2 } else { 5 }) {
        0 | 1 => b.symbol(arrays[r.below(2)]),
        2 => {
            let element = scalar_term(r, b, scalars, arrays, depth - 1);
            t.const_array(Sort::BitVec(WIDTH), element)
        }
        3 => {
            let array = array_term(r, b, scalars, arrays, depth - 1);
            let index = scalar_term(r, b, scalars, arrays, depth - 1);
            let element = scalar_term(r, b, scalars, arrays, depth - 1);
            t.store(array, index, element)
        }
        _ => {
            let x = scalar_term(r, b, scalars, arrays, depth - 1);
            let y = scalar_term(r, b, scalars, arrays, depth - 1);
            let then = array_term(r, b, scalars, arrays, depth - 1);
            let otherwise = array_term(r, b, scalars, arrays, depth - 1);
            t.ite(t.bv_ult(x, y), then, otherwise)
        }
    }
}

#[test]
fn elements_reach_the_same_errors_as_arrays() {
    let mut compared = 0;
    for seed in 0..CASES {
        let program = random_program(seed);
        let (Some(before), Some(split)) = (errors(&program), split_arrays(&program)) else {
            continue;
        };
        let Some(after) = errors(&split.program) else {
            continue;
        };
        let after: BTreeSet<LocId> = after.iter().map(|l| split.back.location(*l)).collect();
        assert_eq!(
            before,
            after,
            "seed {seed}\n{}\n{}",
            program.listing(),
            split.program.listing()
        );
        compared += 1;
    }
    assert!(compared > CASES / 4, "only {compared} programs");
}

#[test]
fn an_array_with_an_unknown_index_stays() {
    let mut b = Builder::new();
    let i = b.variable("i", 32, true);
    let integer = IntegerType {
        width: 32,
        signed: true,
    };
    let sort = Sort::array(Sort::BitVec(32), Sort::BitVec(32));
    let a = b
        .program
        .add_variable("a", Some("a"), &sort, integer, "int", Scope::Global, None);
    let (known, error, exit) = (b.plain(), b.error(), b.exit());
    let entry = b.entry();
    b.havoc(entry, known, i);
    let read = b.terms.select(b.symbol(a), b.symbol(i));
    let zero = b.terms.bv(32, 0);
    let condition = b.terms.eq(read, zero);
    b.branch(known, exit, error, condition);
    assert!(split_arrays(&b.program).is_none());
}
