//! Statements: loops, switches and jumps.

use super::support::{lowered, main_of};
use insta::assert_snapshot;

#[test]
fn if_with_and_without_else() {
    assert_snapshot!(main_of("int a = 1; if (a) a = 2; else a = 3; if (a > 2) a = 4;"), @r"
    main: entry 0 exit 1
      0 -> 2: main::a := (_ bv1 32)
      2 -> 3: [(not (= main::a (_ bv0 32)))]
      2 -> 4: [(= main::a (_ bv0 32))]
      3 -> 7: main::a := (_ bv2 32)
      7 -> 5: skip
      4 -> 9: main::a := (_ bv3 32)
      9 -> 5: skip
      5 -> 10: [(bvslt (_ bv2 32) main::a)]
      5 -> 11: [(bvsle main::a (_ bv2 32))]
      10 -> 14: main::a := (_ bv4 32)
      14 -> 12: skip
      11 -> 12: skip
      12 -> 1: skip
    ");
}

#[test]
fn while_with_break_and_continue() {
    assert_snapshot!(main_of("int i = 0; while (i < 9) { i++; if (i == 3) continue; if (i == 5) break; i = i + 2; }"), @r"
    main: entry 0 exit 1
      0 -> 2: main::i := (_ bv0 32)
      2 -> 3: skip
      3 -> 4: [(bvslt main::i (_ bv9 32))]
      3 -> 5: [(bvsle (_ bv9 32) main::i)]
      4 -> 7: main::i := (bvadd main::i (_ bv1 32))
      7 -> 8: [(= main::i (_ bv3 32))]
      7 -> 9: [(not (= main::i (_ bv3 32)))]
      8 -> 3: skip
      12 -> 10: skip
      9 -> 10: skip
      10 -> 14: [(= main::i (_ bv5 32))]
      10 -> 15: [(not (= main::i (_ bv5 32)))]
      14 -> 5: skip
      18 -> 16: skip
      15 -> 16: skip
      16 -> 20: main::i := (bvadd main::i (_ bv2 32))
      20 -> 3: skip
      5 -> 1: skip
    ");
}

#[test]
fn for_continues_at_its_step() {
    assert_snapshot!(main_of("for (int i = 0; i < 9; i++) { if (i == 3) continue; if (i == 5) break; }"), @r"
    main: entry 0 exit 1
      0 -> 2: main::i := (_ bv0 32)
      2 -> 3: skip
      3 -> 4: [(bvslt main::i (_ bv9 32))]
      3 -> 6: [(bvsle (_ bv9 32) main::i)]
      4 -> 8: [(= main::i (_ bv3 32))]
      4 -> 9: [(not (= main::i (_ bv3 32)))]
      8 -> 5: skip
      12 -> 10: skip
      9 -> 10: skip
      10 -> 14: [(= main::i (_ bv5 32))]
      10 -> 15: [(not (= main::i (_ bv5 32)))]
      14 -> 6: skip
      18 -> 16: skip
      15 -> 16: skip
      16 -> 5: skip
      5 -> 20: main::i := (bvadd main::i (_ bv1 32))
      20 -> 3: skip
      6 -> 1: skip
    ");
}

#[test]
fn for_without_a_condition_never_ends() {
    assert_snapshot!(main_of("unsigned i = 0; for (;;) i++;"), @r"
    main: entry 0 exit 1
      0 -> 2: main::i := (_ bv0 32)
      2 -> 3: skip
      3 -> 4: skip
      4 -> 8: main::i := (bvadd main::i (_ bv1 32))
      8 -> 5: skip
      5 -> 3: skip
      6 -> 1: skip
    ");
}

#[test]
fn do_continues_at_its_condition() {
    assert_snapshot!(main_of("int i = 0; do { if (i == 3) continue; i = i + 1; } while (i < 9);"), @r"
    main: entry 0 exit 1
      0 -> 2: main::i := (_ bv0 32)
      2 -> 3: skip
      3 -> 6: [(= main::i (_ bv3 32))]
      3 -> 7: [(not (= main::i (_ bv3 32)))]
      6 -> 4: skip
      10 -> 8: skip
      7 -> 8: skip
      8 -> 12: main::i := (bvadd main::i (_ bv1 32))
      12 -> 4: skip
      4 -> 3: [(bvslt main::i (_ bv9 32))]
      4 -> 5: [(bvsle (_ bv9 32) main::i)]
      5 -> 1: skip
    ");
}

#[test]
fn switch_falls_through_and_has_ranges() {
    assert_snapshot!(main_of("int a = 3, b = 0; switch (a) { case 1: b = 1; case 2 ... 4: b = 2; break; default: b = 9; }"), @r"
    main: entry 0 exit 1
      0 -> 2: main::a := (_ bv3 32)
      2 -> 3: main::b := (_ bv0 32)
      5 -> 6: skip
      6 -> 7: main::b := (_ bv1 32)
      7 -> 8: skip
      8 -> 9: main::b := (_ bv2 32)
      9 -> 4: skip
      10 -> 11: skip
      11 -> 12: main::b := (_ bv9 32)
      12 -> 4: skip
      3 -> 14: [(= main::a (_ bv1 32))]
      3 -> 15: [(not (= main::a (_ bv1 32)))]
      14 -> 6: skip
      15 -> 18: [(and (bvsle (_ bv2 32) main::a) (bvsle main::a (_ bv4 32)))]
      15 -> 19: [(not (and (bvsle (_ bv2 32) main::a) (bvsle main::a (_ bv4 32))))]
      18 -> 8: skip
      19 -> 11: skip
      4 -> 1: skip
    ");
}

#[test]
fn switch_without_default_may_do_nothing() {
    assert_snapshot!(main_of("unsigned char a = 3; switch (a) { case 255: a = 0; }"), @r"
    main: entry 0 exit 1
      0 -> 2: main::a := (_ bv3 8)
      4 -> 5: skip
      5 -> 6: main::a := (_ bv0 8)
      6 -> 3: skip
      2 -> 8: [(= main::a (_ bv255 8))]
      2 -> 9: [(not (= main::a (_ bv255 8)))]
      8 -> 5: skip
      9 -> 3: skip
      3 -> 1: skip
    ");
}

#[test]
fn switch_into_a_loop() {
    assert_snapshot!(main_of("int a = 1; switch (a) { case 0: do { a = 5; case 1: a = a - 1; } while (a); }"), @r"
    main: entry 0 exit 1
      0 -> 2: main::a := (_ bv1 32)
      4 -> 5: skip
      5 -> 6: skip
      6 -> 9: main::a := (_ bv5 32)
      9 -> 10: skip
      10 -> 11: main::a := (bvadd main::a (_ bv4294967295 32))
      11 -> 7: skip
      7 -> 6: [(not (= main::a (_ bv0 32)))]
      7 -> 8: [(= main::a (_ bv0 32))]
      8 -> 3: skip
      2 -> 14: [(= main::a (_ bv0 32))]
      2 -> 15: [(not (= main::a (_ bv0 32)))]
      14 -> 5: skip
      15 -> 18: [(= main::a (_ bv1 32))]
      15 -> 19: [(not (= main::a (_ bv1 32)))]
      18 -> 10: skip
      19 -> 3: skip
      3 -> 1: skip
    ");
}

#[test]
fn goto_forward_and_backward() {
    assert_snapshot!(main_of("int a = 0; again: a = a + 1; if (a < 3) goto again; goto end; a = 9; end: a = 0;"), @r"
    main: entry 0 exit 1
      0 -> 2: main::a := (_ bv0 32)
      2 -> 3: skip
      3 -> 4: main::a := (bvadd main::a (_ bv1 32))
      4 -> 5: [(bvslt main::a (_ bv3 32))]
      4 -> 6: [(bvsle (_ bv3 32) main::a)]
      5 -> 3: skip
      9 -> 7: skip
      6 -> 7: skip
      7 -> 11: skip
      12 -> 13: main::a := (_ bv9 32)
      13 -> 11: skip
      11 -> 14: main::a := (_ bv0 32)
      14 -> 1: skip
    ");
}

#[test]
fn a_jump_past_a_declaration_leaves_any_value() {
    assert_snapshot!(main_of("int a = 0; if (a) goto inside; { int b = 7; inside: a = b; }"), @r"
    main: entry 0 exit 1
      0 -> 2: main::a := (_ bv0 32)
      2 -> 3: [(not (= main::a (_ bv0 32)))]
      2 -> 4: [(= main::a (_ bv0 32))]
      3 -> 7: main::b := any (uninitialised)
      7 -> 8: skip
      9 -> 5: skip
      4 -> 5: skip
      5 -> 11: main::b := any (uninitialised)
      11 -> 12: main::b := (_ bv7 32)
      12 -> 8: skip
      8 -> 13: main::a := main::b
      13 -> 1: skip
    ");
}

#[test]
fn a_declaration_in_a_loop_starts_anew() {
    assert_snapshot!(main_of("for (;;) { int a; int b = a; }"), @r"
    main: entry 0 exit 1
      0 -> 2: skip
      2 -> 3: skip
      3 -> 7: main::a := any (uninitialised)
      7 -> 8: main::b := main::a
      8 -> 4: skip
      4 -> 2: skip
      5 -> 1: skip
    ");
}

#[test]
fn missing_return_gives_any_value() {
    assert_snapshot!(lowered("int f(int a) { if (a) return 1; } int main(void) { return f(0); }"), @r"
    main: entry 0 exit 1
      0 -> 2: main::$call := f((_ bv0 32))
      2 -> 3: main::$result := main::$call
      3 -> 1: skip
      4 -> 5: main::$result := any (uninitialised)
      5 -> 1: skip
    f: entry 0 exit 1
      0 -> 2: [(not (= f::a (_ bv0 32)))]
      0 -> 3: [(= f::a (_ bv0 32))]
      2 -> 6: f::$result := (_ bv1 32)
      6 -> 1: skip
      7 -> 4: skip
      3 -> 4: skip
      4 -> 9: f::$result := any (uninitialised)
      9 -> 1: skip
    ");
}

#[test]
fn recursion_is_a_call() {
    assert_snapshot!(lowered("int f(int n) { return n == 0 ? 0 : f(n - 1); } int main(void) { return f(3); }"), @r"
    main: entry 0 exit 1
      0 -> 2: main::$call := f((_ bv3 32))
      2 -> 3: main::$result := main::$call
      3 -> 1: skip
      4 -> 5: main::$result := any (uninitialised)
      5 -> 1: skip
    f: entry 0 exit 1
      0 -> 2: [(= f::n (_ bv0 32))]
      0 -> 3: [(not (= f::n (_ bv0 32)))]
      2 -> 6: f::$t := (_ bv0 32)
      6 -> 4: skip
      3 -> 8: f::$call := f((bvadd f::n (_ bv4294967295 32)))
      8 -> 9: f::$t := f::$call
      9 -> 4: skip
      4 -> 11: f::$result := f::$t
      11 -> 1: skip
      12 -> 13: f::$result := any (uninitialised)
      13 -> 1: skip
    ");
}
