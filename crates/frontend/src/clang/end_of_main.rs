//! What `main` returns where a call of it reaches its closing brace (C11 5.1.2.2.3): zero, at every call.
//!
//! Where nothing calls `main`, nothing reads its result, and its text is left as it is.

use super::convert::Converter;
use super::options::EndOfMain;
use crate::ast::{Expr, ExprKind, FunId, IntKind, Statement, StatementKind, Type};

impl Converter {
    /// Puts `return 0` after the body of a `main` that the program mentions.
    pub(super) fn end_main(&mut self) {
        let functions = &self.unit.functions;
        let main = functions
            .iter()
            .position(|f| &*f.name == "main" && f.body.is_some());
        let Some(main) = main.filter(|_| self.end_of_main == EndOfMain::Zero) else {
            return;
        };
        let id = FunId(main as u32);
        if !self.mentions(id) {
            return;
        }
        let function = &mut self.unit.functions[main];
        if let Type::Int(kind) = function.ty.result {
            let body = function.body.take();
            function.body = body.map(|body| followed_by_zero(body, kind));
        }
    }

    fn mentions(&self, function: FunId) -> bool {
        let unit = &self.unit;
        let mut is_it = |expr: &Expr| matches!(expr.kind, ExprKind::Function(id) if id == function);
        let mut bodies = unit.functions.iter().filter_map(|f| f.body.as_ref());
        let variables = unit.variables.iter();
        let mut initialisers = variables.filter_map(|variable| variable.initialiser.as_ref());
        bodies.any(|body| unit.any_expression(body, &mut is_it))
            || initialisers.any(|value| unit.any_part(value, &mut is_it))
    }
}

/// A body with `return 0` after it.
fn followed_by_zero(body: Statement, kind: IntKind) -> Statement {
    let span = body.span;
    let zero = Expr {
        kind: ExprKind::Integer(0),
        ty: Type::Int(kind),
        span: None,
    };
    let end = Statement {
        kind: StatementKind::Return(Some(zero)),
        span: None,
    };
    let kind = StatementKind::Compound(match body.kind {
        StatementKind::Compound(list) => list.into_iter().chain([end]).collect(),
        _ => vec![body, end],
    });
    Statement { kind, span }
}
