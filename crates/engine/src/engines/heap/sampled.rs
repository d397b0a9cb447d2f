//! Which candidates hold in sampled states, for all objects that were made there.

use super::shape::{Mark, Shape};
use crate::Task;
use crate::shared::houdini::Candidates;
use crate::shared::sample;
use crate::shared::universal::NUMBER_BITS;
use invar_solver::Budget;
use invar_term::{Assignment, BvValue, Evaluator, SymbolId, TermId, TermStore, Value};

/// Objects that universals are tried for.
const OBJECTS: u128 = 6;
/// Sampled states per location.
const STATES: usize = 60;

/// Drops the candidates that a sampled state refutes.
pub(super) fn refute(task: &Task<'_>, shape: &Shape, candidates: &mut Candidates, budget: &Budget) {
    let graph = task.blocks;
    let terms = &*graph.terms;
    let [Some(one), Some(two)] = [0, 1].map(|at| {
        let symbol = shape.universals.symbols.get(at)?;
        terms.as_symbol(*symbol)
    }) else {
        return;
    };
    let wanted = candidates.iter().map(|(location, here)| {
        let symbols = terms.symbols_of(here).into_iter();
        let variables = symbols.filter(|symbol| graph.variable(*symbol).is_some());
        (*location, variables.collect())
    });
    let samples = sample::collect(graph, &wanted.collect(), budget);
    let objects = objects(terms, shape);
    for (location, here) in candidates {
        let mentioned = |candidate: &TermId| shape.universals.mentioned(terms, *candidate).len();
        let mut by_number = [0, 1, 2].map(|number| {
            let of_number = here.iter().filter(|c| mentioned(c) == number);
            of_number.copied().collect::<Vec<TermId>>()
        });
        for sample in samples.get(location).into_iter().flatten().take(STATES) {
            for (at, first) in objects.iter().enumerate() {
                for (other, second) in objects.iter().enumerate() {
                    if budget.is_exhausted() {
                        break;
                    }
                    let state = WithObjects {
                        memory: &sample.memory,
                        objects: [(one, first), (two, second)],
                    };
                    let mut evaluator = Evaluator::new(terms, &state);
                    // About one object it is enough to look at each once.
                    let least = match (at, other) {
                        (0, 0) => 0,
                        (_, 0) => 1,
                        _ => 2,
                    };
                    for some in &mut by_number[least..] {
                        some.retain(|c| evaluator.eval_bool(*c).unwrap_or(true));
                    }
                }
            }
        }
        here.retain(|candidate| by_number.iter().any(|some| some.contains(candidate)));
    }
}

/// The numbers of the objects that are made first.
fn objects(terms: &TermStore, shape: &Shape) -> Vec<Value> {
    let mut found = Vec::new();
    for mark in &shape.marks {
        if let Mark::Made { first, bits, .. } = mark
            && let (Some(first), Some(bits)) = (terms.as_bv(*first), terms.as_bv(*bits))
        {
            let numbers = (0..OBJECTS).map(|at| (first.unsigned() + at) | bits.unsigned());
            found.extend(numbers.map(|n| Value::Bv(BvValue::new(NUMBER_BITS, n))));
        }
    }
    found
}

/// A sampled state with objects for the universals.
struct WithObjects<'s> {
    memory: &'s sample::Memory,
    objects: [(SymbolId, &'s Value); 2],
}

impl Assignment for WithObjects<'_> {
    fn value(&self, symbol: SymbolId) -> Option<Value> {
        let object = self.objects.iter().find(|(own, _)| *own == symbol);
        match object {
            Some((_, value)) => Some((*value).clone()),
            None => self.memory.get(&symbol).cloned(),
        }
    }
}
