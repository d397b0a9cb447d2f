//! Allocation. Memory never runs out below 2 GB, unless each call may fail.

use super::lifetime::{Home, New};
use super::object::Begins;
use crate::ast::has_effects;
use crate::ast::{
    AllocationReading, BinaryOp, CastKind, Expr, ExprKind, Type, Unit, VariableId, layout,
};
use crate::library::{Allocation, ERROR_NUMBER, Native, native};
use crate::lower::body::{Body, Lowered};
use crate::lower::conversion;
use crate::lower::lowering::Lowering;
use crate::lower::pointer_bits::WIDTH;
use crate::lower::shape::Scalar;
use crate::points_to::ExprKey;
use invar_cfa::{HavocOrigin, Operation, Program, Span};
use invar_term::TermId;

/// `ENOMEM` of Linux.
const OUT_OF_MEMORY: u128 = 12;

impl Body<'_, '_> {
    /// A call of an allocating function.
    pub(in crate::lower) fn allocate_object(
        &mut self,
        what: Allocation,
        arguments: &[Expr],
        call: &Expr,
    ) -> Lowered<TermId> {
        let is_on_heap = !matches!(what, Allocation::Stack | Allocation::Kept);
        if self.lowering.unit.allocation == AllocationReading::Succeeds || !is_on_heap {
            return self.allocate_successfully(what, arguments, call);
        }
        let span = call.span;
        let result = self.temporary(self.pointer_scalar());
        let (failed, successful, end) = (
            self.place_here(span),
            self.place_here(span),
            self.place_here(span),
        );
        let any = self.temporary(Scalar::BYTE);
        let name = match &call.kind {
            ExprKind::Call { callee, .. } => callee.direct_callee(),
            _ => None,
        };
        let name = name.map_or("allocation".into(), |id| {
            self.lowering.unit.function(id).name.clone()
        });
        let origin = HavocOrigin::External(name);
        self.emit(
            Operation::Havoc {
                target: any,
                origin,
            },
            span,
        );
        let t = self.terms.clone();
        let fails = t.eq(self.symbol(any), t.bv(8, 0));
        self.split(fails, failed, successful, span);
        self.at = failed;
        for argument in arguments {
            self.effects(argument)?;
        }
        self.note_out_of_memory(span)?;
        self.assign(result, t.bv(WIDTH, 0), span);
        self.go(end, span);
        self.at = successful;
        let made = self.allocate_successfully(what, arguments, call)?;
        self.assign(result, made, span);
        self.join(end, span);
        Ok(self.symbol(result))
    }

    /// Sets `errno`, where the program looks at it.
    fn note_out_of_memory(&mut self, span: Option<Span>) -> Lowered<()> {
        let mut variables = self.lowering.unit.variables.iter();
        let Some(number) = variables.position(|v| &*v.name == ERROR_NUMBER) else {
            return Ok(());
        };
        let place = self.variable_place(VariableId(number as u32));
        let value = self.terms.bv(32, OUT_OF_MEMORY);
        self.write_scalar(&place, value, span)
    }

    fn allocate_successfully(
        &mut self,
        what: Allocation,
        arguments: &[Expr],
        call: &Expr,
    ) -> Lowered<TermId> {
        let span = call.span;
        let Some(cell) = self.lowering.points_to.pointee(call) else {
            return self.unsupported("allocation that the analysis of pointers did not see", span);
        };
        let is_aligned = matches!(what, Allocation::Aligned(_));
        if is_aligned && self.lowering.points_to.looks_at_numbers() && !self.forgets_memory() {
            return self.unsupported("number of an address that is aligned on request", span);
        }
        let which = match what {
            Allocation::Aligned(which) => which,
            _ => 0,
        };
        match (what, arguments) {
            (
                Allocation::Heap | Allocation::Stack | Allocation::Kept | Allocation::Aligned(_),
                _,
            ) if which < arguments.len() => {
                let mut bytes = None;
                for (i, argument) in arguments.iter().enumerate() {
                    if i == which {
                        bytes = Some(self.size_argument(argument)?);
                    } else {
                        self.effects(argument)?;
                    }
                }
                let Some(bytes) = bytes else {
                    return self.unsupported("allocation", span);
                };
                let bytes = self.object_bytes(bytes, span);
                let begins = Begins::Any;
                let home = match what {
                    Allocation::Stack | Allocation::Kept => Home::Stack,
                    _ => Home::Heap,
                };
                let pointer = self.make_object(cell, bytes, New { begins, home }, span);
                let pointer = self.save(pointer, self.pointer_scalar(), span);
                if what == Allocation::Stack {
                    self.note_alloca(pointer, cell, span);
                }
                Ok(pointer)
            }
            (Allocation::Zeroed, [count, size]) => {
                let t = self.terms.clone();
                let mut a = self.size_argument(count)?;
                if has_effects(size) {
                    let word = Scalar {
                        width: WIDTH,
                        stored: WIDTH,
                        ..Scalar::WORD
                    };
                    a = self.save(a, word, span);
                }
                let b = self.size_argument(size)?;
                // Both below 2^31, so that the product does not wrap.
                let a = t.zero_extend(WIDTH - 32, self.object_bytes(a, span));
                let b = t.zero_extend(WIDTH - 32, self.object_bytes(b, span));
                let bytes = self.object_bytes(t.bv_mul(a, b), span);
                let new = New {
                    begins: Begins::Zero,
                    home: Home::Heap,
                };
                let pointer = self.make_object(cell, bytes, new, span);
                Ok(self.save(pointer, self.pointer_scalar(), span))
            }
            (Allocation::Again, [old, size]) => self.reallocate(cell, old, size, span),
            _ => self.unsupported("allocation with an unusual number of arguments", span),
        }
    }

    fn reallocate(
        &mut self,
        cell: crate::points_to::Cell,
        old: &Expr,
        size: &Expr,
        span: Option<Span>,
    ) -> Lowered<TermId> {
        let t = self.terms.clone();
        let (old, scalar) = self.scalar(old)?;
        let old = self.save(old, scalar, span);
        let bytes = self.size_argument(size)?;
        let bytes = self.object_bytes(bytes, span);
        let result = self.temporary(self.pointer_scalar());
        let (new, again, end) = (
            self.place_here(span),
            self.place_here(span),
            self.place_here(span),
        );
        self.split(t.eq(old, t.bv(WIDTH, 0)), new, again, span);
        self.at = new;
        let begins = Begins::Any;
        let home = Home::Heap;
        let made = self.make_object(cell, bytes, New { begins, home }, span);
        self.assign(result, made, span);
        self.go(end, span);
        self.at = again;
        let is_some = t.ne(bytes, t.bv(32, 0));
        self.require_modelled(is_some, "realloc to a size of zero bytes", span);
        if self.lowering.follows_lifetimes() {
            let moved = self.move_object(cell, old, bytes, span)?;
            self.assign(result, moved, span);
            self.join(end, span);
            return Ok(self.symbol(result));
        }
        // What a zeroed object gains is not zero.
        if !self.forgets_memory() && self.lowering.points_to.node(cell.node).starts_zero {
            let arbitrary = self.is_any(old);
            self.require_modelled(arbitrary, "realloc of an object that began as zeros", span);
        }
        let number = self.object_of(old);
        self.set_size(number, bytes, span);
        self.assign(result, old, span);
        self.join(end, span);
        Ok(self.symbol(result))
    }

    /// A number of bytes, in 64 bits.
    pub(in crate::lower) fn size_argument(&mut self, argument: &Expr) -> Lowered<TermId> {
        let (value, scalar) = self.scalar(argument)?;
        if !scalar.is_integer() {
            return self.unsupported("size that is no integer", argument.span);
        }
        let t = &self.terms;
        // A negative `int` where no prototype converts it is a huge size as well.
        Ok(conversion::extend(
            t,
            value,
            scalar.width,
            scalar.signed(),
            WIDTH,
        ))
    }
}

/// Whether a call makes an object that the program does not own: on the stack, or for the library.
pub(super) fn is_alloca(unit: &Unit, call: &Expr) -> bool {
    matches!(
        allocation(unit, call),
        Some(Allocation::Stack | Allocation::Kept)
    )
}

impl Lowering<'_> {
    /// Whether an allocating call makes an object that is not the program's: it may lie anywhere.
    pub(in crate::lower) fn is_kept_object(&self, key: ExprKey) -> bool {
        self.allocation_of(key) == Some(Allocation::Kept)
    }

    /// Whether an object is a block of `alloca`.
    pub(in crate::lower) fn is_on_the_stack(&self, key: ExprKey) -> bool {
        self.allocation_of(key) == Some(Allocation::Stack)
    }

    fn allocation_of(&self, key: ExprKey) -> Option<Allocation> {
        allocation(self.unit, self.points_to.expression(key)?)
    }
}

/// The allocation that a call makes.
fn allocation(unit: &Unit, call: &Expr) -> Option<Allocation> {
    let ExprKind::Call { callee, .. } = &call.kind else {
        return None;
    };
    match native(unit.function(callee.direct_callee()?)) {
        Some(Native::Allocate(allocation)) => Some(allocation),
        _ => None,
    }
}

/// Bytes that an allocating call asks for, if its arguments are constants.
pub(super) fn constant_request(unit: &Unit, program: &Program, call: &Expr) -> Option<u64> {
    let ExprKind::Call { arguments, .. } = &call.kind else {
        return None;
    };
    let number = |i: usize| constant(unit, program, arguments.get(i)?);
    match allocation(unit, call)? {
        Allocation::Heap | Allocation::Stack | Allocation::Kept => number(0),
        Allocation::Aligned(which) => number(which),
        Allocation::Zeroed => number(0)?.checked_mul(number(1)?),
        Allocation::Again => None,
    }
}

/// The value of an expression of constants that every type on its way holds.
fn constant(unit: &Unit, program: &Program, expr: &Expr) -> Option<u64> {
    let value = match &expr.kind {
        ExprKind::Integer(value) => u64::try_from(*value).ok()?,
        ExprKind::SizeOf(ty) => layout::size_of(unit, program.data_model, ty)?,
        ExprKind::Cast(
            CastKind::IntegralCast | CastKind::WrittenIntegralCast | CastKind::NoOp,
            inner,
        ) => constant(unit, program, inner)?,
        ExprKind::Binary(op, left, right) => {
            let (a, b) = (
                constant(unit, program, left)?,
                constant(unit, program, right)?,
            );
            match op {
                BinaryOp::Add => a.checked_add(b)?,
                BinaryOp::Mul => a.checked_mul(b)?,
                _ => return None,
            }
        }
        _ => return None,
    };
    let Type::Int(kind) = &expr.ty else {
        return None;
    };
    // A bit less than the type has, also where it has no sign.
    let bits = kind.width.min(64) - 1;
    (value < 1 << bits).then_some(value)
}
