//! A program restricted to other targets: some checks only, or places before them.

use crate::{CheckId, LocId, LocationKind, Program};
use std::collections::BTreeMap;

impl Program {
    /// This program, where a violation of a check that is not kept just ends the run. Locations and
    /// edges keep their names.
    ///
    /// No edge leaves an error, so an execution reaches the error of a kept check in this program
    /// exactly if it does in the other.
    pub fn restricted(&self, keep: impl Fn(CheckId) -> bool) -> Program {
        let mut program = self.clone();
        for function in &mut program.functions {
            for id in function.cfa.location_ids() {
                let location = function.cfa.location_mut(id);
                if let LocationKind::Error(check) = location.kind
                    && !keep(check)
                {
                    location.kind = LocationKind::Halt;
                }
            }
        }
        program
    }

    /// This program, where executions end at some locations of the entry function, which have new
    /// kinds. Locations keep their names; edges do not, since those that left them are gone.
    pub fn ending_at(&self, kinds: &BTreeMap<LocId, LocationKind>) -> Program {
        let mut program = self.clone();
        let function = &mut program.functions[self.entry.0 as usize];
        let mut cfa = function
            .cfa
            .without_edges_from(|location| kinds.contains_key(&location));
        for (location, kind) in kinds {
            cfa.location_mut(*location).kind = *kind;
        }
        function.cfa = cfa;
        program
    }
}
