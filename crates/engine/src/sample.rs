//! Concrete executions that say which guesses are wrong before a solver is asked.
//!
//! Blocks are executed from the entry with inputs from a fixed generator. Sampling is a
//! heuristic: it only ever removes guesses that are false in a reachable state.

use invar_cfa::LocId;
use invar_encode::BlockGraph;
use invar_solver::Budget;
use invar_term::{BvValue, EvalError, Evaluator, Sort, SymbolId, TermId, Value};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Executions to sample.
const RUNS: u64 = 12;
/// Blocks per execution.
const STEPS: u32 = 60;

type Memory = FxHashMap<SymbolId, Value>;

/// Removes from `guesses` what is false in a sampled state at its location.
pub(crate) fn refute(
    graph: &BlockGraph,
    guesses: &mut BTreeMap<LocId, Vec<TermId>>,
    budget: &Budget,
) {
    for seed in 0..RUNS {
        let mut inputs = Inputs {
            state: seed,
            run: seed,
        };
        let mut memory = zero_memory(graph);
        let mut location = graph.entry;
        for _ in 0..STEPS {
            if budget.is_exhausted() {
                return;
            }
            if let Some(here) = guesses.get_mut(&location) {
                let mut evaluator = Evaluator::new(&graph.terms, &memory);
                here.retain(|guess| evaluator.eval_bool(*guess).unwrap_or(true));
            }
            // An operator without a value ends the sample; nothing is concluded from it.
            match execute_block(graph, location, &memory, &mut inputs) {
                Ok(Some(next)) => (location, memory) = next,
                Ok(None) | Err(_) => break,
            }
        }
    }
}

fn zero_memory(graph: &BlockGraph) -> Memory {
    let count = graph.variable_count() as u32;
    let variables = (0..count).map(invar_cfa::VarId).map(|v| graph.symbol(v));
    variables
        .filter_map(|symbol| {
            let name = graph.terms.as_symbol(symbol)?;
            Some((name, Value::zero(graph.terms.sort(symbol))?))
        })
        .collect()
}

/// The cut point after `location` and the state there, unless execution ends.
fn execute_block(
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

/// Input values: all zero in the first run, then ever larger ones.
struct Inputs {
    state: u64,
    run: u64,
}

impl Inputs {
    fn next(&mut self, sort: &Sort) -> Option<Value> {
        self.state = self
            .state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let bits = u128::from(self.state >> 16);
        match sort {
            Sort::Bool => Some(Value::Bool(self.run > 0 && bits & 1 == 1)),
            Sort::BitVec(width) => {
                // Small values take the branches of most programs; large ones find wrap-around.
                let kept = match self.run {
                    0 => 0,
                    1..=4 => bits % 4,
                    5..=8 => bits % 64,
                    _ => bits.wrapping_mul(0x9e37_79b9_7f4a_7c15),
                };
                Some(Value::Bv(BvValue::new(*width, kept)))
            }
            other => Value::zero(other),
        }
    }
}
