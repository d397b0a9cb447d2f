//! Linear arithmetic over exact rationals: sums, constraints, refutations, affine hulls.

mod constraint;
mod expression;

pub(crate) use constraint::{Constraint, Relation};
pub(crate) use expression::LinearExpression;
