//! Whole programs: runs, branches, inputs, and the maps back.

use super::generate::{Operators, add_array, add_variable, condition, variables};
use crate::support::{Builder, Random, random_program};
use invar_cfa::{EdgeId, Operation, Program};
use invar_encode::{
    Arithmetic, BlockGraph, ConcretiseError, EncodeError, Run, concretise, translate,
};
use invar_term::{ArrayValue, BvValue, IBig, Op, Sort, Value};

const ALL: [Arithmetic; 4] = [
    Arithmetic::Bv,
    Arithmetic::Wrap,
    Arithmetic::Int,
    Arithmetic::Real,
];

/// What a havoc edge reads in a step.
fn input(edge: EdgeId, step: u32) -> u32 {
    (edge.0 * 7 + step * 13 + 5) % 16
}

fn run(program: &Program, arithmetic: Arithmetic) -> Result<Run, ConcretiseError> {
    let graph = BlockGraph::of(program, arithmetic).unwrap();
    concretise(program, &graph, 40, |edge, at| {
        let Operation::Havoc { target, .. } = program.entry_cfa().edge(edge).operation else {
            return None;
        };
        let number = input(edge, at.number);
        Some(match program.sort(target) {
            Sort::Int => Value::Int(IBig::from(number)),
            _ => Value::Bv(BvValue::new(4, number.into())),
        })
    })
}

#[test]
fn wrapping_programs_run_as_the_originals_do() {
    let mut r = Random(3);
    let (mut compared, mut reached) = (0, 0);
    for _ in 0..2000 {
        let program = random_program(&mut r, 3, 4);
        let translated = translate(&program, Arithmetic::Wrap).unwrap();
        if translated.abstracted > 0 {
            continue;
        }
        let expected = run(&program, Arithmetic::Bv);
        let found = run(&translated.program, Arithmetic::Wrap);
        match (expected, found) {
            (Ok(expected), Ok(found)) => {
                assert_eq!(found.target, expected.target);
                assert_eq!(found.steps, expected.steps);
                let choices: Vec<(EdgeId, Value)> = found
                    .choices
                    .iter()
                    .map(|(edge, value)| {
                        let bits = translated.choice(*edge, value).unwrap();
                        (translated.edge(*edge).unwrap(), bits)
                    })
                    .collect();
                assert_eq!(choices, expected.choices);
                reached += 1;
            }
            (
                Err(ConcretiseError::Ended { location, steps }),
                Err(ConcretiseError::Ended {
                    location: at,
                    steps: after,
                }),
            ) => {
                assert_eq!((translated.location(at), after), (location, steps));
            }
            (Err(expected), Err(found)) => assert_eq!(found, expected),
            (expected, found) => panic!(
                "{expected:?} became {found:?}\n{}\n{}",
                program.listing(),
                translated.program.listing()
            ),
        }
        compared += 1;
    }
    assert!(compared > 500 && reached > 50, "{compared}, {reached}");
}

/// A branch on something that no arithmetic but bit-vectors has.
fn branch_on_a_product() -> Program {
    let mut b = Builder::new();
    let x = add_variable(&mut b, "x", 32, true);
    let y = add_variable(&mut b, "y", 32, true);
    let (entry, head) = (b.cfa.entry, b.plain());
    let (body, error) = (b.plain(), b.error());
    b.havoc(entry, head, x);
    let product = b.terms().bv_mul(b.symbol(x), b.symbol(y));
    let small = b.terms().bv_slt(product, b.terms().bv(32, 10));
    b.branch(head, small, body, error);
    b.assign(body, head, y, product);
    b.build()
}

#[test]
fn branches_on_any_value_stay_branches() {
    let program = branch_on_a_product();
    for arithmetic in [Arithmetic::Wrap, Arithmetic::Int, Arithmetic::Real] {
        let translated = translate(&program, arithmetic).unwrap();
        assert_eq!(translated.abstracted, 2);
        let graph = BlockGraph::of(&translated.program, arithmetic).unwrap();
        // Both exits of the head can be taken, and they are mutually exclusive.
        let head = graph.heads().next().unwrap();
        let guards: Vec<_> = graph
            .node(head)
            .outgoing
            .iter()
            .map(|id| graph.block(*id).guard)
            .collect();
        assert_eq!(guards.len(), 2, "{}", translated.program.listing());
        assert_eq!(graph.node(head).inputs.len(), 2);
        let cfa = translated.program.entry_cfa();
        for location in cfa.location_ids() {
            let original = translated.location(location);
            assert!(original.0 < program.entry_cfa().location_count() as u32);
        }
        for edge in cfa.edge_ids() {
            let inserted = edge.0 as usize >= program.entry_cfa().edge_count();
            assert_eq!(translated.edge(edge).is_none(), inserted);
        }
    }
}

#[test]
fn random_programs_have_blocks_in_every_arithmetic() {
    let mut r = Random(17);
    for _ in 0..300 {
        let mut b = Builder::new();
        variables(&mut b, 4);
        let mut here = b.cfa.entry;
        for _ in 0..6 {
            let (then, next) = (b.plain(), b.plain());
            let c = condition(&b.program, &mut r, Operators::All, 4, 2);
            b.branch(here, c, then, next);
            b.skip(then, next);
            here = next;
        }
        let program = b.build();
        for arithmetic in ALL {
            let translated = translate(&program, arithmetic).unwrap();
            assert!(BlockGraph::of(&translated.program, arithmetic).is_ok());
            let cfa = translated.program.entry_cfa();
            for location in cfa.location_ids() {
                let [first, second] = *cfa.location(location).outgoing() else {
                    continue;
                };
                let condition = |edge: EdgeId| match &cfa.edge(edge).operation {
                    Operation::Assume { condition, .. } => *condition,
                    other => panic!("{other:?}"),
                };
                // Over reals the negation is literal: nothing between the two is lost.
                if arithmetic == Arithmetic::Real {
                    let negation = program.terms.not(condition(first));
                    assert!(
                        negation == condition(second)
                            || program.terms.not(condition(second)) == condition(first)
                    );
                }
            }
        }
    }
}

#[test]
fn inputs_come_back_as_bits_if_they_fit() {
    let mut b = Builder::new();
    let s = add_variable(&mut b, "s", 8, true);
    let u = add_variable(&mut b, "u", 8, false);
    let a = add_array(&mut b, "a", 32, 8, true);
    let (first, second) = (b.plain(), b.plain());
    let (entry, exit) = (b.cfa.entry, b.cfa.exit);
    let edges = [
        b.havoc(entry, first, s),
        b.havoc(first, second, u),
        b.havoc(second, exit, a),
    ];
    let program = b.build();
    let translated = translate(&program, Arithmetic::Int).unwrap();
    let int = |n: i64| Value::Int(IBig::from(n));
    let bits = |n: i128| Some(Value::Bv(BvValue::from_signed(8, n)));
    assert_eq!(translated.choice(edges[0], &int(-128)), bits(-128));
    assert_eq!(translated.choice(edges[0], &int(128)), None);
    assert_eq!(translated.choice(edges[1], &int(255)), bits(255));
    assert_eq!(translated.choice(edges[1], &int(-1)), None);
    let mut array = ArrayValue::constant(Sort::Int, int(0));
    array.store(int(3), int(-7));
    array.store(int(1 << 40), int(5));
    let Some(Value::Array(back)) = translated.choice(edges[2], &Value::Array(array)) else {
        panic!("an array comes back");
    };
    let entries: Vec<_> = back.entries().collect();
    assert_eq!(entries.len(), 1);
    assert_eq!(Some(entries[0].1.clone()), bits(-7));
    let real = translate(&program, Arithmetic::Real).unwrap();
    let half = Value::Real(invar_term::RBig::from(1) / invar_term::RBig::from(2));
    assert_eq!(real.choice(edges[0], &half), None);
    // The range follows the havoc, on a separate edge.
    let cfa = translated.program.entry_cfa();
    let middle = cfa.edge(edges[0]).to;
    assert_eq!(translated.location(middle), first);
    assert_eq!(translated.choice(EdgeId(3), &int(0)), None);
}

/// Elements of an array that was never written are in range where they are read.
#[test]
fn elements_that_came_from_anywhere_are_in_range() {
    let mut b = Builder::new();
    let a = add_array(&mut b, "a", 32, 8, false);
    let u = add_variable(&mut b, "u", 8, false);
    let (read, end) = (b.plain(), b.plain());
    let entry = b.cfa.entry;
    let error = b.error();
    b.havoc(entry, read, a);
    let element = b.terms().select(b.symbol(a), b.terms().bv(32, 2));
    b.assign(read, end, u, element);
    let wide = b.terms().zero_extend(8, b.symbol(u));
    let large = b.terms().bv_ult(b.terms().bv(16, 300), wide);
    b.branch(end, large, error, b.cfa.exit);
    let program = b.build();
    let translated = translate(&program, Arithmetic::Int).unwrap();
    let graph = BlockGraph::of(&translated.program, Arithmetic::Int).unwrap();
    let found = concretise(&translated.program, &graph, 10, |edge, _| {
        let Operation::Havoc { .. } = translated.program.entry_cfa().edge(edge).operation else {
            return None;
        };
        let number = Value::Int(IBig::from(1000));
        Some(Value::Array(ArrayValue::constant(Sort::Int, number)))
    });
    let Err(ConcretiseError::Ended { location, .. }) = found else {
        panic!("an element out of range was read: {found:?}");
    };
    assert_eq!(translated.location(location), read);
}

#[test]
fn floats_stay_with_bit_vectors() {
    let mut b = Builder::new();
    let x = add_variable(&mut b, "x", 32, true);
    let (entry, exit) = (b.cfa.entry, b.cfa.exit);
    let s = b.terms();
    let float = s.app(
        Op::Fp(invar_term::FpOp::FromSigned(
            invar_term::FloatFormat::Single,
        )),
        &[b.symbol(x)],
    );
    let bits = s.app(Op::Fp(invar_term::FpOp::ToBits), &[float]);
    b.assign(entry, exit, x, bits);
    let program = b.build();
    assert!(translate(&program, Arithmetic::Bv).is_ok());
    let error = translate(&program, Arithmetic::Int).unwrap_err();
    assert_eq!(error, EncodeError::Construct("floating point"));
}
