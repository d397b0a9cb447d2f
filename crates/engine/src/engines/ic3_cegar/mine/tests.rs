//! What is mined from points: the thesis' examples, outliers, sites, sorts, executions.

use super::super::options::{CegarOptions, Mining, Preset};
use super::{Mine, Point, Site};
use crate::shared::ic3::PlaceId;
use crate::shared::sample::Memory;
use invar_term::{BvValue, Evaluator, IBig, Op, RBig, Sort, SymbolId, TermId, TermStore, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

mod executions;

/// Variables of one sort and points over them.
struct Fixture {
    terms: Arc<TermStore>,
    sort: Sort,
    variables: Vec<TermId>,
}

impl Fixture {
    fn new(sort: Sort, names: &[&str]) -> Fixture {
        let terms = Arc::new(TermStore::new());
        let variables = names.iter().map(|name| terms.symbol(name, &sort)).collect();
        Fixture {
            terms,
            sort,
            variables,
        }
    }

    fn symbols(&self) -> Vec<SymbolId> {
        let symbol = |v: &TermId| self.terms.as_symbol(*v).expect("a symbol");
        self.variables.iter().map(symbol).collect()
    }

    fn value(&self, number: i64) -> Value {
        match self.sort {
            Sort::Int => Value::Int(IBig::from(number)),
            Sort::Real => Value::Real(RBig::from(number)),
            _ => {
                let width = self.sort.width().expect("a bit-vector");
                Value::Bv(BvValue::from_signed(width, number.into()))
            }
        }
    }

    fn point(&self, numbers: &[i64]) -> Point {
        let values = numbers.iter().map(|number| self.value(*number));
        self.symbols().into_iter().zip(values).collect()
    }

    fn memories(&self, all: &[&[i64]]) -> Vec<Memory> {
        let points = all.iter().map(|numbers| self.point(numbers));
        points.map(|point| point.into_iter().collect()).collect()
    }

    fn holds(&self, predicate: TermId, numbers: &[i64]) -> bool {
        let memory: Memory = self.point(numbers).into_iter().collect();
        let mut evaluator = Evaluator::new(&self.terms, &memory);
        evaluator.eval_bool(predicate).expect("a value")
    }

    fn mine(&self, mining: &[Mining], samples: &[&[i64]]) -> Mine {
        let options = CegarOptions {
            mining: mining.iter().copied().collect(),
            ..Preset::Cr.options()
        };
        let samples = BTreeMap::from([(site(1), self.memories(samples))]);
        Mine::new(&self.terms, &options, samples)
    }

    /// What each point gives at site 1, one after the other.
    fn record(&self, mine: &mut Mine, points: &[&[i64]]) -> Vec<Vec<TermId>> {
        points
            .iter()
            .map(|numbers| mine.record(site(1), self.point(numbers)))
            .collect()
    }
}

fn site(number: u32) -> Site {
    (PlaceId(number), None)
}

/// Points of xy0: the third shows `x = y + 1`, which cures the divergence.
#[test]
fn the_points_of_xy0_lie_on_a_line() {
    for sort in [Sort::Int, Sort::Real] {
        let fixture = Fixture::new(sort, &["x", "y"]);
        let mut mine = fixture.mine(&[], &[]);
        let found = fixture.record(&mut mine, &[&[1, 0], &[2, 1], &[3, 2]]);
        assert!(found[0].is_empty() && found[1].is_empty());
        let [equation] = found[2][..] else {
            panic!("{} equations", found[2].len());
        };
        assert_eq!(*fixture.terms.op(equation), Op::Eq);
        assert!(fixture.holds(equation, &[-7, -8]));
        assert!(!fixture.holds(equation, &[3, 3]) && !fixture.holds(equation, &[2, 3]));
    }
}

/// Points of substring1: `j = i + 102` and `k = -1`.
#[test]
fn the_points_of_substring1_give_two_equations() {
    let fixture = Fixture::new(Sort::Int, &["i", "j", "k"]);
    let mut mine = fixture.mine(&[], &[]);
    let points: [&[i64]; 3] = [&[-19, 83, -1], &[-18, 84, -1], &[-17, 85, -1]];
    let found = fixture.record(&mut mine, &points).concat();
    assert_eq!(found.len(), 2);
    let together = fixture.terms.and(&found);
    assert!(fixture.holds(together, &[0, 102, -1]));
    for broken in [[0, 102, 0], [0, 101, -1], [1, 102, -1]] {
        assert!(!fixture.holds(together, &broken));
    }
}

/// Wherever the outlier comes, the three points on a line are found as soon as there are four
/// points.
#[test]
fn outliers_are_left_out() {
    let line: [&[i64]; 3] = [&[1, 0], &[2, 1], &[3, 2]];
    for position in 0..3 {
        let fixture = Fixture::new(Sort::Int, &["x", "y"]);
        let mut mine = fixture.mine(&[], &[]);
        let mut points = line.to_vec();
        points.insert(position, &[7, 0]);
        let found = fixture.record(&mut mine, &points);
        assert!(found[..3].concat().is_empty());
        let [equation] = found[3][..] else {
            panic!("{} equations", found[3].len());
        };
        assert!(line.iter().all(|point| fixture.holds(equation, point)));
        assert!(!fixture.holds(equation, &[7, 0]));
        // The line's points have left, the outlier has not: two more make a line with it.
        let next = fixture.record(&mut mine, &[&[7, 1], &[7, 2]]);
        assert!(next[0].is_empty());
        let [constant] = next[1][..] else {
            panic!("{} equations", next[1].len());
        };
        assert!(fixture.holds(constant, &[7, 100]) && !fixture.holds(constant, &[8, 100]));
    }
}

#[test]
fn too_few_points_give_nothing() {
    let fixture = Fixture::new(Sort::Int, &["x", "y"]);
    let wanting = |min_points: Option<u32>| {
        let options = CegarOptions {
            min_points,
            ..Preset::Cr.options()
        };
        Mine::new(&fixture.terms, &options, BTreeMap::new())
    };
    let points: [&[i64]; 5] = [&[1, 0], &[2, 1], &[3, 2], &[4, 3], &[5, 4]];
    let first = |min_points| {
        let found = fixture.record(&mut wanting(min_points), &points);
        found.iter().position(|predicates| !predicates.is_empty())
    };
    assert_eq!(first(None), None);
    // Two points always lie on a line.
    assert_eq!(first(Some(1)), Some(2));
    assert_eq!(first(Some(3)), Some(2));
    assert_eq!(first(Some(5)), Some(4));
    assert_eq!(first(Some(6)), None);
    // A repeated point does not count twice.
    let again: [&[i64]; 4] = [&[1, 0], &[2, 1], &[2, 1], &[1, 0]];
    assert!(
        fixture
            .record(&mut wanting(Some(3)), &again)
            .concat()
            .is_empty()
    );
}

/// No three of them lie on a line: the search ends and finds nothing.
#[test]
fn points_in_general_position_give_nothing() {
    let fixture = Fixture::new(Sort::Int, &["x", "y"]);
    let mut mine = fixture.mine(&[], &[]);
    for number in 0..60 {
        let found = mine.record(site(1), fixture.point(&[number, number * number]));
        assert!(found.is_empty());
    }
}

/// Points of other sites, with other variables, or with another truth value are others.
#[test]
fn points_of_different_groups_are_kept_apart() {
    let fixture = Fixture::new(Sort::Int, &["x", "y"]);
    let flag = fixture.terms.symbol("flag", &Sort::Bool);
    let flag = fixture.terms.as_symbol(flag).expect("a symbol");
    let flagged = |numbers: &[i64], value| {
        let mut point = fixture.point(numbers);
        point.push((flag, Value::Bool(value)));
        point
    };
    let mut mine = fixture.mine(&[], &[]);
    let counter = (PlaceId(1), Some(Value::Bv(BvValue::new(8, 3))));
    for (place, point) in [
        (site(1), fixture.point(&[1, 0])),
        (site(2), fixture.point(&[2, 1])),
        (counter, fixture.point(&[3, 2])),
        (site(1), flagged(&[4, 3], true)),
        (site(1), flagged(&[5, 4], false)),
        (site(1), flagged(&[6, 5], true)),
        (site(1), fixture.point(&[7, 6])),
    ] {
        assert!(mine.record(place, point).is_empty());
    }
    let found = mine.record(site(1), flagged(&[9, 8], true));
    assert_eq!(found.len(), 1);
}

#[test]
fn equations_across_sites_need_points_of_two() {
    let fixture = Fixture::new(Sort::Int, &["x", "y"]);
    let points: [&[i64]; 3] = [&[1, 0], &[2, 1], &[3, 2]];
    let sites = [site(1), site(2), site(1)];
    let record = |mining: &[Mining]| {
        let mut mine = fixture.mine(mining, &[]);
        let all = points.iter().zip(sites.clone());
        all.flat_map(|(point, site)| mine.record(site, fixture.point(point)))
            .collect::<Vec<_>>()
    };
    assert!(record(&[]).is_empty());
    let [equation] = record(&[Mining::Across])[..] else {
        panic!("one equation through points of two sites");
    };
    assert!(points.iter().all(|point| fixture.holds(equation, point)));
    assert!(!fixture.holds(equation, &[0, 0]));

    // The points of one site that an equation explains are still there for others across.
    let mut mine = fixture.mine(&[Mining::Across], &[]);
    let here = fixture.record(&mut mine, &points).concat();
    assert_eq!(here, [equation]);
    assert!(mine.record(site(2), fixture.point(&[9, 9])).is_empty());
    let [other] = mine.record(site(2), fixture.point(&[17, 18]))[..] else {
        panic!("one equation through (1, 0), (9, 9) and (17, 18)");
    };
    assert!(fixture.holds(other, &[1, 0]) && fixture.holds(other, &[9, 9]));
    assert!(!fixture.holds(other, &[2, 1]));
}

/// Equations over bit-vectors hold modulo two to the width; points whose sums may wrap say nothing.
#[test]
fn bit_vectors_are_fitted_far_from_wrapping() {
    let fixture = Fixture::new(Sort::BitVec(32), &["x", "y"]);
    let mut mine = fixture.mine(&[], &[]);
    let found = fixture.record(&mut mine, &[&[1, -1], &[2, 0], &[3, 1]]);
    let [equation] = found.concat()[..] else {
        panic!("one equation");
    };
    assert!(fixture.holds(equation, &[i64::from(i32::MIN), i64::from(i32::MAX) - 1]));
    assert!(!fixture.holds(equation, &[3, 3]));

    let far = 1_i64 << 30;
    let mut mine = fixture.mine(&[], &[]);
    let points: [&[i64]; 3] = [&[far, far - 1], &[far + 1, far], &[far + 2, far + 1]];
    assert!(fixture.record(&mut mine, &points).concat().is_empty());
}

/// Sorts are not mixed: `x` and `y` are integers, `b` and `c` bit-vectors.
#[test]
fn every_equation_is_over_one_sort() {
    let fixture = Fixture::new(Sort::Int, &["x", "y"]);
    let bits = Sort::BitVec(16);
    let others = ["b", "c"].map(|name| fixture.terms.symbol(name, &bits));
    let mut mine = fixture.mine(&[], &[]);
    let mut found = Vec::new();
    for number in 1..=3_i64 {
        let mut point = fixture.point(&[number, 2 * number]);
        for (symbol, value) in others.iter().zip([number, number * number]) {
            let symbol = fixture.terms.as_symbol(*symbol).expect("a symbol");
            point.push((symbol, Value::Bv(BvValue::from_signed(16, value.into()))));
        }
        found.extend(mine.record(site(1), point));
    }
    let [equation] = found[..] else {
        panic!("{} equations", found.len());
    };
    assert_eq!(fixture.terms.symbols_of(&[equation]), fixture.symbols());
}

/// Coefficients that no program has give nothing.
#[test]
fn large_numbers_give_nothing() {
    let fixture = Fixture::new(Sort::Int, &["x", "y"]);
    let mut mine = fixture.mine(&[], &[]);
    let large = (1_i64 << 41) + 1;
    let points: [&[i64]; 3] = [&[0, 0], &[large, large + 2], &[2 * large, 2 * large + 4]];
    assert!(fixture.record(&mut mine, &points).concat().is_empty());
}

/// The same states in the same order give the same predicates; none comes twice.
#[test]
fn results_repeat_and_predicates_do_not() {
    let fixture = Fixture::new(Sort::Int, &["x", "y", "z"]);
    let samples: [&[i64]; 3] = [&[0, 0, 0], &[1, 1, 0], &[2, 2, -1]];
    let run = || {
        let mut mine = fixture.mine(&[Mining::Inequalities, Mining::Across], &samples);
        let mut found = Vec::new();
        for round in 0..3 {
            for number in 0..12_i64 {
                let numbers = [number + 1, number * number % 5, number % 3 + round];
                let here = site(1 + number as u32 % 2);
                found.push(mine.record(here, fixture.point(&numbers)));
            }
        }
        found
    };
    let (found, again) = (run(), run());
    assert_eq!(found, again);
    let all = found.concat();
    assert!(all.len() > 10);
    let distinct: BTreeSet<TermId> = all.iter().copied().collect();
    assert_eq!(distinct.len(), all.len());
    let negations = all.iter().map(|predicate| fixture.terms.not(*predicate));
    assert!(negations.into_iter().all(|n| !distinct.contains(&n)));
}
