//! Expressions about types: `sizeof`, `_Alignof`, `__builtin_types_compatible_p`.

use super::convert::{Converter, contains_other};
use super::node::Node;
use crate::ast::{Expr, ExprKind, IntegerValue, Type, UnaryOp};
use invar_cfa::DataModel;

impl Converter {
    /// `sizeof`, `_Alignof`, `__alignof__`.
    pub(super) fn size(&mut self, node: &Node) -> Expr {
        let name = node.name.as_deref().unwrap_or_default();
        let of_type = node
            .rare
            .as_ref()
            .and_then(|rare| rare.argument_type.as_ref());
        let (ty, lengths) = match (of_type, node.inner.as_slice()) {
            (Some(ty), _) => self.written_type(ty, node.begin),
            (None, [operand]) if name == "sizeof" => {
                let operand = self.expression(operand);
                if has_computed_length(&operand.ty) && has_effect(&operand) {
                    // An operand of such a type is evaluated.
                    return self.unsupported(node, "sizeof of an expression with an effect");
                }
                (operand.ty, Vec::new())
            }
            _ => return self.unsupported(node, &format!("{name} of an expression")),
        };
        if let Some(refusal) = self.refuse_length(node) {
            return refusal;
        }
        if name == "sizeof" && has_computed_length(&ty) {
            return self.computed_size(node, &ty, lengths);
        }
        let is_in_doubt = match self.data_model {
            DataModel::Lp64 => self.has_wide_vector(&ty),
            DataModel::Ilp32 => self.has_wide_vector(&ty) || self.numbers(&ty).is_some(),
        };
        if name != "sizeof" && is_in_doubt {
            return self.unsupported(node, &format!("{name} of this type"));
        }
        if name != "sizeof" {
            match self.alignment_of_type(of_type, &ty) {
                Some(None) => {}
                Some(Some(align)) => return self.integer(node, align.into()),
                None => return self.unsupported(node, &format!("{name} of this type")),
            }
        }
        if let (Type::Other(_), "sizeof", Some(text)) = (&ty, name, of_type)
            && let Some(size) = self.hidden_size(text.resolved())
        {
            return self.integer(node, size.into());
        }
        match name {
            "sizeof" => self.typed(node, ExprKind::SizeOf(ty)),
            "alignof" => self.typed(node, ExprKind::AlignOf(ty)),
            // The preferred alignment differs from the one in structs for i386's eight-byte
            // scalars only.
            "__alignof" => match (&ty, self.target().member_limit) {
                (Type::Int(_) | Type::Enum(_) | Type::Float(_), Some(_)) => {
                    match crate::ast::layout::size_of(&self.unit, self.data_model, &ty) {
                        Some(8) => self.typed(node, ExprKind::Integer(8)),
                        _ => self.typed(node, ExprKind::AlignOf(ty)),
                    }
                }
                _ => self.typed(node, ExprKind::AlignOf(ty)),
            },
            other => self.unsupported(node, other),
        }
    }

    /// `__builtin_types_compatible_p`, which ignores qualifiers as our types do.
    pub(super) fn compatible(&mut self, node: &Node, left: &Node, right: &Node) -> Expr {
        let mut resolve = |node: &Node| match self.type_node(node) {
            Some(ty) => ty,
            None => self.type_of(node),
        };
        let (left, right) = (resolve(left), resolve(right));
        // On other machines `long double` is kept as another type of the same format.
        if !self.target().is_x86() && (has_float(&left) || has_float(&right)) {
            return self.unsupported(node, &node.kind);
        }
        match self.are_compatible(&left, &right) {
            Some(compatible) => self.integer(node, IntegerValue::from(compatible)),
            None => self.unsupported(node, &node.kind),
        }
    }
}

impl Converter {
    /// C11 6.2.7, without qualifiers; `None` where it is not known.
    fn are_compatible(&self, left: &Type, right: &Type) -> Option<bool> {
        match (left, right) {
            _ if contains_other(left) || contains_other(right) => None,
            _ if left == right => Some(true),
            (Type::Pointer(left), Type::Pointer(right)) => self.are_compatible(left, right),
            (Type::Array(left, a), Type::Array(right, b)) => {
                let is_possible = a.is_none() || b.is_none() || a == b;
                Some(is_possible && self.are_compatible(left, right)?)
            }
            // An enumeration is compatible with its integer type, not with another enumeration.
            (Type::Enum(id), Type::Int(kind)) | (Type::Int(kind), Type::Enum(id)) => {
                Some(self.unit.enums.get(id.0 as usize)? == kind)
            }
            (Type::Function(_), Type::Function(_))
            | (Type::VariableArray(..), _)
            | (_, Type::VariableArray(..)) => None,
            _ => Some(false),
        }
    }
}

/// Whether a floating-point type is in a type.
fn has_float(ty: &Type) -> bool {
    match ty {
        Type::Float(_) => true,
        Type::Pointer(inner) | Type::Array(inner, _) | Type::VariableArray(inner, _) => {
            has_float(inner)
        }
        _ => false,
    }
}

fn has_computed_length(ty: &Type) -> bool {
    match ty {
        Type::VariableArray(..) => true,
        Type::Array(element, _) => has_computed_length(element),
        _ => false,
    }
}

/// Whether evaluating the designator of an object may do more than read.
pub(super) fn has_effect(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Variable(_)
        | ExprKind::Function(_)
        | ExprKind::Integer(_)
        | ExprKind::String(_)
        | ExprKind::SizeOf(_) => false,
        ExprKind::Unary(UnaryOp::Dereference | UnaryOp::AddressOf, operand)
        | ExprKind::Cast(_, operand)
        | ExprKind::Member { base: operand, .. } => has_effect(operand),
        ExprKind::Index {
            base: left,
            index: right,
        } => has_effect(left) || has_effect(right),
        ExprKind::Binary(_, left, right) => has_effect(left) || has_effect(right),
        _ => true,
    }
}
