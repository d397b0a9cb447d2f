//! Slicing: what cannot influence whether a target is reached goes.
//!
//! Correctness. Pruned first, every location has a path to a target. A place is relevant if it is a
//! target, an edge that gives a relevant value starts there, or it is a branch that decides
//! (control dependence) whether a relevant place is reached; a value of a variable at a place is
//! relevant if a relevant edge or branch reads it there, and it comes from all definitions that a
//! path without another definition connects to that place. An irrelevant branch has nothing
//! relevant before its immediate postdominator: a relevant place there would be control dependent
//! on it, directly or through other branches. So an execution that returns from such a branch is at
//! that postdominator with all relevant values unchanged, and jumping there keeps every execution
//! to a target. Executions that would stay in an irrelevant loop forever are continued: the result
//! may reach more targets, never fewer. A loop whose only exits lead to targets is never
//! irrelevant: whether it ends is the question.
//!
//! No facts: a removed loop changes irrelevant variables only. A check of an invariant on the
//! source program needs one at the heads of removed loops as well; there the landing gives the
//! location whose invariant holds, and forgetting what the loop changes loses nothing relevant.

mod functions;
#[cfg(test)]
mod tests;

pub use functions::{Influence, influence, slice_functions};

use crate::contract::contract;
use crate::prune::prune;
use crate::rebuild::{Draft, Fate, Rewritten, rebuild};
use crate::uses::{Uses, target_of};
use invar_cfa::{EdgeId, Flow, LocId, Operation, Postdominators, Program, VarId};

/// Removes assignments, branches and loops that do not influence whether a target is reached.
pub fn slice(program: &Program) -> Rewritten {
    slice_within(program, EXACT_VALUES)
}

/// As [`slice`], with a chosen number of relevant values that are followed exactly.
pub(crate) fn slice_within(program: &Program, exact_values: usize) -> Rewritten {
    prune(program)
        .then(|pruned| cut(pruned, exact_values))
        .then(contract)
        .then(prune)
}

/// Slices a pruned program: irrelevant edges become skips, irrelevant branches jumps.
fn cut(program: &Program, exact_values: usize) -> Rewritten {
    let cfa = program.entry_cfa();
    let flow = Flow::of(cfa);
    let postdominators = Postdominators::of(cfa, &flow);
    let relevance = Relevance::of(program, &flow, &postdominators, exact_values);
    let mut edges = Vec::with_capacity(cfa.edge_count());
    for location in cfa.location_ids() {
        let is_branch = flow.is_branch(location);
        if is_branch && !relevance.branches[location.0 as usize] {
            let to = postdominators
                .immediate(location)
                .expect("a branch that is followed by the end only is relevant");
            edges.push(Draft {
                from: location,
                to,
                operation: Operation::Skip,
                origin: None,
            });
            continue;
        }
        for (id, edge) in cfa.outgoing(location) {
            let changes = target_of(&edge.operation).is_some();
            let operation = if changes && !relevance.edges[id.0 as usize] {
                Operation::Skip
            } else {
                edge.operation.clone()
            };
            edges.push(Draft::of(cfa, id, operation));
        }
    }
    rebuild(program, &vec![Fate::Keep; cfa.location_count()], edges)
}

/// Relevant values, as pairs of variable and place, that are followed exactly; after that many,
/// a variable that is relevant anywhere counts as relevant everywhere.
const EXACT_VALUES: usize = 40_000_000;

/// Which edges and branches influence the targets.
struct Relevance {
    edges: Vec<bool>,
    branches: Vec<bool>,
}

/// The search for relevant places and values.
struct Search<'a> {
    program: &'a Program,
    uses: Uses,
    relevance: Relevance,
    places: Vec<bool>,
    /// Per variable the places where its value is relevant; empty until the first one.
    values: Vec<Vec<u64>>,
    /// Per variable the edges that change it; emptied when all of them are relevant.
    definitions: Vec<Vec<EdgeId>>,
    exact_values: usize,
    open_places: Vec<LocId>,
    open_values: Vec<(VarId, LocId)>,
}

impl Relevance {
    fn of(
        program: &Program,
        flow: &Flow,
        postdominators: &Postdominators,
        exact_values: usize,
    ) -> Relevance {
        let cfa = program.entry_cfa();
        let controllers = postdominators.control_dependence(cfa, flow);
        let mut definitions = vec![Vec::new(); program.variables.len()];
        for id in cfa.edge_ids() {
            if let Some(variable) = target_of(&cfa.edge(id).operation) {
                definitions[variable.0 as usize].push(id);
            }
        }
        let mut search = Search {
            program,
            uses: Uses::of(program),
            relevance: Relevance {
                edges: vec![false; cfa.edge_count()],
                branches: vec![false; cfa.location_count()],
            },
            places: vec![false; cfa.location_count()],
            values: vec![Vec::new(); program.variables.len()],
            definitions,
            exact_values,
            open_places: Vec::new(),
            open_values: Vec::new(),
        };
        for location in cfa.location_ids() {
            if Program::is_target(cfa, location) {
                search.add_place(location);
            }
            // In a pruned program such a branch decides about a target anyway; stated here, the
            // jump of an irrelevant branch always has a destination.
            if flow.is_branch(location) && postdominators.immediate(location).is_none() {
                search.add_branch(location);
            }
        }
        loop {
            if let Some((variable, location)) = search.open_values.pop() {
                search.follow_value(variable, location);
            } else if let Some(location) = search.open_places.pop() {
                for branch in &controllers[location.0 as usize] {
                    search.add_branch(*branch);
                }
            } else {
                return search.relevance;
            }
        }
    }
}

impl Search<'_> {
    fn add_place(&mut self, location: LocId) {
        if !std::mem::replace(&mut self.places[location.0 as usize], true) {
            self.open_places.push(location);
        }
    }

    fn add_branch(&mut self, branch: LocId) {
        if std::mem::replace(&mut self.relevance.branches[branch.0 as usize], true) {
            return;
        }
        self.add_place(branch);
        let program = self.program;
        for id in program.entry_cfa().location(branch).outgoing() {
            self.add_reads(*id, branch);
        }
    }

    fn add_reads(&mut self, edge: EdgeId, location: LocId) {
        for i in 0..self.uses.reads(edge).len() {
            let variable = self.uses.reads(edge)[i];
            self.add_value(variable, location);
        }
    }

    fn add_value(&mut self, variable: VarId, location: LocId) {
        let places = &mut self.values[variable.0 as usize];
        if places.is_empty() {
            places.resize(self.places.len() / 64 + 1, 0);
        }
        let (word, bit) = (location.0 as usize / 64, 1 << (location.0 % 64));
        if places[word] & bit == 0 {
            places[word] |= bit;
            self.open_values.push((variable, location));
        }
    }

    /// Goes backward from a place where a value is relevant to where it comes from.
    fn follow_value(&mut self, variable: VarId, location: LocId) {
        let program = self.program;
        if self.exact_values == 0 {
            for id in std::mem::take(&mut self.definitions[variable.0 as usize]) {
                self.add_definition(id);
            }
            return;
        }
        self.exact_values -= 1;
        for (id, edge) in program.entry_cfa().incoming(location) {
            if target_of(&edge.operation) != Some(variable) {
                self.add_value(variable, edge.from);
            } else {
                self.add_definition(id);
            }
        }
    }

    fn add_definition(&mut self, id: EdgeId) {
        if !std::mem::replace(&mut self.relevance.edges[id.0 as usize], true) {
            let from = self.program.entry_cfa().edge(id).from;
            self.add_place(from);
            self.add_reads(id, from);
        }
    }
}
