//! The call of the function where the run starts, with its arguments.

use super::body::Body;
use super::memory::MAX_ARGUMENTS;
use super::pointer_bits::WIDTH;
use super::shape::Storage;
use super::unit::START;
use crate::ast::{FunId, Type};
use crate::points_to::argument_vector;
use invar_cfa::{AssumeReason, AssumptionKind, HavocOrigin, Operation, Scope, VarId};
use invar_term::TermId;

/// An address where the environment may lie.
const ENVIRONMENT: u128 = 1 << 16;

impl Body<'_, '_> {
    /// C11 5.1.2.2.1: there are no fewer arguments than none, and memory has room for them.
    fn assume_argument_count(&mut self, argument: &Storage, ty: &Type) {
        let t = self.terms.clone();
        let [leaf] = *argument.leaves else { return };
        let Type::Int(kind) = ty else { return };
        if !kind.signed {
            return;
        }
        let given = self.symbol(leaf);
        let few = match kind.width {
            32 => t.bv_ult(given, t.bv(32, MAX_ARGUMENTS)),
            width => t.not(t.bv_slt(given, t.bv(width, 0))),
        };
        let reason = AssumeReason::Assumption(AssumptionKind::MainArguments);
        self.assume(few, reason, None);
    }

    /// The third argument of `main` (C11 J.5.1) points to an array with at least a null pointer.
    fn assume_environment(&mut self, pointer: VarId) {
        self.mark_external(pointer, None);
        let t = self.terms.clone();
        let word = u128::from(self.pointer_scalar().bytes);
        let given = self.symbol(pointer);
        let last = t.bv_add(given, t.bv(WIDTH, word - 1));
        let low_bits = t.bv_and(given, t.bv(WIDTH, word - 1));
        let is_there = t.and(&[
            self.is_external(given),
            self.is_external(last),
            t.bv_ule(given, last),
            t.eq(low_bits, t.bv(WIDTH, 0)),
        ]);
        // Other values stand for one more address, so that no choice of values ends the execution.
        let address = t.ite(is_there, given, t.bv(WIDTH, ENVIRONMENT));
        self.assign(pointer, address, None);
    }

    /// Calls `main` with any arguments.
    pub(super) fn call_main(&mut self, main: FunId) {
        let unit = self.lowering.unit;
        let function = self.lowering.function_id(main);
        let mut arguments: Vec<TermId> = Vec::new();
        let vector = argument_vector(unit, main);
        for parameter in &unit.function(main).parameters {
            // Parameters belong to `main`; fresh temporaries take the arbitrary values.
            let shape = self.shape(&unit.variable(*parameter).ty);
            let scope = Scope::Local(self.function);
            let name = format!("{START}::{}", unit.variable(*parameter).name);
            let storage = self.lowering.allocate(&name, None, shape, scope, None);
            let origin =
                HavocOrigin::Input(format!("argument of {}", unit.function(main).name).into());
            if vector != Some(*parameter) || !self.lowering.starts_at_main {
                self.havoc_all(&storage, &origin, unit.variable(*parameter).span);
            }
            self.lowering.name_argument(*parameter, &storage);
            let ty = &unit.variable(*parameter).ty;
            if self.lowering.starts_at_main {
                if vector == Some(*parameter) {
                    let count = self.lowering.argument_count();
                    self.assign(count, arguments[0], None);
                    let first = self.argument_vector();
                    self.assign(storage.leaves[0], first, None);
                } else if ty.is_pointer() {
                    self.assume_environment(storage.leaves[0]);
                }
                self.assume_argument_count(&storage, ty);
            } else {
                self.assume_objects(&storage, ty)
            }
            arguments.extend(storage.leaves.iter().map(|leaf| self.symbol(*leaf)));
        }
        let span = unit.function(main).span;
        self.emit(
            Operation::Call {
                function,
                arguments,
                results: Vec::new(),
            },
            span,
        );
    }
}
