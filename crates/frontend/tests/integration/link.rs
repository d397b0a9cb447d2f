//! Several files linked into one unit: what is shared, what stays apart, what is refused.

use invar_cfa::DataModel;
use invar_frontend::ast::{Storage, Unit, VariableDecl};
use invar_frontend::clang::{Diagnostic, ParseOptions, parse_all};
use std::path::{Path, PathBuf};

fn written(name: &str, texts: &[&str]) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("link_{name}"));
    std::fs::create_dir_all(&folder).expect("the test folder is writable");
    let write = |(number, text): (usize, &&str)| {
        let path = folder.join(format!("{number}.c"));
        std::fs::write(&path, text).expect("the test folder is writable");
        path
    };
    texts.iter().enumerate().map(write).collect()
}

fn try_link(name: &str, texts: &[&str]) -> Result<Unit, Diagnostic> {
    let options = ParseOptions::new(DataModel::Lp64);
    let files = written(name, texts);
    let files: Vec<_> = files
        .iter()
        .map(|file| (file.as_path(), &options))
        .collect();
    parse_all(&files)
}

fn link(name: &str, texts: &[&str]) -> Unit {
    try_link(name, texts).unwrap_or_else(|error| panic!("{error}"))
}

fn refusal(name: &str, texts: &[&str]) -> String {
    let error = try_link(name, texts).err();
    let text = error.expect("the files do not fit together").to_string();
    let folder = format!("{}/link_{name}/", env!("CARGO_TARGET_TMPDIR"));
    text.replace(&folder, "")
}

fn named<'a>(unit: &'a Unit, name: &str) -> Vec<&'a VariableDecl> {
    unit.variables.iter().filter(|v| &*v.name == name).collect()
}

fn bodies(unit: &Unit, name: &str) -> Vec<bool> {
    let functions = unit.functions.iter().filter(|f| &*f.name == name);
    functions.map(|f| f.body.is_some()).collect()
}

#[test]
fn a_definition_replaces_declarations_whichever_comes_first() {
    let user = "extern int shared[]; int twice(int); int main(void) { return twice(shared[1]); }";
    let owner = "int shared[3] = {1, 2, 3}; int twice(int x) { return 2 * x; }";
    for (name, texts) in [("first", [owner, user]), ("last", [user, owner])] {
        let unit = link(name, &texts);
        assert_eq!(bodies(&unit, "twice"), [true]);
        let [shared] = named(&unit, "shared")[..] else {
            panic!("one variable");
        };
        assert_eq!(shared.storage, Storage::Global);
        assert!(shared.initialiser.is_some());
        assert!(format!("{:?}", shared.ty).contains("Some(3)"));
    }
}

#[test]
fn static_things_stay_apart() {
    let text = "static int counter; static int next(void) { static int calls; calls++; return ++counter; }";
    let first = format!("{text} int one(void) {{ return next(); }}");
    let unit = link("static", &[&first, text]);
    assert_eq!(named(&unit, "counter").len(), 2);
    assert_eq!(bodies(&unit, "next"), [true, true]);
    let owners: Vec<Storage> = named(&unit, "calls").iter().map(|v| v.storage).collect();
    assert_eq!(owners.len(), 2);
    assert_ne!(owners[0], owners[1]);
}

#[test]
fn tentative_definitions_are_one_and_an_inline_definition_serves_its_file() {
    let header = "int shared; inline int helper(int x) { return x + 1; }";
    let first = format!("{header} int f(void) {{ return helper(shared); }}");
    let second = format!("{header} int g(void) {{ return helper(shared); }}");
    let unit = link("tentative", &[&first, &second]);
    assert_eq!(named(&unit, "shared").len(), 1);
    assert_eq!(bodies(&unit, "helper"), [true, true]);
}

#[test]
fn structs_of_one_header_are_one_type() {
    let header =
        "struct list; struct list { struct list *next; struct { int a; } inner; enum { A, B } e; };
        extern struct list head; struct list *find(struct list *, int);";
    let first =
        format!("{header} struct list head; int f(void) {{ return find(&head, 1)->inner.a; }}");
    let second = format!(
        "{header} struct list *find(struct list *l, int n) {{ while (l->e != n) l = l->next; return l; }}"
    );
    let opaque = "struct list; struct list *find(struct list *, int); extern struct list head;
        int h(void) { return find(&head, 2) == &head; }";
    for (name, texts) in [
        ("records", [&*first, &*second, opaque]),
        ("opaque", [opaque, &*second, &*first]),
    ] {
        let unit = link(name, &texts);
        let lists = unit.records.iter().filter(|r| &*r.tag == "list");
        assert_eq!(lists.clone().count(), 1, "{name}");
        assert!(lists.clone().all(|r| r.fields.is_some()), "{name}");
    }
}

#[test]
fn library_models_are_linked_once_and_give_way_to_the_program() {
    let first = "#include <string.h>\nint f(const char *s) { return (int)strlen(s); }";
    let second = "#include <string.h>\nint g(const char *s) { return (int)strlen(s); }";
    let unit = link("models", &[first, second]);
    assert_eq!(bodies(&unit, "strlen"), [true]);
    let own = "#include <stddef.h>\nsize_t strlen(const char *s) { return 7; }";
    for (name, texts) in [("own_last", [first, own]), ("own_first", [own, first])] {
        let unit = link(name, &texts);
        let strlen = unit.functions.iter().find(|f| &*f.name == "strlen");
        let span = strlen.and_then(|f| f.span).expect("a place");
        assert!(unit.sources.path(span.file).ends_with(".c"));
        assert!(
            !unit.sources.path(span.file).contains("<invar-model>"),
            "{name}"
        );
    }
}

#[test]
fn a_weak_definition_gives_way() {
    let weak = "__attribute__((weak)) int f(void) { return 1; } __attribute__((weak)) int v = 1;";
    let strong = "int f(void) { return 2; } int v = 2;";
    for (name, texts) in [
        ("weak_first", [weak, strong]),
        ("weak_last", [strong, weak]),
    ] {
        let unit = link(name, &texts);
        assert_eq!(bodies(&unit, "f"), [true]);
        let f = unit.functions.iter().find(|f| &*f.name == "f");
        let body = format!("{:?}", f.and_then(|f| f.body.as_ref()));
        assert!(body.contains("Integer(2)"), "{name}: {body}");
        let value = format!("{:?}", named(&unit, "v")[0].initialiser);
        assert!(value.contains("Integer(2)"), "{name}: {value}");
    }
}

#[test]
fn what_does_not_fit_is_refused_with_both_places() {
    let cases: [(&str, [&str; 2], &str, &str); 11] = [
        (
            "twice",
            ["int f(void) { return 1; }", "\nint f(void) { return 2; }"],
            "1.c:2:5: `f` is defined twice",
            "0.c:1:5",
        ),
        (
            "values",
            ["int v = 1;", "int v = 1;"],
            "1.c:1:5: `v` is defined twice",
            "0.c:1:5",
        ),
        (
            "result",
            ["int f(void);", "long f(void) { return 1; }"],
            "1.c:1:6: `f` has another type",
            "0.c:1:5",
        ),
        (
            "arguments",
            ["int f(int, int);", "int f(int x) { return x; }"],
            "`f` has another type",
            "0.c:1:5",
        ),
        (
            "promotion",
            ["int f();", "int f(float x) { return x > 1; }"],
            "`f` has another type",
            "0.c:1:5",
        ),
        (
            "global",
            ["extern long v;", "int v;"],
            "`v` has another type",
            "0.c:1:13",
        ),
        (
            "length",
            ["extern int v[4];", "int v[5];"],
            "`v` has another type",
            "0.c:1:12",
        ),
        (
            "members",
            [
                "struct s { int a; }; extern struct s v;",
                "struct s { long a; }; struct s v;",
            ],
            "`v` has another type",
            "0.c:1:38",
        ),
        (
            "through a pointer",
            [
                "struct s { int a; }; int f(struct s *);",
                "struct s { int b; }; int f(struct s *p) { return p->b; }",
            ],
            "`f` has another type",
            "0.c:1:26",
        ),
        (
            "kind",
            ["extern int f;", "int f(void) { return 1; }"],
            "`f` is a function in one file and a variable in another",
            "0.c:1:12",
        ),
        (
            "alias",
            [
                "int x; extern int y __attribute__((alias(\"x\")));",
                "extern int y; int f(void) { return y; }",
            ],
            "`y` is an alias",
            "",
        ),
    ];
    for (name, texts, message, other) in cases {
        let text = refusal(name, &texts);
        assert!(
            text.contains(message) && text.contains(other),
            "{name}: {text}"
        );
    }
}

#[test]
fn another_name_for_the_linker_is_followed() {
    let user = "int f(void) __asm__(\"g\"); int main(void) { return f(); }";
    let owner = "int g(void) { return 3; } int f(void) { return 4; }";
    for (name, texts) in [("asm_first", [user, owner]), ("asm_last", [owner, user])] {
        let unit = link(name, &texts);
        let main = unit.functions.iter().find(|f| &*f.name == "main");
        let body = format!("{:?}", main.and_then(|main| main.body.as_ref()));
        let called = unit.functions.iter().position(|f| &*f.name == "g");
        let called = format!("Function(FunId({}))", called.expect("g is there"));
        assert!(body.contains(&called), "{name}: {body}");
    }
}

#[test]
fn constructors_in_any_file_are_refused() {
    let first = "int main(void) { return 0; }";
    let second = "int x; __attribute__((constructor)) void before(void) { x = 1; }";
    let unit = link("constructor", &[first, second]);
    let main = unit.functions.iter().find(|f| &*f.name == "main");
    let body = format!("{:?}", main.and_then(|main| main.body.as_ref()));
    assert!(body.contains("Unsupported"), "{body}");
}

/// As ld does it: a definition without an initialiser is one too.
#[test]
fn a_weak_definition_gives_way_to_any_other() {
    let plain = "int x; int main(void) { return x; }";
    let weak = "int x __attribute__((weak)) = 9;";
    for (name, texts) in [
        ("weak_plain_first", [plain, weak]),
        ("weak_plain_last", [weak, plain]),
    ] {
        let unit = link(name, &texts);
        let [x] = named(&unit, "x")[..] else {
            panic!("one variable");
        };
        assert!(x.initialiser.is_none());
    }
    let weak_too = "int x __attribute__((weak)); int main(void) { return x; }";
    assert!(refusal("weak_both", &[weak_too, weak]).contains("`x` is defined twice"));
}
