//! What is not modelled leads into a location that says what and where; nothing else does.

use super::support::program;
use invar_cfa::{DataModel, LocationKind, Property};

/// Construct and place of each unsupported location that an edge leads to, in order.
fn reached(text: &str) -> Vec<String> {
    let program = program(text, DataModel::Lp64, Property::ASSERT);
    let mut found = Vec::new();
    for function in &program.functions {
        for id in function.cfa.location_ids() {
            let location = function.cfa.location(id);
            let LocationKind::Unsupported(construct) = location.kind else {
                continue;
            };
            assert!(location.outgoing().is_empty(), "no edge leaves it");
            assert!(!location.incoming().is_empty(), "an edge leads to it");
            let construct = &program.unsupported[construct.0 as usize];
            let span = construct.span.expect("a place");
            found.push(format!(
                "{} at {}:{}",
                construct.construct, span.line, span.column
            ));
        }
    }
    found
}

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    assert_eq!(reached(text), expected);
}

#[test]
fn library_function() {
    check(
        "#include <math.h>\nint main(void) {\n  double d = 2;\n  return j0(d) > 1;\n}",
        &["library function j0 at 4:10"],
    );
}

#[test]
fn variable_arguments() {
    check(
        "int f(int n, ...) {\n  __builtin_va_list l;\n  __builtin_va_start(l, n);\n  return __builtin_va_arg(l, int);\n}\nint main(void) { return f(1, 2); }",
        &["variable argument of another type, or missing at 4:10"],
    );
}

#[test]
fn computed_goto() {
    check(
        "int main(void) {\n  void *p = &&end;\n  goto *p;\nend:\n  return 0;\n}",
        &["computed goto at 3:3"],
    );
}

#[test]
fn numbers_of_addresses_beyond_the_model() {
    // As a number that stays one it is exact; to come back it has to be carried.
    let text = "int a[30000];\nint main(void) {\n  int *p = a + 20000;\n  return (int)p != 0;\n}";
    let exact = program(text, DataModel::Ilp32, Property::ASSERT);
    assert_eq!(exact.unsupported.len(), 0);
    let text =
        "int a[30000];\nint main(void) {\n  int *p = a + 20000;\n  return *(int *)(unsigned)p;\n}";
    let carried = program(text, DataModel::Ilp32, Property::ASSERT);
    let construct = &carried.unsupported[0].construct;
    assert_eq!(construct, "number of an address beyond the model");
}

#[test]
fn what_follows_an_unsupported_construct_is_still_read() {
    check(
        "extern double j0(double);\nint main(void) {\n  int a = 1;\n  if (a) { a = j0(1); } else { a = 3; }\n  return a + (int)j0(2);\n}",
        &["library function j0 at 4:16", "library function j0 at 5:19"],
    );
}

/// That no other function is called is shown by the proof, not assumed.
#[test]
fn functions_that_pointers_may_not_lead_to() {
    check(
        "int f(void) { return 1; }\nint main(void) { int (*g)(void) = f; return g(); }",
        &["call of a function that the analysis of pointers did not see at 2:45"],
    );
}

#[test]
fn what_is_modelled_reaches_nothing() {
    for text in [
        "struct s { int x; } t;\nint main(void) { int a[2] = { 1, 2 }; t.x = a[1]; return t.x; }",
        "int main(void) { int a = 1; int *p = &a; *p = 2; return *&a + (p, 1) + p[0]; }",
        "int f(int *p) { return p[1]; }\nint main(void) { int a[2]; return f(a); }",
        "struct s { int x; };\nint f(struct s *p) { return p->x; }\nint main(void) { struct s a; return f(&a); }",
        "union u { int x; char c[4]; };\nint main(void) { union u a; a.x = 1; return a.c[0]; }",
        "int main(void) { float f = 1.5f; f = f * 2; int a = (int)f; return f > a; }",
        "int main(void) { int n = 3; int a[n]; a[0] = 1; return a[0]; }",
        "int main(void) { int a = 1; long b = (long)&a; return b != 0; }",
        "int main(void) { int a, b; int *p = &a; if (p == &b) return 1; return 0; }",
        "int main(void) { int a = 1; __asm__(\"nop\"); return a; }",
        "#include <string.h>\nint main(void) { char a[4]; memset(a, 0, 4); return a[0]; }",
    ] {
        check(text, &[]);
    }
}
