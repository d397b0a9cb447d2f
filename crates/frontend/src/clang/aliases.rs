//! Other names of what is known: `__attribute__((alias("name")))`, `asm("name")`.

use super::convert::Converter;
use super::node::Node;
use super::typed::cast;
use crate::ast::{
    CastKind, Expr, ExprKind, FunId, Statement, StatementKind, Type, UnaryOp, VariableId,
};
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

    /// Refuses the functions that the linker takes for others of this unit: their names differ,
    /// but one of them is the body of the other.
    pub(super) fn refuse_renamed(&mut self) {
        for (renamed, symbol) in std::mem::take(&mut self.renamed) {
            let Some(named) = self.function_names.get(&symbol).copied() else {
                continue;
            };
            let has_body = |id: FunId| self.unit.function(id).body.is_some();
            let (without, with) = match has_body(renamed) {
                true => (named, renamed),
                false => (renamed, named),
            };
            if has_body(with) && !has_body(without) {
                let function = &mut self.unit.functions[without.0 as usize];
                let what = "another name of a function".to_owned();
                function.body = Some(Statement {
                    kind: StatementKind::Unsupported(what),
                    span: function.span,
                });
            }
        }
    }

    /// Another name of a variable: what stands at its place, as the other name's type.
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
