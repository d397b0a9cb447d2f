//! `safe`: what was proved, and why it holds.

use super::excerpt::{Excerpt, Mark, Page, PathLine, Tone, Weight};
use super::{checks, table};
use invar_report::Property;
use invar_report::has_internal_names;
use invar_report::{
    Assertion, AssertionStatus, ContractReport, LoopInvariant, ProofReport, RankingReport, Report,
};
use std::fmt::Write;

/// Assertions that are shown one by one.
const SHOWN_ASSERTIONS: usize = 8;
/// Facts with longer texts are counted only; `--format json` has them.
const LONG_FACT: usize = 72;
/// Loops that are shown.
const SHOWN_LOOPS: usize = 12;

pub(super) fn show(page: &mut Page, report: &Report) -> std::fmt::Result {
    // The property names the part; here it is told in full.
    let property = report.property_without_since();
    let since = report.scope().since();
    let part = since.map_or_else(String::new, |since| format!(" at {}", since.told()));
    let claim = match Property::named(property) {
        Some(Property::DEFAULT) => {
            "no assertion fails and no checked undefined behaviour happens".to_owned()
        }
        Some(Property::TERMINATION) => "every execution ends".to_owned(),
        _ => format!("no execution violates `{property}`"),
    };
    writeln!(page.out, "{}: safe: {claim}{part}", report.file)?;
    checks(page, report)?;
    let told = if table::is_needed(report) {
        &[]
    } else {
        report.assertions.as_slice()
    };
    let proved = assertions(told, AssertionStatus::Proved, Tone::Note);
    let vacuous = assertions(
        &report.assertions,
        AssertionStatus::Unreachable,
        Tone::Warning,
    );
    page.draw(&proved);
    page.draw(&vacuous);
    if let Some(proof) = &report.proof {
        how(page, proof)?;
        rankings(page, &proof.rankings);
        invariants(page, &proof.invariants, "holds whenever execution is here");
    }
    Ok(())
}

/// The assertions of one status, one excerpt per file.
pub(super) fn assertions(all: &[Assertion], status: AssertionStatus, tone: Tone) -> Vec<Excerpt> {
    let label = match status {
        AssertionStatus::Unreachable => "holds only because no execution gets here",
        other => other.name(),
    };
    let same: Vec<&Assertion> = all.iter().filter(|a| a.status == status).collect();
    let mut excerpts: Vec<Excerpt> = Vec::new();
    for assertion in same.iter().take(SHOWN_ASSERTIONS) {
        let Some(place) = &assertion.place else {
            continue;
        };
        let mark = Mark {
            place: place.clone(),
            labels: vec![label.to_owned()],
            weight: Weight::Main,
        };
        match excerpts.last_mut() {
            Some(last) if last.marks[0].place.file == place.file => last.marks.push(mark),
            _ => excerpts.push(Excerpt {
                tone,
                title: match (same.len(), status) {
                    (1, AssertionStatus::Unreachable) => "this assertion says nothing".into(),
                    (_, AssertionStatus::Unreachable) => "these assertions say nothing".into(),
                    (1, _) => "this assertion holds in every execution".into(),
                    (_, AssertionStatus::Proved) => {
                        "these assertions hold in every execution".into()
                    }
                    (count, other) => format!("{count} {}", other.name()),
                },
                marks: vec![mark],
                path: PathLine::Shown,
            }),
        }
    }
    if same.len() > SHOWN_ASSERTIONS
        && let Some(last) = excerpts.last_mut()
    {
        last.title = format!(
            "{}, {} of {} shown",
            last.title,
            SHOWN_ASSERTIONS,
            same.len()
        );
    }
    excerpts
}

fn how(page: &mut Page, proof: &ProofReport) -> std::fmt::Result {
    writeln!(page.out, "proof: {}", proof.told())?;
    let mut contracts = proof.contracts.iter();
    contracts.try_for_each(|contract| told(page, contract))
}

/// Why loops are left.
fn rankings(page: &mut Page, all: &[RankingReport]) {
    let mut excerpts: Vec<Excerpt> = Vec::new();
    for ranking in all.iter().take(SHOWN_LOOPS) {
        let Some(place) = &ranking.place else {
            continue;
        };
        let is_told = |text: &String| {
            !text.is_empty() && text.len() <= LONG_FACT && !has_internal_names(text)
        };
        let mut labels = vec![if ranking.expressions.iter().all(is_told) {
            ranking.expressions.join(", then ")
        } else {
            "a number without a short text".into()
        }];
        let facts = ranking.invariants.iter();
        let here = facts.filter(|fact| fact.place == *place && fact.calls == ranking.calls);
        labels.extend(here.flat_map(|fact| fact.facts.iter().map(|text| format!("with {text}"))));
        let mark = Mark {
            place: place.clone(),
            labels,
            weight: Weight::Side,
        };
        match excerpts.last_mut() {
            Some(last) if last.marks[0].place.file == place.file => last.marks.push(mark),
            _ => excerpts.push(Excerpt {
                tone: Tone::Quiet,
                title: "ranking: decreases, as an unsigned number, from each visit of the loop to the next".into(),
                marks: vec![mark],
                path: PathLine::Shown,
            }),
        }
    }
    page.draw(&excerpts);
    if all.len() > SHOWN_LOOPS {
        let more = all.len() - SHOWN_LOOPS;
        let _ = writeln!(page.out, "... and {more} more loops");
    }
    for ranking in all {
        if let Some(function) = &ranking.function {
            let measure = ranking.expressions.join(", then ");
            let _ = writeln!(
                page.out,
                "measure of {function}, smaller at each recursive call: {measure}"
            );
        }
    }
}

/// What a function expects and promises, a line for each.
fn told(page: &mut Page, contract: &ContractReport) -> std::fmt::Result {
    let function = &contract.function;
    for (role, facts) in [
        ("called with", &contract.requires),
        ("returns with", &contract.ensures),
    ] {
        let short = facts.iter().filter(|fact| fact.len() <= LONG_FACT);
        let texts: Vec<&str> = short.map(String::as_str).collect();
        if facts.as_slice() == ["0"] {
            writeln!(page.out, "  {function} never {}", &role[..role.len() - 5])?;
        } else if !texts.is_empty() {
            writeln!(page.out, "  {function} {role} {}", texts.join(", "))?;
        }
    }
    Ok(())
}

/// Facts at loop heads: those of `main` in one excerpt, those of functions with the calls that
/// lead there.
pub(super) fn invariants(page: &mut Page, loops: &[LoopInvariant], title: &str) {
    let mut excerpts: Vec<(Vec<u32>, Excerpt)> = Vec::new();
    let holding = loops.iter().filter(|invariant| !invariant.is_unreachable());
    let holding: Vec<&LoopInvariant> = holding.collect();
    for invariant in holding.iter().take(SHOWN_LOOPS) {
        let way: Vec<u32> = invariant.calls.iter().map(|call| call.line).collect();
        let function = invariant.place.function.as_deref().unwrap_or("main");
        let title = match way.as_slice() {
            [] => format!("loop invariant: {title}"),
            lines => {
                let lines: Vec<String> = lines.iter().map(u32::to_string).collect();
                format!(
                    "loop invariant in {function}, called at line {}",
                    lines.join(", then line ")
                )
            }
        };
        let short = |fact: &&String| fact.len() <= LONG_FACT;
        let mut labels: Vec<String> = invariant.facts.iter().filter(short).cloned().collect();
        let more = invariant.untold + invariant.facts.len() - labels.len();
        if more > 0 {
            let and = if labels.is_empty() { "" } else { "and " };
            let facts = if more == 1 { "fact" } else { "facts" };
            labels.push(format!("{and}{more} {facts} without a short text"));
        }
        let mark = Mark {
            place: invariant.place.clone(),
            labels,
            weight: Weight::Side,
        };
        match excerpts.last_mut() {
            Some((same, excerpt))
                if *same == way && excerpt.marks[0].place.file == mark.place.file =>
            {
                excerpt.marks.push(mark);
            }
            _ => excerpts.push((
                way,
                Excerpt {
                    tone: Tone::Quiet,
                    title,
                    marks: vec![mark],
                    path: PathLine::Shown,
                },
            )),
        }
    }
    let excerpts: Vec<Excerpt> = excerpts.into_iter().map(|(_, excerpt)| excerpt).collect();
    page.draw(&excerpts);
    if holding.len() > SHOWN_LOOPS {
        let more = holding.len() - SHOWN_LOOPS;
        let _ = writeln!(page.out, "... and {more} more loops");
    }
}
