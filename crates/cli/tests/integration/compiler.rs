//! The compiler's options: typed ones, those handed to clang, and `compile_commands.json`.

use crate::support::{folder, invar};
use std::path::{Path, PathBuf};
use std::process::Output;

fn write(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    let parent = path.parent().expect("a folder");
    std::fs::create_dir_all(parent).expect("writable");
    std::fs::write(&path, text).expect("writable");
    path
}

/// `invar interpret`: exit code 0 where the program ends well, 1 where it calls `reach_error`.
fn interpret(arguments: &[&str], folder: &Path) -> Output {
    invar()
        .arg("interpret")
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("invar runs")
}

fn code(output: &Output) -> i32 {
    output.status.code().unwrap_or_else(|| panic!("{output:?}"))
}

fn complaint(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn typed_options_reach_clang() {
    let folder = folder("compiler_typed");
    write(&folder, "first/one.h", "#define ONE 1\n");
    write(&folder, "system/two.h", "#define TWO 2\n");
    write(&folder, "before.h", "#define BEFORE 3\n");
    let text = "#include <one.h>
#include <two.h>
extern void reach_error(void);
int main(void) {
#if ONE + TWO + BEFORE + GIVEN != 10 || defined GONE || __STDC_VERSION__ != 199901L
  reach_error();
#endif
  return 0;
}
";
    write(&folder, "main.c", text);
    let given = [
        "main.c",
        "-I",
        "first",
        "-isystem",
        "system",
        "-include",
        "before.h",
        "-DGIVEN=4",
        "-D",
        "GONE",
        "-U",
        "GONE",
        "-std=c99",
    ];
    assert_eq!(code(&interpret(&given, &folder)), 0);
    let other = [&given[..12], &["--std", "c11"]].concat();
    assert_eq!(code(&interpret(&other, &folder)), 1);
    let unknown = [&given[..12], &["-std=c++17"]].concat();
    assert_eq!(code(&interpret(&unknown, &folder)), 2);
}

#[test]
fn further_options_are_handed_through_or_refused() {
    let folder = folder("compiler_further");
    let text = "#include <stdbool.h>
#include <string.h>
extern void reach_error(void);
int main(void) { bool given = N == 3; if (!given || strlen(\"abc\") != N) reach_error(); return 0; }
";
    write(&folder, "main.c", text);
    for given in [
        &["main.c", "--", "-DN=3", "-O2", "-Wall"][..],
        &["main.c", "--clang-arg", "-DN=3", "--data-model", "ILP32"],
        &["main.c", "-std=c23", "--", "-DN=3"],
        &["main.c", "--", "-DN=3", "-funsigned-char", "-fshort-enums"],
    ] {
        let output = interpret(given, &folder);
        assert_eq!(code(&output), 0, "{given:?}: {output:?}");
    }
    for (given, wanted) in [
        (&["-m32"][..], "use --data-model ILP32"),
        (&["-o", "x"], "the output of clang"),
        (&["-x", "c++"], "C only"),
        (&["other.c"], "before `--`"),
        (&["-DN=3", "-fpack-struct"], "usual places"),
        (&["-DN=3", "-mms-bitfields"], "usual places"),
        (&["-DN=3", "-mlong-double-64"], "x87"),
    ] {
        let output = interpret(&[&["main.c", "--"], given].concat(), &folder);
        assert_eq!(code(&output), 2, "{given:?}");
        assert!(complaint(&output).contains(wanted), "{given:?}: {output:?}");
    }
}

/// A small project with a database: two files of one program, and another program.
fn with_database(name: &str) -> PathBuf {
    let folder = folder(name);
    write(&folder, "include/limit.h", "int limit(void);\n");
    write(
        &folder,
        "src/limit.c",
        "#include \"limit.h\"\nint limit(void) { return LIMIT; }\n",
    );
    let main = "#include \"limit.h\"
extern void reach_error(void);
int main(void) { if (limit() != 7 || sizeof(long) != SIZE) reach_error(); return 0; }
";
    write(&folder, "src/main.c", main);
    write(&folder, "src/tool.c", "int main(void) { return 0; }\n");
    write(&folder, "src/other.cpp", "class no_c {};\n");
    let database = serde_json::json!([
        {"directory": folder.join("build"), "file": "../src/main.c",
         "command": "cc -O2 -g -Wall -DSIZE=\"4\" -m32 -I../include -MD -MF x.d -o main.o -c ../src/main.c"},
        {"directory": folder.join("build"), "file": folder.join("src/limit.c"),
         "arguments": ["cc", "-m32", "-I", "../include", "-DLIMIT=7", "-c", "../src/limit.c"]},
        {"directory": folder, "file": "src/tool.c", "command": "cc -m32 -c src/tool.c"},
        {"directory": folder, "file": "src/other.cpp", "command": "c++ -c src/other.cpp"},
    ]);
    write(
        &folder,
        "build/compile_commands.json",
        &database.to_string(),
    );
    folder
}

#[test]
fn options_of_each_file_come_from_the_database() {
    let folder = with_database("compiler_database");
    let database = ["--compile-commands", "build/compile_commands.json"];
    let output = interpret(
        &[&database[..], &["src/main.c", "src/limit.c"]].concat(),
        &folder,
    );
    assert_eq!(code(&output), 0, "{output:?}");
    // What the user says comes last.
    let changed = [&database[..], &["src/main.c", "src/limit.c", "-DLIMIT=8"]].concat();
    assert_eq!(code(&interpret(&changed, &folder)), 1);
    let wider = [
        &database[..],
        &["src/main.c", "src/limit.c", "--data-model", "LP64"],
    ]
    .concat();
    assert_eq!(code(&interpret(&wider, &folder)), 1);
    let absent = interpret(&[&database[..], &["src/lim.c"]].concat(), &folder);
    assert_eq!(code(&absent), 2);
    assert!(
        complaint(&absent).contains("such as src/limit.c"),
        "{absent:?}"
    );
}

#[test]
fn without_files_the_whole_database_is_linked() {
    let folder = with_database("compiler_whole");
    let database = ["--compile-commands", "build/compile_commands.json"];
    let output = interpret(&database, &folder);
    assert_eq!(code(&output), 2);
    let text = complaint(&output);
    for part in [
        "several files define `main`",
        "src/main.c:3:5",
        "src/tool.c:1:5",
        "list the files",
    ] {
        assert!(text.contains(part), "{text}");
    }
    let path = folder.join("build/compile_commands.json");
    let text = std::fs::read_to_string(&path).expect("readable");
    std::fs::write(&path, text.replace("src/tool.c", "src/tool.cc")).expect("writable");
    assert_eq!(code(&interpret(&database, &folder)), 0);
}
