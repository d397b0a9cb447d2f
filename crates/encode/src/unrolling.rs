//! Composition of blocks: symbolic execution from cut point to cut point.
//!
//! A state is a guard and one term per variable over the start of the unrolling and the inputs of
//! every step; a step substitutes it into the blocks, so constants fold on the way and a loop
//! with constant bounds unrolls without a solver. Inputs of step `k` are called `in!<edge>@k`;
//! they are the same symbols in every unrolling.

use crate::block::{BlockGraph, BlockId, Input};
use crate::state::StateMap;
use invar_cfa::{LocId, VarId};
use invar_term::{CaseAnalysis, Substitution, SymbolId, TermId};

/// Where an unrolling starts, i.e. the value of a variable that has not changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// The start of the program: every variable is zero.
    Zero,
    /// Any state: every variable is its symbol.
    Arbitrary,
}

/// Execution at a cut point.
#[derive(Clone, Debug)]
pub struct State {
    /// When execution is there.
    pub guard: TermId,
    /// Variables that changed since the start.
    pub values: StateMap,
}

/// Composes the blocks of a graph.
#[derive(Clone, Copy, Debug)]
pub struct Unrolling<'g> {
    graph: &'g BlockGraph,
    origin: Origin,
}

impl<'g> Unrolling<'g> {
    /// An unrolling from `origin`.
    pub fn new(graph: &'g BlockGraph, origin: Origin) -> Self {
        Unrolling { graph, origin }
    }

    /// The graph whose blocks are composed.
    pub fn graph(&self) -> &'g BlockGraph {
        self.graph
    }

    /// Where the unrolling starts.
    pub fn origin(&self) -> Origin {
        self.origin
    }

    /// The state at the origin, under a condition.
    pub fn start(&self, guard: TermId) -> State {
        State {
            guard,
            values: StateMap::new(self.graph.variable_count()),
        }
    }

    /// The value of a variable in a state.
    pub fn value(&self, state: &State, variable: VarId) -> TermId {
        state
            .values
            .get(variable)
            .unwrap_or_else(|| match self.origin {
                Origin::Zero => self.graph.zero(variable),
                Origin::Arbitrary => self.graph.symbol(variable),
            })
    }

    /// The symbol of an input in the block of step `step`; the first step is 0.
    pub fn input(&self, input: &Input, step: u32) -> TermId {
        let terms = &self.graph.terms;
        let symbol = terms
            .as_symbol(input.symbol)
            .expect("an input symbol is a symbol");
        let name = format!("{}@{step}", terms.symbol_name(symbol));
        terms.symbol(&name, terms.sort(input.symbol))
    }

    /// A term over the variables' symbols, in a state.
    pub fn apply(&self, state: &State, term: TermId) -> TermId {
        let terms = &self.graph.terms;
        let variable = |symbol: SymbolId| {
            let variable = self.graph.variable(symbol)?;
            Some((terms.symbol_term(symbol), self.value(state, variable)))
        };
        let pairs: Vec<_> = terms
            .symbols_of(&[term])
            .into_iter()
            .filter_map(variable)
            .collect();
        Substitution::new(terms, pairs).apply(terms, term)
    }

    /// Takes every block out of `from` in step `step`. Blocks whose guard folds to false are
    /// left out.
    pub fn leave(&self, from: LocId, state: &State, step: u32) -> Vec<(BlockId, State)> {
        self.leave_by(from, state, step, &mut |_, term| term)
    }

    /// As [`Unrolling::leave`]; what is read from memory is resolved where addresses are one of a few constants.
    pub fn leave_resolved(
        &self,
        from: LocId,
        state: &State,
        step: u32,
        memory: &mut CaseAnalysis,
    ) -> Vec<(BlockId, State)> {
        self.leave_by(from, state, step, &mut |context, term| {
            memory.resolve(&self.graph.terms, context, term)
        })
    }

    /// `simplified(context, term)` is equal to the term where the context holds.
    fn leave_by(
        &self,
        from: LocId,
        state: &State,
        step: u32,
        simplified: &mut dyn FnMut(TermId, TermId) -> TermId,
    ) -> Vec<(BlockId, State)> {
        let terms = &self.graph.terms;
        let node = self.graph.node(from);
        let reads = node
            .reads
            .iter()
            .map(|v| (self.graph.symbol(*v), self.value(state, *v)));
        let inputs = node.inputs.iter().map(|i| (i.symbol, self.input(i, step)));
        // One substitution for all blocks: they share most of their terms.
        let mut substitution = Substitution::new(terms, reads.chain(inputs));
        let mut arrivals = Vec::new();
        for id in &node.outgoing {
            let block = self.graph.block(*id);
            let guard = substitution.apply(terms, block.guard);
            let guard = terms.and(&[state.guard, simplified(state.guard, guard)]);
            if terms.is_false(guard) {
                continue;
            }
            let mut values = state.values.clone();
            for (variable, term) in &block.updates {
                let value = substitution.apply(terms, *term);
                values.insert(*variable, simplified(guard, value));
            }
            arrivals.push((*id, State { guard, values }));
        }
        arrivals
    }

    /// Execution at a cut point, merged from two mutually exclusive paths.
    pub fn merge(&self, a: State, b: State) -> State {
        let terms = &self.graph.terms;
        let mut values = a.values.clone();
        for variable in a.values.differing(&b.values) {
            let merged = terms.ite(a.guard, self.value(&a, variable), self.value(&b, variable));
            values.insert(variable, merged);
        }
        State {
            guard: terms.or(&[a.guard, b.guard]),
            values,
        }
    }
}
