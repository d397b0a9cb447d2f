//! Unsequenced changes (C11 6.5 paragraph 2): an object that one operand changes, and that another operand of the
//! same operator changes or reads.
//!
//! A walk over the text (`open_order`) finds pairs of accesses whose order is open. Pairs that designate one object whenever both are
//! evaluated are decided here; pairs that may do so are compared while they are lowered (`overlap`). What a
//! called function does is sequenced with the rest of the expression.

use super::body::{Body, Lowered};
use super::overlap::Relation;
use super::state::Touched;
use crate::ast::has_effects;
use crate::ast::{Expr, ExprKind};
use crate::open_order::{Certainty, OPEN_ORDER, Operand, Walk};
use invar_cfa::{Aspect, Undefined};

impl Body<'_, '_> {
    /// Looks at an expression whose evaluation begins here and that is part of no other.
    pub(super) fn full_expression(&mut self, expr: &Expr) -> Lowered<()> {
        self.note_interrupted_reads(expr);
        if !has_inner_effects(expr) || self.is_of_a_model(expr.span) {
            return Ok(());
        }
        let walk = Walk::of(self.lowering.unit, expr);
        self.note_open_order(&walk.operands, expr);
        for pair in &walk.pairs {
            let [a, b] = pair.lvalues;
            match (self.relation(a, b), pair.certainty) {
                (Relation::Disjoint, _) => {}
                (Relation::Same, Certainty::Certain) => {
                    return self.undefined_order(expr);
                }
                (Relation::Same | Relation::Open, _) => self.watch_pair(a, b),
            }
        }
        Ok(())
    }

    /// Notes where a call in one operand changes what the other one uses: C allows both orders, and each of them
    /// is defined.
    fn note_open_order(&mut self, operands: &[[Operand<'_>; 2]], expr: &Expr) {
        let is_open = operands.iter().any(|[left, right]| {
            let (left, right) = (self.touched(left), self.touched(right));
            left.meets(&right)
        });
        if let (true, Some(span)) = (is_open, expr.span) {
            self.lowering.notes.open_orders.insert(span);
        }
    }

    fn touched(&mut self, operand: &Operand<'_>) -> Touched {
        let outer = |lvalues: &[&Expr]| {
            let outer = lvalues
                .iter()
                .filter_map(|lvalue| self.lowering.outer(lvalue));
            outer.collect()
        };
        let mut touched = Touched {
            reads: outer(&operand.reads),
            changes: outer(&operand.changes),
        };
        for callee in &operand.called {
            touched.add(&self.lowering.touched_by_call(callee));
        }
        touched
    }

    /// Whether an open order is a violation: the property asks for it, and it is certain that nothing sequences it.
    pub(super) fn decides_order(&self) -> bool {
        let asked = self.lowering.program.property.asks_for(Aspect::Sequence);
        asked && !self.lowering.unit.has_generic_functions
    }

    /// The order of two accesses to one object is open.
    fn undefined_order(&mut self, expr: &Expr) -> Lowered<()> {
        if !self.decides_order() {
            return self.unsupported(OPEN_ORDER, expr.span);
        }
        let never = self.terms.fls();
        self.require(never, Undefined::Unsequenced, expr.span);
        Ok(())
    }
}

/// Whether an expression changes something before its last step; an assignment alone is in order.
fn has_inner_effects(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Assign { target, value, .. } => has_effects(target) || has_effects(value),
        ExprKind::Unary(_, operand) => has_effects(operand),
        _ => has_effects(expr),
    }
}
