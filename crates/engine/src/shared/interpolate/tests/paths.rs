//! Paths of small systems, refuted and taken.

use super::support::{context, number};
use super::systems::{Arithmetic, Question, question};
use crate::shared::ic3::{Cube, Options, PlaceKind, START, Setting, Step, StepId, System};
use crate::shared::interpolate::{Effort, PathInterpolator};
use crate::shared::tree::{Confirmed, Path, Refutation, Refute, check_refutation};
use invar_solver::Z3Factory;
use invar_term::{IBig, Sort, TermId, TermStore, Value};
use invar_testkit::Random;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// `x = 0; y = 0; while (*) { assume x < 10; x += i; y += i (i in 0..1); }`, with one inner place.
struct Counting {
    system: System,
    x: TermId,
    y: TermId,
}

fn counting() -> Counting {
    let terms = Arc::new(TermStore::new());
    let [x, y, i] = ["x", "y", "i"].map(|n| terms.symbol(n, &Sort::Int));
    let int = |n| number(&terms, &Sort::Int, n);
    let id = |t| terms.as_symbol(t).expect("a symbol");
    let mut system = System::new(&terms);
    let live = BTreeSet::from([id(x), id(y)]);
    let head = system.add_place(PlaceKind::Inner, None, live);
    let zeros = vec![(x, int(0)), (y, int(0))];
    system.add_step(Step::new(
        &terms,
        START,
        head,
        terms.tru(),
        zeros,
        BTreeSet::new(),
    ));
    let guard = terms.and(&[
        terms.lt(x, int(10)),
        terms.le(int(0), i),
        terms.le(i, int(1)),
    ]);
    let updates = vec![(x, terms.add(x, i)), (y, terms.add(y, i))];
    let inputs = BTreeSet::from([id(i)]);
    system.add_step(Step::new(&terms, head, head, guard, updates, inputs));
    Counting { system, x, y }
}

fn path(rounds: usize) -> Path {
    let mut steps = vec![StepId(0)];
    steps.extend(std::iter::repeat_n(StepId(1), rounds));
    let labels = vec![Vec::new(); steps.len()];
    Path { steps, labels }
}

fn refute(counting: &Counting, path: &Path, goal: TermId) -> Refutation {
    let factory = Z3Factory::default();
    let context = context(&factory);
    let facts = BTreeMap::new();
    let mut refuter = PathInterpolator::new(&counting.system, &facts, &context, Effort::Thorough);
    let goal = Cube::new(&counting.system.terms, [goal]).expect("a goal");
    refuter.refute(path, &[goal]).expect("there is time")
}

#[test]
fn an_impossible_path_leaves_facts_over_the_state() {
    let counting = counting();
    let terms = &counting.system.terms;
    let found = refute(&counting, &path(5), terms.ne(counting.x, counting.y));
    let Refutation::Refuted(found) = found else {
        panic!("{found:?}");
    };
    assert_eq!(found.len(), 6);
    let live: Vec<_> = [counting.x, counting.y]
        .iter()
        .filter_map(|t| terms.as_symbol(*t))
        .collect();
    for here in &found {
        assert!(!here.is_empty());
        assert!(terms.symbols_of(here).iter().all(|s| live.contains(s)));
    }
}

#[test]
fn a_possible_path_has_inputs() {
    let counting = counting();
    let terms = &counting.system.terms;
    let three = number(terms, &Sort::Int, 3);
    let found = refute(&counting, &path(5), terms.eq(counting.x, three));
    let Refutation::Feasible(inputs) = found else {
        panic!("{found:?}");
    };
    assert_eq!(inputs.len(), 6);
    let one = Value::Int(IBig::ONE);
    let taken = inputs.iter().flat_map(|step| step.values());
    assert_eq!(taken.filter(|value| **value == one).count(), 3);
}

/// Labels are used: with `x = y` before the last step, earlier steps do not matter.
#[test]
fn labels_shorten_the_refutation() {
    let counting = counting();
    let terms = &counting.system.terms;
    let mut path = path(4);
    path.labels[4] = vec![terms.eq(counting.x, counting.y)];
    let found = refute(&counting, &path, terms.lt(counting.x, counting.y));
    let Refutation::Refuted(found) = found else {
        panic!("{found:?}");
    };
    assert!(found[..4].iter().all(Vec::is_empty), "{found:?}");
    assert!(!found[4].is_empty());
}

/// Random paths through random systems: every answer keeps the contract of refutations.
fn sweep(arithmetic: Arithmetic, seed: u64, count: usize) {
    let mut random = Random::new(seed);
    let options = Options::default();
    let (mut refuted, mut telling, mut noticed, mut feasible) = (0, 0, 0, 0);
    for _ in 0..count {
        let asked = question(&mut random, arithmetic);
        let Question {
            system,
            facts,
            path,
            goals,
        } = &asked;
        let factory = Z3Factory::default();
        let context = context(&factory);
        let setting = Setting {
            system,
            context: &context,
            options: &options,
        };
        let mut refuter = PathInterpolator::new(system, facts, &context, Effort::Thorough);
        let refutation = refuter.refute(path, goals).expect("there is time");
        let check =
            |refutation: &Refutation| check_refutation(setting, facts, path, goals, refutation);
        assert_eq!(
            check(&refutation),
            Ok(Confirmed::Entirely),
            "{refutation:?}"
        );
        match refutation {
            Refutation::Refuted(mut found) => {
                refuted += 1;
                let inner = found.len() - 1;
                let says = |here: &Vec<TermId>| here.iter().any(|f| !system.terms.is_false(*f));
                if found[..inner].iter().any(says) {
                    telling += 1;
                    found[..inner].iter_mut().for_each(Vec::clear);
                    noticed += usize::from(check(&Refutation::Refuted(found)).is_err());
                }
            }
            Refutation::Feasible(_) => feasible += 1,
            Refutation::TooHard => panic!("a short path is too hard"),
        }
    }
    println!("{refuted} refuted, {telling} telling, {noticed} noticed, {feasible} feasible");
    assert!(refuted > count / 4 && feasible > count / 8);
    assert!(telling > count / 10 && noticed > telling / 2);
}

#[test]
fn random_paths_over_bit_vectors() {
    sweep(Arithmetic::Bits, 11, 250);
}

#[test]
fn random_paths_over_integers() {
    sweep(Arithmetic::Integers, 12, 250);
}
