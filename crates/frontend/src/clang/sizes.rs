//! Expressions about types: `sizeof`, `_Alignof`, `__builtin_types_compatible_p`.

use super::convert::{Converter, contains_other};
use super::node::Node;
use crate::ast::{Expr, ExprKind, IntegerValue, Type};
use invar_cfa::DataModel;

impl Converter {
    /// `sizeof`, `_Alignof`, `__alignof__`.
    pub(super) fn size(&mut self, node: &Node) -> Expr {
        let name = node.name.as_deref().unwrap_or_default();
        let of_type = node
            .rare
            .as_ref()
            .and_then(|rare| rare.argument_type.as_ref());
        let ty = match (of_type, node.inner.as_slice()) {
            (Some(ty), _) => self.resolve(ty),
            (None, [operand]) if name == "sizeof" => self.expression(operand).ty,
            _ => return self.unsupported(node, &format!("{name} of an expression")),
        };
        if has_computed_length(&ty) {
            return self.unsupported(node, &format!("{name} of an array of computed length"));
        }
        match name {
            "sizeof" => self.typed(node, ExprKind::SizeOf(ty)),
            "alignof" => self.typed(node, ExprKind::AlignOf(ty)),
            // The preferred alignment differs from the one in structs for i386's eight-byte
            // scalars only.
            "__alignof" => match (&ty, self.data_model) {
                (Type::Int(_) | Type::Enum(_) | Type::Float(_), DataModel::Ilp32) => {
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
        if contains_other(&left) || contains_other(&right) {
            return self.unsupported(node, &node.kind);
        }
        self.integer(node, IntegerValue::from(left == right))
    }
}

fn has_computed_length(ty: &Type) -> bool {
    match ty {
        Type::VariableArray(_) => true,
        Type::Array(element, _) => has_computed_length(element),
        _ => false,
    }
}
