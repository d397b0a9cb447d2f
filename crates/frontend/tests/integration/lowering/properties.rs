//! Error functions, assertions, assumptions, inputs and functions without a body.

use super::support::{listing, lowered, program};
use insta::assert_snapshot;
use invar_cfa::{DataModel, Property};

/// The listing and the checks under one property.
fn under(property: Property, text: &str) -> String {
    let program = program(text, DataModel::Lp64, property);
    let checks: Vec<String> = program
        .checks
        .iter()
        .map(|c| format!("{} in line {}", c.kind, c.span.expect("a place").line))
        .collect();
    format!("{}checks: {}\n", listing(&program), checks.join(", "))
}

const BOTH: &str = "
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
void reach_error(void) { __assert_fail(\"0\", \"a.c\", 3, \"reach_error\"); }
int main(void) {
  int a = 1;
  if (a == 2) reach_error();
  if (a == 3) __assert_fail(\"a\", \"a.c\", 7, \"main\");
  return 0;
}";

const ASSERTION_ONLY: &str = "
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
int main(void) { int a = 1; if (a == 3) __assert_fail(\"a\", \"a.c\", 7, \"main\"); return 0; }";

#[test]
fn developers_ask_for_assertions_and_error_functions() {
    assert_snapshot!(under(Property::ASSERT, BOTH), @r"
    main: entry 0 exit 1
      0 -> 2: main::a := (_ bv1 32)
      2 -> 3: [(= main::a (_ bv2 32))]
      2 -> 4: [(not (= main::a (_ bv2 32)))]
      3 -> 7 ERROR: skip
      8 -> 5: skip
      4 -> 5: skip
      5 -> 10: [(= main::a (_ bv3 32))]
      5 -> 11: [(not (= main::a (_ bv3 32)))]
      10 -> 14 ERROR: skip
      15 -> 12: skip
      11 -> 12: skip
      12 -> 17: main::$result := (_ bv0 32)
      17 -> 1: skip
      18 -> 19: main::$result := any (uninitialised)
      19 -> 1: skip
    checks: call of the error function in line 6, failing assertion in line 7
    ");
}

#[test]
fn the_competition_asks_for_error_functions_where_there_are_some() {
    assert_snapshot!(under(Property::UNREACH_CALL, BOTH), @r"
    main: entry 0 exit 1
      0 -> 2: main::a := (_ bv1 32)
      2 -> 3: [(= main::a (_ bv2 32))]
      2 -> 4: [(not (= main::a (_ bv2 32)))]
      3 -> 7 ERROR: skip
      8 -> 5: skip
      4 -> 5: skip
      5 -> 10: [(= main::a (_ bv3 32))]
      5 -> 11: [(not (= main::a (_ bv3 32)))]
      10 -> 14 HALT: skip
      15 -> 12: skip
      11 -> 12: skip
      12 -> 17: main::$result := (_ bv0 32)
      17 -> 1: skip
      18 -> 19: main::$result := any (uninitialised)
      19 -> 1: skip
    checks: call of the error function in line 6
    ");
}

#[test]
fn the_competition_asks_for_assertions_where_there_is_no_error_function() {
    assert_snapshot!(under(Property::UNREACH_CALL, ASSERTION_ONLY), @r"
    main: entry 0 exit 1
      0 -> 2: main::a := (_ bv1 32)
      2 -> 3: [(= main::a (_ bv3 32))]
      2 -> 4: [(not (= main::a (_ bv3 32)))]
      3 -> 7 ERROR: skip
      8 -> 5: skip
      4 -> 5: skip
      5 -> 10: main::$result := (_ bv0 32)
      10 -> 1: skip
      11 -> 12: main::$result := any (uninitialised)
      12 -> 1: skip
    checks: failing assertion in line 3
    ");
}

#[test]
fn an_undeclared_assert_is_an_assertion() {
    assert_snapshot!(under(Property::ASSERT, "int main(void) { int a = 1; assert(a == 1); return 0; }"), @r"
    main: entry 0 exit 1
      0 -> 2: main::a := (_ bv1 32)
      2 -> 3: [(= main::a (_ bv1 32))]
      2 -> 4: [(not (= main::a (_ bv1 32)))]
      4 -> 6 ERROR: skip
      3 -> 8: main::$any := any (assert() without a body)
      8 -> 9: main::$result := (_ bv0 32)
      9 -> 1: skip
      10 -> 11: main::$result := any (uninitialised)
      11 -> 1: skip
    checks: failing assertion in line 1
    ");
}

#[test]
fn the_header_s_assert_is_an_assertion() {
    let text = "#include <assert.h>\nint main(void) { int a = 1; assert(a == 1); return 0; }";
    let program = program(text, DataModel::Lp64, Property::ASSERT);
    assert_eq!(program.checks.len(), 1);
    assert!(program.unsupported.is_empty(), "{:?}", program.unsupported);
    assert!(program.externals.is_empty(), "{:?}", program.externals);
}

#[test]
fn assumptions_and_inputs() {
    assert_snapshot!(lowered("
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
int main(void) { int a = __VERIFIER_nondet_int(); __VERIFIER_assume(a > 0); return a + __VERIFIER_nondet_uchar(); }"), @r"
    main: entry 0 exit 1
      0 -> 2: main::$any := any (__VERIFIER_nondet_int())
      2 -> 3: main::a := main::$any
      3 -> 4: [(bvslt (_ bv0 32) main::a)]
      4 -> 5: main::$t := main::a
      5 -> 6: main::$any#2 := any (__VERIFIER_nondet_uchar())
      6 -> 7: main::$result := (bvadd main::$t ((_ zero_extend 24) main::$any#2))
      7 -> 1: skip
      8 -> 9: main::$result := any (uninitialised)
      9 -> 1: skip
    ");
}

#[test]
fn abort_and_exit_end_the_program() {
    assert_snapshot!(lowered("
extern void abort(void); extern void exit(int);
int main(void) { int a = 1; if (a) abort(); exit(a++); return 0; }"), @r"
    main: entry 0 exit 1
      0 -> 2: main::a := (_ bv1 32)
      2 -> 3: [(not (= main::a (_ bv0 32)))]
      2 -> 4: [(= main::a (_ bv0 32))]
      3 -> 7 HALT: skip
      8 -> 5: skip
      4 -> 5: skip
      5 -> 10: main::a := (bvadd main::a (_ bv1 32))
      10 -> 11 HALT: skip
      12 -> 13: main::$result := (_ bv0 32)
      13 -> 1: skip
      14 -> 15: main::$result := any (uninitialised)
      15 -> 1: skip
    ");
}

#[test]
fn a_function_without_a_body_returns_anything_and_is_named() {
    let text = "
int sensor(int channel);
int main(void) { return sensor(3) + sensor(4); }";
    let program = program(text, DataModel::Lp64, Property::ASSERT);
    assert_snapshot!(listing(&program), @r"
    main: entry 0 exit 1
      0 -> 2: main::$any := any (sensor() without a body)
      2 -> 3: main::$t := main::$any
      3 -> 4: main::$any#2 := any (sensor() without a body)
      4 -> 5: main::$result := (bvadd main::$t main::$any#2)
      5 -> 1: skip
      6 -> 7: main::$result := any (uninitialised)
      7 -> 1: skip
    ");
    let externals: Vec<(&str, u32)> = program
        .externals
        .iter()
        .map(|e| (&*e.name, e.span.expect("a place").line))
        .collect();
    assert_eq!(externals, [("sensor", 3)]);
}
