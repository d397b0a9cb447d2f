//! Expressions: values, conditions and effects.

use super::assignment::Use;
use super::body::{Body, Lowered};
use super::conversion;
use super::operator::Operand;
use super::place::{Place, Purpose, Value};
use super::shape::{Class, Scalar, Shape};
use crate::ast::has_effects;
use crate::ast::{
    BinaryOp, CastKind, Expr, ExprKind, Statement, StatementKind, Type, UnaryOp, VariadicOp,
};
use invar_cfa::{SignedOperator, Span};
use invar_term::TermId;
use std::rc::Rc;

impl Body<'_, '_> {
    /// The scalar type of an expression.
    fn scalar_type(&mut self, expr: &Expr) -> Lowered<Scalar> {
        match self.lowering.shapes.scalar(&expr.ty) {
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
            ExprKind::Integer(value) => {
                let value = t.bv_signed(scalar.width, *value);
                // The analysis of pointers does not follow constants.
                if self.lowering.points_to.follows_integers() {
                    self.check_plain(value, expr.span);
                }
                value
            }
            ExprKind::Floating(text) => self.float_literal(text, scalar, expr)?,
            ExprKind::SizeOf(ty) => self.layout(ty, Measure::Size, scalar, expr.span)?,
            ExprKind::AlignOf(ty) => self.layout(ty, Measure::Alignment, scalar, expr.span)?,
            ExprKind::Cast(kind, inner) => self.cast(kind, inner, scalar, expr)?,
            ExprKind::Unary(op, operand) => self.unary(*op, operand, scalar, expr)?,
            ExprKind::Binary(BinaryOp::Comma, left, right) => {
                self.effects(left)?;
                self.scalar(right)?.0
            }
            ExprKind::Binary(op, ..)
                if op.is_comparison()
                    || matches!(op, BinaryOp::LogicalAnd | BinaryOp::LogicalOr) =>
            {
                let condition = self.condition(expr)?;
                conversion::from_bool(&t, condition, scalar.width)
            }
            ExprKind::Binary(op, left, right) => {
                if matches!(op, BinaryOp::BitAnd | BinaryOp::Rem) && right.is_constant() {
                    (self.compared_with_constants).extend(super::condition::number_of(left));
                }
                let moved = self.pointer_arithmetic(*op, left, right, scalar, expr.span)?;
                match moved {
                    Some(moved) => moved,
                    None => {
                        let (a, b) = self.operands(left, right)?;
                        let carried =
                            self.carried_arithmetic(*op, (a, left), (b, right), (expr, expr.span))?;
                        match carried {
                            Some(value) => value,
                            None => {
                                let value = self.arithmetic(*op, a, b, expr.span)?;
                                self.check_computed(value, expr);
                                value
                            }
                        }
                    }
                }
            }
            ExprKind::Assign { op, target, value } => {
                let place = self.assignment(op, target, value, expr.span, Use::Value)?;
                place.unwrap_or_else(|| self.zero_of(scalar.in_full()))
            }
            ExprKind::Conditional { .. } => self.conditional_scalar(expr, scalar)?,
            ExprKind::ZeroInitialiser => self.zero_of(scalar.in_full()),
            ExprKind::Initialiser(crate::ast::Initialiser::Scalar(inner)) => {
                return self.scalar(inner);
            }
            ExprKind::Statement(statement) => {
                let Some(last) = self.leading_statements(statement) else {
                    return self.unsupported("statement expression without a value", expr.span);
                };
                let value = self.full_expression(last).and_then(|()| self.scalar(last));
                let Ok((value, scalar)) = value else {
                    self.close_expression(expr.span);
                    return value;
                };
                let value = if self.lowering.follows_lifetimes() {
                    self.save(value, scalar, expr.span)
                } else {
                    value
                };
                self.close_expression(expr.span);
                return Ok((value, scalar));
            }
            ExprKind::Call { .. } => {
                let value = self.call(expr)?;
                self.check_returned(expr);
                match (&*value.shape, value.leaves.as_slice()) {
                    (Shape::Scalar(stored), [leaf]) => conversion::load(&t, *leaf, *stored),
                    _ => return self.opaque("result of a call", &value.shape, expr.span),
                }
            }
            ExprKind::Unsupported(construct) => return self.unsupported(construct, expr.span),
            ExprKind::Variadic { .. } => return self.unsupported("variable arguments", expr.span),
            // Objects used where clang leaves out the conversion to a value.
            _ => {
                let place = self.place(expr, Purpose::Access)?;
                self.read_scalar(&place, expr.span)?.0
            }
        };
        Ok((value, scalar))
    }

    /// Both operands; the left one keeps its value if the right one has effects.
    pub(super) fn operands(&mut self, left: &Expr, right: &Expr) -> Lowered<(Operand, Operand)> {
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
        if matches!(measure, Measure::Size) && ty.has_computed_length() {
            let size = self.type_size(ty, span)?;
            return Ok(conversion::extend(
                &self.terms,
                size,
                64,
                false,
                scalar.width,
            ));
        }
        let bytes = match measure {
            Measure::Size => crate::ast::layout::size_of(unit, model, ty),
            Measure::Alignment => crate::ast::layout::align_of(unit, model, ty),
        };
        match bytes {
            Some(bytes) => Ok(self.terms.bv(scalar.width, u128::from(bytes))),
            None => self.unsupported("size of a type with an unusual layout", span),
        }
    }

    /// Bytes of a type, in 64 bits; computed for arrays of computed length.
    pub(super) fn type_size(&mut self, ty: &Type, span: Option<Span>) -> Lowered<TermId> {
        let (unit, model) = (self.lowering.unit, self.lowering.program.data_model);
        let Some(size) = crate::ast::layout::size_expression(unit, model, ty, span) else {
            return self.unsupported("size of a type with an unusual layout", span);
        };
        let (value, scalar) = self.scalar(&size)?;
        Ok(conversion::extend(
            &self.terms,
            value,
            scalar.width,
            false,
            64,
        ))
    }

    fn cast(&mut self, kind: &CastKind, inner: &Expr, to: Scalar, expr: &Expr) -> Lowered<TermId> {
        let t = self.terms.clone();
        match kind {
            CastKind::LValueToRValue => {
                let place = self.place(inner, Purpose::Access)?;
                let value = self.read_designated(&place, inner, expr, expr.span)?.0;
                Ok(if expr.is_pointer() {
                    self.read_pointer(value, inner, expr)
                } else {
                    value
                })
            }
            CastKind::ArrayToPointer | CastKind::FunctionToPointer => self.address(inner),
            CastKind::NullToPointer => {
                self.effects(inner)?;
                Ok(t.bv(super::pointer_bits::WIDTH, 0))
            }
            CastKind::IntegralCast => {
                let (value, from) = self.scalar(inner)?;
                let value = self.resized(value, from, to, inner);
                self.keep_value(value, from, to, expr.span);
                let converted = self.convert_scalar(value, from, to, expr.span)?;
                if from.width > to.width {
                    self.check_computed(converted, expr);
                }
                Ok(converted)
            }
            CastKind::NoOp
            | CastKind::BitCast
            | CastKind::WrittenIntegralCast
            | CastKind::IntegralToPointer
            | CastKind::PointerToIntegral
            | CastKind::FloatingCast
            | CastKind::IntegralToFloating
            | CastKind::FloatingToIntegral => {
                let (value, from) = self.scalar(inner)?;
                if *kind == CastKind::PointerToIntegral {
                    self.check_number(value, inner);
                }
                let value = self.resized(value, from, to, inner);
                let is_number =
                    *kind == CastKind::IntegralToPointer && !self.carries_pointer(inner);
                if is_number && !self.forgets_memory() && self.is_reserved(value, from) {
                    return self
                        .unsupported("address that the model has for its objects", expr.span);
                }
                if *kind == CastKind::IntegralToPointer {
                    self.check_plain_cast((value, from), expr);
                }
                let converted = self.convert_scalar(value, from, to, expr.span)?;
                let computed = !from.is_integer() || from.width > to.width;
                if from.class != Class::Pointer && computed {
                    self.check_computed(converted, expr);
                }
                Ok(converted)
            }
            CastKind::IntegralToBoolean
            | CastKind::PointerToBoolean
            | CastKind::FloatingToBoolean => {
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
            UnaryOp::Minus if matches!(scalar.class, Class::Float(_)) => {
                t.fp_neg(self.scalar(operand)?.0)
            }
            UnaryOp::Minus => {
                let value = self.scalar(operand)?;
                let value = self.as_number(value, operand).0;
                self.note_overflow_site(SignedOperator::Negate, [value, value], scalar, expr.span);
                let negated = t.bv_neg(value);
                self.check_computed(negated, expr);
                negated
            }
            UnaryOp::BitNot => {
                let value = self.scalar(operand)?;
                let flipped = t.bv_not(self.as_number(value, operand).0);
                self.check_computed(flipped, expr);
                flipped
            }
            UnaryOp::LogicalNot => {
                let condition = self.condition(operand)?;
                conversion::from_bool(&t, t.not(condition), scalar.width)
            }
            UnaryOp::Dereference => {
                let place = self.place(expr, Purpose::Access)?;
                self.read_scalar(&place, expr.span)?.0
            }
            UnaryOp::AddressOf => self.address(operand)?,
            UnaryOp::PreIncrement | UnaryOp::PreDecrement => {
                let (_, new) = self.increment(op, operand, expr.span)?;
                self.save(new, scalar, expr.span)
            }
            UnaryOp::PostIncrement | UnaryOp::PostDecrement => {
                let mut place = self.place(operand, Purpose::Access)?;
                self.fix_indices(&mut place, expr.span);
                let (old, _) = self.read_designated(&place, operand, expr, expr.span)?;
                let old = self.save(old, scalar, expr.span);
                let new = self.stepped(op, old, scalar, operand)?;
                self.check_assigned(&place, operand, expr.span);
                self.write_scalar(&place, new, expr.span)?;
                old
            }
        })
    }

    /// The scalar at a place, in full width.
    pub fn read_scalar(&mut self, place: &Place, span: Option<Span>) -> Lowered<Operand> {
        let Shape::Scalar(scalar) = **place.shape() else {
            return self.opaque("read", &place.shape().clone(), span);
        };
        self.check_value_is_there(place, span);
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
        let Shape::Scalar(scalar) = **place.shape() else {
            return self.opaque("write", &place.shape().clone(), span);
        };
        self.keep_value(value, scalar.in_full(), scalar, span);
        let stored = conversion::store(&self.terms, value, scalar);
        self.write(
            place,
            &Value {
                shape: place.shape().clone(),
                leaves: vec![stored],
            },
            span,
        )
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
            ) => self.increment(*op, operand, expr.span).map(|_| ()),
            ExprKind::Call { .. } => self.call(expr).map(|_| ()),
            // `(void)x` says that `x` is not used; elsewhere a value that is read must be there.
            ExprKind::Cast(CastKind::ToVoid, inner) if is_read_of_variable(inner) => Ok(()),
            ExprKind::Cast(CastKind::LValueToRValue, _)
                if is_read_of_variable(expr) && self.lowering.shapes.scalar(&expr.ty).is_some() =>
            {
                self.scalar(expr).map(|_| ())
            }
            ExprKind::Variable(_) => Ok(()),
            // Out of range, this conversion is undefined, even if the result is not used.
            ExprKind::Cast(CastKind::FloatingToIntegral, _) => self.scalar(expr).map(|_| ()),
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
                Some(last) => {
                    let done = self.full_expression(last).and_then(|()| self.effects(last));
                    self.close_expression(expr.span);
                    done
                }
                None => Ok(()),
            },
            ExprKind::Unsupported(construct) => self.unsupported(construct, expr.span),
            // A list matters only where arguments are taken from it.
            ExprKind::Variadic {
                op: VariadicOp::Start | VariadicOp::End,
                ..
            } => Ok(()),
            ExprKind::Variadic { .. } => self.unsupported("variable arguments", expr.span),
            // Also where the value is not used, computing it can overflow.
            _ if self.lowering.shapes.scalar(&expr.ty).is_some() => self.scalar(expr).map(|_| ()),
            ExprKind::Binary(_, left, right) => {
                self.effects(left)?;
                self.effects(right)
            }
            ExprKind::Unary(UnaryOp::Dereference, _) | ExprKind::Index { .. } => {
                self.place(expr, Purpose::Address).map(|_| ())
            }
            ExprKind::Unary(UnaryOp::AddressOf, object) => self.address_effects(object),
            ExprKind::Unary(_, operand) => self.effects(operand),
            ExprKind::Member { base, .. } => self.effects(base),
            ExprKind::CompoundLiteral(_) => self.place(expr, Purpose::Access).map(|_| ()),
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
        if self.lowering.shapes.scalar(&expr.ty).is_some() {
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
                shape,
                leaves: Vec::new(),
            });
        }
        match &expr.kind {
            ExprKind::Call { .. } => {
                let value = self.call(expr)?;
                self.check_returned(expr);
                Ok(value)
            }
            ExprKind::Cast(CastKind::LValueToRValue | CastKind::NoOp, inner) => {
                let place = self.place(inner, Purpose::Access)?;
                self.check_copied(&place, inner, expr.span)?;
                self.read(&place, expr.span)
            }
            ExprKind::Binary(BinaryOp::Comma, left, right) => {
                self.effects(left)?;
                self.value(right)
            }
            ExprKind::Assign { op, target, value } => {
                if *op != crate::ast::AssignOp::Plain {
                    return self.unsupported("struct assignment used as a value", expr.span);
                }
                let mut place = self.place(target, Purpose::Access)?;
                self.fix_indices(&mut place, expr.span);
                let value = self.value(value)?;
                self.check_assigned(&place, target, expr.span);
                self.write(&place, &value, expr.span)?;
                self.read(&place, expr.span)
            }
            ExprKind::Statement(statement) => match self.leading_statements(statement) {
                Some(last) => {
                    let value = self
                        .full_expression(last)
                        .and_then(|()| self.kept_value(last));
                    self.close_expression(expr.span);
                    value
                }
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
                let place = self.place(expr, Purpose::Access)?;
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
            ExprKind::Unsupported(what) => self.unsupported(what, expr.span),
            _ => self.unsupported("struct or array value", expr.span),
        }
    }

    /// A value that does not depend on variables which end now.
    fn kept_value(&mut self, expr: &Expr) -> Lowered<Value> {
        let value = self.value(expr)?;
        if !self.lowering.follows_lifetimes() {
            return Ok(value);
        }
        let name = format!("{}::$value", self.name);
        let scope = invar_cfa::Scope::Local(self.function);
        let shape = value.shape.clone();
        let storage = self.lowering.allocate(&name, None, shape, scope, expr.span);
        let place = Place::of(&storage);
        self.write(&place, &value, expr.span)?;
        self.read(&place, expr.span)
    }

    /// Lowers a statement expression up to its last expression, which has its value. The caller
    /// evaluates that and ends the scope, with [`Self::close_expression`].
    fn leading_statements<'s>(&mut self, statement: &'s Statement) -> Option<&'s Expr> {
        let StatementKind::Compound(list) = &statement.kind else {
            self.statement(statement);
            return None;
        };
        let (last, leading) = list.split_last()?;
        self.open_block(statement);
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
                self.close_expression(statement.span);
                None
            }
        }
    }

    /// The scope of a statement expression ends.
    fn close_expression(&mut self, span: Option<Span>) {
        self.close_block(span);
    }
}

enum Measure {
    Size,
    Alignment,
}

/// Whether an expression is the value of a variable.
fn is_read_of_variable(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Cast(CastKind::LValueToRValue, object) => {
            matches!(object.kind, ExprKind::Variable(_))
        }
        _ => false,
    }
}
