//! The older witness format: an automaton in GraphML (version 1.0).

use super::write::{TaskText, specification};
use invar_report::{
    Conclusion, ProofReport, Report, SiteKind, StatedInvariant, ViolationReport, Waypoint,
    WaypointKind,
};
use std::fmt::{self, Write};

/// Data keys of the format: name, type of the value, what has it.
const KEYS: [(&str, &str, &str); 15] = [
    ("witness-type", "string", "graph"),
    ("sourcecodelang", "string", "graph"),
    ("producer", "string", "graph"),
    ("specification", "string", "graph"),
    ("programfile", "string", "graph"),
    ("programhash", "string", "graph"),
    ("architecture", "string", "graph"),
    ("creationtime", "string", "graph"),
    ("entry", "boolean", "node"),
    ("violation", "boolean", "node"),
    ("invariant", "string", "node"),
    ("startline", "int", "edge"),
    ("enterLoopHead", "boolean", "edge"),
    ("assumption", "string", "edge"),
    ("assumption.resultfunction", "string", "edge"),
];

/// The witness of a verdict; `None` if the verdict is unknown.
pub fn graphml(report: &Report, task: &TaskText) -> Option<String> {
    let mut out = String::new();
    // Writing into a string does not fail.
    match (report.verdict, &report.proof, report.violations.first()) {
        (Conclusion::Safe, proof, _) => {
            let _ = head(&mut out, report, task, "correctness_witness");
            let _ = correctness(&mut out, proof.as_ref(), task);
        }
        (Conclusion::Unsafe, _, Some(violation)) => {
            let _ = head(&mut out, report, task, "violation_witness");
            let _ = run(&mut out, violation);
        }
        _ => return None,
    }
    out.push_str("  </graph>\n</graphml>\n");
    Some(out)
}

fn head(out: &mut String, report: &Report, task: &TaskText, kind: &str) -> fmt::Result {
    writeln!(
        out,
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>"
    )?;
    writeln!(
        out,
        "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\" \
         xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">"
    )?;
    for (name, kind, owner) in KEYS {
        write!(
            out,
            "  <key attr.name=\"{name}\" attr.type=\"{kind}\" for=\"{owner}\" id=\"{name}\""
        )?;
        match kind {
            "boolean" => writeln!(out, "><default>false</default></key>")?,
            _ => writeln!(out, "/>")?,
        }
    }
    writeln!(out, "  <graph edgedefault=\"directed\">")?;
    let (file, hash) = task.files.first().cloned().unwrap_or_default();
    let architecture = match report.data_model.as_str() {
        "ILP32" => "32bit",
        _ => "64bit",
    };
    let producer = format!("invar {}", task.version);
    let specification = specification(&report.property);
    let data: [(&str, &str); 8] = [
        ("witness-type", kind),
        ("sourcecodelang", "C"),
        ("producer", &producer),
        ("specification", &specification),
        ("programfile", &file),
        ("programhash", &hash),
        ("architecture", architecture),
        ("creationtime", &task.creation_time),
    ];
    for (key, value) in data {
        datum(out, 4, key, value)?;
    }
    Ok(())
}

fn datum(out: &mut String, indent: usize, key: &str, value: &str) -> fmt::Result {
    let value = escaped(value);
    writeln!(out, "{:indent$}<data key=\"{key}\">{value}</data>", "")
}

fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}

fn entry(out: &mut String) -> fmt::Result {
    writeln!(out, "    <node id=\"N0\">")?;
    datum(out, 6, "entry", "true")?;
    writeln!(out, "    </node>")
}

/// One node per loop, reached where the loop is entered.
fn correctness(out: &mut String, proof: Option<&ProofReport>, task: &TaskText) -> fmt::Result {
    entry(out)?;
    let stated = proof.map(|p| p.everywhere.as_slice()).unwrap_or_default();
    // Lines are those of the one file that the format names.
    let file = task.files.first().map(|(file, _)| file);
    let told = |s: &&StatedInvariant| s.kind == SiteKind::Loop && Some(&s.place.file) == file;
    let loops = stated.iter().filter(told);
    for (number, stated) in loops.enumerate() {
        let number = number + 1;
        let facts: Vec<String> = stated.facts.iter().map(|f| format!("({f})")).collect();
        writeln!(out, "    <node id=\"N{number}\">")?;
        datum(out, 6, "invariant", &facts.join(" && "))?;
        writeln!(out, "    </node>")?;
        writeln!(out, "    <edge source=\"N0\" target=\"N{number}\">")?;
        datum(out, 6, "startline", &stated.place.line.to_string())?;
        datum(out, 6, "enterLoopHead", "true")?;
        writeln!(out, "    </edge>")?;
    }
    Ok(())
}

/// A chain of the values that inputs return, to the violation.
fn run(out: &mut String, violation: &ViolationReport) -> fmt::Result {
    entry(out)?;
    let waypoints = violation.waypoints.iter();
    let told = |waypoint: &&Waypoint| {
        matches!(
            waypoint.kind,
            WaypointKind::FunctionReturn | WaypointKind::Target
        )
    };
    for (number, waypoint) in waypoints.filter(told).enumerate() {
        let next = number + 1;
        writeln!(out, "    <node id=\"N{next}\">")?;
        if waypoint.kind == WaypointKind::Target {
            datum(out, 6, "violation", "true")?;
        }
        writeln!(out, "    </node>")?;
        writeln!(out, "    <edge source=\"N{number}\" target=\"N{next}\">")?;
        datum(out, 6, "startline", &waypoint.place.line.to_string())?;
        if let Some(value) = &waypoint.value {
            datum(out, 6, "assumption", &format!("{value};"))?;
            let called = violation.inputs.iter().find(|input| {
                let place = input.place.as_ref();
                place.is_some_and(|place| place.line == waypoint.place.line)
            });
            if let Some(input) = called {
                datum(out, 6, "assumption.resultfunction", &input.name)?;
            }
        }
        writeln!(out, "    </edge>")?;
    }
    Ok(())
}
