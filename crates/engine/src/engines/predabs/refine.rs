//! Refinement: predicates from the interpolants of a path that cannot be taken.
//!
//! With all atoms of its interpolants the path is excluded: the label of its node `i` then implies
//! interpolant `i`, because that is a combination of predicates that holds after the step. So if no
//! node lacks an atom, a label was not the strongest combination. With the interpolants as
//! predicates themselves each of them follows outright, and the path is excluded.

use super::predicates::Form;
use super::search::{Search, Target};
use crate::shared::ic3::{Cube, StepId, Stop};
use crate::shared::tree::{NodeId, Path, Refutation};
use invar_term::TermId;
use invar_verdict::Reason;

impl Search<'_> {
    /// Checks whether the path to a node and on into a target is feasible; refines if not.
    ///
    /// ensures `Refined`: some node on the way is a leaf again with a label of more predicates.
    ///
    /// # Errors
    /// Why the search must stop; also if nothing is left to refine.
    pub(super) fn settle(&mut self, node: NodeId, into: StepId) -> Result<Target, Stop> {
        let (nodes, mut steps) = self.art.segment(self.art.root(), node);
        steps.push(into);
        let length = steps.len();
        self.context.counters.add("paths to targets", 1);
        let path = Path {
            labels: vec![Vec::new(); length],
            steps,
        };
        let found = match self.paths.refute(&path, &[Cube::default()])? {
            Refutation::Feasible(inputs) => return Ok(Target::Reached(inputs)),
            Refutation::TooHard => {
                return Err(gave_up(&format!(
                    "no interpolants were found for a path of {length} steps"
                )));
            }
            Refutation::Refuted(found) => found,
        };
        for (form, counter) in [
            (Form::Atoms, "refinements by atoms"),
            (Form::Whole, "refinements by interpolants as a whole"),
        ] {
            if let Some(pivot) = self.learn(&nodes, &found, form) {
                self.context.counters.add(counter, 1);
                self.abstract_anew(pivot)?;
                return Ok(Target::Refined);
            }
        }
        Err(gave_up(&format!(
            "a path of {length} steps is refuted, but its predicates do not exclude it"
        )))
    }

    /// Takes predicates from what was found after each step; says which node is the first that
    /// lacks one.
    fn learn(&mut self, nodes: &[NodeId], found: &[Vec<TermId>], form: Form) -> Option<NodeId> {
        let terms = &self.system.terms;
        let mut pivot = None;
        // Nothing is asked after the last step, into the target: its node was not made.
        for (node, found) in nodes.iter().skip(1).zip(found) {
            let place = self.art.node(*node).place;
            let needed = found
                .iter()
                .map(|formula| self.predicates.learn(terms, place, *formula, form))
                .max()
                .unwrap_or(0);
            if self.made_with[node].0 < needed {
                pivot.get_or_insert(*node);
            }
        }
        let count = self.predicates.len() as u64;
        self.context.counters.raise("predicates", count);
        pivot
    }

    /// Abstracts a node with all predicates of its place, and forgets what was below.
    fn abstract_anew(&mut self, node: NodeId) -> Result<(), Stop> {
        let Some((parent, step)) = self.art.node(node).parent else {
            return Ok(());
        };
        let predicates = self.predicates.at(self.art.node(node).place);
        let label = &self.art.node(parent).label;
        let found = self.abstraction.after(label, step, predicates)?;
        self.made_with
            .insert(node, (predicates.len(), found.witnesses));
        self.art.relabel(node, found.label);
        self.art.cut_below(node);
        self.open.push(node);
        Ok(())
    }
}

fn gave_up(message: &str) -> Stop {
    Stop::Reason(Reason::SolverGaveUp {
        message: format!("predicate abstraction: {message}"),
    })
}
