//! From the states of a derivation to an execution.
//!
//! Between two states one query per block finds the inputs:
//!
//! ```text
//! guard(s, I)  and  update_x(s, I) = s'_x  for every x that is live after the block
//! ```
//!
//! where `s` gives every variable that is live before the block, so that `I` is all that is open.

use super::State;
use crate::shared::execution::trace;
use crate::{Context, Queries, Task};
use invar_cfa::{EdgeId, LocId, VarId};
use invar_encode::{Block, HornSystem, NodeKind, Run, RunPosition, concretise};
use invar_solver::{Answer, Model};
use invar_term::{Substitution, TermId, Value};
use invar_verdict::{Reason, Verdict};
use std::collections::BTreeMap;

const ACTIVITY: &str = "looking for the inputs of a derivation";

/// An execution to a target.
pub(super) struct Executed {
    run: Run,
    /// The target.
    pub(super) target: LocId,
}

impl Executed {
    /// The verdict, if the target is an error.
    pub(super) fn verdict(self) -> Verdict {
        Verdict::Unsafe(trace(self.run))
    }
}

/// Executes a derivation; an error is preferred if the last state leads to several targets.
///
/// # Errors
/// Why there is no execution.
pub(super) fn execute(
    task: &Task<'_>,
    context: &Context<'_>,
    queries: &mut Queries<'_>,
    system: &HornSystem,
    states: &[State],
) -> Result<Executed, Reason> {
    let graph = task.blocks;
    let mut walk = Walk {
        task,
        context,
        queries,
        system,
        inputs: BTreeMap::new(),
        step: 0,
    };
    // The first fact is about the entry itself, if the entry is the head of a loop.
    let starts_at_entry = states.first().is_some_and(|s| s.location == graph.entry);
    let (mut here, rest) = match states.split_first() {
        Some((first, rest)) if starts_at_entry => (Some(first), rest),
        _ => (None, states),
    };
    for next in rest {
        walk.must_take(here, Goal::State(next))?;
        here = Some(next);
    }
    if walk.take(here, Goal::Error)? == Step::Impossible {
        walk.must_take(here, Goal::Unsupported)?;
    }
    let inputs = &walk.inputs;
    let value = |edge: EdgeId, at: RunPosition<'_>| inputs.get(&(edge, at.number)).cloned();
    let run = concretise(task.program, graph, walk.step, value)
        .map_err(|error| no_execution(&error.to_string()))?;
    let target = run.target;
    Ok(Executed { run, target })
}

fn no_execution(message: &str) -> Reason {
    Reason::SolverGaveUp {
        message: format!("its derivation could not be executed: {message}"),
    }
}

/// Where a block is to lead.
#[derive(Clone, Copy)]
enum Goal<'s> {
    State(&'s State),
    Error,
    Unsupported,
}

/// Whether a block led to a goal.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Taken,
    Impossible,
}

/// The inputs found so far.
struct Walk<'a, 'c> {
    task: &'a Task<'a>,
    context: &'a Context<'a>,
    queries: &'a mut Queries<'c>,
    system: &'a HornSystem,
    inputs: BTreeMap<(EdgeId, u32), Value>,
    step: u32,
}

impl Walk<'_, '_> {
    /// Finds the inputs of a block from `from`, the start of the program if `None`, to `goal`.
    fn take(&mut self, from: Option<&State>, goal: Goal<'_>) -> Result<Step, Reason> {
        let graph = self.task.blocks;
        let location = from.map_or(graph.entry, |state| state.location);
        for id in &graph.node(location).outgoing {
            let block = graph.block(*id);
            let fits = match goal {
                Goal::State(next) => next.location == block.to,
                Goal::Error => matches!(graph.node(block.to).kind, NodeKind::Error(_)),
                Goal::Unsupported => matches!(graph.node(block.to).kind, NodeKind::Unsupported(_)),
            };
            if !fits {
                continue;
            }
            let formulas = self.formulas(from, block, goal);
            match self.queries.satisfiable(&formulas, &self.context.budget) {
                Answer::Sat(model) => {
                    self.keep(block, &model);
                    self.step += 1;
                    return Ok(Step::Taken);
                }
                Answer::Unsat(_) => {}
                Answer::Unknown(cause) => return Err(self.context.stop(cause, ACTIVITY)),
            }
        }
        Ok(Step::Impossible)
    }

    fn must_take(&mut self, from: Option<&State>, goal: Goal<'_>) -> Result<(), Reason> {
        match self.take(from, goal)? {
            Step::Taken => Ok(()),
            Step::Impossible => Err(no_execution(&format!("step {} is impossible", self.step))),
        }
    }

    fn formulas(&self, from: Option<&State>, block: &Block, goal: Goal<'_>) -> Vec<TermId> {
        let graph = self.task.blocks;
        let terms = &graph.terms;
        let known: BTreeMap<VarId, TermId> = match from {
            Some(state) => self.values(state).collect(),
            None => block.reads.iter().map(|v| (*v, graph.zero(*v))).collect(),
        };
        let pairs = known.iter().map(|(v, value)| (graph.symbol(*v), *value));
        let mut state = Substitution::new(terms, pairs);
        let mut formulas = vec![state.apply(terms, block.guard)];
        if let Goal::State(next) = goal {
            for (variable, value) in self.values(next) {
                let reached = match block.updates.binary_search_by_key(&variable, |(v, _)| *v) {
                    Ok(place) => state.apply(terms, block.updates[place].1),
                    // What is live after the block and not changed by it is live before it, so
                    // only at the start of the program it is not known.
                    Err(_) => known
                        .get(&variable)
                        .copied()
                        .unwrap_or_else(|| graph.zero(variable)),
                };
                formulas.push(terms.eq(reached, value));
            }
        }
        formulas
    }

    /// The variables of a state with their values.
    fn values<'s>(&'s self, state: &'s State) -> impl Iterator<Item = (VarId, TermId)> + 's {
        let parameters = &self.system.predicates[state.predicate].parameters;
        parameters.iter().copied().zip(state.values.iter().copied())
    }

    fn keep(&mut self, block: &Block, model: &Model) {
        let terms = &self.task.blocks.terms;
        for input in &block.inputs {
            let symbol = terms.as_symbol(input.symbol);
            if let Some(value) = symbol.and_then(|symbol| model.get(symbol)) {
                self.inputs.insert((input.edge, self.step), value.clone());
            }
        }
    }
}
