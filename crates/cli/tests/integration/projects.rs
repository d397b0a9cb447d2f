//! Programs of several files: each folder under `tests/projects` is one, its `main.c` states what is
//! expected of it as in `tests/programs`. The interpreter must print what gcc's program prints.

use crate::support;
use std::path::{Path, PathBuf};
use std::process::Command;

fn projects() -> Vec<Vec<PathBuf>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/projects");
    let entries = |folder: &Path| {
        let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
            .expect("the folder exists")
            .map(|entry| entry.expect("readable entry").path())
            .collect();
        paths.sort();
        paths
    };
    let sources = |folder: &PathBuf| {
        let files = entries(folder).into_iter();
        files
            .filter(|f| f.extension().is_some_and(|e| e == "c"))
            .collect()
    };
    entries(&folder).iter().map(sources).collect()
}

#[test]
fn projects_have_the_expected_verdicts_in_any_order_of_files() {
    let projects = projects();
    assert!(projects.len() >= 4, "only {} projects", projects.len());
    for files in projects {
        let main = files
            .iter()
            .find(|f| f.ends_with("main.c"))
            .expect("a main.c");
        let text = std::fs::read_to_string(main).expect("readable");
        let expected = text
            .lines()
            .find_map(|line| line.strip_prefix("// expect: "));
        let expected = expected.expect("main.c expects something");
        let reversed = files.iter().rev().cloned().collect();
        for files in [files.clone(), reversed] {
            let output = support::invar()
                .arg("check")
                .args(&files)
                .args(["--format", "json", "--timeout", "60s"])
                .output()
                .expect("invar runs");
            let report: serde_json::Value = serde_json::from_slice(&output.stdout)
                .unwrap_or_else(|e| panic!("{files:?}: {e}: {output:?}"));
            assert_eq!(report["verdict"], expected, "{files:?}: {report}");
            assert_eq!(report["certified"], true, "{files:?}");
            let assumed = report["assumptions"].as_array().expect("a list");
            let missing = assumed.iter().filter(|a| a["kind"] == "missing-body");
            let functions = missing.map(|a| a["text"].to_string());
            let functions: Vec<String> = functions
                .filter(|t| !t.contains("called through a pointer"))
                .collect();
            assert!(functions.is_empty(), "{files:?}: {functions:?}");
        }
    }
}

#[test]
fn a_linked_program_prints_what_gcc_makes_it_print() {
    let folder = support::folder("projects_gcc");
    let printer = folder.join("printer.c");
    let text =
        "#include <stdio.h>\nvoid __invar_print_u32(unsigned x) { printf(\"%08X\\n\", x); }\n";
    std::fs::write(&printer, text).expect("writable");
    let files = projects().into_iter().find(|files| {
        files[0]
            .parent()
            .is_some_and(|p| p.ends_with("differential"))
    });
    let files = files.expect("the project is there");
    for (model, flag) in [("LP64", "-m64"), ("ILP32", "-m32")] {
        let program = folder.join(model);
        let mut gcc = Command::new("gcc");
        gcc.args(["-w", flag, "-o"])
            .arg(&program)
            .args(&files)
            .arg(&printer);
        let status = gcc.status().expect("gcc runs");
        assert!(status.success(), "{model}");
        let expected = Command::new(&program).output().expect("it runs").stdout;
        let output = support::invar()
            .arg("interpret")
            .args(&files)
            .args(["--data-model", model])
            .output()
            .expect("invar runs");
        assert!(output.status.success(), "{output:?}");
        let words = String::from_utf8_lossy(&output.stdout);
        assert!(words.lines().count() > 12, "{words}");
        assert_eq!(words, String::from_utf8_lossy(&expected), "{model}");
    }
}

#[test]
fn two_definitions_of_main_are_an_input_error() {
    let folder = support::folder("projects_mains");
    let write = |name: &str| {
        let path = folder.join(name);
        std::fs::write(&path, "int main(void) { return 0; }\n").expect("writable");
        path
    };
    let (first, second) = (write("first.c"), write("second.c"));
    let output = support::invar()
        .arg("check")
        .args([&first, &second])
        .output()
        .expect("invar runs");
    insta::assert_snapshot!(support::said(&output, &first), @r"
    exit code 2
    --- stdout

    --- stderr
    error: input: several files define `main`: first.c:1:5, second.c:1:5
    hint: list the files of one program
    ");
}
