//! Bit-vector values and the operators at their corners: SMT-LIB is the reference.

use invar_term::{
    ArrayValue, BvValue, EvalError, IBig, Op, RBig, Sort, Value, apply_op, value_text,
};

const WIDTHS: [u32; 4] = [1, 8, 64, 128];

fn bv(width: u32, bits: u128) -> Value {
    Value::Bv(BvValue::new(width, bits))
}

fn int(value: i64) -> Value {
    Value::Int(IBig::from(value))
}

fn real(numerator: i64, denominator: i64) -> Value {
    Value::Real(RBig::from(numerator) / RBig::from(denominator))
}

#[track_caller]
fn apply(op: Op, args: &[Value]) -> Value {
    let args: Vec<&Value> = args.iter().collect();
    apply_op(&op, &args).expect("the operator has a value")
}

/// Unsigned result of a binary operator on two numbers of one width.
#[track_caller]
fn on(op: Op, width: u32, a: u128, b: u128) -> u128 {
    let result = apply(op, &[bv(width, a), bv(width, b)]);
    let result = result.as_bv().expect("a bit-vector");
    assert_eq!(result.width(), width);
    result.unsigned()
}

#[track_caller]
fn holds(op: Op, width: u32, a: u128, b: u128) -> bool {
    apply(op, &[bv(width, a), bv(width, b)])
        .as_bool()
        .expect("a truth value")
}

#[test]
fn bit_vectors_keep_only_their_bits() {
    for width in WIDTHS {
        let ones = BvValue::new(width, u128::MAX);
        assert!(ones.is_ones() && !ones.is_zero() && ones.sign_bit());
        assert_eq!(ones.signed(), -1);
        assert_eq!(ones, BvValue::from_signed(width, -1));
        let zero = BvValue::new(width, 0);
        assert!(zero.is_zero() && !zero.is_ones() && !zero.sign_bit());
        let smallest = BvValue::new(width, 1 << (width - 1));
        assert!(smallest.sign_bit());
        assert_eq!(smallest.signed(), i128::MIN >> (128 - width));
    }
    assert_eq!(BvValue::new(8, 0x1ff).unsigned(), 0xff);
    assert_eq!(BvValue::from_signed(8, -128).unsigned(), 0x80);
    assert_eq!(BvValue::new(8, 0x7f).signed(), 127);
    assert_eq!(BvValue::new(8, 200).to_string(), "200");
}

#[test]
#[should_panic(expected = "bit-vector width 0")]
fn no_bit_vector_has_width_zero() {
    BvValue::new(0, 0);
}

#[test]
#[should_panic(expected = "bit-vector width 129")]
fn no_bit_vector_is_wider_than_the_widest() {
    BvValue::new(129, 0);
}

#[test]
fn sums_and_products_wrap() {
    for width in WIDTHS {
        let ones = BvValue::new(width, u128::MAX).unsigned();
        assert_eq!(on(Op::BvAdd, width, ones, 1), 0);
        assert_eq!(on(Op::BvSub, width, 0, 1), ones);
        assert_eq!(on(Op::BvMul, width, ones, ones), 1);
        assert_eq!(apply(Op::BvNeg, &[bv(width, 1)]), bv(width, ones));
        assert_eq!(apply(Op::BvNot, &[bv(width, 0)]), bv(width, ones));
        let smallest = 1 << (width - 1);
        let negated = apply(Op::BvNeg, &[bv(width, smallest)]);
        assert_eq!(negated, bv(width, smallest));
    }
}

#[test]
fn division_by_zero_is_total() {
    for width in WIDTHS {
        let ones = BvValue::new(width, u128::MAX).unsigned();
        let negative = 1 << (width - 1);
        for dividend in [0, 1, ones, negative] {
            assert_eq!(on(Op::BvUdiv, width, dividend, 0), ones);
            assert_eq!(on(Op::BvUrem, width, dividend, 0), dividend);
            assert_eq!(on(Op::BvSrem, width, dividend, 0), dividend);
        }
        assert_eq!(on(Op::BvSdiv, width, 0, 0), ones, "not negative: -1");
        assert_eq!(on(Op::BvSdiv, width, negative, 0), 1, "negative: 1");
    }
}

#[test]
fn signed_division_rounds_towards_zero_and_its_overflow_wraps() {
    for width in WIDTHS {
        let (smallest, minus_one) = (1 << (width - 1), BvValue::new(width, u128::MAX).unsigned());
        assert_eq!(on(Op::BvSdiv, width, smallest, minus_one), smallest);
        assert_eq!(on(Op::BvSrem, width, smallest, minus_one), 0);
    }
    let signed = |v: i128| BvValue::from_signed(8, v).unsigned();
    for (a, b, quotient, remainder) in [
        (7, 2, 3, 1),
        (-7, 2, -3, -1),
        (7, -2, -3, 1),
        (-7, -2, 3, -1),
    ] {
        let (a, b) = (signed(a), signed(b));
        assert_eq!(on(Op::BvSdiv, 8, a, b), signed(quotient));
        assert_eq!(on(Op::BvSrem, 8, a, b), signed(remainder));
    }
    assert_eq!(on(Op::BvUdiv, 8, 249, 2), 124);
    assert_eq!(on(Op::BvUrem, 8, 249, 2), 1);
}

#[test]
fn shifts_by_the_width_or_more_leave_zeros_or_sign_bits() {
    for width in WIDTHS {
        let ones = BvValue::new(width, u128::MAX).unsigned();
        let top = 1 << (width - 1);
        // Widths are representable in all but the smallest of these.
        for amount in [u128::from(width), ones].into_iter().filter(|n| *n <= ones) {
            let kept = amount < u128::from(width);
            assert_eq!(
                on(Op::BvShl, width, 1, amount),
                if kept { 1 << amount } else { 0 }
            );
            assert_eq!(
                on(Op::BvLshr, width, top, amount),
                if kept { top >> amount } else { 0 }
            );
            assert_eq!(on(Op::BvAshr, width, top, amount), ones);
            assert_eq!(
                on(Op::BvAshr, width, top - 1, amount),
                0,
                "positive numbers leave zeros"
            );
        }
        for op in [Op::BvShl, Op::BvLshr, Op::BvAshr] {
            assert_eq!(on(op, width, ones, 0), ones);
        }
    }
    assert_eq!(on(Op::BvAshr, 8, 0x90, 3), 0xf2);
    assert_eq!(on(Op::BvLshr, 8, 0x90, 3), 0x12);
    assert_eq!(on(Op::BvShl, 8, 0x91, 3), 0x88);
    assert_eq!(on(Op::BvShl, 128, 1, 127), 1 << 127);
}

#[test]
fn bitwise_operators_work_on_each_bit() {
    assert_eq!(on(Op::BvAnd, 8, 0b1100, 0b1010), 0b1000);
    assert_eq!(on(Op::BvOr, 8, 0b1100, 0b1010), 0b1110);
    assert_eq!(on(Op::BvXor, 8, 0b1100, 0b1010), 0b0110);
}

#[test]
fn comparisons_read_the_sign_bit_when_signed() {
    for width in WIDTHS {
        let top = 1 << (width - 1);
        assert!(holds(Op::BvUlt, width, top - 1, top));
        assert!(!holds(Op::BvSlt, width, top - 1, top));
        assert!(holds(Op::BvSlt, width, top, top - 1));
        assert!(holds(Op::BvUle, width, top, top) && !holds(Op::BvUlt, width, top, top));
        assert!(holds(Op::BvSle, width, top, top) && !holds(Op::BvSlt, width, top, top));
        assert!(holds(Op::Eq, width, top, top) && !holds(Op::Eq, width, top, top - 1));
    }
}

#[test]
fn pieces_and_extensions() {
    let a = bv(8, 0b1011_0010);
    assert_eq!(
        apply(Op::Extract { high: 5, low: 1 }, std::slice::from_ref(&a)),
        bv(5, 0b11001)
    );
    assert_eq!(
        apply(Op::Extract { high: 7, low: 7 }, std::slice::from_ref(&a)),
        bv(1, 1)
    );
    assert_eq!(
        apply(Op::ZeroExtend(120), std::slice::from_ref(&a)),
        bv(128, 0b1011_0010)
    );
    assert_eq!(
        apply(Op::SignExtend(120), std::slice::from_ref(&a)),
        bv(128, u128::MAX << 8 | 0b1011_0010)
    );
    assert_eq!(apply(Op::SignExtend(7), &[bv(1, 1)]), bv(8, 0xff));
    assert_eq!(
        apply(Op::Concat, &[a.clone(), bv(4, 0b0110)]),
        bv(12, 0b1011_0010_0110)
    );
    let wide = apply(Op::Concat, &[bv(64, u128::MAX), bv(64, 1)]);
    assert_eq!(wide, bv(128, (u128::MAX << 64) | 1));
}

#[test]
fn numbers_are_exact() {
    assert_eq!(apply(Op::Add, &[int(2), int(-5)]), int(-3));
    assert_eq!(apply(Op::Mul, &[int(-4), int(6)]), int(-24));
    assert_eq!(apply(Op::Neg, &[int(4)]), int(-4));
    // The remainder of Euclidean division is never negative.
    for (a, b, quotient, remainder) in
        [(7, 2, 3, 1), (-7, 2, -4, 1), (7, -2, -3, 1), (-7, -2, 4, 1)]
    {
        assert_eq!(apply(Op::IntDiv, &[int(a), int(b)]), int(quotient));
        assert_eq!(apply(Op::IntMod, &[int(a), int(b)]), int(remainder));
    }
    assert_eq!(apply(Op::Add, &[real(1, 3), real(1, 6)]), real(1, 2));
    assert_eq!(apply(Op::Mul, &[real(2, 3), real(3, 4)]), real(1, 2));
    assert_eq!(apply(Op::RealDiv, &[real(1, 3), real(2, 1)]), real(1, 6));
    assert_eq!(apply(Op::Neg, &[real(1, 3)]), real(-1, 3));
    assert_eq!(apply(Op::ToInt, &[real(-7, 2)]), int(-4));
    assert_eq!(apply(Op::ToReal, &[int(3)]), real(3, 1));
    let yes = Value::Bool(true);
    assert_eq!(apply(Op::Lt, &[int(-1), int(0)]), yes);
    assert_eq!(apply(Op::Le, &[real(1, 3), real(1, 3)]), yes);
}

#[test]
fn integers_and_bit_vectors_meet_modulo_the_width() {
    assert_eq!(apply(Op::BvToInt, &[bv(8, 200)]), int(200));
    assert_eq!(apply(Op::IntToBv(8), &[int(-1)]), bv(8, 255));
    assert_eq!(apply(Op::IntToBv(8), &[int(513)]), bv(8, 1));
    let top = apply(Op::BvToInt, &[bv(128, u128::MAX)]);
    assert_eq!(apply(Op::IntToBv(128), &[top]), bv(128, u128::MAX));
}

#[test]
fn division_of_numbers_by_zero_has_no_value() {
    let divide = |op: Op, a: Value, b: Value| apply_op(&op, &[&a, &b]);
    let open = Err(EvalError::DivisionByZero);
    assert_eq!(divide(Op::IntDiv, int(1), int(0)), open);
    assert_eq!(divide(Op::IntMod, int(1), int(0)), open);
    assert_eq!(divide(Op::RealDiv, real(1, 2), real(0, 1)), open);
}

#[test]
fn connectives() {
    let (yes, no) = (Value::Bool(true), Value::Bool(false));
    assert_eq!(apply(Op::And, &[]), yes);
    assert_eq!(apply(Op::Or, &[]), no);
    assert_eq!(apply(Op::And, &[yes.clone(), no.clone()]), no);
    assert_eq!(apply(Op::Or, &[no.clone(), yes.clone()]), yes);
    assert_eq!(apply(Op::Xor, &[yes.clone(), yes.clone()]), no);
    assert_eq!(apply(Op::Not, std::slice::from_ref(&no)), yes);
    assert_eq!(apply(Op::Ite, &[no, int(1), int(2)]), int(2));
}

#[test]
fn values_of_the_wrong_sort_are_refused() {
    for (op, args) in [
        (Op::BvAdd, vec![bv(8, 1), bv(16, 1)]),
        (Op::BvAdd, vec![bv(8, 1), int(1)]),
        (Op::Not, vec![bv(1, 1)]),
        (Op::And, vec![Value::Bool(true), bv(1, 1)]),
        (Op::Add, vec![int(1), real(1, 1)]),
        (Op::Select, vec![bv(8, 1), bv(8, 1)]),
        (Op::BvNot, vec![]),
    ] {
        let refs: Vec<&Value> = args.iter().collect();
        assert_eq!(apply_op(&op, &refs), Err(EvalError::Sort(op.clone())));
    }
}

#[test]
fn arrays_that_hold_the_same_are_equal() {
    let index = Sort::BitVec(32);
    let zeros = ArrayValue::constant(index.clone(), bv(8, 0));
    let mut changed = zeros.clone();
    changed.store(bv(32, 3), bv(8, 7));
    assert_ne!(changed, zeros);
    assert_eq!(changed.select(&bv(32, 3)), &bv(8, 7));
    assert_eq!(changed.select(&bv(32, 4)), &bv(8, 0));
    assert_eq!(zeros.select(&bv(32, 3)), &bv(8, 0), "copies are apart");
    changed.store(bv(32, 3), bv(8, 0));
    assert_eq!(changed, zeros);
    let sort = Sort::array(index.clone(), Sort::BitVec(8));
    assert_eq!(Value::zero(&sort), Some(Value::Array(zeros.clone())));
    let stored = apply(
        Op::Store,
        &[Value::Array(zeros.clone()), bv(32, 1), bv(8, 9)],
    );
    assert_eq!(apply(Op::Select, &[stored.clone(), bv(32, 1)]), bv(8, 9));
    assert_eq!(
        apply(Op::ConstArray(index), &[bv(8, 0)]),
        Value::Array(zeros)
    );
    assert_eq!(
        value_text(&stored),
        "(store ((as const (Array (_ BitVec 32) (_ BitVec 8))) (_ bv0 8)) (_ bv1 32) (_ bv9 8))"
    );
}

#[test]
fn unsupported_formats_have_no_zero() {
    let half = Sort::Float {
        exponent: 5,
        significand: 11,
    };
    assert_eq!(Value::zero(&half), None);
    let zero = Value::zero(&Sort::SINGLE).and_then(|v| v.as_float());
    assert_eq!(zero.map(|v| v.bits()), Some(0));
}
