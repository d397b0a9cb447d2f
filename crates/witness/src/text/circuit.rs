//! Results about hardware models.

use super::Look;
use invar_report::{CircuitProof, CircuitProperty, CircuitReport, CircuitRun, Conclusion, Report};
use std::fmt::{Result, Write};

/// Properties that are told one by one.
const SHOWN_PROPERTIES: usize = 40;
/// Letters of a signal's name that are shown.
const NAME: usize = 32;

pub(super) fn show(
    out: &mut String,
    report: &Report,
    model: &CircuitReport,
    look: &Look,
) -> Result {
    headline(out, report, model)?;
    if let Some(reason) = &report.reason {
        writeln!(out, "reason: {reason}")?;
    }
    if let [only] = model.properties.as_slice() {
        if let Some(proof) = &only.proof {
            writeln!(out, "proof: {}", size(proof))?;
        }
    } else {
        for property in model.properties.iter().take(SHOWN_PROPERTIES) {
            writeln!(out, "{}: {}", property.title(), status(property))?;
        }
        if model.properties.len() > SHOWN_PROPERTIES {
            let more = model.properties.len() - SHOWN_PROPERTIES;
            writeln!(out, "{more} more properties: --format json")?;
        }
    }
    if let Some((property, run)) = first_run(model) {
        table(out, property, run, look.width)?;
        writeln!(out, "the whole run, for other tools: --witness FILE")?;
    }
    if let Some(hint) = &report.hint {
        writeln!(out, "hint: {hint}")?;
    }
    if report.verdict == Conclusion::Unknown
        && let Some(class) = &report.reason_class
    {
        writeln!(
            out,
            "more: invar explain {}",
            class.name().replace(' ', "-")
        )?;
    }
    Ok(())
}

fn headline(out: &mut String, report: &Report, model: &CircuitReport) -> Result {
    let all = model.properties.len();
    let reached = |p: &&CircuitProperty| p.verdict == Conclusion::Unsafe;
    let reached = model.properties.iter().filter(reached).count();
    let said = match (report.verdict, all) {
        (Conclusion::Safe, 1) => "safe: the bad state is unreachable".to_owned(),
        (Conclusion::Safe, _) => format!("safe: none of {all} bad states is reachable"),
        (Conclusion::Unsafe, 1) => match first_run(model) {
            Some((_, run)) => format!("unsafe: the bad state is reached in {}", steps(run)),
            None => "unsafe: the bad state is reached".to_owned(),
        },
        (Conclusion::Unsafe, _) => format!("unsafe: {reached} of {all} bad states reached"),
        (Conclusion::Unknown, _) => "unknown".to_owned(),
    };
    writeln!(out, "{}: {said}", report.file)
}

fn first_run(model: &CircuitReport) -> Option<(&CircuitProperty, &CircuitRun)> {
    let mut runs = model.properties.iter();
    runs.find_map(|property| Some((property, property.run.as_ref()?)))
}

fn steps(run: &CircuitRun) -> String {
    match run.states.saturating_sub(1) {
        1 => "1 step".to_owned(),
        steps => format!("{steps} steps"),
    }
}

fn size(proof: &CircuitProof) -> String {
    let clauses = match proof.clauses {
        1 => "1 clause".to_owned(),
        clauses => format!("{clauses} clauses"),
    };
    let different = if proof.unique {
        ", on states that differ"
    } else {
        ""
    };
    match proof.k {
        0 | 1 => format!("inductive invariant of {clauses}{different}"),
        k => format!("{k}-inductive invariant of {clauses}{different}"),
    }
}

fn status(property: &CircuitProperty) -> String {
    match property.verdict {
        Conclusion::Safe => {
            let proof = property.proof.as_ref().map(size).unwrap_or_default();
            format!("unreachable, {proof}")
        }
        Conclusion::Unsafe => {
            let steps = property.run.as_ref().map(steps).unwrap_or_default();
            format!("reached in {steps}")
        }
        Conclusion::Unknown => {
            let reason = property.reason.as_deref();
            format!("unknown: {}", reason.unwrap_or("not looked at"))
        }
    }
}

/// The values of the signals that change, a column per state.
fn table(out: &mut String, property: &CircuitProperty, run: &CircuitRun, width: usize) -> Result {
    if run.signals.is_empty() {
        return Ok(());
    }
    let names = run.signals.iter().map(|signal| short(&signal.name));
    let names: Vec<String> = names.collect();
    let margin = names.iter().map(|name| name.chars().count()).max();
    let margin = margin.unwrap_or(0).max("state".len());
    let digits = run.shown.last().map_or(1, |last| last.to_string().len());
    // Two blanks, the kind, the name, then the columns.
    let room = width.saturating_sub(margin + 10) / (digits + 1);
    let columns = chosen(run, room.max(2));
    writeln!(out, "the run to {}: signals that change", property.title())?;
    row(
        out,
        "",
        "state",
        margin,
        columns.iter().map(|at| run.shown[*at].to_string()),
        digits,
    )?;
    for (signal, name) in run.signals.iter().zip(&names) {
        let values: Vec<char> = signal.values.chars().collect();
        let shown = columns.iter().filter_map(|at| values.get(*at));
        row(
            out,
            signal.kind.name(),
            name,
            margin,
            shown.map(char::to_string),
            digits,
        )?;
    }
    if run.more > 0 {
        writeln!(out, "  and {} more signals", run.more)?;
    }
    if columns.len() < run.states {
        writeln!(out, "  {} of {} states", columns.len(), run.states)?;
    }
    Ok(())
}

/// The columns that there is room for: the first and the last ones.
fn chosen(run: &CircuitRun, room: usize) -> Vec<usize> {
    let all = run.shown.len();
    let first = room.div_ceil(2);
    let kept = |at: &usize| all <= room || *at < first || *at + (room - first) >= all;
    (0..all).filter(kept).collect()
}

fn row(
    out: &mut String,
    kind: &str,
    name: &str,
    margin: usize,
    values: impl Iterator<Item = String>,
    digits: usize,
) -> Result {
    write!(out, "  {kind:<5} {name:<margin$} ")?;
    for value in values {
        write!(out, " {value:>digits$}")?;
    }
    writeln!(out)
}

fn short(name: &str) -> String {
    let letters = name.chars().count();
    if letters <= NAME {
        return name.to_owned();
    }
    // What differs between signals is mostly at the end.
    let end: String = name.chars().skip(letters - NAME + 2).collect();
    format!("..{end}")
}

#[cfg(test)]
mod tests {
    use super::super::{Colours, Look, RunDetail, Statistics, text};
    use invar_report::{
        CircuitProperty, CircuitReport, CircuitRun, Conclusion, Report, Signal, SignalKind,
    };

    fn long_run(width: usize) -> String {
        let run = CircuitRun {
            states: 100,
            shown: (0..12).chain(88..100).collect(),
            signals: vec![Signal {
                name: "count[0]".into(),
                kind: SignalKind::Latch,
                values: "01".repeat(12),
            }],
            more: 3,
        };
        let property = CircuitProperty {
            verdict: Conclusion::Unsafe,
            run: Some(run),
            ..CircuitProperty::default()
        };
        let report = Report {
            verdict: Conclusion::Unsafe,
            file: "a.aag".into(),
            circuit: Some(CircuitReport {
                properties: vec![property],
                ..CircuitReport::default()
            }),
            ..Report::default()
        };
        let look = Look {
            colours: Colours::Plain,
            width,
            run: RunDetail::Relevant,
            statistics: Statistics::Hidden,
        };
        text(&report, &look)
    }

    #[test]
    fn tables_fit_the_terminal_and_keep_both_ends() {
        let text = long_run(40);
        let rows: Vec<&str> = text.lines().filter(|l| l.starts_with("  ")).collect();
        assert!(rows.iter().all(|row| row.chars().count() <= 40), "{text}");
        assert!(
            rows[0].contains(" 0 ") && rows[0].ends_with(" 99"),
            "{text}"
        );
        assert!(rows[1].starts_with("  latch count[0]"), "{text}");
        assert!(text.contains("reached in 99 steps"), "{text}");
        assert!(text.contains("and 3 more signals"), "{text}");
        assert!(long_run(200).contains("24 of 100 states"));
    }
}
