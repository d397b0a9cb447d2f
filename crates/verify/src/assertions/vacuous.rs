//! What is said of a program whose assertions no execution reaches: where executions end instead.

use invar_budget::Budget;
use invar_cfa::{AssumeReason, Program, Span};
use invar_interp::{Limits, Outcome, RunEnd, ends_of_runs};
use invar_report::{Place, Report};
use invar_verdict::Reason;
use std::collections::BTreeMap;

/// Runs that are looked at.
const RUNS: u32 = 30;
/// Steps of each.
const STEPS: u64 = 20_000;
/// The same runs each time.
const SEED: u64 = 1;

/// The report, with the place where runs end.
pub(crate) fn vacuous_report(program: &Program, budget: &Budget) -> Report {
    let report = Report::unknown(&Reason::Vacuous);
    let limits = Limits {
        steps: STEPS,
        deadline: budget.deadline,
        ..Limits::default()
    };
    let ends = ends_of_runs(program, SEED, RUNS, &limits);
    let Some((place, hint)) = common_end(program, &ends) else {
        return report;
    };
    Report {
        blocked_at: Some(place),
        hint: Some(hint),
        ..report
    }
}

/// Where most runs end, and why they do.
fn common_end(program: &Program, ends: &[RunEnd]) -> Option<(Place, String)> {
    let mut counts: BTreeMap<(Span, String), usize> = BTreeMap::new();
    for end in ends {
        if let Some((span, why)) = told(program, end) {
            *counts.entry((span, why)).or_default() += 1;
        }
    }
    // Of several that are equally frequent, the first one in the text.
    let most = counts.iter().rev().max_by_key(|(_, count)| **count);
    let ((span, why), count) = most?;
    let runs = if *count == ends.len() { "all" } else { "most" };
    let place = Place::of(&program.sources, *span, None);
    let line = place.line;
    let hint = format!("{runs} runs that were tried end at line {line}: {why}");
    Some((place, hint))
}

/// Where a run ends, and why.
fn told(program: &Program, (outcome, last): &RunEnd) -> Option<(Span, String)> {
    let last = last.and_then(|(function, edge)| program.function(function).cfa.edge(edge).span);
    let why = match outcome {
        Outcome::Blocked(place, reason) => {
            let cfa = &program.function(place.function).cfa;
            let mut spans = cfa.outgoing(place.location).map(|(_, edge)| edge.span);
            let here = spans.find_map(|span| span).or(last)?;
            let why = match reason {
                Some(AssumeReason::Undefined(undefined)) => {
                    format!("what follows is undefined ({undefined})")
                }
                _ => "what is assumed there excludes them".to_owned(),
            };
            return Some((here, why));
        }
        Outcome::Ended => "the program ends there",
        Outcome::Limit => "the loop there does not end soon",
        Outcome::Unsupported(_) => "what follows is not modelled",
        Outcome::Error(_) | Outcome::Invalid(_) => return None,
    };
    Some((last?, why.to_owned()))
}
