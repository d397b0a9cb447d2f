//! One run with the inputs that a witness states.

use invar_cfa::{EdgeId, FunctionId, HavocOrigin, Operation, Program, VarId};
use invar_frontend::facts::{Annotations, Comparison, Passing, ResultBound};
use invar_frontend::lower::SEGMENT;
use invar_interp::{Limits, Oracle, Outcome, Silent, Step, run};
use invar_term::{BvValue, FloatFormat, Sort, Value};
use invar_witness::svcomp::model;
use std::cell::Cell;
use std::collections::VecDeque;

/// Waypoints ahead in which the value of a variable is looked for.
const AHEAD: usize = 8;

/// Whether the run with the stated inputs, and zeros elsewhere, follows the witness to its target,
/// and the same inputs lead the program as it is to an error too.
pub(crate) fn follow(
    monitored: &Program,
    original: &Program,
    annotations: &Annotations,
    segments: &[Vec<model::Waypoint>],
    limits: &Limits,
) -> bool {
    let variables = monitored.variable_ids();
    let counter = variables
        .into_iter()
        .find(|v| &*monitored.variable(*v).name == SEGMENT);
    let segment = Cell::new(0);
    let mut follower = Follower {
        program: monitored,
        annotations,
        segments,
        segment: &segment,
        taken: VecDeque::new(),
    };
    let mut observer = |step: Step<'_>| {
        if let Some((variable, value)) = step.changed
            && Some(variable) == counter
            && let Some(number) = value.as_bv()
        {
            segment.set(number.unsigned() as usize);
        }
    };
    let outcome = run(monitored, &mut follower, &mut observer, limits);
    if !matches!(outcome, Outcome::Error(_)) {
        return false;
    }
    let mut again = Again(follower.taken);
    let outcome = run(original, &mut again, &mut Silent, limits);
    matches!(outcome, Outcome::Error(_))
}

/// Gives the values of an earlier run again, in the order in which it took them.
struct Again(VecDeque<Value>);

impl Oracle for Again {
    fn choose(&mut self, _: FunctionId, _: EdgeId, sort: &Sort) -> Value {
        let value = self.0.pop_front().or_else(|| Value::zero(sort));
        // A value of another sort ends the run.
        value.unwrap_or(Value::Bool(false))
    }
}

/// Takes inputs from the current segment of a witness.
struct Follower<'a> {
    program: &'a Program,
    annotations: &'a Annotations,
    segments: &'a [Vec<model::Waypoint>],
    segment: &'a Cell<usize>,
    taken: VecDeque<Value>,
}

impl Oracle for Follower<'_> {
    fn choose(&mut self, function: FunctionId, edge: EdgeId, sort: &Sort) -> Value {
        let value = self.stated(function, edge, sort);
        let value = value.or_else(|| Value::zero(sort));
        let value = value.unwrap_or(Value::Bool(false));
        self.taken.push_back(value.clone());
        value
    }
}

impl Follower<'_> {
    fn stated(&self, function: FunctionId, edge: EdgeId, sort: &Sort) -> Option<Value> {
        let edge = self.program.function(function).cfa.edge(edge);
        let Operation::Havoc { target, origin } = &edge.operation else {
            return None;
        };
        if *origin == HavocOrigin::Uninitialised {
            return self.held(*target, sort);
        }
        let run = self.annotations.run.as_ref()?;
        let waypoint = &run.segments.get(self.segment.get())?.followed;
        let Passing::Returns(Some(bound)) = &waypoint.passing else {
            return None;
        };
        let span = edge.span?;
        let (line, column) = self.annotations.text.call_end(span.line, span.column)?;
        if waypoint.is_at(line, column) {
            value_of(bound, sort)
        } else {
            None
        }
    }

    /// The value of a variable in one of the next assumptions.
    fn held(&self, variable: VarId, sort: &Sort) -> Option<Value> {
        let name = self.program.variable(variable).source_name.as_deref()?;
        let ahead = self.segments.iter().skip(self.segment.get()).take(AHEAD);
        let texts = ahead
            .flatten()
            .filter(|w| w.kind == "assumption" && w.action == "follow")
            .filter_map(|w| w.constraint.as_ref());
        for part in texts.flat_map(|c| c.value.split("&&")) {
            let part = part.trim().trim_matches(['(', ')']);
            if let Some((left, right)) = part.split_once("==")
                && left.trim() == name
            {
                let bound = ResultBound::read(&format!("\\result == {right}"))?;
                return value_of(&bound, sort);
            }
        }
        None
    }
}

/// A value that is so.
fn value_of(bound: &ResultBound, sort: &Sort) -> Option<Value> {
    if let Some(format) = FloatFormat::of(sort) {
        return bound.number(format).map(Value::Float);
    }
    let constant = bound.integer()?;
    let number = match bound.comparison {
        Comparison::Equal | Comparison::LessEqual | Comparison::GreaterEqual => constant,
        Comparison::NotEqual | Comparison::Greater => constant.checked_add(1)?,
        Comparison::Less => constant.checked_sub(1)?,
    };
    Some(Value::Bv(BvValue::from_signed(sort.width()?, number)))
}
