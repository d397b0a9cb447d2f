//! Random refutations over integers and reals.

use super::support::{Checked, Tally, context, number};
use invar_solver::Z3Factory;
use invar_term::{Evaluator, Op, Sort, SymbolId, TermId, TermStore, Value};
use invar_testkit::Random;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Draws formulas over some symbols.
struct Formulas<'a> {
    terms: &'a TermStore,
    sort: &'a Sort,
    random: &'a mut Random,
    numbers: Vec<TermId>,
    truths: Vec<TermId>,
}

impl Formulas<'_> {
    fn sum(&mut self) -> TermId {
        let terms = self.terms;
        let mut sum = number(terms, self.sort, self.random.below(9) as i64 - 4);
        for _ in 0..1 + self.random.below(3) {
            let factor = number(terms, self.sort, *self.random.pick(&[1, 1, -1, -1, 2, -3]));
            let symbol = *self.random.pick(&self.numbers);
            sum = terms.add(sum, terms.mul(symbol, factor));
        }
        if self.random.one_in(8) {
            let condition = self.atom(0);
            let other = *self.random.pick(&self.numbers);
            sum = terms.ite(condition, sum, other);
        }
        if *self.sort == Sort::Int && self.random.one_in(10) {
            let op = self.random.pick(&[Op::IntMod, Op::IntDiv]).clone();
            sum = terms.app(op, &[sum, number(terms, self.sort, 3)]);
        }
        sum
    }

    fn atom(&mut self, depth: usize) -> TermId {
        let terms = self.terms;
        let zero = number(terms, self.sort, 0);
        if depth == 0 {
            let left = *self.random.pick(&self.numbers);
            let right = *self.random.pick(&self.numbers);
            return terms.lt(left, right);
        }
        match self.random.below(9) {
            0 => *self.random.pick(&self.truths),
            1 => terms.not(*self.random.pick(&self.truths)),
            2 => terms.ne(self.sum(), zero),
            3 | 4 => terms.eq(self.sum(), zero),
            5 => terms.lt(self.sum(), zero),
            _ => terms.le(self.sum(), zero),
        }
    }

    fn formula(&mut self, depth: usize) -> TermId {
        if depth == 0 || self.random.one_in(2) {
            return self.atom(1);
        }
        let terms = self.terms;
        let (a, b) = (self.formula(depth - 1), self.formula(depth - 1));
        match self.random.below(6) {
            0 => terms.and(&[a, b]),
            1 => terms.app(Op::Xor, &[a, b]),
            2 => terms.ite(*self.random.pick(&self.truths), a, b),
            3 => terms.not(terms.and(&[a, b])),
            _ => terms.or(&[a, b]),
        }
    }
}

/// The formula or its negation, as small random values of the symbols say.
fn signed(terms: &TermStore, formula: TermId, values: &FxHashMap<SymbolId, Value>) -> TermId {
    match Evaluator::new(terms, values).eval_bool(formula) {
        Ok(false) => terms.not(formula),
        _ => formula,
    }
}

/// Parts over neighbouring symbols, each of which alone has a model.
fn parts(
    terms: &TermStore,
    sort: &Sort,
    count: usize,
    depth: usize,
    random: &mut Random,
) -> Vec<Vec<TermId>> {
    let numbers: Vec<TermId> = (0..count + 3)
        .map(|i| terms.symbol(&format!("v{i}"), sort))
        .collect();
    let truths: Vec<TermId> = (0..count + 1)
        .map(|i| terms.symbol(&format!("p{i}"), &Sort::Bool))
        .collect();
    (0..count)
        .map(|part| {
            let mut formulas = Formulas {
                terms,
                sort,
                numbers: numbers[part..part + 4].to_vec(),
                truths: truths[part..part + 2].to_vec(),
                random,
            };
            let mut values = FxHashMap::default();
            for symbol in &formulas.numbers {
                let value = formulas.random.below(9) as i64 - 4;
                let value = terms.as_constant(number(terms, sort, value));
                values.extend(terms.as_symbol(*symbol).zip(value));
            }
            for symbol in &formulas.truths {
                let value = Value::Bool(formulas.random.one_in(2));
                values.extend(terms.as_symbol(*symbol).map(|s| (s, value)));
            }
            let how_many = 4 + formulas.random.below(4);
            (0..how_many)
                .map(|_| signed(terms, formulas.formula(depth), &values))
                .collect()
        })
        .collect()
}

fn random_refutations(seed: u64, sort: &Sort, rounds: usize) -> Tally {
    let terms = Arc::new(TermStore::new());
    let (factory, mut random) = (Z3Factory::default(), Random::new(seed));
    let context = context(&factory);
    let mut checked = Checked::new(&terms, &context);
    for round in 0..rounds {
        let count = if round % 2 == 0 {
            2
        } else {
            3 + random.below(6)
        };
        let depth = random.below(3);
        let parts = parts(&terms, sort, count, depth, &mut random);
        checked.sequence(&parts);
    }
    checked.report()
}

#[test]
fn random_integers() {
    let tally = random_refutations(1, &Sort::Int, 1000);
    assert!(tally.refuted > 300 && tally.satisfiable > 100, "{tally:?}");
    assert!(tally.too_hard * 50 < tally.refuted, "{tally:?}");
    assert!(tally.telling > tally.refuted / 2, "{tally:?}");
}

#[test]
fn random_reals() {
    let tally = random_refutations(2, &Sort::Real, 1000);
    assert!(tally.refuted > 300 && tally.satisfiable > 100, "{tally:?}");
    assert_eq!(tally.too_hard, 0, "{tally:?}");
    assert!(tally.telling > tally.refuted / 2, "{tally:?}");
}

/// Equations with common divisors: most have rational solutions.
#[test]
fn equations_over_integers() {
    let terms = Arc::new(TermStore::new());
    let (factory, mut random) = (Z3Factory::default(), Random::new(3));
    let context = context(&factory);
    let mut checked = Checked::new(&terms, &context);
    for _ in 0..800 {
        let count = 2 + random.below(4);
        let numbers: Vec<TermId> = (0..2 * count + 1)
            .map(|i| terms.symbol(&format!("v{i}"), &Sort::Int))
            .collect();
        let parts: Vec<Vec<TermId>> = (0..count)
            .map(|part| {
                let own = &numbers[2 * part..2 * part + 3];
                let divisor = *random.pick(&[2, 2, 3, 4, 6]);
                // v_i + v_(i+2) is a multiple of the divisor, or one more.
                let rest = number(&terms, &Sort::Int, random.below(2) as i64);
                let multiple = terms.mul(own[1], number(&terms, &Sort::Int, divisor));
                let (first, last) = (own[0], own[2]);
                let sum = match part {
                    0 => last,
                    _ if part + 1 == count => first,
                    _ => terms.add(first, last),
                };
                vec![terms.eq(sum, terms.add(multiple, rest))]
            })
            .collect();
        checked.sequence(&parts);
    }
    let tally = checked.report();
    assert!(tally.refuted > 100 && tally.satisfiable > 100, "{tally:?}");
    assert_eq!(tally.too_hard, 0, "{tally:?}");
}

/// A loop that counts, unrolled: versions of variables linked by updates with conditionals.
#[test]
fn unrolled_counters() {
    let terms = Arc::new(TermStore::new());
    let (factory, mut random) = (Z3Factory::default(), Random::new(4));
    let context = context(&factory);
    let mut checked = Checked::new(&terms, &context);
    for _ in 0..80 {
        let int = |value| number(&terms, &Sort::Int, value);
        let steps = 2 + random.below(7);
        let version = |name: &str, at: usize| terms.symbol(&format!("{name}@{at}"), &Sort::Int);
        let mut parts = vec![vec![
            terms.eq(version("x", 0), int(0)),
            terms.eq(version("y", 0), int(random.below(3) as i64)),
        ]];
        let by = 1 + random.below(3) as i64;
        for at in 0..steps {
            let [x, y] = ["x", "y"].map(|n| version(n, at));
            let [next_x, next_y] = ["x", "y"].map(|n| version(n, at + 1));
            let input = terms.symbol(&format!("i@{at}"), &Sort::Bool);
            let more = terms.add(x, int(by));
            parts.push(vec![
                terms.eq(next_x, terms.ite(input, more, x)),
                terms.eq(next_y, terms.ite(input, terms.add(y, int(by)), y)),
                terms.lt(x, int(2 + random.below(9) as i64)),
            ]);
        }
        let [x, y] = ["x", "y"].map(|n| version(n, steps));
        let bad = match random.below(3) {
            0 => terms.lt(y, x),
            1 => terms.lt(terms.add(x, int(2)), y),
            _ => terms.lt(int(steps as i64 * by), x),
        };
        parts.push(vec![bad]);
        checked.sequence(&parts);
    }
    let tally = checked.report();
    assert!(tally.refuted > 60, "{tally:?}");
    assert_eq!(tally.too_hard, 0, "{tally:?}");
}
