//! The index of a certificate: what is claimed, and every file with its digest. A file is on one line of its own, so that
//! a shell script can read it.

use super::{CertificateFile, CertificateTask};
use crate::svcomp::sha256;
use invar_report::{ProofObligations, Report};
use serde_json::{Value, json};
use std::fmt::Write;

/// The version of the format.
const FORMAT: u32 = 1;

/// The name under which a file of the program is kept.
pub(super) fn copy_name(number: usize, name: &str) -> String {
    let end = name.rsplit('/').next().unwrap_or_default().chars();
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    let end: String = end.map(|c| if plain(c) { c } else { '_' }).collect();
    format!("source/{}-{end}", number + 1)
}

/// The index as JSON.
pub(super) fn index(
    report: &Report,
    proofs: &[ProofObligations],
    scripts: &[CertificateFile],
    program: Result<&[CertificateFile], &String>,
    task: &CertificateTask,
) -> String {
    let mut text = String::from("{\n");
    let mut member = |name: &str, value: &Value| {
        let _ = writeln!(text, "\"{name}\":{value},");
    };
    member("format", &json!(FORMAT));
    member("tool", &json!(format!("invar {}", task.version)));
    member("claim", &json!("safe"));
    member("file", &json!(report.file));
    member("property", &json!(report.property));
    member("data_model", &json!(report.data_model));
    member("integers", &json!(report.integers));
    member("arguments", &json!(task.arguments));
    member("expected", &json!("unsat"));
    member("obligation_count", &json!(scripts.len()));
    let sources = task
        .files
        .iter()
        .enumerate()
        .map(|(number, (name, bytes))| {
            let copy = copy_name(number, name);
            file_line("copy", &copy, bytes, &json!({ "name": name }))
        });
    list(&mut text, "sources", sources);
    if let Err(why) = program {
        let _ = writeln!(text, "\"no_program\":{},", json!(why));
    }
    let program = program.unwrap_or_default().iter();
    let program = program.map(|file| file_line("program", &file.path, &file.bytes, &json!({})));
    list(&mut text, "program", program);
    let lines = report.assumptions.iter();
    list(
        &mut text,
        "assumptions",
        lines.map(|a| json!(a).to_string()),
    );
    let proved = |row: usize| {
        let by = (1..)
            .zip(proofs)
            .filter(|(_, p)| p.assertions.contains(&row));
        by.map(|(number, _)| number).collect::<Vec<usize>>()
    };
    let rows = report.assertions.iter().enumerate().map(|(row, assertion)| {
        let (what, property, place) = (&assertion.what, &assertion.property, &assertion.place);
        let (status, proofs) = (assertion.status, proved(row));
        json!({ "what": what, "property": property, "place": place, "status": status, "proofs": proofs }).to_string()
    });
    list(&mut text, "assertions", rows);
    let told = proofs.iter().map(|proof| {
        let (proof, contracts, simplified) = (&proof.told, &proof.contracts, &proof.simplified);
        json!({ "proof": proof, "contracts": contracts, "by_simplification": simplified })
            .to_string()
    });
    list(&mut text, "proofs", told);
    let all = (1..).zip(proofs).flat_map(|(number, proof)| {
        let obligations = proof.obligations.iter();
        obligations.map(move |obligation| (number, obligation))
    });
    let lines = all.zip(scripts).map(|((number, obligation), script)| {
        let more: Value = json!({
            "proof": number,
            "kind": obligation.kind,
            "shows": obligation.claim,
            "from": obligation.from,
            "to": obligation.to,
            "known": obligation.assumed,
            "shown": obligation.shown,
            "facts_without_text": obligation.untold,
        });
        file_line("file", &script.path, &script.bytes, &more)
    });
    list(&mut text, "obligations", lines);
    text.truncate(text.trim_end_matches([',', '\n']).len());
    text.push_str("\n}\n");
    text
}

/// An object that begins with a file and its digest.
fn file_line(role: &str, path: &str, bytes: &[u8], more: &Value) -> String {
    let rest = more.to_string();
    let rest = rest.trim_start_matches('{');
    let comma = if rest == "}" { "" } else { "," };
    let digest = sha256(bytes);
    format!("{{\"{role}\":\"{path}\",\"sha256\":\"{digest}\"{comma}{rest}")
}

fn list(text: &mut String, name: &str, lines: impl Iterator<Item = String>) {
    let lines: Vec<String> = lines.collect();
    let _ = writeln!(text, "\"{name}\":[\n{}\n],", lines.join(",\n"));
}
