//! `unsafe`: what fails, for which inputs, and the run.

use super::excerpt::{Excerpt, Mark, Page, PathLine, Tone, Weight};
use super::safe::assertions;
use super::{Look, checks, run, table};
use invar_report::Property;
use invar_report::{AssertionStatus, Input, InputOrigin, Place, Report, StepKind, ViolationReport};
use std::fmt::Write;

/// Inputs that are listed.
const SHOWN_INPUTS: usize = 12;
/// Runs that are shown where there are many checks.
const SHOWN_RUNS: usize = 3;
/// Remarks that are shown.
const SHOWN_NOTES: usize = 4;

pub(super) fn show(page: &mut Page, report: &Report, look: &Look) -> std::fmt::Result {
    let claim = match Property::named(&report.property) {
        Some(Property::DEFAULT) => "an execution fails".to_owned(),
        Some(Property::TERMINATION) => "an execution does not end".to_owned(),
        _ => format!("`{}` can be violated", report.property),
    };
    writeln!(page.out, "{}: unsafe: {claim}", report.file)?;
    checks(page, report)?;
    let whole = if table::is_needed(report) {
        SHOWN_RUNS.min(report.violations.len())
    } else {
        report.violations.len()
    };
    let (shown, more) = report.violations.split_at(whole);
    for violation in shown {
        writeln!(page.out)?;
        one(page, violation, look)?;
    }
    if !more.is_empty() {
        writeln!(page.out, "\nalso violated, with runs in --format json:")?;
    }
    for violation in more {
        let place = violation.place.as_ref();
        let place = place.map_or_else(String::new, |place| format!("{place}: "));
        writeln!(page.out, "  {place}{}", violation.told())?;
    }
    let vacuous = assertions(
        &report.assertions,
        AssertionStatus::Unreachable,
        Tone::Warning,
    );
    page.draw(&vacuous);
    Ok(())
}

fn one(page: &mut Page, violation: &ViolationReport, look: &Look) -> std::fmt::Result {
    match &violation.place {
        Some(place) => page.draw(&[Excerpt {
            tone: Tone::Error,
            title: violation.told(),
            marks: vec![Mark {
                place: place.clone(),
                labels: why(violation).into_iter().collect(),
                weight: Weight::Main,
            }],
            path: PathLine::Shown,
        }]),
        None => writeln!(page.out, "error: {}", violation.told())?,
    }
    inputs(page, &violation.inputs)?;
    run::show(page, violation, look);
    for note in violation.notes.iter().take(SHOWN_NOTES) {
        let place = note.place.as_ref();
        let place = place.map_or_else(String::new, |place| format!(" at {place}"));
        writeln!(page.out, "note{place}: {}", note.text)?;
    }
    let more = violation.notes.len().saturating_sub(SHOWN_NOTES);
    if more > 0 {
        writeln!(page.out, "note: {more} more of this kind")?;
    }
    if let Some(confirmation) = &violation.confirmation {
        writeln!(page.out, "{confirmation}")?;
    }
    Ok(())
}

/// The condition that the last branch before the violation took, if it is on the same line.
/// Where the program has no such branch, the numbers say why.
fn why(violation: &ViolationReport) -> Option<String> {
    if violation.detail.is_some() {
        return None;
    }
    let mut backwards = violation.steps.iter().rev();
    let last = backwards.find(|step| step.kind != StepKind::Violation)?;
    let same_line = |a: &invar_report::Place| {
        let b = violation.place.as_ref();
        b.is_some_and(|b| a.file == b.file && a.line == b.line)
    };
    let here = last.kind == StepKind::Branch && last.place.as_ref().is_some_and(same_line);
    here.then(|| last.text.clone())
}

fn inputs(page: &mut Page, all: &[Input]) -> std::fmt::Result {
    // What was never given a value and does not matter is not shown as an input. What a library function reads is told
    // in the execution, as its result and as what it stores.
    let is_of_model = |input: &Input| input.place.as_ref().is_some_and(Place::is_in_model);
    let told: Vec<&Input> = all
        .iter()
        .filter(|input| input.relevant || input.origin != InputOrigin::Uninitialised)
        .filter(|input| !is_of_model(input))
        .collect();
    if told.is_empty() {
        return Ok(());
    }
    writeln!(page.out, "inputs:")?;
    for input in told.iter().take(SHOWN_INPUTS) {
        let value = if input.relevant {
            &input.value
        } else {
            "any value"
        };
        let said = match input.origin {
            InputOrigin::Input | InputOrigin::External if input.name.contains(' ') => {
                format!("{}: {value}", input.name)
            }
            InputOrigin::Input | InputOrigin::External => {
                format!("{}() returns {value}", input.name)
            }
            InputOrigin::Written => format!("{}() writes {value}", input.name),
            InputOrigin::Argument => format!("{} = {value}", input.name),
            InputOrigin::Variable => format!("{} is {value} (defined elsewhere)", input.name),
            InputOrigin::Volatile => format!("{} reads as {value} (volatile)", input.name),
            InputOrigin::Uninitialised => {
                format!("{} is {value} (never given a value)", input.name)
            }
        };
        let line = input.place.as_ref();
        let line = line.map_or_else(String::new, |place| format!("line {}: ", place.line));
        writeln!(page.out, "  {line}{said}")?;
    }
    if told.len() > SHOWN_INPUTS {
        writeln!(page.out, "  ... and {} more", told.len() - SHOWN_INPUTS)?;
    }
    Ok(())
}
