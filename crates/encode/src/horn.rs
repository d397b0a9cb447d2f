//! A program as constrained Horn clauses.
//!
//! Every cut point `l` that is not a target and leads to one has a predicate `P_l` over the
//! variables that are live there; the blocks become the clauses
//!
//! ```text
//! P_l(x) and facts_l(x) and guard(x, i) and x' = update(x, i)  ->  P_m(x')     block to a cut point
//! P_l(x) and facts_l(x) and guard(x, i)                        ->  false       block to a target
//! ```
//!
//! The program is safe if and only if the clauses have a solution. Where execution starts, every
//! variable is zero: the entry has no predicate and its blocks start from zeros, unless it is the
//! head of a loop; then a clause without premise says where it starts.
//!
//! Arguments of predicates are distinct symbols, which is what the strictest Horn solvers accept.

mod procedures;
mod text;

pub use procedures::Starts;
pub use text::chc_text;

use crate::{BlockGraph, BlockId, Node};
use invar_cfa::{LocId, VarId};
use invar_term::{Substitution, SymbolId, TermId, TermStore};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What is looked for: the values of some variables at a cut point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HornPredicate {
    /// The cut point.
    pub location: LocId,
    /// A name that no other predicate of the system has.
    pub name: String,
    /// The variables it is about, in order.
    pub parameters: Vec<VarId>,
    /// Their symbols, in the same order.
    pub symbols: Vec<TermId>,
}

/// A predicate applied to distinct symbols.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HornAtom {
    /// Its place among the predicates of the system.
    pub predicate: usize,
    /// One symbol per parameter.
    pub arguments: Vec<TermId>,
}

/// What a clause says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HornOrigin {
    /// Where execution starts.
    Start,
    /// What a block does.
    Block(BlockId),
    /// With what a procedure is called.
    Call(usize),
}

/// `for all variables: premises and constraint -> conclusion`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HornClause {
    /// What it says.
    pub origin: HornOrigin,
    /// Every symbol that occurs in it, each once.
    pub variables: Vec<TermId>,
    /// Where it starts, and the summary of a procedure that it calls; at the entry of the program,
    /// if there is none.
    pub premises: Vec<HornAtom>,
    /// Conjuncts.
    pub constraint: Vec<TermId>,
    /// Where it ends; at a target, if `None`.
    pub conclusion: Option<HornAtom>,
}

/// Predicates and clauses.
#[derive(Clone, Debug)]
pub struct HornSystem {
    /// The store of all terms.
    pub terms: Arc<TermStore>,
    /// The predicates, ordered as the cut points.
    pub predicates: Vec<HornPredicate>,
    /// The clauses: the start, if it has one, then the blocks in order.
    pub clauses: Vec<HornClause>,
}

impl HornSystem {
    /// The clauses of a program with these blocks. `facts` hold whenever execution is at their
    /// location; they may make a solution easier to find and exclude nothing.
    pub fn of(graph: &BlockGraph, facts: &[(LocId, TermId)]) -> HornSystem {
        let mut builder = Builder::new(graph, facts);
        for node in graph.nodes() {
            builder.start(node);
        }
        for (index, block) in graph.blocks().iter().enumerate() {
            if graph.node(block.to).can_reach_target {
                builder.block(BlockId(index as u32));
            }
        }
        HornSystem {
            terms: Arc::clone(&graph.terms),
            predicates: builder.predicates,
            clauses: builder.clauses,
        }
    }
}

/// Where a block starts.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum From {
    /// Where the predicate there holds; at zeros, if there is none.
    #[default]
    Predicate,
    /// In any state.
    Anywhere,
}

/// What the clause of a block states in addition to the block's effect.
#[derive(Default)]
struct Besides {
    from: From,
    /// A second premise, about variables after the block.
    after: Option<(usize, Vec<VarId>)>,
    /// What follows at a target instead of falsity, about variables that the block does not change.
    at_target: Option<(usize, Vec<VarId>)>,
}

/// Builds the system of one graph.
struct Builder<'g> {
    graph: &'g BlockGraph,
    facts: &'g [(LocId, TermId)],
    predicates: Vec<HornPredicate>,
    predicate_at: BTreeMap<LocId, usize>,
    clauses: Vec<HornClause>,
}

impl<'g> Builder<'g> {
    fn new(graph: &'g BlockGraph, facts: &'g [(LocId, TermId)]) -> Builder<'g> {
        let live = graph.live();
        let nodes = graph.nodes().iter();
        let nodes = nodes.filter(|node| has_predicate(graph, node));
        let about = nodes.map(|node| {
            (
                node.location,
                live[&node.location].iter().copied().collect(),
            )
        });
        Builder::about(graph, facts, about)
    }

    /// With predicates at these cut points, over these variables.
    fn about(
        graph: &'g BlockGraph,
        facts: &'g [(LocId, TermId)],
        about: impl Iterator<Item = (LocId, Vec<VarId>)>,
    ) -> Builder<'g> {
        let mut predicates = Vec::new();
        let mut predicate_at = BTreeMap::new();
        for (location, parameters) in about {
            predicate_at.insert(location, predicates.len());
            predicates.push(HornPredicate {
                location,
                name: format!("L{}", location.0),
                symbols: parameters.iter().map(|v| graph.symbol(*v)).collect(),
                parameters,
            });
        }
        Builder {
            graph,
            facts,
            predicates,
            predicate_at,
            clauses: Vec::new(),
        }
    }

    /// `x = 0 -> P_l(x)`, if `l` is the entry and has a predicate.
    fn start(&mut self, node: &Node) {
        if node.location != self.graph.entry {
            return;
        }
        let Some(predicate) = self.predicate_at.get(&node.location).copied() else {
            return;
        };
        let terms = &self.graph.terms;
        let HornPredicate {
            parameters,
            symbols,
            ..
        } = &self.predicates[predicate];
        let constraint = parameters
            .iter()
            .zip(symbols)
            .map(|(variable, symbol)| terms.eq(*symbol, self.graph.zero(*variable)))
            .collect();
        let conclusion = HornAtom {
            predicate,
            arguments: symbols.clone(),
        };
        self.add(HornOrigin::Start, Vec::new(), constraint, Some(conclusion));
    }

    /// The clause of a block.
    fn block(&mut self, id: BlockId) {
        self.block_with(id, &Besides::default());
    }

    /// The clause of a block, with additional premises.
    fn block_with(&mut self, id: BlockId, besides: &Besides) {
        let terms = &self.graph.terms;
        let block = self.graph.block(id);
        let premise = self
            .predicate_at
            .get(&block.from)
            .filter(|_| besides.from == From::Predicate)
            .map(|predicate| HornAtom {
                predicate: *predicate,
                arguments: self.predicates[*predicate].symbols.clone(),
            });
        let mut constraint = Vec::new();
        // Without a predicate execution is at its start, where variables are zero.
        let is_start = premise.is_none() && besides.from == From::Predicate;
        let mut state = if is_start {
            let zero = |v: &VarId| (self.graph.symbol(*v), self.graph.zero(*v));
            Substitution::new(terms, block.reads.iter().map(zero))
        } else {
            let here = self.facts.iter().filter(|(at, _)| *at == block.from);
            constraint.extend(here.map(|(_, fact)| *fact));
            Substitution::default()
        };
        constraint.push(state.apply(terms, block.guard));
        // The symbol of a variable after the block, with what it is equal to.
        let mut next = |variable: VarId, constraint: &mut Vec<TermId>| {
            let symbol = self.graph.symbol(variable);
            let next = next_symbol(terms, symbol);
            let value = match block.updates.binary_search_by_key(&variable, |(v, _)| *v) {
                Ok(place) => state.apply(terms, block.updates[place].1),
                Err(_) if is_start => self.graph.zero(variable),
                Err(_) => symbol,
            };
            let equation = terms.eq(next, value);
            if !constraint.contains(&equation) {
                constraint.push(equation);
            }
            next
        };
        let conclusion = self.predicate_at.get(&block.to).map(|predicate| {
            let to = &self.predicates[*predicate];
            let mut arguments = Vec::with_capacity(to.parameters.len());
            for variable in &to.parameters {
                arguments.push(next(*variable, &mut constraint));
            }
            HornAtom {
                predicate: *predicate,
                arguments,
            }
        });
        let conclusion = conclusion.or_else(|| {
            let (predicate, about) = besides.at_target.as_ref()?;
            Some(HornAtom {
                predicate: *predicate,
                arguments: about.iter().map(|v| self.graph.symbol(*v)).collect(),
            })
        });
        let summary = besides
            .after
            .as_ref()
            .map(|(predicate, variables)| HornAtom {
                predicate: *predicate,
                arguments: variables
                    .iter()
                    .map(|v| next(*v, &mut constraint))
                    .collect(),
            });
        let premises = premise.into_iter().chain(summary).collect();
        self.add(HornOrigin::Block(id), premises, constraint, conclusion);
    }

    /// Adds a clause, unless its constraint has folded to false.
    fn add(
        &mut self,
        origin: HornOrigin,
        premises: Vec<HornAtom>,
        constraint: Vec<TermId>,
        conclusion: Option<HornAtom>,
    ) {
        let terms = &self.graph.terms;
        if constraint.iter().any(|conjunct| terms.is_false(*conjunct)) {
            return;
        }
        let constraint: Vec<TermId> = constraint
            .into_iter()
            .filter(|conjunct| !terms.is_true(*conjunct))
            .collect();
        let mut seen: FxHashSet<TermId> = FxHashSet::default();
        let inner = terms.symbols_of(&constraint);
        let variables = premises
            .iter()
            .chain(&conclusion)
            .flat_map(|atom| atom.arguments.iter().copied())
            .chain(inner.into_iter().map(|s: SymbolId| terms.symbol_term(s)))
            .filter(|symbol| seen.insert(*symbol))
            .collect();
        self.clauses.push(HornClause {
            origin,
            variables,
            premises,
            constraint,
            conclusion,
        });
    }
}

/// Whether a cut point has a predicate: targets, points that reach no target, and an entry without
/// incoming blocks have none.
fn has_predicate(graph: &BlockGraph, node: &Node) -> bool {
    let only_left = node.location == graph.entry && node.incoming.is_empty();
    node.can_reach_target && !node.kind.is_target() && !only_left
}

/// The symbol of a variable after a block.
pub(crate) fn next_symbol(terms: &TermStore, symbol: TermId) -> TermId {
    let id = terms
        .as_symbol(symbol)
        .expect("a variable's symbol is a symbol");
    let name = format!("{}!next", terms.symbol_name(id));
    terms.symbol(&name, terms.sort(symbol))
}
