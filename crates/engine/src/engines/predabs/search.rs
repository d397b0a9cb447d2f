//! The main loop: unwind the steps into a tree until every leaf is closed or an error is reached.
//!
//! ```text
//! the label of a child is implied after its step by its parent's label
//! the label of a node that was abstracted with the first n predicates of its place is a
//! combination of them
//! a node that is expanded and not closed has no step into a target that counts
//! ```

use super::abstraction::Abstraction;
use super::enumeration::State;
use super::predicates::Predicates;
use crate::shared::ic3::{
    Inputs, Options, PlaceId, PlaceKind, PlacedFacts, StepId, Stop, System, known_facts,
    shared_lemmas,
};
use crate::shared::tree::{
    Art, Found, Growth, Known, NodeId, Questions, Refute, Unmodelled, invariant,
};
use crate::{Context, Event};
use invar_cfa::UnsupportedId;
use invar_term::Evaluator;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The result of a step into a target.
pub(super) enum Target {
    /// It cannot be taken; the tree was made more precise.
    Refined,
    /// It can, with these inputs on the way.
    Reached(Inputs),
}

/// One run.
pub(super) struct Search<'r> {
    pub(super) system: &'r System,
    pub(super) context: &'r Context<'r>,
    options: &'r Options,
    pub(super) art: Art,
    pub(super) predicates: Predicates,
    pub(super) abstraction: Abstraction<'r>,
    questions: Questions<'r>,
    pub(super) paths: Box<dyn Refute + 'r>,
    /// How many predicates of its place each node was abstracted with, and states that it contains.
    pub(super) made_with: BTreeMap<NodeId, (usize, Rc<[State]>)>,
    /// Nodes that may be leaves, the next one last.
    pub(super) open: Vec<NodeId>,
    outgoing: BTreeMap<PlaceId, Vec<StepId>>,
    unmodelled: Unmodelled,
}

impl<'r> Search<'r> {
    pub(super) fn new(
        system: &'r System,
        context: &'r Context<'r>,
        options: &'r Options,
        facts: &PlacedFacts,
        paths: Box<dyn Refute + 'r>,
    ) -> Search<'r> {
        let art = Art::new();
        Search {
            system,
            context,
            options,
            open: vec![art.root()],
            art,
            predicates: Predicates::default(),
            abstraction: Abstraction::new(system, context, facts),
            questions: Questions::new(system, context, facts),
            paths,
            made_with: BTreeMap::new(),
            outgoing: system.outgoing(),
            unmodelled: Unmodelled::default(),
        }
    }

    /// Something that is not modelled and can be reached, if that is known.
    pub(super) fn unsupported(&self) -> Option<UnsupportedId> {
        self.unmodelled.reached()
    }

    /// Searches until there is an answer.
    ///
    /// # Errors
    /// Why there is none.
    pub(super) fn run(&mut self) -> Result<Found, Stop> {
        loop {
            self.open.extend(self.art.reopened());
            let Some(node) = self.open.pop() else {
                return self.complete();
            };
            let terms = &self.system.terms;
            if self.art.node(node).growth != Growth::Leaf || self.art.is_closed(terms, node) {
                continue;
            }
            self.context.proceed(terms, "unwinding the tree")?;
            self.tell(node);
            self.take_shared_lemmas()?;
            if self.cover(node)? == Known::Yes {
                continue;
            }
            if let Some(inputs) = self.expand(node)? {
                return Ok(Found::Path(inputs));
            }
        }
    }

    /// Facts of others hold at every node of their place.
    fn take_shared_lemmas(&mut self) -> Result<(), Stop> {
        let Some(shared_lemmas) =
            shared_lemmas(self.context, |facts| known_facts(self.system, facts))
        else {
            return Ok(());
        };
        self.paths.know(&shared_lemmas)?;
        self.abstraction.know(&shared_lemmas);
        self.questions.know(&shared_lemmas)
    }

    /// What a tree without open leaves shows.
    fn complete(&mut self) -> Result<Found, Stop> {
        match self.unsupported() {
            Some(id) => Err(Stop::Unsupported(id)),
            None => invariant(self.system, &self.art, &mut self.questions).map(Found::Invariant),
        }
    }

    fn tell(&self, node: NodeId) {
        let node = self.art.node(node);
        self.context
            .counters
            .raise("depth of the tree", node.depth.into());
        self.context.tell(node.depth, || Event {
            lemmas: self.predicates.len() as u64,
            obligations: self.open.len() as u64,
            location: self.system.place(node.place).location,
            ..Event::new("predabs", node.depth, "unwinding the tree")
        });
    }

    /// Covers a leaf if an older node allows it, the nearest in age first.
    fn cover(&mut self, node: NodeId) -> Result<Known, Stop> {
        let terms = &self.system.terms;
        let place = self.art.node(node).place;
        let older = self.art.at(place).iter().rev().copied();
        let older: Vec<NodeId> = older
            .filter(|by| *by < node && !self.art.is_closed(terms, *by))
            .filter(|by| self.witnesses(node).all(|state| self.allows(*by, state)))
            .collect();
        for by in older {
            let (label, weaker) = (&self.art.node(node).label, &self.art.node(by).label);
            if self.questions.implies(place, label, weaker)? == Known::Yes {
                self.art.cover(node, by);
                self.context.counters.add("nodes covered", 1);
                return Ok(Known::Yes);
            }
        }
        Ok(Known::No)
    }

    /// Known states of a node: a node that excludes one of them does not cover it.
    fn witnesses(&self, node: NodeId) -> impl Iterator<Item = &State> {
        let made = self.made_with.get(&node).into_iter();
        made.flat_map(|(_, witnesses)| witnesses.iter())
    }

    /// Whether a state may satisfy the label of a node.
    fn allows(&self, node: NodeId, state: &State) -> bool {
        let mut evaluator = Evaluator::new(&self.system.terms, state);
        let label = &self.art.node(node).label;
        label
            .iter()
            .all(|f| evaluator.eval_bool(*f).unwrap_or(true))
    }

    /// Makes the children of a leaf, unless a step leads into a target: then the path is taken,
    /// or refuted and the tree refined.
    fn expand(&mut self, node: NodeId) -> Result<Option<Inputs>, Stop> {
        let steps = self
            .outgoing
            .get(&self.art.node(node).place)
            .cloned()
            .unwrap_or_default();
        let (inner, targets): (Vec<StepId>, Vec<StepId>) = steps.into_iter().partition(|step| {
            let to = self.system.step(*step).to;
            self.system.place(to).kind == PlaceKind::Inner
        });
        for step in targets {
            let target = self.system.step(step).to;
            if self.unmodelled.has_given_up(target)
                || self.questions.blocked(&self.art.node(node).label, step)? == Known::Yes
            {
                continue;
            }
            match self.settle(node, step)? {
                Target::Refined => return Ok(None),
                Target::Reached(inputs) => {
                    let (system, options) = (self.system, self.options);
                    let error = self.unmodelled.error(system, options, target, inputs)?;
                    if error.is_some() {
                        return Ok(error);
                    }
                }
            }
        }
        let mut children = 0;
        for step in inner {
            let to = self.system.step(step).to;
            let predicates = self.predicates.at(to);
            let label = &self.art.node(node).label;
            let found = self.abstraction.after(label, step, predicates)?;
            let terms = &self.system.terms;
            if found.label.iter().any(|formula| terms.is_false(*formula)) {
                continue;
            }
            let made_with = (predicates.len(), found.witnesses);
            let child = self.art.add_child(node, step, to, found.label);
            self.made_with.insert(child, made_with);
            children += 1;
        }
        self.art.expanded(node);
        self.context.counters.add("nodes", children);
        self.open.extend(self.art.stacked_children(node));
        Ok(None)
    }
}
