//! Initialisers that may read the object they initialise.
//!
//! C leaves open in which order the elements of a list are evaluated and stored, and a compiler may clear the
//! object first. That shows where an element reads the object: by its name, or, where the initialiser is
//! reached again while the object is there, through a pointer kept from the time before.

use super::body::{Body, Lowered};
use crate::ast::{CastKind, Expr, ExprKind, Initialiser, UnaryOp, Unit, VariableId};
use crate::points_to::ExprKey;

const READS_ITSELF: &str = "initialiser that may read the object it initialises";

impl Body<'_, '_> {
    /// A gap where the initialiser of a variable may read the variable.
    pub(super) fn check_variable_initialiser(
        &mut self,
        variable: VariableId,
        initialiser: &Expr,
    ) -> Lowered<()> {
        if !is_list(initialiser) {
            return Ok(());
        }
        let unit = self.lowering.unit;
        let is_repeated = self.jumps_back() && self.lowering.points_to.in_memory(variable);
        if reads_variable(unit, initialiser, variable)
            || is_repeated && reads_memory(unit, initialiser)
        {
            return self.unsupported(READS_ITSELF, initialiser.span);
        }
        Ok(())
    }

    /// A gap where the initialiser of a compound literal with an address may read the literal.
    pub(super) fn check_literal_initialiser(
        &mut self,
        literal: &Expr,
        initialiser: &Expr,
    ) -> Lowered<()> {
        let literals = &self.lowering.repeated.literals;
        let is_repeated = literals.contains(&ExprKey::of(literal)) || self.jumps_back();
        if is_repeated && is_list(initialiser) && reads_memory(self.lowering.unit, initialiser) {
            return self.unsupported(READS_ITSELF, literal.span);
        }
        Ok(())
    }

    fn jumps_back(&self) -> bool {
        let function = self.lowering.source_of(self.function);
        function.is_some_and(|id| self.lowering.repeated.functions.contains(&id))
    }
}

/// Whether an initialiser gives its object more than one value, one after the other.
fn is_list(initialiser: &Expr) -> bool {
    match &initialiser.kind {
        ExprKind::Initialiser(list) => !matches!(list, Initialiser::Scalar(_) | Initialiser::Empty),
        ExprKind::Cast(_, inner) | ExprKind::CompoundLiteral(inner) => is_list(inner),
        _ => false,
    }
}

/// Whether an expression may read a variable that it names.
fn reads_variable(unit: &Unit, expr: &Expr, variable: VariableId) -> bool {
    let names = |expr: &Expr| {
        let mut is_name = |part: &Expr| matches!(part.kind, ExprKind::Variable(v) if v == variable);
        unit.any_part(expr, &mut is_name)
    };
    match &expr.kind {
        ExprKind::Cast(CastKind::LValueToRValue, _)
        | ExprKind::Call { .. }
        | ExprKind::Assign { .. }
        | ExprKind::Statement(_)
        | ExprKind::Variadic { .. } => names(expr),
        _ if expr.changed().is_some() => names(expr),
        _ => (expr.parts().into_iter()).any(|part| reads_variable(unit, part, variable)),
    }
}

/// Whether an expression may read an object through a pointer.
fn reads_memory(unit: &Unit, expr: &Expr) -> bool {
    unit.any_part(expr, &mut |part| match &part.kind {
        ExprKind::Call { .. } | ExprKind::Variadic { .. } => true,
        ExprKind::Unary(UnaryOp::Dereference, _) => true,
        ExprKind::Index { base, .. } => !is_named_array(base),
        _ => false,
    })
}

/// Whether a pointer is the first element of an array that is a variable or a part of one.
fn is_named_array(pointer: &Expr) -> bool {
    let ExprKind::Cast(CastKind::ArrayToPointer, array) = &pointer.kind else {
        return false;
    };
    let mut object = &**array;
    loop {
        object = match &object.kind {
            ExprKind::Variable(_) => return true,
            ExprKind::Member { base, .. } => base,
            ExprKind::Index { base, .. } => return is_named_array(base),
            _ => return false,
        };
    }
}
