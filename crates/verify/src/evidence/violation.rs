//! A run that reaches an error: made small, replayed, and told in terms of the source text.
//!
//! A replayed run is made smaller (`interp/src/shrink`: delta debugging within a fixed number of steps), replayed again, and
//! sliced (`interp/src/relevance`): a dynamic slice for what is shown, and a stricter one, which keeps every condition on the
//! path, for the claim that an input may have any value. `report/src/trace` tells the steps, `witness/src/text` draws them. For
//! this the front end leaves four things in the program that have no meaning for a verdict: the signed operations at each
//! location (`OverflowSite`; a property can turn one into a check by its `condition`), what other checks are about (`Subject`), the
//! names of objects (`Objects`), and parameters and results of inlined calls.

mod memory;
mod start;

use invar_certify::{Memory, Overflow, Replay, ReplayStep};
use invar_cfa::{Check, CheckKind, HavocOrigin, Operation, Program};
use invar_interp::{Relevance, RelevanceLimits, relevance, shrink};
use invar_report::{
    Changed, Executed, OverflowAt, Values, fold, outside_inputs, overflow_note, overflow_text,
    trace_inputs, trace_steps, uninitialised_note,
};
use invar_report::{Note, Place, StepKind, TraceStep, ViolationReport};
use invar_verdict::Trace;

use memory::Log;

/// Interpreted steps for making a run small.
const SHRINKING_STEPS: u64 = 2_000_000;
/// Steps of a report; longer loops are folded.
const REPORTED_STEPS: usize = 5_000;

/// A smaller trace to the same check, if there is one; it is to be replayed like any other.
pub fn smaller(program: &Program, trace: &Trace, replay: &Replay) -> Option<Trace> {
    let choices = trace.values().collect();
    let shrunk = shrink(program, choices, replay.check, SHRINKING_STEPS)?;
    Some(shrunk.choices.into_iter().collect())
}

/// A replayed trace in terms of the source text.
pub fn violation(program: &Program, trace: &Trace, replay: &Replay) -> ViolationReport {
    let check = program.check(replay.check);
    let place = check
        .span
        .map(|span| Place::of(&program.sources, span, None));
    let place = in_the_text(program, replay, place);
    let known = what_matters(program, trace, replay);
    let elements = known.as_ref().map_or(&[][..], |known| &known.elements);
    let log = Log::of(program, trace, replay.length, elements);
    let values = Values::in_run(program, log.objects());
    let havocs = replay.inputs.iter().enumerate().map(|(number, step)| {
        let matters = known.as_ref().is_none_or(|known| known.inputs[number]);
        executed(step, matters)
    });
    let mut inputs = trace_inputs(program, &values, havocs);
    inputs.extend(outside_inputs(program, &values, log.cells()));
    // The first steps of a very long run are not kept.
    let omitted = replay.length as usize - replay.steps.len();
    let told = replay.steps.iter().enumerate().map(|(number, step)| {
        let matters = known.as_ref();
        executed(
            step,
            matters.is_none_or(|known| known.steps[number + omitted]),
        )
    });
    let mut steps = trace_steps(program, &values, told);
    steps.push(TraceStep {
        kind: StepKind::Violation,
        place: place.clone(),
        depth: steps.last().map_or(0, |step| step.depth),
        text: check.kind.to_string(),
        relevant: true,
    });
    let (violating, passed): (Vec<&Overflow>, Vec<&Overflow>) =
        (replay.overflows.iter()).partition(|overflow| is_violation(check, overflow));
    let overflow = violating.last().map(|o| overflow_text(&overflow_at(o)));
    let explanation = log.explanation(check.kind, &values);
    let detail = overflow.or(explanation.detail);
    let mut notes: Vec<Note> = (passed.into_iter())
        .map(|overflow| overflow_note(program, &overflow_at(overflow)))
        .collect();
    notes.extend(explanation.notes);
    notes.extend(inputs.iter().filter_map(uninitialised_note));
    let mut steps_of_inputs = replay.inputs.iter().enumerate();
    let depends_on_placement = steps_of_inputs.any(|(number, step)| {
        let matters = known.as_ref().is_none_or(|known| known.inputs[number]);
        let operation = &program.entry_cfa().edge(step.edge).operation;
        let origin = &HavocOrigin::Placement;
        matters && matches!(operation, Operation::Havoc { origin: o, .. } if o == origin)
    });
    if depends_on_placement {
        notes.push(Note {
            place: None,
            text: "the run depends on where the objects of the program lie in memory".into(),
        });
    }
    let mut report = ViolationReport {
        assertion: replay.check.0 as usize,
        what: check.kind.to_string(),
        property: check.kind.property().to_owned(),
        failure: check.kind.into(),
        detail,
        place,
        length: replay.length,
        inputs,
        steps: fold(steps, REPORTED_STEPS),
        omitted,
        notes,
        memory_is_zero: replay.memory == Memory::Zero,
        waypoints: Vec::new(),
        start: start::start(program, trace, replay.check, replay.length, known.as_ref()),
        confirmation: None,
    };
    let error = in_the_text(program, replay, error_place(program, replay));
    report.waypoints = invar_report::waypoints(program, &report, error);
    report
}

/// A violation inside a model of a library function is shown where the program calls it.
fn in_the_text(program: &Program, replay: &Replay, place: Option<Place>) -> Option<Place> {
    let is_model = |place: &Place| place.file.starts_with(invar_frontend::models::FILE_PREFIX);
    let place = place?;
    if !is_model(&place) {
        return Some(place);
    }
    let last = program.entry_cfa().edge(replay.steps.last()?.edge).from;
    let mut calls = invar_report::calls_to(program, last);
    calls.retain(|call| !is_model(call));
    Some(calls.pop().unwrap_or(place))
}

/// Whether a check is violated by an overflow of the run: it ended there.
fn is_violation(check: &Check, overflow: &Overflow) -> bool {
    check.kind == CheckKind::Overflow(overflow.operator) && check.span == overflow.span
}

/// Where the error itself is, which may be inside the assertion that was called.
fn error_place(program: &Program, replay: &Replay) -> Option<Place> {
    let last = program.entry_cfa().edge(replay.steps.last()?.edge).to;
    invar_report::place_at(program, last)
}

/// What matters in a run, if it is short enough to tell and everything fits together.
fn what_matters(program: &Program, trace: &Trace, replay: &Replay) -> Option<Relevance> {
    let choices = trace.values().collect();
    let known = relevance(program, choices, &RelevanceLimits::default())?;
    let fits =
        known.steps.len() as u64 == replay.length && known.inputs.len() == replay.inputs.len();
    fits.then_some(known)
}

fn executed(step: &ReplayStep, relevant: bool) -> Executed<'_> {
    Executed {
        edge: step.edge,
        changed: step.changed.as_ref().map(|change| Changed {
            variable: change.variable,
            index: change.index.as_ref(),
            value: &change.value,
        }),
        relevant,
    }
}

fn overflow_at(overflow: &Overflow) -> OverflowAt {
    OverflowAt {
        operator: overflow.operator,
        operands: overflow.operands,
        type_name: overflow.type_name,
        span: overflow.span,
    }
}
