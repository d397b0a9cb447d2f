//! Random C expressions over floating-point numbers and integers: one program, compiled by gcc,
//! prints the bits of every result, and evaluation gives the same.

use invar_term::{FloatFormat, FloatValue, FpOp, Op, RoundingMode, TermId, TermStore, Value};
use std::fmt::Write;
use std::process::Command;

const EXPRESSIONS: usize = 1500;
const DEPTH: u32 = 4;

/// xorshift64 with a fixed seed.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, bound: u64) -> u64 {
        (self.next() >> 11) % bound
    }

    fn of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u64) as usize]
    }
}

#[derive(Clone, Copy, PartialEq)]
struct Integer {
    width: u32,
    signed: bool,
}

const INTEGERS: [Integer; 6] = [
    Integer::new(16, true),
    Integer::new(8, false),
    Integer::new(32, true),
    Integer::new(32, false),
    Integer::new(64, true),
    Integer::new(64, false),
];

impl Integer {
    const fn new(width: u32, signed: bool) -> Integer {
        Integer { width, signed }
    }

    fn name(self) -> String {
        let sign = if self.signed { "" } else { "u" };
        format!("{sign}int{}_t", self.width)
    }
}

fn type_name(format: FloatFormat) -> &'static str {
    match format {
        FloatFormat::Single => "float",
        FloatFormat::Double => "double",
        FloatFormat::Extended => "long double",
        FloatFormat::Quad => "_Float128",
    }
}

/// What the functions of `math.h` for a format end with.
fn suffix(format: FloatFormat) -> &'static str {
    match format {
        FloatFormat::Single => "f",
        FloatFormat::Double => "",
        FloatFormat::Extended => "l",
        FloatFormat::Quad => "f128",
    }
}

/// A constant term and the C expression that has its value.
struct Expression {
    term: TermId,
    text: String,
}

struct Generator {
    store: TermStore,
    random: Random,
}

impl Generator {
    fn number_leaf(&mut self, format: FloatFormat) -> Expression {
        let r = &mut self.random;
        let fraction = format.significand() - 1;
        let wide = (u128::from(r.next()) << 64) | u128::from(r.next());
        let bias = (1u128 << (format.exponent() - 1)) - 1;
        let low = wide & ((1 << fraction) - 1);
        let infinity = FloatValue::infinity(format).bits();
        let magnitude = match r.below(30) {
            0 => 0,
            1 => infinity,
            2 => infinity - 1,
            3 => 1,
            4 => low,
            5..=11 => {
                ((bias + u128::from(r.below(9))) << fraction)
                    | (low >> (fraction - 4) << (fraction - 4))
            }
            12 => FloatValue::nan(format).bits(),
            13 => wide & (infinity - 1),
            _ => ((bias + u128::from(r.below(70)) - 3) << fraction) | low,
        };
        let sign = u128::from(r.below(2)) << (format.width() - 1);
        let value = FloatValue::from_bits(format, sign | magnitude);
        let term = self.store.fp(value);
        let stored = self.stored(term);
        let text = match format {
            FloatFormat::Single => format!("from_single({stored:#x}u)"),
            FloatFormat::Double => format!("from_double({stored:#x}ull)"),
            FloatFormat::Extended | FloatFormat::Quad => format!(
                "from_{}({:#x}ull, {:#x}ull)",
                suffix(format),
                stored >> 64,
                stored as u64
            ),
        };
        Expression { term, text }
    }

    /// The bits of a constant in memory.
    fn stored(&self, term: TermId) -> u128 {
        let bits = match self.store.fp_format(term) {
            FloatFormat::Extended => self.store.fp_to_x87_bits(term),
            _ => self.store.fp_to_bits(term),
        };
        self.store.as_bv(bits).expect("constants fold").unsigned()
    }

    fn number(&mut self, format: FloatFormat, depth: u32) -> Expression {
        if depth == 0 {
            return self.number_leaf(format);
        }
        let name = type_name(format);
        match self.random.below(12) {
            0..=4 => {
                let (op, symbol) = self.random.of(&[
                    (FpOp::Add, "+"),
                    (FpOp::Sub, "-"),
                    (FpOp::Mul, "*"),
                    (FpOp::Div, "/"),
                ]);
                let (a, b) = (
                    self.number(format, depth - 1),
                    self.number(format, depth - 1),
                );
                self.apply(op, &[&a, &b], format!("({} {symbol} {})", a.text, b.text))
            }
            5 => {
                let to = suffix(format);
                let (op, function) = self.random.of(&[
                    (FpOp::Sqrt, "sqrt"),
                    (FpOp::Abs, "fabs"),
                    (FpOp::RoundToIntegral(RoundingMode::TowardZero), "trunc"),
                    (FpOp::RoundToIntegral(RoundingMode::TowardPositive), "ceil"),
                    (FpOp::RoundToIntegral(RoundingMode::TowardNegative), "floor"),
                    (FpOp::RoundToIntegral(RoundingMode::NearestAway), "round"),
                    (FpOp::RoundToIntegral(RoundingMode::NearestEven), "rint"),
                ]);
                let a = self.number(format, depth - 1);
                self.apply(op, &[&a], format!("{function}{to}({})", a.text))
            }
            6 => {
                let (a, b) = (
                    self.number(format, depth - 1),
                    self.number(format, depth - 1),
                );
                let text = format!("remainder{}({}, {})", suffix(format), a.text, b.text);
                self.apply(FpOp::Rem, &[&a, &b], text)
            }
            7 => {
                let (a, b) = (
                    self.number(format, depth - 1),
                    self.number(format, depth - 1),
                );
                let text = format!("fmod{}({}, {})", suffix(format), a.text, b.text);
                let term = self.store.fp_fmod(a.term, b.term);
                Expression { term, text }
            }
            8 => {
                let args = [(); 3].map(|()| self.number(format, depth - 1));
                let [a, b, c] = &args;
                let to = suffix(format);
                let text = format!("fma{to}({}, {}, {})", a.text, b.text, c.text);
                self.apply(FpOp::Fma, &[a, b, c], text)
            }
            9 => {
                let a = self.number(format, depth - 1);
                self.apply(FpOp::Neg, &[&a], format!("(-{})", a.text))
            }
            10 => {
                let from = self.random.of(&FloatFormat::ALL);
                let a = self.number(from, depth - 1);
                let text = format!("(({name}){})", a.text);
                self.apply(FpOp::FromFloat(format), &[&a], text)
            }
            _ => {
                let from = self.random.of(&INTEGERS);
                let a = self.integer(from, depth - 1);
                let op = if from.signed {
                    FpOp::FromSigned(format)
                } else {
                    FpOp::FromUnsigned(format)
                };
                self.apply(op, &[&a], format!("(({name}){})", a.text))
            }
        }
    }

    fn apply(&self, op: FpOp, args: &[&Expression], text: String) -> Expression {
        let terms: Vec<TermId> = args.iter().map(|a| a.term).collect();
        let term = self.store.app(Op::Fp(op), &terms);
        Expression { term, text }
    }

    fn integer(&mut self, kind: Integer, depth: u32) -> Expression {
        let name = kind.name();
        if depth == 0 {
            let any = self.random.next();
            let bits =
                self.random
                    .of(&[0, 1, any, any >> 7, any % 1000, u64::MAX, 1 << 63, 1 << 31]);
            let term = self.store.bv(kind.width, u128::from(bits));
            // Through a function, so that gcc does not fold what does not fit.
            let text = format!("(({name})same({bits:#x}ull))");
            return Expression { term, text };
        }
        let format = self.random.of(&FloatFormat::ALL);
        let a = self.number(format, depth - 1);
        let op = if kind.signed {
            FpOp::ToSigned(kind.width)
        } else {
            FpOp::ToUnsigned(kind.width)
        };
        // C leaves open what does not fit; the machine gives 100..0 for `int` and `long`.
        let indefinite = format!("({name})same(1ull << {})", kind.width - 1);
        let machine = kind.signed && kind.width >= 32 && format != FloatFormat::Quad;
        let low = if kind.signed {
            format!("-{}.0L - 1", 1u128 << (kind.width - 1))
        } else {
            "-1.0L".to_owned()
        };
        let high = 1u128 << (kind.width - u32::from(kind.signed));
        let x = &a.text;
        let text = if machine {
            format!("(({name}){x})")
        } else {
            // The widest type holds every number and every bound exactly.
            let wide = format!("(_Float128){x}");
            format!(
                "(({wide}) > (_Float128)({low}) && ({wide}) < (_Float128)({high}.0L) \
                 ? ({name}){x} : {indefinite})"
            )
        };
        self.apply(op, &[&a], text)
    }

    fn truth(&mut self, depth: u32) -> Expression {
        let format = self.random.of(&FloatFormat::ALL);
        let (a, b) = (self.number(format, depth), self.number(format, depth));
        let s = &self.store;
        let (x, y) = (a.term, b.term);
        let (term, text) = match self.random.below(8) {
            0 => (s.fp_eq(x, y), format!("{} == {}", a.text, b.text)),
            1 => (s.not(s.fp_eq(x, y)), format!("{} != {}", a.text, b.text)),
            2 => (s.fp_lt(x, y), format!("{} < {}", a.text, b.text)),
            3 => (s.fp_le(y, x), format!("{} >= {}", a.text, b.text)),
            4 => (s.fp_is_nan(x), format!("isnan({}) != 0", a.text)),
            5 => (s.fp_is_infinite(x), format!("isinf({}) != 0", a.text)),
            6 => (s.fp_is_normal(x), format!("isnormal({}) != 0", a.text)),
            _ => {
                let nan = format!("isnan({}) == 0", a.text);
                let text = format!("{nan} && signbit({}) != 0", a.text);
                (s.fp_is_negative(x), text)
            }
        };
        Expression { term, text }
    }

    /// The statement that prints an expression, and what it prints.
    fn printed(&mut self) -> (String, String) {
        let depth = 1 + self.random.below(u64::from(DEPTH)) as u32;
        match self.random.below(8) {
            0 => {
                let e = self.truth(depth - 1);
                let value = self.store.as_constant(e.term).and_then(|v| v.as_bool());
                let expected = u8::from(value.expect("constants fold")).to_string();
                (format!("print_truth({});", e.text), expected)
            }
            1 => {
                let kind = self.random.of(&INTEGERS);
                let e = self.integer(kind, depth);
                let bits = self.store.as_bv(e.term).expect("constants fold").unsigned();
                let text = format!("print_integer((uint{}_t)({}));", kind.width, e.text);
                (text, format!("{bits:x}"))
            }
            _ => {
                let format = self.random.of(&FloatFormat::ALL);
                let e = self.number(format, depth);
                let statement = format!("print_{}({});", print_name(format), e.text);
                let value = self.store.as_constant(e.term).expect("constants fold");
                let Value::Float(value) = value else {
                    panic!("a number");
                };
                let expected = if value.is_nan() {
                    "nan".to_owned()
                } else {
                    format!("{:x}", self.stored(e.term))
                };
                (statement, expected)
            }
        }
    }
}

fn print_name(format: FloatFormat) -> &'static str {
    match format {
        FloatFormat::Single => "single",
        FloatFormat::Double => "double",
        FloatFormat::Extended => "l",
        FloatFormat::Quad => "f128",
    }
}

const PRELUDE: &str = r#"
#define __STDC_WANT_IEC_60559_TYPES_EXT__ 1
#define _GNU_SOURCE 1
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
static uint64_t same(uint64_t x) { return x; }
static float from_single(uint32_t bits) { float x; memcpy(&x, &bits, 4); return x; }
static double from_double(uint64_t bits) { double x; memcpy(&x, &bits, 8); return x; }
static long double from_l(uint64_t high, uint64_t low) {
    uint64_t bits[2] = { low, high }; long double x; memcpy(&x, bits, 16); return x; }
static _Float128 from_f128(uint64_t high, uint64_t low) {
    uint64_t bits[2] = { low, high }; _Float128 x; memcpy(&x, bits, 16); return x; }
static void print_integer(uint64_t x) { printf("%llx\n", (unsigned long long)x); }
static void print_truth(int x) { printf("%d\n", x); }
static void print_wide(uint64_t high, uint64_t low) {
    if (high) printf("%llx%016llx\n", (unsigned long long)high, (unsigned long long)low);
    else printf("%llx\n", (unsigned long long)low); }
static void print_single(float x) {
    uint32_t bits; memcpy(&bits, &x, 4); if (x != x) puts("nan"); else printf("%x\n", bits); }
static void print_double(double x) {
    uint64_t bits; memcpy(&bits, &x, 8); if (x != x) puts("nan"); else print_integer(bits); }
static void print_l(long double x) {
    uint64_t bits[2] = { 0, 0 }; memcpy(bits, &x, 10);
    if (x != x) puts("nan"); else print_wide(bits[1], bits[0]); }
static void print_f128(_Float128 x) {
    uint64_t bits[2]; memcpy(bits, &x, 16);
    if (x != x) puts("nan"); else print_wide(bits[1], bits[0]); }
int main(void) {
"#;

#[test]
fn results_are_those_of_gcc() {
    let mut generator = Generator {
        store: TermStore::new(),
        random: Random(0x5eed_5eed_1234_4321),
    };
    let printed: Vec<(String, String)> = (0..EXPRESSIONS).map(|_| generator.printed()).collect();
    let mut program = PRELUDE.to_owned();
    for (statement, _) in &printed {
        let _ = writeln!(program, "  {statement}");
    }
    program.push_str("  return 0;\n}\n");
    let directory = std::env::temp_dir().join(format!("invar-floats-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a directory");
    let (source, binary) = (directory.join("floats.c"), directory.join("floats"));
    std::fs::write(&source, program).expect("the program is written");
    let compiled = Command::new("gcc")
        .args([
            "-O0",
            "-m64",
            "-w",
            "-fno-builtin",
            "-ffp-contract=off",
            "-o",
        ])
        .args([&binary, &source])
        .arg("-lm")
        .output()
        .expect("gcc runs");
    let complaints = String::from_utf8_lossy(&compiled.stderr);
    assert!(compiled.status.success(), "{complaints}");
    let output = Command::new(&binary).output().expect("the program runs");
    let _ = std::fs::remove_dir_all(&directory);
    let lines = String::from_utf8(output.stdout).expect("text");
    let lines: Vec<&str> = lines.lines().collect();
    assert_eq!(lines.len(), printed.len());
    let wrong: Vec<String> = printed
        .iter()
        .zip(&lines)
        .filter(|((_, expected), found)| expected != *found)
        .map(|((statement, expected), found)| {
            format!("{statement}\n  gcc {found}, evaluation {expected}")
        })
        .collect();
    assert!(
        wrong.is_empty(),
        "{} differ:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    // Most results must be ordinary for the comparison to mean something.
    let special = lines.iter().filter(|l| matches!(**l, "nan" | "0" | "1"));
    let special = special.count();
    assert!(
        special < EXPRESSIONS / 2,
        "{special} results are nan, 0 or 1"
    );
}
