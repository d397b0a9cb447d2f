//! A run of a circuit.

/// The choices that make a run: it reaches the bad signal of `property` at its last step.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Run {
    /// Number of the property among [`crate::Circuit::bad`].
    pub property: usize,
    /// The latches in the first step, by their number.
    pub latches: Vec<bool>,
    /// The inputs of every step, by their number; at least one step.
    pub inputs: Vec<Vec<bool>>,
}
