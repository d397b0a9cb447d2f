//! `__builtin_add_overflow` and its relatives with operands of any integer types: the exact result is
//! stored modulo the width of the target, and the value is whether it does not fit.

use super::arithmetic::integer;
use super::convert::Converter;
use super::hidden::{Block, assign, dereference};
use super::node::Node;
use super::typed::{cast, constant, int};
use crate::ast::{BinaryOp, CastKind, Expr, ExprKind, IntKind, Type};
use crate::open_order::unsequenced_by_name;

/// Bits in which every result of operands of at most half as many bits is exact.
const WIDE: u32 = 128;

impl Converter {
    /// The call of such a builtin; `None` where the operands are too wide.
    pub(super) fn overflow(&mut self, node: &Node, name: &str, operands: &[Node]) -> Option<Expr> {
        let op = match name {
            "__builtin_add_overflow" => BinaryOp::Add,
            "__builtin_sub_overflow" => BinaryOp::Sub,
            "__builtin_mul_overflow" => BinaryOp::Mul,
            _ => return None,
        };
        let [left, right, target] = operands else {
            return None;
        };
        let operands = [left, right, target].map(|operand| self.expression(operand));
        if unsequenced_by_name(&operands) {
            return None;
        }
        let [left, right, target] = operands;
        let mut block = Block::new(self, node.begin);
        let left = block.keep(left, self)?;
        let right = block.keep(right, self)?;
        let target = block.keep(target, self)?;
        let place = dereference(target)?;
        let Type::Int(wanted) = place.ty else {
            return None;
        };
        let (a, b) = (self.operand_kind(&left)?, self.operand_kind(&right)?);
        // Computed without a sign, so that nothing overflows, and read as what the result is.
        let unsigned = Type::Int(integer("unsigned __int128", WIDE));
        let exact = match (op, a.signed, b.signed) {
            (BinaryOp::Add | BinaryOp::Mul, false, false) => integer("unsigned __int128", WIDE),
            _ => integer("__int128", WIDE),
        };
        let left = self.convert_integer(left, unsigned.clone())?;
        let right = self.convert_integer(right, unsigned)?;
        let value = self.combine(op, left, right)?;
        let value = self.convert_integer(value, Type::Int(exact))?;
        let value = block.keep(value, self)?;
        let stored = self.convert_integer(value.clone(), Type::Int(wanted))?;
        let stored = block.keep(stored, self)?;
        block.run(assign(place, stored.clone())?);
        let span = node.begin;
        let truth = |op, left, right| {
            let kind = ExprKind::Binary(op, Box::new(left), Box::new(right));
            let ty = int();
            Expr { kind, ty, span }
        };
        let again = self.convert_integer(stored.clone(), Type::Int(exact))?;
        let mut lost = truth(BinaryOp::NotEqual, again, value.clone());
        // Signs that differ are lost without a trace where no bit is.
        if exact.signed != wanted.signed {
            let of_sign = if exact.signed { value } else { stored };
            let zero = constant(0, of_sign.ty.clone(), span);
            let negative = truth(BinaryOp::Less, of_sign, zero);
            lost = truth(BinaryOp::LogicalOr, lost, negative);
        }
        Some(block.end(cast(CastKind::IntegralToBoolean, lost, Type::Bool)))
    }

    /// The type of an operand, if results of two such are exact.
    fn operand_kind(&self, operand: &Expr) -> Option<IntKind> {
        match operand.ty {
            Type::Int(_) | Type::Enum(_) | Type::Bool => self
                .integer_kind(&operand.ty)
                .filter(|kind| kind.width <= WIDE / 2),
            _ => None,
        }
    }
}
