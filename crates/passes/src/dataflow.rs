//! What passes with a forward analysis do with its result: rewrite the edges, drop what cannot be
//! executed, and state at loop heads the facts that the rewriting rests on.

use crate::liveness::{Liveness, fact_places};
use crate::rebuild::{Draft, Fate, Rewritten, rebuild};
use crate::uses::Uses;
use invar_cfa::{CutPoints, EdgeId, LocId, Operation, Program, VarId};
use invar_term::TermId;

/// A program, with what an analysis found at each location; `None` where no execution gets.
pub(crate) struct Analysed<'a, S> {
    pub(crate) program: &'a Program,
    pub(crate) cuts: &'a CutPoints,
    pub(crate) uses: &'a Uses,
    pub(crate) states: Vec<Option<S>>,
}

impl<S> Analysed<'_, S> {
    /// The program in which each edge does what `operation` says in the state before it, `None`
    /// for edges that cannot be taken. Facts about live variables are stated at the loop heads and
    /// at `places`.
    pub(crate) fn rewrite(
        &self,
        places: &[LocId],
        operation: impl Fn(&S, EdgeId) -> Option<Operation>,
        facts: impl Fn(&S, VarId) -> Vec<TermId>,
    ) -> Rewritten {
        let cfa = self.program.entry_cfa();
        let mut edges = Vec::with_capacity(cfa.edge_count());
        let mut infeasible = Vec::new();
        for id in cfa.edge_ids() {
            let Some(state) = &self.states[cfa.edge(id).from.0 as usize] else {
                continue;
            };
            match operation(state, id) {
                Some(operation) => edges.push(Draft::of(cfa, id, operation)),
                None => infeasible.push(id),
            }
        }
        let fate = |state: &Option<S>| match state {
            Some(_) => Fate::Keep,
            None => Fate::Unreachable,
        };
        let fates: Vec<Fate> = self.states.iter().map(fate).collect();
        let mut rewritten = rebuild(self.program, &fates, edges);
        for edge in infeasible {
            rewritten.back.add_infeasible(edge);
        }
        let places = fact_places(cfa, self.cuts, places);
        let liveness = Liveness::of(self.program, self.uses, &places);
        for (place, variables) in liveness.at_places() {
            let Some(state) = &self.states[place.0 as usize] else {
                continue;
            };
            for fact in variables.iter().flat_map(|v| facts(state, *v)) {
                rewritten.back.add_fact(place, fact);
            }
        }
        rewritten
    }
}
