//! `invar.toml`: found, applied, overruled, and refused where it is wrong.

use crate::support::{folder, invar};
use std::path::{Path, PathBuf};
use std::process::Output;

const TEXT: &str = "#include \"limit.h\"
extern void reach_error(void);
int start(void) { if (LIMIT != GIVEN || sizeof(long) != 4) reach_error(); return 0; }
int main(void) { reach_error(); return 0; }
";

fn project(name: &str, config: &str) -> PathBuf {
    let folder = folder(name);
    for (path, text) in [
        ("src/deep/main.c", TEXT),
        ("include/limit.h", "#define LIMIT 7\n"),
        ("invar.toml", config),
    ] {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("writable");
        std::fs::write(path, text).expect("writable");
    }
    folder
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    invar()
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("invar runs")
}

const GOOD: &str = "include = [\"include\"]
define = [\"GIVEN=7\"]
data-model = \"ILP32\"
entry = \"start\"
timeout = 20
files = [\"src/deep/main.c\"]
";

#[test]
fn defaults_hold_in_both_processes_and_the_command_line_wins() {
    let folder = project("config_good", GOOD);
    let file = "src/deep/main.c";
    let verdict = |arguments: &[&str]| {
        let output = run(
            &folder,
            &[&["check", "--format", "json"], arguments].concat(),
        );
        let report: serde_json::Value =
            serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {output:?}"));
        (report["verdict"].clone(), report["data_model"].clone())
    };
    assert_eq!(verdict(&[file]), ("safe".into(), "ILP32".into()));
    assert_eq!(verdict(&[]), ("safe".into(), "ILP32".into()));
    assert_eq!(
        verdict(&[file, "--data-model", "LP64"]),
        ("unsafe".into(), "LP64".into())
    );
    assert_eq!(verdict(&[file, "--entry", "main"]).0, "unsafe");
    let output = run(&folder, &["check", file, "--no-config"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let named = folder.join("named.toml");
    std::fs::write(&named, GOOD.replace("GIVEN=7", "GIVEN=8")).expect("writable");
    assert_eq!(verdict(&[file, "--config", "named.toml"]).0, "unsafe");
}

#[test]
fn what_is_wrong_is_told_with_its_line_and_a_hint() {
    let cases = [
        (
            "\n\ntimeuot = 3\n",
            "invar.toml:3: there is no key `timeuot`",
            "did you mean `timeout`?",
        ),
        (
            "timeout = \"fast\"\n",
            "invar.toml:1: `timeout`: 'fast' is not a duration",
            "",
        ),
        ("\nengine = \"bmcc\"\n", "invar.toml:2: `engine`", "bmc"),
        (
            "verbose = 1\n",
            "invar.toml:1: `verbose` takes true or false, not integer",
            "",
        ),
        (
            "include = \"x\"\n",
            "invar.toml:1: `include` takes a list of strings, not string",
            "",
        ),
        (
            "recursion = [3]\n",
            "invar.toml:1: `recursion` takes a string or a number, not array",
            "",
        ),
        (
            "timeout = 3\ntimeout = 4\n",
            "invar.toml:2: duplicate key",
            "",
        ),
        (
            "qwertzuiop = 1\n",
            "there is no key",
            "`invar config` lists the keys",
        ),
    ];
    for (config, message, hint) in cases {
        let folder = project("config_wrong", config);
        let output = run(&folder, &["check", "src/deep/main.c"]);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{config}: {output:?}");
        assert!(
            text.contains(message) && text.contains(hint),
            "{config}: {text}"
        );
    }
}

#[test]
fn the_template_is_a_valid_file_of_all_keys() {
    let output = invar().arg("config").output().expect("invar runs");
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.contains("# One of: machine, ideal"), "{text}");
    // Everything with a value, taken at its word.
    let is_set =
        |line: &&str| line.contains(" = ") && !line.ends_with("\"\"") && !line.contains("JSON");
    let lines = text.lines().filter_map(|line| line.strip_prefix("# "));
    let lines: Vec<&str> = lines.filter(is_set).collect();
    assert!(lines.len() > 15, "{lines:?}");
    let folder = project("config_template", &lines.join("\n"));
    let file = folder.join("plain.c");
    std::fs::write(&file, "int main(void) { int x = 1; return x + x; }\n").expect("writable");
    let output = run(&folder, &["check", "plain.c"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}
