//! Follows a run: what it begins with, and which elements of arrays from outside it touches.

use invar_cfa::{CallFrame, CallPathId, CheckId, EdgeId, HavocOrigin, Operation, Program, VarId};
use invar_interp::{Choices, Limits, Observer, Outcome, Silent, Step, run};
use invar_term::{ArrayValue, Assignment, Evaluator, Op, SymbolId, TermId, TermStore, Value};
use invar_verdict::Trace;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What a run showed.
#[derive(Default)]
pub(super) struct Followed {
    /// The values of the parameters of the first call.
    pub arguments: BTreeMap<VarId, Value>,
    /// Variables with a value from outside.
    pub scalars: BTreeMap<VarId, FirstScalar>,
    /// Arrays with contents from outside.
    pub arrays: BTreeMap<VarId, FirstArray>,
    /// Elements of these arrays that the run may read or write.
    pub touched: BTreeSet<Touched>,
    /// Whether the run reads memory of the program that was never written and is not zero.
    pub uninitialised: bool,
}

/// A scalar as the run finds it.
pub(super) struct FirstScalar {
    /// Its position among the choices of the run.
    pub havoc: usize,
    /// Its value.
    pub value: Value,
}

/// An array as the run finds it.
pub(super) struct FirstArray {
    /// Its position among the choices of the run.
    pub havoc: usize,
    /// Where its contents come from.
    pub origin: HavocOrigin,
    /// Its contents.
    pub array: ArrayValue,
}

/// An element of an array.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Touched {
    pub array: VarId,
    pub index: Value,
}

/// Runs a trace and follows it.
pub(super) fn follow(program: &Program, frame: &CallFrame, trace: &Trace, length: u64) -> Followed {
    let mut follower = Follower {
        program,
        parameters: frame.parameters.clone(),
        variables: program.variables_by_symbol(),
        state: State {
            terms: &program.terms,
            values: FxHashMap::default(),
        },
        accesses: FxHashMap::default(),
        phase: Phase::Starting,
        havocs: 0,
        followed: Followed::default(),
    };
    let mut choices = Choices::new(trace.values());
    run(program, &mut choices, &mut follower, &limits(length));
    follower.followed
}

/// Whether a trace reaches a check within some steps.
pub(super) fn reaches(program: &Program, trace: &Trace, check: CheckId, length: u64) -> bool {
    let mut choices = Choices::new(trace.values());
    let outcome = run(program, &mut choices, &mut Silent, &limits(length));
    matches!(outcome, Outcome::Error(reached) if reached == check)
}

fn limits(length: u64) -> Limits {
    Limits {
        steps: length + 1,
        ..Limits::default()
    }
}

/// Where the run is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Before the first call.
    Starting,
    /// In it.
    Running,
}

struct Follower<'p> {
    program: &'p Program,
    parameters: Vec<VarId>,
    variables: invar_cfa::SymbolMap,
    state: State<'p>,
    /// What each edge touches, once it was executed.
    accesses: FxHashMap<EdgeId, Rc<[Access]>>,
    phase: Phase,
    havocs: usize,
    followed: Followed,
}

/// An access to an element of an array.
struct Access {
    kind: AccessKind,
    array: VarId,
    index: TermId,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum AccessKind {
    Read,
    Write,
}

/// The values of the variables; what was never assigned is zero.
struct State<'p> {
    terms: &'p TermStore,
    values: FxHashMap<SymbolId, Value>,
}

impl Assignment for State<'_> {
    fn value(&self, symbol: SymbolId) -> Option<Value> {
        let known = self.values.get(&symbol).cloned();
        known.or_else(|| Value::zero(self.terms.sort(self.terms.symbol_term(symbol))))
    }
}

impl Observer for Follower<'_> {
    fn step(&mut self, step: Step<'_>) {
        let cfa = self.program.entry_cfa();
        let edge = cfa.edge(step.edge);
        if cfa.location(edge.from).calls != CallPathId::ROOT {
            self.phase = Phase::Running;
        }
        self.touch(step.edge);
        let havoc = self.havocs;
        if let Operation::Havoc { .. } = &edge.operation {
            self.havocs += 1;
        }
        let Some((variable, value)) = step.changed else {
            return;
        };
        if let Operation::Havoc { origin, .. } = &edge.operation {
            if self.phase == Phase::Starting {
                self.begin(havoc, variable, value, origin);
            }
        } else if self.phase == Phase::Starting
            && let Some(first) = self.followed.scalars.get_mut(&variable)
        {
            // Pointers from outside are made such before the call.
            first.value = value.clone();
        }
        if self.parameters.contains(&variable) {
            let arguments = &mut self.followed.arguments;
            arguments.entry(variable).or_insert_with(|| value.clone());
        }
        self.keep(variable, value, step.element);
    }
}

impl Follower<'_> {
    /// A value from outside, before the first call.
    fn begin(&mut self, havoc: usize, variable: VarId, value: &Value, origin: &HavocOrigin) {
        match (value, origin) {
            (Value::Array(array), _) => {
                let first = FirstArray {
                    havoc,
                    origin: origin.clone(),
                    array: array.clone(),
                };
                self.followed.arrays.insert(variable, first);
            }
            (_, HavocOrigin::External(_) | HavocOrigin::Written(_)) => {
                let value = value.clone();
                let first = FirstScalar { havoc, value };
                self.followed.scalars.insert(variable, first);
            }
            _ => {}
        }
    }

    /// Remembers a value; of arrays only what is written, so that nothing is copied.
    fn keep(&mut self, variable: VarId, value: &Value, element: Option<(&Value, &Value)>) {
        let symbol = self.program.terms.as_symbol(self.program.symbol(variable));
        let Some(symbol) = symbol else {
            return;
        };
        match (element, self.state.values.get_mut(&symbol)) {
            (Some((index, new)), Some(Value::Array(array))) => {
                array.store(index.clone(), new.clone());
            }
            _ => {
                self.state.values.insert(symbol, value.clone());
            }
        }
    }

    /// Notes what an edge touches, in the state before it.
    fn touch(&mut self, edge: EdgeId) {
        let accesses = match self.accesses.get(&edge) {
            Some(known) => known.clone(),
            None => {
                let found: Rc<[Access]> = self.accesses_of(edge).into();
                self.accesses.insert(edge, found.clone());
                found
            }
        };
        let mut evaluator = Evaluator::new(&self.program.terms, &self.state);
        for access in &*accesses {
            let Some(first) = self.followed.arrays.get(&access.array) else {
                continue;
            };
            let Ok(index) = evaluator.eval(access.index) else {
                continue;
            };
            if access.kind == AccessKind::Read && super::is_own(self.program, &index) {
                let now = evaluator.eval(self.program.symbol(access.array));
                let begun = first.array.select(&index);
                let is_first = matches!(&now, Ok(Value::Array(now)) if now.select(&index) == begun);
                let is_zero = Value::zero(&begun.sort()).as_ref() == Some(begun);
                self.followed.uninitialised |= is_first && !is_zero;
            }
            self.followed.touched.insert(Touched {
                array: access.array,
                index,
            });
        }
    }

    fn accesses_of(&self, edge: EdgeId) -> Vec<Access> {
        let terms = &self.program.terms;
        let term = match self.program.entry_cfa().edge(edge).operation {
            Operation::Assume { condition, .. } => condition,
            Operation::Assign { value, .. } => value,
            _ => return Vec::new(),
        };
        let mut accesses = Vec::new();
        for subterm in terms.postorder(&[term]) {
            let kind = match terms.op(subterm) {
                Op::Select => AccessKind::Read,
                Op::Store => AccessKind::Write,
                _ => continue,
            };
            let args = terms.args(subterm);
            accesses.extend(self.arrays_in(args[0]).into_iter().map(|array| Access {
                kind,
                array,
                index: args[1],
            }));
        }
        accesses
    }

    /// The variables whose elements an array may have.
    fn arrays_in(&self, array: TermId) -> Vec<VarId> {
        let terms = &self.program.terms;
        let mut found = Vec::new();
        let mut pending = vec![array];
        while let Some(term) = pending.pop() {
            match terms.op(term) {
                Op::Store => pending.push(terms.args(term)[0]),
                Op::Ite => pending.extend(&terms.args(term)[1..]),
                Op::Symbol(symbol) => found.extend(self.variables.get(symbol)),
                _ => {}
            }
        }
        found
    }
}
