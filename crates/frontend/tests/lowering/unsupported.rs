//! What is not modelled leads into a location that says what and where; nothing else does.

use super::support::program;
use invar_cfa::{DataModel, LocationKind, Property};

/// Construct and place of each unsupported location that an edge leads to, in order.
fn reached(text: &str) -> Vec<String> {
    let program = program(text, DataModel::Lp64, Property::Assert);
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
fn pointer_dereference() {
    check(
        "int main(void) {\n  int a = 1; int *p = &a;\n  return *p;\n}",
        &["pointer dereference at 3:10"],
    );
    check(
        "int main(void) {\n  int a = 1; int *p = &a;\n  *p = 2;\n  return 0;\n}",
        &["pointer dereference at 3:3"],
    );
    check(
        "int f(int *p) {\n  return p[1];\n}\nint main(void) { int a[2]; return f(a); }",
        &["pointer dereference at 2:10"],
    );
}

#[test]
fn member_through_a_pointer() {
    check(
        "struct s { int x; };\nint f(struct s *p) {\n  return p->x;\n}\nint main(void) { struct s a; return f(&a); }",
        &["pointer dereference at 3:10"],
    );
}

#[test]
fn call_through_a_function_pointer() {
    check(
        "int f(void) { return 1; }\nint main(void) {\n  int (*g)(void) = f;\n  return g();\n}",
        &["call through a function pointer at 4:10"],
    );
}

#[test]
fn union_member() {
    check(
        "union u { int x; char c[4]; };\nint main(void) {\n  union u a;\n  a.x = 1;\n  return a.c[0];\n}",
        &["member: union at 4:3", "member: union at 5:10"],
    );
}

#[test]
fn float_value() {
    check(
        "int main(void) {\n  float f = 1.5f;\n  f = f * 2;\n  return f > 1;\n}",
        &["value: floating point at 4:10"],
    );
    check(
        "int main(void) {\n  double d = 1.5;\n  int a = (int)d;\n  return a;\n}",
        &["conversion FloatingToIntegral at 3:11"],
    );
}

#[test]
fn inline_assembler() {
    check(
        "int main(void) {\n  int a = 1;\n  __asm__(\"nop\");\n  return a;\n}",
        &["inline assembler at 3:3"],
    );
}

#[test]
fn library_function() {
    check(
        "#include <string.h>\nint main(void) {\n  char a[4];\n  memset(a, 0, 4);\n  return a[0];\n}",
        &["library function memset at 4:3"],
    );
}

#[test]
fn variable_length_array() {
    check(
        "int main(void) {\n  int n = 3;\n  int a[n];\n  a[0] = 1;\n  return a[0];\n}",
        &[
            "array element: variable-length array at 4:3",
            "array element: variable-length array at 5:10",
        ],
    );
}

#[test]
fn address_as_a_number() {
    check(
        "int main(void) {\n  int a = 1;\n  long b = (long)&a;\n  return b != 0;\n}",
        &["conversion PointerToIntegral at 3:12"],
    );
}

#[test]
fn comparison_of_pointers() {
    check(
        "int main(void) {\n  int a, b;\n  int *p = &a;\n  if (p == &b) return 1;\n  return 0;\n}",
        &["value: pointer at 4:7"],
    );
}

#[test]
fn what_follows_an_unsupported_construct_is_still_read() {
    check(
        "int main(void) {\n  int a = 1; int *p = &a;\n  if (a) { *p = 2; } else { a = 3; }\n  float f = 1; return f == 1;\n}",
        &[
            "pointer dereference at 3:12",
            "value: floating point at 4:23",
        ],
    );
}

#[test]
fn what_is_modelled_reaches_nothing() {
    check(
        "struct s { int x; } t;\nint main(void) { int a[2] = { 1, 2 }; t.x = a[1]; return t.x; }",
        &[],
    );
    check(
        "int main(void) { int a = 1; int *p = &a; return *&a + (p, 1); }",
        &[],
    );
}
