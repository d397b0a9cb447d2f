//! Concrete executions: they refute candidates before a solver is asked, and suggest new ones.
//!
//! Blocks are executed from the entry with inputs from a fixed generator; the work is bounded by
//! a number of evaluated terms, so the result does not depend on the machine, unless the budget is
//! short. Sampling is a
//! heuristic: it only ever removes candidates that are false in a reachable state.

mod inputs;

use inputs::Inputs;
use invar_cfa::{LocId, VarId};
use invar_encode::BlockGraph;
use invar_solver::Budget;
use invar_term::{EvalError, Evaluator, SymbolId, TermId, Value};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// Executions to sample.
const RUNS: u32 = 60;
/// Blocks per execution.
const STEPS: u32 = 60;
/// Terms and variables that may be evaluated in all executions together.
const MAX_WORK: usize = 3_000_000;
/// States to keep per location.
const MAX_STATES: usize = 200;
/// Values to keep per location, over all its states.
const MAX_VALUES: usize = 20_000;
/// Inputs that are tried when no block can be taken.
const TRIES: u32 = 6;

/// Values of symbols.
pub(crate) type Memory = FxHashMap<SymbolId, Value>;

/// A state that an execution passes.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    /// The number of the execution.
    pub run: u32,
    /// The values of the symbols that were asked for.
    pub memory: Memory,
}

/// The states that executions pass, by location, at most [`MAX_STATES`] each.
pub(crate) type Samples = BTreeMap<LocId, Vec<Sample>>;

/// Removes from `candidates` what is false in a sampled state at its location.
pub(crate) fn refute(
    graph: &BlockGraph,
    candidates: &mut BTreeMap<LocId, Vec<TermId>>,
    budget: &Budget,
) {
    let wanted = candidates
        .iter()
        .map(|(location, here)| (*location, graph.terms.symbols_of(here)))
        .collect();
    let samples = collect(graph, &wanted, budget);
    for (location, here) in candidates {
        for sample in samples.get(location).into_iter().flatten() {
            if budget.is_exhausted() {
                return;
            }
            let mut evaluator = Evaluator::new(&graph.terms, &sample.memory);
            here.retain(|candidate| evaluator.eval_bool(*candidate).unwrap_or(true));
        }
    }
}

/// Executes and keeps the values of the wanted symbols where they are wanted.
pub(crate) fn collect(
    graph: &BlockGraph,
    wanted: &BTreeMap<LocId, Vec<SymbolId>>,
    budget: &Budget,
) -> Samples {
    let costs = costs(graph);
    let mut samples = Samples::new();
    let mut work = 0;
    let mut inputs = Inputs::new(graph);
    let start = zero_memory(graph);
    for run in 0..RUNS {
        inputs.start(run);
        let mut memory = start.clone();
        let mut location = graph.entry;
        let mut visits: BTreeMap<LocId, u32> = BTreeMap::new();
        for _ in 0..STEPS {
            if let Some(symbols) = wanted.get(&location) {
                let visit = visits.entry(location).or_default();
                if is_kept(*visit) {
                    keep(samples.entry(location).or_default(), run, &memory, symbols);
                }
                *visit += 1;
            }
            work += costs[&location];
            if work > MAX_WORK || budget.is_exhausted() {
                return samples;
            }
            // An operator without a value ends the sample; nothing is concluded from it.
            match execute(graph, location, &memory, &mut inputs) {
                Ok(Some(next)) => (location, memory) = next,
                Ok(None) | Err(_) => break,
            }
        }
    }
    samples
}

/// Terms and variables that a step from a location evaluates.
fn costs(graph: &BlockGraph) -> BTreeMap<LocId, usize> {
    let cost = |outgoing: &[invar_encode::BlockId]| {
        let mut roots = Vec::new();
        for id in outgoing {
            let block = graph.block(*id);
            roots.push(block.guard);
            roots.extend(block.updates.iter().map(|(_, term)| *term));
        }
        graph.terms.postorder(&roots).len() + graph.variable_count() + 1
    };
    graph
        .nodes()
        .iter()
        .map(|node| (node.location, cost(&node.outgoing)))
        .collect()
}

/// Whether the state of this visit of a location is kept: of many, ever fewer.
fn is_kept(visit: u32) -> bool {
    visit <= 4 || matches!(visit, 6 | 8 | 12 | 16 | 24 | 32 | 48)
}

fn keep(here: &mut Vec<Sample>, run: u32, memory: &Memory, symbols: &[SymbolId]) {
    let most = (MAX_VALUES / (symbols.len() + 1)).clamp(4, MAX_STATES);
    if here.len() >= most {
        return;
    }
    let values = symbols.iter().filter_map(|s| Some((*s, memory.get(s)?)));
    here.push(Sample {
        run,
        memory: values.map(|(s, value)| (s, value.clone())).collect(),
    });
}

fn zero_memory(graph: &BlockGraph) -> Memory {
    let count = graph.variable_count() as u32;
    let variables = (0..count).map(VarId).map(|v| graph.symbol(v));
    variables
        .filter_map(|symbol| {
            let name = graph.terms.as_symbol(symbol)?;
            Some((name, Value::zero(graph.terms.sort(symbol))?))
        })
        .collect()
}

/// The cut point after `location` and the state there, unless execution ends. Inputs with which
/// no block can be taken may have failed an assumption, so others are tried.
fn execute(
    graph: &BlockGraph,
    location: LocId,
    memory: &Memory,
    inputs: &mut Inputs,
) -> Result<Option<(LocId, Memory)>, EvalError> {
    let tries = if graph.node(location).inputs.is_empty() {
        1
    } else {
        TRIES
    };
    for _ in 0..tries {
        let next = execute_once(graph, location, memory, inputs)?;
        if next.is_some() {
            return Ok(next);
        }
    }
    Ok(None)
}

fn execute_once(
    graph: &BlockGraph,
    location: LocId,
    memory: &Memory,
    inputs: &mut Inputs,
) -> Result<Option<(LocId, Memory)>, EvalError> {
    let terms = &graph.terms;
    let node = graph.node(location);
    let mut assignment = memory.clone();
    for input in &node.inputs {
        if let (Some(name), Some(value)) = (
            terms.as_symbol(input.symbol),
            inputs.next(terms.sort(input.symbol)),
        ) {
            assignment.insert(name, value);
        }
    }
    let mut evaluator = Evaluator::new(terms, &assignment);
    for id in &node.outgoing {
        let block = graph.block(*id);
        if evaluator.eval_bool(block.guard)? {
            let mut after = memory.clone();
            for (variable, term) in &block.updates {
                if let Some(name) = terms.as_symbol(graph.symbol(*variable)) {
                    after.insert(name, evaluator.eval(*term)?);
                }
            }
            return Ok(Some((block.to, after)));
        }
    }
    Ok(None)
}

/// The symbols of variables, in order.
pub(crate) fn symbols_of_variables(
    graph: &BlockGraph,
    variables: &BTreeSet<VarId>,
) -> Vec<SymbolId> {
    let symbol = |v: &VarId| graph.terms.as_symbol(graph.symbol(*v));
    variables.iter().filter_map(symbol).collect()
}
