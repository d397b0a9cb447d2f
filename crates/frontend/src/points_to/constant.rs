//! Integer constants, and the distances that C programs write as addresses in a null object.

use super::layouts::Layouts;
use crate::ast::{BinaryOp, CastKind, Expr, ExprKind, IntegerValue, Type, UnaryOp};

impl Layouts<'_> {
    /// The value of an integer constant expression, `offsetof` by null pointers included.
    pub fn constant(&mut self, expr: &Expr) -> Option<IntegerValue> {
        let value = match &expr.kind {
            ExprKind::Integer(value) => *value,
            ExprKind::SizeOf(ty) => self.size(ty)?.into(),
            ExprKind::Unary(UnaryOp::Plus, inner) => self.constant(inner)?,
            ExprKind::Unary(UnaryOp::Minus, inner) => self.constant(inner)?.checked_neg()?,
            ExprKind::Unary(UnaryOp::BitNot, inner) => !self.constant(inner)?,
            ExprKind::Cast(
                CastKind::IntegralCast | CastKind::WrittenIntegralCast | CastKind::NoOp,
                inner,
            ) => self.constant(inner)?,
            ExprKind::Cast(CastKind::PointerToIntegral, inner) => self.null_address(inner)?,
            ExprKind::Binary(op, left, right) => self.binary_constant(*op, left, right)?,
            _ => return None,
        };
        self.wrapped(value, &expr.ty)
    }

    fn binary_constant(&mut self, op: BinaryOp, left: &Expr, right: &Expr) -> Option<IntegerValue> {
        if let (BinaryOp::Sub, Type::Pointer(target), Type::Pointer(_)) = (op, &left.ty, &right.ty)
        {
            let difference = self
                .null_address(left)?
                .checked_sub(self.null_address(right)?)?;
            return difference.checked_div(self.size(target)?.into());
        }
        // Most operands are no constants: the cheaper side decides first.
        let right = self.constant(right)?;
        let left = self.constant(left)?;
        match op {
            BinaryOp::Add => left.checked_add(right),
            BinaryOp::Sub => left.checked_sub(right),
            BinaryOp::Mul => left.checked_mul(right),
            BinaryOp::Div => left.checked_div(right),
            BinaryOp::BitAnd => Some(left & right),
            BinaryOp::BitOr => Some(left | right),
            BinaryOp::Shl => (0..64).contains(&right).then(|| left << right),
            _ => None,
        }
    }

    /// The address of something in an object at a constant address, usually at null.
    fn null_address(&mut self, pointer: &Expr) -> Option<IntegerValue> {
        match &pointer.kind {
            ExprKind::Cast(CastKind::NullToPointer, _) => Some(0),
            ExprKind::Cast(CastKind::IntegralToPointer, inner) => self.constant(inner),
            ExprKind::Cast(CastKind::BitCast | CastKind::NoOp, inner) => self.null_address(inner),
            ExprKind::Cast(CastKind::ArrayToPointer, object)
            | ExprKind::Unary(UnaryOp::AddressOf, object) => self.null_object(object),
            _ => None,
        }
    }

    fn null_object(&mut self, object: &Expr) -> Option<IntegerValue> {
        match &object.kind {
            ExprKind::Unary(UnaryOp::Dereference, pointer) => self.null_address(pointer),
            ExprKind::Cast(CastKind::NoOp, inner) => self.null_object(inner),
            ExprKind::Member {
                base,
                record,
                field,
            } => {
                let base = self.null_object(base)?;
                let offset = self.record(*record)?.offsets.get(*field as usize)?.bytes();
                base.checked_add(offset.into())
            }
            ExprKind::Index { base, index } => {
                let base = self.null_address(base)?;
                let size: IntegerValue = self.size(&object.ty)?.into();
                base.checked_add(self.constant(index)?.checked_mul(size)?)
            }
            _ => None,
        }
    }

    fn wrapped(&self, value: IntegerValue, ty: &Type) -> Option<IntegerValue> {
        let kind = match ty {
            Type::Int(kind) => *kind,
            Type::Enum(id) => self.enumeration(*id)?,
            Type::Bool => return Some(IntegerValue::from(value != 0)),
            _ => return None,
        };
        let unused = 128u32.checked_sub(kind.width)?;
        let shifted = value << unused.min(127);
        Some(if unused == 0 {
            value
        } else if kind.signed {
            shifted >> unused
        } else {
            ((shifted as u128) >> unused) as IntegerValue
        })
    }

    /// A constant number of bytes by which a pointer moves, where addresses wrap around.
    pub fn distance(&self, bytes: IntegerValue) -> i64 {
        match self.pointer() {
            4 => i64::from(bytes as i32),
            _ => bytes as i64,
        }
    }
}
