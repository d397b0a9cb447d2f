//! `--report`: the page of real checks.

use crate::support;
use crate::support::{check, folder, program};

fn page(name: &str, arguments: &[&str]) -> String {
    let folder = folder(&format!("page_{name}")).join("new").join("folder");
    let path = folder.to_str().expect("a path of text");
    let output = check(&program(name), &[arguments, &["--report", path]].concat());
    let page = std::fs::read_to_string(folder.join("index.html"));
    page.unwrap_or_else(|error| panic!("{error}: {output:?}"))
}

#[test]
fn a_proof_has_its_invariants_in_the_source_and_in_the_drawing() {
    let page = page("even_unbounded.c", &[]);
    assert!(page.contains("<span class=\"badge\">safe</span>"));
    assert!(page.contains("class=\"remark holds\""), "beside the loop");
    let drawing = page.split_once("class=\"automaton\"").expect("a drawing").1;
    assert!(drawing.contains(">loop at line "));
    assert!(page.contains("<caption>Seconds</caption>"));
}

#[test]
fn a_failing_run_has_steps() {
    let page = page("input_bug.c", &[]);
    assert!(page.contains("<span class=\"badge\">unsafe</span>"));
    assert!(page.contains("<li data-step=\"0\""));
    assert!(page.contains("<div class=\"line violated"));
}

#[test]
fn the_page_of_a_check_that_is_stopped_still_shows_the_program() {
    let file = support::written("stopped.c", &support::mixing(40));
    let folder = file.with_file_name("report");
    let path = folder.to_str().expect("a path of text");
    check(&file, &["--timeout", "2s", "--report", path]);
    let page = std::fs::read_to_string(folder.join("index.html")).expect("a page");
    assert!(page.contains("<span class=\"badge\">unknown</span>"));
    assert!(page.contains("class=\"automaton\""));
}
