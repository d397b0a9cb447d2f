//! Every simplification rule is proved by Z3 on random applications, and terms built with and
//! without simplification have the same values.

use invar_solver::{Answer, Budget, SolverFactory, Z3Factory};
use invar_term::{
    EvalError, Evaluator, Op, ScriptPrinter, Sort, SymbolId, TermId, TermStore, Value, simplify,
};
use invar_testkit::{Random, terms};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

/// Proofs per rule.
const WANTED: usize = 20;
/// Applications tried before a rule counts as dead.
const PATIENCE: usize = 3_000_000;
/// Applications over one pool.
const ROUND: usize = 60;

#[test]
fn every_rule_is_proved() {
    let store = Arc::new(TermStore::new());
    let mut random = Random::new(7);
    let mut proved: BTreeMap<&str, BTreeSet<TermId>> = simplify::rules()
        .map(|rule| (rule.name, BTreeSet::new()))
        .collect();
    let mut pool = Vec::new();
    for attempt in 0..PATIENCE {
        if proved.values().all(|fired| fired.len() >= WANTED) {
            break;
        }
        if attempt % ROUND == 0 {
            pool = terms::leaves(&store, 3, &mut random);
        }
        let (op, sorts) = terms::signature(3, &mut random);
        let Some(mut args) = arguments(&store, &pool, &sorts, &mut random) else {
            continue;
        };
        if op == Op::Concat && random.one_in(4) {
            args = neighbours(&store, &pool, &mut random).unwrap_or(args);
        }
        let left = store.raw(op.clone(), &args);
        for rule in simplify::rules() {
            let fired = proved.get_mut(rule.name).expect("every rule is in the map");
            if fired.len() >= WANTED {
                continue;
            }
            if let Some(right) = (rule.apply)(&store, &op, &args)
                && fired.insert(left)
            {
                prove_equal(&store, rule.name, left, right);
            }
        }
        // Rules see simplified arguments in practice; they must hold for others too.
        pool.push(if random.one_in(3) {
            left
        } else {
            store.app(op, &args)
        });
    }
    for (rule, fired) in proved {
        assert!(
            fired.len() >= WANTED,
            "rule {rule} fired {} times",
            fired.len()
        );
    }
}

fn arguments(
    store: &TermStore,
    pool: &[TermId],
    sorts: &[Sort],
    random: &mut Random,
) -> Option<Vec<TermId>> {
    sorts
        .iter()
        .map(|sort| {
            let fitting: Vec<TermId> = pool
                .iter()
                .copied()
                .filter(|t| store.sort(*t) == sort)
                .collect();
            (!fitting.is_empty()).then(|| *random.pick(&fitting))
        })
        .collect()
}

/// Two neighbouring slices of one term, which hardly ever meet by chance.
fn neighbours(store: &TermStore, pool: &[TermId], random: &mut Random) -> Option<Vec<TermId>> {
    let x = *random.pick(pool);
    let width = store.sort(x).width().filter(|w| *w >= 3)?;
    let middle = 1 + random.below(width as usize - 2) as u32;
    let upper = store.raw(
        Op::Extract {
            high: width - 1,
            low: middle,
        },
        &[x],
    );
    let lower = store.raw(
        Op::Extract {
            high: middle - 1,
            low: 0,
        },
        &[x],
    );
    Some(vec![upper, lower])
}

fn prove_equal(store: &Arc<TermStore>, rule: &str, left: TermId, right: TermId) {
    assert_eq!(
        store.sort(left),
        store.sort(right),
        "rule {rule} changes the sort"
    );
    if left == right {
        return;
    }
    let mut solver = Z3Factory::default().make(store).expect("Z3 starts");
    let equal = store.raw(Op::Eq, &[left, right]);
    let different = store.raw(Op::Not, &[equal]);
    solver.assert(different).expect("Z3 knows every operator");
    let answer = solver.check(&[], &Budget::lasting(Duration::from_secs(20)));
    if !matches!(answer, Answer::Unsat(_)) {
        let mut script = String::new();
        let mut printer = ScriptPrinter::new();
        let text = printer.term(store, different, &mut script);
        panic!("rule {rule} is not proved: {answer:?}\n{script}(assert {text})");
    }
}

/// The proof can fail: addition is not subtraction, although both are when `y` is 0.
#[test]
#[should_panic(expected = "rule wrong is not proved: Sat")]
fn wrong_rules_are_refuted() {
    let store = Arc::new(TermStore::new());
    let [x, y] = ["x", "y"].map(|n| store.symbol(n, &Sort::BitVec(8)));
    let left = store.raw(Op::BvAdd, &[x, y]);
    prove_equal(&store, "wrong", left, store.raw(Op::BvSub, &[x, y]));
}

/// A term built through `app` and the same term built through `raw`.
#[derive(Clone, Copy)]
struct Pair {
    simplified: TermId,
    plain: TermId,
}

#[test]
fn simplified_terms_have_the_same_values() {
    const INDEX_WIDTH: u32 = 8;
    let mut random = Random::new(11);
    let (mut compared, mut changed) = (0, 0);
    for _ in 0..150 {
        let store = TermStore::new();
        let leaves = terms::leaves(&store, INDEX_WIDTH, &mut random);
        let mut pool: Vec<Pair> = leaves
            .iter()
            .map(|t| Pair {
                simplified: *t,
                plain: *t,
            })
            .collect();
        for _ in 0..200 {
            let (op, sorts) = terms::signature(INDEX_WIDTH, &mut random);
            let args: Vec<Pair> = sorts
                .iter()
                .map(|sort| pick(&store, &pool, sort, &mut random))
                .collect();
            let simplified: Vec<TermId> = args.iter().map(|p| p.simplified).collect();
            let plain: Vec<TermId> = args.iter().map(|p| p.plain).collect();
            pool.push(Pair {
                simplified: store.app(op.clone(), &simplified),
                plain: store.raw(op, &plain),
            });
        }
        for _ in 0..4 {
            let assignment = assignment(&store, &leaves, &mut random);
            let mut left = Evaluator::new(&store, &assignment);
            let mut right = Evaluator::new(&store, &assignment);
            for pair in &pool {
                // Evaluation is strict, so only the plain term may divide by zero.
                let expected = match right.eval(pair.plain) {
                    Err(EvalError::DivisionByZero) => continue,
                    value => value,
                };
                assert_eq!(
                    left.eval(pair.simplified),
                    expected,
                    "{:?}",
                    store.node(pair.plain)
                );
                compared += 1;
                changed += usize::from(pair.simplified != pair.plain);
            }
        }
    }
    assert!(
        compared > 50_000 && changed > 20_000,
        "{compared} compared, {changed} changed"
    );
}

fn pick(store: &TermStore, pool: &[Pair], sort: &Sort, random: &mut Random) -> Pair {
    // Recent terms are deep: most arguments are among them.
    let recent = &pool[pool.len().saturating_sub(60)..];
    for from in [recent, pool] {
        let fitting: Vec<Pair> = from
            .iter()
            .copied()
            .filter(|p| store.sort(p.plain) == sort)
            .collect();
        if !fitting.is_empty() {
            return *random.pick(&fitting);
        }
    }
    panic!("no term of sort {sort}");
}

fn assignment(
    store: &TermStore,
    leaves: &[TermId],
    random: &mut Random,
) -> FxHashMap<SymbolId, Value> {
    leaves
        .iter()
        .filter_map(|t| Some((store.as_symbol(*t)?, terms::value(store.sort(*t), random))))
        .collect()
}
