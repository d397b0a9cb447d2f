//! `invar survey`: every function as a start.

use crate::support::{invar, written};

const TEXT: &str = "static int table[4];
int halved(int x) {
  return x / 2;
}
int quotient(int x, int y) {
  return x / y;
}
static int entry(unsigned i) {
  if (i < 4)
    return table[i];
  return -1;
}
int both(unsigned i) {
  return entry(i) + quotient(4, 2);
}
";

#[test]
fn functions_have_rows_with_their_own_sites() {
    let file = written("surveyed.c", TEXT);
    let survey = |arguments: &[&str]| {
        let output = invar()
            .arg("survey")
            .arg(&file)
            .args([
                "--timeout",
                "60s",
                "--property",
                "division-by-zero,array-bounds",
            ])
            .args(arguments)
            .output()
            .expect("invar runs");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        (output.status.code(), text)
    };
    let (code, text) = survey(&["--format", "json", "--jobs", "2"]);
    assert_eq!(code, Some(1), "{text}");
    let rows: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let row = |n: usize| {
        let row = &rows[n];
        let number = |key: &str| row[key].as_u64().expect("a number");
        let name = row["function"].as_str().expect("a name");
        (
            name,
            number("sites"),
            number("proved"),
            number("violated"),
            number("unknown"),
        )
    };
    assert_eq!(row(0).0, "halved");
    assert_eq!((row(0).1, row(0).3, row(0).4), (row(0).2, 0, 0));
    assert_eq!(row(1), ("quotient", 1, 0, 1, 0));
    assert_eq!(row(2), ("entry", 1, 1, 0, 0));
    assert_eq!((row(3).0, row(3).3), ("both", 0));
    assert_eq!(rows[1]["violations"][0]["place"]["line"], 6);
    let (code, text) = survey(&["--entry", "quotient"]);
    assert_eq!(code, Some(1));
    assert!(text.contains("surveyed.c:6:"), "{text}");
    assert!(text.contains("1 functions"), "{text}");
    let (code, text) = survey(&["--entry", "entry"]);
    assert_eq!(code, Some(0), "{text}");
}

#[test]
fn what_cannot_be_surveyed_is_refused() {
    let file = written("nothing.c", "int f(void);\n");
    let code = |arguments: &[&str]| {
        let output = invar().arg("survey").arg(&file).args(arguments).output();
        output.expect("invar runs").status.code()
    };
    assert_eq!(code(&["--property", "assert"]), Some(2));
    assert_eq!(code(&["--property", "nonsense"]), Some(2));
}
