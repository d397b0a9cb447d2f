//! Which expressions change something.

use super::{CastKind, Expr, ExprKind};

/// Whether evaluating an expression can change a variable.
pub(crate) fn has_effects(expr: &Expr) -> bool {
    has_part(expr, &|part| match &part.kind {
        ExprKind::Call { .. }
        | ExprKind::Statement(_)
        | ExprKind::CompoundLiteral(_)
        | ExprKind::Initialiser(_)
        | ExprKind::Variadic { .. } => true,
        // Two reads give two values.
        ExprKind::Cast(CastKind::Volatile, _) => true,
        _ => part.changed().is_some(),
    })
}

/// Whether an expression speaks of a function, apart from what an effect in it does.
pub(crate) fn names_function(expr: &Expr) -> bool {
    has_part(expr, &|part| matches!(part.kind, ExprKind::Function(_)))
}

/// Whether an expression, or a part of one that has no effect itself, is so.
fn has_part(expr: &Expr, is_so: &dyn Fn(&Expr) -> bool) -> bool {
    let inside = |part: &Expr| has_part(part, is_so);
    is_so(expr)
        || match &expr.kind {
            ExprKind::Unary(_, operand) => inside(operand),
            ExprKind::Binary(_, left, right) => inside(left) || inside(right),
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            } => inside(condition) || then.as_deref().is_some_and(inside) || inside(otherwise),
            ExprKind::Cast(_, inner) => inside(inner),
            ExprKind::Member { base, .. } => inside(base),
            ExprKind::Index { base, index } => inside(base) || inside(index),
            ExprKind::Assign { .. }
            | ExprKind::Call { .. }
            | ExprKind::Statement(_)
            | ExprKind::CompoundLiteral(_)
            | ExprKind::Initialiser(_)
            | ExprKind::Variadic { .. }
            | ExprKind::Integer(_)
            | ExprKind::Floating(_)
            | ExprKind::String(_)
            | ExprKind::Variable(_)
            | ExprKind::Function(_)
            | ExprKind::ZeroInitialiser
            | ExprKind::SizeOf(_)
            | ExprKind::AlignOf(_)
            | ExprKind::Unsupported(_) => false,
        }
}
