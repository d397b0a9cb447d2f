//! What C leaves undefined, asked for as a property: every operator, once wrong and once right.

use crate::support::{folder, invar, report, written};
use serde_json::Value;

/// `int x, y` are inputs within -10..10, `int any` is any number.
fn around(globals: &str, body: &str) -> String {
    format!(
        "extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern int abs(int);
extern long labs(long);
{globals}
int main(void) {{
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  int any = __VERIFIER_nondet_int();
  __VERIFIER_assume(x > -10 && x < 10 && y > -10 && y < 10);
  {body}
  return 0;
}}
"
    )
}

/// The verdict for `property` about a body with some globals.
fn verdict(name: &str, property: &str, globals: &str, body: &str) -> (String, Value) {
    let file = written(&format!("{name}.c"), &around(globals, body));
    let arguments = [
        "--property",
        property,
        "--timeout",
        "20s",
        "--assertions",
        "first",
    ];
    let told = report(&file, &arguments);
    if told["verdict"] != "unknown" {
        assert_eq!(told["certified"], true, "{body}: {told}");
    }
    let verdict = told["verdict"].as_str().expect("a verdict").to_owned();
    (verdict, told)
}

/// Each wrong body violates the property, each right one does not.
fn judged(name: &str, property: &str, globals: &str, wrong: &[&str], right: &[&str]) {
    let all =
        (wrong.iter().map(|body| (body, "unsafe"))).chain(right.iter().map(|body| (body, "safe")));
    for (number, (body, expected)) in all.enumerate() {
        let (found, told) = verdict(&format!("{name}_{number}"), property, globals, body);
        assert_eq!(found, expected, "{property}: {body}: {told}");
    }
}

#[test]
fn arithmetic_overflows() {
    let wrong = [
        "int r = any + 1;",
        "int r = any + y;",
        "int r = any - 1;",
        "int r = 1 - any;",
        "int r = any * 2;",
        "int r = any * y;",
        "int r = any * -1;",
        "int r = -any;",
        "any++;",
        "--any;",
        "int r = any-- + 0;",
        "any += x;",
        "any *= 3;",
        "any -= 5;",
        "long long r = any * 1024ll * 1024 * 1024 * 8;",
        "short s = any; int r = s * s * 3;",
    ];
    let right = [
        "int r = x + 1;",
        "int r = x * y - 2 * x;",
        "x++; --y; x += y; x *= 100000000;",
        "int r = -x;",
        "unsigned u = any; u += 1; u *= 3; u = -u;",
        "long long r = any * 1024ll * 1024 * 1024;",
        "short s = any; s++; s += 100; s *= 2;",
        "char c = any; c++; c = -c; c *= c;",
        "if (any < 2147483647) any++;",
        "int r = any == 0 ? 0 : any / 2 + 1;",
    ];
    judged("arithmetic", "no-overflow", "", &wrong, &right);
}

#[test]
fn overflows_wherever_a_value_is_computed() {
    let globals = "enum E { A, B } e; struct S { int f : 5; unsigned u : 3; } s; int z[20];
int twice(int n) { return n * 2; }
int printf(const char *, ...);";
    let wrong = [
        // The value is not used.
        "any + 1;",
        "(void)(any + 1);",
        "x > 3 ? any + 1 : 0;",
        "any + 1, x;",
        "x > 3 && any + 1;",
        "__VERIFIER_assume(any + 1 > 0);",
        "printf(\"%d\", any + 1);",
        "twice(any);",
        "if (any + 1 > 3) x = 1;",
        "while (any + 1 < x) any = 8;",
        "switch (any + 1) { case 3: x = 1; }",
        "int a[2] = { 0, any + 1 };",
        "struct { int p, q; } v = { .q = any * 2 };",
        "int r = z[any + 1 > 0];",
        "int r = x > 0 && any + 1 > 0;",
        "int r = x > 0 || y > 0 || any - 1 > 0;",
        "int r = x ? y : any + 1;",
        "int *p = &z[0]; p += (any + 1) % 2;",
        "if (any >= 0) { int a[any + 1]; a[0] = 1; }",
        "return any + 1;",
        "int r = abs(any);",
        "long r = labs((long)any * 4294967296);",
        "int r = any / y;",
        "int r = y ? any % y : 0;",
        "any /= -1;",
        "e = any; e = (int)e + 1;",
    ];
    let right = [
        "x > 100 ? any + 1 : 0;",
        "int r = x > 100 && any + 1 > 0;",
        "int r = any < 5 && any > -5 && any + 1 > 0;",
        "int r = any > 2 ? any - 3 : any < -2 ? any + 3 : any * 2;",
        "int r = sizeof(any + 1);",
        "int r = any == -2147483647 - 1 ? 0 : abs(any);",
        "if (y != 0 && y != -1) { int r = any / y + any % y; }",
        "s.f = x; s.f++; s.u = y; s.u--; s.u += 5;",
        "int r = &z[x > 0] - &z[3];",
        "if (any > 0 && any < 10) { int a[any + 1]; a[0] = 1; }",
    ];
    judged("places", "no-overflow", globals, &wrong, &right);
}

#[test]
fn shifts() {
    let wrong = [
        "int r = 1 << 31;",
        "int r = 1 << (x & 31);",
        "int r = any << 1;",
        "any <<= 2;",
    ];
    let right = [
        "int r = 1 << 30;",
        "unsigned r = 1u << 31;",
        "int r = -1 << 3;",
        "int r = x << 3;",
        "int r = any >> 3;",
    ];
    judged("lost_bits", "no-overflow", "", &wrong, &right);
    let wrong = [
        "int r = 1 << (any & 63);",
        "int r = 1 >> any;",
        "int r = x << 2;",
        "int r = 1 << 31;",
        "unsigned r = 1u << (x + 23);",
    ];
    let right = [
        "unsigned r = 1u << (any & 31);",
        "int r = x > 0 ? x << 2 : 0;",
        "int r = any >> 31;",
        "int r = any + 1;",
    ];
    judged("shift", "shift", "", &wrong, &right);
}

#[test]
fn division_and_bounds() {
    let wrong = [
        "int r = 1 / x;",
        "int r = any % y;",
        "unsigned u = x; u /= y;",
    ];
    let right = [
        "int r = x ? any / x : 0;",
        "double d = 1.0 / x;",
        "int r = any + 1;",
    ];
    judged("division", "division-by-zero", "", &wrong, &right);
    let globals = "int z[10];";
    let wrong = [
        "z[x] = 1;",
        "int r = z[10];",
        "int r = x > 0 && z[x + 1] > 0;",
    ];
    let right = [
        "if (x >= 0) z[x] = 1;",
        "int *p = &z[10];",
        "int r = any / x;",
    ];
    judged("bounds", "array-bounds", globals, &wrong, &right);
}

#[test]
fn the_widest_type() {
    let globals = "__int128 wide(long long n) { return (__int128)n << 62; }";
    let wrong = [
        "__int128 r = wide(any) * wide(any);",
        "__int128 r = wide(any); r = r * 4 + r * 4; r *= r; r <<= 40;",
    ];
    let right = [
        "__int128 r = wide(any) + wide(x);",
        "__int128 r = wide(any) * 4;",
    ];
    judged("wide", "no-overflow", globals, &wrong, &right);
}

#[test]
fn deeply_nested_choices_keep_their_conditions() {
    let mut text = String::from("any + 1");
    let mut harmless = String::from("any < 100 ? any + 1 : 0");
    for number in 0..40 {
        text = format!("x == {} ? {number} : ({text})", 100 + number);
        harmless = format!("x == {} ? {number} : ({harmless})", 100 + number);
    }
    let (found, _) = verdict("nested", "no-overflow", "", &format!("int r = {text};"));
    assert_eq!(found, "unsafe");
    let (found, _) = verdict(
        "nested_right",
        "no-overflow",
        "",
        &format!("int r = {harmless};"),
    );
    assert_eq!(found, "safe");
}

#[test]
fn models_of_the_library_overflow_only_in_the_callers_terms() {
    let globals = "unsigned long strlen(const char *); int atoi(const char *);
void *memset(void *, int, unsigned long); char t[4];";
    let right = [
        "t[0] = any; t[1] = 0; int n = strlen(t); n += 1;",
        "memset(t, 0, 4); t[0] = '7'; int n = atoi(t) + 1;",
        "int r; int o = __builtin_sadd_overflow(any, 1, &r);",
    ];
    judged("models", "no-overflow", globals, &[], &right);
}

#[test]
fn several_kinds_at_once_each_with_its_status() {
    let text = around(
        "int z[10];",
        "int a = any + 1;\n  int b = 10 / x;\n  z[x] = b;\n  int c = x + 1;",
    );
    let file = written("kinds.c", &text);
    let property = "no-overflow,division-by-zero,array-bounds";
    let told = report(&file, &["--property", property, "--timeout", "30s"]);
    let told = told["assertions"].as_array().expect("a list").iter();
    let told: Vec<String> = told
        .map(|a| {
            format!(
                "{} {}",
                a["what"].as_str().unwrap_or_default(),
                a["status"].as_str().unwrap_or_default()
            )
        })
        .collect();
    let expected = [
        "signed overflow in '+' violated",
        "division by zero violated",
        "array index out of bounds violated",
        "signed overflow in '+' proved",
    ];
    assert_eq!(told, expected);
}

#[test]
fn the_competitions_file_for_overflows() {
    let text = "CHECK( init(main()), LTL(G ! overflow) )\n";
    let property = folder("overflow_property").join("no-overflow.prp");
    std::fs::write(&property, text).expect("the test folder is writable");
    let file = written("competition.c", &around("", "int r = any + 1;"));
    let output = invar()
        .arg("check")
        .arg(&file)
        .arg("--property")
        .arg(&property)
        .output();
    assert_eq!(output.expect("invar runs").status.code(), Some(1));
}

#[test]
fn conversions_that_the_text_does_not_say() {
    let globals =
        "struct { unsigned three : 3; signed four : 4; } s; void take(signed char c) { (void)c; }";
    let wrong = [
        "unsigned u = x;",
        "char c = any;",
        "unsigned char c = x;",
        "short s = any;",
        "take(any);",
        "x = 3000000000u;",
        "unsigned u = 3; int r = x < u;",
        "signed char c = 100; c += x * 5;",
        "unsigned char c = x > 0 ? x + 254 : 0; c++;",
        "s.three = x > 0 ? x : 0;",
        "s.four = x;",
        "int r = 1.0e10 * x;",
        "long long w = any; any = w * 2;",
    ];
    let right = [
        "unsigned u = (unsigned)x;",
        "char c = (char)any;",
        "signed char c = x; c += 3; c++;",
        "unsigned u = x > 0 ? x : 3;",
        "long long w = any; w = w * 2;",
        "take(x);",
        "s.four = x > 0 && x < 8 ? x : -8;",
        "int r = 1.5 * x;",
        "_Bool b = any;",
        "any += 1;",
    ];
    judged("conversion", "conversion", globals, &wrong, &right);
}
