//! Words of contracts that the text has (`written`).

use super::body::{Body, Lowered};
use super::place::Value;
use super::pointer_bits::WIDTH;
use super::shape::{Scalar, Shape};
use super::state::StaticObject;
use crate::ast::{Expr, ExprKind, Storage, Type};
use crate::library::ContractWord;
use crate::points_to::{Cell, Object};
use invar_cfa::{AssumeReason, AssumptionKind, ExternalEffect, Span};
use invar_term::TermId;
use std::rc::Rc;

/// A block of memory: its first byte, the cell of it, and how many bytes it has.
struct Block {
    pointer: TermId,
    cell: Cell,
    bytes: TermId,
}

impl Body<'_, '_> {
    pub(super) fn contract_word(
        &mut self,
        word: ContractWord,
        arguments: &[Expr],
        expr: &Expr,
    ) -> Lowered<Value> {
        let span = expr.span;
        match (word, arguments) {
            (ContractWord::Promised, [condition]) => {
                let condition = self.condition(condition)?;
                let reason = AssumeReason::Assumption(AssumptionKind::CalledContract);
                self.assume(condition, reason, span);
            }
            (ContractWord::Allow, [pointer, bytes]) => {
                let value = self.allow_access(pointer, bytes, span)?;
                return Ok(self.truth_of(value));
            }
            (ContractWord::Valid, [pointer, bytes]) => {
                let block = self.contract_block(pointer, bytes, span)?;
                let valid = self.is_valid_block(&block, span);
                return Ok(self.truth_of(valid));
            }
            (ContractWord::Apart, [p, n, q, m]) => {
                let (p, q) = (self.saved_pointer(p)?, self.saved_pointer(q)?);
                let (n, m) = (self.size_argument(n)?, self.size_argument(m)?);
                let t = self.terms.clone();
                let (null, one) = (t.bv(WIDTH, 0), t.bv(WIDTH, 1));
                // Blocks without bytes are at different places too; null is no block.
                let end = |first, bytes| t.bv_add(first, t.ite(t.eq(bytes, null), one, bytes));
                let apart = t.or(&[
                    t.eq(p, null),
                    t.eq(q, null),
                    t.bv_ule(end(p, n), q),
                    t.bv_ule(end(q, m), p),
                ]);
                return Ok(self.truth_of(apart));
            }
            (ContractWord::Own, [pointer]) => self.require_unnamed(pointer, span)?,
            (ContractWord::Assigns, [pointer, bytes]) => {
                let block = self.contract_block(pointer, bytes, span)?;
                self.allow_writes(block.pointer, block.bytes, span);
            }
            (ContractWord::AssignsObject, [pointer]) => {
                let pointer = self.saved_pointer(pointer)?;
                let known = self.is_program(pointer);
                self.require_modelled(
                    known,
                    "assignable object of which the size is not known",
                    span,
                );
                self.allow_object(pointer, span);
            }
            (ContractWord::Frame, []) => self.begin_frame(span),
            (ContractWord::Any, [pointer, bytes]) => {
                let block = self.contract_block(pointer, bytes, span)?;
                self.forget_block(block.pointer, block.cell, block.bytes, span)?;
            }
            (ContractWord::AnyObject, [pointer]) => {
                let cell = self.contract_cell(pointer, span)?;
                let pointer = self.saved_pointer(pointer)?;
                self.forget_object(pointer, cell, span)?;
            }
            (ContractWord::NoPointer, [value]) => {
                if self.holds_pointer(&value.ty) {
                    return self.unsupported("call by contract that returns a pointer", span);
                }
            }
            (ContractWord::ContractOf, [name]) => {
                let name = literal(name).unwrap_or_default().into();
                let effect = ExternalEffect::HoldsContract;
                self.lowering.note_external(&name, effect, span);
            }
            (ContractWord::Holds, [condition]) => {
                let condition = self.condition(condition)?;
                self.assume(condition, AssumeReason::Branch, span);
            }
            (ContractWord::At, [name, position]) => {
                if self.is_checked_function() {
                    let (name, position) =
                        (self.size_argument(name)?, self.size_argument(position)?);
                    let same = self.terms.eq(name, position);
                    self.assume(same, AssumeReason::Branch, span);
                }
            }
            (ContractWord::LoopBegin, [number]) => self.loop_begins(number),
            (ContractWord::LoopForget, [number]) => self.loop_forgets(number, span)?,
            (ContractWord::LoopDone, []) => {
                self.assume(self.terms.fls(), AssumeReason::Branch, span);
            }
            (ContractWord::Unread, [text]) => {
                let construct = literal(text).unwrap_or_else(|| "contract".to_owned());
                return self.unsupported(&construct, span);
            }
            _ => return self.unsupported("contract in an unusual form", span),
        }
        Ok(Value::nothing())
    }

    fn truth_of(&self, condition: TermId) -> Value {
        let t = &self.terms;
        Value {
            shape: Rc::new(Shape::Scalar(Scalar::INT)),
            leaves: vec![t.ite(condition, t.bv(32, 1), t.bv(32, 0))],
        }
    }

    fn contract_cell(&mut self, pointer: &Expr, span: Option<Span>) -> Lowered<Cell> {
        match self.lowering.points_to.pointee(pointer) {
            Some(cell) => Ok(cell),
            None => self.unsupported(
                "contract about a pointer that the analysis of pointers did not see",
                span,
            ),
        }
    }

    fn contract_block(
        &mut self,
        pointer: &Expr,
        bytes: &Expr,
        span: Option<Span>,
    ) -> Lowered<Block> {
        let cell = self.contract_cell(pointer, span)?;
        let pointer = self.saved_pointer(pointer)?;
        let bytes = self.size_argument(bytes)?;
        let bytes = self.save(bytes, Scalar::WIDE, span);
        Ok(Block {
            pointer,
            cell,
            bytes,
        })
    }

    /// Bytes that a caller makes accessible, if they are not the program's; whether they can be accessed.
    fn allow_access(&mut self, first: &Expr, bytes: &Expr, span: Option<Span>) -> Lowered<TermId> {
        let block = self.contract_block(first, bytes, span)?;
        let t = self.terms.clone();
        let result = self.temporary(Scalar::BYTE);
        let (own, external, end) = (
            self.place_here(span),
            self.place_here(span),
            self.place_here(span),
        );
        self.split(self.is_program(block.pointer), own, external, span);
        self.at = own;
        let valid = self.is_valid_block(&block, span);
        self.assign(result, t.ite(valid, t.bv(8, 1), t.bv(8, 0)), span);
        self.go(end, span);
        self.at = external;
        if self.lowering.ranges.is_some() {
            self.declare_range(first, bytes)?;
            let nothing = t.bv(WIDTH, 0);
            let valid = t.or(&[t.eq(block.bytes, nothing), t.ne(block.pointer, nothing)]);
            self.assign(result, t.ite(valid, t.bv(8, 1), t.bv(8, 0)), span);
            self.go(end, span);
        } else {
            // The location is made; what follows goes on from the other branch.
            let _ = self.unsupported::<()>("memory of a caller in a contract", span);
        }
        self.at = end;
        Ok(t.ne(self.symbol(result), t.bv(8, 0)))
    }

    /// Whether a block lies in one object that is there.
    fn is_valid_block(&mut self, block: &Block, span: Option<Span>) -> TermId {
        if self.forgets_memory() {
            let any = self.any_scalar(Scalar::BYTE, span);
            return self.terms.ne(any, self.terms.bv(8, 0));
        }
        let t = self.terms.clone();
        let inside = self.is_accessible(block.pointer, block.cell, block.bytes, span);
        t.or(&[t.eq(block.bytes, t.bv(WIDTH, 0)), inside])
    }

    /// An object that a called function takes for its own must not be a variable that it may know by name.
    fn require_unnamed(&mut self, pointer: &Expr, span: Option<Span>) -> Lowered<()> {
        let cell = self.contract_cell(pointer, span)?;
        let pointer = self.saved_pointer(pointer)?;
        let t = self.terms.clone();
        for (object, _) in self.lowering.points_to.node(cell.node).objects.clone() {
            let Object::Variable(variable) = object else {
                continue;
            };
            let declared = self.lowering.unit.variable(variable);
            let is_local = matches!(declared.storage, Storage::Local(_) | Storage::Parameter(_));
            if is_local || declared.constant {
                continue;
            }
            let number = self
                .lowering
                .object_number(StaticObject::Variable(variable));
            let other = t.ne(self.object_of(pointer), t.bv(32, u128::from(number)));
            self.require_modelled(
                other,
                "variable of the program as an object that must be fresh",
                span,
            );
        }
        Ok(())
    }

    pub(super) fn holds_pointer(&self, ty: &Type) -> bool {
        match ty {
            Type::Pointer(_) | Type::Function(_) | Type::Other(_) => true,
            Type::Array(element, _) => self.holds_pointer(element),
            Type::Record(record) => {
                let fields = self.lowering.unit.record(*record).fields.iter().flatten();
                fields
                    .map(|field| &field.ty)
                    .any(|ty| self.holds_pointer(ty))
            }
            _ => false,
        }
    }
}

/// The text of a string.
fn literal(expr: &Expr) -> Option<String> {
    match &expr.kind {
        ExprKind::Cast(_, inner) => literal(inner),
        ExprKind::String(units) => {
            let characters = units.iter().take_while(|unit| **unit != 0);
            Some(
                characters
                    .filter_map(|unit| char::from_u32(*unit))
                    .collect(),
            )
        }
        _ => None,
    }
}
