//! Objects in memory: where contents live, and what an access requires.

use super::support::lowered;
use insta::assert_snapshot;

#[test]
fn the_only_object_behind_a_pointer_is_a_variable() {
    assert_snapshot!(lowered("
void set(int *p) { *p = 1; }
void main(void) { int x; set(&x); }"), @r"
    main: entry 0 exit 1
      0 -> 2: main::x := any (uninitialised)
      2 -> 3:  := set((_ bv12105675802666860544 64))
      3 -> 1: skip
    set: entry 0 exit 1
      0 -> 2: [(= set::p (_ bv12105675802666860544 64))]
      2 -> 3: main::x := (_ bv1 32)
      3 -> 1: skip
    ");
}

#[test]
fn objects_that_pointers_confuse_share_an_array() {
    assert_snapshot!(lowered("
int a, b;
void main(void) { int *p = a ? &a : &b; *p = 1; }"), @r"
    main: entry 0 exit 1
      0 -> 2: main::p := (ite (= (select %24memory0 (_ bv11529215050363437056 64)) (_ bv0 32)) (_ bv11529215054658404352 64) (_ bv11529215050363437056 64))
      2 -> 3: [(or (= main::p (_ bv11529215050363437056 64)) (= main::p (_ bv11529215054658404352 64)))]
      3 -> 4: $memory0 := (store %24memory0 main::p (_ bv1 32))
      4 -> 1: skip
    ");
}

#[test]
fn heap_objects_have_numbers_and_members_have_arrays() {
    assert_snapshot!(lowered("
extern void *malloc(unsigned long);
struct node { int value; struct node *next; };
void main(void) { struct node *n = malloc(sizeof *n); n->value = 1; n->next = 0; }"), @r"
    $start: entry 0 exit 1
      0 -> 2: $memory1? := any (uninitialised)
      2 -> 3: $memory2? := any (uninitialised)
      3 -> 4:  := main()
      4 -> 1: skip
    main: entry 0 exit 1
      0 -> 2: [(bvult %24objects (_ bv67108864 32))]
      2 -> 3: main::$t := (bvor (bvadd %24objects (_ bv64 32)) (_ bv2818572288 32))
      3 -> 4: $objects := (bvadd %24objects (_ bv1 32))
      4 -> 5: main::$t#2 := (concat main::$t (_ bv0 32))
      5 -> 6: main::n := main::$t#2
      6 -> 7: [(and (= ((_ extract 63 60) main::n) (_ bv10 4)) (bvule ((_ extract 31 0) main::n) (_ bv12 32)))]
      7 -> 8: $memory1? := (store %24memory1? main::n (_ bv1 32))
      8 -> 9: [(and (= ((_ extract 63 60) (bvadd main::n (_ bv8 64))) (_ bv10 4)) (bvule (bvadd ((_ extract 31 0) main::n) (_ bv8 32)) (_ bv8 32)))]
      9 -> 10: $memory2? := (store %24memory2? (bvadd main::n (_ bv8 64)) (_ bv0 64))
      10 -> 1: skip
    ");
}

#[test]
fn unions_are_bytes_where_their_members_differ() {
    assert_snapshot!(lowered("
union u { short s; char c[2]; };
int main(void) { union u a; a.s = 258; return a.c[1]; }"), @r"
    main: entry 0 exit 1
      0 -> 2: main::a := any (uninitialised)
      2 -> 3: main::a := (store (store main::a (_ bv0 32) (_ bv2 8)) (_ bv1 32) (_ bv1 8))
      3 -> 4: main::$result := ((_ sign_extend 24) (select main::a (_ bv1 32)))
      4 -> 1: skip
      5 -> 6: main::$result := any (uninitialised)
      6 -> 1: skip
    ");
}

#[test]
fn calls_through_pointers_try_their_targets() {
    assert_snapshot!(lowered("
int one(void) { return 1; }
int two(void) { return 2; }
int main(int argc, char **argv) { int (*f)(void) = argc ? one : two; return f(); }"), @r"
    $start: entry 0 exit 1
      0 -> 2: $start::argc := any (argument of main())
      2 -> 3: [(bvult %24start::argc (_ bv33554432 32))]
      3 -> 4: $argc := %24start::argc
      4 -> 5: $start::argv := (_ bv12682136546380349440 64)
      5 -> 6:  := main(%24start::argc, %24start::argv)
      6 -> 1: skip
    main: entry 0 exit 1
      0 -> 2: main::f := (ite (= main::argc (_ bv0 32)) (_ bv11529215054658404352 64) (_ bv11529215050363437056 64))
      2 -> 3: main::$t := main::f
      3 -> 4: [(or (= ((_ extract 63 60) main::$t) (_ bv10 4)) (and (bvult (bvadd main::$t (_ bv18446744073709547520 64)) (_ bv18446744073709543424 64)) (not (= ((_ extract 63 60) main::$t) (_ bv10 4)))))]
      4 -> 6: [(= main::$t (_ bv11529215050363437056 64))]
      4 -> 7: [(not (= main::$t (_ bv11529215050363437056 64)))]
      6 -> 9: main::$call#2 := one()
      9 -> 10: main::$call := main::$call#2
      10 -> 5: skip
      7 -> 12: [(= main::$t (_ bv11529215054658404352 64))]
      7 -> 13: [(not (= main::$t (_ bv11529215054658404352 64)))]
      12 -> 15: main::$call#3 := two()
      15 -> 16: main::$call := main::$call#3
      16 -> 5: skip
      13 -> 18: [(and (bvult (bvadd main::$t (_ bv18446744073709547520 64)) (_ bv18446744073709543424 64)) (not (= ((_ extract 63 60) main::$t) (_ bv10 4))))]
      18 -> 19 UNSUPPORTED: skip
      20 -> 5: skip
      5 -> 21: main::$result := main::$call
      21 -> 1: skip
      22 -> 23: main::$result := any (uninitialised)
      23 -> 1: skip
    one: entry 0 exit 1
      0 -> 2: one::$result := (_ bv1 32)
      2 -> 1: skip
      3 -> 4: one::$result := any (uninitialised)
      4 -> 1: skip
    two: entry 0 exit 1
      0 -> 2: two::$result := (_ bv2 32)
      2 -> 1: skip
      3 -> 4: two::$result := any (uninitialised)
      4 -> 1: skip
    ");
}
