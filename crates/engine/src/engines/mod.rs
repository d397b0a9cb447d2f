//! One folder per engine, named after it; it opens with its paper, its deviations and its limitations.

pub(crate) mod bmc;
pub(crate) mod heap;
pub(crate) mod houdini;
pub(crate) mod ic3_bool;
pub(crate) mod ic3_cegar;
pub(crate) mod ic3_cfa;
pub(crate) mod ic3_smt;
pub(crate) mod impact;
pub(crate) mod kind;
pub(crate) mod predabs;
pub(crate) mod spacer;
pub(crate) mod summaries;
pub(crate) mod tree_ic3;
pub(crate) mod unwind;
