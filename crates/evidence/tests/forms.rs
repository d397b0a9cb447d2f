//! Programs that differ in names have one form, and evidence about one is evidence about the other.

use invar_cfa::{
    AssumeReason, CallPathId, Cfa, Check, CheckId, CheckKind, DataModel, Function, FunctionId,
    HavocOrigin, IntegerType, LocId, LocationKind, Operation, Program, Property, Scope, StableId,
    VarId,
};
use invar_evidence::{Canonical, Evidence, NamedFacts, NamedRun, WrittenEvidence};
use invar_term::{BvValue, Sort, TermStore, Value};
use invar_verdict::{Choice, Invariant, Proof, Trace};
use std::sync::Arc;

/// What a program is made with.
struct Making {
    names: [&'static str; 2],
    /// Symbols that are made before all others.
    before: &'static [&'static str],
    bound: u128,
}

const PLAIN: Making = Making {
    names: ["x", "y"],
    before: &[],
    bound: 10,
};

/// A program, its loop head and its havoc edge: `y = any; while (x + y < bound) x = x + y; error`.
struct Made {
    program: Program,
    head: LocId,
    edge: invar_cfa::EdgeId,
    variables: [VarId; 2],
}

fn made(making: &Making) -> Made {
    let terms = Arc::new(TermStore::new());
    let sort = Sort::BitVec(32);
    for name in making.before {
        terms.symbol(name, &sort);
    }
    let property = Property::ASSERT;
    let mut program = Program::new(terms.clone(), DataModel::Lp64, property);
    let integer = IntegerType {
        width: 32,
        signed: true,
    };
    let scope = Scope::Local(FunctionId(0));
    let variables = making
        .names
        .map(|name| program.add_variable(name, Some(name), &sort, integer, "int", scope, None));
    let [x, y] = variables.map(|variable| program.symbol(variable));
    let mut cfa = Cfa::new("main");
    let place = |cfa: &mut Cfa, kind, name: &str| {
        cfa.add_location(kind, None, StableId::of(&[name]), CallPathId::ROOT)
    };
    let head = place(&mut cfa, LocationKind::Plain, "head");
    let body = place(&mut cfa, LocationKind::Plain, "body");
    let error = place(&mut cfa, LocationKind::Error(CheckId(0)), "error");
    let entry = cfa.entry;
    let havoc = Operation::Havoc {
        target: variables[1],
        origin: HavocOrigin::Input("input".into()),
    };
    let edge = cfa.add_edge(entry, head, havoc, None);
    let sum = terms.bv_add(x, y);
    let bound = terms.constant(&Value::Bv(BvValue::new(32, making.bound)));
    let below = terms.bv_ult(sum, bound);
    let assume = |condition| Operation::Assume {
        condition,
        reason: AssumeReason::Branch,
    };
    cfa.add_edge(head, body, assume(below), None);
    cfa.add_edge(head, error, assume(terms.not(below)), None);
    let assign = Operation::Assign {
        target: variables[0],
        value: sum,
    };
    cfa.add_edge(body, head, assign, None);
    program.functions.push(Function {
        name: "main".into(),
        cfa,
        parameters: Vec::new(),
        results: Vec::new(),
        span: None,
    });
    program.checks.push(Check {
        kind: CheckKind::Assertion,
        span: None,
    });
    Made {
        program,
        head,
        edge,
        variables,
    }
}

#[test]
fn names_and_the_order_of_making_are_not_part_of_a_form() {
    let form = |making: &Making| Canonical::of(&made(making).program).text;
    let plain = form(&PLAIN);
    let renamed = Making {
        names: ["counter", "step"],
        ..PLAIN
    };
    assert_eq!(form(&renamed), plain);
    // Arguments of sums are ordered by age.
    let other_age = Making {
        before: &["y", "x"],
        ..PLAIN
    };
    assert_eq!(form(&other_age), plain);
    let other_bound = Making { bound: 11, ..PLAIN };
    assert_ne!(form(&other_bound), plain);
}

/// The inductive proof with the fact `x <= limit` at the head.
fn proof(made: &Made, limit: u128) -> Proof {
    let terms = &made.program.terms;
    let x = made.program.symbol(made.variables[0]);
    let limit = terms.constant(&Value::Bv(BvValue::new(32, limit)));
    let mut invariant = Invariant::default();
    invariant.add(made.head, terms.bv_ule(x, limit));
    Proof::Inductive {
        heads: vec![made.head],
        invariant,
    }
}

#[test]
fn a_proof_about_one_program_is_read_as_one_about_its_twin() {
    let (one, twin) = (
        made(&PLAIN),
        made(&Making {
            names: ["a", "b"],
            before: &["unused", "b"],
            bound: 10,
        }),
    );
    let form = Canonical::of(&one.program);
    let evidence = Evidence::Proof(proof(&one, 7));
    let written = WrittenEvidence::of(&evidence, &one.program, &form).expect("written");
    let text = serde_json::to_string(&written).expect("JSON");
    let written: WrittenEvidence = serde_json::from_str(&text).expect("the same");
    let read = written.read(&twin.program, &Canonical::of(&twin.program));
    let Ok(Evidence::Proof(Proof::Inductive { heads, invariant })) = read else {
        panic!("{read:?}");
    };
    let Proof::Inductive {
        invariant: expected,
        ..
    } = proof(&twin, 7)
    else {
        unreachable!("the proof is inductive");
    };
    assert_eq!((heads, invariant), (vec![twin.head], expected));
}

#[test]
fn a_trace_is_read_only_where_its_values_fit() {
    let one = made(&PLAIN);
    let form = Canonical::of(&one.program);
    let of = |bits: BvValue| {
        let choice = Choice {
            edge: one.edge,
            value: Value::Bv(bits),
        };
        let trace = Trace {
            choices: vec![choice],
        };
        WrittenEvidence::of(&Evidence::Trace(trace), &one.program, &form).expect("written")
    };
    let good = of(BvValue::new(32, 3)).read(&one.program, &form);
    assert!(matches!(good, Ok(Evidence::Trace(_))), "{good:?}");
    let wide = of(BvValue::new(64, 3)).read(&one.program, &form);
    assert!(wide.is_err(), "{wide:?}");
}

#[test]
fn facts_and_runs_are_found_again_by_names() {
    let (one, other) = (made(&PLAIN), made(&Making { bound: 99, ..PLAIN }));
    let Proof::Inductive { invariant, .. } = proof(&one, 7) else {
        unreachable!("the proof is inductive");
    };
    let named = NamedFacts::of(&one.program, &invariant);
    let Proof::Inductive {
        invariant: expected,
        ..
    } = proof(&other, 7)
    else {
        unreachable!("the proof is inductive");
    };
    let candidates = named.read(&other.program);
    assert_eq!(candidates, [(other.head, expected.facts(other.head)[0])]);
    let renamed = made(&Making {
        names: ["p", "q"],
        ..PLAIN
    });
    assert_eq!(named.read(&renamed.program), []);

    let value = Value::Bv(BvValue::new(32, 42));
    let run = NamedRun::of(&one.program, &[(one.edge, value.clone())]);
    let mut again = run.retold(&other.program);
    let sort = Sort::BitVec(32);
    assert_eq!(again.next(other.edge, &sort), Some(value));
    assert_eq!(again.next(other.edge, &sort), Value::zero(&sort));
}
