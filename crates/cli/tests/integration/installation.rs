//! What someone meets who has just installed invar, and what other programs that run it read.

use crate::support::{check, folder, invar, program};
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;

#[test]
fn without_clang_the_message_names_the_package() {
    let output = invar()
        .arg("check")
        .arg(program("input_bug.c"))
        .env("PATH", folder("no_clang"))
        .env_remove("INVAR_CLANG")
        .output()
        .expect("invar runs");
    let words = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{words}");
    assert!(words.contains("clang is not installed"), "{words}");
    assert!(words.contains("apt-get install clang"), "{words}");
    assert!(output.stdout.is_empty());
}

#[test]
fn a_clang_that_is_named_and_missing_is_no_reason_to_take_another() {
    let output = invar()
        .arg("check")
        .arg(program("input_bug.c"))
        .env("INVAR_CLANG", "/nowhere/clang")
        .output()
        .expect("invar runs");
    let words = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{words}");
    assert!(words.contains("/nowhere/clang"), "{words}");
    assert!(words.contains("INVAR_CLANG"), "{words}");
}

#[test]
fn the_competition_reads_one_line() {
    for (name, line, code) in [
        ("even_unbounded.c", "TRUE\n", 0),
        ("input_bug.c", "FALSE(assert)\n", 1),
        ("rounding_mode.c", "UNKNOWN\n", 3),
    ] {
        let output = check(&program(name), &["--format", "svcomp"]);
        assert_eq!(String::from_utf8_lossy(&output.stdout), line, "{name}");
        assert_eq!(output.status.code(), Some(code), "{name}");
    }
}

#[test]
fn without_a_certifier_a_proof_is_not_reported_and_the_package_is_named() {
    let output = invar()
        .arg("check")
        .arg(program("even_unbounded.c"))
        .args(["--engine", "ic3-cfa", "--certifier", "cvc5"])
        .args(["--timeout", "10s"])
        .env("INVAR_CVC5", "/nowhere/cvc5")
        .output()
        .expect("invar runs");
    let words = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(3), "{words}");
    assert!(words.contains("apt-get install cvc5"), "{words}");
}

#[test]
fn an_unknown_or_missing_interpolator_is_an_error() {
    for (choice, words) in [
        ("nobody", "hint: own, cvc5, smtinterpol, opensmt, mathsat"),
        ("mathsat", "INVAR_MATHSAT"),
        ("opensmt", "/nowhere/opensmt"),
    ] {
        let output = invar()
            .arg("check")
            .arg(program("even_unbounded.c"))
            .args(["--engine", "impact", "--timeout", "10s"])
            .env("INVAR_INTERPOLATION", choice)
            .env_remove("INVAR_MATHSAT")
            .env("INVAR_OPENSMT", "/nowhere/opensmt")
            .output()
            .expect("invar runs");
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(told.contains("INVAR_INTERPOLATION"), "{told}");
        assert!(told.contains(words), "{told}");
    }
}

/// The program refutes, and then has no interpolants: ours prove the property.
#[test]
fn the_interpolator_of_choice_is_asked() {
    let room = std::env::temp_dir().join(format!("invar-interpolator-{}", std::process::id()));
    std::fs::create_dir_all(&room).expect("made");
    let fake = room.join("fake");
    let script = "#!/bin/sh\n\
                  while read -r line; do printf '%s\\n' \"$line\" >> \"$0.told\"\n\
                  case \"$line\" in *check-sat*) echo unsat;;\n\
                  *get-interpolants*) echo '(error \"none today\")';;\n\
                  esac; done\n";
    std::fs::write(&fake, script).expect("written");
    std::fs::set_permissions(&fake, Permissions::from_mode(0o755)).expect("runs");
    let output = invar()
        .arg("check")
        .arg(program("even_unbounded.c"))
        .args(["--engine", "impact", "--without", "guess"])
        .args(["--timeout", "60s", "-v"])
        .env("INVAR_INTERPOLATION", "smtinterpol")
        .env("INVAR_SMTINTERPOL", &fake)
        .output()
        .expect("invar runs");
    let words = String::from_utf8_lossy(&output.stdout).into_owned();
    let words = words + &String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{words}");
    assert!(words.contains("interpolation process too hard"), "{words}");
    let told = std::fs::read_to_string(room.join("fake.told")).expect("it was told something");
    assert!(told.contains("(get-interpolants $p0 $p1"), "{told}");
    std::fs::remove_dir_all(&room).expect("removed");
}
