//! `invar survey`: every function as a start.

use crate::support::{invar, written};

const TEXT: &str = "static int table[4];
int halved(int x) {
  return x / 2;
}
int quotient(int x, int y) {
  return x / y;
}
static int entry(unsigned i) {
  if (i < 4)
    return table[i];
  return -1;
}
int both(unsigned i) {
  return entry(i) + quotient(4, 2);
}
";

#[test]
fn functions_have_rows_with_their_own_sites() {
    let file = written("surveyed.c", TEXT);
    let survey = |arguments: &[&str]| {
        let output = invar()
            .arg("survey")
            .arg(&file)
            .args([
                "--timeout",
                "60s",
                "--property",
                "division-by-zero,array-bounds",
                "--preconditions",
                "none",
            ])
            .args(arguments)
            .output()
            .expect("invar runs");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        (output.status.code(), text)
    };
    let (code, text) = survey(&["--format", "json", "--jobs", "2"]);
    assert_eq!(code, Some(1), "{text}");
    let rows: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let row = |n: usize| {
        let row = &rows[n];
        let number = |key: &str| row[key].as_u64().expect("a number");
        let name = row["function"].as_str().expect("a name");
        (
            name,
            number("sites"),
            number("proved"),
            number("violated"),
            number("unknown"),
        )
    };
    assert_eq!(row(0).0, "halved");
    assert_eq!((row(0).1, row(0).3, row(0).4), (row(0).2, 0, 0));
    assert_eq!(row(1), ("quotient", 1, 0, 1, 0));
    assert_eq!(row(2), ("entry", 1, 1, 0, 0));
    assert_eq!((row(3).0, row(3).3), ("both", 0));
    assert_eq!(rows[1]["violations"][0]["place"]["line"], 6);
    let (code, text) = survey(&["--entry", "quotient"]);
    assert_eq!(code, Some(1));
    assert!(text.contains("surveyed.c:6:"), "{text}");
    assert!(text.contains("1 functions"), "{text}");
    let (code, text) = survey(&["--entry", "entry"]);
    assert_eq!(code, Some(0), "{text}");
}

const LIBRARY: &str = "#include <stddef.h>
struct ring { unsigned char *buf; size_t size; size_t head; };
int get(const int *p) { return *p; }
int any(const int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s |= a[i]; return s; }
void put(struct ring *r, unsigned char c) { if (r->head < r->size) r->buf[r->head++] = c; }
int beyond(const int *a, int n) { return n > 0 ? a[n] : 0; }
int table(unsigned i) { static const int t[4] = {1, 2, 3, 4}; return t[i]; }
int down(const int *p, int n) { return n <= 0 ? *p : down(p, n - 1); }
int all(const int a[4]) { int s = 0; for (int i = 0; i < 4; i++) s |= a[i]; return s; }
char digit(const char *digits, unsigned x) { return digits[x & 15]; }
";

/// The functions of a file with what they need.
fn needs(name: &str, text: &str) -> serde_json::Value {
    let file = written(name, text);
    let output = invar()
        .arg("survey")
        .arg(&file)
        .args(["--timeout", "60s", "--cpu-time", "--format", "json"])
        .arg("--property")
        .arg("array-bounds,valid-deref")
        .output()
        .expect("invar runs");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {output:?}"))
}

/// With 32 bits, `n * sizeof(*a)` wraps for `n` that an `int` can hold.
#[test]
fn sizes_in_preconditions_do_not_wrap() {
    let file = written(
        "wrapping_sizes.c",
        "int any(const int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s ^= a[i]; return s; }\n\
         int some(const char *a, unsigned long long n) { int s = 0; for (unsigned i = 0; i < n; i++) s ^= a[i]; return s; }\n",
    );
    let said = |function: &str, model: &str| {
        let output = invar()
            .arg("check")
            .arg(&file)
            .args(["--infer", "--property", "valid-deref", "--entry", function])
            .args(["--data-model", model])
            .output()
            .expect("invar runs");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let guard = "n <= SIZE_MAX / sizeof(*a) && __CPROVER_rw_ok(a, n * sizeof(*a))";
    assert!(said("any", "ILP32").contains(guard));
    assert!(!said("any", "LP64").contains(guard));
    let guard = "n <= SIZE_MAX && __CPROVER_rw_ok(a, n)";
    assert!(said("some", "ILP32").contains(guard));
    assert!(!said("some", "LP64").contains(guard));
}

/// The length that "is a string" is about is any number, not a variable without a value.
#[test]
fn strings_can_be_preconditions_with_all_checks() {
    let file = written(
        "strings.c",
        "unsigned long len(const char *s) { unsigned long n = 0; while (s[n]) n++; return n; }\n\
         int at(const char *s, int b) { return 5 / b + (s[b] != 0); }\n",
    );
    let said = |function: &str| {
        let output = invar()
            .arg("check")
            .arg(&file)
            .args([
                "--infer",
                "--entry",
                function,
                "--timeout",
                "60s",
                "--cpu-time",
            ])
            .output()
            .expect("invar runs");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let len = said("len");
    assert!(len.contains(": safe:"), "{len}");
    assert!(len.contains("invar_is_string(s)"), "{len}");
    // The precondition "s is a string" would allow b == 0.
    let at = said("at");
    assert!(
        at.contains(": unknown") && !at.contains("invar_is_string"),
        "{at}"
    );
}

#[test]
fn preconditions_are_found_and_printed_as_contracts() {
    let rows = needs("library.c", LIBRARY);
    let all = rows.as_array().expect("rows");
    let row = |name: &str| {
        let row = all.iter().find(|row| row["function"] == name);
        row.unwrap_or_else(|| panic!("{name}: {rows}"))
    };
    let lines = |name: &str| -> Vec<&str> {
        let lines = row(name)["precondition"].as_array().expect("lines");
        lines.iter().filter_map(|line| line.as_str()).collect()
    };
    assert_eq!(
        lines("get"),
        ["__CPROVER_requires(__CPROVER_rw_ok(p, sizeof(*p)))"]
    );
    assert_eq!(
        lines("any"),
        [
            "__CPROVER_requires(a != NULL)",
            "__CPROVER_requires(__CPROVER_rw_ok(a, n * sizeof(*a)))"
        ]
    );
    assert!(
        lines("put").contains(&"__CPROVER_requires(__CPROVER_rw_ok(r->buf, r->size))"),
        "{rows}"
    );
    assert!(
        lines("all").contains(&"__CPROVER_requires(__CPROVER_rw_ok(a, 4 * sizeof(*a)))"),
        "{rows}"
    );
    assert!(
        lines("digit").contains(&"__CPROVER_requires(__CPROVER_rw_ok(digits, 16))"),
        "{rows}"
    );
    for name in ["get", "any", "put", "all", "digit"] {
        let number = |key: &str| row(name)[key].as_u64();
        assert_eq!(number("needs"), number("sites"), "{name}: {rows}");
    }
    // No clause covers an element after the last one.
    assert_eq!(row("beyond")["needs"], 0, "{rows}");
    assert_eq!(row("beyond")["violated"], 0, "{rows}");
    assert_eq!(row("table")["needs"], 1, "{rows}");
    assert_eq!(lines("table"), ["__CPROVER_requires(i < 4)"]);
    // Inner calls need not keep what callers from outside keep.
    assert_eq!(row("down")["needs"], 1, "{rows}");
}

const LIST: &str = "\
struct node { struct node *next; int value; };
struct encoder { unsigned char bits; };
int walk(struct node *n)
{
    int table[4] = {0, 0, 0, 0};
    int last = 0;
    for (; n; n = n->next)
        last ^= n->value;
    return table[last & 3];
}
int size(struct encoder *e) { return 1 << e->bits; }
int double_size(struct encoder *e) { int s = size(e); return s < 100 ? 2 * s : s; }
";

#[test]
fn an_open_access_leaves_others_alone_and_callers_need_what_their_callees_need() {
    let rows = needs("list.c", LIST);
    let all = rows.as_array().expect("rows");
    let row = |name: &str| {
        let row = all.iter().find(|row| row["function"] == name);
        row.unwrap_or_else(|| panic!("{name}: {rows}"))
    };
    // No clause is about all nodes of a list; the index after the loop is proved nevertheless.
    let walk = row("walk");
    assert_eq!(walk["violated"], 0, "{rows}");
    assert!(walk["unknown"].as_u64() > Some(0), "{rows}");
    let proved = walk["proved"].as_u64().max(walk["needs"].as_u64());
    assert!(proved > Some(0), "{rows}");
    let object = "__CPROVER_requires(__CPROVER_rw_ok(e, sizeof(*e)))";
    for name in ["size", "double_size"] {
        let lines = row(name)["precondition"].as_array().expect("lines");
        assert!(lines.contains(&object.into()), "{name}: {rows}");
    }
}

const TRAPS: &str = "\
struct pair { int a; int d; };
void swap(int *a, int i, int j) { if (i == j) return; int t = a[i]; a[i] = a[j]; a[j] = t; 1 / (i - i); }
int both(unsigned x) { static const int t[2] = {1, 2}; int r = 10 / x; r += t[x + 1]; return r / (r - r); }
static int divided(struct pair *p) { return 10 / p->d; }
int zeroed(struct pair *p) { p->d = 0; return divided(p); }
";

#[test]
fn contradictions_and_failing_callees_are_no_answers() {
    let file = written("traps.c", TRAPS);
    let output = invar()
        .arg("survey")
        .arg(&file)
        .args(["--timeout", "30s", "--cpu-time", "--format", "json"])
        .output()
        .expect("invar runs");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let rows: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let all = rows.as_array().expect("rows");
    let row = |name: &str| {
        let row = all.iter().find(|row| row["function"] == name);
        row.unwrap_or_else(|| panic!("{name}: {rows}"))
    };
    // No call keeps `i < j` and `j < i`, or `x < 1` and `x != 0`.
    assert_eq!(row("swap")["violated"], 1, "{rows}");
    assert!(row("both")["violated"].as_u64() > Some(0), "{rows}");
    // The callee fails whatever the caller is given.
    let called = row("zeroed")["called_violations"].as_array();
    assert_eq!(called.map(Vec::len), Some(1), "{rows}");
}

#[test]
fn what_cannot_be_surveyed_is_refused() {
    let file = written("nothing.c", "int f(void);\n");
    let code = |arguments: &[&str]| {
        let output = invar().arg("survey").arg(&file).args(arguments).output();
        output.expect("invar runs").status.code()
    };
    assert_eq!(code(&["--property", "assert"]), Some(2));
    assert_eq!(code(&["--property", "nonsense"]), Some(2));
}
