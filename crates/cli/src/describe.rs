//! Evidence in terms of the source text.

use crate::report::{LoopInvariant, ProofReport, TraceStep, ViolationReport};
use invar_certify::Replay;
use invar_cfa::{LocId, Program};
use invar_verdict::{Proof, Support};
use invar_witness::Changed;

/// A proof in terms of the source text.
pub fn proof_report(program: &Program, proof: &Proof, support: &Support) -> ProofReport {
    let (kind, bound, invariant) = match proof {
        Proof::Inductive { invariant, .. } => ("inductive", None, invariant),
        Proof::KInductive { k, facts, .. } => ("k-inductive", Some(*k), facts),
        Proof::Exhausted { steps, facts, .. } => ("exhausted", Some(*steps), facts),
    };
    let mut invariant = invariant.clone();
    invariant.extend(&support.facts);
    let cfa = program.entry_cfa();
    let mut invariants = Vec::new();
    for (location, facts) in &invariant.at {
        let at = cfa.location(*location);
        let texts: Vec<String> = facts
            .iter()
            .filter_map(|fact| invar_witness::c_expression(program, *fact))
            .filter(|text| !text.contains('$'))
            .collect();
        if texts.is_empty() {
            continue;
        }
        invariants.push(LoopInvariant {
            place: at
                .span
                .map_or_else(|| "?".into(), |s| program.sources.describe(s)),
            function: function_at(program, *location),
            facts: texts,
        });
    }
    ProofReport {
        kind: kind.into(),
        bound,
        invariants,
    }
}

fn function_at(program: &Program, location: LocId) -> String {
    let calls = program.entry_cfa().location(location).calls;
    let chain = program.call_chain(calls);
    chain
        .first()
        .map_or_else(|| "main".into(), |frame| frame.callee.to_string())
}

/// A replayed trace in terms of the source text.
pub fn violation(program: &Program, replay: &Replay) -> ViolationReport {
    let check = program.check(replay.check);
    let steps = replay.steps.iter().map(|step| {
        let changed = step.changed.as_ref().map(|change| Changed {
            variable: change.variable,
            index: change.index.as_ref(),
            value: &change.value,
        });
        (step.edge, changed)
    });
    let lines = invar_witness::trace_lines(program, steps);
    let inputs = lines
        .iter()
        .filter(|l| l.input.is_some())
        .map(|l| l.text.clone())
        .collect();
    let steps = lines
        .into_iter()
        .map(|line| TraceStep {
            file: line.span.map(|s| program.sources.path(s.file).to_owned()),
            line: line.span.map(|s| s.line),
            function: line.function,
            text: line.text,
        })
        .collect();
    ViolationReport {
        what: check.kind.to_string(),
        place: check.span.map(|s| program.sources.describe(s)),
        length: replay.length,
        inputs,
        steps,
        omitted: (replay.length as usize).saturating_sub(replay.steps.len()),
    }
}

/// What a verdict about a program assumes.
pub fn assumptions(program: &Program) -> Vec<String> {
    let place = |span: Option<invar_cfa::Span>| {
        span.map_or_else(String::new, |s| {
            format!(" (called at {})", program.sources.describe(s))
        })
    };
    program
        .externals
        .iter()
        .map(|e| {
            let reading = match &*e.name {
                "assume" => "executions end where its argument is zero",
                _ => "it returns any value and changes nothing else",
            };
            format!("{} has no body: {reading}{}", e.name, place(e.span))
        })
        .collect()
}
