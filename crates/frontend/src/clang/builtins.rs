//! Calls of builtins that are no calls: `va_start` and its relatives, `__builtin_constant_p`,
//! `__builtin_classify_type`.

use super::convert::Converter;
use super::node::Node;
use super::numbers_type::Form;
use super::sizes::has_effect;
use crate::ast::{
    BinaryOp, CastKind, Expr, ExprKind, FunId, IntegerValue, RecordKind, Type, UnaryOp, VariadicOp,
};
use crate::rewrite::calls::direct;

/// The name of the builtin that is called.
fn builtin(callee: &Node) -> Option<&str> {
    match (&*callee.kind, callee.inner.as_slice()) {
        ("ImplicitCastExpr", [function]) if callee.word.as_deref() == Some("BuiltinFnToFnPtr") => {
            function.reference().map(|reference| &*reference.name)
        }
        ("ParenExpr", [inner]) => builtin(inner),
        _ => None,
    }
}

impl Converter {
    /// What a call of a builtin means, where it is something else than a call.
    pub(super) fn builtin_call(
        &mut self,
        node: &Node,
        callee: &Node,
        arguments: &[Node],
    ) -> Option<Expr> {
        let name = builtin(callee)?;
        match (name, arguments) {
            // The second argument only names the last parameter.
            ("__builtin_va_start" | "__va_start" | "__builtin_stdarg_start", [list, _]) => {
                Some(self.variadic(node, VariadicOp::Start, list, None))
            }
            ("__builtin_va_end", [list]) => Some(self.variadic(node, VariadicOp::End, list, None)),
            ("__builtin_va_copy", [list, source]) => {
                Some(self.variadic(node, VariadicOp::Copy, list, Some(source)))
            }
            ("__builtin_constant_p", [argument]) => {
                let argument = self.expression(argument);
                Some(match self.is_folded(&argument) {
                    Some(folded) => self.integer(node, IntegerValue::from(folded)),
                    None => self.unsupported(node, "__builtin_constant_p of what may be folded"),
                })
            }
            ("__builtin_object_size" | "__builtin_dynamic_object_size", [object, _]) => {
                let object = self.expression(object);
                let is_known = may_have_known_size(&object);
                is_known.then(|| self.unsupported(node, "size of an object that gcc may know"))
            }
            ("__builtin_classify_type", [argument]) => {
                let argument = self.expression(argument);
                Some(match self.class_of(&argument) {
                    Some(class) => self.integer(node, class),
                    None => self.unsupported(node, "__builtin_classify_type of this"),
                })
            }
            _ if name.starts_with("__sync_") => self.sync(node, name, arguments),
            _ => self.overflow(node, name, arguments),
        }
    }

    /// gcc's number for the kind of a type, after the promotions of an argument.
    fn class_of(&self, argument: &Expr) -> Option<IntegerValue> {
        if has_effect(argument) {
            // gcc does not evaluate it.
            return None;
        }
        Some(match &argument.ty {
            Type::Void => 0,
            Type::Int(_) | Type::Enum(_) | Type::Bool => 1,
            Type::Pointer(_) | Type::Array(..) | Type::Function(_) => 5,
            Type::Float(_) => 8,
            ty @ Type::Record(id) => match (self.numbers(ty), self.unit.record(*id).kind) {
                (Some(numbers), _) if numbers.form == Form::Complex => 9,
                (Some(_), _) => return None,
                (None, RecordKind::Struct) => 12,
                (None, RecordKind::Union) => 13,
            },
            Type::VariableArray(..) | Type::Other(_) => return None,
        })
    }

    /// An operation on a list of arguments.
    pub(super) fn variadic(
        &mut self,
        node: &Node,
        op: VariadicOp,
        list: &Node,
        source: Option<&Node>,
    ) -> Expr {
        let list = Box::new(self.expression(list));
        let source = source.map(|source| Box::new(self.expression(source)));
        self.typed(node, ExprKind::Variadic { op, list, source })
    }

    /// Whether gcc folds an expression to a constant without optimisation, as tried with gcc 12;
    /// `None` where that is not known.
    fn is_folded(&self, expr: &Expr) -> Option<bool> {
        if self.evaluate(expr).is_some() {
            return Some(true);
        }
        match &expr.kind {
            ExprKind::Integer(_) | ExprKind::Floating(_) => Some(true),
            ExprKind::Cast(CastKind::ArrayToPointer, operand) => {
                Some(matches!(operand.kind, ExprKind::String(_)))
            }
            ExprKind::Cast(CastKind::LValueToRValue, _) => Some(false),
            ExprKind::Cast(_, operand) => self.is_folded(operand),
            ExprKind::Unary(
                UnaryOp::Plus | UnaryOp::Minus | UnaryOp::BitNot | UnaryOp::LogicalNot,
                operand,
            ) => self.is_folded(operand),
            // A builtin of constants is a constant, and so is the address of an element of a literal.
            ExprKind::Call { callee, arguments } => {
                let is_own = |function: FunId| self.unit.function(function).body.is_some();
                let is_builtin = !direct(callee).is_some_and(is_own);
                let is_folded = |argument: &Expr| self.is_folded(argument) != Some(false);
                let may_be = is_builtin && arguments.iter().all(is_folded);
                (!may_be).then_some(false)
            }
            ExprKind::Unary(UnaryOp::AddressOf, place) if is_in_literal(place) => None,
            ExprKind::Unary(..) | ExprKind::Assign { .. } => Some(false),
            ExprKind::Binary(BinaryOp::Comma, ..) => Some(false),
            ExprKind::Binary(_, left, right) => {
                match (self.is_folded(left)?, self.is_folded(right)?) {
                    (true, true) => Some(true),
                    // `x - x` and the like.
                    (false, false) if is_same_variable(left, right) => None,
                    (false, false) => Some(false),
                    (is_left, _) => {
                        let constant = if is_left { left } else { right };
                        // `x * 0`, `x & 0`, `x | -1`, `x % 1`, `x || 1`.
                        match self.evaluate(constant) {
                            Some(-1..=1) | None => None,
                            Some(_) => Some(false),
                        }
                    }
                }
            }
            ExprKind::Conditional {
                condition,
                then: Some(then),
                otherwise,
            } => match self.evaluate(condition) {
                Some(0) => self.is_folded(otherwise),
                Some(_) => self.is_folded(then),
                None => {
                    let (then, otherwise) = (self.evaluate(then), self.evaluate(otherwise));
                    if then.is_some() && then == otherwise {
                        None
                    } else {
                        Some(false)
                    }
                }
            },
            _ => None,
        }
    }
}

/// Whether an address is that of an object, and not the value of a pointer.
fn may_have_known_size(address: &Expr) -> bool {
    match &address.kind {
        ExprKind::Cast(CastKind::ArrayToPointer, _) | ExprKind::Unary(UnaryOp::AddressOf, _) => {
            true
        }
        ExprKind::Cast(CastKind::LValueToRValue, _) => false,
        ExprKind::Cast(_, operand) => may_have_known_size(operand),
        ExprKind::Binary(_, left, right) => may_have_known_size(left) || may_have_known_size(right),
        ExprKind::Conditional {
            then, otherwise, ..
        } => {
            let then = then.as_ref().is_none_or(|then| may_have_known_size(then));
            then || may_have_known_size(otherwise)
        }
        ExprKind::Integer(_) | ExprKind::Variable(_) | ExprKind::Call { .. } => false,
        _ => true,
    }
}

/// Whether an object is an element of a string literal.
fn is_in_literal(place: &Expr) -> bool {
    match &place.kind {
        ExprKind::String(_) => true,
        ExprKind::Index { base, .. } => is_in_literal(base),
        ExprKind::Cast(_, inner) => is_in_literal(inner),
        _ => false,
    }
}

fn is_same_variable(left: &Expr, right: &Expr) -> bool {
    let variable = |expr: &Expr| match &expr.kind {
        ExprKind::Cast(CastKind::LValueToRValue, place) => match place.unmarked().kind {
            ExprKind::Variable(id) => Some(id),
            _ => None,
        },
        _ => None,
    };
    // Anything else may be the same as well.
    match (variable(left), variable(right)) {
        (Some(left), Some(right)) => left == right,
        _ => true,
    }
}
