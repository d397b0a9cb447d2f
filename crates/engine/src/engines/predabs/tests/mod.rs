//! Atoms and predicates by example, abstractions against enumeration of all states.

mod abstraction;
mod atoms;
mod refine;
