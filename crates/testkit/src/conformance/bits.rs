//! Every bit-vector operator means what evaluation says.

use super::Bench;
use crate::Random;
use invar_solver::SolverFactory;
use invar_term::{Op, Sort, TermId, Value, apply_op};

const BINARY: [Op; 17] = [
    Op::BvAdd,
    Op::BvSub,
    Op::BvMul,
    Op::BvUdiv,
    Op::BvUrem,
    Op::BvSdiv,
    Op::BvSrem,
    Op::BvAnd,
    Op::BvOr,
    Op::BvXor,
    Op::BvShl,
    Op::BvLshr,
    Op::BvAshr,
    Op::BvUlt,
    Op::BvUle,
    Op::BvSlt,
    Op::BvSle,
];

/// Random constants of several widths, given to the solver as values of symbols.
pub fn bit_vector_operators(factory: &dyn SolverFactory) {
    for width in [1, 2, 3, 8, 32, 64] {
        operators(factory, width, 6);
    }
}

/// The widest bit-vectors that a value holds.
pub fn wide_bit_vectors(factory: &dyn SolverFactory) {
    operators(factory, 127, 2);
    operators(factory, 128, 2);
}

fn operators(factory: &dyn SolverFactory, width: u32, rounds: usize) {
    let mut random = Random::new(u64::from(width));
    let mut operators: Vec<Op> = BINARY.to_vec();
    operators.extend([Op::BvNot, Op::BvNeg, Op::Eq]);
    for _ in 0..3 {
        let high = random.below(width as usize) as u32;
        let low = random.below(high as usize + 1) as u32;
        operators.push(Op::Extract { high, low });
        let by = random.below((129 - width as usize).min(9)) as u32;
        operators.extend([Op::ZeroExtend(by), Op::SignExtend(by)]);
    }
    if width <= 64 {
        operators.push(Op::Concat);
    }
    let mut bench = Bench::new(factory);
    let s = bench.terms.clone();
    let sort = Sort::BitVec(width);
    for op in &operators {
        let arity = match op {
            Op::BvNot | Op::BvNeg | Op::Extract { .. } | Op::ZeroExtend(_) | Op::SignExtend(_) => 1,
            _ => 2,
        };
        let mut inputs = Vec::new();
        let mut agreements = Vec::new();
        for round in 0..rounds {
            let values: Vec<Value> = (0..arity)
                .map(|_| Value::Bv(random.bit_vector(width)))
                .collect();
            let symbols: Vec<TermId> = (0..arity)
                .map(|i| s.symbol(&format!("x{round}_{i}"), &sort))
                .collect();
            for (symbol, value) in symbols.iter().zip(&values) {
                inputs.push(s.raw(Op::Eq, &[*symbol, s.constant(value)]));
            }
            let references: Vec<&Value> = values.iter().collect();
            let expected = apply_op(op, &references).expect("bit-vector operators are total");
            let result = s.raw(op.clone(), &symbols);
            agreements.push(s.raw(Op::Eq, &[result, s.constant(&expected)]));
        }
        bench.push();
        for input in inputs {
            bench.assert(input);
        }
        bench.sat(&agreements);
        let all = s.raw(Op::And, &agreements);
        bench.unsat(&[s.raw(Op::Not, &[all])]);
        bench.pop();
    }
}
