//! Where inputs come from, and observers of a run.

use crate::machine::Watching;
use invar_cfa::{EdgeId, FunctionId, HavocOrigin, Operation, OverflowSite, Program, VarId};
use invar_term::{BvValue, Sort, Value};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// Decides what a havoc edge yields.
pub trait Oracle {
    /// A value of the given sort.
    fn choose(&mut self, function: FunctionId, edge: EdgeId, sort: &Sort) -> Value;
}

fn zero(sort: &Sort) -> Value {
    // Sorts without values do not occur in programs; `false` then fails the sort check.
    Value::zero(sort).unwrap_or(Value::Bool(false))
}

/// Always zero.
pub struct Zeros;

impl Oracle for Zeros {
    fn choose(&mut self, _: FunctionId, _: EdgeId, sort: &Sort) -> Value {
        zero(sort)
    }
}

/// Where the arguments of `main` are if there are none.
const ARGUMENTS_AT: u128 = 0x0001_0000;

/// Zeros, but `argv` is an array without elements, not null.
pub struct NoInputs<'p> {
    program: &'p Program,
}

impl NoInputs<'_> {
    /// The inputs of a program that is called without arguments.
    pub fn new(program: &Program) -> NoInputs<'_> {
        NoInputs { program }
    }
}

impl Oracle for NoInputs<'_> {
    fn choose(&mut self, function: FunctionId, edge: EdgeId, sort: &Sort) -> Value {
        let havoc = &self.program.function(function).cfa.edge(edge).operation;
        match (havoc, sort) {
            (
                Operation::Havoc {
                    origin: HavocOrigin::Input(name),
                    ..
                },
                Sort::BitVec(64),
            ) if &**name == "argument of main" => Value::Bv(BvValue::new(64, ARGUMENTS_AT)),
            _ => zero(sort),
        }
    }
}

/// The values of a trace: per edge in order, zero where none is left.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    queues: FxHashMap<EdgeId, VecDeque<Value>>,
}

impl Choices {
    /// The values that edges of the entry function take, in the order of execution.
    pub fn new(values: impl IntoIterator<Item = (EdgeId, Value)>) -> Choices {
        let mut choices = Choices::default();
        for (edge, value) in values {
            choices.queues.entry(edge).or_default().push_back(value);
        }
        choices
    }
}

impl Oracle for Choices {
    fn choose(&mut self, _: FunctionId, edge: EdgeId, sort: &Sort) -> Value {
        let next = self.queues.get_mut(&edge).and_then(VecDeque::pop_front);
        next.unwrap_or_else(|| zero(sort))
    }
}

/// One executed edge.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// The function it belongs to.
    pub function: FunctionId,
    /// The edge.
    pub edge: EdgeId,
    /// The variable that changed, with its new value.
    pub changed: Option<(VarId, &'a Value)>,
    /// Index and value of the element, if a single element of an array changed.
    pub element: Option<(&'a Value, &'a Value)>,
}

/// Watches a run.
pub trait Observer {
    /// An edge was executed.
    fn step(&mut self, step: Step<'_>);

    /// A call returned.
    fn returned(&mut self) {}

    /// Whether it observes signed operations that overflow.
    fn watching(&self) -> Watching {
        Watching::Nothing
    }

    /// A signed operation on these operands is about to overflow: the next step computes it.
    fn overflow(&mut self, _site: &OverflowSite, _operands: [BvValue; 2]) {}
}

/// Watches nothing.
pub struct Silent;

impl Observer for Silent {
    fn step(&mut self, _: Step<'_>) {}
}

impl<F: FnMut(Step<'_>)> Observer for F {
    fn step(&mut self, step: Step<'_>) {
        self(step);
    }
}
