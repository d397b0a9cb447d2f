//! What is made from the definitions of the arguments, and the pages of `explain`.

use crate::support::{folder, invar};

const SUBCOMMANDS: [&str; 8] = [
    "check",
    "bench",
    "submit",
    "worker",
    "collect",
    "interpret",
    "inspect",
    "explain",
];

fn output(arguments: &[&str]) -> String {
    let output = invar().args(arguments).output().expect("invar runs");
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn completions_of_every_shell_know_the_subcommands() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let text = output(&["completions", shell]);
        for subcommand in SUBCOMMANDS {
            assert!(text.contains(subcommand), "{shell}: {subcommand}");
        }
        assert!(text.contains("data-model"), "{shell}");
        assert!(!text.contains("check-worker"), "{shell}");
    }
}

#[test]
fn there_is_a_man_page_per_subcommand() {
    let first = output(&["man"]);
    assert!(first.starts_with(".ie") || first.contains(".TH"), "{first}");
    let folder = folder("generated_man");
    let out = folder.display().to_string();
    output(&["man", "--out", &out]);
    for subcommand in SUBCOMMANDS {
        assert!(first.contains(subcommand), "{subcommand}");
        let page = std::fs::read_to_string(folder.join(format!("invar-{subcommand}.1")));
        let page = page.unwrap_or_else(|e| panic!("{subcommand}: {e}"));
        assert!(page.contains(".SH SYNOPSIS"), "{subcommand}");
    }
    assert!(!folder.join("invar-check-worker.1").exists());
    let check = std::fs::read_to_string(folder.join("invar-check.1")).expect("written");
    assert!(
        check.contains("timeout") && check.contains("invar-check"),
        "{check}"
    );
}

#[test]
fn options_of_one_engine_are_listed_apart() {
    for subcommand in ["check", "bench"] {
        let text = output(&[subcommand, "--help"]);
        let (_, apart) = text.split_once("Options of ic3-cegar:").expect("a heading");
        let (cegar, bits) = apart
            .split_once("Options of the search on bits:")
            .expect("a heading");
        for (apart, all, beginning) in [(cegar, 15, "--cegar"), (bits, 7, "--bits-")] {
            let options = apart.lines().filter(|line| line.trim().starts_with("--"));
            assert_eq!(options.clone().count(), all, "{subcommand}: {apart}");
            for option in options {
                assert!(
                    option.trim().starts_with(beginning),
                    "{subcommand}: {option}"
                );
            }
        }
    }
}

#[test]
fn reasons_are_explained() {
    assert!(output(&["explain"]).contains("certificate rejected"));
    assert!(output(&["explain", "certificate", "rejected"]).contains("What to do"));
    assert!(output(&["explain", "3"]).starts_with("unknown"));
    let wrong = invar()
        .args(["explain", "memmory"])
        .output()
        .expect("invar runs");
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("did you mean 'memory'?"));
}
