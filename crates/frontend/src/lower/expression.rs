//! Expressions: values, conditions and effects.

use super::body::{Body, Lowered};
use super::conversion;
use super::effects::has_effects;
use super::operator::{Operand, compares};
use super::place::{Place, Value};
use super::shape::{Scalar, Shape, scalar_of};
use crate::ast::{
    AssignOp, BinaryOp, CastKind, Expr, ExprKind, Statement, StatementKind, Type, UnaryOp,
};
use invar_cfa::{LocId, Span};
use invar_term::TermId;
use std::rc::Rc;

impl Body<'_, '_> {
    /// The scalar type of an expression.
    fn scalar_type(&mut self, expr: &Expr) -> Lowered<Scalar> {
        match scalar_of(self.lowering.unit, &expr.ty) {
            Some(scalar) => Ok(scalar),
            None => {
                let shape = self.shape(&expr.ty);
                self.opaque("value", &shape, expr.span)
            }
        }
    }

    /// The value of a scalar expression, in the full width of its type.
    pub fn scalar(&mut self, expr: &Expr) -> Lowered<Operand> {
        let scalar = self.scalar_type(expr)?;
        let t = self.terms.clone();
        let value = match &expr.kind {
            ExprKind::Integer(value) => t.bv_signed(scalar.width, *value),
            ExprKind::SizeOf(ty) => self.layout(ty, Measure::Size, scalar, expr.span)?,
            ExprKind::AlignOf(ty) => self.layout(ty, Measure::Alignment, scalar, expr.span)?,
            ExprKind::Cast(kind, inner) => self.cast(kind, inner, scalar, expr)?,
            ExprKind::Unary(op, operand) => self.unary(*op, operand, scalar, expr)?,
            ExprKind::Binary(BinaryOp::Comma, left, right) => {
                self.effects(left)?;
                self.scalar(right)?.0
            }
            ExprKind::Binary(op, ..)
                if compares(*op) || matches!(op, BinaryOp::LogicalAnd | BinaryOp::LogicalOr) =>
            {
                let condition = self.condition(expr)?;
                conversion::from_bool(&t, condition, scalar.width)
            }
            ExprKind::Binary(op, left, right) => {
                let (left, right) = self.operands(left, right)?;
                self.arithmetic(*op, left, right, expr.span)?
            }
            ExprKind::Assign { op, target, value } => {
                let place = self.assignment(op, target, value, expr.span, Use::Value)?;
                place.unwrap_or_else(|| t.bv(scalar.width, 0))
            }
            ExprKind::Conditional { .. } => self.conditional_scalar(expr, scalar)?,
            ExprKind::ZeroInitialiser => t.bv(scalar.width, 0),
            ExprKind::Initialiser(crate::ast::Initialiser::Scalar(inner)) => {
                return self.scalar(inner);
            }
            ExprKind::Statement(statement) => {
                return match self.leading_statements(statement) {
                    Some(last) => self.scalar(last),
                    None => self.unsupported("statement expression without a value", expr.span),
                };
            }
            ExprKind::Call { .. } => {
                let value = self.call(expr)?;
                match (&*value.shape, value.leaves.as_slice()) {
                    (Shape::Scalar(stored), [leaf]) => conversion::load(&t, *leaf, *stored),
                    _ => return self.opaque("result of a call", &value.shape, expr.span),
                }
            }
            ExprKind::Unsupported(construct) => return self.unsupported(construct, expr.span),
            // Objects used where clang leaves out the conversion to a value.
            _ => {
                let place = self.place(expr)?;
                self.read_scalar(&place, expr.span)?.0
            }
        };
        Ok((value, scalar))
    }

    /// Both operands; the left one keeps its value if the right one has effects.
    fn operands(&mut self, left: &Expr, right: &Expr) -> Lowered<(Operand, Operand)> {
        let (mut a, left_scalar) = self.scalar(left)?;
        if has_effects(right) {
            a = self.save(a, left_scalar, left.span);
        }
        let right = self.scalar(right)?;
        Ok(((a, left_scalar), right))
    }

    fn layout(
        &mut self,
        ty: &Type,
        measure: Measure,
        scalar: Scalar,
        span: Option<Span>,
    ) -> Lowered<TermId> {
        let unit = self.lowering.unit;
        let model = self.lowering.program.data_model;
        let bytes = match measure {
            Measure::Size => crate::ast::layout::size_of(unit, model, ty),
            Measure::Alignment => crate::ast::layout::align_of(unit, model, ty),
        };
        match bytes {
            Some(bytes) => Ok(self.terms.bv(scalar.width, u128::from(bytes))),
            None => self.unsupported("size of a type with an unusual layout", span),
        }
    }

    fn cast(&mut self, kind: &CastKind, inner: &Expr, to: Scalar, expr: &Expr) -> Lowered<TermId> {
        let t = self.terms.clone();
        match kind {
            CastKind::LValueToRValue => {
                let place = self.place(inner)?;
                Ok(self.read_scalar(&place, expr.span)?.0)
            }
            CastKind::NoOp => Ok(self.scalar(inner)?.0),
            CastKind::IntegralCast => {
                let (value, from) = self.scalar(inner)?;
                Ok(conversion::convert(&t, value, from, to))
            }
            CastKind::IntegralToBoolean => {
                let condition = self.condition(inner)?;
                Ok(conversion::from_bool(&t, condition, to.width))
            }
            other => {
                let construct = format!("conversion {other:?}");
                self.unsupported(&construct, expr.span)
            }
        }
    }

    fn unary(
        &mut self,
        op: UnaryOp,
        operand: &Expr,
        scalar: Scalar,
        expr: &Expr,
    ) -> Lowered<TermId> {
        let t = self.terms.clone();
        Ok(match op {
            UnaryOp::Plus => self.scalar(operand)?.0,
            UnaryOp::Minus => t.bv_neg(self.scalar(operand)?.0),
            UnaryOp::BitNot => t.bv_not(self.scalar(operand)?.0),
            UnaryOp::LogicalNot => {
                let condition = self.condition(operand)?;
                conversion::from_bool(&t, t.not(condition), scalar.width)
            }
            UnaryOp::Dereference => {
                let place = self.place(expr)?;
                self.read_scalar(&place, expr.span)?.0
            }
            UnaryOp::AddressOf => return self.unsupported("address as a number", expr.span),
            UnaryOp::PreIncrement | UnaryOp::PreDecrement => {
                let (_, new) = self.increment(op, operand, expr.span)?;
                self.save(new, scalar, expr.span)
            }
            UnaryOp::PostIncrement | UnaryOp::PostDecrement => {
                let mut place = self.place(operand)?;
                self.fix_indices(&mut place, expr.span);
                let (old, _) = self.read_scalar(&place, expr.span)?;
                let old = self.save(old, scalar, expr.span);
                let new = self.stepped(op, old, scalar);
                self.write_scalar(&place, new, expr.span)?;
                old
            }
        })
    }

    /// `++`/`--`: the place and its new value as read back.
    fn increment(
        &mut self,
        op: UnaryOp,
        operand: &Expr,
        span: Option<Span>,
    ) -> Lowered<(Place, TermId)> {
        let mut place = self.place(operand)?;
        self.fix_indices(&mut place, span);
        let (old, scalar) = self.read_scalar(&place, span)?;
        let new = self.stepped(op, old, scalar);
        self.write_scalar(&place, new, span)?;
        let (new, _) = self.read_scalar(&place, span)?;
        Ok((place, new))
    }

    fn stepped(&self, op: UnaryOp, old: TermId, scalar: Scalar) -> TermId {
        let t = &self.terms;
        let one = t.bv(scalar.width, 1);
        let up = matches!(op, UnaryOp::PreIncrement | UnaryOp::PostIncrement);
        if scalar.name == "_Bool" {
            // `b++` stores 1, `b--` flips.
            return if up { one } else { t.bv_xor(old, one) };
        }
        if up {
            t.bv_add(old, one)
        } else {
            t.bv_sub(old, one)
        }
    }

    /// The scalar at a place, in full width.
    pub fn read_scalar(&mut self, place: &Place, span: Option<Span>) -> Lowered<Operand> {
        let Shape::Scalar(scalar) = *place.shape else {
            return self.opaque("read", &place.shape.clone(), span);
        };
        let value = self.read(place, span)?;
        Ok((
            conversion::load(&self.terms, value.leaves[0], scalar),
            scalar,
        ))
    }

    /// Stores a full-width value of the place's own type.
    pub fn write_scalar(
        &mut self,
        place: &Place,
        value: TermId,
        span: Option<Span>,
    ) -> Lowered<()> {
        let Shape::Scalar(scalar) = *place.shape else {
            return self.opaque("write", &place.shape.clone(), span);
        };
        let stored = conversion::store(&self.terms, value, scalar);
        self.write(
            place,
            &Value {
                shape: place.shape.clone(),
                leaves: vec![stored],
            },
            span,
        )
    }

    /// An assignment; returns the new value of a scalar target if it is used.
    fn assignment(
        &mut self,
        op: &AssignOp,
        target: &Expr,
        value: &Expr,
        span: Option<Span>,
        wanted: Use,
    ) -> Lowered<Option<TermId>> {
        let mut place = self.place(target)?;
        if let Shape::Opaque(_) = *place.shape {
            self.effects(value)?;
            return Ok(None);
        }
        if has_effects(value) {
            self.fix_indices(&mut place, span);
        }
        let Shape::Scalar(scalar) = *place.shape else {
            let value = self.value(value)?;
            self.write(&place, &value, span)?;
            return Ok(None);
        };
        let t = self.terms.clone();
        let new = match op {
            AssignOp::Plain => self.scalar(value)?.0,
            AssignOp::Compound { op, left, result } => {
                let unit = self.lowering.unit;
                let types = (scalar_of(unit, left), scalar_of(unit, result));
                let (Some(left), Some(result)) = types else {
                    return self.unsupported("compound assignment with a non-integer", span);
                };
                let (mut old, _) = self.read_scalar(&place, span)?;
                if has_effects(value) {
                    old = self.save(old, scalar, span);
                }
                let right = self.scalar(value)?;
                let old = conversion::convert(&t, old, scalar, left);
                let computed = self.arithmetic(*op, (old, left), right, span)?;
                conversion::convert(&t, computed, result, scalar)
            }
        };
        let new = match wanted {
            Use::Value => self.save(new, scalar, span),
            Use::Effect => new,
        };
        self.write_scalar(&place, new, span)?;
        // Bit-fields yield what they hold afterwards.
        Ok(Some(conversion::load(
            &t,
            conversion::store(&t, new, scalar),
            scalar,
        )))
    }

    /// Evaluates an expression for its effects only.
    pub fn effects(&mut self, expr: &Expr) -> Lowered<()> {
        match &expr.kind {
            ExprKind::Assign { op, target, value } => self
                .assignment(op, target, value, expr.span, Use::Effect)
                .map(|_| ()),
            ExprKind::Unary(
                op @ (UnaryOp::PreIncrement
                | UnaryOp::PreDecrement
                | UnaryOp::PostIncrement
                | UnaryOp::PostDecrement),
                operand,
            ) => {
                if let Shape::Opaque(_) = self.shape(&operand.ty) {
                    return self.place(operand).map(|_| ());
                }
                self.increment(*op, operand, expr.span).map(|_| ())
            }
            ExprKind::Call { .. } => self.call(expr).map(|_| ()),
            ExprKind::Cast(_, inner) if !matches!(inner.kind, ExprKind::Function(_)) => {
                self.effects(inner)
            }
            ExprKind::Binary(BinaryOp::Comma, left, right) => {
                self.effects(left)?;
                self.effects(right)
            }
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            } => self.conditional_effects(condition, then.as_deref(), otherwise),
            ExprKind::Statement(statement) => match self.leading_statements(statement) {
                Some(last) => self.effects(last),
                None => Ok(()),
            },
            ExprKind::Unsupported(construct) => self.unsupported(construct, expr.span),
            _ if self.is_total(expr) => Ok(()),
            _ if scalar_of(self.lowering.unit, &expr.ty).is_some() => self.scalar(expr).map(|_| ()),
            ExprKind::Binary(_, left, right) => {
                self.effects(left)?;
                self.effects(right)
            }
            ExprKind::Unary(UnaryOp::Dereference, _) | ExprKind::Index { .. } => {
                self.place(expr).map(|_| ())
            }
            ExprKind::Unary(UnaryOp::AddressOf, object) => self.address_effects(object),
            ExprKind::Unary(_, operand) => self.effects(operand),
            ExprKind::Member { base, .. } => self.effects(base),
            ExprKind::CompoundLiteral(_) => self.place(expr).map(|_| ()),
            ExprKind::Initialiser(list) => {
                for part in list.parts() {
                    self.effects(part)?;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Effects inside `&object`; the object itself is not accessed.
    fn address_effects(&mut self, object: &Expr) -> Lowered<()> {
        match &object.kind {
            ExprKind::Index { base, index } => {
                self.effects(base)?;
                self.effects(index)
            }
            ExprKind::Member { base, .. } => self.address_effects(base),
            ExprKind::Unary(UnaryOp::Dereference, pointer) => self.effects(pointer),
            ExprKind::Variable(_) | ExprKind::Function(_) => Ok(()),
            _ => self.effects(object),
        }
    }

    /// The value of any expression.
    pub fn value(&mut self, expr: &Expr) -> Lowered<Value> {
        if scalar_of(self.lowering.unit, &expr.ty).is_some() {
            let (value, scalar) = self.scalar(expr)?;
            let stored = conversion::store(&self.terms, value, scalar);
            return Ok(Value {
                shape: Rc::new(Shape::Scalar(scalar)),
                leaves: vec![stored],
            });
        }
        let shape = self.shape(&expr.ty);
        if shape.leaf_count() == 0 {
            self.effects(expr)?;
            return Ok(Value {
                shape: Rc::new(shape),
                leaves: Vec::new(),
            });
        }
        match &expr.kind {
            ExprKind::Call { .. } => self.call(expr),
            ExprKind::Cast(CastKind::LValueToRValue | CastKind::NoOp, inner) => {
                let place = self.place(inner)?;
                self.read(&place, expr.span)
            }
            ExprKind::Binary(BinaryOp::Comma, left, right) => {
                self.effects(left)?;
                self.value(right)
            }
            ExprKind::Assign { op, target, value } => {
                self.assignment(op, target, value, expr.span, Use::Effect)?;
                let place = self.place(target)?;
                self.read(&place, expr.span)
            }
            ExprKind::Statement(statement) => match self.leading_statements(statement) {
                Some(last) => self.value(last),
                None => self.unsupported("statement expression without a value", expr.span),
            },
            ExprKind::Conditional {
                condition,
                then: Some(then),
                otherwise,
            } => {
                let storage = self.lowering.allocate(
                    &format!("{}::$choice", self.name),
                    None,
                    shape,
                    invar_cfa::Scope::Local(self.function),
                    expr.span,
                );
                let place = Place::of(&storage);
                self.choose(condition, |body, side| {
                    let value = body.value(if side { then } else { otherwise })?;
                    body.write(&place, &value, expr.span)
                })?;
                self.read(&place, expr.span)
            }
            ExprKind::Variable(_)
            | ExprKind::Member { .. }
            | ExprKind::Index { .. }
            | ExprKind::Unary(UnaryOp::Dereference, _)
            | ExprKind::CompoundLiteral(_) => {
                let place = self.place(expr)?;
                self.read(&place, expr.span)
            }
            ExprKind::Initialiser(_) | ExprKind::ZeroInitialiser | ExprKind::String(_) => {
                let place = Place::of(&self.lowering.allocate(
                    &format!("{}::$value", self.name),
                    None,
                    shape,
                    invar_cfa::Scope::Local(self.function),
                    expr.span,
                ));
                self.initialise(&place, expr)?;
                self.read(&place, expr.span)
            }
            _ => self.unsupported("struct or array value", expr.span),
        }
    }

    /// The truth of a scalar expression.
    pub fn condition(&mut self, expr: &Expr) -> Lowered<TermId> {
        let t = self.terms.clone();
        match &expr.kind {
            ExprKind::Unary(UnaryOp::LogicalNot, operand) => {
                let condition = self.condition(operand)?;
                Ok(t.not(condition))
            }
            ExprKind::Binary(op, left, right) if compares(*op) => {
                let ((a, scalar), (b, _)) = self.operands(left, right)?;
                match self.comparison(*op, (a, scalar), b) {
                    Some(condition) => Ok(condition),
                    None => self.unsupported("comparison", expr.span),
                }
            }
            ExprKind::Binary(op @ (BinaryOp::LogicalAnd | BinaryOp::LogicalOr), left, right)
                if self.is_total(right) =>
            {
                let a = self.condition(left)?;
                let b = self.condition(right)?;
                Ok(if *op == BinaryOp::LogicalAnd {
                    t.and(&[a, b])
                } else {
                    t.or(&[a, b])
                })
            }
            ExprKind::Binary(BinaryOp::LogicalAnd | BinaryOp::LogicalOr, ..) => {
                let int = Scalar {
                    width: 32,
                    stored: 32,
                    signed: true,
                    name: "int",
                };
                let result = self.temporary(int);
                self.choose(expr, |body, side| {
                    let value = body.terms.bv(32, u128::from(side));
                    body.assign(result, value, expr.span);
                    Ok(())
                })?;
                Ok(conversion::truth(&t, self.symbol(result)))
            }
            ExprKind::Cast(CastKind::IntegralToBoolean, inner) => self.condition(inner),
            _ => {
                let (value, _) = self.scalar(expr)?;
                Ok(conversion::truth(&t, value))
            }
        }
    }

    /// Leads to `then` or `otherwise` by the truth of a condition, evaluating no more of it
    /// than C does.
    pub fn branch(&mut self, expr: &Expr, then: LocId, otherwise: LocId) -> Lowered<()> {
        match &expr.kind {
            ExprKind::Unary(UnaryOp::LogicalNot, operand) => self.branch(operand, otherwise, then),
            ExprKind::Binary(op @ (BinaryOp::LogicalAnd | BinaryOp::LogicalOr), left, right)
                if !self.is_total(right) =>
            {
                let more = self.place_here(right.span);
                if *op == BinaryOp::LogicalAnd {
                    self.branch(left, more, otherwise)?;
                } else {
                    self.branch(left, then, more)?;
                }
                self.at = more;
                self.branch(right, then, otherwise)
            }
            _ => {
                let condition = self.condition(expr)?;
                self.split(condition, then, otherwise, expr.span);
                Ok(())
            }
        }
    }

    /// Runs `side(true)` where the condition holds and `side(false)` elsewhere, then joins.
    /// A side that stops does not stop the other.
    pub fn choose(
        &mut self,
        condition: &Expr,
        mut side: impl FnMut(&mut Self, bool) -> Lowered<()>,
    ) -> Lowered<()> {
        let (then, otherwise, end) = (
            self.place_here(None),
            self.place_here(None),
            self.place_here(None),
        );
        self.branch(condition, then, otherwise)?;
        for (start, which) in [(then, true), (otherwise, false)] {
            self.at = start;
            // What could not be lowered already leads into its own location.
            let _ = side(self, which);
            self.go(end, condition.span);
        }
        self.at = end;
        Ok(())
    }

    fn conditional_scalar(&mut self, expr: &Expr, scalar: Scalar) -> Lowered<TermId> {
        let ExprKind::Conditional {
            condition,
            then,
            otherwise,
        } = &expr.kind
        else {
            return self.unsupported("conditional", expr.span);
        };
        let t = self.terms.clone();
        let Some(then) = then else {
            // GNU `a ?: b`: the condition is evaluated once.
            let (value, from) = self.scalar(condition)?;
            let value = self.save(value, from, expr.span);
            if !self.is_total(otherwise) {
                return self.unsupported("?: without a middle operand", expr.span);
            }
            let (other, _) = self.scalar(otherwise)?;
            let converted = conversion::convert(&t, value, from, scalar);
            return Ok(t.ite(conversion::truth(&t, value), converted, other));
        };
        if self.is_total(then) && self.is_total(otherwise) {
            let condition = self.condition(condition)?;
            let (a, _) = self.scalar(then)?;
            let (b, _) = self.scalar(otherwise)?;
            return Ok(t.ite(condition, a, b));
        }
        let result = self.temporary(Scalar {
            stored: scalar.width,
            ..scalar
        });
        self.choose(condition, |body, side| {
            let (value, _) = body.scalar(if side { then } else { otherwise })?;
            body.assign(result, value, expr.span);
            Ok(())
        })?;
        Ok(self.symbol(result))
    }

    fn conditional_effects(
        &mut self,
        condition: &Expr,
        then: Option<&Expr>,
        otherwise: &Expr,
    ) -> Lowered<()> {
        self.choose(condition, |body, side| match (side, then) {
            (true, Some(then)) => body.effects(then),
            (true, None) => Ok(()),
            (false, _) => body.effects(otherwise),
        })
    }

    /// Lowers a statement expression up to its last expression, which has its value.
    fn leading_statements<'s>(&mut self, statement: &'s Statement) -> Option<&'s Expr> {
        let StatementKind::Compound(list) = &statement.kind else {
            self.statement(statement);
            return None;
        };
        let (last, leading) = list.split_last()?;
        leading.iter().for_each(|s| self.statement(s));
        let mut last = last;
        while let StatementKind::Label(label, inner) = &last.kind {
            let location = self.label(*label, last.span);
            self.join(location, last.span);
            last = inner;
        }
        match &last.kind {
            StatementKind::Expression(expr) => Some(expr),
            _ => {
                self.statement(last);
                None
            }
        }
    }
}

/// Whether the value of an assignment is used.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    Value,
    Effect,
}

enum Measure {
    Size,
    Alignment,
}
