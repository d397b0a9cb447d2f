//! Tests of linear arithmetic: exact checks of refutations and hulls, Z3 for interpolants.

use super::farkas::is_refutation;
use super::farkas::refute;
use super::{Constraint, LinearExpression, Relation, affine_basis, affine_hull, interpolant};
use invar_solver::{Answer, Budget, SolverFactory, Z3Factory};
use invar_term::{IBig, Op, RBig, Sort, TermId, TermStore, Value};
use invar_testkit::Random;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

fn number(terms: &TermStore, sort: &Sort, value: i64) -> TermId {
    terms.constant(&match sort {
        Sort::Int => Value::Int(IBig::from(value)),
        _ => Value::Real(RBig::from(value)),
    })
}

fn is_satisfiable(terms: &Arc<TermStore>, formulas: &[TermId]) -> bool {
    let mut solver = Z3Factory::default().make(terms).expect("Z3 starts");
    for formula in formulas {
        solver.assert(*formula).expect("Z3 knows every operator");
    }
    match solver.check(&[], &Budget::lasting(Duration::from_secs(20))) {
        Answer::Sat(_) => true,
        Answer::Unsat(_) => false,
        Answer::Unknown(cause) => panic!("{cause:?}"),
    }
}

fn random_literal(
    terms: &TermStore,
    symbols: &[TermId],
    sort: &Sort,
    random: &mut Random,
) -> TermId {
    let mut sum = number(terms, sort, random.below(9) as i64 - 4);
    for symbol in symbols {
        if random.one_in(2) {
            let factor = number(terms, sort, random.below(7) as i64 - 3);
            sum = terms.add(sum, terms.mul(*symbol, factor));
        }
    }
    let zero = number(terms, sort, 0);
    let op = random.pick(&[Op::Lt, Op::Le, Op::Le, Op::Eq]).clone();
    if random.one_in(2) && op != Op::Eq {
        terms.raw(Op::Not, &[terms.raw(op, &[zero, sum])])
    } else {
        terms.raw(op, &[sum, zero])
    }
}

#[test]
fn literals_and_constraints_mean_the_same() {
    for (seed, sort) in [(1, Sort::Int), (2, Sort::Real)] {
        let mut random = Random::new(seed);
        let terms = Arc::new(TermStore::new());
        let symbols = ["x", "y", "z"].map(|n| terms.symbol(n, &sort));
        for _ in 0..40 {
            let literal = random_literal(&terms, &symbols, &sort, &mut random);
            let constraint = Constraint::of(&terms, literal).expect("a linear literal");
            let back = constraint.to_term(&terms);
            let same = terms.raw(Op::Eq, &[literal, back]);
            assert!(!is_satisfiable(&terms, &[terms.raw(Op::Not, &[same])]));
            let negation: Vec<TermId> = constraint
                .negated(&sort)
                .iter()
                .map(|c| c.to_term(&terms))
                .collect();
            let opposite = terms.raw(Op::Xor, &[literal, terms.or(&negation)]);
            assert!(!is_satisfiable(&terms, &[terms.raw(Op::Not, &[opposite])]));
        }
    }
}

#[test]
fn integer_constraints_are_tight() {
    let terms = TermStore::new();
    let [x, y] = ["x", "y"].map(|n| terms.symbol(n, &Sort::Int));
    let int = |n| number(&terms, &Sort::Int, n);
    // 2x + 4y < 7 is x + 2y <= 3.
    let sum = terms.add(terms.mul(x, int(2)), terms.mul(y, int(4)));
    let constraint = Constraint::of(&terms, terms.lt(sum, int(7))).expect("linear");
    let expected = terms.le(terms.add(x, terms.mul(y, int(2))), int(3));
    assert_eq!(constraint.to_term(&terms), expected);
    // 2x = 4y + 1 has no solution.
    let odd = [
        terms.mul(x, int(2)),
        terms.add(terms.mul(y, int(4)), int(1)),
    ];
    let odd = terms.raw(Op::Eq, &odd);
    assert!(Constraint::of(&terms, odd).expect("linear").is_absurd());
}

/// A sum that doubles itself eighty times has two to eighty as its coefficient, and is read in
/// the time of eighty nodes.
#[test]
fn shared_sums_are_read_once() {
    let terms = TermStore::new();
    let x = terms.symbol("x", &Sort::Int);
    let mut sum = x;
    for _ in 0..80 {
        sum = terms.add(sum, sum);
    }
    let read = LinearExpression::of(&terms, sum).expect("an integer");
    assert_eq!(read.coefficient(x), RBig::from(IBig::ONE << 80usize));
}

/// Every conjunction is refuted or, by Z3, has a rational solution.
#[test]
fn refutations_are_found_and_exact() {
    let mut random = Random::new(4);
    let (mut refuted, mut feasible) = (0, 0);
    for _ in 0..150 {
        let terms = Arc::new(TermStore::new());
        let sort = Sort::Real;
        let symbols: Vec<TermId> = (0..4)
            .map(|i| terms.symbol(&format!("v{i}"), &sort))
            .collect();
        let literals: Vec<TermId> = (0..3 + random.below(6))
            .map(|_| random_literal(&terms, &symbols, &sort, &mut random))
            .collect();
        let constraints: Vec<Constraint> = literals
            .iter()
            .map(|l| Constraint::of(&terms, *l).expect("linear"))
            .collect();
        match refute(&constraints) {
            Some(multipliers) => {
                assert!(is_refutation(&constraints, &multipliers));
                refuted += 1;
            }
            None => {
                assert!(is_satisfiable(&terms, &literals));
                feasible += 1;
            }
        }
    }
    assert!(refuted > 30 && feasible > 30, "{refuted} and {feasible}");
}

/// The check of refutations refuses wrong ones.
#[test]
fn wrong_refutations_are_refused() {
    let terms = TermStore::new();
    let x = terms.symbol("x", &Sort::Real);
    let real = |n| number(&terms, &Sort::Real, n);
    let parts = [terms.le(x, real(0)), terms.lt(real(0), x)];
    let constraints = parts.map(|l| Constraint::of(&terms, l).expect("linear"));
    let multipliers = |a: i64, b: i64| vec![RBig::from(a), RBig::from(b)];
    assert!(is_refutation(&constraints, &multipliers(2, 2)));
    assert!(!is_refutation(&constraints, &multipliers(1, 2)));
    assert!(!is_refutation(&constraints, &multipliers(0, 0)));
    assert!(!is_refutation(&constraints, &multipliers(-1, -1)));
    let closed = parts.map(|l| {
        let mut constraint = Constraint::of(&terms, l).expect("linear");
        constraint.relation = Relation::AtMostZero;
        constraint
    });
    assert!(!is_refutation(&closed, &multipliers(1, 1)));
}

#[test]
fn interpolants_separate() {
    for (seed, sort) in [(5, Sort::Int), (6, Sort::Real)] {
        let mut random = Random::new(seed);
        let mut found = 0;
        for _ in 0..150 {
            let terms = Arc::new(TermStore::new());
            let symbols: Vec<TermId> = (0..5)
                .map(|i| terms.symbol(&format!("v{i}"), &sort))
                .collect();
            let mut some = |of: &[TermId]| -> Vec<TermId> {
                (0..2 + random.below(4))
                    .map(|_| random_literal(&terms, of, &sort, &mut random))
                    .collect()
            };
            // The second to fourth symbols are shared.
            let (a, b) = (some(&symbols[..4]), some(&symbols[1..]));
            let read = |literals: &[TermId]| -> Vec<Constraint> {
                let one = |l: &TermId| Constraint::of(&terms, *l).expect("linear");
                literals.iter().map(one).collect()
            };
            let Some(constraint) = interpolant(&read(&a), &read(&b), &sort) else {
                continue;
            };
            found += 1;
            let term = constraint.to_term(&terms);
            let shared: BTreeSet<TermId> = symbols[1..4].iter().copied().collect();
            assert!(
                constraint
                    .expression
                    .terms
                    .keys()
                    .all(|t| shared.contains(t))
            );
            let with = |literals: &[TermId], more: TermId| {
                let mut query = literals.to_vec();
                query.push(more);
                is_satisfiable(&terms, &query)
            };
            assert!(!with(&a, term), "a does not contradict the interpolant");
            assert!(!with(&b, terms.not(term)), "b does not imply it");
        }
        assert!(found > 20, "{found} interpolants over {sort}");
    }
}

fn rationals(point: &[i64]) -> Vec<RBig> {
    point.iter().map(|v| RBig::from(*v)).collect()
}

#[test]
fn hull_of_a_line() {
    // x, 2x + 1, 7, and a free one.
    let points = [[0, 1, 7, 3], [1, 3, 7, 9], [5, 11, 7, -2]].map(|p| rationals(&p));
    assert_eq!(
        affine_hull(&points),
        [
            (rationals(&[2, -1, 0, 0]), RBig::from(-1)),
            (rationals(&[0, 0, 1, 0]), RBig::from(7)),
        ]
    );
    assert_eq!(affine_hull(&[]), []);
}

/// The hull's equations hold, and there are as many as the dimension leaves.
#[test]
fn hulls_are_complete() {
    let mut random = Random::new(7);
    for _ in 0..60 {
        let (dimension, free) = (4, random.below(4));
        let mut small = || RBig::from(random.below(7) as i64 - 3);
        let mut vector = || -> Vec<RBig> { (0..dimension).map(|_| small()).collect() };
        let origin = vector();
        let directions: Vec<Vec<RBig>> = (0..free).map(|_| vector()).collect();
        let mut points = vec![origin.clone()];
        for direction in &directions {
            points.push(origin.iter().zip(direction).map(|(a, b)| a + b).collect());
        }
        let before = affine_hull(&points);
        assert!(before.len() >= dimension - free);
        // Sums of directions are in the hull already and must change nothing.
        for _ in 0..3 {
            let mut point = origin.clone();
            for direction in &directions {
                let factor = RBig::from(random.below(5) as i64 - 2);
                for (entry, step) in point.iter_mut().zip(direction) {
                    *entry += step * &factor;
                }
            }
            points.push(point);
        }
        assert_eq!(affine_hull(&points), before);
        for (coefficients, constant) in &before {
            for point in &points {
                let mut sum = RBig::ZERO;
                for (a, x) in coefficients.iter().zip(point) {
                    sum += a * x;
                }
                assert_eq!(sum, *constant);
            }
        }
    }
}

/// A basis has the hull of all points, is independent, and consists of the earliest points.
#[test]
fn bases_span_the_hull() {
    let points = [[0, 0, 0], [0, 0, 0], [1, 1, 0], [2, 2, 0], [0, 1, 0]].map(|p| rationals(&p));
    let slices: Vec<&[RBig]> = points.iter().map(Vec::as_slice).collect();
    let basis = affine_basis(&slices);
    assert_eq!(basis, [0, 2, 4]);
    let spanning: Vec<Vec<RBig>> = basis.iter().map(|i| points[*i].clone()).collect();
    assert_eq!(affine_hull(&spanning), affine_hull(&points));
    assert_eq!(affine_basis(&[]), Vec::<usize>::new());
}
