//! Programs with a single run: no undetermined value decides where it goes.
//!
//! What a havoc edge yields is *open*: it may differ between executions. Open values may be copied
//! and computed with, and what is computed from them is open too. As soon as a condition is open,
//! the program may have several runs, and nothing is claimed. Until then, every execution takes the
//! same edges, and every value that is not open is the same in all of them.
//!
//! In addition to its value each variable has a mark: a Boolean, true for open, or for an array an
//! array of Booleans, one for each element.

use crate::compiled::Instruction;
use crate::machine::{Limits, Machine, Outcome, Place};
use crate::oracle::{Silent, Zeros};
use invar_budget::Moment;
use invar_cfa::{EdgeId, FunctionId, LocationKind, Operation, Program, VarId};
use invar_term::{ArrayValue, Op, Sort, TermId, Value};
use smallvec::SmallVec;

/// The result of a run on values that are equal in all executions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DeterministicRun {
    /// It is the only run, and it ended with this outcome after this many edges.
    Ended(Outcome, u64),
    /// What happens here may differ between executions.
    Several(Place),
}

/// Runs a program as long as all its executions do the same.
pub fn deterministic_run(program: &Program, limits: &Limits) -> DeterministicRun {
    let mut tracker = match Machine::new(program) {
        Ok(machine) => Tracker::new(machine),
        Err(outcome) => return DeterministicRun::Ended(outcome, 0),
    };
    for step in 0..limits.steps {
        let late = step % 4096 == 0 && limits.deadline.is_some_and(|d| Moment::now() >= d);
        if late || tracker.saved.len() > limits.call_depth {
            break;
        }
        match tracker.step() {
            Ok(()) => {}
            Err(Stop::Outcome(outcome)) => return DeterministicRun::Ended(outcome, tracker.edges),
            Err(Stop::Several) => return DeterministicRun::Several(tracker.machine.at),
        }
    }
    DeterministicRun::Ended(Outcome::Limit, tracker.edges)
}

/// Why a run stops.
enum Stop {
    Outcome(Outcome),
    Several,
}

impl From<Outcome> for Stop {
    fn from(outcome: Outcome) -> Stop {
        Stop::Outcome(outcome)
    }
}

/// A machine with a mark for each variable.
struct Tracker<'a> {
    machine: Machine<'a>,
    marks: Vec<Value>,
    /// Per call on the stack, the marks of the callee's locals in the activation it interrupts.
    saved: Vec<Vec<Value>>,
    /// Number of executed edges.
    edges: u64,
    values: Vec<Value>,
    scratch: Vec<Value>,
}

impl<'a> Tracker<'a> {
    fn new(mut machine: Machine<'a>) -> Tracker<'a> {
        machine.restart();
        let program = machine.program;
        let sorts = program.variable_ids().map(|id| program.sort(id));
        Tracker {
            marks: sorts.map(|sort| mark(sort, false)).collect(),
            machine,
            saved: Vec::new(),
            edges: 0,
            values: Vec::new(),
            scratch: Vec::new(),
        }
    }

    /// Executes one edge, the only one that any execution takes here.
    fn step(&mut self) -> Result<(), Stop> {
        let program = self.machine.program;
        let at = self.machine.at;
        let cfa = &program.function(at.function).cfa;
        let location = cfa.location(at.location);
        match location.kind {
            LocationKind::Error(check) => return Err(Outcome::Error(check).into()),
            LocationKind::Unsupported(construct) => {
                return Err(Outcome::Unsupported(construct).into());
            }
            LocationKind::Halt => return Err(Outcome::Ended.into()),
            LocationKind::Plain => {}
        }
        if at.location == cfa.exit && location.outgoing().is_empty() {
            return self.return_to_caller(at.function);
        }
        let mut taken = None;
        let mut blocked = None;
        for edge in location.outgoing() {
            if let Operation::Assume { condition, reason } = &cfa.edge(*edge).operation {
                if is_open(&self.mark_of(*condition)?) {
                    return Err(Stop::Several);
                }
                if self.machine.eval(*condition)? != Value::Bool(true) {
                    blocked = Some(*reason);
                    continue;
                }
            }
            if taken.replace(*edge).is_some() {
                return Err(Stop::Several);
            }
        }
        match taken {
            Some(edge) => self.execute(at.function, edge),
            None => Err(Outcome::Blocked(at, blocked).into()),
        }
    }

    /// Marks first: they depend on the values before the edge.
    fn execute(&mut self, function: FunctionId, edge: EdgeId) -> Result<(), Stop> {
        let program = self.machine.program;
        match &program.function(function).cfa.edge(edge).operation {
            Operation::Skip | Operation::Assume { .. } => {}
            Operation::Assign { target, value } => self.assign(*target, *value)?,
            Operation::Havoc { target, .. } => {
                self.marks[target.0 as usize] = mark(program.sort(*target), true);
            }
            Operation::Call {
                function: callee,
                arguments,
                ..
            } => self.call(*callee, arguments)?,
        }
        self.edges += 1;
        Ok(self.machine.execute(edge, &mut Zeros, &mut Silent)?)
    }

    /// Writes of elements change the marks of these elements in place.
    fn assign(&mut self, target: VarId, value: TermId) -> Result<(), Stop> {
        let program = self.machine.program;
        let (changes, base) = self.element_changes(value)?;
        if base != program.symbol(target) {
            self.marks[target.0 as usize] = self.mark_of(base)?;
        }
        // What still shares the marks would make a write copy them.
        self.scratch.clear();
        for change in changes {
            match (change.index, &mut self.marks[target.0 as usize]) {
                (Some(index), Value::Array(marks)) => marks.store(index, Value::Bool(change.open)),
                (_, marks) => *marks = mark(program.sort(target), true),
            }
        }
        Ok(())
    }

    /// What a term of an array writes, the first write first, and the array that it goes to.
    fn element_changes(&mut self, array: TermId) -> Result<(SmallVec<[Change; 1]>, TermId), Stop> {
        let program = self.machine.program;
        let mut changes = SmallVec::new();
        let mut base = array;
        loop {
            let arguments = program.terms.args(base);
            match program.terms.op(base) {
                Op::Store => {
                    let index = if is_open(&self.mark_of(arguments[1])?) {
                        None
                    } else {
                        Some(self.machine.eval(arguments[1])?)
                    };
                    let open = is_open(&self.mark_of(arguments[2])?);
                    changes.push(Change { index, open });
                    base = arguments[0];
                }
                Op::Ite if !is_open(&self.mark_of(arguments[0])?) => {
                    let holds = self.machine.eval(arguments[0])? == Value::Bool(true);
                    base = arguments[if holds { 1 } else { 2 }];
                }
                _ => break,
            }
        }
        changes.reverse();
        Ok((changes, base))
    }

    /// Parameters get the marks of the arguments. Nothing is assumed about other locals before they
    /// are written.
    fn call(&mut self, callee: FunctionId, arguments: &[TermId]) -> Result<(), Stop> {
        let program = self.machine.program;
        let mut given = Vec::with_capacity(arguments.len());
        for argument in arguments {
            given.push(self.mark_of(*argument)?);
        }
        let locals = &self.machine.locals[callee.0 as usize];
        let mut saved = Vec::with_capacity(locals.len());
        for index in locals {
            let open = mark(program.sort(VarId(*index as u32)), true);
            saved.push(std::mem::replace(&mut self.marks[*index], open));
        }
        self.saved.push(saved);
        for (parameter, mark) in program.function(callee).parameters.iter().zip(given) {
            self.marks[parameter.0 as usize] = mark;
        }
        Ok(())
    }

    fn return_to_caller(&mut self, callee: FunctionId) -> Result<(), Stop> {
        let results = &self.machine.program.function(callee).results;
        let results = results.iter().map(|r| self.marks[r.0 as usize].clone());
        let results: SmallVec<[Value; 2]> = results.collect();
        let locals = &self.machine.locals[callee.0 as usize];
        for (index, mark) in locals.iter().zip(self.saved.pop().unwrap_or_default()) {
            self.marks[*index] = mark;
        }
        for (target, mark) in self.machine.awaited().iter().zip(results) {
            self.marks[target.0 as usize] = mark;
        }
        Ok(self.machine.return_to_caller()?)
    }

    /// The mark of a term's value.
    fn mark_of(&mut self, term: TermId) -> Result<Value, Outcome> {
        let program = self.machine.program;
        let code = self.machine.code(term)?;
        let open_variable = |instruction: &Instruction| match instruction {
            Instruction::Load(index) => is_open(&self.marks[*index]),
            _ => false,
        };
        if !code.0.iter().any(open_variable) {
            return Ok(mark(program.terms.sort(term), false));
        }
        code.values(&self.machine.state, &mut self.values)
            .map_err(|e| Outcome::Invalid(e.to_string()))?;
        self.scratch.clear();
        for (slot, instruction) in code.0.iter().enumerate() {
            let mark = match instruction {
                Instruction::Load(index) => self.marks[*index].clone(),
                Instruction::Constant(value) => mark(&value.sort(), false),
                Instruction::Apply(op, args) => {
                    let value = &self.values[slot];
                    applied(op, args, value, &self.values, &self.scratch)
                }
            };
            self.scratch.push(mark);
        }
        self.values.clear();
        let mark = self.scratch.pop();
        mark.ok_or_else(|| Outcome::Invalid("term without value".into()))
    }
}

/// A write to an element of an array.
struct Change {
    /// Which element; any, if it is open.
    index: Option<Value>,
    /// Whether what is written is open.
    open: bool,
}

/// A mark for a value of this sort, equal for all its parts.
fn mark(sort: &Sort, open: bool) -> Value {
    match sort {
        Sort::Array(pair) => Value::Array(ArrayValue::constant(pair.0.clone(), Value::Bool(open))),
        _ => Value::Bool(open),
    }
}

/// Whether a value, or any part of it, is open.
fn is_open(mark: &Value) -> bool {
    match mark {
        Value::Bool(open) => *open,
        // Elements are listed where they differ from the others.
        Value::Array(marks) => {
            *marks.default_element() != Value::Bool(false) || marks.entries().next().is_some()
        }
        _ => true,
    }
}

/// The mark of what an operator yields; `value` is what it yields if everything open is zero.
fn applied(op: &Op, args: &[u32], value: &Value, values: &[Value], marks: &[Value]) -> Value {
    let value_of = |n: usize| &values[args[n] as usize];
    let mark_of = |n: usize| &marks[args[n] as usize];
    match op {
        Op::Select if !is_open(mark_of(1)) => match mark_of(0) {
            Value::Array(marks) => one(marks.select(value_of(1))),
            _ => mark(&value.sort(), true),
        },
        Op::Store if !is_open(mark_of(1)) => match mark_of(0) {
            Value::Array(marks) => {
                let mut changed = marks.clone();
                changed.store(value_of(1).clone(), one(mark_of(2)));
                Value::Array(changed)
            }
            _ => mark(&value.sort(), true),
        },
        Op::ConstArray(index) => Value::Array(ArrayValue::constant(index.clone(), one(mark_of(0)))),
        Op::Ite if !is_open(mark_of(0)) => match value_of(0) {
            Value::Bool(true) => mark_of(1).clone(),
            _ => mark_of(2).clone(),
        },
        Op::And | Op::Or => {
            let decisive = Value::Bool(*op == Op::Or);
            let mut all = 0..args.len();
            let decided = all.any(|n| !is_open(mark_of(n)) && *value_of(n) == decisive);
            let open = (0..args.len()).any(|n| is_open(mark_of(n)));
            Value::Bool(open && !decided)
        }
        _ => mark(&value.sort(), (0..args.len()).any(|n| is_open(mark_of(n)))),
    }
}

/// One mark for all parts of an element.
fn one(mark: &Value) -> Value {
    Value::Bool(is_open(mark))
}
