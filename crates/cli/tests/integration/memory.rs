//! Memory safety: one program for each kind of violation, and a twin without it.

use crate::support::{report, written};

const HEAD: &str = "extern void *malloc(unsigned int);
extern void *calloc(unsigned int, unsigned int);
extern void *realloc(void *, unsigned int);
extern void *alloca(unsigned int);
extern void free(void *);
extern void *memcpy(void *, const void *, unsigned int);
extern unsigned int strlen(const char *);
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
";

/// The verdict of a program, with what is violated.
fn verdict(name: &str, text: &str) -> (String, String) {
    let file = written(name, &format!("{HEAD}{text}"));
    let options = ["--property", "valid-memsafety", "--data-model", "ilp32"];
    let report = report(&file, &[options.as_slice(), &["--timeout", "60s"]].concat());
    let said = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let what = match report["verdict"].as_str() {
        Some("unsafe") => said(&report["violations"][0]["what"]),
        Some("unknown") => said(&report["reason"]),
        _ => String::new(),
    };
    (said(&report["verdict"]), what)
}

#[track_caller]
fn violates(name: &str, what: &str, text: &str) {
    let (verdict, found) = verdict(name, text);
    assert_eq!(
        (verdict.as_str(), found.as_str()),
        ("unsafe", what),
        "{text}"
    );
}

#[track_caller]
fn is_safe(name: &str, text: &str) {
    let (verdict, found) = verdict(name, text);
    assert_eq!(verdict, "safe", "{found}: {text}");
}

#[track_caller]
fn is_unknown(name: &str, text: &str) {
    let (verdict, found) = verdict(name, text);
    assert_eq!(verdict, "unknown", "{found}: {text}");
}

const POINTER: &str = "access through an invalid pointer";
const FREED: &str = "access to freed memory";
const SCOPE: &str = "access to a variable that is out of scope";
const FREE: &str = "free of something that was not allocated";
const DOUBLE: &str = "free of memory that was freed before";
const LEAK: &str = "memory that is never freed";

#[test]
fn accesses_stay_inside() {
    let body = |size: u32| {
        format!(
            "int main(void) {{ int n = __VERIFIER_nondet_int(); if (n < 0 || n > 3) return 0; char *p = malloc({size}); p[n] = 1; free(p); return 0; }}"
        )
    };
    violates("inside_1.c", POINTER, &body(3));
    is_safe("inside_2.c", &body(4));
    violates(
        "inside_3.c",
        POINTER,
        "int main(void) { char *p = malloc(6); int *q = (int *)(p + 4); *q = 1; free(p); return 0; }",
    );
    violates(
        "inside_4.c",
        POINTER,
        "int a[4]; int main(void) { int i = __VERIFIER_nondet_int(); if (i < 0 || i > 4) return 0; a[i] = 1; return 0; }",
    );
    violates(
        "inside_5.c",
        POINTER,
        "int main(void) { char *p = malloc(0); *p = 1; free(p); return 0; }",
    );
    is_safe(
        "inside_6.c",
        "int main(void) { char *p = malloc(0); free(p); return 0; }",
    );
}

#[test]
fn pointers_that_point_nowhere() {
    violates(
        "nowhere_1.c",
        POINTER,
        "int main(void) { int *p = 0; return *p; }",
    );
    violates(
        "nowhere_2.c",
        POINTER,
        "int main(void) { int x, *p; int *q = &x; *q = 1; if (x == 2) p = q; if (p != 0) *p = 1; return 0; }",
    );
    // A number that an object could get later.
    violates(
        "nowhere_3.c",
        POINTER,
        "int main(void) { int *q, *p = malloc(4); if (p == 0) q = p; if (q != 0) *q = 1; free(p); return 0; }",
    );
}

#[test]
fn freed_memory_is_gone() {
    violates(
        "freed_1.c",
        FREED,
        "int main(void) { int *p = malloc(4); *p = 1; free(p); return *p; }",
    );
    is_safe(
        "freed_2.c",
        "int main(void) { int *p = malloc(4); *p = 1; int r = *p; free(p); return r; }",
    );
    violates(
        "freed_3.c",
        FREED,
        "int main(void) { int *p = malloc(8), *q; p[1] = 5; q = realloc(p, 16); int r = p[1]; free(q); return r; }",
    );
    is_safe(
        "freed_4.c",
        "int main(void) { int *p = malloc(8), *q; p[1] = 5; q = realloc(p, 16); if (q[1] != 5) *p = 1; free(q); return 0; }",
    );
    violates(
        "freed_5.c",
        FREED,
        "int main(void) { int x = 1; int *p = malloc(4); free(p); memcpy(p, &x, 4); return 0; }",
    );
}

#[test]
fn only_what_was_allocated_is_freed_and_once() {
    violates(
        "free_1.c",
        DOUBLE,
        "int main(void) { int *p = malloc(4); free(p); free(p); return 0; }",
    );
    violates(
        "free_2.c",
        FREE,
        "int main(void) { char *p = malloc(4); free(p + 1); return 0; }",
    );
    violates(
        "free_3.c",
        FREE,
        "int x; int main(void) { free(&x); return 0; }",
    );
    violates(
        "free_4.c",
        FREE,
        "int main(void) { int *p = alloca(4); *p = 1; free(p); return 0; }",
    );
    violates(
        "free_5.c",
        FREE,
        "int main(void) { char *s = \"text\"; free(s); return 0; }",
    );
    is_safe(
        "free_6.c",
        "int main(void) { int *p = 0; free(p); return 0; }",
    );
}

#[test]
fn variables_end_with_their_block() {
    violates(
        "scope_1.c",
        SCOPE,
        "int main(void) { int *p = 0; { int x = 1; p = &x; } return *p; }",
    );
    is_safe(
        "scope_2.c",
        "int main(void) { int *p = 0, r; { int x = 1; p = &x; r = *p; } return r; }",
    );
    violates(
        "scope_3.c",
        SCOPE,
        "int *f(void) { int x = 3; return &x; } int main(void) { return *f(); }",
    );
    is_safe(
        "scope_4.c",
        "int *f(void) { static int x = 3; return &x; } int main(void) { return *f(); }",
    );
    violates(
        "scope_5.c",
        SCOPE,
        "int main(void) { int *p = 0; for (int i = 0; i < 3; i++) { int x = i; p = &x; if (x == 1) break; } return *p; }",
    );
    violates(
        "scope_6.c",
        SCOPE,
        "int main(void) { int *p = 0; { int x = 1; p = &x; goto out; } out: return *p; }",
    );
    violates(
        "scope_7.c",
        POINTER,
        "char *f(void) { char *p = alloca(2); *p = 1; return p; } int main(void) { return *f(); }",
    );
    // Behind the label, but in the same block.
    is_safe(
        "scope_8.c",
        "int main(void) { { int *p = 0, n = 0; again: if (p) return *p; int x; p = &x; x = 0; n++; goto again; } }",
    );
    is_safe(
        "scope_9.c",
        "int main(void) { int *p; int r = ({ int x = 4; p = &x; *p + 1; }); return r; }",
    );
}

#[test]
fn memory_that_nothing_points_to_is_lost() {
    violates(
        "leak_1.c",
        LEAK,
        "int main(void) { int *p = malloc(4); *p = 1; return 0; }",
    );
    violates(
        "leak_2.c",
        LEAK,
        "int main(void) { int *p = malloc(4); p = malloc(4); free(p); return 0; }",
    );
    is_safe(
        "leak_3.c",
        "int *kept; int main(void) { kept = malloc(4); return 0; }",
    );
    violates(
        "leak_4.c",
        LEAK,
        "int *kept; int main(void) { kept = malloc(4); kept = malloc(4); return 0; }",
    );
    is_safe(
        "leak_5.c",
        "int *kept; int main(void) { kept = malloc(4); free(kept); return 0; }",
    );
    violates(
        "leak_6.c",
        LEAK,
        "struct n { struct n *next; } *list; int main(void) { list = malloc(sizeof *list); list->next = 0; list = 0; return 0; }",
    );
    // What is on a list that a variable leads to is not searched.
    is_unknown(
        "leak_7.c",
        "struct n { struct n *next; } *list; int main(void) { list = malloc(sizeof *list); list->next = malloc(sizeof *list); list->next->next = 0; return 0; }",
    );
}

#[test]
fn runs_that_do_not_return_from_main() {
    is_unknown(
        "early_1.c",
        "int main(void) { int *p = malloc(4); *p = 1; abort(); }",
    );
    is_safe(
        "early_2.c",
        "int main(void) { int *p = malloc(4); *p = 1; free(p); abort(); }",
    );
    is_unknown(
        "early_3.c",
        "int main(void) { int *p = malloc(4); *p = 1; p = 0; while (1) { } }",
    );
    is_safe(
        "early_4.c",
        "int main(void) { while (1) { int *p = malloc(4); *p = 1; free(p); } }",
    );
}

#[test]
fn an_address_may_be_given_away_again() {
    is_unknown(
        "again_1.c",
        "int main(void) { int *p = malloc(4), *q; free(p); q = malloc(4); if (p == q) free(q); free(q); return 0; }",
    );
    is_unknown(
        "again_2.c",
        "int main(void) { int *p = malloc(4), *q; unsigned a = (unsigned)p; free(p); q = malloc(4); if (a == (unsigned)q) free(q); free(q); return 0; }",
    );
    is_safe(
        "again_3.c",
        "int main(void) { int *p = malloc(4); free(p); if (p == 0) *p = 1; return 0; }",
    );
}

#[test]
fn an_array_inside_an_object_is_not_the_object() {
    is_unknown(
        "part_1.c",
        "struct s { int a[2]; int b; } x; int main(void) { int i = __VERIFIER_nondet_int(); if (i < 0 || i > 2) return 0; x.a[i] = 1; return 0; }",
    );
}

#[test]
fn messages_name_the_object_and_the_distance() {
    let text = "int main(void) {\n  int *p = malloc(40);\n  int *q = p;\n  q[12] = 1;\n  free(p);\n  return 0;\n}";
    let file = written("distance.c", &format!("{HEAD}{text}"));
    let report = report(
        &file,
        &["--property", "valid-memsafety", "--data-model", "ilp32"],
    );
    let violation = &report["violations"][0];
    let said = "the pointer is heap object of line 11, offset 48, 8 bytes after the end of the 40 bytes of the object";
    assert_eq!(violation["detail"], said, "{report}");
    let notes = &violation["notes"];
    assert_eq!(notes[0]["text"], "the object is allocated here");
    assert_eq!(notes[0]["place"]["line"], 11);
}

#[test]
fn violations_in_library_functions_stand_at_the_call() {
    let text = "int main(void) {\n  char t[2];\n  t[0] = t[1] = 1;\n  return strlen(t);\n}";
    let file = written("length.c", &format!("{HEAD}{text}"));
    let report = report(
        &file,
        &["--property", "valid-memsafety", "--data-model", "ilp32"],
    );
    let place = &report["violations"][0]["place"];
    assert_eq!(place["line"], 13, "{report}");
}
