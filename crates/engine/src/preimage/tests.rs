//! Tests of implicants and projections: examples, and random formulas judged by evaluation and Z3.

mod random;
mod support;
