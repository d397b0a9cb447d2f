//! Assignments that compute with values of several numbers.

use super::super::convert::Converter;
use super::super::hidden::{Block, assign, dereference};
use super::super::sizes::has_effect;
use super::REAL;
use crate::ast::{BinaryOp, Expr, ExprKind, Type, UnaryOp};
use invar_cfa::Span;
use std::sync::Arc;

impl Converter {
    /// `target op= value`: the value is computed first, as gcc does.
    pub(super) fn compound_numbers(
        &mut self,
        op: BinaryOp,
        left: Type,
        result: Type,
        target: Expr,
        value: Expr,
    ) -> Option<Expr> {
        let span = target.span;
        let mut block = Block::new(self, span);
        let target = self.repeatable(target, &mut block)?;
        let value = self.hold(value, &mut block)?;
        let old = self.read(target.clone());
        let old = self.number_or_numbers_as(old, left, &mut block)?;
        let new = self.binary_numbers(op, old, value, result, &mut block)?;
        let new = self.number_or_numbers_as(new, target.ty.clone(), &mut block)?;
        Some(block.end(assign(target, new)?))
    }

    /// `++z` and the like change the real part.
    pub(super) fn step_complex(
        &mut self,
        op: UnaryOp,
        target: Expr,
        span: Option<Span>,
    ) -> Option<Expr> {
        let mut block = Block::new(self, span);
        let target = self.repeatable(target, &mut block)?;
        let before = match op {
            UnaryOp::PostIncrement | UnaryOp::PostDecrement => {
                let old = self.read(target.clone());
                Some(block.keep(old, self)?)
            }
            _ => None,
        };
        let part = self.number(target.clone(), REAL)?;
        let ty = part.ty.clone();
        let kind = ExprKind::Unary(op, Box::new(part));
        block.run(Expr { kind, ty, span });
        let value = match before {
            Some(before) => before,
            None => self.read(target),
        };
        Some(block.end(value))
    }

    /// A designator that can be evaluated twice.
    fn repeatable(&mut self, target: Expr, block: &mut Block) -> Option<Expr> {
        if !has_effect(&target) {
            return Some(target);
        }
        let span = target.span;
        let ty = Type::Pointer(Arc::new(target.ty.clone()));
        let kind = ExprKind::Unary(UnaryOp::AddressOf, Box::new(target));
        let pointer = block.keep(Expr { kind, ty, span }, self)?;
        dereference(pointer)
    }
}
