//! Typed expressions made by hand, with the conversions that C inserts: for what clang prints only
//! as text.

use super::arithmetic::integer;
use super::convert::Converter;
use crate::ast::{BinaryOp, CastKind, Expr, ExprKind, IntKind, IntegerValue, Type, layout};
use invar_cfa::Span;
use std::sync::Arc;

/// `int`.
pub(super) fn int() -> Type {
    Type::Int(integer("int", 32))
}

/// A conversion to a type.
pub(super) fn cast(kind: CastKind, operand: Expr, ty: Type) -> Expr {
    let span = operand.span;
    Expr {
        kind: ExprKind::Cast(kind, Box::new(operand)),
        ty,
        span,
    }
}

/// An integer constant of a type.
pub(super) fn constant(value: IntegerValue, ty: Type, span: Option<Span>) -> Expr {
    Expr {
        kind: ExprKind::Integer(value),
        ty,
        span,
    }
}

impl Converter {
    /// `size_t`.
    pub(super) fn size_type(&self) -> Type {
        Type::Int(layout::size_kind(self.target()))
    }

    /// The value of what an expression designates: objects are read, arrays and functions become
    /// pointers.
    pub(super) fn read(&self, designated: Expr) -> Expr {
        let (kind, ty) = match &designated.ty {
            Type::Array(element, _) | Type::VariableArray(element, _) => {
                (CastKind::ArrayToPointer, Type::Pointer(Arc::clone(element)))
            }
            Type::Function(_) => (
                CastKind::FunctionToPointer,
                Type::Pointer(Arc::new(designated.ty.clone())),
            ),
            ty => (CastKind::LValueToRValue, ty.clone()),
        };
        cast(kind, designated, ty)
    }

    /// An integer converted to another integer type.
    pub(super) fn convert_integer(&self, value: Expr, ty: Type) -> Option<Expr> {
        self.integer_type(&value.ty)?;
        self.integer_type(&ty)?;
        Some(match ty {
            _ if value.ty == ty => value,
            Type::Bool => cast(CastKind::IntegralToBoolean, value, ty),
            ty => cast(CastKind::IntegralCast, value, ty),
        })
    }

    fn integer_type(&self, ty: &Type) -> Option<IntKind> {
        match ty {
            Type::Int(_) | Type::Enum(_) | Type::Bool => self.integer_kind(ty),
            _ => None,
        }
    }

    /// C11 6.3.1.1: the integer promotions.
    pub(super) fn promote(&self, value: Expr) -> Option<Expr> {
        let kind = self.integer_type(&value.ty)?;
        let width = self.bit_field_width(&value).unwrap_or(kind.width);
        let promoted = match value.ty {
            _ if width < 32 => int(),
            _ if width == 32 && kind.signed => int(),
            Type::Enum(_) => Type::Int(kind),
            ref ty => ty.clone(),
        };
        self.convert_integer(value, promoted)
    }

    /// The width of the bit-field that a value was read from.
    fn bit_field_width(&self, value: &Expr) -> Option<u32> {
        match &value.kind {
            ExprKind::Cast(CastKind::LValueToRValue, place) => self.designated_width(place),
            _ => None,
        }
    }

    /// The number of bits of the bit-field that an expression designates.
    pub(super) fn designated_width(&self, place: &Expr) -> Option<u32> {
        match place.unmarked().kind {
            ExprKind::Member { record, field, .. } => {
                let fields = self.unit.record(record).fields.as_ref()?;
                fields.get(field as usize)?.bits
            }
            _ => None,
        }
    }

    /// C11 6.3.1.8: both operands in their common type.
    pub(super) fn balance(&self, left: Expr, right: Expr) -> Option<(Expr, Expr)> {
        let (left, right) = (self.promote(left)?, self.promote(right)?);
        let (Type::Int(a), Type::Int(b)) = (&left.ty, &right.ty) else {
            return None;
        };
        let common = Type::Int(common(*a, *b));
        let left = self.convert_integer(left, common.clone())?;
        Some((left, self.convert_integer(right, common)?))
    }

    /// A binary operator on integers, or a pointer plus an integer.
    pub(super) fn combine(&self, op: BinaryOp, left: Expr, right: Expr) -> Option<Expr> {
        use BinaryOp::{
            Add, Comma, Equal, Greater, GreaterEqual, Less, LessEqual, LogicalAnd, LogicalOr,
            NotEqual, Shl, Shr, Sub,
        };
        let span = left.span;
        let (left, right, ty) = match op {
            Comma => return None,
            LogicalAnd | LogicalOr => (left, right, int()),
            Add | Sub if matches!(left.ty, Type::Pointer(_)) => {
                self.integer_type(&right.ty)?;
                let ty = left.ty.clone();
                (left, right, ty)
            }
            Shl | Shr => {
                let (left, right) = (self.promote(left)?, self.promote(right)?);
                let ty = left.ty.clone();
                (left, right, ty)
            }
            _ => {
                let (left, right) = self.balance(left, right)?;
                let ty = match op {
                    Less | Greater | LessEqual | GreaterEqual | Equal | NotEqual => int(),
                    _ => left.ty.clone(),
                };
                (left, right, ty)
            }
        };
        let kind = ExprKind::Binary(op, Box::new(left), Box::new(right));
        Some(Expr { kind, ty, span })
    }
}

/// The rank of a promoted integer type.
fn rank(kind: IntKind) -> u32 {
    match kind.name.strip_prefix("unsigned ").unwrap_or(kind.name) {
        "int" => 0,
        "long" => 1,
        "long long" => 2,
        _ => 3,
    }
}

/// The common type of two promoted integer types.
fn common(a: IntKind, b: IntKind) -> IntKind {
    let larger = |a: IntKind, b: IntKind| if rank(a) >= rank(b) { a } else { b };
    if a.signed == b.signed {
        return larger(a, b);
    }
    let (signed, unsigned) = if a.signed { (a, b) } else { (b, a) };
    if rank(unsigned) >= rank(signed) {
        unsigned
    } else if signed.width > unsigned.width {
        signed
    } else {
        match rank(signed) {
            1 => integer("unsigned long", signed.width),
            _ => integer("unsigned long long", signed.width),
        }
    }
}
