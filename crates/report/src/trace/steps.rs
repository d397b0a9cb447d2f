//! The steps of a run that say something to a person: inputs, changes of named variables,
//! branches, calls, and where loops begin again.

use super::inputs::{function_at, input};
use super::loops::Activation;
use super::value::POINTER;
use super::{Changed, Executed, Values};
use crate::data::{InputOrigin, Place, StepKind, TraceStep};
use crate::expression::{Expressions, has_internal_names};
use invar_cfa::{
    AssumeReason, AssumptionKind, CallPathId, Cfa, CheckKind, CutPoints, EdgeId, LocId,
    LocationKind, Operation, Program, Span, VarId,
};
use invar_term::{TermId, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// The steps of a run of an inlined program.
pub fn trace_steps<'a>(
    program: &Program,
    values: &Values<'_>,
    executed: impl IntoIterator<Item = Executed<'a>>,
) -> Vec<TraceStep> {
    let mut writer = TraceWriter::of(program, values);
    for step in executed {
        writer.step(&step);
    }
    writer.tell_deciding_values();
    with_relevant_calls(writer.told)
}

/// Values of more variables are not told with a condition: the run has them.
const MAX_DECIDING_VALUES: usize = 4;

/// Tells a run step by step.
pub(super) struct TraceWriter<'p> {
    program: &'p Program,
    pub(super) cfa: &'p Cfa,
    values: &'p Values<'p>,
    expressions: Expressions<'p>,
    cuts: CutPoints,
    /// The call whose parameter, or whose result, a variable is.
    parameters: FxHashMap<VarId, CallPathId>,
    results: FxHashMap<VarId, CallPathId>,
    conditions: FxHashMap<EdgeId, Option<String>>,
    depths: FxHashMap<CallPathId, u32>,
    pub(super) loops: Vec<Activation>,
    /// The locations of loops, by head.
    pub(super) bodies: FxHashMap<LocId, FxHashSet<LocId>>,
    /// Arguments of the call that is about to be made.
    arguments: Vec<String>,
    /// What a call is about to return, and where that is said.
    returned: FxHashMap<CallPathId, TraceStep>,
    /// The values of variables; those that are not there are zero.
    current: FxHashMap<VarId, Value>,
    /// The condition of the last branch that is told, with the number of its step, if nothing changed since.
    last_branch: Option<(usize, TermId)>,
    /// Where the run is.
    at: LocId,
    pub(super) told: Vec<TraceStep>,
}

impl<'p> TraceWriter<'p> {
    fn of(program: &'p Program, values: &'p Values<'p>) -> TraceWriter<'p> {
        let mut parameters = FxHashMap::default();
        let mut results = FxHashMap::default();
        for (number, frame) in program.call_paths.iter().enumerate() {
            let path = CallPathId(number as u32);
            parameters.extend(frame.parameters.iter().map(|v| (*v, path)));
            results.extend(frame.results.iter().map(|v| (*v, path)));
        }
        let cfa = program.entry_cfa();
        TraceWriter {
            program,
            cfa,
            values,
            expressions: Expressions::for_people(program),
            cuts: CutPoints::of(cfa),
            parameters,
            results,
            conditions: FxHashMap::default(),
            depths: FxHashMap::default(),
            loops: Vec::new(),
            bodies: FxHashMap::default(),
            arguments: Vec::new(),
            returned: FxHashMap::default(),
            current: FxHashMap::default(),
            last_branch: None,
            at: cfa.entry,
            told: Vec::new(),
        }
    }

    fn step(&mut self, step: &Executed<'_>) {
        let edge = self.cfa.edge(step.edge);
        self.at = edge.to;
        let (from, to) = (
            self.cfa.location(edge.from).calls,
            self.cfa.location(edge.to).calls,
        );
        self.leave_loops(edge.from);
        if self.cuts.is_loop_head(edge.from) {
            self.iteration(edge.from, step);
        }
        match (&edge.operation, step.changed) {
            (Operation::Havoc { .. }, _) => {
                if let Some(input) = input(self.program, self.values, step) {
                    self.tell(StepKind::Input, edge.from, edge.span, step.relevant, {
                        match input.origin {
                            InputOrigin::Input | InputOrigin::External => {
                                format!("{}() returns {}", input.name, input.value)
                            }
                            InputOrigin::Written => {
                                format!("{}() writes {}", input.name, input.value)
                            }
                            InputOrigin::Argument => format!("{} = {}", input.name, input.value),
                            InputOrigin::Variable => {
                                format!("{} = {} (defined elsewhere)", input.name, input.value)
                            }
                            InputOrigin::Volatile => {
                                format!("{} reads as {}", input.name, input.value)
                            }
                            InputOrigin::Uninitialised => {
                                format!("{} = {} (never given a value)", input.name, input.value)
                            }
                        }
                    });
                }
            }
            (Operation::Assign { .. }, Some(changed)) => self.assignment(step, changed),
            (Operation::Assume { reason, .. }, _) => self.condition(step, *reason),
            _ => {}
        }
        if let Some(Changed {
            variable,
            index: None,
            value,
        }) = step.changed
        {
            self.current.insert(variable, value.clone());
            self.last_branch = None;
        }
        if from != to && self.parent(to) == Some(from) {
            self.call(to, edge.from, edge.span);
        } else if from != to && self.parent(from) == Some(to) {
            self.return_from(from, edge.span);
        }
    }

    fn parent(&self, path: CallPathId) -> Option<CallPathId> {
        let frame = &self.program.call_paths[path.0 as usize];
        (path != CallPathId::ROOT).then_some(frame.parent)
    }

    /// Calls on the stack below the entry function's call of `main`.
    fn depth(&mut self, path: CallPathId) -> u32 {
        if let Some(known) = self.depths.get(&path) {
            return *known;
        }
        let depth = (self.program.call_chain(path).len() as u32).saturating_sub(1);
        self.depths.insert(path, depth);
        depth
    }

    /// Appends a step, unless it is in a library model.
    pub(super) fn tell(
        &mut self,
        kind: StepKind,
        at: LocId,
        span: Option<Span>,
        relevant: bool,
        text: String,
    ) {
        let (program, cfa) = (self.program, self.cfa);
        let function = function_at(program, at);
        let place = span.map(|span| Place::of(&program.sources, span, function));
        if place.as_ref().is_some_and(is_model) {
            return;
        }
        let depth = self.depth(cfa.location(at).calls);
        self.told.push(TraceStep {
            kind,
            place,
            depth,
            text,
            relevant,
        });
    }

    fn assignment(&mut self, step: &Executed<'_>, changed: Changed<'_>) {
        let program = self.program;
        let edge = self.cfa.edge(step.edge);
        let here = self.cfa.location(edge.from).calls;
        let value = self.values.text(changed.variable, changed.value);
        if let Some(path) = self.results.get(&changed.variable)
            && *path == here
        {
            let step = TraceStep {
                kind: StepKind::Return,
                place: edge
                    .span
                    .map(|span| Place::of(&program.sources, span, function_at(program, edge.from))),
                depth: 0,
                text: format!("returns {value}"),
                relevant: step.relevant,
            };
            self.returned.insert(here, step);
            return;
        }
        if let Some(span) = edge.span
            && program.sources.is_model(span)
        {
            self.stored_by_model(step, changed, &value);
            return;
        }
        let Some(name) = self.values.name(changed.variable) else {
            let bytes = bytes_of(changed.value);
            if let Some(name) = changed.index.and_then(|i| self.values.pointed_at(i, bytes)) {
                let text = format!("{name} = {value}");
                self.tell(StepKind::Assign, edge.from, edge.span, step.relevant, text);
            }
            return;
        };
        // The front end made it up.
        if name.starts_with('$') {
            return;
        }
        let callee = self.parameters.get(&changed.variable);
        if callee.is_some_and(|callee| self.parent(*callee) == Some(here)) {
            self.arguments.push(format!("{name} = {value}"));
            return;
        }
        let name = match changed.index {
            Some(index) => self.values.element_name(changed.variable, index),
            None => name.to_owned(),
        };
        self.tell(
            StepKind::Assign,
            edge.from,
            edge.span,
            step.relevant,
            format!("{name} = {value}"),
        );
    }

    /// What a library model changes of the program's variables is told where the program calls it.
    fn stored_by_model(&mut self, step: &Executed<'_>, changed: Changed<'_>, value: &str) {
        let program = self.program;
        let from = self.cfa.edge(step.edge).from;
        let is_of_program = |span: Option<Span>| {
            let span = span.filter(|span| !program.sources.is_model(*span));
            span.is_some()
        };
        let name = match (self.values.name(changed.variable), changed.index) {
            (Some(_), _) if !is_of_program(program.variable(changed.variable).span) => return,
            (Some(_), Some(index)) => self.values.element_name(changed.variable, index),
            (Some(name), None) => name.to_owned(),
            (None, Some(index)) if self.values.is_declared_by_program(index) => {
                let bytes = bytes_of(changed.value);
                let Some(name) = self.values.pointed_at(index, bytes) else {
                    return;
                };
                name
            }
            (None, _) => return,
        };
        let mut path = self.cfa.location(from).calls;
        while let Some(caller) = self.parent(path) {
            let frame = &program.call_paths[path.0 as usize];
            if let Some(span) = frame.span.filter(|span| is_of_program(Some(*span))) {
                let function = &program.call_paths[caller.0 as usize].callee;
                let place = Place::of(&program.sources, span, Some(function));
                let depth = self.depth(path);
                self.told.push(TraceStep {
                    kind: StepKind::Assign,
                    place: Some(place),
                    depth,
                    text: format!("{name} = {value}"),
                    relevant: step.relevant,
                });
                return;
            }
            path = caller;
        }
    }

    fn condition(&mut self, step: &Executed<'_>, reason: AssumeReason) {
        let edge = self.cfa.edge(step.edge);
        let Operation::Assume { condition, .. } = edge.operation else {
            return;
        };
        let expressions = &self.expressions;
        let known = self.conditions.entry(step.edge);
        let text = known.or_insert_with(|| {
            expressions
                .text(condition)
                .filter(|c| !has_internal_names(c))
        });
        let Some(text) = text.clone() else { return };
        let text = match reason {
            AssumeReason::Branch => format!("{text} holds"),
            // Told with the assumptions of the verdict.
            AssumeReason::Assumption(AssumptionKind::Allocation) => return,
            AssumeReason::Assumption(_) => format!("{text} is assumed"),
            AssumeReason::Check | AssumeReason::Premise | AssumeReason::Undefined(_) => return,
        };
        let number = self.told.len();
        self.tell(StepKind::Branch, edge.from, edge.span, step.relevant, text);
        if reason == AssumeReason::Branch && self.told.len() > number {
            self.last_branch = Some((number, condition));
        }
    }

    /// Where the run fails an assertion or calls an error function, adds the values of its variables to the condition that
    /// decided, unless it says them itself. Other violations come with numbers of their own.
    fn tell_deciding_values(&mut self) {
        let program = self.program;
        let is_asserted = match self.cfa.location(self.at).kind {
            LocationKind::Error(check) => {
                let kind = program.check(check).kind;
                matches!(kind, CheckKind::Assertion | CheckKind::ErrorCall)
            }
            _ => false,
        };
        let Some((number, condition)) = self.last_branch.filter(|_| is_asserted) else {
            return;
        };
        let symbols = program.terms.symbols_of(&[condition]);
        let mentioned = program.variable_ids().filter(|variable| {
            let symbol = program.terms.as_symbol(program.symbol(*variable));
            symbol.is_some_and(|symbol| symbols.contains(&symbol))
        });
        let mut values = Vec::new();
        for variable in mentioned {
            let is_number = program.sort(variable).width().is_some()
                && &*program.variable(variable).type_name != POINTER;
            let name = self
                .values
                .name(variable)
                .filter(|name| !has_internal_names(name));
            let (Some(name), true) = (name, is_number) else {
                continue;
            };
            let zero = Value::zero(program.sort(variable));
            let Some(value) = self.current.get(&variable).cloned().or(zero) else {
                continue;
            };
            values.push((name.to_owned(), self.values.text(variable, &value)));
        }
        let Some(step) = self.told.get_mut(number) else {
            return;
        };
        let is_said = |(name, value): &(String, String)| {
            let (before, after) = (format!("{name} == {value} "), format!("{value} == {name} "));
            step.text.starts_with(&before) || step.text.starts_with(&after)
        };
        if values.len() > MAX_DECIDING_VALUES || values.iter().all(is_said) {
            return;
        }
        let values: Vec<String> = (values.into_iter())
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        step.text = format!("{}: {}", step.text, values.join(", "));
    }

    fn call(&mut self, callee: CallPathId, from: LocId, span: Option<Span>) {
        let arguments = std::mem::take(&mut self.arguments).join(", ");
        let frame = &self.program.call_paths[callee.0 as usize];
        // The start of the program calls `main`: that call is not in the source.
        if self.depth(callee) > 0 && !frame.callee.starts_with(HELPER_PREFIX) {
            let name = frame.callee.trim_start_matches(MODEL_PREFIX);
            let text = format!("calls {name}({arguments})");
            self.tell(StepKind::Call, from, span, false, text);
        }
    }

    fn return_from(&mut self, path: CallPathId, span: Option<Span>) {
        let depth = self.depth(path);
        let returned = self.returned.remove(&path);
        let callee = &self.program.call_paths[path.0 as usize].callee;
        if callee.starts_with(HELPER_PREFIX) {
            return;
        }
        let step = returned.unwrap_or_else(|| TraceStep {
            kind: StepKind::Return,
            place: None,
            depth,
            text: "returns".into(),
            relevant: false,
        });
        let caller = self.parent(path).unwrap_or(CallPathId::ROOT);
        let place = match step.place.filter(|place| !is_model(place)) {
            Some(place) => Some(place),
            None => span.map(|span| {
                let caller = &self.program.call_paths[caller.0 as usize];
                Place::of(&self.program.sources, span, Some(&caller.callee))
            }),
        };
        if depth > 0 && !place.as_ref().is_some_and(is_model) {
            self.told.push(TraceStep {
                place,
                depth,
                ..step
            });
        }
    }
}

/// Bytes of a number.
pub(super) fn bytes_of(value: &Value) -> Option<u64> {
    let width = value.sort().width()?;
    Some(u64::from(width.div_ceil(8)))
}

/// What the front end puts before the names of its library models.
const MODEL_PREFIX: &str = "__invar_model_";

/// What the names of the functions that models share begin with; calls of the library become calls of them where the
/// front end writes out what the library does.
const HELPER_PREFIX: &str = "__invar_help_";

/// Whether a place is in a library model, which the user has not written.
fn is_model(place: &Place) -> bool {
    place.file.starts_with('<')
}

/// Calls matter in which something does, or which the run does not leave.
fn with_relevant_calls(mut steps: Vec<TraceStep>) -> Vec<TraceStep> {
    // Positions of open calls with whether something in them matters.
    let mut open: Vec<(usize, bool)> = Vec::new();
    let mut matters: Vec<usize> = Vec::new();
    for (number, step) in steps.iter().enumerate() {
        match step.kind {
            StepKind::Call => open.push((number, false)),
            StepKind::Return => {
                let relevant = step.relevant;
                if let Some((call, inside)) = open.pop() {
                    if relevant || inside {
                        matters.extend([call, number]);
                    }
                    if let (true, Some((_, outer))) = (relevant || inside, open.last_mut()) {
                        *outer = true;
                    }
                }
            }
            StepKind::Iteration => {}
            _ => {
                if let (true, Some((_, inside))) = (step.relevant, open.last_mut()) {
                    *inside = true;
                }
            }
        }
    }
    matters.extend(open.iter().map(|(call, _)| *call));
    for number in matters {
        steps[number].relevant = true;
    }
    steps
}
