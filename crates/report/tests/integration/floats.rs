//! The C text of a term over IEEE numbers, compiled by gcc, has the value that the evaluator gives
//! to the term.

use invar_cfa::{DataModel, IntegerType, Program, Property, Scope, VarId};
use invar_report::{c_expression, float_literal};
use invar_term::{
    BvValue, Evaluator, FloatFormat, FloatValue, FpOp, Op, RoundingMode, Sort, SymbolId, TermId,
    TermStore, Value,
};
use rustc_hash::FxHashMap;
use std::fmt::Write;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;

/// Name, type and sort of each variable.
const VARIABLES: [(&str, &str, Sort); 7] = [
    ("f", "float", Sort::SINGLE),
    ("g", "float", Sort::SINGLE),
    ("d", "double", Sort::DOUBLE),
    ("e", "double", Sort::DOUBLE),
    ("l", "long double", Sort::EXTENDED),
    ("i", "int", Sort::BitVec(32)),
    ("u", "unsigned long long", Sort::BitVec(64)),
];

fn program() -> Program {
    let terms = Arc::new(TermStore::new());
    let mut program = Program::new(terms, DataModel::Lp64, Property::ASSERT);
    for (name, ty, sort) in VARIABLES {
        let integer = IntegerType {
            width: sort.width().unwrap_or(64),
            signed: name == "i",
        };
        program.add_variable(name, Some(name), &sort, integer, ty, Scope::Global, None);
    }
    program
}

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

    fn of<T: Clone>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u64) as usize].clone()
    }

    fn float(&mut self, format: FloatFormat) -> FloatValue {
        let fraction = format.significand() - 1;
        let wide = (u128::from(self.next()) << 64) | u128::from(self.next());
        let low = wide & ((1 << fraction) - 1);
        let bias = (1u128 << (format.exponent() - 1)) - 1;
        let magnitude = match self.below(9) {
            0 => 0,
            1 => FloatValue::infinity(format).bits(),
            2 => FloatValue::nan(format).bits(),
            3 => low,
            4 => wide,
            5 => ((bias + u128::from(self.below(66))) << fraction) | low,
            _ => ((bias + u128::from(self.below(5))) << fraction) | (3 << (fraction - 2)),
        };
        let sign = u128::from(self.below(2)) << (format.width() - 1);
        let magnitude = magnitude & ((1 << (format.width() - 1)) - 1);
        FloatValue::from_bits(format, sign | magnitude)
    }

    fn value(&mut self, sort: &Sort) -> Value {
        match FloatFormat::of(sort) {
            Some(format) => Value::Float(self.float(format)),
            None => {
                let any = self.next();
                let bits = self.of(&[0, 1, any, any % 100, u64::MAX, 1 << 31, 1 << 63]);
                let width = sort.width().expect("bits");
                Value::Bv(BvValue::new(width, u128::from(bits)))
            }
        }
    }
}

/// Random terms; `raw`, so that no rule hides an operator from the test.
struct Terms<'a> {
    program: &'a Program,
    random: Random,
}

impl Terms<'_> {
    fn leaf(&mut self, sort: &Sort) -> TermId {
        if self.random.below(3) == 0 {
            let value = self.random.value(sort);
            return self.program.terms.constant(&value);
        }
        let named: Vec<u32> = (0..VARIABLES.len() as u32)
            .filter(|v| VARIABLES[*v as usize].2 == *sort)
            .collect();
        self.program.symbol(VarId(self.random.of(&named)))
    }

    fn format(&mut self) -> FloatFormat {
        self.random.of(&FloatFormat::ALL[..3])
    }

    fn number(&mut self, format: FloatFormat, depth: u32) -> TermId {
        let terms = self.program.terms.clone();
        if depth == 0 {
            return self.leaf(&format.sort());
        }
        let ops = [
            FpOp::Neg,
            FpOp::Abs,
            FpOp::Add,
            FpOp::Sub,
            FpOp::Mul,
            FpOp::Div,
            FpOp::Fma,
            FpOp::Sqrt,
            FpOp::Rem,
            FpOp::RoundToIntegral(RoundingMode::NearestEven),
            FpOp::RoundToIntegral(RoundingMode::NearestAway),
            FpOp::RoundToIntegral(RoundingMode::TowardPositive),
            FpOp::RoundToIntegral(RoundingMode::TowardNegative),
            FpOp::RoundToIntegral(RoundingMode::TowardZero),
        ];
        match self.random.below(6) {
            0 => {
                let from = self.format();
                let x = self.number(from, depth - 1);
                terms.raw(Op::Fp(FpOp::FromFloat(format)), &[x])
            }
            1 => {
                let width = self.random.of(&[32, 64]);
                let x = self.bits(width, depth - 1);
                let ops = [FpOp::FromSigned(format), FpOp::FromUnsigned(format)];
                terms.raw(Op::Fp(self.random.of(&ops)), &[x])
            }
            2 => {
                let condition = self.truth(depth - 1);
                let sides = [
                    self.number(format, depth - 1),
                    self.number(format, depth - 1),
                ];
                terms.raw(Op::Ite, &[condition, sides[0], sides[1]])
            }
            _ => {
                let op = self.random.of(&ops);
                let args: Vec<TermId> = (0..op.arity())
                    .map(|_| self.number(format, depth - 1))
                    .collect();
                terms.raw(Op::Fp(op), &args)
            }
        }
    }

    fn bits(&mut self, width: u32, depth: u32) -> TermId {
        if depth == 0 {
            return self.leaf(&Sort::BitVec(width));
        }
        let format = self.format();
        let x = self.number(format, depth - 1);
        let op = self
            .random
            .of(&[FpOp::ToSigned(width), FpOp::ToUnsigned(width)]);
        self.program.terms.raw(Op::Fp(op), &[x])
    }

    fn truth(&mut self, depth: u32) -> TermId {
        let terms = self.program.terms.clone();
        let below = depth.saturating_sub(1);
        let format = self.format();
        let ops = [
            Op::Eq,
            Op::Fp(FpOp::Eq),
            Op::Fp(FpOp::Lt),
            Op::Fp(FpOp::Le),
            Op::Fp(FpOp::IsNan),
            Op::Fp(FpOp::IsInfinite),
            Op::Fp(FpOp::IsZero),
            Op::Fp(FpOp::IsNormal),
            Op::Fp(FpOp::IsSubnormal),
            Op::Fp(FpOp::IsNegative),
        ];
        let op = self.random.of(&ops);
        let count = match op {
            Op::Fp(op) => op.arity(),
            _ => 2,
        };
        let args: Vec<TermId> = (0..count).map(|_| self.number(format, below)).collect();
        let atom = terms.raw(op, &args);
        match self.random.below(3) {
            0 => terms.raw(Op::Not, &[atom]),
            _ => atom,
        }
    }
}

/// The bits that C prints for a value; every NaN is one.
fn shown(terms: &TermStore, value: &Value) -> u128 {
    match value {
        Value::Bool(truth) => u128::from(*truth),
        Value::Bv(bits) => bits.unsigned(),
        Value::Float(v) if v.format() == FloatFormat::Extended => {
            let bits = terms.fp_to_x87_bits(terms.fp(*v));
            terms.as_bv(bits).expect("constants fold").unsigned()
        }
        Value::Float(v) => v.bits(),
        other => panic!("{other}"),
    }
}

const PRELUDE: &str = r#"
#include <stdio.h>
#include <string.h>
typedef unsigned long long word;
static void wide(word high, word low) {
    if (high) printf("%llx%016llx\n", high, low); else printf("%llx\n", low); }
static void show_float(float x) {
    unsigned b; memcpy(&b, &x, 4); wide(0, x == x ? b : 0x7fc00000u); }
static void show_double(double x) {
    word b; memcpy(&b, &x, 8); wide(0, x == x ? b : 0x7ff8000000000000ull); }
static void show_extended(long double x) {
    word b[2] = { 0, 0 }; memcpy(b, &x, 10);
    if (x == x) wide(b[1], b[0]); else wide(0x7fff, 0xc000000000000000ull); }
"#;

#[test]
fn texts_mean_in_c_what_the_terms_mean() {
    let program = program();
    let terms = &program.terms;
    let mut make = Terms {
        program: &program,
        random: Random(0x1357_9bdf_2468_ace1),
    };
    let mut cases = Vec::new();
    for n in 0..700u64 {
        let depth = 1 + (n % 3) as u32;
        let format = make.format();
        let term = match n % 4 {
            0 => make.truth(depth),
            1 => {
                let width = make.random.of(&[32, 64]);
                make.bits(width, depth)
            }
            _ => make.number(format, depth),
        };
        if let Some(text) = c_expression(&program, term) {
            cases.push((term, text));
        }
    }
    assert!(cases.len() > 650, "{} terms have a text", cases.len());
    let assignments: Vec<Vec<Value>> = (0..16)
        .map(|_| VARIABLES.iter().map(|v| make.random.value(&v.2)).collect())
        .collect();
    let mut c = PRELUDE.to_owned();
    for (name, ty, _) in VARIABLES {
        let _ = writeln!(c, "static {ty} {name};");
    }
    for (n, (term, text)) in cases.iter().enumerate() {
        let body = match terms.sort(*term) {
            Sort::Bool => format!("wide(0, {text})"),
            Sort::BitVec(width) => {
                format!("wide(0, (word)({text}) & {}ull)", u64::MAX >> (64 - width))
            }
            sort if *sort == Sort::SINGLE => format!("show_float({text})"),
            sort if *sort == Sort::DOUBLE => format!("show_double({text})"),
            _ => format!("show_extended({text})"),
        };
        let _ = writeln!(c, "static void f{n}(void) {{ {body}; }}");
    }
    let _ = writeln!(c, "static void (*all[])(void) = {{");
    for n in 0..cases.len() {
        let _ = write!(c, "f{n}, ");
    }
    let _ = writeln!(c, "}};\nint main(void) {{");
    for values in &assignments {
        for ((name, _, _), value) in VARIABLES.iter().zip(values) {
            let text = match value {
                Value::Float(v) => float_literal(*v),
                other => format!("{}ull", other.as_bv().expect("bits").unsigned()),
            };
            let _ = writeln!(c, "{name} = {text};");
        }
        let _ = writeln!(c, "for (int k = 0; k < {}; k++) all[k]();", cases.len());
    }
    c.push_str("return 0; }\n");
    let found = compile_and_run(&c);
    assert_eq!(found.len(), cases.len() * assignments.len());
    let mut found = found.into_iter();
    let mut complaints = Vec::new();
    for values in &assignments {
        let assignment: FxHashMap<SymbolId, Value> = program
            .variable_ids()
            .zip(values)
            .map(|(v, value)| {
                let symbol = terms.as_symbol(program.symbol(v)).expect("a symbol");
                (symbol, value.clone())
            })
            .collect();
        let mut evaluator = Evaluator::new(terms, &assignment);
        for (term, text) in &cases {
            let expected = shown(terms, &evaluator.eval(*term).expect("a value"));
            let found = found.next().expect("a line per case");
            if found != expected {
                complaints.push(format!(
                    "{text} is {found:x} in C, {expected:x} as a term; {values:?}"
                ));
            }
        }
    }
    complaints.sort_by_key(String::len);
    complaints.truncate(10);
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

fn compile_and_run(c: &str) -> Vec<u128> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let (source, binary) = (folder.join("float-texts.c"), folder.join("float-texts"));
    std::fs::write(&source, c).expect("the test folder is writable");
    let compiled = Command::new("gcc")
        .args(["-O0", "-fwrapv", "-ffp-contract=off", "-w", "-o"])
        .args([&binary, &source])
        .arg("-lm")
        .output()
        .expect("gcc runs");
    let errors = String::from_utf8_lossy(&compiled.stderr);
    assert!(compiled.status.success(), "{errors}");
    let output = Command::new(&binary).output().expect("the program runs");
    assert!(output.status.success(), "{:?}", output.status);
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(|line| u128::from_str_radix(line, 16).expect("a number"))
        .collect()
}

#[test]
fn common_facts_read_as_people_write_them() {
    let program = program();
    let t = &program.terms;
    let (f, d, i) = (
        program.symbol(VarId(0)),
        program.symbol(VarId(2)),
        program.symbol(VarId(5)),
    );
    let reads = |term: TermId, expected: &str| {
        assert_eq!(c_expression(&program, term).as_deref(), Some(expected));
    };
    let double = |v: f64| t.fp(FloatValue::double(v));
    reads(t.fp_lt(d, double(0.1)), "d < 0.1");
    reads(t.fp_le(double(-1.5), d), "(-1.5) <= d");
    reads(t.not(t.fp_eq(d, double(2.0))), "d != 2.0");
    reads(t.fp_lt(f, t.fp(FloatValue::single(0.1))), "f < 0.1f");
    reads(t.not(t.fp_is_nan(d)), "d == d");
    reads(
        t.fp_eq(t.fp_from_float(&Sort::DOUBLE, f), d),
        "d == (double)f",
    );
    let half = t.fp_mul(t.fp_from_signed(&Sort::DOUBLE, i), double(0.5));
    reads(t.fp_lt(half, d), "((double)i * 0.5) < d");
    assert_eq!(
        float_literal(FloatValue::double(f64::NAN)),
        "__builtin_nan(\"\")"
    );
    assert_eq!(
        float_literal(FloatValue::single(f32::NEG_INFINITY)),
        "-__builtin_inff()"
    );
    assert_eq!(float_literal(FloatValue::double(-0.0)), "-0.0");
}
