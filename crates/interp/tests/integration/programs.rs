//! Small C programs through the front end and the machine; gcc's reading of C is the reference.

use invar_cfa::{
    AssumeReason, AssumptionKind, DataModel, EdgeId, FunctionId, HavocOrigin, Operation, Program,
    Property, Undefined,
};
use invar_frontend::clang::{ParseOptions, parse};
use invar_frontend::lower::{PRINTED, lower};
use invar_interp::{Choices, Limits, Oracle, Outcome, Silent, Step, Zeros, run};
use invar_term::{BvValue, Sort, Value};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

const DECLARATIONS: &str = "
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
extern void __invar_print_u32(unsigned);
extern void reach_error(void);
extern void abort(void);
";

pub(crate) fn program(text: &str) -> Program {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let process = std::process::id();
    let path =
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("interp_{process}_{number}.c"));
    std::fs::write(&path, format!("{DECLARATIONS}{text}")).expect("the test folder is writable");
    let unit = parse(&path, &ParseOptions::new(DataModel::Lp64)).expect("clang takes the program");
    std::fs::remove_file(&path).expect("the file was written");
    lower(&unit, DataModel::Lp64, Property::ASSERT).expect("the program has a main")
}

/// How a run ends and what it prints.
fn run_with(program: &Program, oracle: &mut dyn Oracle, limits: &Limits) -> (Outcome, Vec<u32>) {
    let printed = program
        .variable_ids()
        .find(|v| &*program.variable(*v).name == PRINTED);
    let mut words = Vec::new();
    let mut observer = |step: Step<'_>| {
        if let Some((variable, value)) = step.changed
            && Some(variable) == printed
        {
            let word = value.as_bv().expect("a word").unsigned();
            words.push(u32::try_from(word).expect("32 bits"));
        }
    };
    let outcome = run(program, oracle, &mut observer, limits);
    (outcome, words)
}

#[track_caller]
fn check(text: &str, expected: &[u32]) {
    let (outcome, words) = run_with(&program(text), &mut Zeros, &Limits::default());
    assert_eq!(
        (outcome, words.as_slice()),
        (Outcome::Ended, expected),
        "{text}"
    );
}

fn outcome_of(text: &str) -> Outcome {
    run(&program(text), &mut Zeros, &mut Silent, &Limits::default())
}

#[test]
fn arithmetic_is_that_of_c() {
    check(
        "int main(void) {
           unsigned char c = 250; c += 10; __invar_print_u32(c);
           signed char s = 127; s++; __invar_print_u32(s);
           int big = 2147483647; __invar_print_u32(big + 1);
           __invar_print_u32(-7 / 2); __invar_print_u32(-7 % 2);
           __invar_print_u32(-1 < 1u); __invar_print_u32(-8 >> 1);
           unsigned long w = 1ul << 40; __invar_print_u32(w >> 38);
           _Bool b = 256; __invar_print_u32(b);
           return 0; }",
        &[
            4,
            0xffff_ff80,
            0x8000_0000,
            -3i32 as u32,
            -1i32 as u32,
            0,
            -4i32 as u32,
            4,
            1,
        ],
    );
}

#[test]
fn effects_come_in_order_and_only_where_they_should() {
    check(
        "int n; int next(void) { return ++n; }
         int main(void) {
           int a = next() * 10 + next(); __invar_print_u32(a);
           int b = 0 && next(); int c = 1 || next(); __invar_print_u32(n + b + c);
           int d = n > 5 ? next() : 7; __invar_print_u32(d + n);
           int i = 3; int e = i++ * 2; __invar_print_u32(e * 100 + i);
           return 0; }",
        &[12, 3, 9, 604],
    );
}

#[test]
fn recursion_keeps_locals_per_activation() {
    check(
        "int f(int n) { int mine = n * 3; if (n == 0) return 0; int below = f(n - 1); return below + mine - n; }
         int ackermann(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1)); }
         int even(int n); int odd(int n) { return n == 0 ? 0 : even(n - 1); } int even(int n) { return n == 0 ? 1 : odd(n - 1); }
         int main(void) { __invar_print_u32(f(10)); __invar_print_u32(ackermann(2, 3)); __invar_print_u32(even(9)); return 0; }",
        &[110, 9, 0],
    );
}

#[test]
fn arrays_and_structs() {
    check(
        "struct p { int x; char y; };
         struct p turned(struct p q) { struct p r = { q.y, (char)q.x }; return r; }
         int main(void) {
           int fib[20] = { 0, 1 };
           for (int i = 2; i < 20; i++) fib[i] = fib[i - 1] + fib[i - 2];
           __invar_print_u32(fib[19]);
           int m[3][4]; for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) m[i][j] = i * 10 + j;
           __invar_print_u32(m[2][3] + m[1][0]);
           struct p a[2] = { { 1, 2 }, { 300, 4 } }; a[0] = turned(a[1]);
           __invar_print_u32(a[0].x * 1000 + a[0].y);
           int sorted[5] = { 4, 1, 3, 5, 2 };
           for (int i = 0; i < 5; i++) for (int j = 0; j + 1 < 5 - i; j++)
             if (sorted[j] > sorted[j + 1]) { int t = sorted[j]; sorted[j] = sorted[j + 1]; sorted[j + 1] = t; }
           unsigned number = 0; for (int i = 0; i < 5; i++) number = number * 10 + sorted[i];
           __invar_print_u32(number);
           return 0; }",
        &[4181, 33, 4044, 12345],
    );
}

#[test]
fn switch_goto_and_static() {
    check(
        "unsigned next(void) { static unsigned n = 5; return n++; }
         int main(void) {
           for (int i = 0; i < 4; i++) { unsigned r = 0; switch (i) { case 0: r += 1; case 1: r += 10; break; case 2 ... 3: r += 100; default: r += 1000; } __invar_print_u32(r); }
           int k = 0; again: if (++k < 5) goto again; __invar_print_u32(k);
           next(); __invar_print_u32(next());
           return 0; }",
        &[11, 10, 1100, 1100, 5, 6],
    );
}

#[test]
fn error_locations_say_which_check() {
    let text = "int main(void) { int a = 2; if (a == 1) reach_error(); if (a == 2) reach_error(); return 0; }";
    let program = program(text);
    let outcome = run(&program, &mut Zeros, &mut Silent, &Limits::default());
    let Outcome::Error(check) = outcome else {
        panic!("{outcome:?}");
    };
    let column = program.check(check).span.expect("a place").column;
    assert_eq!(
        column,
        text.rfind("reach_error").expect("a call") as u32 + 1
    );
}

#[test]
fn abort_ends_and_unsupported_says_so() {
    let ends = outcome_of("int main(void) { abort(); reach_error(); return 0; }");
    assert_eq!(ends, Outcome::Ended);
    let reached = "int fesetround(int); int main(void) { return fesetround(1); }";
    assert!(matches!(outcome_of(reached), Outcome::Unsupported(_)));
    let not_reached =
        "int fesetround(int); int main(void) { int a = 0; if (a) return fesetround(1); return 0; }";
    assert_eq!(outcome_of(not_reached), Outcome::Ended);
}

#[track_caller]
fn blocked(text: &str, expected: AssumeReason) {
    match outcome_of(text) {
        Outcome::Blocked(place, Some(reason)) => {
            assert_eq!(reason, expected);
            assert_ne!(place.function, FunctionId(0), "not where globals start");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn failed_assumptions_and_undefined_behaviour_block() {
    blocked(
        "int main(void) { __VERIFIER_assume(0); reach_error(); return 0; }",
        AssumeReason::Assumption(AssumptionKind::Assume),
    );
    for (expression, reason) in [
        ("1 / zero", Undefined::DivisionByZero),
        ("1 % zero", Undefined::DivisionByZero),
        (
            "(-2147483647 - 1) / (zero - 1)",
            Undefined::DivisionOverflow,
        ),
        ("1 << (zero + 32)", Undefined::Shift),
        ("1 >> (zero - 1)", Undefined::Shift),
        ("a[zero + 3]", Undefined::ArrayBounds),
        ("a[zero - 1]", Undefined::ArrayBounds),
    ] {
        blocked(
            &format!(
                "int main(void) {{ int a[3] = {{ 0 }}; int zero = 0; int b = {expression}; reach_error(); return b; }}"
            ),
            AssumeReason::Undefined(reason),
        );
    }
}

#[test]
fn limits_end_runs_that_do_not() {
    let endless = program("int main(void) { for (;;) ; return 0; }");
    let steps = |steps| Limits {
        steps,
        ..Limits::default()
    };
    let end = |program: &Program, limits: &Limits| run_with(program, &mut Zeros, limits).0;
    assert_eq!(end(&endless, &steps(10_000)), Outcome::Limit);
    let soon = Limits {
        deadline: Some(invar_budget::Moment::now() + Duration::from_millis(50)),
        steps: u64::MAX,
        ..Limits::default()
    };
    let start = Instant::now();
    assert_eq!(end(&endless, &soon), Outcome::Limit);
    assert!(start.elapsed() < Duration::from_secs(5));
    let deep = program("int f(int n) { return f(n + 1); } int main(void) { return f(0); }");
    let shallow = Limits {
        call_depth: 100,
        ..Limits::default()
    };
    assert_eq!(end(&deep, &shallow), Outcome::Limit);
}

/// The smallest number of steps that lets a program end is exact.
#[test]
fn the_step_limit_counts_edges() {
    let program = program("int main(void) { int a = 1; a = a + 1; return a; }");
    let mut taken = 0;
    let mut count = |_: Step<'_>| taken += 1;
    let outcome = run(&program, &mut Zeros, &mut count, &Limits::default());
    assert_eq!(outcome, Outcome::Ended);
    let with = |steps| {
        let limits = Limits {
            steps,
            ..Limits::default()
        };
        run(&program, &mut Zeros, &mut Silent, &limits)
    };
    assert_eq!(with(taken), Outcome::Limit);
    // The machine also steps where a function returns: `main` and what calls it.
    assert_eq!(with(taken + 2), Outcome::Ended);
}

/// The havoc edges of the inputs of `main`, in order of the text.
fn inputs(program: &Program) -> Vec<EdgeId> {
    let main = program.function_named("main").expect("main");
    let cfa = &program.function(main).cfa;
    cfa.edge_ids()
        .filter(|e| {
            matches!(
                &cfa.edge(*e).operation,
                Operation::Havoc {
                    origin: HavocOrigin::Input(_),
                    ..
                }
            )
        })
        .collect()
}

fn word(value: i128) -> Value {
    Value::Bv(BvValue::from_signed(32, value))
}

#[test]
fn choices_are_taken_per_edge_in_order_then_zero() {
    let program = program(
        "int main(void) { int sum = 0;
           for (int i = 0; i < 4; i++) { int a = __VERIFIER_nondet_int(); unsigned char b = __VERIFIER_nondet_uchar(); __invar_print_u32(a * 1000 + b); }
           return sum; }",
    );
    let [first, second] = inputs(&program)[..] else {
        panic!("two inputs");
    };
    let byte = Value::Bv(BvValue::new(8, 200));
    let mut choices = Choices::new([
        (first, word(7)),
        (second, byte),
        (first, word(-1)),
        (first, word(5)),
    ]);
    let (outcome, words) = run_with(&program, &mut choices, &Limits::default());
    assert_eq!(outcome, Outcome::Ended);
    assert_eq!(words, [7200, -1000i32 as u32, 5000, 0]);
}

#[test]
fn choices_of_the_wrong_sort_are_invalid() {
    let program = program("int main(void) { return __VERIFIER_nondet_int(); }");
    let [input] = inputs(&program)[..] else {
        panic!("one input");
    };
    for wrong in [Value::Bool(true), Value::Bv(BvValue::new(8, 1))] {
        let mut choices = Choices::new([(input, wrong)]);
        let (outcome, _) = run_with(&program, &mut choices, &Limits::default());
        assert!(
            matches!(&outcome, Outcome::Invalid(message) if message.contains("(_ BitVec 32)")),
            "{outcome:?}"
        );
    }
}

/// Counts the questions and always answers with the largest number.
struct Ones(u32);

impl Oracle for Ones {
    fn choose(&mut self, _: FunctionId, _: EdgeId, sort: &Sort) -> Value {
        self.0 += 1;
        let width = sort.width().expect("a bit-vector");
        Value::Bv(BvValue::new(width, u128::MAX))
    }
}

#[test]
fn oracles_are_asked_for_inputs_and_for_uninitialised_variables() {
    let program = program(
        "int main(void) { int a; unsigned char b = __VERIFIER_nondet_uchar(); __invar_print_u32(a); __invar_print_u32(b); return 0; }",
    );
    let mut ones = Ones(0);
    let (outcome, words) = run_with(&program, &mut ones, &Limits::default());
    assert_eq!(outcome, Outcome::Ended);
    assert_eq!(words, [u32::MAX, 255]);
    assert_eq!(ones.0, 2);
}
