//! Cut points, stable names and the listing.

use invar_cfa::{
    AssumeReason, CallPathId, Cfa, Check, CheckId, CheckKind, CutPoints, DataModel, Function,
    FunctionId, HavocOrigin, IntegerType, LocId, LocationKind, LoopOrder, Operation, Program,
    Property, Scope, SourceMap, Span, StableId, Unsupported, UnsupportedId, dot,
};
use invar_term::{Sort, TermStore};
use std::sync::Arc;

fn location(cfa: &mut Cfa, kind: LocationKind) -> LocId {
    let name = cfa.location_count().to_string();
    cfa.add_location(kind, None, StableId::of(&["f", &name]), CallPathId::ROOT)
}

/// A graph with this many locations (entry 0, exit 1) and these edges.
fn graph(count: u32, edges: &[(u32, u32)]) -> Cfa {
    let mut cfa = Cfa::new("f");
    for _ in 2..count {
        location(&mut cfa, LocationKind::Plain);
    }
    for (from, to) in edges {
        cfa.add_edge(LocId(*from), LocId(*to), Operation::Skip, None);
    }
    cfa
}

/// Whether every cycle that can be reached has a cut point: without them no cycle is left.
fn every_cycle_is_cut(cfa: &Cfa, cuts: &CutPoints) -> bool {
    let reached: Vec<LocId> = cfa
        .location_ids()
        .filter(|l| cuts.position(*l).is_some())
        .collect();
    let mut left: Vec<LocId> = reached.into_iter().filter(|l| !cuts.contains(*l)).collect();
    loop {
        let ends = |l: &LocId| cfa.outgoing(*l).all(|(_, e)| !left.contains(&e.to));
        let kept: Vec<LocId> = left.iter().copied().filter(|l| !ends(l)).collect();
        if kept.len() == left.len() {
            return left.is_empty();
        }
        left = kept;
    }
}

fn cuts_of(cfa: &Cfa) -> Vec<u32> {
    let cuts = CutPoints::of(cfa);
    assert!(every_cycle_is_cut(cfa, &cuts));
    assert_eq!(cuts.position(cfa.entry), Some(0));
    for edge in cfa.edge_ids().map(|e| cfa.edge(e)) {
        let (from, to) = (cuts.position(edge.from), cuts.position(edge.to));
        // Edges that do not lead to a loop head lead forward.
        assert!(from.is_none() || from < to || cuts.is_loop_head(edge.to));
    }
    for point in &cuts.points {
        assert!(cuts.contains(*point));
    }
    cuts.points.iter().map(|l| l.0).collect()
}

#[test]
fn a_graph_without_cycles_is_cut_at_its_entry_only() {
    assert_eq!(cuts_of(&graph(4, &[(0, 2), (0, 3), (2, 1), (3, 1)])), [0]);
}

#[test]
fn loops_are_cut_at_their_heads() {
    // 2 is the head of a loop, 3 of a loop inside it.
    let nested = graph(5, &[(0, 2), (2, 3), (3, 4), (4, 3), (4, 2), (2, 1)]);
    assert_eq!(cuts_of(&nested), [0, 2, 3]);
    let itself = graph(3, &[(0, 2), (2, 2), (2, 1)]);
    assert_eq!(cuts_of(&itself), [0, 2]);
    let through_entry = graph(3, &[(0, 2), (2, 0), (2, 1)]);
    assert_eq!(cuts_of(&through_entry), [0]);
    assert!(CutPoints::of(&through_entry).is_loop_head(LocId(0)));
}

#[test]
fn irreducible_loops_are_cut_too() {
    // Two entries into the cycle 2 -> 3 -> 2.
    let two_entries = graph(4, &[(0, 2), (0, 3), (2, 3), (3, 2), (3, 1)]);
    assert_eq!(cuts_of(&two_entries).len(), 2);
    // Three entries into a cycle of three, both directions.
    let clique = graph(
        5,
        &[
            (0, 2),
            (0, 3),
            (0, 4),
            (2, 3),
            (3, 4),
            (4, 2),
            (4, 3),
            (3, 2),
            (2, 4),
        ],
    );
    assert_eq!(cuts_of(&clique).len(), 3);
}

/// The locations in the order in which loops are unwound.
fn unwound(cfa: &Cfa) -> Vec<u32> {
    let order = LoopOrder::of(cfa);
    let mut locations: Vec<LocId> = cfa.location_ids().collect();
    locations.sort_by_key(|location| order.position(*location));
    locations.iter().map(|location| location.0).collect()
}

#[test]
fn loops_are_unwound_from_the_inside() {
    // 2 is the head of a loop, 3 of a loop inside it with the body 4; the way out of 2 is 5.
    let mut nested = graph(6, &[(0, 2), (2, 5), (2, 3), (3, 2), (3, 4), (4, 3), (5, 1)]);
    assert_eq!(unwound(&nested), [0, 4, 3, 2, 5, 1]);
    // Two loops in a row: the first one comes first, whatever the order of edges.
    nested = graph(5, &[(0, 2), (2, 3), (2, 4), (4, 2), (3, 3), (3, 1)]);
    assert_eq!(unwound(&nested), [0, 4, 2, 3, 1]);
}

/// Every graph of four locations besides the exit, with each possible set of edges.
#[test]
fn every_cycle_of_every_small_graph_is_cut() {
    let ends = [0, 2, 3, 4];
    let pairs: Vec<(u32, u32)> = ends
        .iter()
        .flat_map(|a| ends.iter().map(move |b| (*a, *b)))
        .collect();
    for set in 0u32..1 << pairs.len() {
        let chosen = |(i, pair): (usize, &(u32, u32))| (set >> i & 1 == 1).then_some(*pair);
        let edges: Vec<(u32, u32)> = pairs.iter().enumerate().filter_map(chosen).collect();
        let cfa = graph(5, &edges);
        assert!(
            every_cycle_is_cut(&cfa, &CutPoints::of(&cfa)),
            "edges {edges:?}"
        );
    }
}

#[test]
fn targets_are_cut_points_and_unreachable_places_are_not() {
    let mut cfa = graph(3, &[(0, 2)]);
    let error = location(&mut cfa, LocationKind::Error(CheckId(0)));
    let unsupported = location(&mut cfa, LocationKind::Unsupported(UnsupportedId(0)));
    let halt = location(&mut cfa, LocationKind::Halt);
    let nowhere = location(&mut cfa, LocationKind::Error(CheckId(0)));
    for to in [error, unsupported, halt] {
        cfa.add_edge(LocId(2), to, Operation::Skip, None);
    }
    cfa.add_edge(nowhere, nowhere, Operation::Skip, None);
    assert_eq!(cuts_of(&cfa), [0, error.0, unsupported.0]);
    let cuts = CutPoints::of(&cfa);
    assert_eq!(cuts.position(nowhere), None);
    assert!(!cuts.is_loop_head(error) && !cuts.contains(halt));
}

/// Literal values: they are written into files that outlive a run.
#[test]
fn stable_ids_never_change() {
    assert_eq!(StableId::of(&[]).to_string(), "cbf29ce484222325");
    assert_eq!(
        StableId::of(&["main", "entry"]).to_string(),
        "eacf4f192ddc6f14"
    );
    assert_ne!(StableId::of(&["ab", "c"]), StableId::of(&["a", "bc"]));
    assert_ne!(StableId::of(&["a"]), StableId::of(&["a", ""]));
    let cfa = Cfa::new("main");
    let entry = cfa.location(cfa.entry).stable;
    assert_eq!(entry, StableId::of(&["main", "entry"]));
}

/// `x = nondet(); x = g(x); if (x == 3) error; else unsupported`
fn sample() -> Program {
    let terms = Arc::new(TermStore::new());
    let mut program = Program::new(terms.clone(), DataModel::Lp64, Property::ASSERT);
    let word = Sort::BitVec(32);
    let integer = IntegerType {
        width: 32,
        signed: true,
    };
    let scope = Scope::Local(FunctionId(0));
    let x = program.add_variable("main::x", Some("x"), &word, integer, "int", scope, None);
    let y = program.add_variable("g::y", Some("y"), &word, integer, "int", scope, None);
    program.checks.push(Check {
        kind: CheckKind::Assertion,
        span: None,
    });
    program
        .unsupported
        .push(Unsupported::construct("union", None));
    let mut cfa = Cfa::new("main");
    let file = program.sources.add("a.c");
    let places: Vec<LocId> = (0..2)
        .map(|_| location(&mut cfa, LocationKind::Plain))
        .collect();
    let error = location(&mut cfa, LocationKind::Error(CheckId(0)));
    let unsupported = location(&mut cfa, LocationKind::Unsupported(UnsupportedId(0)));
    cfa.location_mut(places[0]).span = Some(Span {
        file,
        line: 7,
        column: 3,
    });
    let origin = HavocOrigin::Input("nondet".into());
    let symbol = program.symbol(x);
    let condition = terms.eq(symbol, terms.bv(32, 3));
    let assume = |condition| Operation::Assume {
        condition,
        reason: AssumeReason::Branch,
    };
    let call = Operation::Call {
        function: FunctionId(1),
        arguments: vec![terms.bv_add(symbol, terms.bv(32, 1))],
        results: vec![x],
    };
    cfa.add_edge(
        cfa.entry,
        places[0],
        Operation::Havoc { target: x, origin },
        None,
    );
    cfa.add_edge(places[0], places[1], call, None);
    cfa.add_edge(places[1], error, assume(condition), None);
    cfa.add_edge(places[1], unsupported, assume(terms.not(condition)), None);
    let mut callee = Cfa::new("g");
    let double = terms.bv_add(program.symbol(y), program.symbol(y));
    callee.add_edge(
        callee.entry,
        callee.exit,
        Operation::Assign {
            target: y,
            value: double,
        },
        None,
    );
    for (name, cfa, parameters) in [("main", cfa, vec![]), ("g", callee, vec![y])] {
        program.functions.push(Function {
            name: name.into(),
            cfa,
            results: parameters.clone(),
            parameters,
            span: None,
        });
    }
    program
}

#[test]
fn the_listing_has_one_line_per_edge() {
    let program = sample();
    assert_eq!(
        program.listing(),
        "\
main: entry 0 exit 1
  0 -> 2: main::x := any (nondet())
  2 -> 3: main::x := g((bvadd main::x (_ bv1 32)))
  3 -> 4 ERROR: [(= main::x (_ bv3 32))]
  3 -> 5 UNSUPPORTED: [(not (= main::x (_ bv3 32)))]
g: entry 0 exit 1
  0 -> 1: g::y := (bvadd g::y g::y)
"
    );
}

#[test]
fn the_drawing_names_every_location_and_edge() {
    let program = sample();
    let text = dot(&program, program.entry_cfa());
    assert!(text.starts_with("digraph cfa {\n") && text.ends_with("}\n"));
    assert_eq!(text.matches("shape=").count(), 6);
    assert_eq!(text.matches(" -> ").count(), 4);
    assert!(text.contains("2 [shape=circle, label=\"2 line 7\"]"));
    assert!(text.contains("4 [shape=doubleoctagon"));
}

#[test]
fn places_read_as_compilers_print_them() {
    let mut sources = SourceMap::default();
    let file = sources.add("dir/a.c");
    assert_eq!(sources.add("dir/a.c"), file);
    assert_ne!(sources.add("b.c"), file);
    let span = Span {
        file,
        line: 12,
        column: 5,
    };
    assert_eq!(sources.describe(span), "dir/a.c:12:5");
}

#[test]
fn functions_are_found_by_name() {
    let program = sample();
    assert_eq!(program.function_named("g"), Some(FunctionId(1)));
    assert_eq!(program.function_named("h"), None);
    assert!(program.call_chain(CallPathId::ROOT).is_empty());
}

/// `0 -> 2`, `2 -> error 3` or `2 -> 4 -> error 5`, or `4 -> 1`.
fn two_errors() -> Program {
    let terms = Arc::new(TermStore::new());
    let mut program = Program::new(terms.clone(), DataModel::Lp64, Property::ASSERT);
    let mut cfa = graph(3, &[(0, 2)]);
    let first = location(&mut cfa, LocationKind::Error(CheckId(0)));
    let middle = location(&mut cfa, LocationKind::Plain);
    let second = location(&mut cfa, LocationKind::Error(CheckId(1)));
    let condition = terms.symbol("c", &Sort::Bool);
    for (from, yes, no) in [(LocId(2), first, middle), (middle, second, LocId(1))] {
        for (to, condition) in [(yes, condition), (no, terms.not(condition))] {
            let reason = AssumeReason::Branch;
            cfa.add_edge(from, to, Operation::Assume { condition, reason }, None);
        }
    }
    program.functions.push(Function {
        name: "f".into(),
        cfa,
        parameters: Vec::new(),
        results: Vec::new(),
        span: None,
    });
    program
}

#[test]
fn a_restricted_program_ends_at_the_other_checks() {
    let program = two_errors();
    let restricted = program.restricted(|check| check == CheckId(1));
    let kind = |l| restricted.entry_cfa().location(LocId(l)).kind;
    assert_eq!(kind(3), LocationKind::Halt);
    assert_eq!(kind(5), LocationKind::Error(CheckId(1)));
    let count = program.entry_cfa().edge_count();
    assert_eq!(restricted.entry_cfa().edge_count(), count);
}

#[test]
fn the_test_of_an_assertion_can_become_the_end() {
    let program = two_errors();
    assert_eq!(program.entry_cfa().conditions_of(LocId(5)), [LocId(4)]);
    let kinds = [(LocId(4), LocationKind::Error(CheckId(1)))].into();
    let probe = program.restricted(|_| false).ending_at(&kinds);
    let cfa = probe.entry_cfa();
    assert_eq!(cfa.location(LocId(4)).kind, LocationKind::Error(CheckId(1)));
    assert!(cfa.location(LocId(4)).outgoing().is_empty());
    assert!(cfa.location(LocId(5)).incoming().is_empty());
    assert_eq!(cfa.edge_count(), program.entry_cfa().edge_count() - 2);
    assert_eq!(
        cfa.reached(),
        [true, false, true, true, true, false],
        "nothing follows the new end"
    );
}
