//! The C text of a term, compiled by gcc, has the value that the evaluator gives to the term.

use invar_cfa::{DataModel, IntegerType, Program, Property, Scope};
use invar_report::c_expression;
use invar_term::{BvValue, Evaluator, Op, Sort, SymbolId, TermId, TermStore, Value};
use rustc_hash::FxHashMap;
use std::fmt::Write;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;

/// Name, type, width and signedness of each variable.
const VARIABLES: [(&str, &str, u32, bool); 9] = [
    ("c", "signed char", 8, true),
    ("uc", "unsigned char", 8, false),
    ("s", "short", 16, true),
    ("us", "unsigned short", 16, false),
    ("i", "int", 32, true),
    ("u", "unsigned int", 32, false),
    ("l", "long long", 64, true),
    ("ul", "unsigned long long", 64, false),
    ("b", "_Bool", 1, false),
];

fn program() -> Program {
    let terms = Arc::new(TermStore::new());
    let mut program = Program::new(terms, DataModel::Lp64, Property::ASSERT);
    for (name, ty, width, signed) in VARIABLES {
        let sort = Sort::BitVec(width);
        let integer = IntegerType { width, signed };
        let scope = Scope::Global;
        program.add_variable(name, Some(name), &sort, integer, ty, scope, None);
    }
    program
}

/// xorshift64 with a fixed seed.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound
    }

    fn of<T: Clone>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u64) as usize].clone()
    }

    /// Corner values as often as others.
    fn bits(&mut self, width: u32) -> u128 {
        let top = 1u128 << (width - 1);
        let any = (u128::from(self.below(1 << 40)) << 40) ^ u128::from(self.below(1 << 40));
        let small = u128::from(self.below(9));
        let value = self.of(&[
            0,
            1,
            top,
            top - 1,
            u128::MAX,
            u128::MAX - 1,
            any,
            any,
            small,
        ]);
        BvValue::new(width, value).unsigned()
    }
}

/// Random terms; `raw`, so that no rule hides an operator from the test.
struct Terms<'a> {
    program: &'a Program,
    random: Random,
}

impl Terms<'_> {
    fn leaf(&mut self, width: u32) -> TermId {
        let named: Vec<usize> = (0..VARIABLES.len())
            .filter(|v| VARIABLES[*v].2 == width)
            .collect();
        if self.random.below(4) == 0 {
            let bits = self.random.bits(width);
            return self.program.terms.bv(width, bits);
        }
        if named.is_empty() {
            let narrower: Vec<u32> = [8, 16, 32].into_iter().filter(|w| *w < width).collect();
            let from = self.random.of(&narrower);
            let by = width - from;
            let op = self.random.of(&[Op::ZeroExtend(by), Op::SignExtend(by)]);
            return self.program.terms.raw(op, &[self.leaf(from)]);
        }
        let chosen = self.random.of(&named);
        self.program.symbol(invar_cfa::VarId(chosen as u32))
    }

    fn bits(&mut self, width: u32, depth: u32) -> TermId {
        let terms = self.program.terms.clone();
        if depth == 0 {
            return self.leaf(width);
        }
        let binary = [
            Op::BvAdd,
            Op::BvSub,
            Op::BvMul,
            Op::BvAnd,
            Op::BvOr,
            Op::BvXor,
            Op::BvShl,
            Op::BvLshr,
            Op::BvAshr,
            Op::BvUdiv,
            Op::BvUrem,
            Op::BvSdiv,
            Op::BvSrem,
        ];
        match self.random.below(10) {
            0 => self.leaf(width),
            1 => {
                let op = self.random.of(&[Op::BvNot, Op::BvNeg]);
                terms.raw(op, &[self.bits(width, depth - 1)])
            }
            2 if width > 8 && width.is_power_of_two() => {
                let from = self.random.of(&[1, 8, 16, 32].map(|w| w.min(width / 2)));
                let from = if from == 4 { 1 } else { from };
                let by = width - from;
                let op = self.random.of(&[Op::ZeroExtend(by), Op::SignExtend(by)]);
                terms.raw(op, &[self.bits(from, depth - 1)])
            }
            3 if width <= 32 && width.is_power_of_two() => {
                let from = if width == 1 { 8 } else { width * 2 };
                let low = self.random.of(&[0, 0, 1, from - width]);
                let high = low + width - 1;
                terms.raw(Op::Extract { high, low }, &[self.bits(from, depth - 1)])
            }
            4 => {
                let condition = self.truth(depth - 1);
                let sides = [self.bits(width, depth - 1), self.bits(width, depth - 1)];
                terms.raw(Op::Ite, &[condition, sides[0], sides[1]])
            }
            _ => {
                let op = self.random.of(&binary);
                let sides = [self.bits(width, depth - 1), self.bits(width, depth - 1)];
                terms.raw(op, &sides)
            }
        }
    }

    fn truth(&mut self, depth: u32) -> TermId {
        let terms = self.program.terms.clone();
        let below = depth.saturating_sub(1);
        match if depth == 0 { 9 } else { self.random.below(10) } {
            0 => terms.raw(Op::Not, &[self.truth(below)]),
            1 | 2 => {
                let op = self.random.of(&[Op::And, Op::Or, Op::Xor, Op::Eq]);
                let sides = [self.truth(below), self.truth(below)];
                terms.raw(op, &sides)
            }
            _ => {
                let ops = [Op::Eq, Op::BvUlt, Op::BvUle, Op::BvSlt, Op::BvSle];
                let op = self.random.of(&ops);
                let width = self.random.of(&[1, 8, 8, 16, 32, 32, 64, 9, 33, 40, 41]);
                let sides = [self.bits(width, below), self.bits(width, below)];
                terms.raw(op, &sides)
            }
        }
    }
}

/// Bits of a Boolean or bit-vector value in a 64-bit word.
fn word(value: &Value) -> u64 {
    match value {
        Value::Bool(truth) => u64::from(*truth),
        Value::Bv(bits) => u64::try_from(bits.unsigned()).expect("64 bits"),
        other => panic!("{other}"),
    }
}

#[test]
fn texts_mean_in_c_what_the_terms_mean() {
    let program = program();
    let terms = &program.terms;
    let mut make = Terms {
        program: &program,
        random: Random(0x9e37_79b9_7f4a_7c15),
    };
    let mut cases = Vec::new();
    let mut without = 0;
    for n in 0..900u64 {
        let depth = 1 + (n % 3) as u32;
        let term = if n % 3 == 0 {
            make.truth(depth)
        } else {
            let width = make.random.of(&[8, 16, 32, 64, 1]);
            make.bits(width, depth)
        };
        match c_expression(&program, term) {
            Some(text) => cases.push((term, text)),
            None => without += 1,
        }
    }
    assert!(cases.len() > 800, "{without} terms have no text");

    let assignments: Vec<Vec<u128>> = (0..24)
        .map(|_| VARIABLES.iter().map(|v| make.random.bits(v.2)).collect())
        .collect();
    let mut c = String::from("#include <stdio.h>\n");
    for (name, ty, ..) in VARIABLES {
        let _ = writeln!(c, "static {ty} {name};");
    }
    for (n, (term, text)) in cases.iter().enumerate() {
        let mask = u64::MAX >> (64 - terms.sort(*term).width().unwrap_or(1));
        let value = format!("(unsigned long long)({text}) & {mask}ull");
        let _ = writeln!(
            c,
            "static unsigned long long f{n}(void) {{ return {value}; }}"
        );
    }
    let _ = writeln!(c, "static unsigned long long (*all[])(void) = {{");
    (0..cases.len()).for_each(|n| {
        let _ = writeln!(c, "f{n},");
    });
    let _ = writeln!(c, "}};\nint main(void) {{");
    for values in &assignments {
        for ((name, ty, ..), value) in VARIABLES.iter().zip(values) {
            let _ = writeln!(c, "{name} = ({ty}){value}ull;");
        }
        let _ = writeln!(
            c,
            "for (int k = 0; k < {}; k++) printf(\"%llu\\n\", all[k]());",
            cases.len()
        );
    }
    c.push_str("return 0; }\n");
    let found = compile_and_run(&c);
    assert_eq!(found.len(), cases.len() * assignments.len());

    let mut found = found.into_iter();
    let mut complaints = Vec::new();
    for values in &assignments {
        let mut assignment: FxHashMap<SymbolId, Value> = FxHashMap::default();
        for (v, value) in program.variable_ids().zip(values) {
            let symbol = terms.as_symbol(program.symbol(v)).expect("a symbol");
            let width = program.variable(v).integer.width;
            assignment.insert(symbol, Value::Bv(BvValue::new(width, *value)));
        }
        let mut evaluator = Evaluator::new(terms, &assignment);
        for (term, text) in &cases {
            let expected = word(&evaluator.eval(*term).expect("a value"));
            let found = found.next().expect("a line per case");
            if found != expected {
                complaints.push(format!(
                    "{text} is {found} in C, {expected} as a term; {values:?}"
                ));
            }
        }
    }
    complaints.sort_by_key(String::len);
    complaints.truncate(10);
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

fn compile_and_run(c: &str) -> Vec<u64> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let (source, binary) = (folder.join("expressions.c"), folder.join("expressions"));
    std::fs::write(&source, c).expect("the test folder is writable");
    let compiled = Command::new("gcc")
        .args(["-O0", "-fwrapv", "-w", "-o"])
        .args([&binary, &source])
        .output()
        .expect("gcc runs");
    let errors = String::from_utf8_lossy(&compiled.stderr);
    assert!(compiled.status.success(), "{errors}");
    let output = Command::new(&binary).output().expect("the program runs");
    assert!(output.status.success(), "{:?}", output.status);
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(|line| line.parse().expect("a number"))
        .collect()
}

#[track_caller]
fn reads(build: impl Fn(&TermStore, &dyn Fn(&str) -> TermId) -> TermId, expected: &str) {
    let program = program();
    let variable = |name: &str| {
        let id = program
            .variable_ids()
            .find(|v| &*program.variable(*v).name == name);
        program.symbol(id.expect("a variable"))
    };
    let term = build(&program.terms, &variable);
    assert_eq!(c_expression(&program, term).as_deref(), Some(expected));
}

#[test]
fn common_facts_read_as_people_write_them() {
    reads(|t, v| t.bv_slt(v("i"), t.bv(32, 10)), "i < 10");
    reads(
        |t, v| t.bv_ule(v("u"), t.bv(32, 4_000_000_000)),
        "u <= 4000000000u",
    );
    reads(|t, v| t.not(t.eq(v("i"), t.bv_signed(32, -1))), "i != -1");
    reads(|t, v| t.bv_ult(v("i"), t.bv(32, 5)), "(unsigned int)i < 5");
    reads(
        |t, v| t.and(&[t.bv_sle(t.bv(32, 0), v("i")), t.eq(v("b"), t.bv(1, 1))]),
        "0 <= i && b == 1",
    );
    reads(
        |t, v| t.bv_slt(t.bv_add(v("i"), t.bv(32, 1)), t.sign_extend(24, v("c"))),
        "i + 1 < c",
    );
    reads(
        |t, v| {
            t.raw(
                Op::Eq,
                &[t.raw(Op::BvAdd, &[v("uc"), t.bv(8, 1)]), t.bv(8, 0)],
            )
        },
        "(unsigned char)(uc + 1) == 0",
    );
    reads(
        |t, v| {
            let wide = |x| t.sign_extend(8, x);
            t.eq(
                t.bv_mul(wide(v("i")), t.bv(40, 100)),
                t.sign_extend(24, v("s")),
            )
        },
        "(long long)i * 100 == s",
    );
    reads(
        |t, v| t.eq(t.bv_srem(v("i"), t.bv(32, 5)), t.bv(32, 0)),
        "i % 5 == 0",
    );
    reads(
        |t, v| t.eq(t.extract(7, 0, v("i")), v("c")),
        "c == (signed char)i",
    );
    reads(
        |t, v| t.bv_slt(v("i"), t.bv_signed(32, i128::from(i32::MIN) + 1)),
        "i < -2147483647",
    );
}

#[test]
fn what_has_no_short_text_has_none() {
    let program = program();
    let terms = &program.terms;
    let i = program.symbol(invar_cfa::VarId(4));
    let long = (0..2_000).fold(i, |t, _| terms.raw(Op::BvMul, &[t, i]));
    assert_eq!(c_expression(&program, long), None);
    let stranger = terms.symbol("stranger", &Sort::Bool);
    assert_eq!(c_expression(&program, stranger), None);
    let integer = terms.raw(Op::BvToInt, &[i]);
    assert_eq!(
        c_expression(&program, terms.raw(Op::Eq, &[integer, integer])),
        None
    );
}

#[test]
fn negative_numbers_are_taken_away() {
    let program = program();
    let terms = &program.terms;
    let symbol = |name: &str| {
        let position = VARIABLES.iter().position(|(n, ..)| *n == name);
        program.symbol(invar_cfa::VarId(position.expect("a variable") as u32))
    };
    let text = |term: TermId| c_expression(&program, term).expect("a text");
    let sum =
        |name: &str, width, less: i128| terms.bv_add(symbol(name), terms.bv_signed(width, -less));
    assert_eq!(text(sum("u", 32, 1)), "u - 1");
    assert_eq!(text(sum("ul", 64, 3)), "ul - 3");
    assert_eq!(text(sum("i", 32, 1)), "i - 1");
}
