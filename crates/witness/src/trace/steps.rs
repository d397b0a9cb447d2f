//! The steps of a run that say something to a person: inputs, changes of named variables,
//! branches, calls, and where loops begin again.

use super::{Changed, Executed, Values};
use crate::expression::Expressions;
use crate::report::{Input, InputOrigin, Place, StepKind, TraceStep};
use invar_cfa::{
    AssumeReason, CallPathId, Cfa, CutPoints, EdgeId, HavocOrigin, LocId, Operation, Program, Span,
    VarId,
};
use invar_term::Value;
use rustc_hash::{FxHashMap, FxHashSet};

/// The steps of a run of an inlined program.
pub fn trace_steps<'a>(
    program: &Program,
    values: &Values<'_>,
    executed: impl IntoIterator<Item = Executed<'a>>,
) -> Vec<TraceStep> {
    let mut teller = Teller::of(program, values);
    for step in executed {
        teller.step(&step);
    }
    with_relevant_calls(teller.told)
}

/// The values from outside among executed havoc edges; those without a name in the text are left
/// out. An input is relevant if its step is.
pub fn trace_inputs<'a>(
    program: &Program,
    values: &Values<'_>,
    havocs: impl IntoIterator<Item = Executed<'a>>,
) -> Vec<Input> {
    let named = |step: Executed<'a>| input(program, values, &step);
    havocs.into_iter().filter_map(named).collect()
}

/// The value from outside that a havoc edge took.
fn input(program: &Program, values: &Values<'_>, step: &Executed<'_>) -> Option<Input> {
    let edge = program.entry_cfa().edge(step.edge);
    let Operation::Havoc { origin, .. } = &edge.operation else {
        return None;
    };
    let changed = step.changed?;
    let variable = program.variable(changed.variable);
    let (origin, name) = match origin {
        HavocOrigin::Input(name) => (InputOrigin::Input, name),
        HavocOrigin::External(name) if variable.source_name.is_some() => {
            (InputOrigin::Variable, name)
        }
        HavocOrigin::External(name) => (InputOrigin::External, name),
        HavocOrigin::Uninitialised => (InputOrigin::Uninitialised, variable.source_name.as_ref()?),
    };
    let place = |span: Span| Place::of(&program.sources, span, function_at(program, edge.from));
    Some(Input {
        origin,
        name: name.to_string(),
        type_name: variable.type_name.to_string(),
        value: values.text(changed.variable, changed.value),
        literal: literal_of(program, changed.variable, changed.value),
        place: edge.span.map(place),
        relevant: step.relevant,
    })
}

/// A value as a C expression of its variable's type, if there is one. A part of a struct that a
/// function returns has none.
fn literal_of(program: &Program, id: VarId, value: &Value) -> Option<String> {
    let variable = program.variable(id);
    let is_part = variable.source_name.is_none() && variable.name.contains('.');
    let is_pointer = &*variable.type_name == super::POINTER;
    match value {
        _ if is_part => None,
        Value::Bv(bits) if is_pointer => bits.is_zero().then(|| "(void *)0".into()),
        _ => crate::c_literal(value, variable.integer.signed),
    }
}

/// The function that a location stands in.
fn function_at(program: &Program, location: LocId) -> Option<&str> {
    let calls = program.entry_cfa().location(location).calls;
    let path = &program.call_paths[calls.0 as usize];
    (calls != CallPathId::ROOT).then_some(&*path.callee)
}

/// A loop that is being executed.
struct Activation {
    head: LocId,
    iterations: u32,
    /// Where the last iteration is told.
    mark: Option<usize>,
}

/// Tells a run step by step.
struct Teller<'p> {
    program: &'p Program,
    cfa: &'p Cfa,
    values: &'p Values<'p>,
    expressions: Expressions<'p>,
    cuts: CutPoints,
    /// The call whose parameter, or whose result, a variable is.
    parameters: FxHashMap<VarId, CallPathId>,
    results: FxHashMap<VarId, CallPathId>,
    conditions: FxHashMap<EdgeId, Option<String>>,
    depths: FxHashMap<CallPathId, u32>,
    loops: Vec<Activation>,
    /// The locations of loops, by head.
    bodies: FxHashMap<LocId, FxHashSet<LocId>>,
    /// Arguments of the call that is about to be made.
    arguments: Vec<String>,
    /// What a call is about to return, and where that is said.
    returned: FxHashMap<CallPathId, TraceStep>,
    told: Vec<TraceStep>,
}

impl<'p> Teller<'p> {
    fn of(program: &'p Program, values: &'p Values<'p>) -> Teller<'p> {
        let mut parameters = FxHashMap::default();
        let mut results = FxHashMap::default();
        for (number, frame) in program.call_paths.iter().enumerate() {
            let path = CallPathId(number as u32);
            parameters.extend(frame.parameters.iter().map(|v| (*v, path)));
            results.extend(frame.results.iter().map(|v| (*v, path)));
        }
        let cfa = program.entry_cfa();
        Teller {
            program,
            cfa,
            values,
            expressions: Expressions::of(program),
            cuts: CutPoints::of(cfa),
            parameters,
            results,
            conditions: FxHashMap::default(),
            depths: FxHashMap::default(),
            loops: Vec::new(),
            bodies: FxHashMap::default(),
            arguments: Vec::new(),
            returned: FxHashMap::default(),
            told: Vec::new(),
        }
    }

    fn step(&mut self, step: &Executed<'_>) {
        let edge = self.cfa.edge(step.edge);
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
                            InputOrigin::Variable => {
                                format!("{} = {} (defined elsewhere)", input.name, input.value)
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
        if from != to && self.parent(to) == Some(from) {
            self.call(to, edge.from, edge.span);
        } else if from != to && self.parent(from) == Some(to) {
            self.return_from(from, edge.from, edge.span);
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

    /// Appends a step, unless it stands in a library model.
    fn tell(
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

    /// A loop begins, or begins again.
    fn iteration(&mut self, head: LocId, step: &Executed<'_>) {
        let number = match self.loops.iter().rposition(|a| a.head == head) {
            Some(at) => {
                self.loops.truncate(at + 1);
                self.loops[at].iterations += 1;
                self.loops[at].iterations
            }
            None => {
                self.loops.push(Activation {
                    head,
                    iterations: 1,
                    mark: None,
                });
                1
            }
        };
        let span = self
            .cfa
            .location(head)
            .span
            .or(self.cfa.edge(step.edge).span);
        let text = format!("iteration {number} of the loop");
        let before = self.told.len();
        self.tell(StepKind::Iteration, head, span, true, text);
        if let Some(active) = self.loops.last_mut() {
            active.mark = (self.told.len() > before).then_some(before);
        }
    }

    /// Ends the loops that a location does not belong to. Testing the condition for the last time
    /// is no iteration.
    fn leave_loops(&mut self, location: LocId) {
        while let Some(active) = self.loops.last() {
            let (cfa, head) = (self.cfa, active.head);
            let around = &self.loops[..self.loops.len() - 1];
            let known = self.bodies.entry(head);
            let body = known.or_insert_with(|| body_of(cfa, head, around));
            if body.contains(&location) {
                return;
            }
            if let Some(mark) = active.mark
                && self.told[mark + 1..]
                    .iter()
                    .all(|s| s.kind == StepKind::Branch)
            {
                self.told.remove(mark);
            }
            self.loops.pop();
        }
    }

    fn assignment(&mut self, step: &Executed<'_>, changed: Changed<'_>) {
        let program = self.program;
        let edge = self.cfa.edge(step.edge);
        let here = self.cfa.location(edge.from).calls;
        let variable = program.variable(changed.variable);
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
        let Some(name) = variable.source_name.as_deref() else {
            return;
        };
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

    fn condition(&mut self, step: &Executed<'_>, reason: AssumeReason) {
        let edge = self.cfa.edge(step.edge);
        let Operation::Assume { condition, .. } = edge.operation else {
            return;
        };
        let expressions = &self.expressions;
        let known = self.conditions.entry(step.edge);
        let text =
            known.or_insert_with(|| expressions.text(condition).filter(|c| !c.contains('$')));
        let Some(text) = text.clone() else { return };
        let text = match reason {
            AssumeReason::Branch => format!("{text} holds"),
            AssumeReason::Assumption => format!("{text} is assumed"),
            AssumeReason::Undefined(_) => return,
        };
        self.tell(StepKind::Branch, edge.from, edge.span, step.relevant, text);
    }

    fn call(&mut self, callee: CallPathId, from: LocId, span: Option<Span>) {
        let arguments = std::mem::take(&mut self.arguments).join(", ");
        let frame = &self.program.call_paths[callee.0 as usize];
        // The start of the program calls `main`: nobody wrote that.
        if self.depth(callee) > 0 {
            let name = frame.callee.trim_start_matches(MODEL_PREFIX);
            let text = format!("calls {name}({arguments})");
            self.tell(StepKind::Call, from, span, false, text);
        }
    }

    fn return_from(&mut self, path: CallPathId, from: LocId, span: Option<Span>) {
        let depth = self.depth(path);
        let returned = self.returned.remove(&path);
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
        let _ = from;
        if depth > 0 && !place.as_ref().is_some_and(is_model) {
            self.told.push(TraceStep {
                place,
                depth,
                ..step
            });
        }
    }
}

/// The locations from which a loop's head can be reached again without passing the head of a loop
/// around it.
fn body_of(cfa: &Cfa, head: LocId, around: &[Activation]) -> FxHashSet<LocId> {
    let mut forward: FxHashSet<LocId> = around.iter().map(|outer| outer.head).collect();
    let mut pending = vec![head];
    while let Some(location) = pending.pop() {
        if forward.insert(location) {
            pending.extend(cfa.outgoing(location).map(|(_, edge)| edge.to));
        }
    }
    for outer in around {
        forward.remove(&outer.head);
    }
    let mut body = FxHashSet::from_iter([head]);
    let sources = |to: LocId| cfa.incoming(to).map(|(_, edge)| edge.from);
    pending.extend(sources(head));
    while let Some(location) = pending.pop() {
        if forward.contains(&location) && body.insert(location) {
            pending.extend(sources(location));
        }
    }
    body
}

/// What the front end puts before the names of its library models.
const MODEL_PREFIX: &str = "__invar_model_";

/// Whether a place stands in a library model, which the user has not written.
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
