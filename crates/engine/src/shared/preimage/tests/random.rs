//! Random formulas with random models.

use super::support::{Values, checked_implicant, checked_projection, holds};
use invar_term::{IBig, Op, RBig, Sort, SymbolId, TermId, TermStore, Value};
use invar_testkit::{Random, terms as random_terms};
use std::collections::BTreeSet;
use std::sync::Arc;

fn values_of(terms: &TermStore, symbols: &[TermId], random: &mut Random) -> Values {
    symbols
        .iter()
        .filter_map(|t| {
            let symbol = terms.as_symbol(*t)?;
            Some((symbol, random_terms::value(terms.sort(*t), random)))
        })
        .collect()
}

/// Some Boolean terms of a pool, negated where the model falsifies them.
fn satisfied(
    terms: &TermStore,
    pool: &[TermId],
    model: &Values,
    count: usize,
    random: &mut Random,
) -> Vec<TermId> {
    let mut formulas = Vec::new();
    let bools: Vec<TermId> = pool
        .iter()
        .copied()
        .filter(|t| *terms.sort(*t) == Sort::Bool && terms.as_constant(*t).is_none())
        .collect();
    for _ in 0..count {
        let formula = *random.pick(&bools);
        if holds(terms, formula, model) {
            formulas.push(formula);
        } else if holds(terms, terms.not(formula), model) {
            formulas.push(terms.not(formula));
        }
    }
    formulas
}

fn some_symbols(terms: &TermStore, symbols: &[TermId], random: &mut Random) -> BTreeSet<SymbolId> {
    symbols
        .iter()
        .filter_map(|t| terms.as_symbol(*t))
        .filter(|_| random.one_in(2))
        .collect()
}

/// Every operator over every sort.
#[test]
fn arbitrary_formulas() {
    let mut random = Random::new(3);
    let mut literals_seen = 0;
    for _ in 0..70 {
        let terms = Arc::new(TermStore::new());
        let leaves = random_terms::leaves(&terms, 8, &mut random);
        let model = values_of(&terms, &leaves, &mut random);
        let mut pool = leaves.clone();
        for _ in 0..150 {
            let (op, sorts) = random_terms::signature(8, &mut random);
            // The value of a division by zero is open, and floats are slow to solve.
            if matches!(
                op,
                Op::Fp(_) | Op::IntDiv | Op::IntMod | Op::RealDiv | Op::Mul
            ) {
                continue;
            }
            let args: Option<Vec<TermId>> = sorts
                .iter()
                .map(|sort| pick_of_sort(&terms, &pool, sort, &mut random))
                .collect();
            if let Some(args) = args {
                pool.push(terms.app(op, &args));
            }
        }
        let formulas = satisfied(&terms, &pool[leaves.len()..], &model, 5, &mut random);
        let literals = checked_implicant(&terms, &formulas, &model);
        literals_seen += literals.len();
        let eliminate = some_symbols(&terms, &leaves, &mut random);
        checked_projection(&terms, &literals, &eliminate, &model, &mut random);
    }
    assert!(literals_seen > 250, "{literals_seen} literals");
}

fn pick_of_sort(
    terms: &TermStore,
    pool: &[TermId],
    sort: &Sort,
    random: &mut Random,
) -> Option<TermId> {
    let fitting: Vec<TermId> = pool
        .iter()
        .copied()
        .filter(|t| terms.sort(*t) == sort)
        .collect();
    (!fitting.is_empty()).then(|| *random.pick(&fitting))
}

fn number(terms: &TermStore, sort: &Sort, value: i64) -> TermId {
    terms.constant(&match sort {
        Sort::Int => Value::Int(IBig::from(value)),
        _ => Value::Real(RBig::from(value)),
    })
}

/// Comparisons of sums with small coefficients: no symbol takes its value in the model.
#[test]
fn linear_arithmetic_needs_no_points() {
    for (seed, sort) in [(5, Sort::Int), (6, Sort::Real)] {
        let mut random = Random::new(seed);
        for _ in 0..40 {
            let terms = Arc::new(TermStore::new());
            let symbols: Vec<TermId> = (0..5)
                .map(|i| terms.symbol(&format!("v{i}"), &sort))
                .collect();
            let model = values_of(&terms, &symbols, &mut random);
            let pool: Vec<TermId> = (0..12)
                .map(|_| {
                    let constant = random.below(9) as i64 - 4;
                    let mut sum = number(&terms, &sort, constant);
                    for symbol in &symbols {
                        if random.one_in(2) {
                            let factor = *random.pick(&[1, 1, -1, -1, 2, -3]);
                            let factor = number(&terms, &sort, factor);
                            sum = terms.add(sum, terms.mul(*symbol, factor));
                        }
                    }
                    let op = random.pick(&[Op::Lt, Op::Le, Op::Le, Op::Eq]).clone();
                    terms.app(op, &[sum, *random.pick(&symbols)])
                })
                .collect();
            let formulas = satisfied(&terms, &pool, &model, 6, &mut random);
            let literals = checked_implicant(&terms, &formulas, &model);
            let mut eliminate = some_symbols(&terms, &symbols, &mut random);
            let projection = checked_projection(&terms, &literals, &eliminate, &model, &mut random);
            if sort == Sort::Real {
                assert_eq!(projection.points, 0);
            }
            eliminate = eliminate.into_iter().take(1).collect();
            let single = checked_projection(&terms, &literals, &eliminate, &model, &mut random);
            assert_eq!(single.points, 0, "one symbol of linear literals");
        }
    }
}

/// Comparisons of moved, extended and bare bit-vectors in both orders.
#[test]
fn compared_bit_vectors() {
    let mut random = Random::new(8);
    let mut removed_without_points = 0;
    for _ in 0..150 {
        let terms = Arc::new(TermStore::new());
        let sort = Sort::BitVec(3);
        let symbols: Vec<TermId> = (0..4)
            .map(|i| terms.symbol(&format!("v{i}"), &sort))
            .collect();
        let model = values_of(&terms, &symbols, &mut random);
        let wide = |terms: &TermStore, random: &mut Random| {
            let x = *random.pick(&symbols);
            let constant = terms.constant(&Value::Bv(random.bit_vector(3)));
            let narrow = match random.below(8) {
                0 => terms.bv_add(x, constant),
                1 => terms.bv_sub(*random.pick(&symbols), x),
                2 => constant,
                3 => terms.bv_mul(x, constant),
                _ => x,
            };
            match random.below(6) {
                0 => terms.sign_extend(2, narrow),
                1 => terms.zero_extend(2, narrow),
                _ => narrow,
            }
        };
        let mut pool = Vec::new();
        while pool.len() < 12 {
            let (a, b) = (wide(&terms, &mut random), wide(&terms, &mut random));
            let operators = [Op::BvUlt, Op::BvUle, Op::BvSlt, Op::BvSle, Op::Eq];
            if terms.sort(a) == terms.sort(b) {
                let atom = terms.app(random.pick(&operators).clone(), &[a, b]);
                if terms.as_constant(atom).is_none() {
                    pool.push(atom);
                }
            }
        }
        let count = 1 + random.below(6);
        let formulas = satisfied(&terms, &pool, &model, count, &mut random);
        let literals = checked_implicant(&terms, &formulas, &model);
        let eliminate = some_symbols(&terms, &symbols, &mut random);
        let projection = checked_projection(&terms, &literals, &eliminate, &model, &mut random);
        if projection.points == 0 && !eliminate.is_empty() {
            removed_without_points += 1;
        }
    }
    assert!(removed_without_points > 55, "{removed_without_points}");
}

/// Arrays that are written, read and removed.
#[test]
fn arrays() {
    let mut random = Random::new(9);
    for _ in 0..70 {
        let terms = Arc::new(TermStore::new());
        let bits = Sort::BitVec(3);
        let array = Sort::array(bits.clone(), bits.clone());
        let mut symbols: Vec<TermId> = (0..3)
            .map(|i| terms.symbol(&format!("v{i}"), &bits))
            .collect();
        symbols.extend((0..3).map(|i| terms.symbol(&format!("a{i}"), &array)));
        let model = values_of(&terms, &symbols, &mut random);
        let mut pool = symbols.clone();
        let of = |pool: &[TermId], sort: &Sort, random: &mut Random| {
            pick_of_sort(&terms, pool, sort, random).expect("every sort has a symbol")
        };
        for _ in 0..25 {
            let next = match random.below(6) {
                0 => terms.store(
                    of(&pool, &array, &mut random),
                    of(&pool, &bits, &mut random),
                    of(&pool, &bits, &mut random),
                ),
                1 | 2 => terms.select(
                    of(&pool, &array, &mut random),
                    of(&pool, &bits, &mut random),
                ),
                3 => terms.eq(of(&pool, &bits, &mut random), of(&pool, &bits, &mut random)),
                4 => terms.eq(
                    of(&pool, &array, &mut random),
                    of(&pool, &array, &mut random),
                ),
                _ => terms.bv_slt(of(&pool, &bits, &mut random), of(&pool, &bits, &mut random)),
            };
            pool.push(next);
        }
        let formulas = satisfied(&terms, &pool, &model, 4, &mut random);
        let literals = checked_implicant(&terms, &formulas, &model);
        let eliminate = some_symbols(&terms, &symbols, &mut random);
        checked_projection(&terms, &literals, &eliminate, &model, &mut random);
    }
}

/// Quotients and remainders by constants, as wrap-around over integers has them.
#[test]
fn remainders() {
    let mut random = Random::new(10);
    for _ in 0..70 {
        let terms = Arc::new(TermStore::new());
        let symbols: Vec<TermId> = (0..3)
            .map(|i| terms.symbol(&format!("v{i}"), &Sort::Int))
            .collect();
        let model = values_of(&terms, &symbols, &mut random);
        let mut pool = symbols.clone();
        let integers = |pool: &[TermId], random: &mut Random| {
            pick_of_sort(&terms, pool, &Sort::Int, random).expect("there are symbols")
        };
        for _ in 0..14 {
            let (a, b) = (integers(&pool, &mut random), integers(&pool, &mut random));
            let divisor = number(&terms, &Sort::Int, *random.pick(&[2, 3, 4, -3]));
            let next = match random.below(6) {
                0 => terms.app(Op::IntMod, &[a, divisor]),
                1 => terms.app(Op::IntDiv, &[a, divisor]),
                2 => terms.add(a, b),
                3 => terms.eq(a, b),
                _ => terms.le(a, b),
            };
            pool.push(next);
        }
        pool.push(terms.le(symbols[0], symbols[1]));
        let formulas = satisfied(&terms, &pool, &model, 4, &mut random);
        let literals = checked_implicant(&terms, &formulas, &model);
        let eliminate = some_symbols(&terms, &symbols, &mut random);
        checked_projection(&terms, &literals, &eliminate, &model, &mut random);
    }
}
