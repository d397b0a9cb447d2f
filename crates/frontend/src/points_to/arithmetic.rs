//! Generation: operators on pointers, and on integers that may hold pointers.

use super::generate::Generator;
use super::graph::Raw;
use crate::ast::{BinaryOp, CastKind, Expr, ExprKind, IntegerValue, Type};

impl<'u> Generator<'u> {
    /// A binary operator.
    pub fn binary(
        &mut self,
        op: BinaryOp,
        left: &'u Expr,
        right: &'u Expr,
        expr: &'u Expr,
    ) -> Option<Raw> {
        let (a, b) = (self.value(left), self.value(right));
        if let (BinaryOp::Equal | BinaryOp::NotEqual, Some(a), Some(b)) = (op, a, b) {
            self.compared.push((a, b));
        }
        match (op, &left.ty, &right.ty) {
            (BinaryOp::Comma, ..) => {
                if let Some(at) = self.places.get(&super::ExprKey::of(right)).copied() {
                    self.places.insert(super::ExprKey::of(expr), at);
                }
                b
            }
            (BinaryOp::Add, Type::Pointer(_), _) => self.stepped(a?, left, right, 1),
            (BinaryOp::Add, _, Type::Pointer(_)) => self.stepped(b?, right, left, 1),
            (BinaryOp::Sub, Type::Pointer(_), Type::Pointer(_)) => None,
            (BinaryOp::Sub, Type::Pointer(_), _) => self.stepped(a?, left, right, -1),
            _ if !self.carries(&expr.ty) => None,
            _ => self.integers(op, (a, left), (b, right)),
        }
    }

    /// `pointer + sign * index`.
    fn stepped(
        &mut self,
        target: Raw,
        pointer: &'u Expr,
        index: &'u Expr,
        sign: IntegerValue,
    ) -> Option<Raw> {
        let Type::Pointer(element) = &pointer.ty else {
            return Some(target);
        };
        let constant = self.layouts.constant(index);
        let stride = self.layouts.stride(element);
        match constant {
            Some(0) => Some(target),
            // Bytes at a fixed distance are members of an object, not elements of an array.
            Some(bytes) if stride == 1 && self.layouts.size(element) == Some(1) => {
                let by = self.layouts.distance(bytes.wrapping_mul(sign));
                if let Some(whole) = self.size_of_converted(pointer) {
                    let whole = match u64::try_from(by) {
                        Ok(by) if by < whole => whole,
                        _ => 0,
                    };
                    self.shift(target, by, 1, whole);
                    // A further step from there leaves the array that happens to be there.
                    self.facts.recasts.add((target.plus(by), 1));
                    return Some(target.plus(by));
                }
                if by < 0 {
                    self.facts.steps.add((target, 1));
                    return Some(target);
                }
                self.shift(target, by, 1, 1);
                Some(target.plus(by))
            }
            _ => {
                self.facts.steps.add((target, stride));
                Some(target)
            }
        }
    }

    /// Bytes of the object whose address was converted to a pointer to bytes, 0 if unknown;
    /// `None` for pointers that were pointers to bytes already.
    fn size_of_converted(&mut self, pointer: &Expr) -> Option<u64> {
        let Type::Pointer(target) = &pointer.ty else {
            return None;
        };
        let inner = match &pointer.kind {
            ExprKind::Cast(CastKind::BitCast | CastKind::NoOp, inner) => {
                self.size_of_converted(inner)
            }
            ExprKind::Cast(CastKind::IntegralToPointer, _) => Some(0),
            _ => None,
        };
        if inner.is_some() {
            return inner;
        }
        match &**target {
            Type::Record(_) => Some(self.layouts.size(target).unwrap_or(0)),
            Type::Void => Some(0),
            _ if self.layouts.size(target) == Some(1) => None,
            _ => Some(0),
        }
    }

    /// An operator on integers that may hold pointers.
    fn integers(
        &mut self,
        op: BinaryOp,
        (a, left): (Option<Raw>, &'u Expr),
        (b, right): (Option<Raw>, &'u Expr),
    ) -> Option<Raw> {
        if a.is_none() && b.is_none() {
            return None;
        }
        match op {
            BinaryOp::Add | BinaryOp::Sub => {
                let (target, constant) = match (a, b) {
                    (Some(a), None) => (a, self.layouts.constant(right)),
                    (None, Some(b)) if op == BinaryOp::Add => (b, self.layouts.constant(left)),
                    _ => (self.either(a, b)?, None),
                };
                if let Some(bytes) = constant {
                    let sign = if op == BinaryOp::Sub { -1 } else { 1 };
                    let by = self.layouts.distance(bytes.wrapping_mul(sign));
                    self.shift(target, by, 1, 0);
                    return Some(target.plus(by));
                }
                Some(self.anywhere(target))
            }
            BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => {
                let mask = match (a, b) {
                    (Some(_), None) => self.layouts.constant(right),
                    (None, Some(_)) => self.layouts.constant(left),
                    _ => None,
                };
                // The low bits of an address are no address.
                if op == BinaryOp::BitAnd && mask.is_some_and(|mask| (0..256).contains(&mask)) {
                    return None;
                }
                let target = self.either(a, b)?;
                Some(self.anywhere(target))
            }
            BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem | BinaryOp::Shl | BinaryOp::Shr => {
                self.lost.extend(a);
                self.lost.extend(b);
                Some(self.compute())
            }
            _ => None,
        }
    }

    /// The integer may be the address of any byte of the object.
    pub fn anywhere(&mut self, target: Raw) -> Raw {
        self.facts.recasts.add((target, 1));
        self.facts.steps.add((target, 1));
        target
    }

    /// `operand++` and its like.
    pub fn increment(&mut self, operand: &'u Expr) -> Option<Raw> {
        let at = self.place(operand);
        if self.touch_bits(operand) {
            return None;
        }
        self.touch(at, &operand.ty);
        if !self.carries(&operand.ty) {
            return None;
        }
        let target = self.graph.slot(at);
        match &operand.ty {
            Type::Pointer(element) => {
                let stride = self.layouts.stride(element);
                self.facts.steps.add((target, stride));
            }
            _ => {
                self.anywhere(target);
            }
        }
        Some(target)
    }

    /// `target op= value` on what is followed.
    pub fn compound(&mut self, op: BinaryOp, at: Raw, target: &'u Expr, value: &'u Expr) {
        let old = self.graph.slot(at);
        let new = self.value(value);
        let result = match (&target.ty, op) {
            (Type::Pointer(_), BinaryOp::Add) => self.stepped(old, target, value, 1),
            (Type::Pointer(_), _) => self.stepped(old, target, value, -1),
            _ => self.integers(op, (Some(old), target), (new, value)),
        };
        if let Some(result) = result {
            self.graph.unify(old, result);
        }
    }
}
