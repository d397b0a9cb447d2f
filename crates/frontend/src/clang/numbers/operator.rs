//! Operators on values of several numbers.

use super::super::convert::Converter;
use super::super::hidden::Block;
use super::super::typed::{constant, int};
use super::{is_constant, logical, zero};
use crate::ast::{BinaryOp, Expr, ExprKind, Type, UnaryOp};
use crate::clang::numbers_type::{Form, Numbers};
use invar_cfa::Span;

/// An operand of a complex operator.
enum Operand {
    Real(Expr),
    Complex(Expr, Expr),
}

impl Converter {
    /// A unary operator.
    pub(super) fn unary_numbers(
        &mut self,
        op: UnaryOp,
        operand: Expr,
        ty: Type,
        span: Option<Span>,
    ) -> Option<Expr> {
        let Numbers { form, .. } = self.numbers(&operand.ty)?.clone();
        let mut block = Block::new(self, span);
        match (op, form) {
            (UnaryOp::LogicalNot, Form::Complex) => {
                let value = self.is_not_zero(operand, &mut block)?;
                let kind = ExprKind::Unary(op, Box::new(value));
                let ty = int();
                Some(block.end(Expr { kind, ty, span }))
            }
            (
                UnaryOp::PreIncrement
                | UnaryOp::PreDecrement
                | UnaryOp::PostIncrement
                | UnaryOp::PostDecrement,
                Form::Complex,
            ) => self.step_complex(op, operand, span),
            (UnaryOp::Plus | UnaryOp::Minus | UnaryOp::BitNot, _) => {
                let numbers = self.take_apart(operand, &mut block)?;
                let mut made = Vec::new();
                for (i, number) in numbers.into_iter().enumerate() {
                    let op = match (op, form) {
                        // The conjugate.
                        (UnaryOp::BitNot, Form::Complex) if i == 0 => UnaryOp::Plus,
                        (UnaryOp::BitNot, Form::Complex) => UnaryOp::Minus,
                        _ => op,
                    };
                    made.push(self.change_number(op, number)?);
                }
                let value = self.put_together(made, ty, &mut block)?;
                Some(block.end(value))
            }
            _ => None,
        }
    }

    /// An operator on one number, in its own type.
    fn change_number(&self, op: UnaryOp, number: Expr) -> Option<Expr> {
        let (own, span) = (number.ty.clone(), number.span);
        let number = match (&own, op) {
            (_, UnaryOp::Plus) => return Some(number),
            (Type::Float(_), UnaryOp::Minus) => number,
            (Type::Int(_), _) => self.promote(number)?,
            _ => return None,
        };
        let ty = number.ty.clone();
        let kind = ExprKind::Unary(op, Box::new(number));
        self.number_as(Expr { kind, ty, span }, &own)
    }

    /// A binary operator; the operands are kept in the block.
    pub(super) fn binary_numbers(
        &mut self,
        op: BinaryOp,
        left: Expr,
        right: Expr,
        ty: Type,
        block: &mut Block,
    ) -> Option<Expr> {
        if matches!(op, BinaryOp::LogicalAnd | BinaryOp::LogicalOr) {
            let (left, right) = (self.truth(left), self.truth(right));
            return Some(logical(op, left, right));
        }
        let is_vector = |expr: &Expr| {
            self.numbers(&expr.ty)
                .is_some_and(|n| n.form == Form::Vector)
        };
        if is_vector(&left) || is_vector(&right) {
            self.vectors(op, left, right, ty, block)
        } else {
            self.complex(op, left, right, ty, block)
        }
    }

    fn vectors(
        &mut self,
        op: BinaryOp,
        left: Expr,
        right: Expr,
        ty: Type,
        block: &mut Block,
    ) -> Option<Expr> {
        let element = self.numbers(&ty)?.element.clone();
        let left = self.take_apart(left, block)?;
        let right = self.take_apart(right, block)?;
        if left.len() != right.len() {
            return None;
        }
        let mut made = Vec::new();
        for (left, right) in left.into_iter().zip(right) {
            made.push(if op.is_comparison() {
                // All bits are set where it holds.
                let holds = self.compare(op, left, right)?;
                let span = holds.span;
                let kind = ExprKind::Unary(UnaryOp::Minus, Box::new(holds));
                let ty = int();
                self.number_as(Expr { kind, ty, span }, &element)?
            } else {
                self.calculate(op, left, right)?
            });
        }
        self.put_together(made, ty, block)
    }

    fn complex(
        &mut self,
        op: BinaryOp,
        left: Expr,
        right: Expr,
        ty: Type,
        block: &mut Block,
    ) -> Option<Expr> {
        use BinaryOp::{Add, Div, Equal, LogicalAnd, LogicalOr, Mul, NotEqual, Sub};
        let left = self.operand(left, block)?;
        let right = self.operand(right, block)?;
        let (real, imaginary) = match (op, left, right) {
            (Equal | NotEqual, left, right) => {
                let (a, b) = left.parts();
                let (c, d) = right.parts();
                let real = self.compare(op, a, c)?;
                let imaginary = self.compare(op, b, d)?;
                let both = if op == Equal { LogicalAnd } else { LogicalOr };
                return Some(logical(both, real, imaginary));
            }
            (Add | Sub, Operand::Complex(a, b), Operand::Complex(c, d)) => {
                (self.calculate(op, a, c)?, self.calculate(op, b, d)?)
            }
            // The part that a real operand does not have is no zero.
            (Add | Sub, Operand::Complex(a, b), Operand::Real(c)) => (self.calculate(op, a, c)?, b),
            (Add, Operand::Real(a), Operand::Complex(c, d)) => (self.calculate(op, a, c)?, d),
            (Sub, Operand::Real(a), Operand::Complex(c, d)) => (
                self.calculate(op, a, c)?,
                self.change_number(UnaryOp::Minus, d)?,
            ),
            (Mul | Div, Operand::Complex(a, b), Operand::Real(c)) => {
                (self.calculate(op, a, c.clone())?, self.calculate(op, b, c)?)
            }
            (Mul, Operand::Real(a), Operand::Complex(c, d)) => {
                (self.calculate(op, a.clone(), c)?, self.calculate(op, a, d)?)
            }
            (Mul, Operand::Complex(a, b), Operand::Complex(c, d)) => {
                return self.product([a, b], [c, d], ty, block);
            }
            _ => return None,
        };
        self.put_together(vec![real, imaginary], ty, block)
    }

    /// C11 G.5.1: where both parts are NaN, infinities are recovered in a way that is not modelled.
    fn product(
        &mut self,
        [a, b]: [Expr; 2],
        [c, d]: [Expr; 2],
        ty: Type,
        block: &mut Block,
    ) -> Option<Expr> {
        use BinaryOp::{Add, Mul, NotEqual, Sub};
        let are_constants = [&a, &b, &c, &d].into_iter().all(is_constant);
        let ac = self.calculate(Mul, a.clone(), c.clone())?;
        let bd = self.calculate(Mul, b.clone(), d.clone())?;
        let ad = self.calculate(Mul, a, d)?;
        let bc = self.calculate(Mul, b, c)?;
        let real = self.calculate(Sub, ac, bd)?;
        let imaginary = self.calculate(Add, ad, bc)?;
        if matches!(real.ty, Type::Int(_)) {
            return self.put_together(vec![real, imaginary], ty, block);
        }
        if are_constants {
            // Infinities and NaNs have no constants of their own, but products may overflow.
            return None;
        }
        let real = block.keep(real, self)?;
        let imaginary = block.keep(imaginary, self)?;
        let is_nan = |number: &Expr| self.compare(NotEqual, number.clone(), number.clone());
        let both = logical(BinaryOp::LogicalAnd, is_nan(&real)?, is_nan(&imaginary)?);
        let (own, span) = (real.ty.clone(), real.span);
        let refused = Expr {
            kind: ExprKind::Unsupported("product of complex numbers that is NaN".to_owned()),
            ty: own.clone(),
            span,
        };
        let kind = ExprKind::Conditional {
            condition: Box::new(both),
            then: Some(Box::new(refused)),
            otherwise: Box::new(real),
        };
        let real = Expr {
            kind,
            ty: own,
            span,
        };
        self.put_together(vec![real, imaginary], ty, block)
    }

    fn operand(&mut self, value: Expr, block: &mut Block) -> Option<Operand> {
        if self.numbers(&value.ty).is_none() {
            return Some(Operand::Real(self.hold(value, block)?));
        }
        let [real, imaginary] = self.take_apart(value, block)?.try_into().ok()?;
        Some(Operand::Complex(real, imaginary))
    }

    /// An operator on two numbers, in their own type.
    fn calculate(&self, op: BinaryOp, left: Expr, right: Expr) -> Option<Expr> {
        use BinaryOp::{Add, Div, Mul, Shl, Shr, Sub};
        let (own, span) = (left.ty.clone(), left.span);
        match &own {
            Type::Float(_) if matches!(op, Add | Sub | Mul | Div) && right.ty == own => {
                let kind = ExprKind::Binary(op, Box::new(left), Box::new(right));
                let ty = own;
                Some(Expr { kind, ty, span })
            }
            Type::Int(kind) => {
                let is_shift = matches!(op, Shl | Shr);
                if !is_shift && right.ty != own {
                    return None;
                }
                let distance = right.clone();
                let value = self.combine(op, left, right)?;
                let value = self.number_as(value, &own)?;
                if is_shift && kind.width < 32 {
                    self.within(kind.width, distance, value)
                } else {
                    Some(value)
                }
            }
            _ => None,
        }
    }

    /// A shift of a number that is narrower than `int`: by its own width or more it is undefined, and
    /// not what `int` has there.
    fn within(&self, width: u32, distance: Expr, value: Expr) -> Option<Expr> {
        let (ty, span) = (value.ty.clone(), value.span);
        if let Some(distance) = self.evaluate(&distance)
            && (0..i128::from(width)).contains(&distance)
        {
            return Some(value);
        }
        let limit = constant((width - 1).into(), int(), span);
        let zero = constant(0, int(), span);
        let least = self.combine(BinaryOp::LessEqual, zero, distance.clone())?;
        let most = self.combine(BinaryOp::LessEqual, distance, limit)?;
        let refused = Expr {
            kind: ExprKind::Unsupported("shift of a vector by too much".to_owned()),
            ty: ty.clone(),
            span,
        };
        let kind = ExprKind::Conditional {
            condition: Box::new(logical(BinaryOp::LogicalAnd, least, most)),
            then: Some(Box::new(value)),
            otherwise: Box::new(refused),
        };
        Some(Expr { kind, ty, span })
    }

    /// A comparison of two numbers of one type, as an `int`.
    pub(super) fn compare(&self, op: BinaryOp, left: Expr, right: Expr) -> Option<Expr> {
        if left.ty != right.ty {
            return None;
        }
        match left.ty {
            Type::Float(_) => {
                let span = left.span;
                let kind = ExprKind::Binary(op, Box::new(left), Box::new(right));
                let ty = int();
                Some(Expr { kind, ty, span })
            }
            _ => self.combine(op, left, right),
        }
    }
}

impl Operand {
    /// Both parts, zero for the one that is missing.
    fn parts(self) -> (Expr, Expr) {
        match self {
            Operand::Complex(real, imaginary) => (real, imaginary),
            Operand::Real(real) => {
                let zero = zero(&real.ty, real.span);
                (real, zero)
            }
        }
    }
}
