//! The predicates that a domain begins with, for a small program.

use super::super::{conditions, initial};
use crate::Task;
use crate::engines::ic3_cegar::Initial;
use crate::engines::predabs::atoms;
use crate::shared::ic3::System;
use invar_cfa::{
    AssumeReason, CallPathId, Cfa, Check, CheckId, CheckKind, DataModel, Function, FunctionId,
    HavocOrigin, IntegerType, LocId, LocationKind, Operation, Program, Property, Scope, StableId,
    VarId,
};
use invar_encode::{Arithmetic, BlockGraph};
use invar_term::{IBig, Sort, TermId, TermStore, Value};
use std::collections::BTreeSet;
use std::sync::Arc;

struct Author {
    program: Program,
    cfa: Cfa,
}

impl Author {
    fn variable(&mut self, name: &str, source: Option<&str>, scope: Scope) -> VarId {
        let integer = IntegerType {
            width: 32,
            signed: true,
        };
        let program = &mut self.program;
        program.add_variable(name, source, &Sort::Int, integer, "int", scope, None)
    }

    fn location(&mut self, kind: LocationKind) -> LocId {
        let number = self.cfa.location_count().to_string();
        let stable = StableId::of(&[&number]);
        self.cfa.add_location(kind, None, stable, CallPathId::ROOT)
    }

    fn edge(&mut self, from: LocId, to: LocId, operation: Operation) {
        self.cfa.add_edge(from, to, operation, None);
    }

    fn assign(&mut self, from: LocId, to: LocId, target: VarId, value: TermId) {
        self.edge(from, to, Operation::Assign { target, value });
    }

    fn havoc(&mut self, from: LocId, to: LocId, target: VarId) {
        let origin = HavocOrigin::Input("nondet".into());
        self.edge(from, to, Operation::Havoc { target, origin });
    }

    fn assume(&mut self, from: LocId, to: LocId, condition: TermId) {
        let reason = AssumeReason::Branch;
        self.edge(from, to, Operation::Assume { condition, reason });
    }
}

fn int(terms: &TermStore, value: i64) -> TermId {
    terms.constant(&Value::Int(IBig::from(value)))
}

/// The variables of the program below.
struct Names {
    n: TermId,
    i: TermId,
    k: TermId,
    g: TermId,
    t: TermId,
}

/// ```text
/// n = *; assume(0 <= n); i = 0; k = 7; t = 1;
/// while (i < n) { d = *; assume(d < n); i = i + t; k = k; g = g }
/// assert(i == n && k == 7 && g == 0)
/// ```
///
/// `n` and `i` are variables of `main`, `k` of a call of `f`, `g` is global, `d` is dead at the
/// head and `t` has no name in the source.
fn program() -> (Program, Names) {
    let terms = Arc::new(TermStore::new());
    let mut program = Program::new(Arc::clone(&terms), DataModel::Ilp32, Property::ASSERT);
    program.checks.push(Check {
        kind: CheckKind::Assertion,
        span: None,
    });
    let cfa = Cfa::new("main");
    let mut author = Author { program, cfa };
    let local = Scope::Local(FunctionId(0));
    let g = author.variable("g", Some("g"), Scope::Global);
    let n = author.variable("main::n", Some("n"), local);
    let i = author.variable("main::i", Some("i"), local);
    let d = author.variable("main::d", Some("d"), local);
    let k = author.variable("f@1::k", Some("k"), local);
    let t = author.variable("main::$value", None, local);
    let symbol = |v| author.program.symbol(v);
    let (sn, si, sd, sk, sg, st) = (
        symbol(n),
        symbol(i),
        symbol(d),
        symbol(k),
        symbol(g),
        symbol(t),
    );
    let places: Vec<LocId> = (0..9)
        .map(|_| author.location(LocationKind::Plain))
        .collect();
    let error = author.location(LocationKind::Error(CheckId(0)));
    let (entry, exit) = (author.cfa.entry, author.cfa.exit);
    author.havoc(entry, places[0], n);
    author.assume(places[0], places[1], terms.le(int(&terms, 0), sn));
    author.assign(places[1], places[2], i, int(&terms, 0));
    author.assign(places[2], places[3], k, int(&terms, 7));
    author.assign(places[3], places[4], t, int(&terms, 1));
    let head = places[4];
    let more = terms.lt(si, sn);
    author.assume(head, places[5], more);
    author.assume(head, places[6], terms.not(more));
    author.havoc(places[5], places[7], d);
    author.assume(places[7], places[8], terms.lt(sd, sn));
    author.assign(places[8], head, i, terms.add(si, st));
    let fine = terms.and(&[
        terms.eq(si, sn),
        terms.eq(sk, int(&terms, 7)),
        terms.eq(sg, int(&terms, 0)),
    ]);
    author.assume(places[6], exit, fine);
    author.assume(places[6], error, terms.not(fine));
    author.program.functions.push(Function {
        name: "main".into(),
        cfa: author.cfa,
        parameters: Vec::new(),
        results: Vec::new(),
        span: None,
    });
    let names = Names {
        n: sn,
        i: si,
        k: sk,
        g: sg,
        t: st,
    };
    (author.program, names)
}

fn found(program: &Program, wanted: &[Initial]) -> Vec<TermId> {
    let blocks = BlockGraph::of(program, Arithmetic::Int).expect("the program has blocks");
    let system = System::of_blocks(&blocks);
    let task = Task {
        program,
        blocks: &blocks,
        facts: &[],
    };
    let wanted: BTreeSet<Initial> = wanted.iter().copied().collect();
    initial(&task, &system, &conditions(&system), &wanted)
}

/// The atoms that represent formulas.
fn normal(terms: &TermStore, formulas: &[TermId]) -> BTreeSet<TermId> {
    formulas.iter().flat_map(|f| atoms(terms, *f)).collect()
}

fn once(found: &[TermId]) -> BTreeSet<TermId> {
    let set: BTreeSet<TermId> = found.iter().copied().collect();
    assert_eq!(set.len(), found.len());
    set
}

#[test]
fn the_condition_is_one_predicate() {
    let (program, names) = program();
    let terms = &program.terms;
    let predicates = found(&program, &[Initial::Condition]);
    let [condition] = predicates[..] else {
        panic!("{}", predicates.len())
    };
    let conjuncts = [
        terms.le(int(terms, 0), names.n),
        terms.eq(names.i, int(terms, 0)),
        terms.eq(names.k, int(terms, 7)),
        terms.eq(names.t, int(terms, 1)),
        terms.eq(names.g, int(terms, 0)),
    ];
    let expected = terms.and(&conjuncts);
    assert_eq!(normal(terms, &[condition]), normal(terms, &[expected]));
    assert_eq!(terms.args(condition).len(), conjuncts.len());
}

#[test]
fn expressions_are_over_what_is_live() {
    let (program, names) = program();
    let terms = &program.terms;
    let predicates = once(&found(&program, &[Initial::Expressions]));
    let equations = [
        terms.eq(names.i, names.n),
        terms.eq(names.k, int(terms, 7)),
        terms.eq(names.g, int(terms, 0)),
    ];
    let mut expected = normal(
        terms,
        &[terms.lt(names.i, names.n), terms.le(int(terms, 0), names.n)],
    );
    expected.extend(equations);
    assert_eq!(predicates, expected);
}

#[test]
fn pairs_are_of_one_function() {
    let (program, names) = program();
    let terms = &program.terms;
    let Names { n, i, k, g, .. } = names;
    let predicates = once(&found(&program, &[Initial::Pairs]));
    let pairs = [(i, n), (i, g), (n, g), (k, g)];
    let both = |(a, b)| [terms.lt(a, b), terms.lt(b, a)];
    let expected: Vec<TermId> = pairs.into_iter().flat_map(both).collect();
    assert_eq!(predicates, normal(terms, &expected));
}

#[test]
fn everything_comes_once_and_in_order() {
    let (program, _) = program();
    let every = [Initial::Condition, Initial::Expressions, Initial::Pairs];
    let all = found(&program, &every);
    let mut parts = Vec::new();
    for part in every {
        let new = found(&program, &[part]);
        let new: Vec<TermId> = new.into_iter().filter(|p| !parts.contains(p)).collect();
        parts.extend(new);
    }
    assert_eq!(all, parts);
    // i < n is both an expression and a comparison of a pair.
    let count: usize = every
        .iter()
        .map(|part| found(&program, &[*part]).len())
        .sum();
    assert_eq!(all.len() + 1, count);
    assert!(found(&program, &[]).is_empty());
}
