//! The walk over loop-free edges, as constraints for a solver.
//!
//! Where paths meet, fresh symbols represent the values that differ, and a fresh Boolean per
//! arriving edge says which one was taken:
//!
//! `here -> (taken_1 or ... or taken_n)` and `taken_i -> guard_i and v = value_i` for each such `v`.
//!
//! An array is the choice `ite(taken_1, value_1, ...)` instead: an equality of whole arrays is hard for
//! every solver, and Bitwuzla does not decide those with constant arrays. So is a value that is one of a few constants, where
//! reads at such values are resolved ([`Notes::memory`]).
//!
//! Every execution gives a model, and every model in which a guard holds gives a path. Such constraints are
//! definitions: those of symbols that nothing mentions are left out.

use crate::definitions::Definitions;
use crate::graph::{Graph, View};
use crate::state::{Base, State, SymbolTable, symbol_table};
use invar_cfa::{Cfa, EdgeId, LocId, Operation, Program, VarId};
use invar_term::{CaseAnalysis, Sort, TermId, TermStore};
use invar_verdict::Invariant;
use std::collections::{BTreeMap, BTreeSet};

/// One arrival at a location.
pub(crate) struct Arrival {
    pub guard: TermId,
    pub state: State,
}

/// What a walk leaves.
#[derive(Default)]
pub(crate) struct Notes {
    /// What holds on every path, beside the definitions.
    pub constraints: Vec<TermId>,
    /// What the symbols of places where paths meet are.
    pub definitions: Definitions,
    /// Resolves reads at addresses that are one of a few constants; only where executions are followed from the
    /// entry, since addresses are open elsewhere.
    pub memory: Option<CaseAnalysis>,
    /// Guards under which watched edges are taken.
    pub watched: Vec<TermId>,
    /// The values of terms where certain edges are taken.
    pub seen: BTreeMap<(EdgeId, TermId), TermId>,
}

impl Notes {
    /// Notes of a walk from the entry.
    pub fn from_entry() -> Notes {
        Notes {
            memory: Some(CaseAnalysis::default()),
            ..Notes::default()
        }
    }

    /// An equal value, where the guard holds.
    fn resolved(&mut self, terms: &TermStore, guard: TermId, value: TermId) -> TermId {
        match &mut self.memory {
            Some(memory) => memory.resolve(terms, guard, value),
            None => value,
        }
    }

    /// Whether all of the values are known to be one of a few constants.
    fn have_cases(&mut self, terms: &TermStore, values: &[TermId]) -> bool {
        let memory = self.memory.as_mut();
        memory.is_some_and(|memory| values.iter().all(|value| memory.has_cases(terms, *value)))
    }

    /// Adds the definitions to the constraints that matter for `roots`.
    pub fn define(&mut self, terms: &TermStore, roots: impl IntoIterator<Item = TermId>) {
        let needed = self.definitions.take_needed(terms, roots);
        self.constraints.extend(needed);
    }
}

/// Locations still to be left, by position.
type Pending = BTreeMap<Option<u32>, (LocId, Vec<Arrival>)>;

/// A program with the cut points of one certificate.
pub(crate) struct Walker<'a> {
    pub program: &'a Program,
    pub cfa: &'a Cfa,
    view: View<'a>,
    graph: Graph,
    symbols: SymbolTable,
    /// Loop heads at which the walk stops.
    pub counted: BTreeSet<LocId>,
    /// Loop heads that are passed, with what their loops change.
    summarised: BTreeMap<LocId, BTreeSet<VarId>>,
    facts: &'a Invariant,
    /// Edges that are not followed, but whose use is noted.
    watched: BTreeSet<EdgeId>,
    /// Terms whose values before edges are noted.
    pub asked: BTreeSet<(EdgeId, TermId)>,
}

impl<'a> Walker<'a> {
    /// A walker that stops at `counted` (every loop head, if `None`), summarises other loops and
    /// never takes the `removed` edges. A loop that can be entered without passing its head cannot
    /// be summarised; its head is counted in any case.
    ///
    /// # Errors
    /// If the entry is in a loop.
    pub fn new(
        program: &'a Program,
        counted: Option<&[LocId]>,
        facts: &'a Invariant,
        removed: &[EdgeId],
    ) -> Result<Self, String> {
        let cfa = program.entry_cfa();
        if cfa.incoming(cfa.entry).next().is_some() {
            return Err("the entry is inside a loop".into());
        }
        let view = View::new(cfa, removed);
        let graph = Graph::of(&view);
        let mut counted: BTreeSet<LocId> = match counted {
            None => graph.heads.clone(),
            Some(list) => list
                .iter()
                .copied()
                .filter(|l| graph.heads.contains(l))
                .collect(),
        };
        let mut summarised = BTreeMap::new();
        for head in graph.heads.difference(&counted.clone()) {
            match graph.changed_in_loop(&view, *head) {
                Some(changed) => {
                    summarised.insert(*head, changed);
                }
                None => {
                    counted.insert(*head);
                }
            }
        }
        let symbols = symbol_table(program);
        Ok(Walker {
            program,
            cfa,
            view,
            graph,
            symbols,
            counted,
            summarised,
            facts,
            watched: BTreeSet::new(),
            asked: BTreeSet::new(),
        })
    }

    /// A walker that summarises every loop and notes where a `watched` edge could be taken. It
    /// does not follow those edges: if none can be taken first, none is ever taken. The other side
    /// of one may lead to a target, so executions are followed to where they could take one.
    ///
    /// # Errors
    /// If the entry is in a loop.
    pub fn watching(
        program: &'a Program,
        facts: &'a Invariant,
        watched: &[EdgeId],
    ) -> Result<Self, String> {
        let mut walker = Walker::new(program, Some(&[]), facts, watched)?;
        walker.graph.lead_along(&View::new(walker.cfa, &[]));
        walker.watched = watched.iter().copied().collect();
        Ok(walker)
    }

    /// Whether some path leads to a location.
    pub fn is_reachable(&self, location: LocId) -> bool {
        self.graph.position(location).is_some()
    }

    /// Whether executions are followed to a location: it can be reached, and a target from there.
    pub fn follows(&self, location: LocId) -> bool {
        self.is_reachable(location) && self.graph.leads_to_target(location)
    }

    /// The conjunction of the facts at a location, read in a state.
    pub fn facts_at(&self, location: LocId, state: &State) -> TermId {
        let facts: Vec<TermId> = self
            .facts
            .facts(location)
            .iter()
            .map(|fact| state.apply(self.program, &self.symbols, *fact))
            .collect();
        self.program.terms.and(&facts)
    }

    /// The facts at a location, over the program's variables.
    pub fn stated_at(&self, location: LocId) -> Vec<TermId> {
        self.facts.facts(location).to_vec()
    }

    /// The values that the variables of some facts have in a state, in the order of their symbols.
    pub fn values(&self, facts: &[TermId], state: &State) -> Vec<TermId> {
        let terms = &self.program.terms;
        let symbols = terms.symbols_of(facts).into_iter();
        symbols
            .map(|symbol| state.apply(self.program, &self.symbols, terms.symbol_term(symbol)))
            .collect()
    }

    /// Follows every loop-free path from `start` to the next cut points. What holds on them
    /// goes to `notes`; the result says how each cut point is reached.
    pub fn segment(
        &self,
        start: LocId,
        from: Arrival,
        notes: &mut Notes,
    ) -> BTreeMap<LocId, Arrival> {
        let terms = &self.program.terms;
        let mut arrivals = Pending::new();
        let mut reached: BTreeMap<LocId, Vec<Arrival>> = BTreeMap::new();
        self.leave(start, from, &mut arrivals, &mut reached, notes);
        // Positions grow along the edges that are followed, so each location is complete when
        // its turn comes. A counted head that is the start is not entered again.
        while let Some((_, (location, incoming))) = arrivals.pop_first() {
            let mut here = self.join(incoming, notes);
            if let Some(changed) = self.summarised.get(&location) {
                for variable in changed {
                    let sort = self.program.sort(*variable);
                    here.state.set(*variable, terms.fresh_symbol("any", sort));
                }
                let facts = self.facts_at(location, &here.state);
                notes.constraints.push(terms.implies(here.guard, facts));
            }
            self.leave(location, here, &mut arrivals, &mut reached, notes);
        }
        reached
            .into_iter()
            .map(|(location, incoming)| (location, self.join(incoming, notes)))
            .collect()
    }

    /// Takes every edge out of a location.
    fn leave(
        &self,
        location: LocId,
        here: Arrival,
        arrivals: &mut Pending,
        reached: &mut BTreeMap<LocId, Vec<Arrival>>,
        notes: &mut Notes,
    ) {
        for (id, edge) in self.cfa.outgoing(location) {
            if self.watched.contains(&id)
                && let Some(arrival) = self.execute(&edge.operation, &here, notes)
            {
                notes.watched.push(arrival.guard);
            }
        }
        for (id, edge) in self.view.outgoing(location) {
            for (_, term) in self.asked.iter().filter(|(at, _)| *at == id) {
                let value = here.state.apply(self.program, &self.symbols, *term);
                notes.seen.insert((id, *term), value);
            }
            let Some(arrival) = self.execute(&edge.operation, &here, notes) else {
                continue;
            };
            let to = edge.to;
            if !self.graph.leads_to_target(to) {
                continue;
            }
            if self.counted.contains(&to) || Program::is_target(self.cfa, to) {
                reached.entry(to).or_default().push(arrival);
            } else if self.graph.retreats(location, to) {
                // Back to the head of a summarised loop: its summary covers that visit.
                debug_assert!(self.summarised.contains_key(&to));
            } else {
                let pending = arrivals.entry(self.graph.position(to));
                pending.or_insert_with(|| (to, Vec::new())).1.push(arrival);
            }
        }
    }

    /// The state after an operation; `None` if it visibly cannot be executed.
    fn execute(&self, operation: &Operation, here: &Arrival, notes: &mut Notes) -> Option<Arrival> {
        let terms = &self.program.terms;
        let mut state = here.state.clone();
        let mut guard = here.guard;
        match operation {
            Operation::Skip => {}
            Operation::Assume { condition, .. } => {
                let condition = state.apply(self.program, &self.symbols, *condition);
                let condition = notes.resolved(terms, guard, condition);
                guard = terms.and(&[guard, condition]);
            }
            Operation::Assign { target, value } => {
                let value = state.apply(self.program, &self.symbols, *value);
                let value = notes.resolved(terms, guard, value);
                state.set(*target, value);
            }
            Operation::Havoc { target, .. } => {
                let fresh = terms.fresh_symbol("any", self.program.sort(*target));
                state.set(*target, fresh);
            }
            // The certified program has no calls: a call here makes the path unreachable.
            Operation::Call { .. } => return None,
        }
        (!terms.is_false(guard)).then_some(Arrival { guard, state })
    }

    /// One arrival that merges several.
    pub fn join(&self, mut incoming: Vec<Arrival>, notes: &mut Notes) -> Arrival {
        let terms = &self.program.terms;
        if incoming.len() == 1
            && let Some(only) = incoming.pop()
        {
            return only;
        }
        let base = incoming.first().map_or(Base::Any, |a| a.state.base);
        debug_assert!(incoming.iter().all(|a| a.state.base == base));
        let mut state = incoming
            .first()
            .map_or(State::new(base), |a| a.state.clone());
        let choices: Vec<TermId> = incoming
            .iter()
            .map(|_| terms.fresh_symbol("taken", &Sort::Bool))
            .collect();
        for (arrival, choice) in incoming.iter().zip(&choices) {
            let taken = terms.implies(*choice, arrival.guard);
            notes.definitions.add(terms, *choice, taken);
        }
        for variable in self.differing(&incoming) {
            let sort = self.program.sort(variable);
            let values = incoming.iter().map(|a| a.state.get(self.program, variable));
            let values: Vec<TermId> = values.collect();
            let is_choice = matches!(sort, Sort::Array(_)) || notes.have_cases(terms, &values);
            let arriving = values.into_iter().zip(&choices);
            let value = if is_choice {
                let chosen = arriving.rev().reduce(|(otherwise, last), (value, choice)| {
                    (terms.ite(*choice, value, otherwise), last)
                });
                let (value, _) = chosen.expect("a variable differs between two arrivals");
                value
            } else {
                let fresh = terms.fresh_symbol("join", sort);
                for (value, choice) in arriving {
                    let same = terms.implies(*choice, terms.eq(fresh, value));
                    notes.definitions.add(terms, fresh, same);
                }
                fresh
            };
            state.set(variable, value);
        }
        let here = terms.fresh_symbol("here", &Sort::Bool);
        let arrived = terms.implies(here, terms.or(&choices));
        notes.definitions.add(terms, here, arrived);
        Arrival { guard: here, state }
    }

    /// Variables that do not hold the same term in all arrivals.
    fn differing(&self, incoming: &[Arrival]) -> BTreeSet<VarId> {
        let candidates: BTreeSet<VarId> = incoming
            .iter()
            .flat_map(|a| a.state.changed.keys().copied())
            .collect();
        candidates
            .into_iter()
            .filter(|v| {
                let mut terms = incoming.iter().map(|a| a.state.get(self.program, *v));
                let first = terms.next();
                !terms.all(|t| Some(t) == first)
            })
            .collect()
    }
}
