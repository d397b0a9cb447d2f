//! Library functions on memory that lowering itself knows.

use super::body::{Body, Lowered};
use super::memory::Overlap;
use super::place::Value;
use super::shape::Shape;
use crate::ast::Expr;
use crate::library::{Copying, Filling, Native};
use invar_cfa::Span;
use invar_term::TermId;
use std::rc::Rc;

impl Body<'_, '_> {
    /// A call of a function that allocates, frees, fills or copies memory; `None` for any other.
    pub(super) fn call_memory(
        &mut self,
        native: Native,
        arguments: &[Expr],
        expr: &Expr,
    ) -> Lowered<Option<Value>> {
        let span = expr.span;
        match native {
            Native::Allocate(what) => {
                self.check_shared_arguments(arguments, span)?;
                let pointer = self.allocate_object(what, arguments, expr)?;
                Ok(Some(self.pointer_value(pointer)))
            }
            Native::Free => {
                self.check_memory_arguments(arguments, span)?;
                if let [argument] = arguments {
                    self.free(argument, span)?;
                } else {
                    for argument in arguments {
                        self.effects(argument)?;
                    }
                }
                Ok(Some(Value::nothing()))
            }
            Native::CopyBytes(how) => {
                self.check_memory_arguments(arguments, span)?;
                self.call_copy(how, arguments, span)
            }
            Native::FillBytes(with) => {
                self.check_memory_arguments(arguments, span)?;
                self.call_fill(with, arguments, span)
            }
            Native::FirstArgument
            | Native::AbsoluteValue
            | Native::Halt
            | Native::Unreachable
            | Native::Nothing => Ok(None),
        }
    }

    fn check_memory_arguments(&mut self, arguments: &[Expr], span: Option<Span>) -> Lowered<()> {
        self.check_shared_arguments(arguments, span)?;
        self.check_no_registers(arguments, span)
    }

    fn call_copy(
        &mut self,
        how: Copying,
        arguments: &[Expr],
        span: Option<Span>,
    ) -> Lowered<Option<Value>> {
        let (target, source, size) = match (how, arguments) {
            (Copying::Backwards, [source, target, size]) => (target, source, size),
            (Copying::Backwards, _) => return Ok(None),
            (_, [target, source, size, ..]) => (target, source, size),
            _ => return Ok(None),
        };
        let overlap = match how {
            Copying::Apart | Copying::ToEnd => Overlap::Undefined,
            Copying::Overlapping | Copying::Backwards => Overlap::Allowed,
        };
        let (pointer, size) = self.copy_block(target, source, size, overlap, span)?;
        Ok(Some(match how {
            Copying::Apart | Copying::Overlapping => self.pointer_value(pointer),
            Copying::Backwards => Value::nothing(),
            Copying::ToEnd => self.pointer_value(self.terms.bv_add(pointer, size)),
        }))
    }

    fn call_fill(
        &mut self,
        with: Filling,
        arguments: &[Expr],
        span: Option<Span>,
    ) -> Lowered<Option<Value>> {
        Ok(match (with, arguments) {
            (Filling::Given, [target, byte, size, ..]) => {
                let pointer = self.fill_block(target, Some(byte), size, span)?;
                Some(self.pointer_value(pointer))
            }
            (Filling::Zero, [target, size]) => {
                self.fill_block(target, None, size, span)?;
                Some(Value::nothing())
            }
            _ => None,
        })
    }

    fn pointer_value(&self, pointer: TermId) -> Value {
        Value {
            shape: Rc::new(Shape::Scalar(self.pointer_scalar())),
            leaves: vec![pointer],
        }
    }
}
