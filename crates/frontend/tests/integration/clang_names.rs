//! What names mean where the dump does not say it: aliases, names for the linker, hidden tags,
//! parameters of old definitions.

use invar_cfa::DataModel;
use invar_frontend::ast::{FunctionDecl, Statement, StatementKind, Storage, Type, Unit};
use invar_frontend::clang::{ParseOptions, parse};
use std::path::PathBuf;

fn read(name: &str, text: &str, data_model: DataModel) -> Unit {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("the test folder is writable");
    parse(&path, &ParseOptions::new(data_model)).expect("clang takes the program")
}

fn function<'a>(unit: &'a Unit, name: &str) -> &'a FunctionDecl {
    let mut functions = unit.functions.iter();
    functions
        .find(|function| &*function.name == name)
        .expect("a function of the name")
}

fn body<'a>(unit: &'a Unit, name: &str) -> &'a [Statement] {
    match &function(unit, name).body.as_ref().expect("a body").kind {
        StatementKind::Compound(statements) => statements,
        other => panic!("not a block: {other:?}"),
    }
}

#[test]
fn another_name_of_a_variable_stands_at_its_place() {
    let unit = read(
        "alias.c",
        "struct s { int a; } table[3];
         extern struct s first __attribute__((alias(\"table\")));
         extern int same __attribute__((alias(\"later\"))); int later;
         extern struct s first; int f(void) { return first.a; }",
        DataModel::Lp64,
    );
    let names: Vec<&str> = unit.variables.iter().map(|known| &*known.name).collect();
    assert_eq!(names, ["table", "same", "later"]);
    assert!(matches!(unit.variables[1].ty, Type::Other(_)));
    let f = format!("{:?}", function(&unit, "f").body);
    let place = "Unary(Dereference, Expr { kind: Cast(BitCast, Expr { kind: Unary(AddressOf, Expr { \
                 kind: Variable(VariableId(0))";
    assert!(f.contains(place), "{f}");
}

#[test]
fn tags_that_the_dump_does_not_show_are_refused() {
    let unit = read(
        "hidden.c",
        "struct q { int a; }; struct r { int a; }; struct s { int a; };
         int f(void) { return sizeof(struct q { char c[9]; }); }
         int g(struct r { char c[9]; } *p) { return sizeof *p; }
         int h(void) { struct s { char c[9]; } /* struct s { */ v; return sizeof v.c; }
         struct s fine;",
        DataModel::Lp64,
    );
    for name in ["f", "g"] {
        let text = format!("{:?}", function(&unit, name).body);
        assert!(text.contains("SizeOf(Other("), "{text}");
    }
    let fine = unit.variables.iter().find(|known| &*known.name == "fine");
    assert!(matches!(fine.expect("declared").ty, Type::Record(_)));
}

#[test]
fn names_for_the_linker_are_not_ignored() {
    let unit = read(
        "renamed.c",
        "register unsigned long stack asm(\"rsp\"); extern int other asm(\"known\"); int known;
         int plain asm(\"plain\"); int f(void) asm(\"g\"); int g(void) { return 1; }
         int h(void) asm(\"i\"); int h(void) { return 2; } int i(void);
         int scan(void) asm(\"elsewhere\"); int use(void) { return f() + i() + scan(); }",
        DataModel::Lp64,
    );
    for (name, refused) in [
        ("stack", true),
        ("other", true),
        ("known", false),
        ("plain", false),
    ] {
        let variable = unit.variables.iter().find(|known| &*known.name == name);
        let ty = &variable.expect("declared").ty;
        assert_eq!(matches!(ty, Type::Other(_)), refused, "{name}");
    }
    for name in ["f", "i"] {
        let body = function(&unit, name).body.as_ref().expect("a refusal");
        assert!(matches!(body.kind, StatementKind::Unsupported(_)), "{name}");
    }
    assert!(function(&unit, "scan").body.is_none());
}

#[test]
fn parameters_of_old_definitions_arrive_promoted() {
    let unit = read(
        "old.c",
        "int f(a, x, c, p) int a; float x; char c; char *p; { return a + (int)x + c + *p; }",
        DataModel::Lp64,
    );
    let f = function(&unit, "f");
    let types: Vec<&Type> = f
        .parameters
        .iter()
        .map(|parameter| &unit.variable(*parameter).ty)
        .collect();
    assert_eq!(types, f.ty.parameters.iter().collect::<Vec<_>>());
    for name in ["x", "c"] {
        let variable = unit.variables.iter().find(|known| &*known.name == name);
        let variable = variable.expect("the parameter");
        assert!(matches!(variable.storage, Storage::Local(_)), "{name}");
        let from = variable.initialiser.as_ref().expect("the conversion");
        assert_eq!(from.ty, variable.ty);
    }
    assert!(matches!(&body(&unit, "f")[0].kind, StatementKind::Declare(list) if list.len() == 2));
}
