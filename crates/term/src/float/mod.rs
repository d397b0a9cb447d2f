//! IEEE 754 numbers: formats, values, operators, and their SMT-LIB text.
//!
//! Everything here is total and deterministic. There is one NaN, as in SMT-LIB; results are
//! rounded to the nearest number, ties to even, unless an operator carries a rounding mode.

mod arithmetic;
mod build;
mod exact;
mod format;
mod operator;
mod smtlib;
mod text;
mod truncation;
mod value;

pub(crate) use arithmetic::apply;
pub use format::FloatFormat;
pub use operator::{FpOp, RoundingMode};
pub(crate) use smtlib::value_text as float_text;
pub(crate) use smtlib::{application_text, bits_definition};
pub use text::float_from_text;
pub use truncation::TruncationRange;
pub use value::FloatValue;
