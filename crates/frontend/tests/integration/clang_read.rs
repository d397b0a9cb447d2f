//! Small C programs through a real clang to the tree.

use invar_cfa::DataModel;
use invar_frontend::ast::{
    CaseRange, Expr, ExprKind, FunctionDecl, Initialiser, Statement, StatementKind, Storage, Type,
    Unit, VariableDecl, layout,
};
use invar_frontend::clang::{Diagnostic, Macro, ParseOptions, parse};
use std::path::PathBuf;

fn write(name: &str, text: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join(name);
    std::fs::write(&path, text).expect("the test folder is writable");
    path
}

fn try_read(name: &str, text: &str, data_model: DataModel) -> Result<Unit, Diagnostic> {
    parse(&write(name, text), &ParseOptions::new(data_model))
}

fn read(name: &str, text: &str) -> Unit {
    try_read(name, text, DataModel::Ilp32).expect("clang takes the program")
}

fn function<'a>(unit: &'a Unit, name: &str) -> &'a FunctionDecl {
    unit.functions
        .iter()
        .find(|function| &*function.name == name)
        .expect("a function of the name")
}

fn variable<'a>(unit: &'a Unit, name: &str) -> &'a VariableDecl {
    let mut found = unit
        .variables
        .iter()
        .filter(|variable| &*variable.name == name);
    let variable = found.next().expect("a variable of the name");
    assert!(found.next().is_none(), "{name} is declared once");
    variable
}

fn body<'a>(unit: &'a Unit, name: &str) -> &'a [Statement] {
    match &function(unit, name).body.as_ref().expect("a body").kind {
        StatementKind::Compound(statements) => statements,
        other => panic!("not a block: {other:?}"),
    }
}

fn value(expr: &Expr) -> i128 {
    match &expr.kind {
        ExprKind::Integer(value) => *value,
        ExprKind::Cast(_, inner) => value(inner),
        other => panic!("not a constant: {other:?}"),
    }
}

fn initial(unit: &Unit, name: &str) -> i128 {
    value(
        variable(unit, name)
            .initialiser
            .as_ref()
            .expect("an initialiser"),
    )
}

#[test]
fn redeclarations_are_one() {
    let unit = read(
        "redeclared.c",
        "extern int g; int f(int); extern int outside;
         int use(void) { extern int g; extern int later; return g + f(1) + outside + later; }
         int g; int g = 3; int later; int bare[]; int f(int x) { return x; } int f(int);",
    );
    assert_eq!(unit.functions.len(), 2);
    assert_eq!(function(&unit, "f").parameters.len(), 1);
    assert!(function(&unit, "f").body.is_some());
    assert_eq!(initial(&unit, "g"), 3);
    assert_eq!(variable(&unit, "g").storage, Storage::Global);
    assert_eq!(variable(&unit, "later").storage, Storage::Global);
    assert_eq!(variable(&unit, "outside").storage, Storage::External);
    assert!(matches!(
        variable(&unit, "bare").ty,
        Type::Array(_, Some(1))
    ));
}

#[test]
fn positions_are_those_of_the_use_of_a_macro() {
    let unit = read(
        "positions.c",
        "#define TWICE(x) ((x) + \\\n (x))\nint f(int a) {\n  return\n    TWICE(a);\n}\nint g;\n",
    );
    let StatementKind::Return(Some(sum)) = &body(&unit, "f")[0].kind else {
        panic!("a return")
    };
    let place = |span: Option<invar_cfa::Span>| {
        let described = unit.sources.describe(span.expect("a position"));
        described.rsplit('/').next().expect("a name").to_owned()
    };
    assert_eq!(place(sum.span), "positions.c:5:5");
    assert_eq!(place(body(&unit, "f")[0].span), "positions.c:4:3");
    assert_eq!(place(variable(&unit, "g").span), "positions.c:7:5");
    assert_eq!(place(function(&unit, "f").span), "positions.c:3:5");
}

#[test]
fn enumerators_and_case_labels_have_values() {
    let unit = read(
        "enums.c",
        "struct s { long a; char b; };
         enum e { A, B = 5, C, D = sizeof(struct s), N = -2, M };
         int a = A, c = C, d = D, m = M;
         int f(int x) { switch (x) { case C: return 1; case 10 ... 12: return 2;
           case sizeof(struct s) + (B << 2): return 3; case 'a': case '\\377': ; } return 0; }",
    );
    for (name, expected) in [("a", 0), ("c", 6), ("d", 8), ("m", -1)] {
        assert_eq!(initial(&unit, name), expected, "{name}");
    }
    assert!(unit.enums[0].signed);
    fn cases(statement: &Statement, found: &mut Vec<CaseRange>) {
        match &statement.kind {
            StatementKind::Compound(list) => list.iter().for_each(|one| cases(one, found)),
            StatementKind::Switch { body, .. } => cases(body, found),
            StatementKind::Case(range, body) => {
                found.push(*range);
                cases(body, found);
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    cases(&body(&unit, "f")[0], &mut found);
    let found: Vec<(i128, i128)> = found.iter().map(|range| (range.low, range.high)).collect();
    assert_eq!(found, [(6, 6), (10, 12), (28, 28), (97, 97), (-1, -1)]);
}

#[test]
fn nameless_records_are_found_through_line_markers() {
    let unit = read(
        "markers.i",
        "# 1 \"origin.c\"\nstruct { int a; } x;\n# 1 \"other.h\" 1\n\n\ntypedef struct { int b; union \
         { int c; char d; }; } T;\n# 9 \"origin.c\" 2\nstruct { T t[3]; } y; T *p;\nstruct o { \
         struct { int i; } in; } z;\nint f(void) { return x.a + y.t[1].c + p->b + z.in.i; }\n",
    );
    for name in ["x", "y", "z"] {
        assert!(
            matches!(variable(&unit, name).ty, Type::Record(_)),
            "{name}"
        );
    }
    assert!(
        matches!(&variable(&unit, "p").ty, Type::Pointer(to) if matches!(**to, Type::Record(_)))
    );
    let text = format!("{:?}", function(&unit, "f").body);
    assert!(
        !text.contains("Unsupported") && !text.contains("Other"),
        "{text}"
    );
    assert_eq!(text.matches("Member").count(), 7);
}

#[test]
fn a_tag_of_two_scopes_is_refused_only_where_both_live() {
    let unit = read(
        "tags.c",
        "struct s { int a; }; struct s before;
         int f(void) { struct s { char c[3]; } inner; inner.c[0] = 1; return sizeof(struct s); }
         struct s after; int n = sizeof(struct s);",
    );
    assert!(matches!(variable(&unit, "before").ty, Type::Record(_)));
    assert_eq!(variable(&unit, "before").ty, variable(&unit, "after").ty);
    assert!(matches!(variable(&unit, "inner").ty, Type::Other(_)));
    let size = format!("{:?}", body(&unit, "f")[2]);
    assert!(size.contains("SizeOf(Other"), "{size}");
}

#[test]
fn initialisers_are_complete() {
    let unit = read(
        "initialisers.c",
        "struct b { int a : 3; int : 4; int c; }; union u { int i; char c[2]; };
         struct b s = { 1, 2 }; union u v = { .c = { 7 } }; int a[6] = { [2] = 3, 4 };
         char t[10] = \"ab\"; char w[] = { \"xyz\" }; int k = { 5 };",
    );
    let list = |name: &str| match &variable(&unit, name)
        .initialiser
        .as_ref()
        .expect("one")
        .kind
    {
        ExprKind::Initialiser(list) => list.clone(),
        other => panic!("not a list: {other:?}"),
    };
    let Initialiser::Struct(members) = list("s") else {
        panic!("a struct")
    };
    assert_eq!(members.len(), 3);
    assert!(matches!(members[1].kind, ExprKind::ZeroInitialiser));
    assert_eq!((value(&members[0]), value(&members[2])), (1, 2));
    assert!(matches!(list("v"), Initialiser::Union(1, _)));
    let Initialiser::Array(elements) = list("a") else {
        panic!("an array")
    };
    assert_eq!(elements.len(), 4);
    assert_eq!(value(&elements[3]), 4);
    assert!(matches!(list("k"), Initialiser::Scalar(_)));
    let text = &variable(&unit, "w").initialiser.as_ref().expect("one").kind;
    assert!(matches!(text, ExprKind::String(text) if *text == [120, 121, 122]));
    assert!(matches!(variable(&unit, "w").ty, Type::Array(_, Some(4))));
}

#[test]
fn what_is_not_represented_says_so() {
    let unit = read(
        "refused.c",
        "int al(void); int al2(void) __attribute__((alias(\"al\"))); int al(void) { return 0; }
         void done(int *); void __attribute__((constructor)) first(void) {}
         void f(int n) { int v[n]; n = sizeof v;
           int c __attribute__((cleanup(done))) = 1;
           n = __builtin_offsetof(struct { int x; }, x); void *p = &&l; goto *p; l: ; }
         int main(void) { return 0; }",
    );
    let f = format!("{:?}", function(&unit, "f").body);
    for what in ["cleanup", "offsetof", "computed goto"] {
        assert!(f.contains(what), "{what} in {f}");
    }
    // The address of a label is one in its function.
    let p = format!("{:?}", variable(&unit, "p").initialiser);
    assert!(p.contains("FunctionToPointer"), "{p}");
    assert!(matches!(variable(&unit, "v").ty, Type::VariableArray(..)));
    let alias = function(&unit, "al2")
        .body
        .as_ref()
        .expect("a body that refuses");
    assert!(matches!(alias.kind, StatementKind::Unsupported(_)));
    assert!(matches!(
        body(&unit, "main")[0].kind,
        StatementKind::Unsupported(_)
    ));
}

#[test]
fn gnu_expressions_are_read() {
    let unit = read(
        "gnu.c",
        "int f(int x, long long y) { int r = x ?: y; __typeof__(x) *p = &x, q = *p;
           return ({ int k = r; k + 1; }) + _Generic(x, int: 1, default: g()) + *p
             + __builtin_choose_expr(0, h(), 2) + __builtin_types_compatible_p(int, long)
             + __builtin_expect(q, 1) + sizeof(__func__); }",
    );
    let text = format!("{:?}", function(&unit, "f").body);
    assert!(!text.contains("Unsupported"), "{text}");
    assert!(
        unit.functions
            .iter()
            .any(|function| &*function.name == "__builtin_expect")
    );
    assert!(matches!(&variable(&unit, "p").ty, Type::Pointer(_)));
}

#[test]
fn errors_of_clang_are_diagnostics() {
    let diagnostic = try_read("wrong.c", "int f( { }\n", DataModel::Lp64).expect_err("no C");
    assert!(diagnostic.place.expect("a place").ends_with("wrong.c:1:8"));
    assert!(
        diagnostic.message.contains("expected"),
        "{}",
        diagnostic.message
    );
    let missing = parse(
        "/nowhere/at/all.c".as_ref(),
        &ParseOptions::new(DataModel::Lp64),
    );
    assert!(missing.expect_err("no file").message.contains("not a file"));
    let mut options = ParseOptions::new(DataModel::Lp64);
    options.clang = Some("no-such-compiler".into());
    let unknown = parse(&write("fine.c", "int x;"), &options).expect_err("no compiler");
    assert!(unknown.hint.is_some());
}

#[test]
fn the_deadline_and_the_memory_are_kept() {
    let mut text = String::from("int f(int x) {\n");
    (0..20000).for_each(|i| text.push_str(&format!("x = x * {i} + f(x - {i});\n")));
    text.push_str("return x; }\n");
    let mut options = ParseOptions::new(DataModel::Lp64);
    options.deadline = Some(invar_budget::Moment::now());
    let late = parse(&write("late.c", &text), &options).expect_err("no time");
    assert!(late.message.contains("deadline"), "{late}");
    options.deadline = None;
    options.memory_mb = Some(32);
    parse(&write("large.c", &text), &options).expect_err("no memory");
}

#[test]
fn deep_nesting_is_read() {
    let mut text = String::from("int f(int x) {\n  int s = 0;\n");
    for i in 0..2000 {
        text.push_str(&format!("if (x == {i}) s = {i}; else\n"));
    }
    text.push_str("s = 1; return s");
    (0..2000).for_each(|_| text.push_str(" + x"));
    text.push_str("; }\n");
    let path = write("deep.c", &text);
    let depth = invar_frontend::clang::with_large_stack(|| {
        let mut options = ParseOptions::new(DataModel::Ilp32);
        options.macros.push(Macro::Define("UNUSED=1".to_owned()));
        let unit = parse(&path, &options).expect("clang takes the program");
        let mut statement = &body(&unit, "f")[1];
        let mut depth = 0;
        while let StatementKind::If {
            otherwise: Some(next),
            ..
        } = &statement.kind
        {
            statement = next;
            depth += 1;
        }
        depth
    });
    assert_eq!(depth, 2000);
}

#[test]
fn sizes_follow_the_data_model() {
    let text = "struct s { char c; long l; void *p; }; struct s v; long double d;";
    for (data_model, expected) in [(DataModel::Ilp32, (12, 12)), (DataModel::Lp64, (24, 16))] {
        let unit = try_read("sizes.c", text, data_model).expect("clang takes the program");
        let size = |name| layout::size_of(&unit, data_model, &variable(&unit, name).ty);
        assert_eq!((size("v"), size("d")), (Some(expected.0), Some(expected.1)));
    }
}

#[test]
fn typeof_inside_a_type_is_resolved_where_it_is_certain() {
    let unit = read(
        "typeof.c",
        "struct list { struct list *next; }; struct node { int v; union { struct list l; }; };
         struct list *g; int twice; char $odd;
         int f(struct node *n) {
           const __typeof__(((struct node *)0)->l) *m = g;
           __typeof__(*n) *again = n; __typeof__(&n->v) *pp; __typeof__(n->l.next) ends[2];
           char twice = 0; __typeof__(twice) *unclear = &twice; __typeof__($odd) *odd = &$odd;
           return again->v + *odd; }",
    );
    let text = |name: &str| format!("{:?}", variable(&unit, name).ty);
    assert_eq!(text("m"), text("g"));
    assert_eq!(text("again"), text("n"));
    assert!(
        text("pp").starts_with("Pointer(Pointer(Int"),
        "{}",
        text("pp")
    );
    assert!(
        text("ends").starts_with("Array(Pointer(Record"),
        "{}",
        text("ends")
    );
    assert!(matches!(&variable(&unit, "unclear").ty, Type::Other(_)));
    assert!(text("odd").contains("\"char\""), "{}", text("odd"));
}

#[test]
fn brackets_nest_deeply() {
    let text = format!(
        "int f(int x) {{ {} x++; {} return x; }}",
        "{".repeat(600),
        "}".repeat(600)
    );
    assert_eq!(read("brackets.c", &text).functions.len(), 1);
}
