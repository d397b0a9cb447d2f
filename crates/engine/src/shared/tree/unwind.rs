//! The unwinding: depth first, path by path (Fig. 3 of the paper, in the order of its section 6.1).
//!
//! ```text
//! visit(v): close v; for every target after v: refute the path, close its nodes again;
//!           then make the children of v and visit them
//! ```

use super::art::{Art, Growth, NodeId};
use super::engine::RefutationTask;
use super::path::{Path, Refutation, Refute};
use super::questions::{Known, Questions};
use super::strengthen::Attempts;
use super::unmodelled::Unmodelled;
use crate::shared::ic3::{
    Cube, Inputs, Options, PlaceId, PlaceKind, StepId, Stop, System, known_facts, shared_lemmas,
};
use crate::{Context, Event};
use invar_cfa::UnsupportedId;
use invar_term::TermId;
use invar_verdict::Reason;
use std::collections::BTreeMap;

/// How the label of an ancestor is carried over to a node of the same place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Strengthening {
    /// Clause by clause.
    Clauses,
    /// All or nothing: forced covering.
    Whole,
}

/// What an unwinding finds.
#[derive(Debug)]
pub(crate) enum Unwound {
    /// Nothing: the tree is complete and has no target in it.
    Complete,
    /// An execution that ends in an error: the inputs of its steps.
    Path(Inputs),
    /// No error, but something that is not modelled can be reached.
    Unsupported(UnsupportedId),
}

/// One run of a tree engine.
pub(crate) struct Unwinding<'r> {
    pub name: &'static str,
    pub system: &'r System,
    pub context: &'r Context<'r>,
    pub options: &'r Options,
    pub art: Art,
    pub questions: Questions<'r>,
    pub refuter: Box<dyn Refute + 'r>,
    pub strengthening: Strengthening,
    pub attempts: Attempts,
    /// Steps by where they start.
    outgoing: BTreeMap<PlaceId, Vec<StepId>>,
    unmodelled: Unmodelled,
}

impl<'r> Unwinding<'r> {
    pub(crate) fn new(
        name: &'static str,
        task: RefutationTask<'r>,
        refuter: Box<dyn Refute + 'r>,
        strengthening: Strengthening,
    ) -> Unwinding<'r> {
        let RefutationTask {
            system,
            facts,
            context,
            options,
        } = task;
        Unwinding {
            name,
            system,
            context,
            options,
            art: Art::new(),
            questions: Questions::new(system, context, facts),
            refuter,
            strengthening,
            attempts: Attempts::default(),
            outgoing: system.outgoing(),
            unmodelled: Unmodelled::default(),
        }
    }

    /// Something that is not modelled and can be reached, if that is known.
    pub(crate) fn unsupported(&self) -> Option<UnsupportedId> {
        self.unmodelled.reached()
    }

    /// Unwinds until there is an answer.
    ///
    /// # Errors
    /// Why there is none.
    pub(crate) fn run(&mut self) -> Result<Unwound, Stop> {
        loop {
            // Nodes that were uncovered meanwhile are visited when the current branches are done.
            let mut work = self.art.open_leaves(&self.system.terms);
            if work.is_empty() {
                return Ok(match self.unsupported() {
                    Some(id) => Unwound::Unsupported(id),
                    None => Unwound::Complete,
                });
            }
            while let Some(node) = work.pop() {
                if let Some(inputs) = self.visit(node, &mut work)? {
                    return Ok(Unwound::Path(inputs));
                }
            }
        }
    }

    /// Visits a node: covers it, or refutes the paths to the targets after it and expands it.
    fn visit(&mut self, id: NodeId, work: &mut Vec<NodeId>) -> Result<Option<Inputs>, Stop> {
        let terms = &self.system.terms;
        if self.art.node(id).growth != Growth::Leaf || self.art.is_closed(terms, id) {
            return Ok(None);
        }
        self.proceed(id)?;
        self.take_shared_lemmas()?;
        self.close(id)?;
        if self.art.is_closed(terms, id) {
            return Ok(None);
        }
        for step in self.steps_to(id, |kind| matches!(kind, PlaceKind::Target(_))) {
            if let Some(inputs) = self.exclude(id, step)? {
                return Ok(Some(inputs));
            }
            if self.art.is_closed(terms, id) {
                return Ok(None);
            }
        }
        self.expand(id, work)?;
        Ok(None)
    }

    /// Shared lemmas hold at every node of their place; labels do not repeat them.
    fn take_shared_lemmas(&mut self) -> Result<(), Stop> {
        let Some(shared_lemmas) =
            shared_lemmas(self.context, |facts| known_facts(self.system, facts))
        else {
            return Ok(());
        };
        self.refuter.know(&shared_lemmas)?;
        self.questions.know(&shared_lemmas)
    }

    fn proceed(&self, id: NodeId) -> Result<(), Stop> {
        let node = self.art.node(id);
        let activity = format!("unwinding, {} nodes", self.art.len());
        self.context.proceed(&self.system.terms, &activity)?;
        self.context.counters.raise("depth", node.depth.into());
        self.context.tell(node.depth, || Event {
            lemmas: node.label.len() as u64,
            obligations: self.art.len() as u64,
            location: self.system.place(node.place).location,
            ..Event::new(self.name, node.depth, &activity)
        });
        Ok(())
    }

    /// The steps from a node to places of some kind.
    fn steps_to(&self, id: NodeId, wanted: impl Fn(PlaceKind) -> bool) -> Vec<StepId> {
        let steps = self.outgoing.get(&self.art.node(id).place);
        let steps = steps.into_iter().flatten().copied();
        let kind = |step| self.system.place(self.system.step(step).to).kind;
        steps.filter(|step| wanted(kind(*step))).collect()
    }

    /// Makes the labels on the branch of a node exclude a step to a target; or the inputs with
    /// which an error is reached.
    fn exclude(&mut self, id: NodeId, step: StepId) -> Result<Option<Inputs>, Stop> {
        let target = self.system.step(step).to;
        let label = self.art.node(id).label.clone();
        if self.unmodelled.has_given_up(target)
            || self.questions.blocked(&label, step)? == Known::Yes
        {
            return Ok(None);
        }
        let (nodes, mut steps) = self.art.segment(self.art.root(), id);
        steps.push(step);
        self.context.counters.add("paths", 1);
        let path = self.path(&nodes, steps);
        match self.refuter.refute(&path, &[Cube::default()])? {
            Refutation::Feasible(inputs) => {
                self.unmodelled
                    .error(self.system, self.options, target, inputs)
            }
            Refutation::TooHard => Err(Stop::Reason(Reason::SolverGaveUp {
                message: "a path could neither be taken nor refuted within the limits".into(),
            })),
            Refutation::Refuted(found) => {
                self.learn(&nodes, &found)?;
                for node in nodes {
                    if self.art.is_closed(&self.system.terms, node) {
                        break;
                    }
                    self.close(node)?;
                }
                Ok(None)
            }
        }
    }

    /// Consecutive nodes as a path.
    pub(crate) fn path(&self, nodes: &[NodeId], steps: Vec<StepId>) -> Path {
        let labels = nodes.iter().map(|n| self.art.node(*n).label.clone());
        Path {
            labels: labels.take(steps.len()).collect(),
            steps,
        }
    }

    /// Adds what was found after the steps between nodes to their labels, where it is new.
    pub(crate) fn learn(&mut self, nodes: &[NodeId], found: &[Vec<TermId>]) -> Result<(), Stop> {
        for (node, formulas) in nodes.iter().skip(1).zip(found) {
            let mut new = Vec::new();
            for formula in formulas {
                let node = self.art.node(*node);
                let mut known = node.label.clone();
                known.extend(&new);
                if self.questions.implies(node.place, &known, &[*formula])? == Known::No {
                    new.push(*formula);
                }
            }
            self.context.counters.add("lemmas", new.len() as u64);
            self.art.strengthen(&self.system.terms, *node, new);
        }
        Ok(())
    }

    /// Makes the children of a node, with what still holds of its label if labels are taken over
    /// clause by clause.
    fn expand(&mut self, id: NodeId, work: &mut Vec<NodeId>) -> Result<(), Stop> {
        let label = self.art.node(id).label.clone();
        let mut children = 0;
        for step in self.steps_to(id, |kind| kind == PlaceKind::Inner) {
            if self.questions.blocked(&label, step)? == Known::Yes {
                continue;
            }
            let place = self.system.step(step).to;
            let propagated = self.propagated(&label, step)?;
            self.art.add_child(id, step, place, propagated);
            children += 1;
        }
        self.art.expanded(id);
        self.context.counters.add("nodes", children);
        work.extend(self.art.stacked_children(id));
        Ok(())
    }

    /// What holds of a label after a step.
    fn propagated(&mut self, label: &[TermId], step: StepId) -> Result<Vec<TermId>, Stop> {
        if self.strengthening == Strengthening::Whole {
            return Ok(Vec::new());
        }
        let to = self.system.step(step).to;
        let terms = &self.system.terms;
        let live = &self.system.place(to).live;
        let candidates: Vec<TermId> = label
            .iter()
            .copied()
            .filter(|f| terms.symbols_of(&[*f]).iter().all(|s| live.contains(s)))
            .collect();
        self.questions
            .holding(&[step], &[label.to_vec()], &candidates)
    }
}
