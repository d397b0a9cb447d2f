//! Conditions by example and against enumeration of all inputs.

use super::super::{Condition, Exactness, conditions};
use crate::shared::ic3::{PlaceId, PlaceKind, START, Step, System};
use invar_term::{BvValue, Evaluator, IBig, Op, Sort, SymbolId, TermId, TermStore, Value};
use invar_testkit::Random;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::sync::Arc;

/// One place with the variables `x` and `y`, and the inputs `i` and `j`.
struct Fixture {
    system: System,
    place: PlaceId,
    state: [TermId; 2],
    inputs: [TermId; 2],
}

fn fixture(sort: &Sort) -> Fixture {
    let terms = Arc::new(TermStore::new());
    let [x, y, i, j] = ["x", "y", "i", "j"].map(|name| terms.symbol(name, sort));
    let mut system = System::new(&terms);
    let live = terms.symbols_of(&[x, y]).into_iter().collect();
    let place = system.add_place(PlaceKind::Inner, None, live);
    Fixture {
        system,
        place,
        state: [x, y],
        inputs: [i, j],
    }
}

impl Fixture {
    fn terms(&self) -> Arc<TermStore> {
        Arc::clone(&self.system.terms)
    }

    fn int(&self, value: i64) -> TermId {
        let terms = &self.system.terms;
        terms.constant(&Value::Int(IBig::from(value)))
    }

    /// A step from the start with new values of `x` and `y`.
    fn start(&mut self, guard: TermId, values: [TermId; 2]) {
        let terms = self.terms();
        let mut roots = values.to_vec();
        roots.push(guard);
        let inputs: BTreeSet<SymbolId> = terms.symbols_of(&self.inputs).into_iter().collect();
        let read = terms.symbols_of(&roots).into_iter();
        let read = read.filter(|s| inputs.contains(s)).collect();
        let updates = self.state.into_iter().zip(values).collect();
        let step = Step::new(&terms, START, self.place, guard, updates, read);
        self.system.add_step(step);
    }

    fn condition(&self) -> Condition {
        conditions(&self.system)[&self.place]
    }
}

/// Checks that two formulas agree on integers around zero.
fn agree(fixture: &Fixture, a: TermId, b: TermId) {
    let terms = &fixture.system.terms;
    let symbols = terms.symbols_of(&fixture.state);
    for x in -12..=12 {
        for y in -12..=12 {
            let values = [x, y].map(|v| Value::Int(IBig::from(v)));
            let point: FxHashMap<SymbolId, Value> = symbols.iter().copied().zip(values).collect();
            let mut evaluator = Evaluator::new(terms, &point);
            let value = evaluator.eval_bool(a);
            assert!(value.is_ok());
            assert_eq!(value, evaluator.eval_bool(b), "x = {x}, y = {y}");
        }
    }
}

#[test]
fn without_a_step_nothing_is_possible() {
    let fixture = fixture(&Sort::Int);
    let found = fixture.condition();
    assert!(fixture.system.terms.is_false(found.formula));
    assert_eq!(found.exactness, Exactness::Exact);
}

#[test]
fn constants_and_several_steps() {
    let mut fixture = fixture(&Sort::Int);
    let terms = fixture.terms();
    let [x, y] = fixture.state;
    let (zero, five) = (fixture.int(0), fixture.int(5));
    fixture.start(terms.tru(), [zero, five]);
    let first = terms.and(&[terms.eq(x, zero), terms.eq(y, five)]);
    let found = fixture.condition();
    assert_eq!(found.exactness, Exactness::Exact);
    agree(&fixture, found.formula, first);
    fixture.start(terms.tru(), [five, zero]);
    let second = terms.and(&[terms.eq(x, five), terms.eq(y, zero)]);
    let found = fixture.condition();
    assert_eq!(found.exactness, Exactness::Exact);
    agree(&fixture, found.formula, terms.or(&[first, second]));
}

#[test]
fn an_input_becomes_the_variable_that_holds_it() {
    let mut fixture = fixture(&Sort::Int);
    let terms = fixture.terms();
    let ([x, y], [i, _]) = (fixture.state, fixture.inputs);
    let (zero, one) = (fixture.int(0), fixture.int(1));
    fixture.start(terms.lt(zero, i), [i, terms.add(i, one)]);
    let found = fixture.condition();
    let expected = terms.and(&[terms.lt(zero, x), terms.eq(y, terms.add(x, one))]);
    assert_eq!(found.exactness, Exactness::Exact);
    agree(&fixture, found.formula, expected);
}

/// `x = i + 3, y = factor * j - i` where `0 <= i` and `j < 3`.
fn sums(factor: i64) -> Fixture {
    let mut fixture = fixture(&Sort::Int);
    let terms = fixture.terms();
    let [i, j] = fixture.inputs;
    let three = fixture.int(3);
    let guard = terms.and(&[terms.le(fixture.int(0), i), terms.lt(j, three)]);
    let product = terms.mul(j, fixture.int(factor));
    fixture.start(guard, [terms.add(i, three), terms.sub(product, i)]);
    fixture
}

#[test]
fn inputs_are_solved_for() {
    let fixture = sums(1);
    let terms = fixture.terms();
    let [x, y] = fixture.state;
    let bounds = [
        terms.le(fixture.int(3), x),
        terms.lt(terms.add(x, y), fixture.int(6)),
    ];
    let found = fixture.condition();
    assert_eq!(found.exactness, Exactness::Exact);
    agree(&fixture, found.formula, terms.and(&bounds));
    // Here j says that x + y is odd, and there is no solution for it without a division.
    let fixture = sums(2);
    let found = fixture.condition();
    assert_eq!(found.exactness, Exactness::Weaker);
    let terms = fixture.terms();
    let bound = terms.le(fixture.int(3), fixture.state[0]);
    agree(&fixture, found.formula, bound);
}

#[test]
fn what_cannot_be_solved_is_dropped() {
    let mut fixture = fixture(&Sort::Int);
    let terms = fixture.terms();
    let ([_, y], [i, _]) = (fixture.state, fixture.inputs);
    let one = fixture.int(1);
    fixture.start(terms.tru(), [terms.mul(i, i), one]);
    let found = fixture.condition();
    assert_eq!(found.exactness, Exactness::Weaker);
    agree(&fixture, found.formula, terms.eq(y, one));
}

#[test]
fn a_value_from_before_the_start_is_any_value() {
    let mut fixture = fixture(&Sort::Int);
    let terms = fixture.terms();
    let [x, y] = fixture.state;
    // x keeps its value; y is one more than x was.
    fixture.start(terms.tru(), [x, terms.add(x, fixture.int(1))]);
    let found = fixture.condition();
    let expected = terms.eq(y, terms.add(x, fixture.int(1)));
    assert_eq!(found.exactness, Exactness::Exact);
    agree(&fixture, found.formula, expected);
    // And exchanged: nothing is known.
    let mut fixture = self::fixture(&Sort::Int);
    let [x, y] = fixture.state;
    fixture.start(fixture.terms().tru(), [y, x]);
    let found = fixture.condition();
    assert!(fixture.system.terms.is_true(found.formula));
    assert_eq!(found.exactness, Exactness::Exact);
}

type Point = FxHashMap<SymbolId, Value>;

/// All points in which the symbols have these values.
fn points(terms: &TermStore, symbols: &[TermId], values: &[Value]) -> Vec<Point> {
    let mut points = vec![Point::default()];
    for symbol in terms.symbols_of(symbols) {
        let with = |point: &Point, value: &Value| {
            let mut point = point.clone();
            point.insert(symbol, value.clone());
            point
        };
        points = points
            .iter()
            .flat_map(|point| values.iter().map(move |value| with(point, value)))
            .collect();
    }
    points
}

/// Compares a condition with the states that inputs with `values` lead to, among all states with
/// values of `range`; says whether it is exact.
fn check_reached(fixture: &Fixture, values: &[Value], range: &[Value]) -> Exactness {
    let terms = &*fixture.system.terms;
    let mut reached: Vec<Vec<Value>> = Vec::new();
    for point in points(terms, &fixture.inputs, values) {
        for step in &fixture.system.steps {
            let mut evaluator = Evaluator::new(terms, &point);
            if evaluator.eval_bool(step.guard) != Ok(true) {
                continue;
            }
            let state = fixture.state.iter().map(|x| {
                let value = evaluator.eval(step.image(terms, *x));
                value.expect("inputs are all that is read")
            });
            reached.push(state.collect());
        }
    }
    let Condition { formula, exactness } = fixture.condition();
    for point in points(terms, &fixture.state, range) {
        let symbols = terms.symbols_of(&fixture.state).into_iter();
        let state: Vec<Value> = symbols.map(|s| point[&s].clone()).collect();
        let said = Evaluator::new(terms, &point).eval_bool(formula);
        let said = said.expect("the condition is over the state");
        let is_reached = reached.contains(&state);
        let right = said == is_reached || said && exactness == Exactness::Weaker;
        assert!(right, "{state:?} {exactness:?}");
    }
    exactness
}

#[test]
fn conditions_of_random_steps_over_bit_vectors() {
    let mut random = Random::new(21);
    let values: Vec<Value> = (0..4).map(|b| Value::Bv(BvValue::new(2, b))).collect();
    let (mut exact, mut weaker) = (0, 0);
    for _ in 0..400 {
        let mut fixture = fixture(&Sort::BitVec(2));
        let terms = fixture.terms();
        let inputs = fixture.inputs;
        let number = |random: &mut Random| {
            let mut term = *random.pick(&inputs);
            for _ in 0..random.below(3) {
                let other = if random.one_in(2) {
                    *random.pick(&inputs)
                } else {
                    terms.bv(2, random.below(4) as u128)
                };
                let op = *random.pick(&[0, 1, 2, 3]);
                term = match op {
                    0 => terms.bv_add(term, other),
                    1 => terms.bv_sub(term, other),
                    2 => terms.bv_mul(term, other),
                    _ => terms.bv_xor(term, other),
                };
            }
            term
        };
        for _ in 0..1 + random.below(2) {
            let guard = match random.below(3) {
                0 => terms.eq(number(&mut random), number(&mut random)),
                1 => terms.bv_ult(number(&mut random), number(&mut random)),
                _ => terms.tru(),
            };
            let updates = [number(&mut random), number(&mut random)];
            fixture.start(guard, updates);
        }
        match check_reached(&fixture, &values, &values) {
            Exactness::Exact => exact += 1,
            Exactness::Weaker => weaker += 1,
        }
    }
    assert!(exact > 100 && weaker > 50, "{exact} {weaker}");
}

#[test]
fn conditions_of_random_steps_over_integers() {
    let mut random = Random::new(22);
    let ints = |most: i64| -> Vec<Value> {
        let range = -most..=most;
        range.map(|v| Value::Int(IBig::from(v))).collect()
    };
    let (mut exact, mut weaker) = (0, 0);
    for _ in 0..300 {
        let mut fixture = fixture(&Sort::Int);
        let terms = fixture.terms();
        let inputs = fixture.inputs;
        let (low, high) = (fixture.int(-3), fixture.int(3));
        let linear = |random: &mut Random| {
            let mut sum = fixture.int(random.below(5) as i64 - 2);
            for input in inputs {
                let factor = fixture.int(random.below(5) as i64 - 2);
                sum = terms.add(sum, terms.mul(input, factor));
            }
            sum
        };
        // All inputs are bounded, so that they can be enumerated.
        let mut guards: Vec<TermId> = inputs
            .iter()
            .flat_map(|i| [terms.le(low, *i), terms.le(*i, high)])
            .collect();
        for _ in 0..random.below(3) {
            guards.push(match random.below(4) {
                0 => terms.eq(linear(&mut random), linear(&mut random)),
                _ => terms.le(linear(&mut random), linear(&mut random)),
            });
        }
        let constant = fixture.int(2);
        let updates = [0, 1].map(|_| match random.below(5) {
            0 => constant,
            1 => *random.pick(&inputs),
            2 => terms.app(Op::IntMod, &[linear(&mut random), constant]),
            _ => linear(&mut random),
        });
        fixture.start(terms.and(&guards), updates);
        match check_reached(&fixture, &ints(3), &ints(15)) {
            Exactness::Exact => exact += 1,
            Exactness::Weaker => weaker += 1,
        }
    }
    assert!(exact > 100 && weaker > 50, "{exact} {weaker}");
}
