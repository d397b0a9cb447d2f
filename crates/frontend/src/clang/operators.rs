//! clang's names of operators and conversions.

use crate::ast::{BinaryOp, CastKind, UnaryOp};

/// A binary operator without assignment.
pub(super) fn binary(opcode: &str) -> Option<BinaryOp> {
    Some(match opcode {
        "+" => BinaryOp::Add,
        "-" => BinaryOp::Sub,
        "*" => BinaryOp::Mul,
        "/" => BinaryOp::Div,
        "%" => BinaryOp::Rem,
        "<<" => BinaryOp::Shl,
        ">>" => BinaryOp::Shr,
        "&" => BinaryOp::BitAnd,
        "|" => BinaryOp::BitOr,
        "^" => BinaryOp::BitXor,
        "<" => BinaryOp::Less,
        ">" => BinaryOp::Greater,
        "<=" => BinaryOp::LessEqual,
        ">=" => BinaryOp::GreaterEqual,
        "==" => BinaryOp::Equal,
        "!=" => BinaryOp::NotEqual,
        "&&" => BinaryOp::LogicalAnd,
        "||" => BinaryOp::LogicalOr,
        "," => BinaryOp::Comma,
        _ => return None,
    })
}

/// Before or after the operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fixity {
    Prefix,
    Postfix,
}

/// A unary operator.
pub(super) fn unary(opcode: &str, fixity: Fixity) -> Option<UnaryOp> {
    Some(match (opcode, fixity) {
        ("+", _) => UnaryOp::Plus,
        ("-", _) => UnaryOp::Minus,
        ("~", _) => UnaryOp::BitNot,
        ("!", _) => UnaryOp::LogicalNot,
        ("&", _) => UnaryOp::AddressOf,
        ("*", _) => UnaryOp::Dereference,
        ("++", Fixity::Prefix) => UnaryOp::PreIncrement,
        ("--", Fixity::Prefix) => UnaryOp::PreDecrement,
        ("++", Fixity::Postfix) => UnaryOp::PostIncrement,
        ("--", Fixity::Postfix) => UnaryOp::PostDecrement,
        _ => return None,
    })
}

/// A conversion.
pub(super) fn cast(name: &str) -> CastKind {
    match name {
        "LValueToRValue" => CastKind::LValueToRValue,
        // `_Atomic(T)` is read as `T`.
        "NoOp" | "AtomicToNonAtomic" | "NonAtomicToAtomic" => CastKind::NoOp,
        "ToVoid" => CastKind::ToVoid,
        "IntegralCast" => CastKind::IntegralCast,
        "IntegralToBoolean" => CastKind::IntegralToBoolean,
        "ArrayToPointerDecay" => CastKind::ArrayToPointer,
        "FunctionToPointerDecay" | "BuiltinFnToFnPtr" => CastKind::FunctionToPointer,
        "NullToPointer" => CastKind::NullToPointer,
        "BitCast" => CastKind::BitCast,
        "IntegralToPointer" => CastKind::IntegralToPointer,
        "PointerToIntegral" => CastKind::PointerToIntegral,
        "PointerToBoolean" => CastKind::PointerToBoolean,
        "FloatingCast" => CastKind::FloatingCast,
        "IntegralToFloating" => CastKind::IntegralToFloating,
        "FloatingToIntegral" => CastKind::FloatingToIntegral,
        "FloatingToBoolean" => CastKind::FloatingToBoolean,
        other => CastKind::Other(other.to_owned()),
    }
}
