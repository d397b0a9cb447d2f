//! Generation: what the values of expressions point to.

use super::generate::{Carry, End, Generator};
use super::graph::Raw;
use super::model::ExprKey;
use super::place::direct_array;
use crate::ast::{CastKind, Expr, ExprKind, Initialiser, Statement, StatementKind, Type, UnaryOp};

impl<'u> Generator<'u> {
    /// Evaluates an expression; what its value points to, if that is followed and not nothing.
    pub fn value(&mut self, expr: &'u Expr) -> Option<Raw> {
        let target = self.evaluate(expr);
        if let Some(target) = target {
            self.pointees.insert(ExprKey::of(expr), target);
        }
        target
    }

    fn evaluate(&mut self, expr: &'u Expr) -> Option<Raw> {
        match &expr.kind {
            ExprKind::Cast(kind, inner) => self.cast(kind, inner, expr),
            ExprKind::Unary(op, operand) => self.unary(*op, operand, expr),
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right, expr),
            ExprKind::Assign { op, target, value } => self.assignment(op, target, value, expr),
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            } => {
                let condition = self.value(condition);
                let then = match then {
                    Some(then) => self.value(then),
                    None => condition,
                };
                let otherwise = self.value(otherwise);
                self.either(then, otherwise)
            }
            ExprKind::Call { callee, arguments } => self.call(expr, callee, arguments),
            ExprKind::Variable(_)
            | ExprKind::Member { .. }
            | ExprKind::Index { .. }
            | ExprKind::CompoundLiteral(_)
            | ExprKind::String(_) => {
                // An array, an object that is not read, or a member of a value that is no lvalue:
                // clang writes no conversion there.
                self.read(expr, expr)
            }
            ExprKind::Function(id) => Some(self.function_place(*id)),
            ExprKind::Initialiser(Initialiser::Scalar(inner)) => self.value(inner),
            ExprKind::Initialiser(Initialiser::Array(list) | Initialiser::Struct(list)) => {
                for each in list {
                    self.value(each);
                }
                None
            }
            ExprKind::Initialiser(Initialiser::Union(_, inner)) => self.value(inner),
            ExprKind::Statement(body) => {
                self.statement(body);
                let last = last_expression(body)?;
                let key = ExprKey::of(last);
                if let Some(at) = self.places.get(&key).copied() {
                    self.places.insert(ExprKey::of(expr), at);
                }
                self.pointees.get(&key).copied()
            }
            ExprKind::Initialiser(Initialiser::Empty)
            | ExprKind::ZeroInitialiser
            | ExprKind::Integer(_)
            | ExprKind::Floating(_)
            | ExprKind::SizeOf(_)
            | ExprKind::AlignOf(_) => None,
            ExprKind::Variadic { list, source, .. } => {
                for list in [Some(list), source.as_ref()].into_iter().flatten() {
                    match (direct_array(list), &list.ty) {
                        (Some(array), _) => {
                            self.decay(list, array);
                        }
                        (None, Type::Pointer(_)) => {
                            self.value(list);
                        }
                        _ => {
                            self.place(list);
                        }
                    }
                }
                self.outside_value(expr)
            }
            ExprKind::Unsupported(_) => self.outside_value(expr),
        }
    }

    /// A value that comes from among the variadic arguments.
    fn outside_value(&mut self, expr: &'u Expr) -> Option<Raw> {
        if let Type::Record(_) = expr.ty {
            let at = self.graph.fresh();
            self.pass_variadic_struct(at, &expr.ty);
            self.places.insert(ExprKey::of(expr), at);
        }
        self.carries(&expr.ty).then_some(self.variadic)
    }

    fn cast(&mut self, kind: &CastKind, inner: &'u Expr, expr: &'u Expr) -> Option<Raw> {
        match kind {
            CastKind::LValueToRValue => self.read(inner, expr),
            CastKind::ArrayToPointer => {
                self.take(inner);
                Some(self.decay(expr, inner))
            }
            CastKind::FunctionToPointer => Some(self.place(inner)),
            CastKind::NoOp | CastKind::Volatile => self.value(inner),
            CastKind::BitCast => {
                let target = self.value(inner)?;
                self.convert(target, &inner.ty, &expr.ty);
                Some(target)
            }
            CastKind::IntegralToPointer => self.integer_to_pointer(inner, &expr.ty),
            CastKind::PointerToIntegral
            | CastKind::IntegralCast
            | CastKind::WrittenIntegralCast => {
                let target = self.value(inner);
                target.filter(|_| self.carries(&expr.ty))
            }
            CastKind::IntegralToFloating => {
                let target = self.value(inner);
                self.lost.extend(target);
                None
            }
            CastKind::FloatingToIntegral => {
                self.value(inner);
                self.carries(&expr.ty).then(|| self.compute())
            }
            CastKind::ToVoid
            | CastKind::NullToPointer
            | CastKind::IntegralToBoolean
            | CastKind::PointerToBoolean
            | CastKind::FloatingCast
            | CastKind::FloatingToBoolean => {
                self.value(inner);
                None
            }
            CastKind::Other(_) => {
                let target = self.value(inner);
                self.lost.extend(target);
                self.carries(&expr.ty).then(|| self.compute())
            }
        }
    }

    /// Reads an object.
    fn read(&mut self, object: &'u Expr, expr: &'u Expr) -> Option<Raw> {
        let at = self.place(object);
        match &expr.ty {
            Type::Record(_) | Type::Array(..) | Type::VariableArray(..) => {
                self.places.insert(ExprKey::of(expr), at);
                None
            }
            Type::Void | Type::Function(_) => None,
            ty => {
                if self.touch_bits(object) {
                    return None;
                }
                self.touch(at, ty);
                self.carries(ty).then(|| self.graph.slot(at))
            }
        }
    }

    /// If an lvalue is a bit-field, touches its bytes.
    pub fn touch_bits(&mut self, object: &Expr) -> bool {
        match &object.kind {
            ExprKind::Member {
                base,
                record,
                field,
            } if self.layouts.bits(*record, *field).is_some() => {
                let base = self.places.get(&ExprKey::of(base)).copied();
                if let (Some(base), Some((offset, touch))) =
                    (base, self.layouts.bit_field(*record, *field))
                {
                    self.facts.touches.add((base.plus(offset), touch));
                }
                true
            }
            ExprKind::Cast(CastKind::NoOp | CastKind::Volatile, inner) => self.touch_bits(inner),
            _ => false,
        }
    }

    fn unary(&mut self, op: UnaryOp, operand: &'u Expr, expr: &'u Expr) -> Option<Raw> {
        match op {
            UnaryOp::AddressOf => {
                let at = self.place(operand);
                self.take(operand);
                self.extent(at, &operand.ty, End::Declared);
                Some(at)
            }
            UnaryOp::Dereference => self.read(expr, expr),
            UnaryOp::PreIncrement
            | UnaryOp::PreDecrement
            | UnaryOp::PostIncrement
            | UnaryOp::PostDecrement => self.increment(operand),
            UnaryOp::Plus => self.value(operand),
            UnaryOp::Minus | UnaryOp::BitNot => {
                let target = self.value(operand)?;
                self.lost.push(target);
                self.carries(&expr.ty).then(|| self.compute())
            }
            UnaryOp::LogicalNot => {
                self.value(operand);
                None
            }
        }
    }

    /// Both may be meant.
    pub fn either(&mut self, a: Option<Raw>, b: Option<Raw>) -> Option<Raw> {
        if let (Some(a), Some(b)) = (a, b) {
            self.graph.unify(a, b);
        }
        a.or(b)
    }

    /// A pointer takes another type: what it steps through is no longer what was declared.
    pub fn convert(&mut self, target: Raw, from: &Type, to: &Type) {
        let (Type::Pointer(from), Type::Pointer(to)) = (from, to) else {
            return;
        };
        if from == to || matches!(**to, Type::Void | Type::Function(_)) {
            return;
        }
        let stride = self.layouts.stride(to);
        if **from == Type::Void || self.layouts.stride(from) != stride {
            self.facts.recasts.add((target, stride));
        }
        self.reinterpret(target, to);
    }

    /// An integer becomes a pointer.
    fn integer_to_pointer(&mut self, inner: &'u Expr, to: &Type) -> Option<Raw> {
        let value = self.value(inner);
        if self.layouts.constant(inner).is_some() {
            let at = self.external();
            self.constant_addresses.push(at);
            return Some(at);
        }
        if self.carry == Carry::Pointers {
            self.needs_integers = true;
        }
        let target = self.known(value);
        self.from_integers.push(target);
        if let Type::Pointer(to) = to {
            let stride = self.layouts.stride(to);
            self.facts.recasts.add((target, stride));
            self.reinterpret(target, to);
        }
        Some(target)
    }

    /// The result of computing with integers: whatever was computed with before.
    pub fn compute(&mut self) -> Raw {
        let at = self.graph.fresh();
        self.computed.push(at);
        at
    }

    /// A place that holds a value of struct type.
    pub fn temporary(&mut self, expr: &'u Expr) -> Raw {
        match &expr.kind {
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            } => {
                self.value(condition);
                let at = self.graph.fresh();
                for branch in then.iter().chain([otherwise]) {
                    let from = self.place(branch);
                    self.copy(at, from, &expr.ty);
                }
                at
            }
            ExprKind::Binary(crate::ast::BinaryOp::Comma, left, right) => {
                self.value(left);
                self.place(right)
            }
            _ => {
                let target = self.value(expr);
                let known = self.places.get(&ExprKey::of(expr)).copied();
                known.or(target).unwrap_or_else(|| self.graph.fresh())
            }
        }
    }
}

/// The expression whose value a statement expression has.
pub(super) fn last_expression(statement: &Statement) -> Option<&Expr> {
    match &statement.kind {
        StatementKind::Compound(list) => last_expression(list.last()?),
        StatementKind::Label(_, inner)
        | StatementKind::Case(_, inner)
        | StatementKind::Default(inner) => last_expression(inner),
        StatementKind::Expression(expr) => Some(expr),
        _ => None,
    }
}
