//! Results as people see them: small programs, the whole output.

use crate::support::{check, said, written};
use insta::assert_snapshot;

/// The output of a check of a program of the test's own.
fn shown(name: &str, text: &str, arguments: &[&str]) -> String {
    let file = written(name, text);
    said(&check(&file, arguments), &file)
}

#[test]
fn a_safe_program_with_its_invariants() {
    let text = "#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned counted(unsigned n)
{
    unsigned result = 0;
    while (result < n)
        result++;
    return result;
}
int main(void)
{
    unsigned limit = __VERIFIER_nondet_uint();
    unsigned i = 0, steps = 0;
    while (i < limit) {
        i++;
        steps++;
    }
    assert(steps == limit);
    assert(counted(limit) == limit);
    return 0;
}
";
    assert_snapshot!(shown("counting.c", text, &[]), @r"
    exit code 0
    --- stdout
    counting.c: safe: no execution violates `assert`
    assertions: 2 proved
    note: these assertions hold in every execution
      --> counting.c:18:5
       |
    18 |     assert(steps == limit);
       |     ^^^^^^^^^^^^^^^^^^^^^^ proved
    19 |     assert(counted(limit) == limit);
       |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ proved
    proof: inductive invariant
    loop invariant: holds whenever execution is here
      --> counting.c:14:5
       |
    14 |     while (i < limit) {
       |     -----
       |     |
       |     i == steps
       |     i <= limit
       |
    loop invariant in counted, called at line 19
      --> counting.c:6:5
       |
     6 |     while (result < n)
       |     -----
       |     |
       |     limit == n
       |     result <= limit
    assumed: LP64: int has 32 bits, long and pointers have 64; signed arithmetic wraps around as unsigned does, as with gcc -fwrapv
    certified by cvc5 (TIME)
    --- stderr
    ");
}

#[test]
fn a_failing_run_through_calls_with_values_in_their_types() {
    let text = "#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

struct device { unsigned flags; int *slot; int log[4]; };
int table[4];

static int clamp(int value, int most)
{
    int unused = 17;
    if (value > most)
        return most;
    return value;
}

static void mark(struct device *d, unsigned mask)
{
    d->flags |= mask;
}

int main(void)
{
    struct device d = { 0, 0, {0, 0, 0, 0} };
    int noise = __VERIFIER_nondet_int();
    int x = __VERIFIER_nondet_int();
    char c = __VERIFIER_nondet_char();
    double ratio = 0.5;
    int y = clamp(x, 100);
    if (c == 'k')
        mark(&d, 0xff00u);
    d.slot = &table[2];
    if (y > 41)
        *d.slot = y;
    ratio = ratio * 3;
    d.log[1] = y;
    if (ratio > 1.4 && d.flags & 0x100u)
        assert(table[2] < 42);
    return 0;
}
";
    assert_snapshot!(shown("device.c", text, &[]), @r"
    exit code 1
    --- stdout
    device.c: unsafe: `assert` can be violated

    error: failing assertion
      --> device.c:37:9
       |
    37 |         assert(table[2] < 42);
       |         ^^^^^^^^^^^^^^^^^^^^^ 42 <= table[2] holds
    inputs:
      line 24: __VERIFIER_nondet_int() returns any value
      line 25: __VERIFIER_nondet_int() returns 42
      line 26: __VERIFIER_nondet_char() returns 107 'k'
    the run, 39 steps: what the violation depends on
      --> device.c:23:19
       |
    23 |     struct device d = { 0, 0, {0, 0, 0, 0} };
       |                   - d.flags = 0
    24 |     int noise = __VERIFIER_nondet_int();
    25 |     int x = __VERIFIER_nondet_int();
       |             ----------------------- x = 42
    26 |     char c = __VERIFIER_nondet_char();
       |              ------------------------ c = 107 'k'
    27 |     double ratio = 0.5;
       |                    - ratio = 0.5
    28 |     int y = clamp(x, 100);
       |             ------------- calls clamp(value = 42, most = 100)
       |
    in clamp(value = 42, most = 100)
       |
    11 |     if (value > most)
       |         ----- value <= most holds
    12 |         return most;
    13 |     return value;
       |     ------ returns 42
    back in main
       |
    28 |     int y = clamp(x, 100);
       |             ------------- y = 42
    29 |     if (c == 'k')
       |         - c == 107 holds
    30 |         mark(&d, 0xff00u);
       |         ----------------- calls mark(d = &d, mask = 65280 (0xff00))
    in mark(d = &d, mask = 65280 (0xff00))
       |
    18 |     d->flags |= mask;
       |     - d.flags = 65280 (0xff00)
    back in main
       |
    31 |     d.slot = &table[2];
       |     - d.slot = &table[2]
    32 |     if (y > 41)
       |         - 41 < y holds
    33 |         *d.slot = y;
       |         - table[2] = 42
    34 |     ratio = ratio * 3;
       |     ----- ratio = 1.5
    35 |     d.log[1] = y;
    36 |     if (ratio > 1.4 && d.flags & 0x100u)
       |         ----- (d.flags & 256) != 0 && (1.4 < ratio) holds
    37 |         assert(table[2] < 42);
       |         --------------------- 42 <= table[2] holds
    certified by concrete interpreter (TIME)
    --- stderr
    ");
}

#[test]
fn arrays_strings_and_the_heap() {
    let text = "#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct point { short x, y; };
int main(void)
{
    char name[8] = \"abc\";
    struct point points[3] = {{1, 2}, {3, 4}, {5, 6}};
    int grid[2][3] = {{0}};
    unsigned i = __VERIFIER_nondet_uint();
    int *heap = malloc(3 * sizeof(int));
    if (i >= 3 || !heap)
        return 0;
    points[i].y = 40;
    grid[1][i] = points[i].y + strlen(name);
    heap[1] = grid[1][2];
    int *end = heap + 1;
    assert(*end != 43);
    return 0;
}
";
    assert_snapshot!(shown("arrays.c", text, &[]), @r#"
    exit code 1
    --- stdout
    arrays.c: unsafe: `assert` can be violated

    error: failing assertion
      --> arrays.c:19:5
       |
    19 |     assert(*end != 43);
       |     ^^^^^^^^^^^^^^^^^^
    inputs:
      line 11: __VERIFIER_nondet_uint() returns 2
    the run, 57 steps: what the violation depends on
      --> arrays.c:8:20
       |
     8 |     char name[8] = "abc";
       |                    - name[0] = 97 'a', name[1] = 98 'b', name[2] = 99 'c'
    ...
    11 |     unsigned i = __VERIFIER_nondet_uint();
       |                  ------------------------ i = 2
    12 |     int *heap = malloc(3 * sizeof(int));
       |                 ----------------------- heap = heap object of line 12
    13 |     if (i >= 3 || !heap)
       |         - !(3 <= i || heap == 0) holds
    14 |         return 0;
    15 |     points[i].y = 40;
       |     ------ points[2].y = 40
    16 |     grid[1][i] = points[i].y + strlen(name);
       |                                ------------ strlen(s = &name[0]) returns 3, grid[1][2] = 43
    17 |     heap[1] = grid[1][2];
       |     ---- *(heap object of line 12, offset 4) = 43
    18 |     int *end = heap + 1;
       |                ---- end = heap object of line 12, offset 4
    assumed: modelled as the C standard has them: strlen
    certified by concrete interpreter (TIME)
    --- stderr
    "#);
}

#[test]
fn a_long_loop_is_folded() {
    let text = "#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned limit = __VERIFIER_nondet_uint(), i = 0, steps = 0;
    while (i < limit) {
        i++;
        steps += 2;
    }
    assert(steps < 1000);
    return 0;
}
";
    assert_snapshot!(shown("long.c", text, &[]), @r"
    exit code 1
    --- stdout
    long.c: unsafe: `assert` can be violated

    error: failing assertion
      --> long.c:10:5
       |
    10 |     assert(steps < 1000);
       |     ^^^^^^^^^^^^^^^^^^^^ 1000 <= steps holds: steps = 1000
    inputs:
      line 5: __VERIFIER_nondet_uint() returns 500
    the run, 2009 steps: what the violation depends on
      --> long.c:5:22
       |
     5 |     unsigned limit = __VERIFIER_nondet_uint(), i = 0, steps = 0;
       |                      ------------------------ limit = 500, i = 0, steps = 0
     6 |     while (i < limit) {
       |            - i < limit holds
     7 |         i++;
       |         - i = 1
     8 |         steps += 2;
       |         ----- steps = 2
       |
    ... 497 iterations of the loop at line 6 ...
    loop at line 6, iteration 499
       |
     6 |     while (i < limit) {
       |            - i < limit holds
     7 |         i++;
       |         - i = 499
     8 |         steps += 2;
       |         ----- steps = 998
    loop at line 6, iteration 500
       |
     6 |     while (i < limit) {
       |            - i < limit holds
     7 |         i++;
     8 |         steps += 2;
       |         ----- steps = 1000
     9 |     }
    10 |     assert(steps < 1000);
       |     -------------------- 1000 <= steps holds: steps = 1000
    certified by concrete interpreter (TIME)
    --- stderr
    ");
    let full = shown("long_full.c", text, &["--trace", "full"]);
    assert_eq!(
        full.matches("loop at line 6, iteration").count(),
        499,
        "{full}"
    );
}

#[test]
fn an_overflow_on_the_way_is_told() {
    let text = "#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x > 0) {
        int y = x + 1;
        assert(y > 0);
    }
    return 0;
}
";
    assert_snapshot!(shown("overflow.c", text, &[]), @r"
    exit code 1
    --- stdout
    overflow.c: unsafe: `assert` can be violated

    error: failing assertion
     --> overflow.c:8:9
      |
    8 |         assert(y > 0);
      |         ^^^^^^^^^^^^^ y <= 0 holds: y = -2147483648
    inputs:
      line 5: __VERIFIER_nondet_int() returns 2147483647
    the run, 7 steps
     --> overflow.c:5:13
      |
    5 |     int x = __VERIFIER_nondet_int();
      |             ----------------------- x = 2147483647
    6 |     if (x > 0) {
      |         - 0 < x holds
    7 |         int y = x + 1;
      |                 - y = -2147483648
    8 |         assert(y > 0);
      |         ------------- y <= 0 holds: y = -2147483648
    note at overflow.c:7:17: signed overflow: 2147483647 + 1 does not fit int; invar wraps it as gcc -fwrapv does
    certified by concrete interpreter (TIME)
    --- stderr
    ");
}

#[test]
fn a_variable_that_is_never_given_a_value_is_told() {
    let text = "#include <assert.h>
int main(void)
{
    int x, unused;
    assert(x != 7);
    return 0;
}
";
    assert_snapshot!(shown("uninitialised.c", text, &[]), @r"
    exit code 1
    --- stdout
    uninitialised.c: unsafe: `assert` can be violated

    error: failing assertion
     --> uninitialised.c:5:5
      |
    5 |     assert(x != 7);
      |     ^^^^^^^^^^^^^^ x == 7 holds
    inputs:
      line 4: x is 7 (never given a value)
    the run, 5 steps: what the violation depends on
     --> uninitialised.c:4:9
      |
    4 |     int x, unused;
      |         - x = 7 (never given a value)
    5 |     assert(x != 7);
      |     -------------- x == 7 holds
    note at uninitialised.c:4:9: the run depends on x, which is read before it is given a value
    certified by concrete interpreter (TIME)
    --- stderr
    ");
}

#[test]
fn an_unknown_verdict_with_what_is_known() {
    let text = "#include <assert.h>
#include <fenv.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x > 10)
        x = 10;
    assert(x <= 10);
    fesetround(FE_UPWARD);
    assert(x != 3);
    return 0;
}
";
    assert_snapshot!(shown("rounding.c", text, &[]), @r"
    exit code 3
    --- stdout
    rounding.c: unknown
    reason: unsupported construct: library function fesetround at rounding.c:10:5
    assertions: 2 unknown
    unknown:
      rounding.c:9:5: failing assertion
      rounding.c:11:5: failing assertion
    the search did not get past this place
      --> rounding.c:10:5
       |
    10 |     fesetround(FE_UPWARD);
       |     ^^^^^^^^^^^^^^^^^^^^^
    hint: fesetround is not modelled: give it a body in C that does what you rely on, or declare a function of another name in its place
    more: invar explain unsupported-construct
    --- stderr
    ");
}

#[test]
fn a_vacuous_assertion_is_a_warning() {
    let text = "#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    if (x > 5 && x < 3)
        assert(x == 4);
    assert(x * 2 % 2 == 0);
    return 0;
}
";
    assert_snapshot!(shown("vacuous.c", text, &[]), @r"
    exit code 0
    --- stdout
    vacuous.c: safe: no execution violates `assert`
    assertions: 1 proved, 1 unreachable
    note: this assertion holds in every execution
     --> vacuous.c:8:5
      |
    8 |     assert(x * 2 % 2 == 0);
      |     ^^^^^^^^^^^^^^^^^^^^^^ proved
    warning: this assertion says nothing
     --> vacuous.c:7:9
      |
    7 |         assert(x == 4);
      |         ^^^^^^^^^^^^^^ holds only because no execution gets here
    proof: every path was looked at
    assumed: LP64: int has 32 bits, long and pointers have 64; signed arithmetic wraps around as unsigned does, as with gcc -fwrapv
    certified by cvc5 (TIME)
    --- stderr
    ");
}

#[test]
fn a_missing_body_is_an_assumption() {
    let text = "#include <assert.h>
int sensor(int channel);
int main(void)
{
    int value = sensor(2);
    if (value < 0)
        value = 0;
    assert(value >= 0);
    return 0;
}
";
    assert_snapshot!(shown("sensor.c", text, &[]), @r"
    exit code 0
    --- stdout
    sensor.c: safe: no execution violates `assert`
    note: this assertion holds in every execution
     --> sensor.c:8:5
      |
    8 |     assert(value >= 0);
      |     ^^^^^^^^^^^^^^^^^^ proved
    proof: every path was looked at
    assumed: sensor has no body: it returns any value and changes nothing else (called at sensor.c:5:17)
    assumed: LP64: int has 32 bits, long and pointers have 64; signed arithmetic wraps around as unsigned does, as with gcc -fwrapv
    certified by cvc5 (TIME)
    --- stderr
    ");
}
