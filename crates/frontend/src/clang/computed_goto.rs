//! Labels as values (GNU C). The address of a label is a pointer into the function after its first
//! byte, in the order of the labels in the text. `goto *e` compares with the labels whose address is
//! taken in the function, and is not modelled where it meets none of them.

use super::convert::Converter;
use super::node::Node;
use super::typed::{cast, constant, int};
use crate::ast::{
    BinaryOp, CastKind, DeclaredBy, Expr, ExprKind, IntegerValue, LabelId, Linkage, Statement,
    StatementKind, Storage, Type, VariableDecl, VariableId,
};
use std::sync::Arc;

/// Bytes between two labels.
const DISTANCE: IntegerValue = 16;

/// The hidden variable that holds where a jump leads.
const NAME: &str = "$goto";

impl Converter {
    /// `&&label`.
    pub(super) fn label_address(&mut self, node: &Node) -> Expr {
        match self.address_of_label(node.link) {
            Some(address) => Expr {
                span: node.begin,
                ..address
            },
            None => self.unsupported(node, "address of a label"),
        }
    }

    fn address_of_label(&self, label: u64) -> Option<Expr> {
        let function = self.current?;
        let place = self.function_labels.places.get(&label)?;
        let declared = &self.unit.function(function).ty;
        let ty = Type::Function(Arc::new(declared.clone()));
        let designator = Expr {
            kind: ExprKind::Function(function),
            ty,
            span: None,
        };
        let pointer = self.read(designator);
        let void = Type::Pointer(Arc::new(Type::Void));
        let start = cast(CastKind::BitCast, pointer, void.clone());
        let distance = constant(place * DISTANCE, int(), None);
        Some(Expr {
            kind: ExprKind::Binary(BinaryOp::Add, Box::new(start), Box::new(distance)),
            ty: void,
            span: None,
        })
    }

    /// `goto *target`.
    pub(super) fn computed_goto(&mut self, node: &Node, target: &Node) -> StatementKind {
        let span = node.begin;
        let refusal = || StatementKind::Unsupported("computed goto".to_owned());
        let Some(function) = self.current else {
            return refusal();
        };
        let void = Type::Pointer(Arc::new(Type::Void));
        let target = cast(CastKind::BitCast, self.expression(target), void.clone());
        let id = VariableId(self.unit.variables.len() as u32);
        self.unit.variables.push(VariableDecl {
            name: NAME.into(),
            ty: void.clone(),
            storage: Storage::Local(function),
            initialiser: Some(target),
            linkage: Linkage::Internal,
            constant: false,
            volatile: false,
            alignment: None,
            span,
            declared_by: DeclaredBy::FrontEnd,
        });
        let mut chain = Statement {
            kind: refusal(),
            span,
        };
        for label in self.function_labels.taken.clone().into_iter().rev() {
            let Some(address) = self.address_of_label(label) else {
                return refusal();
            };
            let held = self.read(Expr {
                kind: ExprKind::Variable(id),
                ty: void.clone(),
                span,
            });
            let label: LabelId = self.label(label);
            let is_there = ExprKind::Binary(BinaryOp::Equal, Box::new(held), Box::new(address));
            let kind = StatementKind::If {
                condition: Expr {
                    kind: is_there,
                    ty: int(),
                    span,
                },
                then: Box::new(Statement {
                    kind: StatementKind::Goto(label),
                    span,
                }),
                otherwise: Some(Box::new(chain)),
            };
            chain = Statement { kind, span };
        }
        let declared = Statement {
            kind: StatementKind::Declare(vec![id]),
            span,
        };
        StatementKind::Compound(vec![declared, chain])
    }
}
