//! Locations and edges.

use crate::{
    AssumeReason, CallPathId, CheckId, EdgeId, LocId, Operation, OverflowSite, Span, StableId,
    Subject, UnsupportedId,
};
use std::collections::{BTreeMap, BTreeSet};

/// What a location means beyond being a place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum LocationKind {
    /// An ordinary place.
    Plain,
    /// The property is violated here; no edge leaves it.
    Error(CheckId),
    /// The program does something here that is not modelled; no edge leaves it.
    Unsupported(UnsupportedId),
    /// The program ended: `abort`, `exit`, or the end of `main`.
    Halt,
}

/// A place in a program.
#[derive(Clone, Debug)]
pub struct Location {
    /// What it means.
    pub kind: LocationKind,
    /// Where it is in the source.
    pub span: Option<Span>,
    /// Identical in every run on the same function.
    pub stable: StableId,
    /// The calls through which inlining brought it here.
    pub calls: CallPathId,
    outgoing: Vec<EdgeId>,
    incoming: Vec<EdgeId>,
}

impl Location {
    /// Edges that leave.
    pub fn outgoing(&self) -> &[EdgeId] {
        &self.outgoing
    }

    /// Edges that arrive.
    pub fn incoming(&self) -> &[EdgeId] {
        &self.incoming
    }
}

/// A step from one location to another.
#[derive(Clone, Debug)]
pub struct Edge {
    /// Source.
    pub from: LocId,
    /// Target.
    pub to: LocId,
    /// What happens on the way.
    pub operation: Operation,
    /// Where it is in the source.
    pub span: Option<Span>,
}

/// A control-flow automaton.
#[derive(Clone, Debug)]
pub struct Cfa {
    locations: Vec<Location>,
    edges: Vec<Edge>,
    overflow_sites: BTreeMap<LocId, Vec<OverflowSite>>,
    subjects: BTreeMap<LocId, Subject>,
    /// Where execution starts.
    pub entry: LocId,
    /// Where the function returns to its caller.
    pub exit: LocId,
}

impl Cfa {
    /// An automaton with an entry and an exit and no edges; `name` seeds the stable ids.
    pub fn new(name: &str) -> Cfa {
        let mut cfa = Cfa {
            locations: Vec::new(),
            edges: Vec::new(),
            overflow_sites: BTreeMap::new(),
            subjects: BTreeMap::new(),
            entry: LocId(0),
            exit: LocId(1),
        };
        for end in ["entry", "exit"] {
            cfa.add_location(
                LocationKind::Plain,
                None,
                StableId::of(&[name, end]),
                CallPathId::ROOT,
            );
        }
        cfa
    }

    /// Adds a location.
    pub fn add_location(
        &mut self,
        kind: LocationKind,
        span: Option<Span>,
        stable: StableId,
        calls: CallPathId,
    ) -> LocId {
        self.locations.push(Location {
            kind,
            span,
            stable,
            calls,
            outgoing: Vec::new(),
            incoming: Vec::new(),
        });
        LocId(self.locations.len() as u32 - 1)
    }

    /// Adds an edge.
    pub fn add_edge(
        &mut self,
        from: LocId,
        to: LocId,
        operation: Operation,
        span: Option<Span>,
    ) -> EdgeId {
        let id = EdgeId(self.edges.len() as u32);
        self.edges.push(Edge {
            from,
            to,
            operation,
            span,
        });
        self.locations[from.0 as usize].outgoing.push(id);
        self.locations[to.0 as usize].incoming.push(id);
        id
    }

    /// This automaton without the edges that leave some locations. Locations keep their names,
    /// edges do not.
    pub fn without_edges_from(&self, ends: impl Fn(LocId) -> bool) -> Cfa {
        let mut cfa = Cfa {
            locations: self.locations.clone(),
            edges: Vec::new(),
            overflow_sites: self.overflow_sites.clone(),
            subjects: self.subjects.clone(),
            entry: self.entry,
            exit: self.exit,
        };
        for location in &mut cfa.locations {
            location.outgoing.clear();
            location.incoming.clear();
        }
        for edge in self.edges.iter().filter(|edge| !ends(edge.from)) {
            cfa.add_edge(edge.from, edge.to, edge.operation.clone(), edge.span);
        }
        cfa
    }

    /// A new location after another, from which all edges lead that led from that one.
    pub fn split(&mut self, location: LocId) -> LocId {
        let old = self.location(location);
        let stable = StableId::of(&[&old.stable.to_string(), "after"]);
        let (span, calls) = (old.span, old.calls);
        let after = self.add_location(LocationKind::Plain, span, stable, calls);
        let outgoing = std::mem::take(&mut self.locations[location.0 as usize].outgoing);
        for edge in &outgoing {
            self.edges[edge.0 as usize].from = after;
        }
        self.locations[after.0 as usize].outgoing = outgoing;
        if let Some(subject) = self.subjects.remove(&location) {
            self.subjects.insert(after, subject);
        }
        after
    }

    /// Lets an edge lead to another location.
    pub fn redirect(&mut self, edge: EdgeId, to: LocId) {
        let old = std::mem::replace(&mut self.edges[edge.0 as usize].to, to);
        let incoming = &mut self.locations[old.0 as usize].incoming;
        incoming.retain(|arriving| *arriving != edge);
        self.locations[to.0 as usize].incoming.push(edge);
    }

    /// Adds a signed operation that is computed where execution leaves a location.
    pub fn add_overflow_site(&mut self, location: LocId, site: OverflowSite) {
        self.overflow_sites.entry(location).or_default().push(site);
    }

    /// Signed operations that are computed where execution leaves a location, in the order of
    /// the text. Only the program as it was read and the inlined one know them.
    pub fn overflow_sites(&self, location: LocId) -> &[OverflowSite] {
        self.overflow_sites
            .get(&location)
            .map_or(&[], Vec::as_slice)
    }

    /// Sets what the check is about that applies where execution leaves a location.
    pub fn set_subject(&mut self, location: LocId, subject: Subject) {
        self.subjects.insert(location, subject);
    }

    /// What the check is about that applies where execution leaves a location. Only the program as
    /// it was read and the inlined one know it.
    pub fn subject(&self, location: LocId) -> Option<&Subject> {
        self.subjects.get(&location)
    }

    /// Every location with such a check, in order.
    pub fn subjects(&self) -> impl Iterator<Item = (LocId, &Subject)> {
        self.subjects
            .iter()
            .map(|(location, subject)| (*location, subject))
    }

    /// Whether there are any signed operations that may overflow.
    pub fn has_overflow_sites(&self) -> bool {
        !self.overflow_sites.is_empty()
    }

    /// A location.
    pub fn location(&self, id: LocId) -> &Location {
        &self.locations[id.0 as usize]
    }

    /// A location, to be changed.
    pub fn location_mut(&mut self, id: LocId) -> &mut Location {
        &mut self.locations[id.0 as usize]
    }

    /// An edge.
    pub fn edge(&self, id: EdgeId) -> &Edge {
        &self.edges[id.0 as usize]
    }

    /// The operation of an edge, to be changed.
    pub fn operation_mut(&mut self, id: EdgeId) -> &mut Operation {
        &mut self.edges[id.0 as usize].operation
    }

    /// Every location, in order.
    pub fn location_ids(
        &self,
    ) -> impl DoubleEndedIterator<Item = LocId> + ExactSizeIterator + use<> {
        (0..self.locations.len() as u32).map(LocId)
    }

    /// Every edge, in order.
    pub fn edge_ids(&self) -> impl DoubleEndedIterator<Item = EdgeId> + ExactSizeIterator + use<> {
        (0..self.edges.len() as u32).map(EdgeId)
    }

    /// The edges that leave a location.
    pub fn outgoing(&self, id: LocId) -> impl Iterator<Item = (EdgeId, &Edge)> {
        self.location(id)
            .outgoing
            .iter()
            .map(|e| (*e, self.edge(*e)))
    }

    /// The edges that arrive at a location.
    pub fn incoming(&self, id: LocId) -> impl Iterator<Item = (EdgeId, &Edge)> {
        self.location(id)
            .incoming
            .iter()
            .map(|e| (*e, self.edge(*e)))
    }

    /// The places where it is decided whether execution goes to `location` next: sources of the
    /// branches that lead there with nothing but assignments on the way.
    pub fn conditions_of(&self, location: LocId) -> Vec<LocId> {
        let mut seen = BTreeSet::from([location]);
        let mut found = BTreeSet::new();
        let mut stack = vec![location];
        while let Some(here) = stack.pop() {
            for (_, edge) in self.incoming(here) {
                match &edge.operation {
                    Operation::Skip | Operation::Assign { .. } if seen.insert(edge.from) => {
                        stack.push(edge.from);
                    }
                    Operation::Assume {
                        reason: AssumeReason::Branch | AssumeReason::Check,
                        ..
                    } => {
                        found.insert(edge.from);
                    }
                    _ => {}
                }
            }
        }
        found.into_iter().collect()
    }

    /// Which locations edges lead to from the entry.
    pub fn reached(&self) -> Vec<bool> {
        let mut reached = vec![false; self.location_count()];
        reached[self.entry.0 as usize] = true;
        let mut stack = vec![self.entry];
        while let Some(location) = stack.pop() {
            for (_, edge) in self.outgoing(location) {
                if !std::mem::replace(&mut reached[edge.to.0 as usize], true) {
                    stack.push(edge.to);
                }
            }
        }
        reached
    }

    /// Number of locations.
    pub fn location_count(&self) -> usize {
        self.locations.len()
    }

    /// Number of edges.
    pub fn edge_count(&self) -> usize {
        self.edges.len()
    }
}
