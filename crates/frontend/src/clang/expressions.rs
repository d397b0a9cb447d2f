//! Expressions.

use super::constant::wrap;
use super::convert::{Converter, contains_other};
use super::lengths::has_computed_length;
use super::literal::unescape;
use super::node::Node;
use super::operators::{self, Fixity};
use crate::ast::{
    AssignOp, BinaryOp, CastKind, Expr, ExprKind, IntegerValue, StatementKind, Type, UnaryOp,
    VariadicOp,
};
use invar_cfa::DataModel;
use std::sync::Arc;

impl Converter {
    /// An expression that is not represented.
    pub(super) fn unsupported(&mut self, node: &Node, what: &str) -> Expr {
        let ty = self.type_of(node);
        Expr {
            kind: ExprKind::Unsupported(what.to_owned()),
            ty,
            span: node.begin,
        }
    }

    fn boxed(&mut self, node: &Node) -> Box<Expr> {
        Box::new(self.expression(node))
    }

    /// Any expression.
    pub(super) fn expression(&mut self, node: &Node) -> Expr {
        match (&*node.kind, node.inner.as_slice()) {
            ("ParenExpr" | "PredefinedExpr", [inner]) => self.expression(inner),
            ("OpaqueValueExpr", [inner]) => self.expression(inner),
            ("ConstantExpr", [inner]) => match self.printed_value(node) {
                Some(value) => self.integer(node, value),
                None => self.expression(inner),
            },
            ("IntegerLiteral", _) if self.fits_no_signed_type(node) => {
                self.unsupported(node, "decimal constant that fits no signed type")
            }
            ("IntegerLiteral" | "CharacterLiteral", _) => match self.printed_value(node) {
                Some(value) => self.integer(node, value),
                None => self.unsupported(node, &node.kind),
            },
            ("CXXBoolLiteralExpr", _) => match node.value.as_deref() {
                Some("true") => self.integer(node, 1),
                Some("false") => self.integer(node, 0),
                _ => self.unsupported(node, &node.kind),
            },
            ("FloatingLiteral", _) => match &node.value {
                Some(text) => self.typed(node, ExprKind::Floating(Arc::clone(text))),
                None => self.unsupported(node, &node.kind),
            },
            ("StringLiteral", _) => match node.value.as_deref().and_then(unescape) {
                Some(text) => self.typed(node, ExprKind::String(text)),
                None => self.unsupported(node, &node.kind),
            },
            ("DeclRefExpr", _) => match node.reference() {
                Some(target) => self.reference(node, target),
                None => self.unsupported(node, &node.kind),
            },
            ("UnaryOperator", [operand]) => {
                let operator = self.unary(node, operand);
                let operator = self.by_numbers(node, operator);
                self.in_own_width(operator)
            }
            ("BinaryOperator", [left, right]) => {
                if let Some(offset) = self.offset_with_address(node) {
                    return offset;
                }
                let operator = self.binary(node, left, right);
                let operator = self.by_numbers(node, operator);
                self.in_own_width(operator)
            }
            ("CompoundAssignOperator", [target, value]) => {
                let operator = self.compound(node, target, value);
                let operator = self.by_numbers(node, operator);
                self.in_own_width(operator)
            }
            ("ConditionalOperator", [condition, then, otherwise]) => {
                let condition = self.boxed(condition);
                let then = self.boxed(then);
                let otherwise = self.boxed(otherwise);
                let ty = self.type_or(node, || Some(then.ty.clone()));
                let kind = ExprKind::Conditional {
                    condition,
                    then: Some(then),
                    otherwise,
                };
                let span = node.begin;
                let choice = self.by_numbers(node, Expr { kind, ty, span });
                self.in_own_width(choice)
            }
            // The third part is the operand, converted; conversions between arithmetic or pointer
            // types keep zero and nonzero apart, so it serves as the condition as well.
            ("BinaryConditionalOperator", [_, _, converted, otherwise]) => {
                let condition = self.boxed(converted);
                let otherwise = self.boxed(otherwise);
                let ty = self.type_or(node, || Some(condition.ty.clone()));
                let kind = ExprKind::Conditional {
                    condition,
                    then: None,
                    otherwise,
                };
                let span = node.begin;
                let choice = self.by_numbers(node, Expr { kind, ty, span });
                self.in_own_width(choice)
            }
            ("ImplicitCastExpr", [operand]) => {
                let conversion = self.cast(node, operand);
                self.by_numbers(node, conversion)
            }
            ("CStyleCastExpr", [operand]) => {
                let conversion = self.explicit_cast(node, operand);
                self.by_numbers(node, conversion)
            }
            ("ImaginaryLiteral", [value]) => match self.imaginary(node, value) {
                Some(number) => number,
                None => self.unsupported(node, &node.kind),
            },
            ("ConvertVectorExpr", [operand]) => match self.converted_vector(node, operand) {
                Some(vector) => vector,
                None => self.unsupported(node, &node.kind),
            },
            ("CallExpr", [callee, arguments @ ..]) => {
                match self.builtin_call(node, callee, arguments) {
                    Some(other) => other,
                    None => self.call(node, callee, arguments),
                }
            }
            ("VAArgExpr", [list]) => self.variadic(node, VariadicOp::Argument, list, None),
            ("AtomicExpr", _) => self.atomic(node),
            ("MemberExpr", [base]) => self.member(node, base),
            ("ArraySubscriptExpr", [left, right]) => {
                let element = self.subscript(node, left, right);
                self.by_numbers(node, element)
            }
            ("InitListExpr", _) => {
                let ty = self.type_of(node);
                self.initialiser(node, ty)
            }
            ("ImplicitValueInitExpr", _) => self.typed(node, ExprKind::ZeroInitialiser),
            ("CompoundLiteralExpr", [value]) => {
                let value = self.boxed(value);
                self.typed(node, ExprKind::CompoundLiteral(value))
            }
            ("StmtExpr", [body]) => self.statement_expression(node, body),
            ("UnaryExprOrTypeTraitExpr", _) => self.size(node),
            ("GenericSelectionExpr", children) => {
                let chosen = children.iter().find(|child| child.flags.selected);
                match chosen.and_then(|chosen| chosen.inner.last()) {
                    Some(value) => self.expression(value),
                    None => self.unsupported(node, &node.kind),
                }
            }
            ("ChooseExpr", [condition, then, otherwise]) => {
                let condition = self.expression(condition);
                match self.evaluate(&condition) {
                    Some(0) => self.expression(otherwise),
                    Some(_) => self.expression(then),
                    None => self.unsupported(node, &node.kind),
                }
            }
            ("TypeTraitExpr", [left, right]) => self.compatible(node, left, right),
            ("OffsetOfExpr", _) => self.offset_of(node),
            ("AddrLabelExpr", _) => self.label_address(node),
            ("", _) => self.unsupported(node, "missing expression"),
            (kind, _) => self.unsupported(node, kind),
        }
    }

    fn call(&mut self, node: &Node, callee: &Node, arguments: &[Node]) -> Expr {
        let callee = self.boxed(callee);
        let arguments = arguments.iter().map(|each| self.expression(each)).collect();
        let ty = self.type_or(node, || {
            callee.callee_type().map(|function| function.result.clone())
        });
        Expr {
            kind: ExprKind::Call { callee, arguments },
            ty,
            span: node.begin,
        }
    }

    /// An expression of the printed type.
    pub(super) fn typed(&mut self, node: &Node, kind: ExprKind) -> Expr {
        Expr {
            kind,
            ty: self.type_of(node),
            span: node.begin,
        }
    }

    fn printed_value(&self, node: &Node) -> Option<IntegerValue> {
        node.value.as_deref()?.parse().ok()
    }

    /// Whether a constant is written without a suffix and too large for `long long`: clang takes it as unsigned, gcc as
    /// `__int128` where there is one.
    fn fits_no_signed_type(&mut self, node: &Node) -> bool {
        let is_large = |value| value > IntegerValue::from(i64::MAX);
        if self.data_model != DataModel::Lp64 || !self.printed_value(node).is_some_and(is_large) {
            return false;
        }
        let written = node.extent().and_then(|e| e.written(&mut self.files));
        written.is_some_and(|text| {
            matches!(text.chars().next(), Some('1'..='9')) && !text.contains(['u', 'U'])
        })
    }

    /// A constant of the printed type.
    pub(super) fn integer(&mut self, node: &Node, value: IntegerValue) -> Expr {
        let ty = self.type_of(node);
        // A character constant is printed as its unsigned bits.
        match self.integer_kind(&ty) {
            Some(kind) => Expr {
                kind: ExprKind::Integer(wrap(value, kind)),
                ty,
                span: node.begin,
            },
            None => self.unsupported(node, &node.kind),
        }
    }

    fn unary(&mut self, node: &Node, operand: &Node) -> Expr {
        let opcode = node.word.as_deref().unwrap_or_default();
        let fixity = if node.flags.postfix {
            Fixity::Postfix
        } else {
            Fixity::Prefix
        };
        if opcode == "__extension__" {
            return self.expression(operand);
        }
        if matches!(opcode, "__real" | "__imag") {
            let operand = self.expression(operand);
            return match self.part(operand, opcode) {
                Some(part) => part,
                None => self.unsupported(node, &format!("operator {opcode}")),
            };
        }
        let Some(op) = operators::unary(opcode, fixity) else {
            return self.unsupported(node, &format!("operator {opcode}"));
        };
        let designated = operand;
        let mut operand = self.boxed(designated);
        if op.changes_operand() {
            *operand = self.accessed(designated, *operand);
        }
        let ty = self.type_or(node, || match op {
            UnaryOp::AddressOf => Some(Type::Pointer(Arc::new(operand.ty.clone()))),
            UnaryOp::Dereference => target(&operand.ty),
            _ => Some(operand.ty.clone()),
        });
        Expr {
            kind: ExprKind::Unary(op, operand),
            ty,
            span: node.begin,
        }
    }

    fn binary(&mut self, node: &Node, left: &Node, right: &Node) -> Expr {
        let opcode = node.word.as_deref().unwrap_or_default();
        let op = operators::binary(opcode);
        if op.is_none() && opcode != "=" {
            return self.unsupported(node, &format!("operator {opcode}"));
        }
        let left = self.boxed(left);
        let right = self.boxed(right);
        let ty = self.type_or(node, || match op {
            Some(BinaryOp::Comma) => Some(right.ty.clone()),
            Some(BinaryOp::Add) if !matches!(left.ty, Type::Pointer(_)) => Some(right.ty.clone()),
            _ => Some(left.ty.clone()),
        });
        let kind = match op {
            Some(op) => ExprKind::Binary(op, left, right),
            None => ExprKind::Assign {
                op: AssignOp::Plain,
                target: left,
                value: right,
            },
        };
        Expr {
            kind,
            ty,
            span: node.begin,
        }
    }

    fn compound(&mut self, node: &Node, target: &Node, value: &Node) -> Expr {
        let opcode = node.word.as_deref().unwrap_or_default();
        let op = operators::binary(opcode.strip_suffix('=').unwrap_or_default());
        let types = node.rare.as_ref();
        let left = types.and_then(|rare| rare.compute_left.as_ref());
        let result = types.and_then(|rare| rare.compute_result.as_ref());
        let (Some(op), Some(left), Some(result)) = (op, left, result) else {
            return self.unsupported(node, &format!("operator {opcode}"));
        };
        let (mut left, mut result) = (self.resolve(left), self.resolve(result));
        let designated = target;
        let mut target = self.boxed(designated);
        *target = self.accessed(designated, *target);
        let value = self.boxed(value);
        if matches!(target.ty, Type::Pointer(_)) {
            // Pointers move in their own type.
            left = target.ty.clone();
            result = target.ty.clone();
        }
        let ty = self.type_or(node, || Some(target.ty.clone()));
        let op = AssignOp::Compound { op, left, result };
        Expr {
            kind: ExprKind::Assign { op, target, value },
            ty,
            span: node.begin,
        }
    }

    fn cast(&mut self, node: &Node, operand: &Node) -> Expr {
        let kind = operators::cast(node.word.as_deref().unwrap_or_default());
        let designated = operand;
        let mut operand = self.boxed(designated);
        if kind == CastKind::LValueToRValue {
            *operand = self.accessed(designated, *operand);
        }
        self.note_dropped_volatile(designated, &operand, node);
        let ty = self.type_or(node, || match (&kind, &operand.ty) {
            (CastKind::LValueToRValue | CastKind::NoOp, ty) => Some(ty.clone()),
            (
                CastKind::ArrayToPointer,
                Type::Array(element, _) | Type::VariableArray(element, _),
            ) => Some(Type::Pointer(Arc::clone(element))),
            (CastKind::FunctionToPointer, ty) => Some(Type::Pointer(Arc::new(ty.clone()))),
            _ => None,
        });
        Expr {
            kind: ExprKind::Cast(kind, operand),
            ty,
            span: node.begin,
        }
    }

    /// A cast in the text; lengths in its type name are evaluated first.
    fn explicit_cast(&mut self, node: &Node, operand: &Node) -> Expr {
        let text = node.ty.as_ref();
        let Some(text) = text.filter(|text| has_computed_length(&text.written)) else {
            let mut cast = self.cast(node, operand);
            if let ExprKind::Cast(kind @ CastKind::IntegralCast, _) = &mut cast.kind {
                *kind = CastKind::WrittenIntegralCast;
            }
            return cast;
        };
        let kind = operators::cast(node.word.as_deref().unwrap_or_default());
        let (ty, lengths) = self.written_type(text, node.begin);
        if let Some(refusal) = self.refuse_length(node) {
            return refusal;
        }
        let operand = self.boxed(operand);
        let kind = ExprKind::Cast(kind, operand);
        let span = node.begin;
        self.after_lengths(Expr { kind, ty, span }, lengths)
    }

    /// The member is known by address, so the record is sure even where its name is not.
    fn member(&mut self, node: &Node, base: &Node) -> Expr {
        let Some((record, field)) = self.fields.get(&node.link).copied() else {
            return self.unsupported(node, "member of an unknown struct or union");
        };
        let mut base = self.expression(base);
        if node.flags.arrow {
            let span = base.span;
            let ty = match target(&base.ty) {
                Some(ty) if !contains_other(&ty) => ty,
                _ => Type::Record(record),
            };
            let kind = ExprKind::Unary(UnaryOp::Dereference, Box::new(base));
            base = Expr { kind, ty, span };
        }
        match &base.ty {
            Type::Record(actual) if *actual != record => {
                return self.unsupported(node, "member of a type that is not known for sure");
            }
            _ => {}
        }
        let known = self.unit.record(record).fields.as_ref();
        let ty = match known.and_then(|fields| fields.get(field as usize)) {
            Some(field) => field.ty.clone(),
            None => self.type_of(node),
        };
        let kind = ExprKind::Member {
            base: Box::new(base),
            record,
            field,
        };
        Expr {
            kind,
            ty,
            span: node.begin,
        }
    }

    /// `a[i]` and `i[a]` mean the same.
    fn subscript(&mut self, node: &Node, left: &Node, right: &Node) -> Expr {
        let left = self.boxed(left);
        let right = self.boxed(right);
        let (base, index) = if matches!(right.ty, Type::Pointer(_)) {
            (right, left)
        } else {
            (left, right)
        };
        let ty = self.type_or(node, || target(&base.ty));
        Expr {
            kind: ExprKind::Index { base, index },
            ty,
            span: node.begin,
        }
    }

    fn statement_expression(&mut self, node: &Node, body: &Node) -> Expr {
        self.names.enter();
        let body_statement = self.statement(body);
        let inside = self.type_of(node);
        let declared = self.names.leave();
        let outside = self.type_of(node);
        if inside != outside {
            // The type of a variable of the block leaves it.
            self.names.poison(declared);
        }
        let ty = self.type_or(node, || match &body_statement.kind {
            StatementKind::Compound(statements) => match &statements.last()?.kind {
                StatementKind::Expression(last) => Some(last.ty.clone()),
                _ => None,
            },
            _ => None,
        });
        Expr {
            kind: ExprKind::Statement(Box::new(body_statement)),
            ty,
            span: node.begin,
        }
    }
}

/// What a pointer points to.
fn target(ty: &Type) -> Option<Type> {
    match ty {
        Type::Pointer(target) => Some((**target).clone()),
        _ => None,
    }
}
