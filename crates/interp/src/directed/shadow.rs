//! What the values of a run are in terms of its inputs.
//!
//! Beside every value there may be a term over the inputs that denotes it. Where an index, or the choice between
//! arrays, depends on inputs, the value that it has in this run is taken: the terms describe the run, not all runs.

use crate::compiled::{Code, Instruction};
use crate::machine::{Machine, Outcome};
use invar_cfa::{FunctionId, VarId};
use invar_term::{Op, Sort, SymbolId, TermId, TermStore, Value};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Terms larger than this are given up: the value is taken as it is.
const MAX_SIZE: u32 = 300;

/// An input of a run, or an element of one that is an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct InputPart {
    /// The position of the input.
    pub(super) number: usize,
    /// The element.
    pub(super) element: Option<u128>,
}

/// What an array consists of.
#[derive(Clone, Default)]
struct Contents {
    /// The input that the array is, where no element was written.
    input: Option<usize>,
    /// What was written; nothing where the element does not depend on inputs.
    written: FxHashMap<u128, Option<TermId>>,
}

#[derive(Clone)]
enum Content {
    /// Does not depend on inputs.
    Fixed,
    Term(TermId),
    Array(Rc<Contents>),
}

/// The terms of all variables.
pub(super) struct Shadow<'p> {
    terms: &'p TermStore,
    variables: Vec<Content>,
    /// Locals of the activations that calls interrupt.
    saved: Vec<Vec<(usize, Content)>>,
    parts: FxHashMap<SymbolId, InputPart>,
    sizes: FxHashMap<TermId, u32>,
    scratch: Vec<Value>,
}

/// A value and what it is in terms of inputs.
pub(super) type Valued = (Value, Option<TermId>);

impl<'p> Shadow<'p> {
    pub(super) fn new(terms: &'p TermStore, variables: usize) -> Shadow<'p> {
        Shadow {
            terms,
            variables: vec![Content::Fixed; variables],
            saved: Vec::new(),
            parts: FxHashMap::default(),
            sizes: FxHashMap::default(),
            scratch: Vec::new(),
        }
    }

    pub(super) fn restart(&mut self) {
        self.variables.fill(Content::Fixed);
        self.saved.clear();
    }

    /// Which input a symbol is.
    pub(super) fn part(&self, symbol: SymbolId) -> Option<InputPart> {
        self.parts.get(&symbol).copied()
    }

    fn symbol(&mut self, part: InputPart, sort: &Sort) -> Option<TermId> {
        let Sort::BitVec(width) = sort else {
            return None;
        };
        let number = part.number;
        let name = match part.element {
            None => format!("$input {number} {width}"),
            Some(element) => format!("$input {number} {width} [{element}]"),
        };
        let term = self.terms.symbol(&name, sort);
        if let Some(symbol) = self.terms.as_symbol(term) {
            self.parts.insert(symbol, part);
        }
        Some(term)
    }

    /// A variable takes an input.
    pub(super) fn input(&mut self, target: VarId, number: usize, sort: &Sort) {
        let content = if let Sort::Array(_) = sort {
            Content::Array(Rc::new(Contents {
                input: Some(number),
                written: FxHashMap::default(),
            }))
        } else {
            let element = None;
            let symbol = self.symbol(InputPart { number, element }, sort);
            symbol.map_or(Content::Fixed, Content::Term)
        };
        self.variables[target.0 as usize] = content;
    }

    /// The value of a term here.
    pub(super) fn value(
        &mut self,
        machine: &mut Machine<'_>,
        term: TermId,
    ) -> Result<Valued, Outcome> {
        let code = machine.code(term)?;
        let mut values = std::mem::take(&mut self.scratch);
        let computed = code.values(&machine.state, &mut values);
        let symbolic = match computed {
            Ok(()) => self.symbolic(&code, &values),
            Err(_) => None,
        };
        let value = values.pop();
        values.clear();
        self.scratch = values;
        computed.map_err(|error| Outcome::Invalid(error.to_string()))?;
        let value = value.ok_or_else(|| Outcome::Invalid("a term without code".into()))?;
        Ok((value, symbolic))
    }

    fn symbolic(&mut self, code: &Code, values: &[Value]) -> Option<TermId> {
        let mut found: Vec<Option<TermId>> = Vec::with_capacity(code.0.len());
        for instruction in &code.0 {
            let term = match instruction {
                Instruction::Constant(_) => None,
                Instruction::Load(variable) => match &self.variables[*variable] {
                    Content::Term(term) => Some(*term),
                    Content::Fixed | Content::Array(_) => None,
                },
                Instruction::Apply(Op::Select, arguments) => {
                    let index = &values[arguments[1] as usize];
                    self.element(code, values, &found, (arguments[0] as usize, index))
                }
                Instruction::Apply(op, arguments) => {
                    let inputs = arguments.iter().any(|a| found[*a as usize].is_some());
                    let arrays = arguments.iter();
                    let mut arrays = arrays.map(|a| &values[*a as usize]);
                    if inputs && !arrays.any(|value| matches!(value, Value::Array(_))) {
                        self.applied(op, arguments, values, &found)
                    } else {
                        None
                    }
                }
            };
            found.push(term);
        }
        found.pop().flatten()
    }

    fn applied(
        &mut self,
        op: &Op,
        arguments: &[u32],
        values: &[Value],
        found: &[Option<TermId>],
    ) -> Option<TermId> {
        let terms = self.terms;
        let arguments = arguments.iter().map(|a| *a as usize);
        let arguments: Vec<TermId> = arguments
            .map(|a| found[a].unwrap_or_else(|| terms.constant(&values[a])))
            .collect();
        let sizes = arguments.iter().map(|a| self.size(*a));
        let size = sizes.fold(1, u32::saturating_add);
        if size > MAX_SIZE {
            return None;
        }
        let term = terms.app(op.clone(), &arguments);
        if terms.as_constant(term).is_some() {
            return None;
        }
        self.sizes.insert(term, size);
        Some(term)
    }

    fn size(&self, term: TermId) -> u32 {
        self.sizes.get(&term).copied().unwrap_or(1)
    }

    /// An element of an array at the value of an index.
    fn element(
        &mut self,
        code: &Code,
        values: &[Value],
        found: &[Option<TermId>],
        (mut slot, index): (usize, &Value),
    ) -> Option<TermId> {
        loop {
            match &code.0[slot] {
                Instruction::Load(variable) => return self.stored(*variable, index, values, slot),
                Instruction::Apply(Op::Store, arguments) => {
                    if values[arguments[1] as usize] == *index {
                        return found[arguments[2] as usize];
                    }
                    slot = arguments[0] as usize;
                }
                Instruction::Apply(Op::Ite, arguments) => {
                    let holds = values[arguments[0] as usize] == Value::Bool(true);
                    slot = arguments[if holds { 1 } else { 2 }] as usize;
                }
                _ => return None,
            }
        }
    }

    fn stored(
        &mut self,
        variable: usize,
        index: &Value,
        values: &[Value],
        slot: usize,
    ) -> Option<TermId> {
        let Content::Array(contents) = &self.variables[variable] else {
            return None;
        };
        let index = index.as_bv()?.unsigned();
        if let Some(written) = contents.written.get(&index) {
            return *written;
        }
        let number = contents.input?;
        let Sort::Array(pair) = values[slot].sort() else {
            return None;
        };
        let element = Some(index);
        self.symbol(InputPart { number, element }, &pair.1)
    }

    /// What an assignment gives its target: to be set when it is executed.
    pub(super) fn assigned(
        &mut self,
        machine: &mut Machine<'_>,
        target: VarId,
        value: TermId,
    ) -> Result<Assigned, Outcome> {
        if !matches!(machine.state[target.0 as usize], Value::Array(_)) {
            let (_, term) = self.value(machine, value)?;
            return Ok(Assigned(term.map_or(Content::Fixed, Content::Term)));
        }
        let program = machine.program;
        let mut writes = Vec::new();
        let mut base = value;
        loop {
            let arguments = program.terms.args(base);
            match program.terms.op(base) {
                Op::Store => {
                    let (index, _) = self.value(machine, arguments[1])?;
                    let (_, element) = self.value(machine, arguments[2])?;
                    writes.push((index, element));
                    base = arguments[0];
                }
                Op::Ite => {
                    let (holds, _) = self.value(machine, arguments[0])?;
                    base = arguments[if holds == Value::Bool(true) { 1 } else { 2 }];
                }
                _ => break,
            }
        }
        let mut contents = match self.array(machine, base) {
            Some(contents) if writes.is_empty() => return Ok(Assigned(Content::Array(contents))),
            Some(contents) => {
                if base == program.symbol(target) {
                    self.variables[target.0 as usize] = Content::Fixed;
                }
                contents
            }
            None if writes.iter().all(|(_, element)| element.is_none()) => {
                return Ok(Assigned(Content::Fixed));
            }
            None => Rc::default(),
        };
        let changed = Rc::make_mut(&mut contents);
        for (index, element) in writes.into_iter().rev() {
            if let Some(index) = index.as_bv() {
                changed.written.insert(index.unsigned(), element);
            }
        }
        Ok(Assigned(Content::Array(contents)))
    }

    fn array(&self, machine: &Machine<'_>, variable: TermId) -> Option<Rc<Contents>> {
        let symbol = machine.program.terms.as_symbol(variable)?;
        let index = machine.compiler.variable(symbol)?;
        match &self.variables[index] {
            Content::Array(contents) => Some(Rc::clone(contents)),
            _ => None,
        }
    }

    pub(super) fn set(&mut self, target: VarId, assigned: Assigned) {
        self.variables[target.0 as usize] = assigned.0;
    }

    /// A call begins: its parameters take the arguments.
    pub(super) fn call(
        &mut self,
        machine: &Machine<'_>,
        callee: FunctionId,
        arguments: Vec<Assigned>,
    ) {
        let locals = machine.locals[callee.0 as usize].iter();
        let saved = locals.map(|at| (*at, self.variables[*at].clone()));
        self.saved.push(saved.collect());
        let parameters = &machine.program.function(callee).parameters;
        for (parameter, argument) in parameters.iter().zip(arguments) {
            self.set(*parameter, argument);
        }
    }

    /// A call ends: the variables that wait for its results take them.
    pub(super) fn return_to_caller(&mut self, callee: &[VarId], awaited: &[VarId]) {
        let results = callee.iter();
        let results: Vec<Content> = results
            .map(|result| self.variables[result.0 as usize].clone())
            .collect();
        for (at, content) in self.saved.pop().unwrap_or_default() {
            self.variables[at] = content;
        }
        for (target, content) in awaited.iter().zip(results) {
            self.variables[target.0 as usize] = content;
        }
    }
}

/// What a variable will hold.
pub(super) struct Assigned(Content);
