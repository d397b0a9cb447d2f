//! The second walk: values of expressions, assignments and initialisers.

use super::{Checker, Distance, Target};
use crate::ast::{
    AssignOp, BinaryOp, CastKind, Expr, ExprKind, Field, Initialiser, RecordId, Type, UnaryOp,
};
use crate::points_to::ExprKey;
use crate::points_to::graph::Raw;
use crate::points_to::value::last_expression;

impl<'u> Checker<'_, 'u> {
    pub(super) fn load(&mut self, object: &'u Expr, expr: &'u Expr) -> Target {
        let at = self.place(object);
        match &expr.ty {
            Type::Pointer(_) => self.load_pointer(at, expr),
            ty if self.is_number(ty) => self.load_number(at, object, expr),
            _ => Target::Nothing,
        }
    }

    pub(super) fn value(&mut self, expr: &'u Expr) -> Target {
        let value = self.evaluate(expr);
        if self.is_number(&expr.ty) {
            self.integers.insert(ExprKey::of(expr), value);
        }
        value
    }

    fn evaluate(&mut self, expr: &'u Expr) -> Target {
        match &expr.kind {
            ExprKind::Integer(value) => Self::literal(*value),
            ExprKind::Floating(_)
            | ExprKind::SizeOf(_)
            | ExprKind::AlignOf(_)
            | ExprKind::ZeroInitialiser => Target::Nothing,
            ExprKind::Cast(kind, inner) => self.cast(kind, inner, expr),
            ExprKind::Unary(op, operand) => self.unary(*op, operand, expr),
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right, expr),
            ExprKind::Assign { op, target, value } => self.assignment(op, target, value, expr),
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            } if !matches!(expr.ty, Type::Record(_)) => {
                let first = self.value(condition);
                let then = then.as_ref().map_or(first, |then| self.value(then));
                let otherwise = self.value(otherwise);
                if self.is_number(&expr.ty) {
                    let value = self.either(then, otherwise);
                    return self.recorded_number(expr, value);
                }
                let value = self.recorded(expr, then);
                self.recorded(expr, otherwise);
                value
            }
            ExprKind::Conditional { .. } => {
                self.place(expr);
                Target::Nothing
            }
            ExprKind::Call { callee, arguments } => self.call(expr, callee, arguments),
            ExprKind::Variable(_)
            | ExprKind::Member { .. }
            | ExprKind::Index { .. }
            | ExprKind::CompoundLiteral(_)
            | ExprKind::String(_) => self.load(expr, expr),
            ExprKind::Function(id) => {
                let at = self.generator.functions.get(id).copied();
                at.map_or(Target::Unknown, Target::At)
            }
            ExprKind::Initialiser(list) => {
                for part in list.parts() {
                    self.value(part);
                }
                match list {
                    Initialiser::Scalar(inner) => self.recorded_of(inner),
                    _ => Target::Nothing,
                }
            }
            ExprKind::Statement(body) => {
                self.statement(body);
                let last = last_expression(body);
                let value = last.map_or(Target::Nothing, |last| self.recorded_of(last));
                self.recorded(expr, value)
            }
            ExprKind::Variadic { list, source, .. } => {
                for list in [Some(list), source.as_ref()].into_iter().flatten() {
                    self.place_or_value(list);
                }
                self.recorded(expr, Target::Unknown)
            }
            // The execution ends there.
            ExprKind::Unsupported(_) => self.recorded_of(expr),
        }
    }

    /// What was recorded for a value that the walk has seen already.
    pub(super) fn recorded_of(&mut self, expr: &Expr) -> Target {
        if self.is_number(&expr.ty) {
            let known = self.integers.get(&ExprKey::of(expr)).copied();
            return known.unwrap_or(Target::Unknown);
        }
        match self.generator.pointees.get(&ExprKey::of(expr)) {
            Some(at) => Target::At(*at),
            None => Target::Nothing,
        }
    }

    pub(super) fn place_or_value(&mut self, expr: &'u Expr) -> Target {
        match &expr.ty {
            Type::Pointer(_) => self.value(expr),
            ty if self.is_number(ty) => self.value(expr),
            _ => {
                self.place(expr);
                Target::Nothing
            }
        }
    }

    pub(super) fn cast(&mut self, kind: &CastKind, inner: &'u Expr, expr: &'u Expr) -> Target {
        match kind {
            CastKind::LValueToRValue => self.load(inner, expr),
            CastKind::ArrayToPointer | CastKind::FunctionToPointer => {
                let at = self.place(inner);
                self.recorded(expr, at.map_or(Target::Unknown, Target::At))
            }
            CastKind::NoOp | CastKind::Volatile | CastKind::BitCast => {
                let value = self.value(inner);
                self.recorded(expr, value)
            }
            CastKind::IntegralToPointer => self.integer_to_pointer(inner, expr),
            CastKind::PointerToIntegral => {
                let value = self.value(inner);
                self.look_at_number(value);
                if self.is_number(&expr.ty) {
                    self.address_as_integer(value, expr)
                } else {
                    Target::Nothing
                }
            }
            CastKind::IntegralCast | CastKind::WrittenIntegralCast => {
                if self.is_number(&expr.ty) {
                    self.resized(inner, expr)
                } else {
                    self.value(inner);
                    Target::Nothing
                }
            }
            CastKind::IntegralToBoolean
            | CastKind::PointerToBoolean
            | CastKind::FloatingToBoolean => {
                self.value(inner);
                Target::Nothing
            }
            CastKind::NullToPointer => {
                self.value(inner);
                Target::Nothing
            }
            _ => {
                let value = self.value(inner);
                if self.is_number(&inner.ty) {
                    self.reveal(value);
                }
                self.recorded(expr, Target::Unknown)
            }
        }
    }

    /// The address is looked at as a number.
    pub(super) fn look_at_number(&mut self, value: Target) {
        if let Target::At(at) = value {
            let node = self.generator.graph.find(at).node;
            self.findings.numbered.insert(node);
        }
    }

    pub(super) fn unary(&mut self, op: UnaryOp, operand: &'u Expr, expr: &'u Expr) -> Target {
        match op {
            UnaryOp::AddressOf => {
                let at = self.place(operand);
                self.recorded(expr, at.map_or(Target::Unknown, Target::At))
            }
            UnaryOp::Dereference => self.load(expr, expr),
            UnaryOp::PreIncrement
            | UnaryOp::PreDecrement
            | UnaryOp::PostIncrement
            | UnaryOp::PostDecrement => {
                let at = self.place(operand);
                let Type::Pointer(element) = &operand.ty else {
                    return self.step_number(at, operand, expr);
                };
                let value = self.slot(at);
                if let Target::At(target) = value {
                    self.note_step(target);
                    self.moved(target, element, Distance::Computed);
                }
                self.recorded(expr, value)
            }
            UnaryOp::Plus | UnaryOp::Minus | UnaryOp::BitNot => {
                let value = self.value(operand);
                if self.is_number(&expr.ty) {
                    let value = self.sign(op, value);
                    self.recorded_number(expr, value)
                } else {
                    Target::Nothing
                }
            }
            UnaryOp::LogicalNot => {
                self.value(operand);
                Target::Nothing
            }
        }
    }

    pub(super) fn binary(
        &mut self,
        op: BinaryOp,
        left: &'u Expr,
        right: &'u Expr,
        expr: &'u Expr,
    ) -> Target {
        let (a, b) = match op {
            BinaryOp::Comma if matches!(expr.ty, Type::Record(_)) => {
                self.place(expr);
                return Target::Nothing;
            }
            _ => (self.value(left), self.value(right)),
        };
        let (pointer, index, target, sign) = match (op, &left.ty, &right.ty) {
            (BinaryOp::Comma, ..) => return self.recorded(expr, b),
            (BinaryOp::Add, Type::Pointer(_), _) => (left, right, a, 1),
            (BinaryOp::Add, _, Type::Pointer(_)) => (right, left, b, 1),
            (BinaryOp::Sub, Type::Pointer(_), ty) if !ty.is_pointer() => (left, right, a, -1),
            (_, Type::Pointer(_), _) | (_, _, Type::Pointer(_)) => {
                if !matches!(op, BinaryOp::Equal | BinaryOp::NotEqual) {
                    self.look_at_number(a);
                    self.look_at_number(b);
                }
                return Target::Nothing;
            }
            _ if self.is_number(&expr.ty) => {
                let value = self.integers(op, (a, left), (b, right), expr);
                return self.recorded_number(expr, value);
            }
            _ => return Target::Nothing,
        };
        let (Type::Pointer(element), Target::At(at)) = (&pointer.ty, target) else {
            return self.recorded(expr, target);
        };
        let by = Distance::of(self.generator.layouts.constant(index), sign);
        if by != Distance::None {
            self.note_step(at);
        }
        let moved = self.moved(at, element, by);
        self.recorded(expr, moved.map_or(Target::Unknown, Target::At))
    }

    pub(super) fn assignment(
        &mut self,
        op: &'u AssignOp,
        target: &'u Expr,
        value: &'u Expr,
        expr: &'u Expr,
    ) -> Target {
        let at = self.place(target);
        match op {
            AssignOp::Plain if self.is_number(&target.ty) && self.is_bit_field(target) => {
                let value = self.value(value);
                self.store_integer(at, target, value);
            }
            AssignOp::Plain => self.assign(at, &target.ty, value),
            AssignOp::Compound { op, .. } if self.is_number(&target.ty) => {
                let old = self.load_number(at, target, target);
                let new = self.value(value);
                let result = self.integers(*op, (old, target), (new, value), target);
                self.store_integer(at, target, result);
            }
            AssignOp::Compound { .. } => {
                self.value(value);
                let slot = self.slot(at);
                if let (Type::Pointer(element), Target::At(slot)) = (&target.ty, slot) {
                    self.note_step(slot);
                    self.moved(slot, element, Distance::Computed);
                }
            }
        }
        match &target.ty {
            Type::Pointer(_) => self.load_pointer(at, expr),
            ty if self.is_number(ty) => self.load_number(at, target, expr),
            _ => Target::Nothing,
        }
    }

    /// An object takes the value of an expression.
    pub(super) fn assign(&mut self, at: Option<Raw>, ty: &Type, value: &'u Expr) {
        match ty {
            Type::Record(_) | Type::Array(..) | Type::VariableArray(..) => {
                let from = self.place(value);
                self.copy(at, from, ty);
            }
            Type::Pointer(_) => {
                let mut target = self.value(value);
                if !value.ty.is_pointer() && self.generator.layouts.constant(value).is_none() {
                    target = Target::Unknown;
                }
                self.store(at, target);
            }
            ty if self.is_number(ty) => {
                let number = self.value(value);
                self.store_number(at, ty, number);
            }
            _ => {
                self.value(value);
            }
        }
    }

    pub(super) fn initialise(&mut self, at: Raw, ty: &Type, expr: &'u Expr) {
        match (ty, &expr.kind) {
            (_, ExprKind::ZeroInitialiser | ExprKind::Initialiser(Initialiser::Empty)) => {}
            (Type::Array(..), ExprKind::String(_)) => {}
            (
                Type::Array(..) | Type::Record(_),
                ExprKind::Cast(CastKind::NoOp, inner) | ExprKind::CompoundLiteral(inner),
            ) if matches!(inner.kind, ExprKind::Initialiser(_) | ExprKind::String(_)) => {
                self.initialise(at, ty, inner);
            }
            (Type::Array(element, _), ExprKind::Initialiser(Initialiser::Array(list))) => {
                let size = self.generator.layouts.size(element).unwrap_or(0);
                for (i, each) in list.iter().enumerate() {
                    let by = i64::try_from(size * i as u64).unwrap_or(i64::MAX);
                    self.initialise(at.plus(by), element, each);
                }
            }
            (Type::Record(id), ExprKind::Initialiser(Initialiser::Struct(list))) => {
                let unit = self.generator.unit;
                let fields = unit.record(*id).fields.as_deref().unwrap_or_default();
                for (i, (field, each)) in (0u32..).zip(fields.iter().zip(list)) {
                    self.initialise_member(at, *id, i, field, each);
                }
            }
            (Type::Record(id), ExprKind::Initialiser(Initialiser::Union(field, inner))) => {
                let unit = self.generator.unit;
                let fields = unit.record(*id).fields.as_deref().unwrap_or_default();
                if let Some(declared) = fields.get(*field as usize) {
                    self.initialise_member(at, *id, *field, declared, inner);
                }
            }
            (_, ExprKind::Initialiser(Initialiser::Scalar(inner))) => {
                self.initialise(at, ty, inner);
            }
            _ => self.assign(Some(at), ty, expr),
        }
    }

    pub(super) fn initialise_member(
        &mut self,
        at: Raw,
        record: RecordId,
        index: u32,
        field: &Field,
        value: &'u Expr,
    ) {
        if field.bits.is_some() {
            let value = self.value(value);
            self.store_bits(at, value);
            return;
        }
        match self.member(at, record, index) {
            Some(member) => self.initialise(member, &field.ty, value),
            None => self.unknown_store(Target::Unknown),
        }
    }
}
