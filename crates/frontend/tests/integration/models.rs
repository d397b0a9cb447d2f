//! The models of the C library: compared with the library through gcc, and linked into units.

use invar_cfa::DataModel;
use invar_frontend::ast::{FunctionDecl, Storage, Unit};
use invar_frontend::clang::{ParseOptions, parse};
use invar_frontend::models;
use std::path::PathBuf;
use std::process::Command;

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("the test folder is writable");
    folder
}

/// Compiles a comparison with the definitions and runs it.
fn compare(driver: &str) {
    let folder = folder("models");
    for size in ["-m64", "-m32"] {
        let work = folder.join(format!("{driver}{size}"));
        std::fs::create_dir_all(&work).expect("the test folder is writable");
        let definitions = models::definitions(&models::names());
        std::fs::write(work.join("definitions.h"), definitions).expect("writable");
        let sources = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/integration/models");
        let program = work.join("compare");
        let gcc = Command::new("gcc")
            .args(["-std=gnu11", "-O1", "-w", "-fno-builtin", size, "-I"])
            .args([&work, &PathBuf::from("-o"), &program])
            .arg(sources.join(driver))
            .arg("-lm")
            .output()
            .expect("gcc runs");
        let messages = String::from_utf8_lossy(&gcc.stderr);
        assert!(gcc.status.success(), "{driver} {size}: {messages}");
        let run = Command::new(&program).output().expect("the program runs");
        let output = String::from_utf8_lossy(&run.stdout);
        assert!(run.status.success(), "{driver} {size}: {output}");
    }
}

#[test]
fn models_of_strings_agree_with_the_library() {
    compare("strings.c");
}

#[test]
fn models_of_numbers_agree_with_the_library() {
    compare("numbers.c");
}

#[test]
fn models_of_formatted_output_agree_with_the_library() {
    compare("formats.c");
}

#[test]
fn models_of_formatted_input_agree_with_the_library() {
    compare("scans.c");
}

#[test]
fn models_of_streams_agree_with_the_library_and_stay_within_their_limits() {
    compare("streams.c");
}

#[test]
fn results_of_the_library_are_within_the_bounds_of_the_models() {
    compare("reals.c");
}

fn read(name: &str, text: &str) -> Unit {
    let path = folder("linked").join(name);
    std::fs::write(&path, text).expect("the test folder is writable");
    parse(&path, &ParseOptions::new(DataModel::Ilp32)).expect("clang takes the program")
}

fn function<'a>(unit: &'a Unit, name: &str) -> &'a FunctionDecl {
    unit.functions
        .iter()
        .find(|function| &*function.name == name)
        .unwrap_or_else(|| panic!("a function {name}"))
}

fn is_model(unit: &Unit, name: &str) -> bool {
    let function = function(unit, name);
    let place = unit.sources.describe(function.span.expect("a place"));
    assert_eq!(
        place.starts_with(models::FILE_PREFIX),
        function.body.is_some(),
        "{name} at {place}"
    );
    function.body.is_some()
}

#[test]
fn declared_functions_get_their_models() {
    let unit = read(
        "declared.c",
        "typedef unsigned int size_t; typedef struct _f FILE; extern FILE *stdin;
         size_t strlen(const char *); char *fgets(char *, int, FILE *); int rand();
         char *strdup(); char *strtok(char *, const char *);
         int main(void) { char b[9]; fgets(b, 9, stdin); strtok(b, \",\");
           return strlen(strdup(b)) + rand() + __builtin_strlen(b) + __builtin_popcount(3)
             + isalpha(b[0]); }",
    );
    for name in [
        "strlen",
        "fgets",
        "rand",
        "strdup",
        "strtok",
        "__builtin_strlen",
        "__builtin_popcount",
        "isalpha",
    ] {
        assert!(is_model(&unit, name), "{name}");
    }
    let helper = function(&unit, "__invar_help_token");
    assert!(helper.body.is_some());
    for function in &unit.functions {
        let is_unlinked = function.name.starts_with("__invar_model_");
        assert!(!is_unlinked || function.body.is_none(), "{}", function.name);
    }
    // Variables belong to the function that has the body now.
    for (number, function) in unit.functions.iter().enumerate() {
        for parameter in &function.parameters {
            let storage = unit.variable(*parameter).storage;
            assert!(matches!(storage, Storage::Parameter(owner) if owner.0 as usize == number));
        }
    }
    let text = format!("{:?}", function(&unit, "strtok").body);
    assert!(!text.contains("Unsupported"), "{text}");
}

#[test]
fn functions_of_the_program_keep_what_they_have() {
    let unit = read(
        "own.c",
        "int strlen(char *s, int n) { return n; } int rand(int);
         static int index(const char *s) { return *s; } float strcmp(const char *, const char *);
         void toupper(int) __attribute__((noreturn)); double atoi(const char *);
         int main(void) { char b[9]; toupper(1); atoi(b);
           return strlen(b, 1) + rand(3) + index(b) + strcmp(b, b); }",
    );
    for name in ["rand", "strcmp", "toupper", "atoi"] {
        assert!(!is_model(&unit, name), "{name}");
    }
    let own = function(&unit, "strlen");
    assert_eq!(own.parameters.len(), 2);
    let place = unit.sources.describe(own.span.expect("a place"));
    assert!(place.ends_with("own.c:1:5"), "{place}");
    let body = format!("{:?}", function(&unit, "strlen").body);
    assert!(!body.contains("While"), "{body}");
}

#[test]
fn positions_do_not_depend_on_models() {
    let text = "int rand(void);\nint g;\nint main(void) {\n  g = rand();\n  return g;\n}\n";
    let with = read("with.c", text);
    let without = read("without.c", &text.replace("rand", "dnar"));
    assert!(is_model(&with, "rand"));
    let places = |unit: &Unit| -> Vec<String> {
        let main = function(unit, "main");
        let text = format!("{:?} {:?}", main.span, main.body);
        text.match_indices("line: ")
            .map(|(at, _)| text[at..].split('}').next().unwrap_or("").to_owned())
            .collect()
    };
    assert!(places(&with).len() > 5);
    assert_eq!(places(&with), places(&without));
    let model = function(&with, "rand").span.expect("a place");
    let line = with.sources.describe(model);
    let sources = include_str!("../../models/stdlib.c");
    let expected = sources
        .lines()
        .position(|line| line.contains("__invar_model_rand("))
        .expect("the model")
        + 1;
    assert_eq!(line, format!("<invar-model>/stdlib.c:{expected}:5"));
}

#[test]
fn included_files_and_preprocessed_ones_get_models() {
    let unit = read(
        "includes.c",
        "#include <ctype.h>\n#include <errno.h>\n#include <string.h>\n#include <stdio.h>\n
         int main(void) { char b[4]; fgets(b, 4, stdin); errno = 0;
           return isalpha(b[0]) + strlen(b) + errno; }",
    );
    for name in ["fgets", "strlen", "__errno_location", "__ctype_b_loc"] {
        assert!(is_model(&unit, name), "{name}");
    }
    std::fs::write(
        folder("linked").join("own.h"),
        "int rand(void);\n#define R() rand()\nint strlen(const char *);\n",
    )
    .expect("the test folder is writable");
    let unit = read(
        "header.c",
        "#include \"own.h\"\nint main(void) { return R(); }",
    );
    assert!(is_model(&unit, "rand"));
    let unit = read(
        "unclear.c",
        "#define H <string.h>\n#include H\nint main(void) { return strlen(\"\"); }",
    );
    assert!(is_model(&unit, "strlen") && is_model(&unit, "strcoll"));
    let unit = read(
        "preprocessed.i",
        "# 1 \"a.c\"\n# 1 \"/usr/include/string.h\" 1 3 4\nextern unsigned int strlen(const char *);\n\
         # 2 \"a.c\" 2\nint main(void) { return strlen(\"abc\"); }\n",
    );
    assert!(is_model(&unit, "strlen"));
}

#[test]
fn every_model_is_read_completely() {
    let definitions = models::definitions(&models::names());
    for data_model in [DataModel::Ilp32, DataModel::Lp64] {
        let path = folder("linked").join(format!("all-{data_model}.c"));
        std::fs::write(&path, &definitions).expect("the test folder is writable");
        let unit = parse(&path, &ParseOptions::new(data_model)).expect("clang takes the models");
        for name in models::names() {
            let function = function(&unit, &format!("__invar_model_{name}"));
            assert!(function.body.is_some(), "{name}");
        }
        let defined = unit.functions.iter().filter(|f| f.body.is_some());
        for function in defined {
            let text = format!("{:?} {:?}", function.ty, function.body);
            // What `va_arg` is where the argument has another type.
            let text = text.replace("Unsupported(\"variable argument of another type", "");
            let is_complete = !text.contains("Unsupported(") && !text.contains("Other(");
            assert!(is_complete, "{}: {text}", function.name);
        }
    }
}
