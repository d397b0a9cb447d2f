//! The loops of a program: components, and what is left of each without its ranked place.

use crate::proof::Rejection;
use invar_cfa::{Cfa, LocId, Operation, Program};
use std::collections::BTreeSet;

/// A strongly connected component with its ranked place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoopPart {
    /// The place whose visits are ranked.
    pub head: LocId,
    /// The locations, of which each can be reached from each inside the component.
    pub component: BTreeSet<LocId>,
}

/// The components of the inlined program, each with the first of `heads` that it has; then those of
/// each without that place, and so on, until no cycle is left.
///
/// # Errors
/// If the program has calls, or a component has none of the places.
pub fn loops(program: &Program, heads: &[LocId]) -> Result<Vec<LoopPart>, Rejection> {
    let cfa = program.entry_cfa();
    let has_call = |edge| matches!(cfa.edge(edge).operation, Operation::Call { .. });
    if cfa.edge_ids().any(has_call) {
        return Err(Rejection::Refuted("the program still has calls".into()));
    }
    let mut found = Vec::new();
    let mut left = cyclic_components(cfa, &reached(cfa));
    while let Some(component) = left.pop() {
        let head = heads.iter().copied().find(|head| component.contains(head));
        let Some(head) = head else {
            let first = component.iter().find_map(|l| cfa.location(*l).span);
            let place = first.map_or_else(String::new, |span| format!(" at line {}", span.line));
            let message = format!("a cycle{place} has no ranked place");
            return Err(Rejection::Refuted(message));
        };
        let mut rest = component.clone();
        rest.remove(&head);
        left.extend(cyclic_components(cfa, &rest));
        found.push(LoopPart { head, component });
    }
    Ok(found)
}

/// The locations to which paths lead.
pub(super) fn reached(cfa: &Cfa) -> BTreeSet<LocId> {
    let reached = cfa.reached();
    let is_reached = |location: &LocId| reached[location.0 as usize];
    cfa.location_ids().filter(is_reached).collect()
}

/// The strongly connected components inside a set of locations that have a cycle.
pub(super) fn cyclic_components(cfa: &Cfa, within: &BTreeSet<LocId>) -> Vec<BTreeSet<LocId>> {
    // Kosaraju: components are what reaches a location backwards, in reverse order of completion.
    let mut seen = BTreeSet::new();
    let mut completed = Vec::with_capacity(within.len());
    for start in within {
        if !seen.insert(*start) {
            continue;
        }
        let mut stack = vec![(*start, 0)];
        while let Some((location, next)) = stack.last_mut() {
            let Some(edge) = cfa.location(*location).outgoing().get(*next) else {
                completed.push(*location);
                stack.pop();
                continue;
            };
            *next += 1;
            let to = cfa.edge(*edge).to;
            if within.contains(&to) && seen.insert(to) {
                stack.push((to, 0));
            }
        }
    }
    let mut placed = BTreeSet::new();
    let mut components = Vec::new();
    for root in completed.iter().rev() {
        if !placed.insert(*root) {
            continue;
        }
        let mut component = BTreeSet::from([*root]);
        let mut stack = vec![*root];
        while let Some(location) = stack.pop() {
            for (_, edge) in cfa.incoming(location) {
                if within.contains(&edge.from) && placed.insert(edge.from) {
                    component.insert(edge.from);
                    stack.push(edge.from);
                }
            }
        }
        let is_cyclic =
            component.len() > 1 || cfa.outgoing(*root).any(|(_, edge)| edge.to == *root);
        if is_cyclic {
            components.push(component);
        }
    }
    components
}
