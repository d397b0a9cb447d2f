//! The machine: a state, a stack of calls, one edge at a time.

use crate::compiled::{Code, Compiler};
use crate::oracle::{Observer, Oracle, Step};
use invar_budget::Moment;
use invar_cfa::{
    AssumeReason, CheckId, EdgeId, FunctionId, LocId, LocationKind, Operation, Program, Scope,
    UnsupportedId, VarId,
};
use invar_term::{EvalError, Op, TermId, Value};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// How far a run may go.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Executed edges.
    pub steps: u64,
    /// When to give up.
    pub deadline: Option<Moment>,
    /// Calls on the stack.
    pub call_depth: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            steps: 50_000_000,
            deadline: None,
            call_depth: 10_000,
        }
    }
}

/// A location of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The function.
    pub function: FunctionId,
    /// The location.
    pub location: LocId,
}

/// How a run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// At an error location.
    Error(CheckId),
    /// At a construct that is not modelled.
    Unsupported(UnsupportedId),
    /// By `abort`, `exit` or the return of `main`.
    Ended,
    /// No edge could be taken: an assumption failed, for this reason.
    Blocked(Place, Option<AssumeReason>),
    /// The limit on steps, calls or time was reached.
    Limit,
    /// The program or an input is malformed.
    Invalid(String),
}

struct Frame {
    function: FunctionId,
    /// Where to continue in the caller, and where its results go.
    resume: LocId,
    results: Vec<VarId>,
    /// Values of the callee's locals in the activation that the call interrupts.
    saved: Vec<(usize, Value)>,
}

/// A program ready to be run, also many times: its terms are compiled once.
pub(crate) struct Machine<'a> {
    pub(crate) program: &'a Program,
    pub(crate) compiler: Compiler<'a>,
    /// The values of all variables.
    pub(crate) state: Vec<Value>,
    zeros: Vec<Value>,
    pub(crate) at: Place,
    stack: Vec<Frame>,
    /// Per function, the positions of its local variables.
    pub(crate) locals: Vec<Vec<usize>>,
    watching: Watching,
}

/// Whether signed operations are watched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Watching {
    /// Operations that overflow are reported to the observer.
    Overflow,
    /// They are not.
    Nothing,
}

/// Runs a program from its entry.
pub fn run(
    program: &Program,
    oracle: &mut dyn Oracle,
    observer: &mut dyn Observer,
    limits: &Limits,
) -> Outcome {
    match Machine::new(program) {
        Ok(mut machine) => machine.run(oracle, observer, limits),
        Err(outcome) => outcome,
    }
}

impl<'a> Machine<'a> {
    /// Runs from the entry.
    pub(crate) fn run(
        &mut self,
        oracle: &mut dyn Oracle,
        observer: &mut dyn Observer,
        limits: &Limits,
    ) -> Outcome {
        self.restart();
        self.watching = observer.watching();
        for step in 0..limits.steps {
            if step % 4096 == 0 && limits.deadline.is_some_and(|d| Moment::now() >= d) {
                return Outcome::Limit;
            }
            if self.stack.len() > limits.call_depth {
                return Outcome::Limit;
            }
            if let Err(outcome) = self.step(oracle, observer) {
                return outcome;
            }
        }
        Outcome::Limit
    }

    /// Back to the entry, all variables zero.
    pub(crate) fn restart(&mut self) {
        self.state.clone_from(&self.zeros);
        self.stack.clear();
        self.at = Place {
            function: self.program.entry,
            location: self.program.entry_cfa().entry,
        };
    }

    pub(crate) fn new(program: &'a Program) -> Result<Self, Outcome> {
        let mut symbols = FxHashMap::default();
        let mut state = Vec::new();
        let mut locals = vec![Vec::new(); program.functions.len()];
        for id in program.variable_ids() {
            let variable = program.variable(id);
            let value = Value::zero(program.sort(id))
                .ok_or_else(|| Outcome::Invalid(format!("{} has no zero", variable.name)))?;
            if let Some(symbol) = program.terms.as_symbol(variable.symbol) {
                symbols.insert(symbol, state.len());
            }
            if let Scope::Local(function) = variable.scope
                && let Some(list) = locals.get_mut(function.0 as usize)
            {
                list.push(state.len());
            }
            state.push(value);
        }
        let at = Place {
            function: program.entry,
            location: program.entry_cfa().entry,
        };
        Ok(Machine {
            program,
            compiler: Compiler::new(&program.terms, symbols),
            zeros: state.clone(),
            state,
            at,
            stack: Vec::new(),
            locals,
            watching: Watching::Nothing,
        })
    }

    pub(crate) fn code(&mut self, term: TermId) -> Result<Rc<Code>, Outcome> {
        let code = self.compiler.code(term);
        code.ok_or_else(|| Outcome::Invalid("term over a symbol that is no variable".into()))
    }

    pub(crate) fn eval(&mut self, term: TermId) -> Result<Value, Outcome> {
        let code = self.code(term)?;
        code.eval(&self.state)
            .map_err(|e: EvalError| Outcome::Invalid(e.to_string()))
    }

    /// Reports the signed operations here that overflow.
    fn look(&mut self, observer: &mut dyn Observer) -> Result<(), Outcome> {
        let program = self.program;
        let cfa = &program.function(self.at.function).cfa;
        for site in cfa.overflow_sites(self.at.location) {
            let [a, b] = site.operands;
            let (a, b) = (self.eval(a)?, self.eval(b)?);
            let (Some(a), Some(b)) = (a.as_bv(), b.as_bv()) else {
                continue;
            };
            if !site.operator.overflows(a, b) {
                continue;
            }
            let mut computed = true;
            for guard in &site.guards {
                computed &= self.eval(*guard)? == Value::Bool(true);
            }
            if computed {
                observer.overflow(site, [a, b]);
            }
        }
        Ok(())
    }

    /// Executes one edge.
    pub(crate) fn step(
        &mut self,
        oracle: &mut dyn Oracle,
        observer: &mut dyn Observer,
    ) -> Result<(), Outcome> {
        let program = self.program;
        let cfa = &program.function(self.at.function).cfa;
        let location = cfa.location(self.at.location);
        match location.kind {
            LocationKind::Error(check) => return Err(Outcome::Error(check)),
            LocationKind::Unsupported(construct) => return Err(Outcome::Unsupported(construct)),
            LocationKind::Halt => return Err(Outcome::Ended),
            LocationKind::Plain => {}
        }
        if self.at.location == cfa.exit && location.outgoing().is_empty() {
            self.return_to_caller()?;
            observer.returned();
            return Ok(());
        }
        if self.watching == Watching::Overflow && cfa.has_overflow_sites() {
            self.look(observer)?;
        }
        let mut blocked = None;
        for edge_id in location.outgoing() {
            let edge = cfa.edge(*edge_id);
            if let Operation::Assume { condition, reason } = &edge.operation
                && self.eval(*condition)? != Value::Bool(true)
            {
                blocked = Some(*reason);
                continue;
            }
            return self.execute(*edge_id, oracle, observer);
        }
        Err(Outcome::Blocked(self.at, blocked))
    }

    pub(crate) fn execute(
        &mut self,
        edge_id: EdgeId,
        oracle: &mut dyn Oracle,
        observer: &mut dyn Observer,
    ) -> Result<(), Outcome> {
        let program = self.program;
        let function = self.at.function;
        let edge = program.function(function).cfa.edge(edge_id);
        let mut changed = None;
        let mut element = None;
        self.at.location = edge.to;
        match &edge.operation {
            Operation::Skip | Operation::Assume { .. } => {}
            Operation::Assign { target, value } => {
                element = self.assign(*target, *value)?;
                changed = Some(*target);
            }
            Operation::Havoc { target, .. } => {
                let sort = program.sort(*target);
                let value = oracle.choose(function, edge_id, sort);
                if value.sort() != *sort {
                    return Err(Outcome::Invalid(format!(
                        "input of sort {} where {sort} is needed",
                        value.sort()
                    )));
                }
                self.state[target.0 as usize] = value;
                changed = Some(*target);
            }
            Operation::Call {
                function: callee,
                arguments,
                results,
            } => {
                self.call(*callee, arguments, results)?;
            }
        }
        let changed = changed.map(|v| (v, &self.state[v.0 as usize]));
        observer.step(Step {
            function,
            edge: edge_id,
            changed,
            element: element.as_ref().map(|(index, value)| (index, value)),
        });
        Ok(())
    }

    /// An assignment; returns the element that a single write to the target's own array changed.
    fn assign(&mut self, target: VarId, value: TermId) -> Result<Option<(Value, Value)>, Outcome> {
        let index = target.0 as usize;
        if !matches!(self.state[index], Value::Array(_)) {
            self.state[index] = self.eval(value)?;
            return Ok(None);
        }
        let (writes, base) = self.element_writes(value)?;
        let single = match writes.as_slice() {
            [only] if base == self.program.symbol(target) => Some(only.clone()),
            _ => None,
        };
        if base != self.program.symbol(target) {
            self.state[index] = self.eval(base)?;
        }
        if let Value::Array(array) = &mut self.state[index] {
            for (index, element) in writes {
                array.store(index, element);
            }
        }
        Ok(single)
    }

    /// The indices and elements that a term of an array writes, the first write first, and the array that they go to.
    /// Only the branches that count are evaluated.
    fn element_writes(&mut self, array: TermId) -> Result<(Vec<(Value, Value)>, TermId), Outcome> {
        let program = self.program;
        let mut writes = Vec::new();
        let mut base = array;
        loop {
            let arguments = program.terms.args(base);
            match program.terms.op(base) {
                Op::Store => {
                    writes.push((self.eval(arguments[1])?, self.eval(arguments[2])?));
                    base = arguments[0];
                }
                Op::Ite => {
                    let holds = self.eval(arguments[0])? == Value::Bool(true);
                    base = arguments[if holds { 1 } else { 2 }];
                }
                _ => break,
            }
        }
        writes.reverse();
        Ok((writes, base))
    }

    fn call(
        &mut self,
        callee: FunctionId,
        arguments: &[TermId],
        results: &[VarId],
    ) -> Result<(), Outcome> {
        let program = self.program;
        let target = program.function(callee);
        if arguments.len() != target.parameters.len() {
            return Err(Outcome::Invalid(format!(
                "call of {} with wrong arguments",
                target.name
            )));
        }
        let values: Vec<Value> = arguments
            .iter()
            .map(|a| self.eval(*a))
            .collect::<Result<_, _>>()?;
        let saved = self.locals[callee.0 as usize]
            .iter()
            .map(|i| (*i, self.state[*i].clone()))
            .collect();
        self.stack.push(Frame {
            function: self.at.function,
            resume: self.at.location,
            results: results.to_vec(),
            saved,
        });
        for (parameter, value) in target.parameters.iter().zip(values) {
            self.state[parameter.0 as usize] = value;
        }
        self.at = Place {
            function: callee,
            location: target.cfa.entry,
        };
        Ok(())
    }

    /// The variables of the caller that take the results.
    pub(crate) fn awaited(&self) -> &[VarId] {
        self.stack.last().map_or(&[], |frame| &frame.results)
    }

    /// Calls that have not returned.
    pub(crate) fn depth(&self) -> usize {
        self.stack.len()
    }

    /// Where calls return to, innermost first.
    pub(crate) fn returns(&self) -> impl Iterator<Item = (FunctionId, LocId)> {
        let frames = self.stack.iter().rev();
        frames.map(|frame| (frame.function, frame.resume))
    }

    pub(crate) fn return_to_caller(&mut self) -> Result<(), Outcome> {
        let callee = self.program.function(self.at.function);
        let Some(frame) = self.stack.pop() else {
            return Err(Outcome::Ended);
        };
        let values: Vec<Value> = callee
            .results
            .iter()
            .map(|r| self.state[r.0 as usize].clone())
            .collect();
        for (index, value) in frame.saved {
            self.state[index] = value;
        }
        for (target, value) in frame.results.iter().zip(values) {
            self.state[target.0 as usize] = value;
        }
        self.at = Place {
            function: frame.function,
            location: frame.resume,
        };
        Ok(())
    }
}

/// The indices and elements that a chain of writes to an array writes, the first write first, and
/// the array below.
pub(crate) fn element_writes(program: &Program, value: TermId) -> (Vec<(TermId, TermId)>, TermId) {
    let terms = &program.terms;
    let mut writes = Vec::new();
    let mut base = value;
    while *terms.op(base) == Op::Store {
        let args = terms.args(base);
        writes.push((args[1], args[2]));
        base = args[0];
    }
    writes.reverse();
    (writes, base)
}
