//! Conditions by example and against enumeration of all inputs; predicates of a small program.

mod conditions;
mod predicates;
