//! The layout of records against gcc: a program that prints gcc's sizes, alignments and offsets is
//! compiled and run in both models, and the same text is read into the tree.

use invar_cfa::DataModel;
use invar_frontend::ast::layout::{align_of, record_layout, size_of};
use invar_frontend::ast::{RecordId, Type, Unit};
use invar_frontend::clang::{ParseOptions, parse};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Each record with the members whose offset C can ask for.
const RECORDS: [(&str, &str, &[&str]); 16] = [
    ("a", "{ char c; int i; short s; }", &["c", "i", "s"]),
    ("b", "{ char c; long long l; char d; }", &["c", "l", "d"]),
    ("c", "{ char c; double d; float f; }", &["c", "d", "f"]),
    ("d", "{ char c; long double d; char e; }", &["c", "d", "e"]),
    (
        "e",
        "{ char c; long l; void *p; _Bool b; }",
        &["c", "l", "p", "b"],
    ),
    ("f", "{ int x : 3; int y : 30; char c; }", &["c"]),
    ("g", "{ char c; int x : 20; int : 0; char d; }", &["c", "d"]),
    (
        "h",
        "{ char c; int : 5; char d; short s : 9; char e; }",
        &["c", "d", "e"],
    ),
    (
        "i",
        "{ long long x : 40; long long y : 30; char c; }",
        &["c"],
    ),
    ("j", "{ char c; long long x : 50; char d; }", &["c", "d"]),
    (
        "k",
        "{ int x; struct { char c; union { short s; char d[5]; }; } n; char e; }",
        &["n", "e"],
    ),
    (
        "l",
        "{ char c[3]; struct a in[2]; struct b *p; }",
        &["c", "in", "p"],
    ),
    ("m", "{ int n; long long data[]; }", &["n", "data"]),
    (
        "n",
        "{ _Bool x : 1; unsigned char y : 7; unsigned char z : 3; enum q { Q1, Q2 } w : 4; }",
        &[],
    ),
    ("o", "{ }", &[]),
    (
        "p",
        "{ short s; long long : 0; char c; long long : 33; char d; }",
        &["c", "d"],
    ),
];

const UNIONS: [(&str, &str, &[&str]); 2] = [
    ("u", "{ char c[5]; int i; long long l; }", &["c", "i", "l"]),
    ("v", "{ int b : 17; char c; }", &["c"]),
];

fn declarations() -> String {
    let structs = RECORDS
        .iter()
        .map(|(tag, body, _)| format!("struct {tag} {body};\n"));
    let unions = UNIONS
        .iter()
        .map(|(tag, body, _)| format!("union {tag} {body};\n"));
    structs.chain(unions).collect()
}

fn all() -> impl Iterator<Item = (&'static str, &'static str, &'static [&'static str])> {
    let structs = RECORDS
        .iter()
        .map(|(tag, _, members)| ("struct", *tag, *members));
    structs.chain(
        UNIONS
            .iter()
            .map(|(tag, _, members)| ("union", *tag, *members)),
    )
}

fn by_gcc(folder: &Path, flag: &str) -> Option<String> {
    let mut text = format!("#include <stdio.h>\n{}int main(void) {{\n", declarations());
    for (keyword, tag, members) in all() {
        text += &format!(
            "printf(\"{tag} %d %d\", (int)sizeof({keyword} {tag}), (int)_Alignof({keyword} {tag}));\n"
        );
        for member in members {
            text +=
                &format!("printf(\" %d\", (int)__builtin_offsetof({keyword} {tag}, {member}));\n");
        }
        text += "printf(\"\\n\");\n";
    }
    text += "return 0; }\n";
    let source = folder.join(format!("layout{flag}.c"));
    let program = folder.join(format!("layout{flag}"));
    std::fs::write(&source, text).expect("the test folder is writable");
    let compiled = Command::new("gcc")
        .args([flag, "-w", "-o"])
        .arg(&program)
        .arg(&source)
        .status();
    if !compiled.is_ok_and(|status| status.success()) {
        return None;
    }
    let output = Command::new(&program).output().expect("the program runs");
    Some(String::from_utf8(output.stdout).expect("numbers"))
}

fn find(unit: &Unit, tag: &str) -> RecordId {
    let index = unit.records.iter().position(|record| &*record.tag == tag);
    RecordId(index.expect("a record of the tag") as u32)
}

fn by_us(folder: &Path, data_model: DataModel) -> String {
    let source = folder.join(format!("layout-{data_model}.c"));
    std::fs::write(&source, declarations()).expect("the test folder is writable");
    let unit = parse(&source, &ParseOptions::new(data_model)).expect("clang takes it");
    let mut text = String::new();
    for (_, tag, members) in all() {
        let id = find(&unit, tag);
        let ty = Type::Record(id);
        let size = size_of(&unit, data_model, &ty).expect("a size");
        let align = align_of(&unit, data_model, &ty).expect("an alignment");
        text += &format!("{tag} {size} {align}");
        let layout = record_layout(&unit, data_model, id).expect("a layout");
        let fields = unit.record(id).fields.as_ref().expect("members");
        assert_eq!(layout.offsets.len(), fields.len());
        for member in members {
            let index = fields.iter().position(|field| &*field.name == *member);
            let offset = layout.offsets[index.expect("a member of the name")];
            text += &format!(" {}", offset.bytes());
        }
        text += "\n";
    }
    text
}

fn compare(flag: &str, data_model: DataModel) {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    match by_gcc(&folder, flag) {
        Some(expected) => assert_eq!(by_us(&folder, data_model), expected),
        None => eprintln!("skipped: no gcc that compiles and links with {flag}"),
    }
}

#[test]
fn records_are_laid_out_as_gcc_does_on_i386() {
    compare("-m32", DataModel::Ilp32);
}

#[test]
fn records_are_laid_out_as_gcc_does_on_x86_64() {
    compare("-m64", DataModel::Lp64);
}

#[test]
fn unknown_layouts_are_refused() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let source = folder.join("special.c");
    let text = "#if 1
        #pragma pack(push, 1)
        #endif
        struct pr { char c; int i; };
        #pragma pack(pop)
        struct in { struct pr p; }; struct fw; struct us { struct fw *p; };
        struct as { char c; _Alignas(double) char d; _Alignas(0) char e; };
        typedef char four __attribute__((aligned(4))); int n = _Alignof(four);";
    std::fs::write(&source, text).expect("the test folder is writable");
    let data_model = DataModel::Lp64;
    let unit = parse(&source, &ParseOptions::new(data_model)).expect("clang takes it");
    let layout = |tag| record_layout(&unit, data_model, find(&unit, tag));
    for tag in ["pr", "in", "fw"] {
        assert_eq!(layout(tag), None, "{tag}");
    }
    let us = layout("us").expect("a layout");
    assert_eq!((us.size, us.align), (8, 8));
    let aligned = layout("as").expect("a layout");
    assert_eq!((aligned.size, aligned.align), (16, 8));
    let n = unit.variables.iter().find(|known| &*known.name == "n");
    let value = format!("{:?}", n.expect("a variable").initialiser);
    assert!(value.contains("Integer(4)"), "{value}");
}
