//! Small random queries over IEEE numbers against the enumeration of a few values per symbol.

use super::Bench;
use crate::Random;
use invar_solver::{Answer, SolverFactory};
use invar_term::{
    Evaluator, FloatFormat, FpOp, Op, RoundingMode, Sort, SymbolId, TermId, TermStore, Value,
};
use rustc_hash::FxHashMap;

/// Values that each symbol may have.
const VALUES: usize = 4;

/// Satisfiable exactly when one of the values satisfies, by enumeration.
pub fn random_float_queries(factory: &dyn SolverFactory) {
    let (mut sat, mut unsat) = (0, 0);
    for seed in 0..5 {
        let mut random = Random::new(900 + seed);
        let format = FloatFormat::Single;
        let mut bench = Bench::new(factory);
        let s = bench.terms.clone();
        let symbols = ["x", "y"].map(|n| s.symbol(n, &format.sort()));
        let values: Vec<Vec<Value>> = symbols
            .iter()
            .map(|_| {
                (0..VALUES)
                    .map(|_| Value::Float(random.float(format)))
                    .collect()
            })
            .collect();
        for (symbol, choices) in symbols.iter().zip(&values) {
            let is = |v: &Value| s.raw(Op::Eq, &[*symbol, s.constant(v)]);
            bench.assert(s.raw(Op::Or, &choices.iter().map(is).collect::<Vec<_>>()));
        }
        for _ in 0..3 {
            let terms = [(); 2].map(|()| formula(&s, &symbols, format, &mut random));
            let expected = (0..VALUES * VALUES).any(|code| {
                let assignment: FxHashMap<SymbolId, Value> = symbols
                    .iter()
                    .zip([code / VALUES, code % VALUES])
                    .zip(&values)
                    .map(|((t, k), choices)| {
                        (s.as_symbol(*t).expect("a symbol"), choices[k].clone())
                    })
                    .collect();
                let mut evaluator = Evaluator::new(&s, &assignment);
                terms.iter().all(|t| evaluator.eval_bool(*t) == Ok(true))
            });
            bench.push();
            bench.assert(terms[0]);
            match bench.check(&terms[1..]) {
                Answer::Sat(_) => {
                    assert!(expected, "a model of an unsatisfiable query");
                    sat += 1;
                }
                Answer::Unsat(_) => {
                    assert!(!expected, "no model of a satisfiable query");
                    unsat += 1;
                }
                Answer::Unknown(cause) => panic!("{}: {cause:?}", factory.name()),
            }
            bench.pop();
        }
    }
    assert!(
        sat >= 3 && unsat >= 3,
        "{sat} satisfiable, {unsat} unsatisfiable"
    );
}

fn formula(s: &TermStore, symbols: &[TermId], format: FloatFormat, random: &mut Random) -> TermId {
    // Products and quotients of several unknowns take too long for a test.
    let arithmetic = [
        FpOp::Add,
        FpOp::Sub,
        FpOp::Neg,
        FpOp::Abs,
        FpOp::RoundToIntegral(RoundingMode::NearestEven),
        FpOp::RoundToIntegral(RoundingMode::TowardZero),
    ];
    let mut numbers: Vec<TermId> = symbols.to_vec();
    numbers.push(s.constant(&Value::Float(random.float(format))));
    let apply = |op: FpOp, numbers: &[TermId], random: &mut Random| {
        let args: Vec<TermId> = (0..op.arity()).map(|_| *random.pick(numbers)).collect();
        s.raw(Op::Fp(op), &args)
    };
    for _ in 0..2 {
        let op = *random.pick(&arithmetic);
        numbers.push(apply(op, &numbers, random));
    }
    // Through integers, bits and the other format, and back.
    let x = *random.pick(&numbers);
    let through = |to: FpOp, back: FpOp| s.raw(Op::Fp(back), &[s.raw(Op::Fp(to), &[x])]);
    numbers.push(match random.below(4) {
        0 => through(FpOp::ToSigned(32), FpOp::FromSigned(format)),
        1 => through(FpOp::ToUnsigned(16), FpOp::FromUnsigned(format)),
        2 => through(FpOp::ToBits, FpOp::FromBits(format)),
        _ => through(
            FpOp::FromFloat(FloatFormat::Double),
            FpOp::FromFloat(format),
        ),
    });
    let tests = [
        FpOp::Lt,
        FpOp::Le,
        FpOp::Eq,
        FpOp::IsNan,
        FpOp::IsZero,
        FpOp::IsNegative,
    ];
    let mut truths: Vec<TermId> = (0..2)
        .map(|_| apply(*random.pick(&tests), &numbers, random))
        .collect();
    let bits = s.raw(Op::Fp(FpOp::ToBits), &[*random.pick(&numbers)]);
    let mask = s.constant(&Value::Bv(random.bit_vector(format.width())));
    let masked = s.raw(Op::BvAnd, &[bits, mask]);
    let zero = s.constant(&Value::zero(&Sort::BitVec(format.width())).expect("bits have a zero"));
    truths.push(s.raw(Op::Eq, &[masked, zero]));
    for truth in &mut truths {
        if random.one_in(2) {
            *truth = s.raw(Op::Not, &[*truth]);
        }
    }
    let connective = if random.one_in(2) { Op::And } else { Op::Or };
    s.raw(connective, &truths)
}
