//! Messages carry what decides: numbers, names of objects and constants, the iteration that matters.

use crate::support::{check, folder, invar, report, said, written};
use insta::assert_snapshot;
use serde_json::json;

/// The output of a check with the default property.
fn shown(name: &str, text: &str, arguments: &[&str]) -> String {
    let file = written(name, text);
    let arguments = [arguments, &["--property", "default"]].concat();
    said(&check(&file, &arguments), &file)
}

#[test]
fn an_index_out_of_bounds_comes_with_index_and_size() {
    let text = r"extern int __VERIFIER_nondet_int(void);
int buf[32];
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 32)
        return 0;
    buf[n] = 1;
    return 0;
}
";
    assert_snapshot!(shown("bounds.c", text, &[]), @r"
    exit code 1
    --- stdout
    bounds.c: unsafe: an execution fails

    error: array index out of bounds: index 32, size 32: buf[32]
     --> bounds.c:8:9
      |
    8 |     buf[n] = 1;
      |         ^
    inputs:
      line 5: __VERIFIER_nondet_int() returns 32
    the run, 6 steps
     --> bounds.c:5:13
      |
    5 |     int n = __VERIFIER_nondet_int();
      |             ----------------------- n = 32
    6 |     if (n < 0 || n > 32)
      |         - !(n < 0 || 32 < n) holds
    certified by concrete interpreter (TIME)
    --- stderr
    ");
}

#[test]
fn arguments_and_what_they_lead_to_have_their_names() {
    let text = r"enum mode { OFF, ON = 5 };
struct ring { unsigned head; enum mode mode; struct ring *next; unsigned char data[8]; };
int put(struct ring *r, unsigned char c)
{
    if (!r || r->mode != ON || r->next != r || r->head != 9)
        return 0;
    r->data[r->head] = c;
    return 1;
}
";
    assert_snapshot!(shown("ring.c", text, &["--entry", "put"]), @r"
    exit code 1
    --- stdout
    ring.c: unsafe: an execution fails
    checks: 1 violated, 5 proved
    function  check                              places  proved  violated  unknown
    put       array index out of bounds               1       0         1        0
    put       access through an invalid pointer       5       5         0        0

    error: array index out of bounds: index 9, size 8: r->data[9]
     --> ring.c:7:13
      |
    7 |     r->data[r->head] = c;
      |             ^
    inputs:
      line 3: r = an object from outside
      line 3: c = any value
      r->mode = ON
      r->next = r
      r->head = 9
    the run, 25 steps: what the violation depends on
     --> ring.c:3:22
      |
    3 | int put(struct ring *r, unsigned char c)
      |                      - r = an object from outside
      |
    in put
      |
    5 |     if (!r || r->mode != ON || r->next != r || r->head != 9)
      |          - r != 0 holds
    assumed: the run starts in put: arguments and variables that are not const have any value; a pointer that is an argument is null or points to an aligned object from outside, with any contents; pointers to different types point to different objects, all below 2 GB; pointers from outside whose order or distance is asked for point into one object
    certified by concrete interpreter (TIME)
    --- stderr
    ");
}

#[test]
fn objects_have_names_or_the_line_where_they_were_made() {
    let text = r"#include <stdlib.h>
static int first(const int *p) { return p[-1]; }
int main(void)
{
    int own[4] = {1, 2, 3, 4};
    int *heap = malloc(8);
    if (!heap)
        return 1;
    heap[1] = 3;
    return heap[1] == 3 ? first(own) : heap[2];
}
";
    assert_snapshot!(shown("objects.c", text, &[]), @r"
    exit code 1
    --- stdout
    objects.c: unsafe: an execution fails
    assertions: 1 violated, 3 proved

    error: access through an invalid pointer: the pointer is &own[-1]
     --> objects.c:2:41
      |
    2 | static int first(const int *p) { return p[-1]; }
      |                                         ^
    the run, 21 steps: what the violation depends on
      --> objects.c:6:17
       |
     6 |     int *heap = malloc(8);
       |                 --------- heap = heap object of line 6
     7 |     if (!heap)
       |          ---- heap != 0 holds
     8 |         return 1;
     9 |     heap[1] = 3;
       |     ---- *(heap object of line 6, offset 4) = 3
    10 |     return heap[1] == 3 ? first(own) : heap[2];
       |                           ---------- calls first(p = &own[0])
    certified by concrete interpreter (TIME)
    --- stderr
    ");
}

#[test]
fn accesses_after_a_heap_object_name_it() {
    let text = r"#include <stdlib.h>
int main(void)
{
    int *p = malloc(8);
    if (!p)
        return 1;
    for (int i = 0; i <= 2; i++)
        p[i] = i;
    free(p);
    return 0;
}
";
    assert_snapshot!(shown("heap.c", text, &[]), @r"
    exit code 1
    --- stdout
    heap.c: unsafe: an execution fails
    checks: 1 violated, 4 proved
    function  check                                     places  proved  violated  unknown
    main      access through an invalid pointer              1       0         1        0
    main      signed overflow in '+'                         1       1         0        0
    main      access to freed memory                         1       1         0        0
    main      free of something that was not allocated       1       1         0        0
    main      free of memory that was freed before           1       1         0        0

    error: access through an invalid pointer: the pointer is heap object of line 4, offset 8, just after the 8 bytes of the object
     --> heap.c:8:9
      |
    8 |         p[i] = i;
      |         ^
    the run, 31 steps: what the violation depends on
     --> heap.c:4:14
      |
    4 |     int *p = malloc(8);
      |              --------- p = heap object of line 4
    5 |     if (!p)
      |          - p != 0 holds
    6 |         return 1;
    7 |     for (int i = 0; i <= 2; i++)
      |                  - i = 0, i <= 2 holds, i = 1, i <= 2 holds, i = 2, i <= 2 holds
    note at heap.c:4:14: the object is allocated here
    certified by concrete interpreter (TIME)
    --- stderr
    ");
}

#[test]
fn constants_of_enumerations_are_told_by_name() {
    let text = r"#include <assert.h>
enum state { IDLE, RUNNING, STOPPED = 7 };
extern int __VERIFIER_nondet_int(void);
struct machine { enum state state; int ticks; };
static void step(struct machine *m, enum state next) { m->state = next; m->ticks++; }
int main(void)
{
    struct machine m = { IDLE, 0 };
    if (__VERIFIER_nondet_int() > 3)
        step(&m, STOPPED);
    assert(m.state != STOPPED);
    return 0;
}
";
    assert_snapshot!(shown("machine.c", text, &[]), @r"
    exit code 1
    --- stdout
    machine.c: unsafe: an execution fails
    checks: 1 violated, 3 proved
    function  check                              places  proved  violated  unknown
    main      failing assertion                       1       0         1        0
    step      access through an invalid pointer       2       2         0        0
    step      signed overflow in '+'                  1       1         0        0

    error: failing assertion
      --> machine.c:11:5
       |
    11 |     assert(m.state != STOPPED);
       |     ^^^^^^^^^^^^^^^^^^^^^^^^^^ m.state == STOPPED holds
    inputs:
      line 9: __VERIFIER_nondet_int() returns 4
    the run, 21 steps: what the violation depends on
      --> machine.c:8:20
       |
     8 |     struct machine m = { IDLE, 0 };
       |                    - m.ticks = 0
     9 |     if (__VERIFIER_nondet_int() > 3)
       |         ----------------------- __VERIFIER_nondet_int() returns 4
    10 |         step(&m, STOPPED);
       |         ----------------- calls step(m = &m, next = STOPPED)
       |
    in step(m = &m, next = STOPPED)
       |
     5 | static void step(struct machine *m, enum state next) { m->state = next; m->ticks++; }
       |                                                        - m.state = STOPPED
    back in main
       |
    11 |     assert(m.state != STOPPED);
       |     -------------------------- m.state == STOPPED holds
    certified by concrete interpreter (TIME)
    --- stderr
    ");
}

#[test]
fn the_iteration_that_decides_is_not_folded() {
    let text = r"#include <assert.h>
int main(void)
{
    int bad = 0;
    for (int i = 0; i < 64; i++)
        if (i == 40)
            bad = 1;
    assert(!bad);
    return 0;
}
";
    assert_snapshot!(shown("decisive.c", text, &[]), @r"
    exit code 1
    --- stdout
    decisive.c: unsafe: an execution fails
    checks: 1 violated, 1 proved
    function  check                   places  proved  violated  unknown
    main      failing assertion            1       0         1        0
    main      signed overflow in '+'       1       1         0        0

    error: failing assertion
     --> decisive.c:8:5
      |
    8 |     assert(!bad);
      |     ^^^^^^^^^^^^ bad != 0 holds: bad = 1
    the run, 456 steps: what the violation depends on
     --> decisive.c:5:18
      |
    5 |     for (int i = 0; i < 64; i++)
      |                  - i = 0, i < 64 holds, i = 1
      |
    ... 39 iterations of the loop at line 5 ...
    loop at line 5, iteration 41
      |
    5 |     for (int i = 0; i < 64; i++)
      |                     - i < 64 holds
    6 |         if (i == 40)
      |             - i == 40 holds
    7 |             bad = 1;
      |             --- bad = 1
    then
      |
    5 |     for (int i = 0; i < 64; i++)
      |                             - i = 41
    ... 21 iterations of the loop at line 5 ...
    loop at line 5, iteration 63
      |
    5 |     for (int i = 0; i < 64; i++)
      |                     - i < 64 holds, i = 63, i < 64 holds, i = 64, 64 <= i holds
    ...
    8 |     assert(!bad);
      |     ------------ bad != 0 holds: bad = 1
    certified by concrete interpreter (TIME)
    --- stderr
    ");
}

#[test]
fn what_intervals_prove_is_an_invariant_and_found_by_them() {
    let text = r"extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int a[10] = {0};
    int i = 0;
    while (__VERIFIER_nondet_int()) {
        if (i < 9)
            i++;
        a[i] = 0;
    }
    return 0;
}
";
    assert_snapshot!(shown("intervals.c", text, &[]), @r"
    exit code 0
    --- stdout
    intervals.c: safe: no assertion fails and no checked undefined behaviour happens
    checks: 2 proved
    function  check                      places  proved  violated  unknown
    main      signed overflow in '+'          1       1         0        0
    main      array index out of bounds       1       1         0        0
    proof: inductive invariant
    loop invariant: holds whenever execution is here
     --> intervals.c:6:5
      |
    6 |     while (__VERIFIER_nondet_int()) {
      |     -----
      |     |
      |     0 <= i
      |     i <= 9
    assumed: LP64: int has 32 bits, long and pointers have 64; signed arithmetic that overflows is a violation and ends the run
    certified by cvc5 (TIME)
    --- stderr
    ");
    let report = report(&written("engine.c", text), &["--property", "default"]);
    for (member, expected) in [
        ("/engine", json!("intervals")),
        ("/proof/kind", json!("inductive")),
        ("/proof/bound", json!(null)),
    ] {
        assert_eq!(
            report.pointer(member).cloned().unwrap_or_default(),
            expected,
            "{member}"
        );
    }
}

#[test]
fn numbers_of_all_kinds_of_checks_are_told() {
    let text = r"int f(int a, int b, int n, double d)
{
    int length[2] = {1, 2};
    char c = 0;
    switch (n) {
    case 1: return a / b;
    case 2: return a << (b | 32);
    case 3: return (int)d;
    case 4: return c = a;
    default: return length[n];
    }
}
";
    let file = written("numbers.c", text);
    let arguments = ["--entry", "f", "--property", "all,conversion"];
    let report = report(&file, &arguments);
    let violations = report["violations"].as_array().expect("violations");
    for (what, begin, end) in [
        ("division by zero", "", " / 0"),
        (
            "overflow in a signed division",
            "-2147483648 / (-1)",
            " does not fit int",
        ),
        (
            "shift by a negative or too large amount",
            "by ",
            " in 32 bits",
        ),
        (
            "float out of the range of the integer type",
            "",
            " does not fit int",
        ),
        (
            "conversion that changes the value",
            "",
            " does not fit char",
        ),
        ("array index out of bounds", "index ", "]"),
    ] {
        let mut of_kind = violations.iter().filter(|v| v["what"] == what);
        let detail = of_kind.next().and_then(|v| v["detail"].as_str());
        let fits = |detail: &str| detail.starts_with(begin) && detail.ends_with(end);
        assert!(detail.is_some_and(fits), "{what}: {detail:?}");
    }
}

#[test]
fn no_output_has_names_that_only_invar_knows() {
    let text = r#"#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv)
{
    char to[4], *copy = malloc(8);
    (void)argv;
    if (!copy)
        return 1;
    strcpy(copy, "abcdef");
    if (argc > 2)
        strcpy(to, copy);
    free(copy);
    return to[0];
}
"#;
    let file = written("names.c", text);
    let folder = folder("cli_names");
    let (page, sarif) = (folder.join("page"), folder.join("log.sarif"));
    let output = invar()
        .args(["check", "--property", "all", "--format", "json", "--report"])
        .arg(&page)
        .arg("--sarif")
        .arg(&sarif)
        .arg(&file)
        .output()
        .expect("invar runs");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let read = |path: &std::path::Path| std::fs::read_to_string(path).expect("written");
    let json = String::from_utf8_lossy(&output.stdout).into_owned();
    let text = check(&file, &["--property", "all"]).stdout;
    let text = String::from_utf8_lossy(&text).into_owned();
    for said in [json, text, read(&page.join("index.html")), read(&sarif)] {
        for name in [
            "invar-model",
            "__invar",
            "$start",
            "check-worker",
            "$memory",
        ] {
            assert!(!said.contains(name), "{name}: {said}");
        }
    }
}
