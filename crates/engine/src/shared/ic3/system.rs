//! What IC3 works on: places, and steps between them that are functions of state and inputs.
//!
//! A step from `l` to `m` is `guard(X, I) and X' = update(X, I)`. Because it is functional, the
//! image of a literal after it is a substitution, `literal[X := update]`, and no primed variables
//! are needed. The start is a separate place without incoming steps; its one state is folded into
//! the steps that leave it.

use super::cube::Cube;
use invar_cfa::{LocId, VarId};
use invar_encode::{BlockGraph, NodeKind, Origin};
use invar_term::{Op, Substitution, SymbolId, TermId, TermStore};
use invar_verdict::Invariant;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Index of a place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct PlaceId(pub u32);

/// Index of a step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct StepId(pub u32);

/// What a place is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PlaceKind {
    /// Where execution starts.
    Start,
    /// A place at which lemmas are learnt.
    Inner,
    /// A place that must not be reached.
    Target(NodeKind),
}

/// A place with the steps around it.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub kind: PlaceKind,
    /// The cut point; none for the start and for the one place of a monolithic system.
    pub location: Option<LocId>,
    pub incoming: Vec<StepId>,
    /// Symbols whose value here matters.
    pub live: BTreeSet<SymbolId>,
}

/// One step.
#[derive(Debug)]
pub(crate) struct Step {
    pub from: PlaceId,
    pub to: PlaceId,
    pub guard: TermId,
    /// What it reads from the environment.
    pub inputs: BTreeSet<SymbolId>,
    image: RefCell<Substitution>,
}

impl Step {
    pub(crate) fn new(
        terms: &TermStore,
        from: PlaceId,
        to: PlaceId,
        guard: TermId,
        updates: Vec<(TermId, TermId)>,
        inputs: BTreeSet<SymbolId>,
    ) -> Step {
        let image = RefCell::new(Substitution::new(terms, updates));
        Step {
            from,
            to,
            guard,
            inputs,
            image,
        }
    }

    /// `term` after the step, over state and inputs before it.
    pub(crate) fn image(&self, terms: &TermStore, term: TermId) -> TermId {
        self.image.borrow_mut().apply(terms, term)
    }

    /// Formulas that hold together where the step can be taken into a cube.
    pub(crate) fn reaching(&self, terms: &TermStore, cube: &Cube) -> Vec<TermId> {
        let images = cube.literals().iter().map(|l| self.image(terms, *l));
        std::iter::once(self.guard).chain(images).collect()
    }

    /// Formulas that hold together where the step can be taken, into a state that breaks the
    /// lemma if there is one.
    pub(crate) fn breaking(&self, terms: &TermStore, lemma: Option<TermId>) -> Vec<TermId> {
        let mut formulas = vec![self.guard];
        if let Some(lemma) = lemma {
            let negated = terms.not(self.image(terms, lemma));
            match terms.op(negated) {
                Op::And => formulas.extend(terms.args(negated)),
                _ => formulas.push(negated),
            }
        }
        formulas
    }
}

/// Places and steps.
#[derive(Debug)]
pub(crate) struct System {
    pub terms: Arc<TermStore>,
    pub places: Vec<Place>,
    pub steps: Vec<Step>,
}

/// The start.
pub(crate) const START: PlaceId = PlaceId(0);

impl System {
    pub(crate) fn new(terms: &Arc<TermStore>) -> System {
        let mut system = System {
            terms: Arc::clone(terms),
            places: Vec::new(),
            steps: Vec::new(),
        };
        system.add_place(PlaceKind::Start, None, BTreeSet::new());
        system
    }

    /// One place per cut point from which a target can be reached.
    pub(crate) fn of_blocks(graph: &BlockGraph) -> System {
        let terms = &graph.terms;
        let mut system = System::new(terms);
        let live = graph.live();
        let mut place_of: BTreeMap<LocId, PlaceId> = BTreeMap::new();
        for node in graph.nodes().iter().filter(|n| n.can_reach_target) {
            let kind = match node.kind {
                NodeKind::Entry => {
                    place_of.insert(node.location, START);
                    continue;
                }
                NodeKind::Head => PlaceKind::Inner,
                target => PlaceKind::Target(target),
            };
            let symbols = symbols_of(graph, live[&node.location].iter());
            let place = system.add_place(kind, Some(node.location), symbols);
            place_of.insert(node.location, place);
        }
        let entry_is_head = graph.node(graph.entry).kind == NodeKind::Head;
        if let Some(entry) = place_of.get(&graph.entry).filter(|_| entry_is_head) {
            let zeros = graph.zeros(live[&graph.entry].iter());
            system.add_step(Step::new(
                terms,
                START,
                *entry,
                terms.tru(),
                zeros,
                BTreeSet::new(),
            ));
        }
        for node in graph.nodes().iter().filter(|n| n.can_reach_target) {
            let from = match place_of.get(&node.location) {
                Some(place) if !node.kind.is_target() => *place,
                _ => continue,
            };
            let origin = if from == START {
                Origin::Zero
            } else {
                Origin::Arbitrary
            };
            for step in graph.steps_from(node.location, origin, &live) {
                if let Some(to) = place_of.get(&step.to) {
                    let (guard, updates, inputs) = (step.guard, step.updates, step.inputs);
                    system.add_step(Step::new(terms, from, *to, guard, updates, inputs));
                }
            }
        }
        system
    }

    pub(crate) fn add_place(
        &mut self,
        kind: PlaceKind,
        location: Option<LocId>,
        live: BTreeSet<SymbolId>,
    ) -> PlaceId {
        self.places.push(Place {
            kind,
            location,
            incoming: Vec::new(),
            live,
        });
        PlaceId(self.places.len() as u32 - 1)
    }

    pub(crate) fn add_step(&mut self, step: Step) {
        if self.terms.is_false(step.guard) {
            return;
        }
        let id = StepId(self.steps.len() as u32);
        self.places[step.to.0 as usize].incoming.push(id);
        self.steps.push(step);
    }

    pub(crate) fn place(&self, id: PlaceId) -> &Place {
        &self.places[id.0 as usize]
    }

    pub(crate) fn step(&self, id: StepId) -> &Step {
        &self.steps[id.0 as usize]
    }

    pub(crate) fn place_ids(&self) -> impl Iterator<Item = PlaceId> + use<> {
        (0..self.places.len() as u32).map(PlaceId)
    }

    /// The places at which lemmas are learnt.
    pub(crate) fn inner(&self) -> impl Iterator<Item = PlaceId> {
        self.place_ids()
            .filter(|p| self.place(*p).kind == PlaceKind::Inner)
    }

    /// The steps by where they start.
    pub(crate) fn outgoing(&self) -> BTreeMap<PlaceId, Vec<StepId>> {
        let mut outgoing: BTreeMap<PlaceId, Vec<StepId>> = BTreeMap::new();
        for (index, step) in self.steps.iter().enumerate() {
            let id = StepId(index as u32);
            outgoing.entry(step.from).or_default().push(id);
        }
        outgoing
    }

    /// What lemmas by place say at the cut points of a system of blocks.
    pub(crate) fn invariant(&self, lemmas: &BTreeMap<PlaceId, Vec<TermId>>) -> Invariant {
        let mut invariant = Invariant::default();
        for (place, facts) in lemmas {
            let location = self.place(*place).location;
            let location = location.expect("every inner place of blocks is a cut point");
            facts.iter().for_each(|fact| invariant.add(location, *fact));
        }
        invariant
    }

    /// The places that must not be reached.
    pub(crate) fn targets(&self) -> impl Iterator<Item = PlaceId> {
        self.place_ids()
            .filter(|p| matches!(self.place(*p).kind, PlaceKind::Target(_)))
    }
}

fn symbols_of<'v>(
    graph: &BlockGraph,
    variables: impl Iterator<Item = &'v VarId>,
) -> BTreeSet<SymbolId> {
    variables
        .filter_map(|v| graph.terms.as_symbol(graph.symbol(*v)))
        .collect()
}
