//! Live variables: which values may still be read.
//!
//! A variable is live at a location if some path from there reads it before changing it. One
//! backward search per variable, from its reads to its definitions; only the answers that passes
//! ask for are stored.

use crate::uses::{Uses, target_of};
use invar_cfa::{CutPoints, EdgeId, LocId, Program, VarId};
use std::collections::BTreeMap;

/// The answers about liveness that passes need.
pub(crate) struct Liveness {
    useful: Vec<bool>,
    heads: BTreeMap<LocId, Vec<VarId>>,
}

impl Liveness {
    /// Analyses a program.
    pub(crate) fn of(program: &Program, uses: &Uses, cuts: &CutPoints) -> Liveness {
        let cfa = program.entry_cfa();
        let mut readers: Vec<Vec<LocId>> = vec![Vec::new(); program.variables.len()];
        for id in cfa.edge_ids() {
            for variable in uses.reads(id) {
                readers[variable.0 as usize].push(cfa.edge(id).from);
            }
        }
        let mut liveness = Liveness {
            useful: vec![false; cfa.edge_count()],
            heads: BTreeMap::new(),
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
                if cuts.is_loop_head(location) {
                    liveness.heads.entry(location).or_default().push(variable);
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

    /// The loop heads with their live variables, in order of the variables.
    pub(crate) fn heads(&self) -> impl Iterator<Item = (LocId, &[VarId])> {
        self.heads
            .iter()
            .map(|(head, variables)| (*head, variables.as_slice()))
    }
}
