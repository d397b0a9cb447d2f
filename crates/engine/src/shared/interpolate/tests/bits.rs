//! Random refutations over bit-vectors of small widths, confirmed by enumeration as well.

use super::support::{Checked, context, text};
use crate::shared::interpolate::backward::forward;
use crate::shared::interpolate::check::{Check, Rigour, checked};
use crate::shared::interpolate::core::pieces_of;
use crate::shared::interpolate::query_solver::{QueryResult, QuerySolver};
use invar_solver::Z3Factory;
use invar_term::{BvValue, Evaluator, Op, Sort, SymbolId, TermId, TermStore, Value};
use invar_testkit::Random;
use rustc_hash::FxHashMap;
use std::sync::Arc;

const WIDTH: u32 = 2;

fn wide(terms: &TermStore, symbols: &[TermId], random: &mut Random) -> TermId {
    let x = *random.pick(symbols);
    let y = *random.pick(symbols);
    let constant = terms.constant(&Value::Bv(random.bit_vector(WIDTH)));
    match random.below(8) {
        0 => terms.bv_add(x, constant),
        1 => terms.bv_sub(x, y),
        2 => constant,
        3 => terms.bv_mul(x, y),
        4 => terms.app(Op::BvAnd, &[x, y]),
        5 => terms.ite(terms.bv_ult(x, y), y, constant),
        _ => x,
    }
}

fn atom(terms: &TermStore, symbols: &[TermId], random: &mut Random) -> TermId {
    let (a, b) = (wide(terms, symbols, random), wide(terms, symbols, random));
    let operators = [Op::BvUlt, Op::BvUle, Op::BvSlt, Op::BvSle, Op::Eq, Op::Eq];
    let atom = terms.app(random.pick(&operators).clone(), &[a, b]);
    if random.one_in(3) {
        terms.not(atom)
    } else {
        atom
    }
}

fn parts(terms: &TermStore, count: usize, random: &mut Random) -> Vec<Vec<TermId>> {
    let symbols: Vec<TermId> = (0..count + 2)
        .map(|i| terms.symbol(&format!("v{i}"), &Sort::BitVec(WIDTH)))
        .collect();
    (0..count)
        .map(|part| {
            let own = &symbols[part..part + 3];
            // Each part alone has a model.
            let values: FxHashMap<SymbolId, Value> = own
                .iter()
                .filter_map(|s| Some((terms.as_symbol(*s)?, Value::Bv(random.bit_vector(WIDTH)))))
                .collect();
            (0..3 + random.below(3))
                .map(|_| {
                    let mut formula = atom(terms, own, random);
                    if random.one_in(3) {
                        formula = terms.or(&[formula, atom(terms, own, random)]);
                    }
                    match Evaluator::new(terms, &values).eval_bool(formula) {
                        Ok(false) => terms.not(formula),
                        _ => formula,
                    }
                })
                .collect()
        })
        .collect()
}

/// No assignment satisfies the premises and not the conclusion.
fn implies(terms: &TermStore, premises: &[TermId], conclusion: TermId) -> bool {
    let mut all = premises.to_vec();
    all.push(conclusion);
    let symbols = terms.symbols_of(&all);
    let values = 1usize << WIDTH;
    (0..values.pow(symbols.len() as u32)).all(|code| {
        let mut code = code;
        let mut assignment: FxHashMap<SymbolId, Value> = FxHashMap::default();
        for symbol in &symbols {
            let value = BvValue::new(WIDTH, (code % values) as u128);
            assignment.insert(*symbol, Value::Bv(value));
            code /= values;
        }
        let mut evaluator = Evaluator::new(terms, &assignment);
        let mut holds = |f: &TermId| evaluator.eval_bool(*f).expect("all symbols have values");
        !premises.iter().all(&mut holds) || holds(&conclusion)
    })
}

/// The computation from the first cut, which is otherwise used only when the other one takes too
/// long.
#[test]
fn random_bit_vectors_forward() {
    let terms = Arc::new(TermStore::new());
    let (factory, mut random) = (Z3Factory::default(), Random::new(8));
    let context = context(&factory);
    let mut queries = QuerySolver::new(&terms, &context);
    let (mut refuted, mut too_hard) = (0, 0);
    for _ in 0..300 {
        queries.begin().expect("Z3 starts");
        let count = 2 + random.below(4);
        let parts = parts(&terms, count, &mut random);
        let QueryResult::Core(_) = queries.check(&parts.concat()).expect("there is time") else {
            continue;
        };
        let pieces = pieces_of(&terms, &parts);
        match forward(&mut queries, &pieces, count).expect("there is time") {
            Some(sequence) => {
                let check = checked(&terms, &context, &parts, &sequence, Rigour::Always)
                    .expect("Z3 starts");
                assert_eq!(check, Check::Passed);
                for (part, formulas) in parts.iter().enumerate() {
                    let mut premises = formulas.clone();
                    premises.push(sequence[part]);
                    assert!(implies(&terms, &premises, sequence[part + 1]));
                }
                refuted += 1;
            }
            None => too_hard += 1,
        }
    }
    println!("{refuted} refuted, {too_hard} too hard");
    assert!(refuted > 60 && too_hard == 0, "{refuted} and {too_hard}");
}

#[test]
fn random_bit_vectors() {
    let terms = Arc::new(TermStore::new());
    let (factory, mut random) = (Z3Factory::default(), Random::new(7));
    let context = context(&factory);
    let mut checked = Checked::new(&terms, &context);
    for _ in 0..600 {
        let count = 2 + random.below(4);
        let parts = parts(&terms, count, &mut random);
        let Some(sequence) = checked.sequence(&parts) else {
            continue;
        };
        for (part, formulas) in parts.iter().enumerate() {
            let mut premises = formulas.clone();
            premises.push(sequence[part]);
            assert!(
                implies(&terms, &premises, sequence[part + 1]),
                "{}",
                text(&terms, &premises)
            );
        }
    }
    let tally = checked.report();
    assert!(tally.refuted > 100 && tally.satisfiable > 50, "{tally:?}");
    assert_eq!(tally.too_hard, 0, "{tally:?}");
    assert!(tally.telling > tally.refuted / 2, "{tally:?}");
}
