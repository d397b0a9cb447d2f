//! Objects as the source designates them, for showing a run.

use crate::ast::{CastKind, Expr, ExprKind, UnaryOp, Unit};

/// A longer text says less than the place in the source.
const MAX_LENGTH: usize = 40;

/// The array of `array[index]` in C, if that is short.
pub(super) fn indexed_array(unit: &Unit, element: &Expr) -> Option<String> {
    let ExprKind::Index { base, .. } = &element.kind else {
        return None;
    };
    designator(unit, base).filter(|text| text.len() <= MAX_LENGTH)
}

/// `table`, `r->data`, `grid[i]`: names, members and elements by names and numbers.
pub(super) fn designator(unit: &Unit, expr: &Expr) -> Option<String> {
    match &expr.kind {
        ExprKind::Variable(variable) => Some(unit.variable(*variable).name.to_string()),
        ExprKind::Integer(number) => Some(number.to_string()),
        ExprKind::Cast(cast, inner) if is_silent(cast) => designator(unit, inner),
        ExprKind::Member {
            base,
            record,
            field,
        } => {
            let fields = unit.record(*record).fields.as_ref()?;
            let name = &fields.get(*field as usize)?.name;
            // Members of nameless members are used as if they were of the struct around it.
            (!name.is_empty()).then_some(())?;
            Some(format!("{}{name}", owner(unit, base)?))
        }
        ExprKind::Index { base, index } => {
            let (base, index) = (designator(unit, base)?, designator(unit, index)?);
            Some(format!("{base}[{index}]"))
        }
        ExprKind::Unary(UnaryOp::Dereference, pointer) => {
            Some(format!("(*{})", designator(unit, pointer)?))
        }
        _ => None,
    }
}

/// What precedes the name of a member: `s.` or `p->`.
fn owner(unit: &Unit, base: &Expr) -> Option<String> {
    match &base.kind {
        ExprKind::Unary(UnaryOp::Dereference, pointer) => {
            Some(format!("{}->", designator(unit, pointer)?))
        }
        ExprKind::Member {
            base: outer,
            record,
            field,
        } => {
            let fields = unit.record(*record).fields.as_ref()?;
            if fields.get(*field as usize)?.name.is_empty() {
                owner(unit, outer)
            } else {
                Some(format!("{}.", designator(unit, base)?))
            }
        }
        _ => Some(format!("{}.", designator(unit, base)?)),
    }
}

/// Whether a conversion is not written.
fn is_silent(cast: &CastKind) -> bool {
    matches!(
        cast,
        CastKind::LValueToRValue
            | CastKind::NoOp
            | CastKind::Volatile
            | CastKind::IntegralCast
            | CastKind::ArrayToPointer
    )
}
