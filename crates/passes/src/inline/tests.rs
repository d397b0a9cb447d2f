//! Tests of inlining: structure, and the same runs as the program with calls.

use super::{Activation, CallTree, InlineError, InlineLimits, divide, inline, inline_along};
use crate::testing::{Builder, Explored};
use invar_cfa::{FunctionId, LocationKind, Operation, Program, Scope, UnsupportedKind};

const LIMITS: InlineLimits = InlineLimits {
    recursion: 2,
    edges: 1000,
};

/// `start` calls `twice(x + 1)` two times in a row, then asserts `x == wanted`.
fn two_calls(wanted: u128) -> Program {
    let mut b = Builder::new();
    let x = b.variable("x", 8, true);
    let twice = FunctionId(1);
    let (middle, end, error) = (b.plain(), b.plain(), b.error());
    let (sx, one) = (b.symbol(x), b.terms.bv(8, 1));
    let argument = b.terms.bv_add(sx, one);
    let call = Operation::Call {
        function: twice,
        arguments: vec![argument],
        results: vec![x],
    };
    let (entry, exit) = (b.entry(), b.exit());
    b.edge(entry, middle, call.clone());
    b.edge(middle, end, call);
    let equal = b.terms.eq(sx, b.terms.bv(8, wanted));
    b.branch(end, exit, error, equal);
    b.function("twice");
    let (p, r) = (b.local("twice::p", 8), b.local("twice::r", 8));
    b.body().parameters = vec![p];
    b.body().results = vec![r];
    let sum = b.terms.bv_add(b.symbol(p), b.symbol(p));
    let (entry, exit) = (b.entry(), b.exit());
    b.assign(entry, exit, r, sum);
    b.program
}

#[test]
fn calls_become_assignments_with_own_copies() {
    let source = two_calls(6);
    let inlined = inline(&source, LIMITS).unwrap();
    let program = &inlined.program;
    assert_eq!(program.functions.len(), 1);
    let names: Vec<&str> = program.variables.iter().map(|v| &*v.name).collect();
    assert_eq!(
        names,
        [
            "x",
            "twice::p",
            "twice::r",
            "twice@1::p",
            "twice@1::r",
            "twice@2::p",
            "twice@2::r"
        ]
    );
    assert!(
        program.variables[3..]
            .iter()
            .all(|v| v.scope == Scope::Local(FunctionId(0)))
    );
    assert_eq!(
        program.variables[3].source_name.as_deref(),
        Some("twice::p")
    );
    assert_eq!(program.entry_cfa().edge_count(), 8);
    assert_eq!(inlined.edges.len(), 8);
    assert_eq!(
        inlined.locations.len(),
        program.entry_cfa().location_count()
    );
    assert_eq!(program.call_paths.len(), 3);
    assert_eq!(inlined.unexpanded, 0);
    // x = 0, then 2, then 6.
    let explored = Explored::all(program, 1000).unwrap();
    assert_eq!(explored.targets(program), []);
    let wrong = inline(&two_calls(5), LIMITS).unwrap().program;
    assert_eq!(
        Explored::all(&wrong, 1000).unwrap().targets(&wrong).len(),
        1
    );
}

#[test]
fn stable_ids_and_names_do_not_depend_on_the_run() {
    let first = inline(&two_calls(6), LIMITS).unwrap().program;
    let second = inline(&two_calls(6), LIMITS).unwrap().program;
    assert_eq!(first.listing(), second.listing());
    let cfa = first.entry_cfa();
    let mut ids: Vec<_> = cfa.location_ids().map(|l| cfa.location(l).stable).collect();
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), count, "every location has its own stable id");
}

/// `f(n)` calls `f(n - 1)` until `n` is zero; `start` calls `f(depth)`.
fn recursive(depth: u128) -> Program {
    let mut b = Builder::new();
    let f = FunctionId(1);
    let argument = b.terms.bv(8, depth);
    let (entry, exit) = (b.entry(), b.exit());
    let call = Operation::Call {
        function: f,
        arguments: vec![argument],
        results: vec![],
    };
    b.edge(entry, exit, call);
    b.function("f");
    let n = b.local("f::n", 8);
    b.body().parameters = vec![n];
    let more = b.plain();
    let (entry, exit) = (b.entry(), b.exit());
    let zero = b.terms.eq(b.symbol(n), b.terms.bv(8, 0));
    b.branch(entry, exit, more, zero);
    let less = b.terms.bv_sub(b.symbol(n), b.terms.bv(8, 1));
    b.edge(
        more,
        exit,
        Operation::Call {
            function: f,
            arguments: vec![less],
            results: vec![],
        },
    );
    b.program
}

#[test]
fn recursion_within_the_limit_is_exact_and_beyond_it_unsupported() {
    let within = inline(&recursive(2), LIMITS).unwrap();
    assert_eq!(within.unexpanded, 1);
    assert_eq!(
        Explored::all(&within.program, 1000)
            .unwrap()
            .targets(&within.program),
        []
    );
    let beyond = inline(&recursive(3), LIMITS).unwrap().program;
    let reached = Explored::all(&beyond, 1000).unwrap().targets(&beyond);
    assert_eq!(reached.len(), 1);
    let LocationKind::Unsupported(id) = beyond.entry_cfa().location(reached[0]).kind else {
        panic!("the call beyond the limit is unsupported");
    };
    let construct = &beyond.unsupported[id.0 as usize].construct;
    assert_eq!(construct, "recursion deeper than 2 calls of f");
    let chain = beyond.call_chain(beyond.entry_cfa().location(reached[0]).calls);
    assert_eq!(chain.len(), 3, "the chain of the refused call's caller");
}

#[test]
fn calls_beyond_the_edge_limit_are_unsupported() {
    let limits = InlineLimits {
        recursion: 100,
        edges: 40,
    };
    let inlined = inline(&recursive(200), limits).unwrap();
    assert!(inlined.program.entry_cfa().edge_count() <= 40);
    assert_eq!(
        inlined.program.unsupported.last().unwrap().construct,
        "inlining limit"
    );
    let none = InlineLimits {
        recursion: 1,
        edges: 0,
    };
    assert_eq!(
        inline(&recursive(1), none).unwrap_err(),
        InlineError::TooLarge { limit: 0 }
    );
}

#[test]
fn a_call_that_does_not_fit_is_refused() {
    let mut program = recursive(1);
    program.functions[1].parameters.clear();
    assert!(matches!(
        inline(&program, LIMITS),
        Err(InlineError::Malformed { .. })
    ));
}

/// `start` calls `check(x)` two times; `check(p)` ends in an error unless `p` is zero.
fn two_assertions(effect: Option<&str>) -> Program {
    let mut b = Builder::new();
    let x = b.variable("x", 8, true);
    let (body, check) = (FunctionId(1), FunctionId(2));
    let (entry, exit) = (b.entry(), b.exit());
    let call = |function, arguments| Operation::Call {
        function,
        arguments,
        results: vec![],
    };
    b.edge(entry, exit, call(body, vec![]));
    b.function("body");
    let (entry, exit, middle) = (b.entry(), b.exit(), b.plain());
    let argument = b.symbol(x);
    b.edge(entry, middle, call(check, vec![argument]));
    b.edge(middle, exit, call(check, vec![argument]));
    b.function("check");
    let p = b.local("check::p", 8);
    b.body().parameters = vec![p];
    let (entry, exit, middle, error) = (b.entry(), b.exit(), b.plain(), b.error());
    let zero = b.terms.eq(b.symbol(p), b.terms.bv(8, 0));
    match effect {
        None => b.edge(entry, middle, Operation::Skip),
        Some(_) => b.assign(entry, middle, x, b.terms.bv(8, 1)),
    };
    b.branch(middle, exit, error, zero);
    b.program
}

fn errors(program: &Program) -> Vec<u32> {
    let cfa = program.entry_cfa();
    let kinds = cfa.location_ids().map(|l| cfa.location(l).kind);
    kinds
        .filter_map(|kind| match kind {
            LocationKind::Error(check) => Some(check.0),
            _ => None,
        })
        .collect()
}

#[test]
fn each_call_of_an_assertion_has_a_check() {
    let inlined = inline(&two_assertions(None), LIMITS).unwrap();
    assert_eq!(inlined.program.checks.len(), 2);
    assert_eq!(errors(&inlined.program), [0, 1]);
    let other = inline(&two_assertions(Some("x")), LIMITS).unwrap();
    assert_eq!(
        other.program.checks.len(),
        1,
        "a function that changes a global is more than an assertion"
    );
    assert_eq!(errors(&other.program), [0, 0]);
}

/// `start` sets `g = 3; x = sum(g)`, asserts `x == wanted`; `sum(n)` is 0 for 0 and otherwise
/// `sum(n - 1) + twice(n)`, and counts its calls in the global `count`. `twice` is not recursive.
fn sum(wanted: u128) -> Program {
    let mut b = Builder::new();
    let (g, count) = (b.variable("g", 8, true), b.variable("count", 8, true));
    let x = b.local("start::x", 8);
    let (sum, twice) = (FunctionId(1), FunctionId(2));
    let (middle, end, error) = (b.plain(), b.plain(), b.error());
    let t = b.terms.clone();
    let (entry, exit) = (b.entry(), b.exit());
    b.assign(entry, middle, g, t.bv(8, 3));
    let call = |function, argument, result| Operation::Call {
        function,
        arguments: vec![argument],
        results: vec![result],
    };
    b.edge(middle, end, call(sum, b.symbol(g), x));
    let equal = t.eq(b.symbol(x), t.bv(8, wanted));
    b.branch(end, exit, error, equal);
    b.function("sum");
    let [n, r, s] = ["sum::n", "sum::r", "sum::s"].map(|name| b.local(name, 8));
    b.body().parameters = vec![n];
    b.body().results = vec![r];
    let [counted, base, more, inner, last] = std::array::from_fn(|_| b.plain());
    let (entry, exit) = (b.entry(), b.exit());
    let one = t.bv(8, 1);
    b.assign(entry, counted, count, t.bv_add(b.symbol(count), one));
    b.branch(counted, base, more, t.eq(b.symbol(n), t.bv(8, 0)));
    b.assign(base, exit, r, t.bv(8, 0));
    b.edge(more, inner, call(sum, t.bv_sub(b.symbol(n), one), r));
    b.edge(inner, last, call(twice, b.symbol(n), s));
    b.assign(last, exit, r, t.bv_add(b.symbol(r), b.symbol(s)));
    b.function("twice");
    let (p, q) = (b.local("twice::p", 8), b.local("twice::q", 8));
    b.body().parameters = vec![p];
    b.body().results = vec![q];
    let (entry, exit) = (b.entry(), b.exit());
    b.assign(entry, exit, q, t.bv_add(b.symbol(p), b.symbol(p)));
    b.program
}

#[test]
fn functions_that_call_themselves_are_kept_apart() {
    let divided = divide(&sum(12), 1000).unwrap();
    let (program, procedures) = (&divided.program, &divided.procedures);
    let name = |v: invar_cfa::VarId| program.variable(v).name.to_string();
    let [procedure] = procedures.list.as_slice() else {
        panic!("{procedures:?}");
    };
    assert_eq!(&*procedure.name, "sum");
    let given: Vec<String> = procedures.given(procedure).into_iter().map(name).collect();
    assert_eq!(given, ["sum@1::n", "count"]);
    let summarised = procedures.summarised(procedure);
    let summarised: Vec<String> = summarised.into_iter().map(name).collect();
    let expected = ["sum@1::n@old", "count@old", "sum@1::r", "count"];
    assert_eq!(summarised, expected);
    let at_call = procedures.summarised_at_call(procedure);
    let at_call: Vec<String> = at_call.into_iter().map(name).collect();
    let expected = [
        "sum@1::n@passed",
        "count@before",
        "sum@1::r@returned",
        "count",
    ];
    assert_eq!(at_call, expected);
    // One call in `start`, one in `sum`; the call of `twice` is inlined.
    assert_eq!(procedures.calls.len(), 2);
    let cfa = program.entry_cfa();
    let calls = cfa.edge_ids().map(|id| &cfa.edge(id).operation);
    assert!(
        !calls
            .into_iter()
            .any(|o| matches!(o, Operation::Call { .. }))
    );
    assert!(cfa.location(procedure.exit).outgoing().is_empty());
    let reached = cfa.reached();
    assert!(reached[procedure.exit.0 as usize]);
}

#[test]
fn a_program_without_recursion_has_no_procedures() {
    let divided = divide(&two_calls(6), 1000).unwrap();
    assert!(divided.procedures.list.is_empty());
    let inlined = inline(&two_calls(6), LIMITS).unwrap();
    let edges = |program: &Program| program.entry_cfa().edge_count();
    assert_eq!(edges(&divided.program), edges(&inlined.program));
}

#[test]
fn along_a_run_only_its_calls_are_expanded() {
    let program = two_assertions(Some("x"));
    let constructs = |inlined: &super::Inlined| {
        let unsupported = inlined.program.unsupported.iter();
        unsupported.map(|u| u.construct.clone()).collect::<Vec<_>>()
    };
    let mut calls = CallTree::default();
    let nothing = inline_along(&program, &calls, 1000).unwrap();
    assert_eq!(
        constructs(&nothing),
        [UnsupportedKind::NotCalled.beginning()]
    );
    let first = program.function(FunctionId(0)).cfa.edge_ids().next();
    let body = calls.enter(Activation::ENTRY, first.unwrap());
    let second = program.function(FunctionId(1)).cfa.edge_ids().next();
    let check = calls.enter(body, second.unwrap());
    assert_eq!(calls.enter(body, second.unwrap()), check);
    assert_eq!(calls.activations(), 3);
    let some = inline_along(&program, &calls, 1000).unwrap();
    assert_eq!(constructs(&some), [UnsupportedKind::NotCalled.beginning()]);
    assert_eq!(errors(&some.program), [0]);
}
