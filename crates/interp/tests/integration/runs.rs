//! Runs made small, and what matters in them.

use invar_cfa::{DataModel, EdgeId, HavocOrigin, Operation, Program, Property};
use invar_frontend::clang::{ParseOptions, parse};
use invar_frontend::lower::lower;
use invar_interp::{
    Choices, ConcreteSearchLimits, Limits, Observer, Outcome, Patience, RelevanceLimits, Step,
    Watching, concrete_search, relevance, run, shrink,
};
use invar_passes::{InlineLimits, inline};
use invar_term::{BvValue, Value};
use std::path::PathBuf;
use std::time::{Duration, Instant};

const DECLARATIONS: &str = "
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
";

fn program(name: &str, text: &str) -> Program {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("runs_{name}.c"));
    std::fs::write(&path, format!("{DECLARATIONS}{text}")).expect("the test folder is writable");
    let unit = parse(&path, &ParseOptions::new(DataModel::Lp64)).expect("clang takes the program");
    let lowered = lower(&unit, DataModel::Lp64, Property::ASSERT).expect("it has a main");
    inline(&lowered, InlineLimits::default())
        .expect("calls fit")
        .program
}

/// The choices of a run in which inputs, in the order of their edges, take these numbers.
fn inputs(program: &Program, numbers: &[i128]) -> Vec<(EdgeId, Value)> {
    let cfa = program.entry_cfa();
    let is_input = |id: &EdgeId| {
        let operation = &cfa.edge(*id).operation;
        matches!(
            operation,
            Operation::Havoc {
                origin: HavocOrigin::Input(_),
                ..
            }
        )
    };
    let edges = cfa.edge_ids().filter(is_input);
    let number = |n: &i128| Value::Bv(BvValue::from_signed(32, *n));
    edges.zip(numbers.iter().map(number)).collect()
}

/// Numbers that the inputs of a shrunk run take, and its length.
fn shrunk(program: &Program, numbers: &[i128]) -> (Vec<i128>, u64) {
    let start = inputs(program, numbers);
    let small = shrink(program, start, invar_cfa::CheckId(0), 2_000_000).expect("an error");
    let mut oracle = Choices::new(small.choices.clone());
    let mut steps = 0;
    let mut count = |_: Step<'_>| steps += 1;
    let outcome = run(program, &mut oracle, &mut count, &Limits::default());
    assert_eq!(outcome, Outcome::Error(invar_cfa::CheckId(0)));
    assert_eq!(steps, small.steps);
    let number = |v: &Value| v.as_bv().expect("a number").signed();
    (
        small.choices.iter().map(|(_, v)| number(v)).collect(),
        steps,
    )
}

#[test]
fn loops_get_shorter_and_inputs_smaller() {
    let program = program(
        "loop",
        "int main(void) {
           int noise = __VERIFIER_nondet_int(), limit = __VERIFIER_nondet_int(), s = 0;
           for (int i = 0; i < limit; i++) s++;
           if (s > 7) reach_error();
           return noise; }",
    );
    let long = shrunk(&program, &[-77, 8]).1;
    let (numbers, steps) = shrunk(&program, &[12345, 1000]);
    assert_eq!(numbers, [0, 8]);
    assert_eq!(steps, long);
}

#[test]
fn inputs_that_a_shorter_run_does_not_ask_for_are_gone() {
    let program = program(
        "asked",
        "int main(void) {
           while (__VERIFIER_nondet_int() > 3) { }
           reach_error();
           return 0; }",
    );
    let edge = inputs(&program, &[0])[0].0;
    let value = |n| (edge, Value::Bv(BvValue::from_signed(32, n)));
    let choices = vec![value(9), value(8), value(7), value(-4)];
    let small = shrink(&program, choices, invar_cfa::CheckId(0), 100_000).expect("an error");
    assert_eq!(small.choices, [value(0)]);
}

#[test]
fn a_run_that_ends_elsewhere_is_none() {
    let program = program(
        "elsewhere",
        "int main(void) { if (__VERIFIER_nondet_int() == 5) reach_error(); return 0; }",
    );
    let start = inputs(&program, &[4]);
    assert!(shrink(&program, start, invar_cfa::CheckId(0), 100_000).is_none());
}

/// Values of variables in the steps of the dynamic slice, as `name = value`.
fn slice(program: &Program, numbers: &[i128]) -> (Vec<String>, Vec<bool>) {
    let choices = inputs(program, numbers);
    let limits = RelevanceLimits::default();
    let known = relevance(program, choices.clone(), &limits).expect("an error");
    let mut texts = Vec::new();
    let mut number = 0;
    let mut observer = |step: Step<'_>| {
        if let (true, Some((variable, value))) = (known.steps[number], step.changed)
            && let Some(name) = &program.variable(variable).source_name
        {
            let element = step.element.map_or(value, |(_, element)| element);
            let value = element.as_bv().map_or(0, BvValue::signed);
            texts.push(format!("{name} = {value}"));
        }
        number += 1;
    };
    let outcome = run(
        program,
        &mut Choices::new(choices),
        &mut observer,
        &Limits::default(),
    );
    assert!(matches!(outcome, Outcome::Error(_)));
    assert_eq!(number, known.steps.len());
    (texts, known.inputs)
}

#[test]
fn what_the_error_does_not_depend_on_is_not_in_the_slice() {
    let program = program(
        "slice",
        "int main(void) {
           int a[3]; int noise = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int();
           int unused = noise * 2;
           for (int k = 0; k < 3; k++) unused++;
           a[0] = 5; a[1] = x; a[2] = unused;
           if (noise > 0 ? x > 3 : x > 4) unused = 0;
           int y = a[1] + 1;
           if (y == 8) reach_error();
           return 0; }",
    );
    let (texts, inputs) = slice(&program, &[1, 7]);
    assert_eq!(texts, ["x = 7", "a = 7", "y = 8"]);
    // The rest of `a` is never read; the path tests `noise`, so its value is not free.
    assert_eq!(inputs, [false, true, true]);
}

#[test]
fn an_input_that_no_condition_depends_on_may_have_any_value() {
    let program = program(
        "free",
        "int main(void) {
           int noise = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int();
           int mixed = x == 7 ? x : noise;
           if (mixed == 7) reach_error();
           return 0; }",
    );
    let (texts, inputs) = slice(&program, &[1, 7]);
    assert_eq!(texts, ["x = 7", "mixed = 7"]);
    assert_eq!(inputs, [false, true]);
}

struct Overflows(Vec<String>);

impl Observer for Overflows {
    fn step(&mut self, _: Step<'_>) {}

    fn watching(&self) -> Watching {
        Watching::Overflow
    }

    fn overflow(&mut self, site: &invar_cfa::OverflowSite, [a, b]: [BvValue; 2]) {
        let symbol = site.operator.symbol();
        let text = format!("{} {symbol} {}: {}", a.signed(), b.signed(), site.type_name);
        self.0.push(text);
    }
}

#[test]
fn signed_overflows_on_the_way_are_seen() {
    let program = program(
        "overflow",
        "int main(void) {
           int big = 2147483647, one = 1; long wide = big; unsigned u = 4000000000u;
           wide = wide + 1; u = u + u;
           if (big < 0 && big + one > 0) wide = 0;
           int t = one > 1 ? big + 1 : big - 1;
           big++;
           big = -big;
           one = one << 31;
           signed char c = 127; c++;
           return t; }",
    );
    let mut seen = Overflows(Vec::new());
    let mut oracle = Choices::default();
    assert_eq!(
        run(&program, &mut oracle, &mut seen, &Limits::default()),
        Outcome::Ended
    );
    assert_eq!(
        seen.0,
        [
            "2147483647 + 1: int",
            "-2147483648 - -2147483648: int",
            "1 << 31: int"
        ]
    );
}

/// The number of inputs with which concrete search reaches the error, if it does.
fn searched(program: &Program, limits: &ConcreteSearchLimits) -> Option<Vec<Value>> {
    let choices = concrete_search(program, 1, limits)?;
    Some(choices.into_iter().map(|(_, value)| value).collect())
}

#[test]
fn a_run_through_one_loop_after_the_other_may_go_on() {
    let loops = "for (int i = 0; i < 300; i++) s += i;".repeat(6);
    let end = "if (s > 0) reach_error(); return x; }";
    let start = "int main(void) { int x = __VERIFIER_nondet_int(), s = 0;";
    let limits = ConcreteSearchLimits {
        steps: 100_000,
        first_steps: 4_000,
        long_runs: 0,
        later_steps: 100,
        runs: 5,
        guided: 0,
        ..ConcreteSearchLimits::default()
    };
    let sequence = program("sequence", &format!("{start}{loops}{end}"));
    assert!(searched(&sequence, &limits).is_some());
    let single = "for (int i = 0; i < 1800; i++) s += i;";
    let single = program("single", &format!("{start}{single}{end}"));
    assert!(searched(&single, &limits).is_none());
}

#[test]
fn later_runs_get_as_far_as_a_first_one_that_ends_late() {
    let text = "int main(void) { int x = __VERIFIER_nondet_int(), s = 0;
        for (int i = 0; i < 300; i++) s += i;
        if (x != 0) reach_error(); return s; }";
    let program = program("late", text);
    let limits = ConcreteSearchLimits {
        steps: 100_000,
        first_steps: 5_000,
        long_runs: 2,
        long_steps: 50,
        later_steps: 50,
        ..ConcreteSearchLimits::default()
    };
    assert!(searched(&program, &limits).is_some());
}

#[test]
fn a_search_ends_when_nothing_new_is_seen() {
    // Only a long run through the same edges gets to the error.
    let text = "int main(void) { unsigned n = 0, x = __VERIFIER_nondet_uint();
        while (n < 2000) n++;
        if (x != 0) reach_error(); return 0; }";
    let program = program("patience", text);
    let limits = |patience| ConcreteSearchLimits {
        patience,
        guided: 0,
        ..ConcreteSearchLimits::default()
    };
    assert!(searched(&program, &limits(Patience::Endless)).is_some());
    assert!(searched(&program, &limits(Patience::Steps(200))).is_none());
    assert!(searched(&program, &limits(Patience::Steps(20_000))).is_some());
}

/// Ten digits in a row are found one after the other.
#[test]
fn inputs_that_get_further_are_changed_and_tried_again() {
    let text = "int main(void) {
        int n = 0;
        for (;;) {
            unsigned char c = __VERIFIER_nondet_uchar();
            if (c < '0' || c > '9') break;
            n++;
        }
        unsigned char c = __VERIFIER_nondet_uchar();
        if (n == 10 && c == 77) reach_error();
        return 0; }";
    let program = program("digits", text);
    let limits = |guided| ConcreteSearchLimits {
        runs: 10,
        guided,
        ..ConcreteSearchLimits::quick()
    };
    assert!(searched(&program, &limits(0)).is_none());
    assert!(searched(&program, &limits(200_000)).is_some());
}

/// Each of many inputs is tried alone, and the zeros among them cost nothing.
#[test]
fn many_inputs_that_are_zero_are_left_alone() {
    let text = "int main(void) {
        for (int i = 0; i < 100000; i++) __VERIFIER_nondet_int();
        reach_error(); return 0; }";
    let program = program("many", text);
    let start = Instant::now();
    let small = shrink(&program, Vec::new(), invar_cfa::CheckId(0), 2_000_000).expect("an error");
    assert_eq!(small.choices.len(), 100_000);
    assert!(start.elapsed() < Duration::from_secs(10));
}
