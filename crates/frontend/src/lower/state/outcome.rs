//! What became of annotations.

use std::collections::BTreeSet;

/// What became of annotations.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// What could not be made part of the program.
    pub refused: Vec<String>,
    /// Waypoints whose places exist, by the number of their segment.
    pub reached: BTreeSet<usize>,
    /// Whether the target is a place where the property can be violated.
    pub target: bool,
}
