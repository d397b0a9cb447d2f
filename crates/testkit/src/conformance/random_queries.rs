//! Small random queries against the enumeration of all assignments.

use super::Bench;
use crate::Random;
use invar_solver::{Answer, SolverFactory};
use invar_term::{BvValue, Evaluator, Op, Sort, SymbolId, TermId, TermStore, Value};
use rustc_hash::FxHashMap;

const WIDTH: u32 = 2;

/// Satisfiable exactly when an assignment satisfies, by enumeration.
pub fn random_queries(factory: &dyn SolverFactory) {
    let mut random = Random::new(2026);
    let mut bench = Bench::new(factory);
    let s = bench.terms.clone();
    let symbols = ["x", "y", "z"].map(|n| s.symbol(n, &Sort::BitVec(WIDTH)));
    let assignments = assignments(&s, &symbols);
    let (mut sat, mut unsat) = (0, 0);
    for _ in 0..80 {
        let asserted = formula(&s, &symbols, &mut random);
        let assumptions = [(); 3].map(|()| formula(&s, &symbols, &mut random));
        let terms: Vec<TermId> = assumptions.into_iter().chain([asserted]).collect();
        let expected = assignments.iter().any(|assignment| {
            let mut evaluator = Evaluator::new(&s, assignment);
            terms.iter().all(|t| evaluator.eval_bool(*t) == Ok(true))
        });
        bench.push();
        bench.assert(asserted);
        match bench.check(&assumptions) {
            Answer::Sat(_) => {
                assert!(expected, "a model of an unsatisfiable query");
                sat += 1;
            }
            Answer::Unsat(_) => {
                assert!(!expected, "no model of a satisfiable query");
                bench.unsat(&assumptions);
                unsat += 1;
            }
            Answer::Unknown(cause) => panic!("{}: {cause:?}", factory.name()),
        }
        bench.pop();
    }
    assert!(
        sat >= 10 && unsat >= 10,
        "{sat} satisfiable, {unsat} unsatisfiable"
    );
}

fn assignments(s: &TermStore, symbols: &[TermId]) -> Vec<FxHashMap<SymbolId, Value>> {
    let values = 1u32 << WIDTH;
    (0..values.pow(symbols.len() as u32))
        .map(|code| {
            let digit = |i: usize| (code / values.pow(i as u32)) % values;
            let value = |i: usize| Value::Bv(BvValue::new(WIDTH, u128::from(digit(i))));
            let name = |t: &TermId| s.as_symbol(*t).expect("a symbol");
            symbols
                .iter()
                .enumerate()
                .map(|(i, t)| (name(t), value(i)))
                .collect()
        })
        .collect()
}

fn formula(s: &TermStore, symbols: &[TermId], random: &mut Random) -> TermId {
    let compare = [Op::Eq, Op::BvUlt, Op::BvSle, Op::BvSlt];
    let combine = [
        Op::BvAdd,
        Op::BvMul,
        Op::BvUdiv,
        Op::BvSrem,
        Op::BvXor,
        Op::BvShl,
        Op::BvAshr,
        Op::BvSub,
    ];
    let mut words: Vec<TermId> = symbols.to_vec();
    for _ in 0..4 {
        let (a, b) = (*random.pick(&words), *random.pick(&words));
        words.push(s.raw(random.pick(&combine).clone(), &[a, b]));
        words.push(s.constant(&Value::Bv(random.bit_vector(WIDTH))));
    }
    let mut truths = Vec::new();
    for _ in 0..3 {
        let (a, b) = (*random.pick(&words), *random.pick(&words));
        let atom = s.raw(random.pick(&compare).clone(), &[a, b]);
        truths.push(if random.one_in(2) {
            atom
        } else {
            s.raw(Op::Not, &[atom])
        });
    }
    let connective = if random.below(4) > 0 { Op::Or } else { Op::And };
    s.raw(connective, &truths)
}
