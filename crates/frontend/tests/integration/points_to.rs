//! What the points-to analysis says about small programs: nodes, parts and variables in memory.

mod random;
mod scale;
mod snapshots;
mod support;
mod values;
mod writer;
