//! `invar export`: other tools read what it writes, and say what we say.

use crate::support::{folder, invar, program, written};
use std::path::Path;
use std::process::Command;

/// What the `z3` that was installed beside the library we link says about exported clauses.
fn z3(file: &Path, arguments: &[&str]) -> String {
    let name = file.file_stem().expect("a file").to_string_lossy();
    let out = folder(&format!("export_{name}")).join("clauses.smt2");
    let output = invar()
        .arg("export")
        .arg(file)
        .args(arguments)
        .arg("--out")
        .arg(&out)
        .output()
        .expect("invar runs");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(output.stdout.is_empty(), "{output:?}");
    let local = concat!(env!("CARGO_MANIFEST_DIR"), "/../../.tools/wheels/bin/z3");
    let z3 = if Path::new(local).exists() {
        local
    } else {
        "z3"
    };
    let answer = Command::new(z3).arg("-T:60").arg(&out).output();
    let answer = answer.expect("z3 runs");
    String::from_utf8_lossy(&answer.stdout).trim().to_owned()
}

#[test]
fn z3_finds_what_we_find() {
    assert_eq!(z3(&program("even_unbounded.c"), &[]), "sat");
    assert_eq!(z3(&program("counter_bounded_bug.c"), &[]), "unsat");
}

#[test]
fn clauses_over_other_arithmetics() {
    let text = "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
        int main(void) {
          int n = __VERIFIER_nondet_int(), x = 0, y = 0;
          while (x < n) { x++; y += 2; }
          if (y != 2 * x) reach_error();
          return 0;
        }";
    let file = written("export_arithmetic.c", text);
    for arithmetic in ["int", "real"] {
        let arguments = ["--property", "unreach-call", "--arithmetic", arithmetic];
        assert_eq!(z3(&file, &arguments), "sat", "{arithmetic}");
    }
    let bounded = "extern void reach_error(void);
        int main(void) { unsigned char x = 250; while (x > 9) x++; if (x == 0) reach_error(); }";
    let file = written("export_wrap.c", bounded);
    let arguments = ["--property", "unreach-call", "--arithmetic", "wrap"];
    assert_eq!(z3(&file, &arguments), "unsat");
}

#[test]
fn clauses_go_to_stdout_with_a_comment() {
    let text = "extern void reach_error(void);
        int main(void) { int x = 0; while (x < 9) x++; if (x != 9) reach_error(); return 0; }";
    let file = written("export_counter.c", text);
    let output = invar()
        .arg("export")
        .arg(&file)
        .args(["--format", "chc", "--property", "unreach-call"])
        .output()
        .expect("invar runs");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let text = String::from_utf8_lossy(&output.stdout);
    let lines: Vec<&str> = text.lines().collect();
    assert!(
        lines[0].ends_with("export_counter.c, property unreach-call"),
        "{text}"
    );
    assert_eq!(lines[1], "; over bit-vectors; sat means safe");
    assert_eq!(lines[2], "(set-logic HORN)");
    assert!(text.ends_with("(check-sat)\n(exit)\n"));
}

#[test]
fn what_cannot_be_read_is_an_error() {
    let output = invar()
        .args(["export", "no-such-file.c"])
        .output()
        .expect("invar runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("error: "));
}

/// Small programs with their verdicts: (name, safe, text after the usual declarations).
const PROGRAMS: [(&str, bool, &str); 4] = [
    (
        "parity_safe",
        true,
        "int main(void) {
           unsigned x = __VERIFIER_nondet_uint(), p = 0;
           x &= 255;
           unsigned y = x;
           while (y) { p ^= y & 1; y >>= 1; }
           if (p > 1) reach_error();
           return 0;
         }",
    ),
    (
        "parity_wrong",
        false,
        "int main(void) {
           unsigned x = __VERIFIER_nondet_uint(), p = 0;
           x &= 15;
           while (x) { p ^= x & 1; x >>= 1; }
           if (p == 1) reach_error();
           return 0;
         }",
    ),
    (
        "ring_safe",
        true,
        "int main(void) {
           unsigned char at = 1;
           while (__VERIFIER_nondet_uint()) {
             at = (at << 1) | (at >> 7);
             if ((at & (at - 1)) != 0) reach_error();
           }
           return 0;
         }",
    ),
    (
        "two_loops_wrong",
        false,
        "int main(void) {
           unsigned char a = 0, b = 3;
           while (a < 5) { a++; b += __VERIFIER_nondet_uint() & 1; }
           while (b > 6) { b -= 2; if (b == 5) reach_error(); }
           return 0;
         }",
    ),
];

fn small_program(name: &str, text: &str) -> std::path::PathBuf {
    let head = "extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);";
    written(&format!("export_{name}.c"), &format!("{head}\n{text}\n"))
}

fn exported(file: &Path, format: &str, out: &str) -> std::path::PathBuf {
    let out = file.parent().expect("a folder").join(out);
    let output = invar()
        .arg("export")
        .arg(file)
        .args(["--property", "unreach-call", "--format", format, "--out"])
        .arg(&out)
        .output()
        .expect("invar runs");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    out
}

/// What a program says, unless it is not installed.
fn said_by(program: &str, arguments: &[&str]) -> Option<String> {
    let Ok(output) = Command::new(program).args(arguments).output() else {
        eprintln!("skipped: there is no {program}");
        return None;
    };
    let (out, error) = (output.stdout, output.stderr);
    Some(String::from_utf8_lossy(&out).into_owned() + &String::from_utf8_lossy(&error))
}

/// What ABC's IC3 finds about a circuit.
fn check_by_abc(circuit: &Path, is_safe: bool, name: &str) {
    let script = format!("read {}; strash; pdr", circuit.display());
    let Some(said) = said_by("berkeley-abc", &["-c", &script]) else {
        return;
    };
    let (proved, failed) = (said.contains("Property proved"), said.contains("asserted"));
    assert_eq!((proved, failed), (is_safe, !is_safe), "{name}: {said}");
}

#[test]
fn abc_finds_in_circuits_what_is_true_of_programs() {
    for (name, is_safe, text) in PROGRAMS {
        let file = small_program(&format!("aiger_{name}"), text);
        check_by_abc(&exported(&file, "aiger", "circuit.aig"), is_safe, name);
    }
}

/// No tool that Debian packages reads BTOR2 with states, so ABC gets what we read.
#[test]
fn abc_finds_in_models_what_is_true_of_programs() {
    for (name, is_safe, text) in PROGRAMS {
        let file = small_program(&format!("btor2_{name}"), text);
        let model = exported(&file, "btor2", "model.btor2");
        let text = std::fs::read_to_string(&model).expect("it was written");
        assert!(text.starts_with("; "), "{text}");
        let model = invar_circuit::btor2::read(text.as_bytes()).expect("what we write we read");
        let circuit = model.blast().expect("small").circuit;
        let path = file.with_extension("aig");
        std::fs::write(&path, invar_circuit::aiger::write_binary(&circuit)).expect("writable");
        check_by_abc(&path, is_safe, name);
    }
}

#[test]
fn circuits_are_text_or_binary() {
    let (name, _, text) = PROGRAMS[2];
    let file = small_program(&format!("forms_{name}"), text);
    let binary = exported(&file, "aiger", "circuit.aig");
    let ascii = exported(&file, "aiger", "circuit.aag");
    let read = |path: &Path| {
        let bytes = std::fs::read(path).expect("it was written");
        let circuit = invar_circuit::aiger::read(&bytes).expect("what we write we read");
        (bytes[..4].to_vec(), circuit)
    };
    let ((binary_head, binary), (ascii_head, ascii)) = (read(&binary), read(&ascii));
    assert_eq!((&*binary_head, &*ascii_head), (&b"aig "[..], &b"aag "[..]));
    assert_eq!(binary.nodes(), ascii.nodes());
    assert_eq!(binary.bad.len(), 1);
    let of_at = |name: &&String| name.contains("::at[");
    assert_eq!(binary.latch_names.iter().filter(of_at).count(), 8);
}

#[test]
fn arrays_are_no_circuits() {
    let text = "int main(void) {
        unsigned a[9]; unsigned i = 0;
        while (i < 9) { a[i] = i; i++; }
        if (a[__VERIFIER_nondet_uint() % 9] > 9) reach_error();
        return 0;
    }";
    let file = small_program("arrays", text);
    let export = |format: &str| {
        invar()
            .arg("export")
            .arg(&file)
            .args(["--property", "unreach-call", "--format", format])
            .output()
            .expect("invar runs")
    };
    let refused = export("aiger");
    assert_eq!(refused.status.code(), Some(2));
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(said.contains("only bit-vectors are blasted"), "{said}");
    assert!(refused.stdout.is_empty());
    assert_eq!(export("vmt").status.code(), Some(0), "VMT has arrays");
    assert_eq!(export("btor2").status.code(), Some(0), "BTOR2 has arrays");
}
