//! `ic3-cegar`: IC3 over predicate abstraction with refinement.
//!
//! Birgmeier, "Software Verification with IC3 via Abstraction and Interpolation" (2013), chapter 3.

mod options;

pub use options::{
    AbstractionKind, CegarOptions, Equations, FramesOf, Initial, Mining, Preset, Refinement,
    Sharing,
};
