//! The map from a rewritten program back to the program it came from.
//!
//! A pass keeps two promises through it. *Simulation*: whenever the source program can be at
//! location `s` on a path to a target, the new program can be at `landing(s)`, with equal values in
//! every variable that the new program may still read there. *Facts*: each fact `(s, t)` holds
//! whenever the source program is at `s`; a pass that relied on a property of states to change the
//! program states it here.
//!
//! A pass may add variables that hold what a term over the source program's variables holds. They are the
//! *meanings*: evidence about such a variable is evidence about its term ([`BackMap::meant`]).

use invar_cfa::{EdgeId, LocId, Program};
use invar_term::{Substitution, TermId, TermStore};

/// Where a source location is in the new program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Landing {
    /// Executions at the source location continue as executions of the new program from here.
    At(LocId),
    /// No execution gets to the source location, given the facts.
    Unreachable,
    /// No path leads from the source location to a target.
    Harmless,
}

/// Where the pieces of a rewritten program come from.
#[derive(Clone, Debug, Default)]
pub struct BackMap {
    locations: Vec<LocId>,
    edges: Vec<Option<EdgeId>>,
    landings: Vec<Landing>,
    facts: Vec<(LocId, TermId)>,
    infeasible: Vec<EdgeId>,
    meanings: Vec<(TermId, TermId)>,
}

impl BackMap {
    /// The map of the pass that changes nothing.
    pub fn identity(program: &Program) -> BackMap {
        let cfa = program.entry_cfa();
        BackMap {
            locations: cfa.location_ids().collect(),
            edges: cfa.edge_ids().map(Some).collect(),
            landings: cfa.location_ids().map(Landing::At).collect(),
            facts: Vec::new(),
            infeasible: Vec::new(),
            meanings: Vec::new(),
        }
    }

    /// The map with these parts; `locations` and `edges` are indexed by the new program,
    /// `landings` by the source program.
    pub(crate) fn new(
        locations: Vec<LocId>,
        edges: Vec<Option<EdgeId>>,
        landings: Vec<Landing>,
    ) -> BackMap {
        BackMap {
            locations,
            edges,
            landings,
            facts: Vec::new(),
            infeasible: Vec::new(),
            meanings: Vec::new(),
        }
    }

    /// The source location of a new location.
    pub fn location(&self, new: LocId) -> LocId {
        self.locations[new.0 as usize]
    }

    /// The source edge of a new edge; `None` for an edge that a pass made up.
    pub fn edge(&self, new: EdgeId) -> Option<EdgeId> {
        self.edges[new.0 as usize]
    }

    /// Where a source location is in the new program.
    pub fn landing(&self, source: LocId) -> Landing {
        self.landings[source.0 as usize]
    }

    /// What holds at source locations: Boolean terms over variables of the source program, and over those that
    /// passes added; [`BackMap::meant`] says what they mean.
    pub fn facts(&self) -> &[(LocId, TermId)] {
        &self.facts
    }

    /// Source edges that start at places that may be reached and that no execution takes, given
    /// the facts. Without them, a place that was a loop head may be one no longer; facts are
    /// stated there nevertheless.
    pub fn infeasible(&self) -> &[EdgeId] {
        &self.infeasible
    }

    /// A term about the new program as one about the source program.
    pub fn meant(&self, terms: &TermStore, term: TermId) -> TermId {
        if self.meanings.is_empty() {
            return term;
        }
        Substitution::new(terms, self.meanings.iter().copied()).apply(terms, term)
    }

    /// Says what a variable that a pass added holds, over the variables of the source program.
    pub(crate) fn add_meaning(&mut self, symbol: TermId, meaning: TermId) {
        self.meanings.push((symbol, meaning));
    }

    /// Adds a source edge that no execution takes.
    pub(crate) fn add_infeasible(&mut self, edge: EdgeId) {
        self.infeasible.push(edge);
    }

    /// Adds a fact about a source location.
    pub(crate) fn add_fact(&mut self, source: LocId, fact: TermId) {
        self.facts.push((source, fact));
    }

    /// Removes repetitions; the order becomes that of locations, terms and edges.
    pub(crate) fn tidy(&mut self) {
        self.facts.sort_unstable();
        self.facts.dedup();
        self.infeasible.sort_unstable();
        self.infeasible.dedup();
    }

    /// The map of this pass followed by `later`, which rewrote this pass's result.
    ///
    /// Only one of the passes may add variables. The facts of `later` hold at the source locations too, because passes state facts only
    /// about variables that are live where they state them, and those have equal values in both
    /// programs.
    pub fn then(mut self, later: &BackMap) -> BackMap {
        let landings = self
            .landings
            .iter()
            .map(|landing| match landing {
                Landing::At(middle) => later.landing(*middle),
                other => *other,
            })
            .collect();
        for (location, fact) in &later.facts {
            self.facts.push((self.location(*location), *fact));
        }
        for edge in &later.infeasible {
            self.infeasible.extend(self.edge(*edge));
        }
        BackMap {
            locations: later
                .locations
                .iter()
                .map(|middle| self.location(*middle))
                .collect(),
            edges: later
                .edges
                .iter()
                .map(|middle| self.edge((*middle)?))
                .collect(),
            landings,
            facts: self.facts,
            infeasible: self.infeasible,
            meanings: [self.meanings, later.meanings.clone()].concat(),
        }
    }
}
