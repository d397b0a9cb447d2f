//! Two counters in step, unrolled by hand.
//!
//! ```text
//! start: x = 0, y = 0      loop: x = x + 1, y = y + 1      error: x = 3 and y != 3
//! ```

use super::super::block::{Keep, PathBlocker};
use crate::Context;
use crate::shared::ic3::{Cube, Options, PlaceId, PlaceKind, START, Step, StepId, System};
use crate::shared::tree::{Facts, Path, Refutation, Refute};
use invar_cfa::CheckId;
use invar_encode::NodeKind;
use invar_solver::{Budget, Z3Factory};
use invar_term::{Sort, TermId, TermStore, Value};
use std::collections::BTreeSet;
use std::sync::Arc;

const INTO: StepId = StepId(0);
const LOOP: StepId = StepId(1);
const ERROR: StepId = StepId(2);
const HEAD: PlaceId = PlaceId(1);

struct Counters {
    system: System,
    x: TermId,
    y: TermId,
}

impl Counters {
    fn new() -> Counters {
        let terms = Arc::new(TermStore::new());
        let [x, y] = ["x", "y"].map(|name| terms.symbol(name, &Sort::Int));
        let number = |n: i64| terms.constant(&Value::Int(n.into()));
        let live: BTreeSet<_> = [x, y].iter().filter_map(|v| terms.as_symbol(*v)).collect();
        let mut system = System::new(&terms);
        let head = system.add_place(PlaceKind::Inner, None, live);
        assert_eq!(head, HEAD);
        let kind = PlaceKind::Target(NodeKind::Error(CheckId(0)));
        let error = system.add_place(kind, None, BTreeSet::new());
        let mut add = |from, to, guard, updates| {
            system.add_step(Step::new(&terms, from, to, guard, updates, BTreeSet::new()));
        };
        let zeros = vec![(x, number(0)), (y, number(0))];
        add(START, head, terms.tru(), zeros);
        let next = |v| (v, terms.add(v, number(1)));
        add(head, head, terms.tru(), vec![next(x), next(y)]);
        let apart = [terms.eq(x, number(3)), terms.ne(y, number(3))];
        add(head, error, terms.and(&apart), Vec::new());
        Counters { system, x, y }
    }

    fn number(&self, n: i64) -> TermId {
        self.system.terms.constant(&Value::Int(n.into()))
    }

    fn refute(&self, path: &Path, goals: &[Cube], facts: Facts, keep: Keep) -> Refutation {
        let factory = Z3Factory::default();
        let context = Context::new(&factory, Budget::unlimited());
        let options = Options::default();
        let blocker = PathBlocker::new(&self.system, facts, &context, &options);
        let refutation = blocker.keeping(keep).refute(path, goals);
        refutation.expect("there is no bound on time")
    }
}

fn unlabelled(steps: &[StepId]) -> Path {
    Path {
        steps: steps.to_vec(),
        labels: vec![Vec::new(); steps.len()],
    }
}

/// The error is not reached from states that some clause at every node excludes; the place itself
/// is `false`.
#[test]
fn the_way_to_the_error_is_refuted_at_every_node() {
    let counters = Counters::new();
    let path = unlabelled(&[INTO, LOOP, LOOP, LOOP, ERROR]);
    let refutation = counters.refute(&path, &[Cube::default()], Facts::new(), Keep::Needed);
    let Refutation::Refuted(found) = refutation else {
        panic!("{refutation:?}");
    };
    assert_eq!(found.len(), 5);
    assert!(found[..4].iter().all(|clauses| !clauses.is_empty()));
    assert_eq!(found[4], [counters.system.terms.fls()]);
}

/// A label that already excludes the error leaves nothing to be found before it.
#[test]
fn labels_are_used_and_spare_clauses() {
    let counters = Counters::new();
    let mut path = unlabelled(&[INTO, LOOP, LOOP, LOOP, ERROR]);
    path.labels[4] = vec![counters.system.terms.eq(counters.x, counters.y)];
    let refutation = counters.refute(&path, &[Cube::default()], Facts::new(), Keep::All);
    let Refutation::Refuted(found) = refutation else {
        panic!("{refutation:?}");
    };
    assert!(found[..4].iter().all(Vec::is_empty), "{found:?}");
}

/// So does a fact of the place.
#[test]
fn facts_are_used_and_spare_clauses() {
    let counters = Counters::new();
    let path = unlabelled(&[INTO, LOOP, LOOP, LOOP, ERROR]);
    let equal = counters.system.terms.eq(counters.x, counters.y);
    let facts = Facts::from([(HEAD, vec![equal])]);
    let refutation = counters.refute(&path, &[Cube::default()], facts, Keep::All);
    let Refutation::Refuted(found) = refutation else {
        panic!("{refutation:?}");
    };
    assert!(found[..4].iter().all(Vec::is_empty), "{found:?}");
}

/// The clause after the path is the one that was asked for, not a stronger one.
#[test]
fn a_refuted_goal_leaves_its_own_clause() {
    let counters = Counters::new();
    let terms = &counters.system.terms;
    let path = unlabelled(&[INTO, LOOP]);
    let literals = [
        terms.lt(counters.x, counters.y),
        terms.le(counters.y, counters.number(7)),
    ];
    let goal = Cube::new(terms, literals).expect("not false");
    let clause = goal.clause(terms);
    let refutation = counters.refute(&path, &[goal], Facts::new(), Keep::Needed);
    let Refutation::Refuted(found) = refutation else {
        panic!("{refutation:?}");
    };
    assert_eq!(found[1], [clause]);
}

/// A first step that its label excludes ends the path at once.
#[test]
fn what_cannot_begin_ends_behind_the_first_step() {
    let counters = Counters::new();
    let terms = &counters.system.terms;
    let mut path = unlabelled(&[ERROR]);
    path.labels[0] = vec![terms.lt(counters.x, counters.number(0))];
    let refutation = counters.refute(&path, &[Cube::default()], Facts::new(), Keep::Needed);
    let Refutation::Refuted(found) = refutation else {
        panic!("{refutation:?}");
    };
    assert_eq!(found, [vec![terms.fls()]]);
    path.labels[0] = vec![terms.lt(counters.y, counters.number(0))];
    let refutation = counters.refute(&path, &[Cube::default()], Facts::new(), Keep::Needed);
    assert!(matches!(refutation, Refutation::Feasible(_)));
}
