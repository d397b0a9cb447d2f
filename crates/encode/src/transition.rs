//! A program as one transition system whose step is a function of state and inputs.
//!
//! A bit-vector counts the places: where execution starts, the loop heads from which a target can
//! be reached, one place for all errors, one for all that is not modelled, and one for executions
//! that have ended. One step is one block; blocks out of a place exclude one another, so
//!
//! ```text
//! counter' = ite(counter = l, ite(guard_1, m_1, ... ite(guard_n, m_n, ended)), ... counter)
//! x'       = ite(counter = l, ite(guard_1, update_1, ...), ... )
//! ```
//!
//! and every state has a successor for all inputs. Everything is zero at the start, including the
//! counter. A variable that is dead at a head is zero there, so that facts about a head concern its
//! live variables alone; in the last three places the values of variables do not matter, and are
//! chosen to keep the functions small.
//!
//! The counter has as few bits as there are places. `export` writes the system as VMT and BTOR2, `bits` blasts it to a `Circuit`
//! (`Blasted`, which records the bit that each latch and input represents).

use crate::{BlockGraph, BlockStep, NodeKind, Origin};
use invar_cfa::{LocId, VarId};
use invar_term::{Sort, Substitution, SymbolId, TermId, TermStore};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What a number of the counter means.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Place {
    /// Where execution starts, if that is not the head of a loop.
    Start,
    /// The head of a loop.
    Head(LocId),
    /// The property is violated.
    Error,
    /// Something was reached that is not modelled.
    Unsupported,
    /// Execution has ended, or can no longer reach a target.
    Ended,
}

/// What a state variable represents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StateOrigin {
    /// Where execution is.
    Counter,
    /// A variable of the program.
    Variable(VarId),
}

/// A part of the state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StateVariable {
    /// Its symbol, whose sort is its sort.
    pub symbol: TermId,
    /// Its value at the start; any, if `None`.
    pub init: Option<TermId>,
    /// Its value in the next state, over symbols of the state and the inputs.
    pub next: TermId,
    /// What it represents.
    pub origin: StateOrigin,
}

/// States, a step, and what must not be reached.
#[derive(Clone, Debug)]
pub struct TransitionSystem {
    /// The store of all terms.
    pub terms: Arc<TermStore>,
    /// The state; the counter first.
    pub states: Vec<StateVariable>,
    /// Symbols that have any value in every step, each of which occurs in a function of the step.
    pub inputs: Vec<SymbolId>,
    /// The places by their numbers.
    pub places: Vec<Place>,
    /// A target has been reached, over the state.
    pub bad: TermId,
    /// An error has been reached, over the state; equal to `bad` if everything is modelled.
    pub error: TermId,
    /// What holds in every state of every execution, over the state: true, or the facts that were
    /// given.
    pub constraint: TermId,
    /// What is zero at each head, because it is dead there.
    dead: BTreeMap<LocId, Vec<(TermId, TermId)>>,
}

impl TransitionSystem {
    /// The system of a program with these blocks. `facts` hold whenever execution is at their loop
    /// head, and mention live variables only.
    pub fn of(graph: &BlockGraph, facts: &[(LocId, TermId)]) -> TransitionSystem {
        Builder::new(graph).build(facts)
    }

    /// The symbol of the counter.
    pub fn counter(&self) -> TermId {
        self.states[0].symbol
    }

    /// Execution is at a place; never, if the system does not have it.
    pub fn at(&self, place: Place) -> TermId {
        match self.number(place) {
            Some(number) => self.terms.eq(self.counter(), number),
            None => self.terms.fls(),
        }
    }

    /// The counter's value at a place, if the system has it.
    pub fn number(&self, place: Place) -> Option<TermId> {
        let index = self.places.iter().position(|p| *p == place)?;
        let width = self.terms.width(self.counter());
        Some(self.terms.bv(width, index as u128))
    }

    /// The loop heads among the places.
    pub fn heads(&self) -> impl Iterator<Item = LocId> {
        self.places.iter().filter_map(|place| match place {
            Place::Head(location) => Some(*location),
            _ => None,
        })
    }

    /// What formulas over the state that hold in every state say at each head: only what is not
    /// trivial.
    pub fn at_heads(&self, formulas: &[TermId]) -> Vec<(LocId, TermId)> {
        let terms = &self.terms;
        let mut facts = Vec::new();
        for head in self.heads() {
            let number = self.number(Place::Head(head)).expect("a place of its own");
            let known = self.dead[&head].iter().copied();
            let mut here = Substitution::new(terms, known.chain([(self.counter(), number)]));
            let said = formulas.iter().map(|formula| here.apply(terms, *formula));
            facts.extend(said.filter(|f| !terms.is_true(*f)).map(|fact| (head, fact)));
        }
        facts
    }
}

/// Builds the system of one graph.
struct Builder<'g> {
    graph: &'g BlockGraph,
    places: Vec<Place>,
    counter: TermId,
    /// Variables that are live at some head.
    symbols: BTreeSet<SymbolId>,
    dead: BTreeMap<LocId, Vec<(TermId, TermId)>>,
    /// The steps out of the places that are left, by the number of the place.
    steps: Vec<Vec<BlockStep>>,
}

impl<'g> Builder<'g> {
    fn new(graph: &'g BlockGraph) -> Builder<'g> {
        let terms = &graph.terms;
        let places = places(graph);
        let width = (usize::BITS - (places.len() - 1).leading_zeros()).max(1);
        let name = format!("pc!bits:{width}");
        let live = graph.live();
        let heads: Vec<LocId> = places
            .iter()
            .filter_map(|place| match place {
                Place::Head(location) => Some(*location),
                _ => None,
            })
            .collect();
        let mut symbols = BTreeSet::new();
        for head in &heads {
            let here = live[head].iter().map(|v| graph.symbol(*v));
            symbols.extend(here.filter_map(|s| terms.as_symbol(s)));
        }
        let dead = heads
            .iter()
            .map(|head| (*head, graph.dead_at(&live[head], &symbols)))
            .collect();
        let steps = places
            .iter()
            .map_while(|place| match place {
                Place::Start => Some(graph.steps_from(graph.entry, Origin::Zero, &live)),
                Place::Head(head) => Some(graph.steps_from(*head, Origin::Arbitrary, &live)),
                Place::Error | Place::Unsupported | Place::Ended => None,
            })
            .collect();
        Builder {
            graph,
            counter: terms.symbol(&name, &Sort::BitVec(width)),
            places,
            symbols,
            dead,
            steps,
        }
    }

    fn build(self, facts: &[(LocId, TermId)]) -> TransitionSystem {
        let terms = &self.graph.terms;
        let width = terms.width(self.counter);
        let mut states = vec![StateVariable {
            symbol: self.counter,
            init: Some(terms.bv(width, 0)),
            next: self.next_place(),
            origin: StateOrigin::Counter,
        }];
        for symbol in &self.symbols {
            let Some(variable) = self.graph.variable(*symbol) else {
                continue;
            };
            states.push(StateVariable {
                symbol: self.graph.symbol(variable),
                init: Some(self.graph.zero(variable)),
                next: self.next_value(variable),
                origin: StateOrigin::Variable(variable),
            });
        }
        let nexts: Vec<TermId> = states.iter().map(|state| state.next).collect();
        let own = |symbol: &SymbolId| {
            !self.symbols.contains(symbol) && terms.symbol_term(*symbol) != self.counter
        };
        let mut inputs = terms.symbols_of(&nexts);
        inputs.retain(own);
        inputs.sort_unstable();
        let mut system = TransitionSystem {
            terms: Arc::clone(terms),
            states,
            inputs,
            bad: terms.fls(),
            error: terms.fls(),
            constraint: terms.tru(),
            places: self.places,
            dead: self.dead,
        };
        system.error = system.at(Place::Error);
        system.bad = terms.or(&[system.error, system.at(Place::Unsupported)]);
        let known = facts.iter().filter_map(|(location, fact)| {
            system.number(Place::Head(*location))?;
            Some(terms.implies(system.at(Place::Head(*location)), *fact))
        });
        system.constraint = terms.and(&known.collect::<Vec<_>>());
        system
    }

    fn number(&self, index: usize) -> TermId {
        let width = self.graph.terms.width(self.counter);
        self.graph.terms.bv(width, index as u128)
    }

    /// The number of the place where a cut point belongs.
    fn index_of(&self, location: LocId) -> usize {
        let place = match self.graph.node(location).kind {
            NodeKind::Error(_) => Place::Error,
            NodeKind::Unsupported(_) => Place::Unsupported,
            NodeKind::Entry => Place::Start,
            NodeKind::Head => Place::Head(location),
        };
        let known = self.places.iter().position(|p| *p == place);
        known.unwrap_or(self.places.len() - 1)
    }

    fn next_place(&self) -> TermId {
        let terms = &self.graph.terms;
        let ended = self.number(self.places.len() - 1);
        let mut next = self.counter;
        for (index, steps) in self.steps.iter().enumerate().rev() {
            let mut after = ended;
            for step in steps.iter().rev() {
                let to = self.number(self.index_of(step.to));
                after = terms.ite(step.guard, to, after);
            }
            let here = terms.eq(self.counter, self.number(index));
            next = terms.ite(here, after, next);
        }
        next
    }

    fn next_value(&self, variable: VarId) -> TermId {
        let terms = &self.graph.terms;
        let mut values: Vec<(usize, TermId)> = Vec::new();
        for (index, steps) in self.steps.iter().enumerate() {
            let ways: Vec<(TermId, TermId)> = steps
                .iter()
                .filter_map(|step| Some((step.guard, self.value_after(variable, step)?)))
                .collect();
            // Where the counter says that execution has ended, the value does not matter: the last
            // way needs no test.
            if let Some(((_, last), others)) = ways.split_last() {
                let decide =
                    |after, (guard, value): &(TermId, TermId)| terms.ite(*guard, *value, after);
                values.push((index, others.iter().rev().fold(*last, decide)));
            }
        }
        let Some(usual) = most_common(values.iter().map(|(_, value)| *value)) else {
            return self.graph.symbol(variable);
        };
        let unusual = values.iter().filter(|(_, value)| *value != usual);
        unusual.rev().fold(usual, |otherwise, (index, value)| {
            let here = terms.eq(self.counter, self.number(*index));
            terms.ite(here, *value, otherwise)
        })
    }

    /// The value of a variable after a step to a head.
    fn value_after(&self, variable: VarId, step: &BlockStep) -> Option<TermId> {
        let Place::Head(head) = self.places[self.index_of(step.to)] else {
            return None;
        };
        let symbol = self.graph.symbol(variable);
        if self.dead[&head].iter().any(|(dead, _)| *dead == symbol) {
            return Some(self.graph.zero(variable));
        }
        let changed = step.updates.iter().find(|(changed, _)| *changed == symbol);
        Some(changed.map_or(symbol, |(_, value)| *value))
    }
}

/// The places in the order of their numbers: the first is where execution starts, the last is
/// where it has ended, and those that are left come before those that are not.
fn places(graph: &BlockGraph) -> Vec<Place> {
    let mut places = vec![match graph.node(graph.entry).kind {
        NodeKind::Head => Place::Head(graph.entry),
        _ => Place::Start,
    }];
    let relevant = |head: &LocId| graph.node(*head).can_reach_target && *head != graph.entry;
    places.extend(graph.heads().filter(relevant).map(Place::Head));
    places.push(Place::Error);
    let is_unsupported = |target| matches!(graph.node(target).kind, NodeKind::Unsupported(_));
    if graph.targets().any(is_unsupported) {
        places.push(Place::Unsupported);
    }
    places.push(Place::Ended);
    places
}

/// The term that occurs most often, the first of them if there are several.
fn most_common(values: impl Iterator<Item = TermId>) -> Option<TermId> {
    let mut counts: Vec<(TermId, usize)> = Vec::new();
    for value in values {
        match counts.iter_mut().find(|(known, _)| *known == value) {
            Some((_, count)) => *count += 1,
            None => counts.push((value, 1)),
        }
    }
    let most = counts.iter().map(|(_, count)| *count).max()?;
    counts
        .into_iter()
        .find(|(_, count)| *count == most)
        .map(|(value, _)| value)
}
