//! The call of the function where the run starts, with its arguments.

use super::body::Body;
use super::pointer::WIDTH;
use super::shape::Storage;
use super::unit::START;
use crate::ast::{FunId, Type};
use invar_cfa::{AssumeReason, AssumptionKind, HavocOrigin, Operation, Scope};
use invar_term::{Sort, TermId};

/// An address where the arguments of `main` may lie.
const ARGUMENTS: u128 = 1 << 16;

impl Body<'_, '_> {
    /// C11 5.1.2.2.1: there are no fewer arguments than none, and their array is there.
    fn assume_argument(&mut self, argument: &Storage, ty: &Type, count: Option<TermId>) {
        let t = self.terms.clone();
        let [leaf] = *argument.leaves else { return };
        let given = self.symbol(leaf);
        match ty {
            // Other values stand for one more address, so that no choice of values is lost.
            Type::Pointer(_) => {
                let address = t.bv(WIDTH, ARGUMENTS);
                let is_there = self.is_argument_array(given, count);
                self.assign(leaf, t.ite(is_there, given, address), None);
                let holds = self.is_argument_array(self.symbol(leaf), count);
                let reason = AssumeReason::Assumption(AssumptionKind::MainArguments);
                self.assume(holds, reason, None);
            }
            Type::Int(kind) if kind.signed => {
                let holds = t.not(t.bv_slt(given, t.bv(kind.width, 0)));
                let reason = AssumeReason::Assumption(AssumptionKind::MainArguments);
                self.assume(holds, reason, None);
            }
            _ => {}
        }
    }

    /// Whether there is room for an array of so many pointers and a null pointer, aligned for them.
    fn is_argument_array(&self, first: TermId, count: Option<TermId>) -> TermId {
        let t = &self.terms;
        let size = u128::from(self.pointer_scalar().bytes);
        let count = match count {
            Some(count) => t.sign_extend(WIDTH - t.width(count), count),
            None => t.bv(WIDTH, 0),
        };
        let number = |value: u128| t.bv(WIDTH, value);
        let bytes = t.bv_mul(t.bv_add(count, number(1)), number(size));
        let last = t.bv_add(first, t.bv_sub(bytes, number(1)));
        t.and(&[
            self.is_outside(first),
            self.is_outside(last),
            t.bv_ule(first, last),
            t.eq(t.bv_and(first, number(size - 1)), number(0)),
        ])
    }

    /// Calls `main` with any arguments.
    pub(super) fn call_main(&mut self, main: FunId) {
        let unit = self.lowering.unit;
        let function = self.lowering.function_id(main);
        let mut arguments = Vec::new();
        for parameter in &unit.function(main).parameters {
            // Parameters belong to `main`; fresh temporaries take the arbitrary values.
            let shape = self.shape(&unit.variable(*parameter).ty);
            let scope = Scope::Local(self.function);
            let name = format!("{START}::{}", unit.variable(*parameter).name);
            let storage = self.lowering.allocate(&name, None, shape, scope, None);
            let origin =
                HavocOrigin::Input(format!("argument of {}", unit.function(main).name).into());
            self.havoc_all(&storage, &origin, unit.variable(*parameter).span);
            self.lowering.name_argument(*parameter, &storage);
            let ty = &unit.variable(*parameter).ty;
            if self.lowering.starts_at_main {
                if ty.is_pointer() {
                    self.mark_outside(storage.leaves[0], None);
                }
                let count = arguments.first().copied();
                let count = count.filter(|c| matches!(self.terms.sort(*c), Sort::BitVec(_)));
                self.assume_argument(&storage, ty, count);
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
