//! Other names of what is known: `__attribute__((alias("name")))`, `asm("name")`.

use super::convert::Converter;
use super::node::Node;
use super::typed::cast;
use crate::ast::{CastKind, Expr, ExprKind, Type, UnaryOp, VariableId};
use invar_cfa::Span;
use std::sync::Arc;

impl Converter {
    /// The known variable that a declaration gives another name to, if that is all it does.
    pub(super) fn aliased(&self, node: &Node, name: &Arc<str>) -> Option<VariableId> {
        let is_new = node.previous == 0 && !self.global_names.contains_key(name);
        if !is_new || node.has_attribute(&["WeakRefAttr", "IFuncAttr"]) {
            return None;
        }
        let mut attributes = node.inner.iter();
        let alias = attributes.find(|child| &*child.kind == "AliasAttr")?;
        self.global_names.get(alias.word.as_deref()?).copied()
    }

    /// Another name of a variable: what is at its place, as the other name's type.
    pub(super) fn alias(&self, target: VariableId, ty: &Type, span: Option<Span>) -> Expr {
        let known = &self.unit.variable(target).ty;
        let variable = Expr {
            kind: ExprKind::Variable(target),
            ty: known.clone(),
            span,
        };
        if known == ty {
            return variable;
        }
        let address = Expr {
            kind: ExprKind::Unary(UnaryOp::AddressOf, Box::new(variable)),
            ty: Type::Pointer(Arc::new(known.clone())),
            span,
        };
        let pointer = Type::Pointer(Arc::new(ty.clone()));
        let address = cast(CastKind::BitCast, address, pointer);
        Expr {
            kind: ExprKind::Unary(UnaryOp::Dereference, Box::new(address)),
            ty: ty.clone(),
            span,
        }
    }
}
