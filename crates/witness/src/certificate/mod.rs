//! Proofs as a folder that is checked without invar.
//!
//! One SMT-LIB file per obligation, an index with digests, the program, a script that asks solvers, and a page that says
//! what the obligations mean together.

mod cut;
mod index;
mod program;

use invar_report::visible;
use invar_report::{ObligationKind, ObligationReport, ProofObligations, Report};
use std::collections::BTreeSet;
use std::fmt::Write;

/// What a certificate says about its task besides the report.
#[derive(Clone, Debug, Default)]
pub struct CertificateTask {
    /// Files of the program with their contents.
    pub files: Vec<(String, Vec<u8>)>,
    /// The command line.
    pub arguments: Vec<String>,
    /// What a compiler of the program must be told.
    pub compiler: Vec<String>,
    /// Our version.
    pub version: String,
}

/// A file of a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertificateFile {
    /// Its path in the folder.
    pub path: String,
    /// What it contains.
    pub bytes: Vec<u8>,
}

/// The folder that holds the obligations.
pub const OBLIGATIONS: &str = "obligations";
/// The script that checks the folder.
pub const CHECK: &str = "check.sh";
/// The index.
pub const INDEX: &str = "index.json";

/// The files of a certificate.
pub fn certificate(
    report: &Report,
    proofs: &[ProofObligations],
    task: &CertificateTask,
) -> Vec<CertificateFile> {
    let mut files = Vec::new();
    let mut scripts = Vec::new();
    for (number, proof) in proofs.iter().enumerate() {
        for (place, obligation) in proof.obligations.iter().enumerate() {
            let path = file_name(number + 1, place + 1, obligation);
            let bytes = script(report, number + 1, obligation).into_bytes();
            scripts.push(CertificateFile { path, bytes });
        }
    }
    let program = program::files(report, proofs, task);
    let index = index::index(report, proofs, &scripts, program.as_deref(), task);
    let mut add = |path: &str, bytes: Vec<u8>| {
        let path = path.to_owned();
        files.push(CertificateFile { path, bytes });
    };
    add(INDEX, index.into_bytes());
    add(
        "README.md",
        readme(report, proofs, program.as_deref(), task).into_bytes(),
    );
    add(CHECK, include_bytes!("check.sh").to_vec());
    for (number, (name, bytes)) in task.files.iter().enumerate() {
        add(&index::copy_name(number, name), bytes.clone());
    }
    files.extend(program.unwrap_or_default());
    files.extend(scripts);
    files
}

fn file_name(proof: usize, number: usize, obligation: &ObligationReport) -> String {
    let line = obligation.from.as_ref().map(|place| place.line);
    let line = line.map(|line| format!("-line-{line}")).unwrap_or_default();
    let kind = obligation.kind.name();
    format!("{OBLIGATIONS}/{proof}-{number:03}-{kind}{line}.smt2")
}

/// An obligation as a file: what it shows, then the query.
fn script(report: &Report, proof: usize, obligation: &ObligationReport) -> String {
    let mut text = String::new();
    let mut line = |words: &str| {
        let _ = writeln!(text, "; {}", visible(words));
    };
    line(&format!("{}, property {}", report.file, report.property));
    line(&format!("proof {proof}, {}", obligation.kind.name()));
    line(&obligation.claim);
    for fact in &obligation.assumed {
        line(&format!("known at the start: {fact}"));
    }
    for fact in &obligation.shown {
        line(&format!("to be shown: {fact}"));
    }
    if obligation.untold > 0 {
        let untold = obligation.untold;
        line(&format!("and {untold} facts that have no text in C"));
    }
    line("expected: unsat");
    text.push_str(&obligation.script);
    text
}

const PAGE: &str = include_str!("README.md");

/// What the proof as C is.
const PROGRAM: &str = "`program.c` is the same proof as a C program: every loop is cut at its head by its invariant, so that \
    one iteration stands for all. `check-c.sh` has CBMC check it, which reads C by itself: its answer does not rest on \
    invar's reading of the text, but on the list of variables that each loop changes (`CHANGED_N` in `program.c`).";

fn readme(
    report: &Report,
    proofs: &[ProofObligations],
    program: Result<&[CertificateFile], &String>,
    task: &CertificateTask,
) -> String {
    let files = task.files.iter().map(|(name, _)| visible(name));
    let files: Vec<String> = files.map(|name| format!("`{name}`")).collect();
    let claim = format!(
        "No execution of {} violates the property `{}` ({}), under the assumptions that `index.json` lists.",
        files.join(", "),
        visible(&report.property),
        report.data_model
    );
    let program = match program {
        Ok(_) => PROGRAM.to_owned(),
        Err(why) => format!(
            "Why there is no `program.c`, the proof as C: {}.",
            visible(why)
        ),
    };
    PAGE.replace("CLAIM", &claim)
        .replace("PROGRAM", &program)
        .replace("VERSION", &task.version)
        .replace("PROOFS\n", &explained(proofs))
}

/// Why the obligations of each proof are a proof.
fn explained(proofs: &[ProofObligations]) -> String {
    let mut text = String::new();
    for (number, proof) in proofs.iter().enumerate() {
        let number = number + 1;
        let _ = writeln!(text, "**Proof {number}**: {}.\n", visible(&proof.told));
        let kinds: BTreeSet<ObligationKind> = proof.obligations.iter().map(|o| o.kind).collect();
        for kind in &kinds {
            let _ = writeln!(text, "- *{}*: {}.", kind.name(), kind.meaning());
        }
        let _ = writeln!(text, "\n{}", conclusion(&kinds));
        if !proof.contracts.is_empty() {
            text.push_str(MODULAR);
        }
        for contract in &proof.contracts {
            let name = visible(&contract.function);
            let requires = contract.requires.join(" && ");
            let ensures = contract.ensures.join(" && ");
            let (requires, ensures) = (visible(&requires), visible(&ensures));
            let _ = writeln!(
                text,
                "- `{name}`: requires `{requires}`; ensures `{ensures}`"
            );
        }
        text.push('\n');
    }
    text
}

/// Where functions call themselves.
const MODULAR: &str = "\nFunctions that call themselves are pieces of the automaton by themselves: a body starts with any \
    values that satisfy its precondition; at a call the precondition must hold (a target otherwise), then results and changed \
    globals have any values that satisfy the summary; at the end the summary must hold (a target otherwise). The shortest \
    execution that breaks one of these would break it inside one body, which the obligations exclude.\n\n";

/// What follows if all obligations hold.
fn conclusion(kinds: &BTreeSet<ObligationKind>) -> &'static str {
    let inductive = "By induction over the cut points that an execution passes, it satisfies the invariant at each of them; \
        so it takes no branch that was left out and reaches no target. Loops without a target after them and without \
        an invariant are passed by giving every variable that they change any value.";
    if kinds.contains(&ObligationKind::InductionStep) {
        return "Executions of at most k steps are looked at from the entry; a longer one that reaches a target would end \
            with k steps from a loop head, where the invariant holds, to that target.";
    }
    let unrolled = [ObligationKind::Unrolled, ObligationKind::Ended];
    if unrolled.iter().any(|kind| kinds.contains(kind)) {
        return "Every execution ends within the steps that are looked at, and none of them reaches a target.";
    }
    inductive
}
