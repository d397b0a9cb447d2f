//! What memory holds when the program begins: globals, externals, strings, arbitrary contents.

use super::body::Body;
use crate::ast::{self, VariableId};
use crate::library::ERROR_NUMBER;
use invar_cfa::{ExternalEffect, HavocOrigin, Operation};

impl Body<'_, '_> {
    /// Initialises globals, static locals and externals.
    pub(super) fn globals(&mut self) {
        let unit = self.lowering.unit;
        for (index, declared) in unit.variables.iter().enumerate() {
            let variable = VariableId(index as u32);
            match declared.storage {
                ast::Storage::Global | ast::Storage::StaticLocal(_) => {
                    let in_memory = self.lowering.points_to.in_memory(variable);
                    let mentioned = if in_memory {
                        self.lowering.is_mentioned(variable)
                    } else {
                        self.lowering.storage.contains_key(&variable)
                    };
                    if let Some(initialiser) = &declared.initialiser
                        && mentioned
                    {
                        let place = self.variable_place(variable);
                        self.initialise_global(&place, initialiser);
                    }
                }
                ast::Storage::External => self.external_variable(variable),
                ast::Storage::Local(_) | ast::Storage::Parameter(_) => {}
            }
        }
    }

    /// A variable of code that is not there holds anything.
    fn external_variable(&mut self, variable: VariableId) {
        let declared = self.lowering.unit.variable(variable);
        let shown = match &*declared.name {
            ERROR_NUMBER => "errno".into(),
            _ => declared.name.clone(),
        };
        let origin = HavocOrigin::External(shown);
        let is_used = if self.lowering.points_to.in_memory(variable) {
            self.lowering.is_mentioned(variable)
        } else {
            self.lowering.storage.contains_key(&variable)
        };
        if self.lowering.starts_at_main && is_used {
            let effect = ExternalEffect::HoldsAnyValue;
            (self.lowering).note_external(&declared.name, effect, declared.span);
        }
        if self.lowering.points_to.in_memory(variable) {
            let node = self.lowering.points_to.variable(variable).node;
            for target in self.lowering.single_variables(node) {
                let origin = origin.clone();
                self.emit(Operation::Havoc { target, origin }, declared.span);
            }
        } else if self.lowering.storage.contains_key(&variable) {
            let storage = self.storage(variable);
            self.havoc_all(&storage, &origin, declared.span);
            if !self.lowering.starts_at_main {
                self.assume_objects(&storage, &declared.ty);
            } else if declared.ty.is_pointer() {
                self.mark_outside(storage.leaves[0], declared.span);
            }
        }
    }

    /// The contents of the strings that are mentioned.
    pub(super) fn strings(&mut self) {
        let mut strings: Vec<_> = self
            .lowering
            .strings
            .iter()
            .map(|(k, c)| (*k, *c))
            .collect();
        strings.sort_by_key(|(key, _)| self.lowering.memory.known_object(*key));
        for (key, cell) in strings {
            if let Some(literal) = self.lowering.points_to.expression(key) {
                let place = self.string_object(literal, cell);
                self.initialise_global(&place, literal);
            }
        }
    }

    /// Memory that begins with arbitrary contents, and the sizes of fixed objects.
    pub(super) fn contents(&mut self) {
        for target in self.lowering.memory.arbitrary.clone() {
            let origin = HavocOrigin::Uninitialised;
            self.emit(Operation::Havoc { target, origin }, None);
        }
        self.place_fixed_objects();
        let Some(sizes) = self.lowering.memory.sizes else {
            return;
        };
        let t = self.terms.clone();
        let recorded = self.lowering.recorded_sizes.clone();
        let known = recorded
            .iter()
            .fold(self.symbol(sizes), |array, (number, size)| {
                let (number, size) = (u128::from(*number), u128::from(*size));
                t.store(array, t.bv(32, number), t.bv(32, size))
            });
        self.assign(sizes, known, None);
    }
}
