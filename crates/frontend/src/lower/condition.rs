//! Conditions: truth values, branches, and choices between expressions.

use super::body::{Body, Lowered};
use super::operator::Operand;
use super::shape::Scalar;
use crate::ast::{BinaryOp, CastKind, Expr, ExprKind, UnaryOp};
use crate::points_to::ExprKey;
use invar_cfa::LocId;
use invar_term::TermId;

impl Body<'_, '_> {
    /// The truth of a scalar expression.
    pub fn condition(&mut self, expr: &Expr) -> Lowered<TermId> {
        let t = self.terms.clone();
        match &expr.kind {
            ExprKind::Unary(UnaryOp::LogicalNot, operand) => {
                let condition = self.condition(operand)?;
                Ok(t.not(condition))
            }
            ExprKind::Binary(op, left, right) if op.is_comparison() => {
                let (left, right) = self.compared_pointers(*op, left, right);
                if right.is_constant() {
                    self.compared_with_constants.extend(number_of(left));
                } else if left.is_constant() {
                    self.compared_with_constants.extend(number_of(right));
                }
                let (first, second) = self.operands(left, right)?;
                let ((a, scalar), (b, _)) = (first, second);
                if left.is_pointer() && right.is_pointer() {
                    let cell = |body: &Self, side: &Expr| body.lowering.points_to.pointee(side);
                    if let (Some(left), Some(right)) = (cell(self, left), cell(self, right)) {
                        self.check_comparison((a, left), (b, right), expr.span);
                        self.check_literals((a, left), (b, right), expr.span);
                        self.check_empty_objects((a, left), (b, right), expr.span);
                    }
                }
                let (a, b) = self.comparable(*op, (first, left), (second, right));
                match self.comparison(*op, (a, scalar), b) {
                    Some(condition) => {
                        let are_constant = t.as_constant(a).is_some() && t.as_constant(b).is_some();
                        let is_constant = t.is_true(condition) || t.is_false(condition);
                        if is_constant && !are_constant && scalar.is_integer() {
                            self.note_beyond_ideal("comparison that is always the same", expr.span);
                        }
                        Ok(condition)
                    }
                    None => self.unsupported("comparison", expr.span),
                }
            }
            ExprKind::Binary(op @ (BinaryOp::LogicalAnd | BinaryOp::LogicalOr), left, right)
                if self.is_total(right) =>
            {
                let a = self.condition(left)?;
                let guard = match op {
                    BinaryOp::LogicalAnd => a,
                    _ => t.not(a),
                };
                let b = self.guarded(guard, |body| body.condition(right))?;
                Ok(if *op == BinaryOp::LogicalAnd {
                    t.and(&[a, b])
                } else {
                    t.or(&[a, b])
                })
            }
            ExprKind::Binary(BinaryOp::LogicalAnd | BinaryOp::LogicalOr, ..) => {
                let result = self.temporary(Scalar::INT);
                self.choose(expr, |body, side| {
                    let value = body.terms.bv(32, u128::from(side));
                    body.assign(result, value, expr.span);
                    Ok(())
                })?;
                Ok(self.truth((self.symbol(result), Scalar::INT)))
            }
            ExprKind::Cast(
                CastKind::IntegralToBoolean
                | CastKind::PointerToBoolean
                | CastKind::FloatingToBoolean,
                inner,
            ) => self.condition(inner),
            _ => {
                self.compared_with_constants.extend(number_of(expr));
                let operand = self.scalar(expr)?;
                let operand = self.tested_number(operand, expr);
                Ok(self.truth(operand))
            }
        }
    }

    /// What a test for zero looks at: of a number that may be an address, the address, as every comparison does.
    fn tested_number(&mut self, operand: Operand, expr: &Expr) -> Operand {
        let cell = self.lowering.points_to.pointee(expr);
        match cell {
            Some(cell) if self.lowering.points_to.has_number(cell.node) => {
                self.as_number(operand, expr)
            }
            _ => operand,
        }
    }

    /// The operands of a comparison. Numbers of two addresses are equal if the addresses are.
    fn compared_pointers<'e>(
        &self,
        op: BinaryOp,
        left: &'e Expr,
        right: &'e Expr,
    ) -> (&'e Expr, &'e Expr) {
        let is_equality = matches!(op, BinaryOp::Equal | BinaryOp::NotEqual);
        match (self.address_in(left), self.address_in(right)) {
            (Some(first), Some(second)) if is_equality => (first, second),
            _ => (left, right),
        }
    }

    /// The pointer that an expression converts to a number, if no bit is lost.
    fn address_in<'e>(&self, expr: &'e Expr) -> Option<&'e Expr> {
        let ExprKind::Cast(kind, inner) = &expr.kind else {
            return None;
        };
        let width = |expr: &Expr| {
            let scalar = self.lowering.shapes.scalar(&expr.ty)?;
            Some(scalar.bytes)
        };
        let is_whole = width(expr) == Some(self.pointer_scalar().bytes);
        match kind {
            CastKind::PointerToIntegral if is_whole => Some(inner),
            CastKind::NoOp | CastKind::IntegralCast | CastKind::WrittenIntegralCast if is_whole => {
                self.address_in(inner)
            }
            _ => None,
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
        // What could not be lowered already leads into its own location; the rest may decide the condition.
        let _ = self.branch(condition, then, otherwise);
        for (start, which) in [(then, true), (otherwise, false)] {
            self.at = start;
            // What could not be lowered already leads into its own location.
            let _ = side(self, which);
            self.go(end, condition.span);
        }
        self.at = end;
        Ok(())
    }

    pub(super) fn conditional_scalar(&mut self, expr: &Expr, scalar: Scalar) -> Lowered<TermId> {
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
            let tested = self.tested_number((value, from), condition);
            let truth = self.truth(tested);
            let result = self.temporary(scalar.in_full());
            let (yes, no, end) = (
                self.place_here(None),
                self.place_here(None),
                self.place_here(None),
            );
            self.split(truth, yes, no, expr.span);
            self.at = yes;
            let converted = self.convert_scalar(value, from, scalar, expr.span)?;
            self.assign(result, converted, expr.span);
            self.go(end, expr.span);
            self.at = no;
            // What could not be lowered already leads into its own location.
            if let Ok((other, _)) = self.scalar(otherwise) {
                self.assign(result, other, expr.span);
            }
            self.join(end, expr.span);
            return Ok(self.symbol(result));
        };
        if self.is_total(then) && self.is_total(otherwise) {
            let condition = self.condition(condition)?;
            let (a, _) = self.guarded(condition, |body| body.scalar(then))?;
            let (b, _) = self.guarded(t.not(condition), |body| body.scalar(otherwise))?;
            return Ok(t.ite(condition, a, b));
        }
        let result = self.temporary(scalar.in_full());
        self.choose(condition, |body, side| {
            let (value, _) = body.scalar(if side { then } else { otherwise })?;
            body.assign(result, value, expr.span);
            Ok(())
        })?;
        Ok(self.symbol(result))
    }

    pub(super) fn conditional_effects(
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
}

/// The pointer whose number an expression is, perhaps without some of its bits.
pub(super) fn number_of(expr: &Expr) -> Option<ExprKey> {
    match &expr.kind {
        ExprKind::Cast(CastKind::PointerToIntegral, pointer) => Some(ExprKey::of(pointer)),
        ExprKind::Cast(CastKind::IntegralCast | CastKind::WrittenIntegralCast, inner) => {
            number_of(inner)
        }
        ExprKind::Binary(BinaryOp::BitAnd | BinaryOp::Rem, left, right) if right.is_constant() => {
            number_of(left)
        }
        _ => None,
    }
}

impl Expr {
    /// Whether an expression is made of constants only.
    pub(super) fn is_constant(&self) -> bool {
        match &self.kind {
            ExprKind::Integer(_) | ExprKind::SizeOf(_) | ExprKind::AlignOf(_) => true,
            ExprKind::Cast(..) | ExprKind::Unary(..) | ExprKind::Binary(..) => {
                let mut parts = self.parts().into_iter();
                !crate::ast::has_effects(self) && parts.all(|part| part.is_constant())
            }
            _ => false,
        }
    }
}
