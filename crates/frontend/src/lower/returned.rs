//! Functions that may end without the value that their callers use (C11 6.9.1 paragraph 12).
//!
//! A function whose end may be reached, by its text, notes at each of its ends whether it returned a
//! value. Where such a function is called by name and the value is used, the note is looked at.

use super::body::Body;
use super::lowering::Lowering;
use super::shape::{Scalar, Shape};
use crate::ast::{Expr, ExprKind, FunId, Statement, StatementKind, Type, Unit};
use crate::library::{self, Meaning};
use invar_cfa::{Aspect, Scope, Span, Undefined, VarId};
use std::rc::Rc;

/// What a function returns.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Returned {
    Value,
    Nothing,
}

impl Lowering<'_> {
    /// The variable that says whether the last of these functions returned nothing.
    fn unreturned(&mut self) -> VarId {
        if let Some(known) = self.unreturned {
            return known;
        }
        let shape = Rc::new(Shape::Scalar(Scalar::BYTE));
        let made = self.allocate("$unreturned", None, shape, Scope::Global, None);
        self.unreturned = Some(made.leaves[0]);
        made.leaves[0]
    }
}

impl Body<'_, '_> {
    /// Notes whether the function, whose text is `body`, returned a value.
    pub(super) fn note_return(&mut self, returned: Returned, span: Option<Span>) {
        if !self.may_fall_off {
            return;
        }
        let note = self.lowering.unreturned();
        let nothing = u128::from(returned == Returned::Nothing);
        let value = self.terms.bv(8, nothing);
        self.assign(note, value, span);
    }

    /// Whether the end of a function may be reached where a value is due.
    pub(super) fn may_fall_off(&self, body: &Statement) -> bool {
        let asked = (self.lowering.program.property).asks_for(Aspect::Flow);
        let result = self.lowering.result_of(self.function);
        asked && !result.leaves.is_empty() && completes(self.lowering.unit, body)
    }

    /// One of these functions is called through a pointer: only what it notes counts.
    pub(super) fn expect_returns(&mut self, targets: &[FunId], span: Option<Span>) {
        if targets.iter().any(|target| self.notes_returns(*target)) {
            let note = self.lowering.unreturned();
            let value = self.terms.bv(8, 0);
            self.assign(note, value, span);
        }
    }

    /// Whether a function notes that it ends without a value.
    fn notes_returns(&self, function: FunId) -> bool {
        let unit = self.lowering.unit;
        let asked = (self.lowering.program.property).asks_for(Aspect::Flow);
        let declared = unit.function(function);
        let body = declared.body.as_ref().filter(|_| asked);
        declared.ty.result != Type::Void && body.is_some_and(|body| completes(unit, body))
    }

    /// The value of a call is used: it must have been returned.
    pub(super) fn check_returned(&mut self, call: &Expr) {
        let ExprKind::Call { callee, .. } = &call.kind else {
            return;
        };
        let targets = match callee.direct_callee() {
            Some(function) => vec![function],
            None => self.lowering.points_to.targets(callee),
        };
        let may_lack = targets.iter().any(|target| self.notes_returns(*target));
        if may_lack && call.ty != Type::Void && !self.is_of_a_model(call.span) {
            let note = self.lowering.unreturned();
            let t = self.terms.clone();
            let fine = t.eq(self.symbol(note), t.bv(8, 0));
            self.require(fine, Undefined::MissingReturn, call.span);
        }
    }
}

/// Whether execution may get past a statement, by its text; in doubt, it may.
fn completes(unit: &Unit, statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::Return(_)
        | StatementKind::Goto(_)
        | StatementKind::Break
        | StatementKind::Continue
        | StatementKind::Unsupported(_) => false,
        StatementKind::Compound(list) => list.last().is_none_or(|last| completes(unit, last)),
        StatementKind::If {
            then,
            otherwise: Some(otherwise),
            ..
        } => completes(unit, then) || completes(unit, otherwise),
        StatementKind::Label(_, body)
        | StatementKind::Case(_, body)
        | StatementKind::Default(body) => completes(unit, body),
        StatementKind::While { condition, body } => !is_true(condition) || has_break(unit, body),
        StatementKind::DoWhile { body, condition } => !is_true(condition) || has_break(unit, body),
        StatementKind::For {
            condition, body, ..
        } => condition.as_ref().is_some_and(|c| !is_true(c)) || has_break(unit, body),
        StatementKind::Switch { body, .. } => {
            !has_default(body) || has_break(unit, body) || completes(unit, body)
        }
        StatementKind::Expression(expr) => !ends(unit, expr),
        StatementKind::Empty
        | StatementKind::Declare(_)
        | StatementKind::If { .. }
        | StatementKind::Assembler { .. } => true,
    }
}

fn is_true(condition: &Expr) -> bool {
    match &condition.kind {
        ExprKind::Integer(value) => *value != 0,
        // A narrower type may hold 0.
        ExprKind::Cast(_, inner) => matches!(inner.kind, ExprKind::Integer(1)),
        _ => false,
    }
}

/// Whether an expression is a call of a function that does not return.
fn ends(unit: &Unit, expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Call { callee, .. } => callee.direct_callee().is_some_and(|function| {
            let declared = unit.function(function);
            let meaning = library::meaning(declared);
            let ends = matches!(meaning, Meaning::Halt | Meaning::Unreachable);
            declared.no_return || declared.body.is_none() && ends
        }),
        ExprKind::Cast(_, inner) => ends(unit, inner),
        _ => false,
    }
}

/// Whether a `break` may be among the statements, of whatever loop: one of a statement expression is not looked for.
fn has_break(unit: &Unit, statement: &Statement) -> bool {
    let has_statements = |expr: &Expr| {
        unit.any_part(expr, &mut |part| {
            matches!(part.kind, ExprKind::Statement(_))
        })
    };
    has(statement, &|kind| {
        let mut expressions = kind.expressions().into_iter();
        matches!(kind, StatementKind::Break) || expressions.any(has_statements)
    })
}

/// Whether a `default` of the switch whose body this is, is among the statements.
fn has_default(statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::Default(_) => true,
        // Its `default` is its own.
        StatementKind::Switch { .. } => false,
        _ => statement.kind.statements().into_iter().any(has_default),
    }
}

fn has(statement: &Statement, is_so: &dyn Fn(&StatementKind) -> bool) -> bool {
    let parts = statement.kind.statements();
    is_so(&statement.kind) || parts.into_iter().any(|part| has(part, is_so))
}
