//! Unsequenced changes (C11 6.5 paragraph 2), by the text: a variable that one operand changes, and that
//! another operand of the same operator changes or reads.
//!
//! Only variables that are named are looked at. What a called function does is sequenced with the
//! rest of the expression and is no concern here.

use super::body::{Body, Lowered};
use crate::ast::{AssignOp, BinaryOp, CastKind, Expr, ExprKind, UnaryOp, VariableId};
use invar_cfa::{Aspect, Undefined};
use std::collections::BTreeMap;

const OPEN_ORDER: &str = "change of a variable in an order that C may leave open";

/// Whether something happens whenever the whole expression is evaluated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Certainty {
    Maybe,
    Certain,
}

type Variables = BTreeMap<VariableId, Certainty>;

/// What evaluating an expression does to variables.
#[derive(Default)]
struct Uses {
    reads: Variables,
    /// Changed, and the change may still come after the value.
    pending: Variables,
    /// Changed before the value.
    done: Variables,
}

/// A walk over a full expression.
#[derive(Default)]
struct Walk {
    conflict: Option<Certainty>,
    /// Whether a call was met, which may not return.
    calls: Calls,
}

/// Whether a function is called in what was looked at.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Calls {
    #[default]
    None,
    Some,
}

impl Body<'_, '_> {
    /// Looks at an expression whose evaluation begins here and that is part of no other.
    pub(super) fn full_expression(&mut self, expr: &Expr) -> Lowered<()> {
        let property = self.lowering.program.property;
        if !property.asks_for(Aspect::Sequence) || self.is_of_a_model(expr.span) {
            return Ok(());
        }
        let mut walk = Walk::default();
        walk.value(expr);
        match walk.conflict {
            None => Ok(()),
            Some(Certainty::Maybe) => self.unsupported(OPEN_ORDER, expr.span),
            Some(Certainty::Certain) => {
                let never = self.terms.fls();
                self.require(never, Undefined::Unsequenced, expr.span);
                Ok(())
            }
        }
    }
}

impl Walk {
    /// An expression whose value is computed.
    fn value(&mut self, expr: &Expr) -> Uses {
        match &expr.kind {
            ExprKind::Cast(CastKind::LValueToRValue, object) => {
                let mut uses = self.place(object);
                uses.reads.extend(named(object));
                uses
            }
            ExprKind::Cast(_, inner) => self.value(inner),
            ExprKind::Unary(
                UnaryOp::PreIncrement
                | UnaryOp::PreDecrement
                | UnaryOp::PostIncrement
                | UnaryOp::PostDecrement,
                operand,
            ) => {
                let mut uses = self.place(operand);
                self.change(&mut uses, operand);
                uses
            }
            ExprKind::Unary(_, operand) => self.place(operand),
            ExprKind::Binary(BinaryOp::LogicalAnd | BinaryOp::LogicalOr, left, right) => {
                let left = self.value(left).completed();
                let right = self.perhaps(right);
                left.joined(right)
            }
            ExprKind::Binary(BinaryOp::Comma, left, right) => {
                let left = self.value(left).completed();
                let right = self.value(right);
                left.joined(right)
            }
            ExprKind::Binary(_, left, right) => {
                let (left, right) = (self.value(left), self.value(right));
                self.unsequenced(left, right)
            }
            ExprKind::Assign { op, target, value } => {
                let mut left = self.place(target);
                if let AssignOp::Compound { .. } = op {
                    left.reads.extend(named(target));
                }
                let right = self.value(value);
                let mut uses = self.unsequenced(left, right);
                self.change(&mut uses, target);
                uses
            }
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            } => {
                let mut uses = self.value(condition).completed();
                if let Some(then) = then {
                    let then = self.perhaps(then);
                    uses = uses.joined(then);
                }
                let otherwise = self.perhaps(otherwise);
                uses.joined(otherwise)
            }
            ExprKind::Call { callee, arguments } => {
                let mut uses = self.value(callee);
                for argument in arguments {
                    let argument = self.value(argument);
                    uses = self.unsequenced(uses, argument);
                }
                self.calls = Calls::Some;
                uses.completed()
            }
            ExprKind::Initialiser(list) => {
                // Their order is open, but each is evaluated as a whole (C11 6.7.9).
                let parts = list.parts().into_iter();
                let parts = parts.map(|part| self.value(part).completed());
                parts.fold(Uses::default(), Uses::joined)
            }
            ExprKind::CompoundLiteral(inner) => self.value(inner),
            _ => self.place(expr),
        }
    }

    /// An expression that designates an object, which is not read.
    fn place(&mut self, expr: &Expr) -> Uses {
        match &expr.kind {
            ExprKind::Unary(UnaryOp::Dereference | UnaryOp::AddressOf, inner) => self.place(inner),
            ExprKind::Member { base, .. } => self.place(base),
            ExprKind::Index { base, index } => {
                let (base, index) = (self.value(base), self.value(index));
                self.unsequenced(base, index)
            }
            ExprKind::Variable(_)
            | ExprKind::Function(_)
            | ExprKind::Integer(_)
            | ExprKind::Floating(_)
            | ExprKind::String(_)
            | ExprKind::ZeroInitialiser
            | ExprKind::SizeOf(_)
            | ExprKind::AlignOf(_)
            // Nothing that is looked at.
            | ExprKind::Variadic { .. }
            | ExprKind::Unsupported(_) => Uses::default(),
            // Full expressions of their own, which may leave the whole.
            ExprKind::Statement(_) => {
                self.calls = Calls::Some;
                Uses::default()
            }
            _ => self.value(expr),
        }
    }

    /// An operand that is not always evaluated.
    fn perhaps(&mut self, expr: &Expr) -> Uses {
        let outer = std::mem::take(&mut self.conflict);
        let uses = self.value(expr).possible();
        let inner = self.conflict.map(|_| Certainty::Maybe);
        self.conflict = outer.max(inner);
        uses
    }

    /// A change of what an expression names, after its operands are computed: other changes that
    /// are not done yet are unsequenced with it.
    fn change(&mut self, uses: &mut Uses, target: &Expr) {
        if let Some((variable, certainty)) = named(target) {
            if let Some(other) = uses.pending.get(&variable) {
                self.note(certainty.min(*other));
            }
            uses.pending.insert(variable, certainty);
        }
    }

    /// Two operands whose order is open.
    fn unsequenced(&mut self, left: Uses, right: Uses) -> Uses {
        for (a, b) in [(&left, &right), (&right, &left)] {
            for (variable, certainty) in a.pending.iter().chain(&a.done) {
                let others = [&b.reads, &b.pending, &b.done];
                let used = others.iter().filter_map(|uses| uses.get(variable)).max();
                if let Some(other) = used {
                    self.note(*certainty.min(other));
                }
            }
        }
        left.joined(right)
    }

    /// Notes a conflict; after a call it may not be met.
    fn note(&mut self, certainty: Certainty) {
        let certainty = match self.calls {
            Calls::None => certainty,
            Calls::Some => Certainty::Maybe,
        };
        self.conflict = self.conflict.max(Some(certainty));
    }
}

impl Uses {
    /// After a sequence point.
    fn completed(mut self) -> Uses {
        let pending = std::mem::take(&mut self.pending);
        join(&mut self.done, pending);
        self
    }

    fn joined(mut self, other: Uses) -> Uses {
        join(&mut self.reads, other.reads);
        join(&mut self.pending, other.pending);
        join(&mut self.done, other.done);
        self
    }

    /// Where it depends on something else whether it happens.
    fn possible(mut self) -> Uses {
        for uses in [&mut self.reads, &mut self.pending, &mut self.done] {
            uses.values_mut().for_each(|c| *c = Certainty::Maybe);
        }
        self
    }
}

fn join(all: &mut Variables, more: Variables) {
    for (variable, certainty) in more {
        let known = all.entry(variable).or_insert(certainty);
        *known = certainty.max(*known);
    }
}

/// The variable that an expression is.
fn named(expr: &Expr) -> Option<(VariableId, Certainty)> {
    match &expr.kind {
        ExprKind::Variable(variable) => Some((*variable, Certainty::Certain)),
        ExprKind::Cast(CastKind::NoOp, inner) => named(inner),
        _ => None,
    }
}
