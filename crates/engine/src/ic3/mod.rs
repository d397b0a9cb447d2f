//! IC3 over blocks: the parts that its variants share.

mod options;

pub use options::{Options, Part};
