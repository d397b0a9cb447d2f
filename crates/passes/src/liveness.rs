//! Live variables: which values may still be read.
//!
//! A variable is live at a location if some path from there reads it before changing it. One
//! backward search per variable, from its reads to its definitions; only the answers that passes
//! ask for are stored.

use crate::uses::{Uses, target_of};
use invar_cfa::{Cfa, CutPoints, EdgeId, LocId, Program, VarId};
use std::collections::BTreeMap;

/// Marks the places where facts are stated: the loop heads, and `places`.
pub(crate) fn fact_places(cfa: &Cfa, cuts: &CutPoints, places: &[LocId]) -> Vec<bool> {
    let mut marks: Vec<bool> = cfa.location_ids().map(|l| cuts.is_loop_head(l)).collect();
    for place in places {
        marks[place.0 as usize] = true;
    }
    marks
}

/// The answers about liveness that passes need.
pub(crate) struct Liveness {
    useful: Vec<bool>,
    at: BTreeMap<LocId, Vec<VarId>>,
}

impl Liveness {
    /// Analyses a program; live variables are stored for the marked places.
    pub(crate) fn of(program: &Program, uses: &Uses, places: &[bool]) -> Liveness {
        let cfa = program.entry_cfa();
        let mut readers: Vec<Vec<LocId>> = vec![Vec::new(); program.variables.len()];
        for id in cfa.edge_ids() {
            for variable in uses.reads(id) {
                readers[variable.0 as usize].push(cfa.edge(id).from);
            }
        }
        let mut liveness = Liveness {
            useful: vec![false; cfa.edge_count()],
            at: BTreeMap::new(),
        };
        let mut visited = vec![u32::MAX; cfa.location_count()];
        let mut stack = Vec::new();
        for variable in program.variable_ids() {
            for location in &readers[variable.0 as usize] {
                if std::mem::replace(&mut visited[location.0 as usize], variable.0) != variable.0 {
                    stack.push(*location);
                }
            }
            while let Some(location) = stack.pop() {
                if places[location.0 as usize] {
                    liveness.at.entry(location).or_default().push(variable);
                }
                for (id, edge) in cfa.incoming(location) {
                    if target_of(&edge.operation) == Some(variable) {
                        liveness.useful[id.0 as usize] = true;
                    } else {
                        let mark = &mut visited[edge.from.0 as usize];
                        if std::mem::replace(mark, variable.0) != variable.0 {
                            stack.push(edge.from);
                        }
                    }
                }
            }
        }
        liveness
    }

    /// Whether the variable that an edge changes is live after it.
    pub(crate) fn is_useful(&self, edge: EdgeId) -> bool {
        self.useful[edge.0 as usize]
    }

    /// The marked places with their live variables, in order of the variables.
    pub(crate) fn at_places(&self) -> impl Iterator<Item = (LocId, &[VarId])> {
        self.at
            .iter()
            .map(|(place, variables)| (*place, variables.as_slice()))
    }
}
