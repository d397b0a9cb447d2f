//! What `invar check` says: stdout, stderr and exit code, with times and folders filtered.

use crate::support;
use crate::support::{check, program, said, written};
use insta::assert_snapshot;

/// The output of a check of one of the regression programs.
fn on(name: &str) -> String {
    let file = program(name);
    said(&check(&file, &[]), &file)
}

#[test]
fn safe_by_k_induction() {
    let file = program("swapped.c");
    assert_snapshot!(said(&check(&file, &["--engine", "kind"]), &file), @r"
    exit code 0
    --- stdout
    swapped.c: safe: no execution violates `assert`
    note: this assertion holds in every execution
      --> swapped.c:11:5
       |
    11 |     assert(x != y);
       |     ^^^^^^^^^^^^^^ proved
    proof: k-induction with k = 2
    assumed: LP64: int has 32 bits, long and pointers have 64; signed arithmetic wraps around as unsigned does, as with gcc -fwrapv
    certified by cvc5 (TIME)
    --- stderr
    ");
}

#[test]
fn safe_by_an_invariant() {
    assert_snapshot!(on("ladder_equation.c"), @r"
    exit code 0
    --- stdout
    ladder_equation.c: safe: no execution violates `assert`
    note: this assertion holds in every execution
      --> ladder_equation.c:13:3
       |
    13 |   assert(y == 2 * x);
       |   ^^^^^^^^^^^^^^^^^^ proved
    proof: inductive invariant
    loop invariant: holds whenever execution is here
     --> ladder_equation.c:9:3
      |
    9 |   while (__VERIFIER_nondet_int()) {
      |   ----- y == x * 2
    assumed: LP64: int has 32 bits, long and pointers have 64; signed arithmetic wraps around as unsigned does, as with gcc -fwrapv
    certified by cvc5 (TIME)
    --- stderr
    ");
}

#[test]
fn safe_because_every_path_was_seen() {
    let file = program("counter_bounded.c");
    let output = check(&file, &["--engine", "bmc"]);
    let text = said(&output, &file);
    assert!(
        text.contains("proof: every path ends within 11 steps between loop heads\n"),
        "{text}"
    );
}

#[test]
fn safe_because_the_only_run_was_executed() {
    assert_snapshot!(on("counter_bounded.c"), @r"
    exit code 0
    --- stdout
    counter_bounded.c: safe: no execution violates `assert`
    note: this assertion holds in every execution
     --> counter_bounded.c:9:5
      |
    9 |     assert(sum == 45);
      |     ^^^^^^^^^^^^^^^^^ proved
    proof: the program has one run; it was executed: 60 steps
    assumed: LP64: int has 32 bits, long and pointers have 64; signed arithmetic wraps around as unsigned does, as with gcc -fwrapv
    certified by concrete interpreter (TIME)
    --- stderr
    ");
}

#[test]
fn unsafe_with_the_run_that_shows_it() {
    assert_snapshot!(on("array_symbolic_bug.c"), @r"
    exit code 1
    --- stdout
    array_symbolic_bug.c: unsafe: `assert` can be violated

    error: call of the error function
     --> array_symbolic_bug.c:8:9
      |
    8 |         __VERIFIER_error();
      |         ^^^^^^^^^^^^^^^^^^
    inputs:
      line 6: __VERIFIER_nondet_int() returns 5
    the run, 16 steps: what the violation depends on
     --> array_symbolic_bug.c:5:32
      |
    5 |     int a[8] = {3, 1, 4, 1, 5, 9, 2, 6};
      |                                - a[5] = 9
    6 |     int i = __VERIFIER_nondet_int();
      |             ----------------------- i = 5
    7 |     if (i >= 0 && i < 8 && a[i] == 9)
      |         - 0 <= i && i < 8 holds, a[i] == 9 holds: i = 5
    certified by concrete interpreter (TIME)
    --- stderr
    ");
}

#[test]
fn unknown_because_of_an_unsupported_construct() {
    assert_snapshot!(on("rounding_mode.c"), @r"
    exit code 3
    --- stdout
    rounding_mode.c: unknown
    reason: unsupported construct: library function fesetround at rounding_mode.c:7:5
    the search did not get past this place
     --> rounding_mode.c:7:5
      |
    7 |     fesetround(0x400);
      |     ^^^^^^^^^^^^^^^^^
    hint: fesetround is not modelled: give it a body in C that does what you rely on, or declare a function of another name in its place
    more: invar explain unsupported-construct
    --- stderr
    ");
}

#[test]
fn unknown_because_of_recursion() {
    let file = program("recursion_unbounded.c");
    assert_snapshot!(said(&check(&file, &["--engine", "ic3-cfa"]), &file), @r"
    exit code 3
    --- stdout
    recursion_unbounded.c: unknown
    reason: unsupported construct: recursion deeper than 200 calls of down at recursion_unbounded.c:4:56
    the search did not get past this place
     --> recursion_unbounded.c:4:56
      |
    4 | static unsigned down(unsigned n) { return n == 0 ? 0 : down(n - 1); }
      |                                                        ^^^^^^^^^^^
    hint: calls are inlined to a depth; a larger --recursion may help
    more: invar explain unsupported-construct
    --- stderr
    ");
}

#[test]
fn functions_without_a_body_are_named() {
    assert_snapshot!(on("missing_body.c"), @r"
    exit code 1
    --- stdout
    missing_body.c: unsafe: `assert` can be violated

    error: call of the error function
     --> missing_body.c:7:9
      |
    7 |         __VERIFIER_error();
      |         ^^^^^^^^^^^^^^^^^^
    inputs:
      line 6: sensor() returns 3
    the run, 4 steps
     --> missing_body.c:6:9
      |
    6 |     if (sensor() == 3)
      |         -------- sensor() returns 3
    assumed: sensor has no body: it returns any value and changes nothing else (called at missing_body.c:6:9)
    certified by concrete interpreter (TIME)
    --- stderr
    ");
}

#[test]
fn unknown_properties_are_usage_errors() {
    let file = program("counter_bounded.c");
    assert_snapshot!(said(&check(&file, &["--property", "nonsense"]), &file), @r"
    exit code 2
    --- stdout

    --- stderr
    error: unknown property 'nonsense'
    hint: invar checks default, assert, unreach-call, no-overflow, conversion, division-by-zero, shift, array-bounds, valid-deref, valid-free, valid-memtrack, valid-memsafety, const-write, overlap, pointer-order, unsequenced, missing-return, uninitialised, all, termination, also from .prp files, and single assertions as assert:LINE
    ");
    assert_snapshot!(said(&check(&file, &["--property", "no-data-race"]), &file), @r"
    exit code 3
    --- stdout
    counter_bounded.c: unknown
    reason: unsupported property: no-data-race is not checked yet
    hint: invar checks assertions, error calls, overflows, divisions, shifts, bounds, conversions and memory
    more: invar explain unsupported-property
    --- stderr
    ");
    let both = ["--property", "termination,assert"];
    let output = check(&file, &both);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
}

#[test]
fn a_missing_file_is_an_input_error() {
    let file = program("no_such_program.c");
    assert_snapshot!(said(&check(&file, &[]), &file), @r"
    exit code 2
    --- stdout

    --- stderr
    error: input: no_such_program.c is not a file
    ");
}

#[test]
fn what_clang_refuses_is_an_input_error() {
    let file = written("refused.c", "int main(void) {\n  return undeclared;\n}\n");
    assert_snapshot!(said(&check(&file, &[]), &file), @r"
    exit code 2
    --- stdout

    --- stderr
    error: input: refused.c:2:10: use of undeclared identifier 'undeclared'
    ");
}

#[test]
fn a_program_without_main_is_an_input_error() {
    let file = written("no_main.c", "int f(void) { return 1; }\n");
    assert_snapshot!(said(&check(&file, &[]), &file), @r"
    exit code 2
    --- stdout

    --- stderr
    error: input: the program has no function main with a body
    hint: name the function to start with: --entry FUNCTION
    ");
}

#[test]
fn unknown_options_are_usage_errors() {
    let file = program("counter_bounded.c");
    let output = check(&file, &["--timeout", "soon"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.contains("'soon' is not a duration"), "{message}");
}

#[test]
fn ten_thousand_parentheses_are_read() {
    let around = |open: &str, inside: &str, close: &str| {
        format!("{}{inside}{}", open.repeat(10_000), close.repeat(10_000))
    };
    for (name, nested) in [
        (
            "parentheses.c",
            format!("int x = {};", around("(", "1", ")")),
        ),
        (
            "operators.c",
            format!("int x = {};", around("-(", "1", ")")),
        ),
        (
            "blocks.c",
            format!("int x = 1; {}", around("{", "x += 0;", "}")),
        ),
    ] {
        let text = format!("#include <assert.h>\nint main(void) {{ {nested} assert(x == 1); }}\n");
        let report = support::report(&written(name, &text), &["--timeout", "60s"]);
        // Reading takes long where the machine is slow.
        let reason = report["reason"].as_str();
        let is_late = reason.is_some_and(|reason| reason.starts_with("timeout"));
        assert!(report["verdict"] == "safe" || is_late, "{report}");
    }
}
