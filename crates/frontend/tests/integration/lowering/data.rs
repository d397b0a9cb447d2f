//! Objects: structs, arrays, bit-fields, static and global variables.

use super::support::{lowered, main_of};
use insta::assert_snapshot;

#[test]
fn structs_are_copied_member_by_member() {
    assert_snapshot!(lowered("
struct point { int x; short y; };
void main(void) { struct point a = { 1, 2 }, b; b = a; b.x = a.y; }"), @r"
    main: entry 0 exit 1
      0 -> 2: main::a.x := (_ bv1 32)
      2 -> 3: main::a.y := (_ bv2 16)
      3 -> 4: main::b.x := any (uninitialised)
      4 -> 5: main::b.y := any (uninitialised)
      5 -> 6: main::b.x := main::a.x
      6 -> 7: main::b.y := main::a.y
      7 -> 8: main::b.x := ((_ sign_extend 16) main::a.y)
      8 -> 1: skip
    ");
}

#[test]
fn structs_are_passed_and_returned_by_value() {
    assert_snapshot!(lowered("
struct point { int x, y; };
struct point turned(struct point p) { struct point q = { p.y, p.x }; return q; }
int main(void) { struct point a = { 1, 2 }; return turned(a).x; }"), @r"
    main: entry 0 exit 1
      0 -> 2: main::a.x := (_ bv1 32)
      2 -> 3: main::a.y := (_ bv2 32)
      3 -> 4: main::$call.x, main::$call.y := turned(main::a.x, main::a.y)
      4 -> 5: main::$copy.x := main::$call.x
      5 -> 6: main::$copy.y := main::$call.y
      6 -> 7: main::$result := main::$copy.x
      7 -> 1: skip
      8 -> 9: main::$result := any (uninitialised)
      9 -> 1: skip
    turned: entry 0 exit 1
      0 -> 2: turned::q.x := turned::p.y
      2 -> 3: turned::q.y := turned::p.x
      3 -> 4: turned::$result.x := turned::q.x
      4 -> 5: turned::$result.y := turned::q.y
      5 -> 1: skip
      6 -> 7: turned::$result.x := any (uninitialised)
      7 -> 8: turned::$result.y := any (uninitialised)
      8 -> 1: skip
    ");
}

#[test]
fn arrays_of_structs_are_arrays_per_member() {
    assert_snapshot!(lowered("
struct point { int x; char y; };
void main(void) { struct point a[3]; int i = 1; a[i].y = 7; a[2] = a[i]; }"), @r"
    main: entry 0 exit 1
      0 -> 2: main::a.x := any (uninitialised)
      2 -> 3: main::a.y := any (uninitialised)
      3 -> 4: main::i := (_ bv1 32)
      4 -> 5: [(bvult main::i (_ bv3 32))]
      5 -> 6: main::a.y := (store main::a.y main::i (_ bv7 8))
      6 -> 7: [(bvult main::i (_ bv3 32))]
      7 -> 8: main::a.x := (store main::a.x (_ bv2 32) (select main::a.x main::i))
      8 -> 9: main::a.y := (store main::a.y (_ bv2 32) (select main::a.y main::i))
      9 -> 1: skip
    ");
}

#[test]
fn arrays_are_indexed_within_their_bounds() {
    assert_snapshot!(main_of("int a[4] = { 1, 2 }; int i = 3; a[i] = a[i - 1] + 1;"), @r"
    main: entry 0 exit 1
      0 -> 2: main::a := ((as const (Array (_ BitVec 32) (_ BitVec 32))) (_ bv0 32))
      2 -> 3: main::a := (store main::a (_ bv0 32) (_ bv1 32))
      3 -> 4: main::a := (store main::a (_ bv1 32) (_ bv2 32))
      4 -> 5: main::i := (_ bv3 32)
      5 -> 6: [(bvult main::i (_ bv4 32))]
      6 -> 7: [(bvult (bvadd main::i (_ bv4294967295 32)) (_ bv4 32))]
      7 -> 8: main::a := (store main::a main::i (bvadd (select main::a (bvadd main::i (_ bv4294967295 32))) (_ bv1 32)))
      8 -> 1: skip
    ");
}

#[test]
fn matrices_have_one_index() {
    assert_snapshot!(main_of("int m[2][3]; unsigned i = 1; m[i][2] = 5; int a = m[0][i];"), @r"
    main: entry 0 exit 1
      0 -> 2: main::m := any (uninitialised)
      2 -> 3: main::i := (_ bv1 32)
      3 -> 4: [(bvult main::i (_ bv2 32))]
      4 -> 5: main::m := (store main::m (bvadd (bvmul main::i (_ bv3 32)) (_ bv2 32)) (_ bv5 32))
      5 -> 6: [(bvult main::i (_ bv3 32))]
      6 -> 7: main::a := (select main::m main::i)
      7 -> 1: skip
    ");
}

#[test]
fn bit_fields_keep_their_bits() {
    assert_snapshot!(lowered("
struct flags { unsigned a : 3; int b : 5; };
void main(void) { struct flags f = { 1, 2 }; f.a = f.b + 9; int c = f.b; f.a++; }"), @r"
    main: entry 0 exit 1
      0 -> 2: main::f.a := (_ bv1 3)
      2 -> 3: main::f.b := (_ bv2 5)
      3 -> 4: main::f.a := (bvadd ((_ extract 2 0) main::f.b) (_ bv1 3))
      4 -> 5: main::c := ((_ sign_extend 27) main::f.b)
      5 -> 6: main::f.a := (bvadd main::f.a (_ bv1 3))
      6 -> 1: skip
    ");
}

#[test]
fn static_locals_live_through_the_run() {
    assert_snapshot!(lowered("
int next(void) { static int n = 4; return n++; }
int main(void) { return next() + next(); }"), @r"
    $start: entry 0 exit 1
      0 -> 2: next::n := (_ bv4 32)
      2 -> 3:  := main()
      3 -> 1: skip
    main: entry 0 exit 1
      0 -> 2: main::$call := next()
      2 -> 3: main::$t := main::$call
      3 -> 4: main::$call#2 := next()
      4 -> 5: main::$result := (bvadd main::$t main::$call#2)
      5 -> 1: skip
      6 -> 7: main::$result := any (uninitialised)
      7 -> 1: skip
    next: entry 0 exit 1
      0 -> 2: next::$t := next::n
      2 -> 3: next::n := (bvadd next::$t (_ bv1 32))
      3 -> 4: next::$result := next::$t
      4 -> 1: skip
      5 -> 6: next::$result := any (uninitialised)
      6 -> 1: skip
    ");
}

#[test]
fn globals_start_with_their_initialisers_or_zero() {
    assert_snapshot!(lowered("
int zero, seven = 7;
unsigned char table[4] = { 1, [2] = 3 };
enum colour { RED, GREEN = 5 } shade = GREEN;
int main(void) { return zero + seven + table[1] + shade; }"), @r"
    $start: entry 0 exit 1
      0 -> 2: seven := (_ bv7 32)
      2 -> 3: table := (store table (_ bv0 32) (_ bv1 8))
      3 -> 4: table := (store table (_ bv2 32) (_ bv3 8))
      4 -> 5: shade := (_ bv5 32)
      5 -> 6:  := main()
      6 -> 1: skip
    main: entry 0 exit 1
      0 -> 2: main::$result := (bvadd (bvadd (bvadd zero seven) ((_ zero_extend 24) (select table (_ bv1 32)))) shade)
      2 -> 1: skip
      3 -> 4: main::$result := any (uninitialised)
      4 -> 1: skip
    ");
}

#[test]
fn strings_initialise_arrays_of_characters() {
    assert_snapshot!(main_of(r#"char a[4] = "hi";"#), @r"
    main: entry 0 exit 1
      0 -> 2: main::a := ((as const (Array (_ BitVec 32) (_ BitVec 8))) (_ bv0 8))
      2 -> 3: main::a := (store main::a (_ bv0 32) (_ bv104 8))
      3 -> 4: main::a := (store main::a (_ bv1 32) (_ bv105 8))
      4 -> 1: skip
    ");
}

#[test]
fn locals_without_an_initialiser_are_any_value() {
    assert_snapshot!(main_of("int a; int b[2]; struct { char c; int d; } e; a = b[0] + e.d;"), @r"
    main: entry 0 exit 1
      0 -> 2: main::a := any (uninitialised)
      2 -> 3: main::b := any (uninitialised)
      3 -> 4: main::e.c := any (uninitialised)
      4 -> 5: main::e.d := any (uninitialised)
      5 -> 6: main::a := (bvadd main::e.d (select main::b (_ bv0 32)))
      6 -> 1: skip
    ");
}

#[test]
fn shadowed_names_are_apart() {
    assert_snapshot!(main_of("int a = 1; { int a = 2; a = 3; } a = 4;"), @r"
    main: entry 0 exit 1
      0 -> 2: main::a := (_ bv1 32)
      2 -> 3: main::a#2 := (_ bv2 32)
      3 -> 4: main::a#2 := (_ bv3 32)
      4 -> 5: main::a := (_ bv4 32)
      5 -> 1: skip
    ");
}

#[test]
fn pointers_are_copied() {
    assert_snapshot!(lowered("
struct node { int value; struct node *next; };
int *f(int *p) { return p; }
void main(void) { int a = 1; int *p = &a, *q; q = p; q = f(q); struct node n, m; n.value = 2; m = n; a = m.value; }"), @r"
    main: entry 0 exit 1
      0 -> 2: main::a := (_ bv1 32)
      2 -> 3: main::p := (_ bv12105675802666860544 64)
      3 -> 4: main::q := any (uninitialised)
      4 -> 5: main::q := main::p
      5 -> 6: main::$call := f(main::q)
      6 -> 7: main::q := main::$call
      7 -> 8: main::n.value := any (uninitialised)
      8 -> 9: main::n.next := any (uninitialised)
      9 -> 10: main::m.value := any (uninitialised)
      10 -> 11: main::m.next := any (uninitialised)
      11 -> 12: main::n.value := (_ bv2 32)
      12 -> 13: main::m.value := main::n.value
      13 -> 14: main::m.next := main::n.next
      14 -> 15: main::a := main::m.value
      15 -> 1: skip
    f: entry 0 exit 1
      0 -> 2: f::$result := f::p
      2 -> 1: skip
      3 -> 4: f::$result := any (uninitialised)
      4 -> 1: skip
    ");
}
