//! IEEE numbers: evaluation against the machine's own arithmetic, texts, sorts, rules.

use invar_term::{
    FloatFormat, FloatValue, FpOp, Op, RoundingMode, ScriptPrinter, Sort, TermStore, Value,
    apply_op, float_from_text,
};

/// xorshift64 with a fixed seed.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// Corner cases as often as others; exponents near each other, so that sums round.
    fn double(&mut self) -> f64 {
        let any = self.next();
        let corners = [
            0.0,
            -0.0,
            1.0,
            -1.5,
            f64::MAX,
            f64::MIN_POSITIVE,
            5e-324,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
            9_007_199_254_740_993.0,
            0.5,
            2.5,
        ];
        match any % 5 {
            0 => corners[(any >> 8) as usize % corners.len()],
            1 => f64::from_bits(self.next()),
            2 => f64::from_bits(self.next() >> 12), // subnormal
            3 => (self.next() % 4000) as f64 / 8.0 - 200.0,
            _ => f64::from_bits((self.next() & !(0x7ff << 52)) | ((1000 + any % 50) << 52)),
        }
    }

    fn single(&mut self) -> f32 {
        match self.next() % 3 {
            0 => f32::from_bits(self.next() as u32),
            1 => f32::from_bits(self.next() as u32 >> 9), // subnormal
            _ => self.double() as f32,
        }
    }
}

fn double(value: f64) -> Value {
    Value::Float(FloatValue::double(value))
}

fn single(value: f32) -> Value {
    Value::Float(FloatValue::single(value))
}

fn eval(op: FpOp, args: &[Value]) -> Value {
    let references: Vec<&Value> = args.iter().collect();
    apply_op(&Op::Fp(op), &references).expect("well sorted")
}

#[test]
fn doubles_are_the_machines() {
    let mut random = Random(0x1234_5678_9abc_def1);
    for _ in 0..20_000 {
        let (a, b, c) = (random.double(), random.double(), random.double());
        let args = [double(a), double(b)];
        let expected = [
            (FpOp::Add, a + b),
            (FpOp::Sub, a - b),
            (FpOp::Mul, a * b),
            (FpOp::Div, a / b),
        ];
        for (op, result) in expected {
            assert_eq!(eval(op, &args), double(result), "{op:?} {a:?} {b:?}");
        }
        let fused = eval(FpOp::Fma, &[double(a), double(b), double(c)]);
        assert_eq!(fused, double(a.mul_add(b, c)), "{a:?} * {b:?} + {c:?}");
        let unary = [
            (FpOp::Neg, -a),
            (FpOp::Abs, a.abs()),
            (FpOp::Sqrt, a.sqrt()),
            (
                FpOp::RoundToIntegral(RoundingMode::NearestEven),
                a.round_ties_even(),
            ),
            (FpOp::RoundToIntegral(RoundingMode::NearestAway), a.round()),
            (
                FpOp::RoundToIntegral(RoundingMode::TowardPositive),
                a.ceil(),
            ),
            (
                FpOp::RoundToIntegral(RoundingMode::TowardNegative),
                a.floor(),
            ),
            (FpOp::RoundToIntegral(RoundingMode::TowardZero), a.trunc()),
        ];
        for (op, result) in unary {
            assert_eq!(eval(op, &args[..1]), double(result), "{op:?} {a:?}");
        }
        let truths = [(FpOp::Eq, a == b), (FpOp::Lt, a < b), (FpOp::Le, a <= b)];
        for (op, result) in truths {
            assert_eq!(eval(op, &args), Value::Bool(result), "{op:?} {a:?} {b:?}");
        }
        let classes = [
            (FpOp::IsNan, a.is_nan()),
            (FpOp::IsInfinite, a.is_infinite()),
            (FpOp::IsZero, a == 0.0),
            (FpOp::IsNormal, a.is_normal()),
            (FpOp::IsSubnormal, a.is_subnormal()),
            (FpOp::IsNegative, a.is_sign_negative() && !a.is_nan()),
        ];
        for (op, result) in classes {
            assert_eq!(eval(op, &args[..1]), Value::Bool(result), "{op:?} {a:?}");
        }
    }
}

#[test]
fn singles_and_conversions_are_the_machines() {
    let mut random = Random(99);
    for _ in 0..20_000 {
        let (a, b, d, n) = (
            random.single(),
            random.single(),
            random.double(),
            random.next(),
        );
        assert_eq!(eval(FpOp::Mul, &[single(a), single(b)]), single(a * b));
        assert_eq!(eval(FpOp::Div, &[single(a), single(b)]), single(a / b));
        assert_eq!(eval(FpOp::Sqrt, &[single(a)]), single(a.sqrt()), "{a:?}");
        let to = |format, value: Value| eval(FpOp::FromFloat(format), &[value]);
        assert_eq!(
            to(FloatFormat::Single, double(d)),
            single(d as f32),
            "{d:?}"
        );
        assert_eq!(to(FloatFormat::Double, single(a)), double(f64::from(a)));
        for wide in [FloatFormat::Extended, FloatFormat::Quad] {
            let back = to(FloatFormat::Double, to(wide, double(d)));
            assert_eq!(back, double(d), "exact in {wide:?}");
        }
        let bits = Value::Bv(invar_term::BvValue::new(64, u128::from(n)));
        let signed = eval(
            FpOp::FromSigned(FloatFormat::Single),
            std::slice::from_ref(&bits),
        );
        assert_eq!(signed, single(n as i64 as f32));
        let unsigned = eval(
            FpOp::FromUnsigned(FloatFormat::Double),
            std::slice::from_ref(&bits),
        );
        assert_eq!(unsigned, double(n as f64));
        // Rust saturates where we have 100..0; inside the range both truncate.
        let truncated = eval(FpOp::ToSigned(32), &[double(d)])
            .as_bv()
            .expect("bits");
        let fits = d > -2_147_483_649.0 && d < 2_147_483_648.0;
        let expected = if fits {
            i128::from(d as i32)
        } else {
            i128::from(i32::MIN)
        };
        assert_eq!(truncated.signed(), expected, "{d:?}");
        let truncated = eval(FpOp::ToUnsigned(64), &[double(d)])
            .as_bv()
            .expect("bits");
        let fits = d > -1.0 && d < 18_446_744_073_709_551_616.0;
        let expected = if fits { d as u64 } else { 1 << 63 };
        assert_eq!(truncated.unsigned(), u128::from(expected), "{d:?}");
    }
}

#[test]
fn literals_are_rounded_correctly() {
    let mut random = Random(7);
    let texts = [
        "1.5e-3",
        "0x1.8p3",
        "0.1",
        "1e400",
        "1e-400",
        "2.2250738585072011e-308",
        "5e-324",
        "2.4703282292062327e-324",
        "2.4703282292062328e-324",
        "9007199254740993",
        ".5",
        "1.",
        "0",
        "123456789012345678901234567890e-10",
        "1e23",
        "8.5e22",
    ];
    let read = |text: &str| float_from_text(&Sort::DOUBLE, text).expect("a number");
    for text in texts {
        let expected = if text.starts_with("0x") {
            12.0
        } else {
            text.parse::<f64>().expect("Rust reads it")
        };
        assert_eq!(read(text), FloatValue::double(expected), "{text}");
    }
    for _ in 0..3_000 {
        let value = random.double();
        if value.is_nan() {
            continue;
        }
        let written = FloatValue::double(value);
        for text in [
            written.c_text(),
            written.hexadecimal_text(),
            format!("{value:.40e}"),
        ] {
            assert_eq!(read(&text), written, "{text}");
        }
        let narrow = float_from_text(&Sort::SINGLE, &format!("{value:e}"));
        let expected = format!("{value:e}").parse::<f32>().expect("Rust reads it");
        assert_eq!(narrow, Some(FloatValue::single(expected)), "{value:e}");
    }
    assert_eq!(read("-0x.8p-1073"), FloatValue::double(-5e-324));
    assert_eq!(
        read("-1e999999999999999999999"),
        FloatValue::double(f64::NEG_INFINITY)
    );
    assert_eq!(read("0e999999999999999999999"), FloatValue::double(0.0));
    assert_eq!(read("NaN"), FloatValue::double(f64::NAN));
    for wrong in [
        "", "-", "x", "1e", "0x", "0xp3", "1.2.3", "1f", "e5", "0x1.8p",
    ] {
        assert_eq!(float_from_text(&Sort::DOUBLE, wrong), None, "{wrong}");
    }
    // Wide formats keep more than a double does.
    let third = float_from_text(&Sort::EXTENDED, "0.333333333333333333333333333333333333333");
    let text = third.map(FloatValue::hexadecimal_text);
    assert_eq!(text.as_deref(), Some("0x1.5555555555555556p-2"));
}

#[test]
fn identity_is_not_equality() {
    let s = TermStore::new();
    let (plus, minus) = (
        s.fp(FloatValue::double(0.0)),
        s.fp(FloatValue::double(-0.0)),
    );
    let nan = s.fp(FloatValue::double(f64::NAN));
    assert!(s.is_false(s.eq(plus, minus)) && s.is_true(s.fp_eq(plus, minus)));
    assert!(s.is_true(s.eq(nan, nan)) && s.is_false(s.fp_eq(nan, nan)));
    // Every pattern of a NaN is the same constant.
    let pattern = s.fp_from_bits(&Sort::DOUBLE, s.bv(64, 0xfff0_0000_0000_0001));
    assert_eq!(pattern, nan);
    assert_eq!(s.fp_to_bits(pattern), s.bv(64, 0x7ff8_0000_0000_0000));
    assert_eq!(Value::zero(&Sort::DOUBLE), Some(double(0.0)));
}

#[test]
fn minimum_maximum_and_modulus() {
    let s = TermStore::new();
    let fp = |v: f64| s.fp(FloatValue::double(v));
    let nan = f64::NAN;
    for (a, b, least, greatest) in [
        (1.0, 2.0, 1.0, 2.0),
        (nan, 2.0, 2.0, 2.0),
        (2.0, nan, 2.0, 2.0),
        (nan, nan, nan, nan),
        (0.0, -0.0, -0.0, 0.0),
        (-0.0, 0.0, -0.0, 0.0),
        (f64::NEG_INFINITY, 3.0, f64::NEG_INFINITY, 3.0),
    ] {
        assert_eq!(s.fp_min(fp(a), fp(b)), fp(least), "min {a} {b}");
        assert_eq!(s.fp_max(fp(a), fp(b)), fp(greatest), "max {a} {b}");
    }
    let mut random = Random(5);
    for _ in 0..5_000 {
        let (a, b) = (random.double(), random.double());
        assert_eq!(s.fp_fmod(fp(a), fp(b)), fp(a % b), "{a:?} % {b:?}");
    }
}

#[test]
fn extended_numbers_are_stored_with_their_integer_bit() {
    let s = TermStore::new();
    let number = |text: &str| s.fp(float_from_text(&Sort::EXTENDED, text).expect("a number"));
    let one = 0x3fff_8000_0000_0000_0000u128;
    assert_eq!(s.fp_to_x87_bits(number("1")), s.bv(80, one));
    for text in ["1", "-0.1", "0", "1e-4940", "inf", "nan", "1e4000"] {
        let stored = s.fp_to_x87_bits(number(text));
        assert_eq!(s.fp_from_x87_bits(stored), number(text), "{text}");
    }
    // An unnormal is refused by the machine, a pseudo-denormal is read.
    let unnormal = s.bv(80, one & !(1 << 63));
    assert_eq!(s.fp_from_x87_bits(unnormal), number("nan"));
    let smallest_normal = s.fp_from_x87_bits(s.bv(80, 1 << 63));
    assert_eq!(smallest_normal, number("0x1p-16382"));
}

#[test]
fn scripts_are_standard() {
    let s = TermStore::new();
    let x = s.symbol("x", &Sort::SINGLE);
    let mut printer = ScriptPrinter::new();
    let mut script = String::new();
    let bits = s.fp_to_bits(s.fp_add(x, s.fp(FloatValue::single(1.5))));
    let text = printer.term(&s, s.eq(bits, s.bv(32, 7)), &mut script);
    assert_eq!(text, "$t5");
    assert!(script.contains("(fp.add RNE |x%| (fp #b0 #b01111111 #b10000000000000000000000))"));
    let definition = printer.definition(bits).expect("bits are defined");
    assert_eq!(
        definition,
        "(ite (fp.isNaN $t2) (= $b3 (_ bv2143289344 32)) (= ((_ to_fp 8 24) $b3) $t2))"
    );
    let text = printer.term(&s, s.fp_to_signed(8, x), &mut script);
    assert!(
        script.contains(&format!(
            "(define-fun {text} () (_ BitVec 8) (ite (and (fp.lt (fp #b1 #b10000110 \
         #b00000010000000000000000) |x%|) (fp.lt |x%| (fp #b0 #b10000110 \
         #b00000000000000000000000))) ((_ fp.to_sbv 8) RTZ |x%|) (_ bv128 8)))"
        )),
        "{script}"
    );
    let special = s.fp_eq(
        s.fp(FloatValue::nan(FloatFormat::Quad)),
        s.symbol("q", &Sort::QUAD),
    );
    assert!(s.is_false(special));
}

#[test]
#[should_panic(expected = "no floating-point format")]
fn other_formats_are_refused() {
    let s = TermStore::new();
    let half = Sort::Float {
        exponent: 5,
        significand: 11,
    };
    s.fp_from_signed(&half, s.bv(8, 1));
}
