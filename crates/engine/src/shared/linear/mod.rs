//! Linear arithmetic over exact rationals: sums, constraints, refutations, affine hulls.

mod affine;
mod constraint;
mod expression;
mod farkas;
mod integral;
mod point;
mod simplex;
#[cfg(test)]
mod tests;

pub(crate) use affine::{affine_basis, affine_hull};
pub(crate) use constraint::{Constraint, Relation};
pub(crate) use expression::LinearExpression;
pub(crate) use farkas::{interpolant, refute};
pub(crate) use point::point;
