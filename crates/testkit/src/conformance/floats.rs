//! IEEE numbers: every operator against its evaluation, decisions, conversions at their limits.

use super::Bench;
use crate::Random;
use invar_solver::{Answer, Cause, SolverFactory};
use invar_term::{
    BvValue, FloatFormat, FloatValue, FpOp, Op, RoundingMode, Sort, TermId, Value, apply_op,
    float_from_text,
};

/// Operators whose arguments are numbers of one format, and how many inputs each is tried on.
const ARITHMETIC: [FpOp; 8] = [
    FpOp::Neg,
    FpOp::Abs,
    FpOp::Add,
    FpOp::Sub,
    FpOp::Mul,
    FpOp::RoundToIntegral(RoundingMode::NearestEven),
    FpOp::RoundToIntegral(RoundingMode::TowardNegative),
    FpOp::ToBits,
];
const ROUNDINGS: [FpOp; 3] = [
    FpOp::RoundToIntegral(RoundingMode::NearestAway),
    FpOp::RoundToIntegral(RoundingMode::TowardPositive),
    FpOp::RoundToIntegral(RoundingMode::TowardZero),
];
const PREDICATES: [FpOp; 9] = [
    FpOp::Eq,
    FpOp::Lt,
    FpOp::Le,
    FpOp::IsNan,
    FpOp::IsInfinite,
    FpOp::IsZero,
    FpOp::IsNormal,
    FpOp::IsSubnormal,
    FpOp::IsNegative,
];

/// One operator with the sorts of its arguments, asked again and again.
struct Probe<'a> {
    bench: Bench<'a>,
    op: FpOp,
    symbols: Vec<TermId>,
    result: TermId,
}

impl<'a> Probe<'a> {
    fn new(factory: &'a dyn SolverFactory, op: FpOp, sort: &Sort) -> Probe<'a> {
        let mut bench = Bench::new(factory);
        let s = bench.terms.clone();
        let symbols: Vec<TermId> = (0..op.arity())
            .map(|i| s.symbol(&format!("x{i}"), sort))
            .collect();
        let applied = s.raw(Op::Fp(op), &symbols);
        let result = s.symbol("r", s.sort(applied));
        bench.assert(s.eq(result, applied));
        Probe {
            bench,
            op,
            symbols,
            result,
        }
    }

    /// The solver gives the operator the value that evaluation gives it, and no other. Values are
    /// assumed, not asserted, so that the solver cannot fold them away.
    fn agrees(&mut self, values: &[Value]) {
        let s = self.bench.terms.clone();
        let references: Vec<&Value> = values.iter().collect();
        let expected = apply_op(&Op::Fp(self.op), &references).expect("well sorted");
        let mut assumptions: Vec<TermId> = self
            .symbols
            .iter()
            .zip(values)
            .map(|(x, v)| s.raw(Op::Eq, &[*x, s.constant(v)]))
            .collect();
        let is = s.raw(Op::Eq, &[self.result, s.constant(&expected)]);
        assumptions.push(s.not(is));
        match self.bench.check(&assumptions) {
            Answer::Unsat(_) => {}
            other => panic!("{:?} of {values:?} is not {expected}: {other:?}", self.op),
        }
        let different = assumptions.pop();
        let model = self.bench.sat(&assumptions);
        let found = model.get(s.as_symbol(self.result).expect("a symbol"));
        assert_eq!(found, Some(&expected), "{:?} of {values:?}", self.op);
        // And where it may fold them.
        self.bench.push();
        for equation in &assumptions {
            self.bench.assert(*equation);
        }
        let folded = self.bench.check(different.as_slice());
        assert!(
            matches!(folded, Answer::Unsat(_)),
            "{:?} of {values:?}",
            self.op
        );
        self.bench.pop();
    }
}

fn try_numbers(factory: &dyn SolverFactory, op: FpOp, format: FloatFormat, times: usize) {
    let mut random = Random::new(u64::from(format.significand()));
    let mut probe = Probe::new(factory, op, &format.sort());
    for _ in 0..times {
        let values: Vec<Value> = (0..op.arity())
            .map(|_| Value::Float(random.float(format)))
            .collect();
        probe.agrees(&values);
    }
}

/// Signs, sums, products, rounding to integers and bits.
pub fn float_arithmetic(factory: &dyn SolverFactory) {
    for op in ARITHMETIC.into_iter().chain(ROUNDINGS) {
        try_numbers(factory, op, FloatFormat::Single, 12);
        try_numbers(factory, op, FloatFormat::Double, 6);
    }
}

/// Quotients, roots and fused products.
pub fn float_division(factory: &dyn SolverFactory) {
    for op in [FpOp::Div, FpOp::Sqrt, FpOp::Fma] {
        try_numbers(factory, op, FloatFormat::Single, 4);
    }
    for op in [FpOp::Div, FpOp::Sqrt] {
        try_numbers(factory, op, FloatFormat::Double, 2);
    }
}

/// Comparisons and classes.
pub fn float_predicates(factory: &dyn SolverFactory) {
    for op in PREDICATES {
        try_numbers(factory, op, FloatFormat::Single, 25);
        try_numbers(factory, op, FloatFormat::Double, 10);
    }
}

/// The format of `long double` on most machines.
pub fn extended_floats(factory: &dyn SolverFactory) {
    try_wide(factory, FloatFormat::Extended, &FloatFormat::ALL);
}

/// The widest format.
pub fn quad_floats(factory: &dyn SolverFactory) {
    let others = [FloatFormat::Single, FloatFormat::Double, FloatFormat::Quad];
    try_wide(factory, FloatFormat::Quad, &others);
}

fn try_wide(factory: &dyn SolverFactory, format: FloatFormat, others: &[FloatFormat]) {
    try_integers(factory, format, 64, 4);
    for op in [FpOp::Neg, FpOp::Add, FpOp::Mul, FpOp::Lt, FpOp::ToBits] {
        try_numbers(factory, op, format, 4);
    }
    for op in [FpOp::IsSubnormal, FpOp::ToSigned(64), FpOp::ToUnsigned(64)] {
        try_numbers(factory, op, format, 4);
    }
    for other in others {
        try_numbers(factory, FpOp::FromFloat(*other), format, 3);
        try_numbers(factory, FpOp::FromFloat(format), *other, 3);
    }
}

/// A solver without the format of `long double` says so.
pub fn no_extended_floats(factory: &dyn SolverFactory) {
    let mut bench = Bench::new(factory);
    let s = bench.terms.clone();
    let x = s.symbol("x", &FloatFormat::Extended.sort());
    match bench.check(&[s.fp_is_nan(x)]) {
        Answer::Unknown(Cause::GaveUp(words)) => assert!(words.contains("80-bit"), "{words}"),
        other => panic!("expected unknown, found {other:?}"),
    }
}

fn try_integers(factory: &dyn SolverFactory, to: FloatFormat, width: u32, times: usize) {
    let mut random = Random::new(u64::from(width));
    for op in [FpOp::FromSigned(to), FpOp::FromUnsigned(to)] {
        let mut probe = Probe::new(factory, op, &Sort::BitVec(width));
        for _ in 0..times {
            probe.agrees(&[Value::Bv(random.bit_vector(width))]);
        }
    }
}

/// Between formats, and from bit-vectors.
pub fn float_conversions(factory: &dyn SolverFactory) {
    let mut random = Random::new(4);
    let (single, double) = (FloatFormat::Single, FloatFormat::Double);
    try_numbers(factory, FpOp::FromFloat(double), single, 12);
    try_numbers(factory, FpOp::FromFloat(single), double, 20);
    for format in [single, double] {
        // Around the precision solvers have cases of their own.
        let precision = format.significand();
        for width in [1, 8, 32, 64, precision, precision + 1] {
            try_integers(factory, format, width, 6);
        }
        let op = FpOp::FromBits(format);
        let mut probe = Probe::new(factory, op, &Sort::BitVec(format.width()));
        for _ in 0..10 {
            let bits = random.float(format).bits();
            probe.agrees(&[Value::Bv(BvValue::new(format.width(), bits))]);
        }
        // A NaN of another pattern.
        let nan = (1 << format.width()) - 2;
        probe.agrees(&[Value::Bv(BvValue::new(format.width(), nan))]);
    }
}

/// Truncation to integers: what lies on both sides of every limit.
pub fn float_truncation(factory: &dyn SolverFactory) {
    for format in [FloatFormat::Single, FloatFormat::Double] {
        for width in [1, 8, 16, 32, 64] {
            for op in [FpOp::ToSigned(width), FpOp::ToUnsigned(width)] {
                let mut probe = Probe::new(factory, op, &format.sort());
                for value in around_limits(format, width) {
                    probe.agrees(&[Value::Float(value)]);
                }
            }
        }
    }
}

fn around_limits(format: FloatFormat, width: u32) -> Vec<FloatValue> {
    let number = |text: String| {
        let sort = format.sort();
        float_from_text(&sort, &text).unwrap_or_else(|| panic!("{text} is a number"))
    };
    let mut values = vec![
        FloatValue::nan(format),
        FloatValue::infinity(format),
        FloatValue::infinity(format).negated(),
        FloatValue::zero(format).negated(),
        number("0.99".into()),
        number("-0.99".into()),
        number("-1.01".into()),
    ];
    for exponent in [width - 1, width] {
        let limit = FloatValue::from_bits(format, number(format!("0x1p{exponent}")).bits());
        let below = FloatValue::from_bits(format, limit.bits() - 1);
        let above = FloatValue::from_bits(format, limit.bits() + 1);
        for value in [below, limit, above] {
            values.extend([value, value.negated()]);
        }
    }
    // One below the least signed integer, and the number next to it towards zero.
    let beyond = number(format!("{}", (1u128 << (width - 1)) + 1));
    let inside = FloatValue::from_bits(format, beyond.bits() - 1);
    values.extend([beyond.negated(), inside.negated()]);
    values
}

/// The remainder of IEEE, on numbers whose quotient is small.
pub fn float_remainder(factory: &dyn SolverFactory) {
    let mut probe = Probe::new(factory, FpOp::Rem, &Sort::SINGLE);
    for (a, b) in [
        (5.0, 3.0),
        (-5.5, 2.0),
        (1.0, 0.0),
        (3.0, f32::INFINITY),
        (-4.0, 2.0),
        (7.5, -0.3),
        (f32::NAN, 1.0),
        (2.5, 1.0),
        (3.5, 1.0),
        (1e-44, 1.0),
    ] {
        let value = |v: f32| Value::Float(FloatValue::single(v));
        probe.agrees(&[value(a), value(b)]);
    }
}

/// Questions about all numbers, not about given ones.
pub fn floats_decide(factory: &dyn SolverFactory) {
    let mut bench = Bench::new(factory);
    let s = bench.terms.clone();
    let [x, y, z] = ["x", "y", "z"].map(|n| s.symbol(n, &Sort::SINGLE));
    let number = |v: f32| s.fp(FloatValue::single(v));
    // Order.
    bench.unsat(&[s.fp_lt(x, y), s.fp_lt(y, x)]);
    bench.unsat(&[s.fp_lt(x, y), s.fp_lt(y, z), s.not(s.fp_lt(x, z))]);
    bench.sat(&[s.not(s.fp_lt(x, y)), s.not(s.fp_le(y, x))]);
    // Identity and equality differ exactly at NaN and the zeros.
    bench.sat(&[s.eq(x, y), s.not(s.fp_eq(x, y))]);
    bench.sat(&[s.ne(x, y), s.fp_eq(x, y)]);
    bench.unsat(&[s.ne(x, y), s.fp_eq(x, y), s.not(s.fp_is_zero(x))]);
    // Addition swallows small numbers, commutes, and has no inverse at infinity.
    let one = number(1.0);
    let model = bench.sat(&[s.fp_eq(s.fp_add(x, one), x), s.fp_lt(x, number(1e30))]);
    let found = model.get(s.as_symbol(x).expect("a symbol"));
    assert!(found.and_then(Value::as_float).is_some(), "{found:?}");
    bench.unsat(&[s.ne(
        s.raw(Op::Fp(FpOp::Add), &[x, y]),
        s.raw(Op::Fp(FpOp::Add), &[y, x]),
    )]);
    let difference = s.fp_sub(x, x);
    bench.unsat(&[
        s.not(s.fp_is_nan(difference)),
        s.not(s.fp_is_zero(difference)),
    ]);
    bench.sat(&[s.fp_is_nan(difference), s.not(s.fp_is_nan(x))]);
    // Within bounds the result stays within bounds.
    let bounded = |t: TermId| s.and(&[s.fp_le(number(0.0), t), s.fp_le(t, number(10.0))]);
    let sum = s.fp_add(x, y);
    bench.unsat(&[bounded(x), bounded(y), s.fp_lt(number(20.0), sum)]);
    // Least and greatest.
    let (least, greatest) = (s.fp_min(x, y), s.fp_max(x, y));
    bench.unsat(&[s.fp_lt(greatest, least)]);
    bench.unsat(&[s.fp_is_nan(least), s.not(s.fp_is_nan(x))]);
}

/// Bits of numbers, also after the scope that mentioned them first is closed.
pub fn float_bits(factory: &dyn SolverFactory) {
    let mut bench = Bench::new(factory);
    let s = bench.terms.clone();
    let x = s.symbol("x", &Sort::SINGLE);
    let bits = s.fp_to_bits(x);
    let sign = s.eq(s.extract(31, 31, bits), s.bv(1, 1));
    let canonical = s.eq(bits, s.bv(32, 0x7fc0_0000));
    for _ in 0..2 {
        bench.push();
        bench.assert(sign);
        bench.unsat(&[s.fp_is_nan(x)]);
        bench.unsat(&[s.not(s.fp_is_negative(x))]);
        bench.sat(&[s.fp_is_zero(x)]);
        bench.pop();
        bench.unsat(&[s.fp_is_nan(x), s.not(canonical)]);
        bench.unsat(&[canonical, s.not(s.fp_is_nan(x))]);
    }
    // Not every pattern is that of a number as we write them.
    bench.unsat(&[s.eq(bits, s.bv(32, 0x7fc0_0001))]);
    let model = bench.sat(&[s.eq(bits, s.bv(32, 0x8000_0001))]);
    let found = model.get(s.as_symbol(x).expect("a symbol"));
    let smallest = FloatValue::from_bits(FloatFormat::Single, 0x8000_0001);
    assert_eq!(found, Some(&Value::Float(smallest)));
    // There and back.
    let back = s.raw(Op::Fp(FpOp::FromBits(FloatFormat::Single)), &[bits]);
    bench.unsat(&[s.raw(Op::Not, &[s.raw(Op::Eq, &[back, x])])]);
}

/// Arrays of numbers, with values.
pub fn float_arrays(factory: &dyn SolverFactory) {
    let mut bench = Bench::new(factory);
    let s = bench.terms.clone();
    let memory = Sort::array(Sort::BitVec(64), Sort::DOUBLE);
    let (a, b) = (s.symbol("a", &memory), s.symbol("b", &memory));
    let [i, j] = ["i", "j"].map(|n| s.symbol(n, &Sort::BitVec(64)));
    let number = |v: f64| s.fp(FloatValue::double(v));
    bench.assert(s.eq(b, s.store(a, i, number(-0.0))));
    bench.unsat(&[s.fp_lt(s.select(b, i), number(0.0))]);
    bench.unsat(&[s.ne(s.select(a, j), s.select(b, j)), s.ne(i, j)]);
    let special = [f64::NAN, f64::INFINITY, -1.5, 5e-324, 0.0];
    for (k, value) in special.iter().enumerate() {
        let index = s.bv(64, k as u128);
        bench.assert(s.eq(s.select(a, index), number(*value)));
    }
    let model = bench.sat(&[s.fp_lt(s.select(a, j), number(-2.0))]);
    let Some(Value::Array(array)) = model.get(s.as_symbol(a).expect("a symbol")) else {
        panic!("no array in the model");
    };
    for (k, value) in special.iter().enumerate() {
        let index = Value::Bv(BvValue::new(64, k as u128));
        let expected = Value::Float(FloatValue::double(*value));
        assert_eq!(array.select(&index), &expected, "element {k}");
    }
}

/// Equality with constant arrays of numbers.
pub fn constant_float_arrays(factory: &dyn SolverFactory) {
    let mut bench = Bench::new(factory);
    let s = bench.terms.clone();
    let a = s.symbol("a", &Sort::array(Sort::BitVec(64), Sort::DOUBLE));
    let i = s.symbol("i", &Sort::BitVec(64));
    let number = |v: f64| s.fp(FloatValue::double(v));
    for (k, value) in [f64::NAN, -1.5].into_iter().enumerate() {
        bench.assert(s.eq(s.select(a, s.bv(64, k as u128)), number(value)));
    }
    let zeros = s.const_array(Sort::BitVec(64), number(0.0));
    bench.push();
    bench.assert(s.eq(a, s.store(zeros, i, number(3.0))));
    bench.unsat(&[]);
    bench.pop();
    bench.sat(&[]);
}

/// A solver without IEEE numbers says so, and decides everything else.
pub fn no_floats(factory: &dyn SolverFactory) {
    let mut bench = Bench::new(factory);
    let s = bench.terms.clone();
    let x = s.symbol("x", &Sort::SINGLE);
    match bench.check(&[s.fp_is_nan(x)]) {
        Answer::Unknown(Cause::GaveUp(words)) => {
            assert!(words.contains("floating-point"), "{words}");
        }
        other => panic!("expected unknown, found {other:?}"),
    }
    bench.assert(s.fp_is_nan(x));
    assert!(matches!(bench.check(&[]), Answer::Unknown(_)));
    let mut other = Bench::new(factory);
    other.sat(&[]);
}
