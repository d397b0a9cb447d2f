//! The program as a drawing: places and the ways between them.

use super::Place;
use serde::{Deserialize, Serialize};

/// A control-flow automaton, made small enough to look at.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Graph {
    /// Its places; the first is the start.
    pub nodes: Vec<GraphNode>,
    /// Its ways.
    pub edges: Vec<GraphEdge>,
    /// How much of the program it shows.
    pub detail: GraphDetail,
    /// Places that were left out because there are too many.
    pub omitted: usize,
}

/// How much of a program a drawing shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GraphDetail {
    /// Every branch.
    #[default]
    Branches,
    /// Only the start, loops and what must not be reached.
    Loops,
}

/// What a place is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GraphNodeKind {
    /// Where the program starts.
    Start,
    /// Where it ends.
    End,
    /// The head of a loop.
    Loop,
    /// Where the property is violated.
    Error,
    /// Something that is not modelled.
    Unsupported,
    /// A branch or a join.
    Plain,
}

/// A place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GraphNode {
    /// What it is.
    pub kind: GraphNodeKind,
    /// Where.
    pub place: Option<Place>,
    /// Calls through which it is reached, outermost first.
    #[serde(default)]
    pub calls: Vec<Place>,
}

/// A way from one place to another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GraphEdge {
    /// Number of the place where it starts.
    pub from: usize,
    /// Number of the place where it ends.
    pub to: usize,
    /// What happens on the way, in order, as C.
    pub texts: Vec<String>,
    /// First and last source line of the way, in the file of its start.
    pub lines: Option<(u32, u32)>,
}
