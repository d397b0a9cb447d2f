//! Statement expressions with hidden variables, for operations that C has no expression for:
//! `({ T *place = p; T old = *place; *place = old + value; old; })`.

use super::convert::Converter;
use crate::ast::{
    AssignOp, DeclaredBy, Expr, ExprKind, FunId, Linkage, Statement, StatementKind, Storage, Type,
    UnaryOp, VariableDecl, VariableId,
};
use invar_cfa::Span;

/// Name of the hidden variables.
const NAME: &str = "$hidden";

/// The statements of a statement expression.
pub(super) struct Block {
    statements: Vec<Statement>,
    /// The function it is in; outside of functions nothing can be kept.
    function: Option<FunId>,
    span: Option<Span>,
}

impl Block {
    pub(super) fn new(converter: &Converter, span: Option<Span>) -> Block {
        Block {
            statements: Vec::new(),
            function: converter.current,
            span,
        }
    }

    /// A hidden variable with a value; returns what reads it.
    pub(super) fn keep(&mut self, value: Expr, converter: &mut Converter) -> Option<Expr> {
        let place = self.place(value, converter)?;
        Some(converter.read(place))
    }

    /// A hidden variable with a value; returns what designates it.
    pub(super) fn place(&mut self, value: Expr, converter: &mut Converter) -> Option<Expr> {
        if matches!(
            value.ty,
            Type::Void
                | Type::Array(..)
                | Type::VariableArray(..)
                | Type::Function(_)
                | Type::Other(_)
        ) {
            return None;
        }
        let storage = Storage::Local(self.function?);
        let id = VariableId(converter.unit.variables.len() as u32);
        let ty = value.ty.clone();
        converter.unit.variables.push(VariableDecl {
            name: NAME.into(),
            ty: ty.clone(),
            storage,
            initialiser: Some(value),
            linkage: Linkage::Internal,
            constant: false,
            volatile: false,
            alignment: None,
            span: self.span,
            declared_by: DeclaredBy::FrontEnd,
        });
        let kind = StatementKind::Declare(vec![id]);
        let span = self.span;
        self.add(Statement { kind, span });
        let kind = ExprKind::Variable(id);
        Some(Expr { kind, ty, span })
    }

    /// A statement of its own.
    pub(super) fn add(&mut self, statement: Statement) {
        self.statements.push(statement);
    }

    /// An expression for its effect.
    pub(super) fn run(&mut self, effect: Expr) {
        let kind = StatementKind::Expression(effect);
        let span = self.span;
        self.add(Statement { kind, span });
    }

    /// The expression with a value; just the value where there is no statement.
    pub(super) fn end(mut self, value: Expr) -> Expr {
        if self.statements.is_empty() {
            return value;
        }
        let ty = value.ty.clone();
        let span = self.span;
        self.run(value);
        let kind = StatementKind::Compound(self.statements);
        let kind = ExprKind::Statement(Box::new(Statement { kind, span }));
        Expr { kind, ty, span }
    }
}

/// `*pointer`.
pub(super) fn dereference(pointer: Expr) -> Option<Expr> {
    let Type::Pointer(target) = &pointer.ty else {
        return None;
    };
    let (ty, span) = ((**target).clone(), pointer.span);
    let kind = ExprKind::Unary(UnaryOp::Dereference, Box::new(pointer));
    Some(Expr { kind, ty, span })
}

/// `place = value`, both of one type.
pub(super) fn assign(place: Expr, value: Expr) -> Option<Expr> {
    if place.ty != value.ty {
        return None;
    }
    let (ty, span) = (place.ty.clone(), place.span);
    let kind = ExprKind::Assign {
        op: AssignOp::Plain,
        target: Box::new(place),
        value: Box::new(value),
    };
    Some(Expr { kind, ty, span })
}
