//! Promotions, casts, operators and the order of effects.

use super::support::{listing, lowered, main_of, program};
use insta::assert_snapshot;
use invar_cfa::{DataModel, Property};

#[test]
fn narrow_operands_are_promoted() {
    assert_snapshot!(main_of("unsigned char a = 200, b = 100; int c = a + b;"), @r"
    main: entry 0 exit 1
      0 -> 2: main::a := (_ bv200 8)
      2 -> 3: main::b := (_ bv100 8)
      3 -> 4: main::c := (bvadd ((_ zero_extend 24) main::a) ((_ zero_extend 24) main::b))
      4 -> 1: skip
    ");
}

#[test]
fn signed_and_unsigned_meet_as_unsigned() {
    assert_snapshot!(main_of("int a = -1; unsigned b = 1; int c = a < b;"), @r"
    main: entry 0 exit 1
      0 -> 2: main::a := (_ bv4294967295 32)
      2 -> 3: main::b := (_ bv1 32)
      3 -> 4: main::c := (ite (bvult main::a main::b) (_ bv1 32) (_ bv0 32))
      4 -> 1: skip
    ");
}

#[test]
fn casts_truncate_and_extend_by_the_sign_of_their_operand() {
    assert_snapshot!(main_of("signed char a = -1; unsigned short b = a; long c = (signed char)b; _Bool d = c;"), @r"
    main: entry 0 exit 1
      0 -> 2: main::a := (_ bv255 8)
      2 -> 3: main::b := ((_ sign_extend 8) main::a)
      3 -> 4: main::c := ((_ sign_extend 56) ((_ extract 7 0) main::b))
      4 -> 5: main::d := (ite (= main::c (_ bv0 64)) (_ bv0 1) (_ bv1 1))
      5 -> 1: skip
    ");
}

#[test]
fn long_has_the_width_of_the_data_model() {
    let text = "void main(void) { long a = 1; a = a + 1; }";
    assert_snapshot!(listing(&program(text, DataModel::Ilp32, Property::ASSERT)), @r"
    main: entry 0 exit 1
      0 -> 2: main::a := (_ bv1 32)
      2 -> 3: main::a := (bvadd main::a (_ bv1 32))
      3 -> 1: skip
    ");
    assert_snapshot!(lowered(text), @r"
    main: entry 0 exit 1
      0 -> 2: main::a := (_ bv1 64)
      2 -> 3: main::a := (bvadd main::a (_ bv1 64))
      3 -> 1: skip
    ");
}

#[test]
fn conditions_without_effects_are_one_term() {
    assert_snapshot!(main_of("int a = 1, b = 2; int c = a > 0 && b > 0 || !a;"), @r"
    main: entry 0 exit 1
      0 -> 2: main::a := (_ bv1 32)
      2 -> 3: main::b := (_ bv2 32)
      3 -> 4: main::c := (ite (or (and (bvslt (_ bv0 32) main::a) (bvslt (_ bv0 32) main::b)) (= main::a (_ bv0 32))) (_ bv1 32) (_ bv0 32))
      4 -> 1: skip
    ");
}

#[test]
fn conditions_with_effects_are_branches() {
    assert_snapshot!(main_of("int a = 1, b = 2; int c = a > 0 && b++ > 0;"), @r"
    main: entry 0 exit 1
      0 -> 2: main::a := (_ bv1 32)
      2 -> 3: main::b := (_ bv2 32)
      3 -> 7: [(bvslt (_ bv0 32) main::a)]
      3 -> 5: [(bvsle main::a (_ bv0 32))]
      7 -> 9: main::$t#2 := main::b
      9 -> 10: main::b := (bvadd main::$t#2 (_ bv1 32))
      10 -> 4: [(bvslt (_ bv0 32) main::$t#2)]
      10 -> 5: [(bvsle main::$t#2 (_ bv0 32))]
      4 -> 12: main::$t := (_ bv1 32)
      12 -> 6: skip
      5 -> 14: main::$t := (_ bv0 32)
      14 -> 6: skip
      6 -> 16: main::c := (ite (= main::$t (_ bv0 32)) (_ bv0 32) (_ bv1 32))
      16 -> 1: skip
    ");
}

#[test]
fn short_circuit_guards_a_division() {
    assert_snapshot!(main_of("int a = 1, b = 2; if (b != 0 && a / b > 1) a = 0;"), @r"
    main: entry 0 exit 1
      0 -> 2: main::a := (_ bv1 32)
      2 -> 3: main::b := (_ bv2 32)
      3 -> 7: [(not (= main::b (_ bv0 32)))]
      3 -> 5: [(= main::b (_ bv0 32))]
      7 -> 9: [(not (= main::b (_ bv0 32)))]
      9 -> 10: [(not (and (= main::a (_ bv2147483648 32)) (= main::b (_ bv4294967295 32))))]
      10 -> 4: [(bvslt (_ bv1 32) (bvsdiv main::a main::b))]
      10 -> 5: [(bvsle (bvsdiv main::a main::b) (_ bv1 32))]
      4 -> 12: main::a := (_ bv0 32)
      12 -> 6: skip
      5 -> 6: skip
      6 -> 1: skip
    ");
}

#[test]
fn conditional_expression() {
    assert_snapshot!(main_of("int a = 1; long b = a ? a : 2u;"), @r"
    main: entry 0 exit 1
      0 -> 2: main::a := (_ bv1 32)
      2 -> 3: main::b := ((_ zero_extend 32) (ite (= main::a (_ bv0 32)) (_ bv2 32) main::a))
      3 -> 1: skip
    ");
}

#[test]
fn conditional_expression_with_effects() {
    assert_snapshot!(main_of("int a = 1, b; b = a ? a++ : a--;"), @r"
    main: entry 0 exit 1
      0 -> 2: main::a := (_ bv1 32)
      2 -> 3: main::b := any (uninitialised)
      3 -> 4: [(not (= main::a (_ bv0 32)))]
      3 -> 5: [(= main::a (_ bv0 32))]
      4 -> 8: main::$t#2 := main::a
      8 -> 9: main::a := (bvadd main::$t#2 (_ bv1 32))
      9 -> 10: main::$t := main::$t#2
      10 -> 6: skip
      5 -> 12: main::$t#3 := main::a
      12 -> 13: main::a := (bvadd main::$t#3 (_ bv4294967295 32))
      13 -> 14: main::$t := main::$t#3
      14 -> 6: skip
      6 -> 16: main::b := main::$t
      16 -> 1: skip
    ");
}

#[test]
fn compound_assignment_computes_in_the_common_type() {
    assert_snapshot!(main_of("unsigned char a = 200; a += 100; a >>= 1; a *= 3L;"), @r"
    main: entry 0 exit 1
      0 -> 2: main::a := (_ bv200 8)
      2 -> 3: main::a := (bvadd main::a (_ bv100 8))
      3 -> 4: main::a := ((_ extract 7 0) (bvashr ((_ zero_extend 24) main::a) (_ bv1 32)))
      4 -> 5: main::a := (bvmul main::a (_ bv3 8))
      5 -> 1: skip
    ");
}

#[test]
fn increments_before_and_after() {
    assert_snapshot!(main_of("int a = 1, b; b = a++; b = ++a; b = a--; b = --a; a++;"), @r"
    main: entry 0 exit 1
      0 -> 2: main::a := (_ bv1 32)
      2 -> 3: main::b := any (uninitialised)
      3 -> 4: main::$t := main::a
      4 -> 5: main::a := (bvadd main::$t (_ bv1 32))
      5 -> 6: main::b := main::$t
      6 -> 7: main::a := (bvadd main::a (_ bv1 32))
      7 -> 8: main::$t#2 := main::a
      8 -> 9: main::b := main::$t#2
      9 -> 10: main::$t#3 := main::a
      10 -> 11: main::a := (bvadd main::$t#3 (_ bv4294967295 32))
      11 -> 12: main::b := main::$t#3
      12 -> 13: main::a := (bvadd main::a (_ bv4294967295 32))
      13 -> 14: main::$t#4 := main::a
      14 -> 15: main::b := main::$t#4
      15 -> 16: main::a := (bvadd main::a (_ bv1 32))
      16 -> 1: skip
    ");
}

#[test]
fn increment_of_a_narrow_variable_wraps() {
    assert_snapshot!(main_of("signed char a = 127; int b = ++a; _Bool c = 1; c++;"), @r"
    main: entry 0 exit 1
      0 -> 2: main::a := (_ bv127 8)
      2 -> 3: main::a := (bvadd main::a (_ bv1 8))
      3 -> 4: main::$t := main::a
      4 -> 5: main::b := ((_ sign_extend 24) main::$t)
      5 -> 6: main::c := (_ bv1 1)
      6 -> 7: main::c := (_ bv1 1)
      7 -> 1: skip
    ");
}

#[test]
fn division_ends_undefined_paths() {
    assert_snapshot!(main_of("int a = 1, b = 2; unsigned c = 3; a = a / b; c = c % c;"), @r"
    main: entry 0 exit 1
      0 -> 2: main::a := (_ bv1 32)
      2 -> 3: main::b := (_ bv2 32)
      3 -> 4: main::c := (_ bv3 32)
      4 -> 5: [(not (= main::b (_ bv0 32)))]
      5 -> 6: [(not (and (= main::a (_ bv2147483648 32)) (= main::b (_ bv4294967295 32))))]
      6 -> 7: main::a := (bvsdiv main::a main::b)
      7 -> 8: [(not (= main::c (_ bv0 32)))]
      8 -> 9: main::c := (bvurem main::c main::c)
      9 -> 1: skip
    ");
}

#[test]
fn shifts_end_undefined_paths() {
    assert_snapshot!(main_of("int a = 1; long b = 2; a = a << b; b = b >> a;"), @r"
    main: entry 0 exit 1
      0 -> 2: main::a := (_ bv1 32)
      2 -> 3: main::b := (_ bv2 64)
      3 -> 4: [(bvult main::b (_ bv32 64))]
      4 -> 5: main::a := (bvshl main::a ((_ extract 31 0) main::b))
      5 -> 6: [(bvult main::a (_ bv64 32))]
      6 -> 7: main::b := (bvashr main::b ((_ zero_extend 32) main::a))
      7 -> 1: skip
    ");
}

#[test]
fn comma_and_statement_expression() {
    assert_snapshot!(main_of("int a = 1; int b = (a = 2, a + 1); b = ({ int t = a; t++; t; });"), @r"
    main: entry 0 exit 1
      0 -> 2: main::a := (_ bv1 32)
      2 -> 3: main::a := (_ bv2 32)
      3 -> 4: main::b := (bvadd main::a (_ bv1 32))
      4 -> 5: main::t := main::a
      5 -> 6: main::t := (bvadd main::t (_ bv1 32))
      6 -> 7: main::b := main::t
      7 -> 1: skip
    ");
}

#[test]
fn calls_in_the_order_of_arguments() {
    assert_snapshot!(lowered("
int f(int x, int y) { return x - y; }
int main(void) { int a = 1, b = 2; return f(a, b++); }"), @r"
    main: entry 0 exit 1
      0 -> 2: main::a := (_ bv1 32)
      2 -> 3: main::b := (_ bv2 32)
      3 -> 4: main::$t := main::a
      4 -> 5: main::$t#2 := main::b
      5 -> 6: main::b := (bvadd main::$t#2 (_ bv1 32))
      6 -> 7: main::$call := f(main::$t, main::$t#2)
      7 -> 8: main::$result := main::$call
      8 -> 1: skip
      9 -> 10: main::$result := any (uninitialised)
      10 -> 1: skip
    f: entry 0 exit 1
      0 -> 2: f::$result := (bvsub f::x f::y)
      2 -> 1: skip
      3 -> 4: f::$result := any (uninitialised)
      4 -> 1: skip
    ");
}

#[test]
fn sizes_are_constants_and_do_not_evaluate() {
    assert_snapshot!(lowered("
struct pair { char c; int i; };
void main(void) { int a = 1; unsigned long b = sizeof(a++) + sizeof(struct pair); }"), @r"
    main: entry 0 exit 1
      0 -> 2: main::a := (_ bv1 32)
      2 -> 3: main::b := (_ bv12 64)
      3 -> 1: skip
    ");
}
