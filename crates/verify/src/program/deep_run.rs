//! Errors after deep recursion: the program is run with its calls, and what a run to an error
//! calls, however deep, is inlined for its evidence.

use crate::cache::found_inputs;
use crate::finding::{Answered, Attribution, Claimant};
use crate::goal::Effort;
use crate::run::Run;
use crate::search::source::Source;
use invar_budget::Budget;
use invar_cfa::{CheckId, EdgeId, FunctionId, Operation, Program};
use invar_interp::{Limits, Observer, Oracle, Outcome, Silent, Step, run};
use invar_passes::{Activation, CallTree, Checks, inline_along};
use invar_term::{Sort, Value};

/// Edges of a program that is inlined along a run.
const MAX_EDGES: usize = 500_000;
/// The concrete search may take 1/8 of the time left.
const TIME_SHARE: u32 = 8;

impl Run<'_> {
    /// A violation that running the program with its calls finds.
    pub(crate) fn by_deep_run(
        &mut self,
        program: &Program,
        effort: Effort,
        budget: &Budget,
    ) -> Option<Answered> {
        if !self.may_run() {
            return None;
        }
        let limits = effort.limits(self.end_of_runs(&budget.at_most(budget.left() / TIME_SHARE)));
        let found = self.phase("running", |run| {
            if run.table.others_hold(&run.open) {
                return run.concrete_search_within(program, &limits);
            }
            // What is known to fail ends a run.
            let checks = Checks::of(program);
            let is_open = |new: CheckId| run.open.contains(&new);
            let restricted = program.restricted(|old| checks.own(old).is_none_or(is_open));
            run.concrete_search_within(&restricted, &limits)
        })?;
        let values: Vec<Value> = found.values().map(|(_, value)| value).collect();
        self.along(program, &values, Attribution::EXECUTION, budget)
    }

    /// A violation by the run that takes these values, in order.
    pub(crate) fn along(
        &mut self,
        program: &Program,
        values: &[Value],
        by: Attribution,
        budget: &Budget,
    ) -> Option<Answered> {
        let limits = Limits {
            deadline: budget.deadline,
            ..Limits::default()
        };
        let mut calls = Calls {
            program,
            tree: CallTree::default(),
            stack: Vec::new(),
        };
        run(program, &mut InOrder::new(values), &mut calls, &limits);
        let inlined = inline_along(program, &calls.tree, MAX_EDGES).ok()?.program;
        let mut oracle = InOrder::new(values);
        let outcome = run(&inlined, &mut oracle, &mut Silent, &limits);
        if !matches!(outcome, Outcome::Error(check) if self.open.contains(&check)) {
            return None;
        }
        let source = Source::of(&inlined);
        let trace = oracle.chosen.into_iter().collect();
        let claimant = Claimant::without_solver(by);
        let certified = self
            .worker
            .certified_trace(&source, &trace, claimant, budget);
        let mut answered = certified.ok()?;
        // The inlined program is made for this run only: the values say more.
        answered.finding.evidence = found_inputs(values);
        Some(answered)
    }
}

/// Gives values in the order in which they are asked for, and remembers which edge asked.
struct InOrder<'v> {
    values: std::slice::Iter<'v, Value>,
    chosen: Vec<(EdgeId, Value)>,
}

impl<'v> InOrder<'v> {
    fn new(values: &'v [Value]) -> InOrder<'v> {
        InOrder {
            values: values.iter(),
            chosen: Vec::new(),
        }
    }
}

impl Oracle for InOrder<'_> {
    fn choose(&mut self, _: FunctionId, edge: EdgeId, sort: &Sort) -> Value {
        let next = self.values.next().cloned();
        // No sort without values occurs in programs; `false` then fails the sort check.
        let value = next.or_else(|| Value::zero(sort));
        let value = value.unwrap_or(Value::Bool(false));
        self.chosen.push((edge, value.clone()));
        value
    }
}

/// The calls of a run.
struct Calls<'p> {
    program: &'p Program,
    tree: CallTree,
    /// The activations that have not returned, but for that of the entry.
    stack: Vec<Activation>,
}

impl Observer for Calls<'_> {
    fn step(&mut self, step: Step<'_>) {
        let cfa = &self.program.function(step.function).cfa;
        if let Operation::Call { .. } = cfa.edge(step.edge).operation {
            let from = self.stack.last().copied().unwrap_or(Activation::ENTRY);
            self.stack.push(self.tree.enter(from, step.edge));
        }
    }

    fn returned(&mut self) {
        self.stack.pop();
    }
}
