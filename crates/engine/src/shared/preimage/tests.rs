//! Tests of implicants and projections: examples, random formulas judged by evaluation and Z3,
//! and formulas of the size that programs have.

mod examples;
mod random;
mod scale;
mod support;
