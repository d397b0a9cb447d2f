//! The question of each assertion, and which questions are unchanged.
//!
//! The question of an assertion is the inlined program with this assertion alone, as the passes
//! leave it, in a form without names. Equal questions have equal answers. Where the passes decide
//! an assertion, nothing of the question is left; then it is what the passes leave that only drop
//! what does not matter. What a question leaves open makes it incomparable: a construct that is not
//! modelled, a call that was not expanded.

use crate::program::{RECURSION_DEPTHS, inlined, prepared};
use invar_budget::Budget;
use invar_cfa::{CheckId, LocationKind, Program, UnsupportedKind};
use invar_evidence::Canonical;
use invar_passes::{PassOptions, Switch, prepare};
use invar_witness::svcomp::sha256;
use std::collections::{BTreeMap, BTreeSet};

/// A program and those of its assertions that count.
pub struct Asked<'p> {
    /// As the front end leaves it.
    pub program: &'p Program,
    /// Of the checks that inlining gives it.
    pub checks: BTreeSet<CheckId>,
}

/// The assertions whose question equals an earlier one. When the time is up, the rest counts as
/// affected.
pub fn unaffected(now: &Asked<'_>, before: &Asked<'_>, budget: &Budget) -> BTreeSet<CheckId> {
    let none = BTreeSet::new();
    let same_reading = now.program.property == before.program.property
        && now.program.data_model == before.program.data_model;
    if !same_reading {
        return none;
    }
    let expanded = |program: &Program| inlined(program, RECURSION_DEPTHS[0]);
    let (Ok(now_inlined), Ok(before_inlined)) = (expanded(now.program), expanded(before.program))
    else {
        return none;
    };
    if same_text(now.program, &now_inlined, before.program)
        || same_form(&now_inlined, &before_inlined)
    {
        return now.checks.clone();
    }
    let before = questions(&before_inlined, &before.checks, budget);
    let now = questions(&now_inlined, &now.checks, budget);
    let same = now.into_iter().filter(|(question, checks)| {
        // With more assertions than before, one is new, and it is unknown which.
        let known = before.get(question).map_or(0, Vec::len);
        checks.len() <= known
    });
    same.flat_map(|(_, checks)| checks).collect()
}

/// Whether two programs are the same but for names, as a whole.
fn same_form(now: &Program, before: &Program) -> bool {
    let now = Canonical::of(now).text;
    is_complete(&now) && now == Canonical::of(before).text
}

/// Whether a program with calls that were not expanded has the text that it had: of all functions,
/// with the names. Of constructs that are not modelled the text says too little.
fn same_text(now: &Program, inlined: &Program, before: &Program) -> bool {
    let cfa = inlined.entry_cfa();
    let cut = |kind| match kind {
        LocationKind::Unsupported(id) => {
            let kind = inlined.unsupported[id.0 as usize].kind;
            matches!(
                kind,
                UnsupportedKind::Recursion | UnsupportedKind::InliningLimit
            )
        }
        _ => false,
    };
    let has_cuts = cfa.location_ids().any(|id| cut(cfa.location(id).kind));
    has_cuts
        && now.unsupported.is_empty()
        && before.unsupported.is_empty()
        && variables(now) == variables(before)
        && now.listing() == before.listing()
}

/// The variables with what the text of operations does not say of them.
fn variables(program: &Program) -> Vec<String> {
    let told = |id| {
        let variable = program.variable(id);
        let (name, sort, scope) = (&variable.name, program.sort(id), variable.scope);
        format!("{name} {sort:?} {scope:?}")
    };
    program.variable_ids().map(told).collect()
}

/// Questions, each with the assertions that ask it.
fn questions(
    inlined: &Program,
    checks: &BTreeSet<CheckId>,
    budget: &Budget,
) -> BTreeMap<String, Vec<CheckId>> {
    let mut questions: BTreeMap<String, Vec<CheckId>> = BTreeMap::new();
    for check in checks {
        if budget.is_exhausted() {
            break;
        }
        let alone = inlined.restricted(|other| other == *check);
        let mut text = Canonical::of(&prepared(&alone).program).text;
        if is_decided(&text) {
            text = Canonical::of(&prepare(&alone, &undecided()).program).text;
        }
        if is_complete(&text) {
            let digest = sha256(text.as_bytes());
            questions.entry(digest).or_default().push(*check);
        }
    }
    questions
}

/// Passes that drop what does not matter for an assertion, and decide nothing about it.
fn undecided() -> PassOptions {
    PassOptions {
        constants: Switch::Off,
        intervals: Switch::Off,
        ..PassOptions::default()
    }
}

/// Whether no error is left.
fn is_decided(text: &str) -> bool {
    !text.lines().any(|line| line.starts_with("error "))
}

/// Whether nothing is left open.
fn is_complete(text: &str) -> bool {
    !text.lines().any(|line| line == "unsupported")
}
