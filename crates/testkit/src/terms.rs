//! Random well-sorted applications over a small pool of terms, so that equal arguments and nested
//! patterns come often.

use crate::Random;
use invar_term::{FloatFormat, FpOp, IBig, Op, RBig, Sort, TermId, TermStore, Value};

/// The widths of bit-vectors in the pool.
pub const WIDTHS: [u32; 4] = [1, 2, 3, 8];

/// Sorts that the generator uses, with arrays of the given index width.
pub fn sorts(index_width: u32) -> Vec<Sort> {
    let mut sorts: Vec<Sort> = WIDTHS.iter().map(|w| Sort::BitVec(*w)).collect();
    sorts.extend([Sort::Bool, Sort::Int, Sort::Real]);
    sorts.extend([Sort::BitVec(32), Sort::SINGLE, Sort::DOUBLE]);
    sorts.push(Sort::array(Sort::BitVec(index_width), Sort::BitVec(2)));
    sorts
}

/// A random value of a scalar sort, or a constant array of one.
pub fn value(sort: &Sort, random: &mut Random) -> Value {
    let small = |random: &mut Random| IBig::from(random.below(7) as i64 - 3);
    match sort {
        Sort::Bool => Value::Bool(random.one_in(2)),
        Sort::BitVec(width) => Value::Bv(random.bit_vector(*width)),
        Sort::Int => Value::Int(small(random)),
        Sort::Real => {
            let denominator = 1 + random.below(3) as i64;
            Value::Real(RBig::from(small(random)) / RBig::from(denominator))
        }
        Sort::Float { .. } => Value::Float(random.float(FloatFormat::expect(sort))),
        Sort::Array(pair) => {
            let default = value(&pair.1, random);
            let mut array = invar_term::ArrayValue::constant(pair.0.clone(), default);
            for _ in 0..random.below(4) {
                array.store(value(&pair.0, random), value(&pair.1, random));
            }
            Value::Array(array)
        }
    }
}

/// A random operator with the sorts of its arguments.
pub fn signature(index_width: u32, random: &mut Random) -> (Op, Vec<Sort>) {
    let width = *random.pick(&WIDTHS);
    let bits = Sort::BitVec(width);
    let array = Sort::array(Sort::BitVec(index_width), Sort::BitVec(2));
    let number = if random.one_in(2) {
        Sort::Int
    } else {
        Sort::Real
    };
    let (index, element) = (Sort::BitVec(index_width), Sort::BitVec(2));
    match random.below(24) {
        0 => (Op::Not, vec![Sort::Bool]),
        1 | 2 => {
            let op = if random.one_in(2) { Op::And } else { Op::Or };
            (op, vec![Sort::Bool; 1 + random.below(3)])
        }
        3 => (Op::Xor, vec![Sort::Bool; 2]),
        4 | 5 => {
            let sort = random.pick(&sorts(index_width)).clone();
            (Op::Ite, vec![Sort::Bool, sort.clone(), sort])
        }
        6 | 7 => {
            let sort = random.pick(&sorts(index_width)).clone();
            (Op::Eq, vec![sort; 2])
        }
        8 => (random.pick(&[Op::BvNot, Op::BvNeg]).clone(), vec![bits]),
        9 | 10 => {
            // Sums have the rarest patterns.
            let operators = [
                Op::BvAdd,
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
            ];
            (random.pick(&operators).clone(), vec![bits; 2])
        }
        11 | 12 => {
            let operators = [Op::BvUlt, Op::BvUle, Op::BvSlt, Op::BvSle];
            (random.pick(&operators).clone(), vec![bits; 2])
        }
        13 => {
            let (high, low) = *random.pick(&[(1, 1), (2, 1), (1, 2)]);
            (Op::Concat, vec![Sort::BitVec(high), Sort::BitVec(low)])
        }
        14 | 15 => {
            // To a width of the pool, by no bits at all too.
            let wider: Vec<u32> = WIDTHS.iter().copied().filter(|w| *w >= width).collect();
            let by = random.pick(&wider) - width;
            let op = if random.one_in(2) {
                Op::ZeroExtend(by)
            } else {
                Op::SignExtend(by)
            };
            (op, vec![bits])
        }
        16 => {
            let narrower: Vec<u32> = WIDTHS.iter().copied().filter(|w| *w <= width).collect();
            let kept = *random.pick(&narrower);
            let low = if random.one_in(2) {
                0
            } else {
                random.below((width - kept + 1) as usize)
            };
            (
                Op::Extract {
                    high: low as u32 + kept - 1,
                    low: low as u32,
                },
                vec![bits],
            )
        }
        17 => numbers(number, random),
        20.. => floats(width, random),
        18 => (Op::Select, vec![array, index]),
        _ => match random.below(4) {
            0 => (Op::ConstArray(index), vec![element]),
            _ => (Op::Store, vec![array, index, element]),
        },
    }
}

fn numbers(number: Sort, random: &mut Random) -> (Op, Vec<Sort>) {
    let division = if number == Sort::Int {
        random.pick(&[Op::IntDiv, Op::IntMod]).clone()
    } else {
        Op::RealDiv
    };
    match random.below(8) {
        0 => (Op::Add, vec![number; 2]),
        1 => (Op::Mul, vec![number; 2]),
        2 => (Op::Neg, vec![number]),
        3 => (division, vec![number; 2]),
        4 => (random.pick(&[Op::Lt, Op::Le]).clone(), vec![number; 2]),
        5 => (Op::ToReal, vec![Sort::Int]),
        6 => (Op::ToInt, vec![Sort::Real]),
        _ => match random.below(2) {
            0 => (Op::BvToInt, vec![Sort::BitVec(3)]),
            _ => (Op::IntToBv(3), vec![Sort::Int]),
        },
    }
}

/// Operators over IEEE numbers that solvers decide quickly.
fn floats(width: u32, random: &mut Random) -> (Op, Vec<Sort>) {
    let (single, double) = (FloatFormat::Single, FloatFormat::Double);
    let (number, other) = if random.one_in(3) {
        (double, single)
    } else {
        (single, double)
    };
    let op = match random.below(12) {
        0 | 1 => *random.pick(&[FpOp::Neg, FpOp::Abs]),
        2 => *random.pick(&[FpOp::Add, FpOp::Sub]),
        3 => *random.pick(&[FpOp::Eq, FpOp::Lt, FpOp::Le]),
        4 | 5 => *random.pick(&[
            FpOp::IsNan,
            FpOp::IsInfinite,
            FpOp::IsZero,
            FpOp::IsNormal,
            FpOp::IsSubnormal,
            FpOp::IsNegative,
        ]),
        6 => FpOp::FromFloat(number),
        7 => FpOp::FromFloat(other),
        8 => *random.pick(&[FpOp::FromSigned(number), FpOp::FromUnsigned(number)]),
        9 => *random.pick(&[FpOp::ToSigned(8), FpOp::ToUnsigned(8), FpOp::ToSigned(3)]),
        10 => FpOp::FromBits(single),
        _ => FpOp::ToBits,
    };
    let argument = match op {
        FpOp::FromSigned(_) | FpOp::FromUnsigned(_) => Sort::BitVec(width),
        FpOp::FromBits(_) => Sort::BitVec(32),
        FpOp::ToBits => Sort::SINGLE,
        _ => number.sort(),
    };
    (Op::Fp(op), vec![argument; op.arity()])
}

/// Symbols and constants of every sort, to start a pool with.
pub fn leaves(store: &TermStore, index_width: u32, random: &mut Random) -> Vec<TermId> {
    let mut leaves = Vec::new();
    for sort in sorts(index_width) {
        for name in ["x", "y"] {
            leaves.push(store.symbol(&format!("{name}:{sort}"), &sort));
        }
        if sort.as_array().is_none() {
            for _ in 0..2 {
                leaves.push(store.constant(&value(&sort, random)));
            }
        }
    }
    leaves
}
