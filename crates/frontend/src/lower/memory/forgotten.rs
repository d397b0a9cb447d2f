//! Memory that is forgotten ([`MemoryReading::Forgotten`]): every read gives any value, writes and checks of accesses
//! do nothing, and of a pointer only whether it is null matters, and which function it is.
//!
//! The program that results has every execution of the one that follows memory, and more: no access ends an execution,
//! and no gap of the analysis of pointers is left, since nothing depends on what the analysis says. A proof about it is
//! one about the program; a violation is none. Large programs whose state is in plain variables are proved this way.

use crate::ast::{BinaryOp, MemoryReading};
use crate::lower::body::Body;
use crate::lower::operator::Operand;
use crate::lower::shape::Scalar;
use invar_cfa::{HavocOrigin, Operation, Span};
use invar_term::TermId;

impl Body<'_, '_> {
    pub(in crate::lower) fn forgets_memory(&self) -> bool {
        self.lowering.unit.memory == MemoryReading::Forgotten
    }

    /// Any value of a scalar type, as a plain variable would keep it.
    pub(in crate::lower) fn any_scalar(&mut self, scalar: Scalar, span: Option<Span>) -> TermId {
        let target = self.temporary(scalar);
        let origin = HavocOrigin::Uninitialised;
        self.emit(Operation::Havoc { target, origin }, span);
        self.symbol(target)
    }

    /// The address of an object that is made: not null.
    pub(super) fn any_object(&mut self, span: Option<Span>) -> TermId {
        let any = self.any_scalar(self.pointer_scalar(), span);
        let t = &self.terms;
        let null = t.bv(t.width(any), 0);
        t.ite(t.eq(any, null), t.bv(t.width(any), 1), any)
    }

    /// A pointer as a number, or a number as a pointer: null and zero belong together, everything else is arbitrary.
    pub(in crate::lower) fn forgotten_address(
        &mut self,
        value: TermId,
        to: Scalar,
        span: Option<Span>,
    ) -> TermId {
        let any = self.any_scalar(to.in_full(), span);
        let t = &self.terms;
        let is_zero = t.eq(value, t.bv(t.width(value), 0));
        t.ite(is_zero, t.bv(t.width(any), 0), any)
    }

    /// Two addresses that compare as those of two pointers may; with null they compare as they are.
    pub(in crate::lower) fn compared_addresses(
        &mut self,
        op: BinaryOp,
        (a, left): Operand,
        (b, right): Operand,
    ) -> (TermId, TermId) {
        let t = self.terms.clone();
        let is_null = |value: TermId| t.as_bv(value).is_some_and(|value| value.is_zero());
        let equality = matches!(op, BinaryOp::Equal | BinaryOp::NotEqual);
        if equality && (is_null(a) || is_null(b)) {
            return (a, b);
        }
        (
            self.any_scalar(left.in_full(), None),
            self.any_scalar(right.in_full(), None),
        )
    }
}
