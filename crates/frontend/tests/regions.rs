//! What the points-to analysis says about small programs: nodes, parts and variables in memory.

#[path = "regions/random.rs"]
mod random;
#[path = "regions/scale.rs"]
mod scale;
#[path = "regions/snapshots.rs"]
mod snapshots;
#[path = "regions/support.rs"]
mod support;
#[path = "regions/values.rs"]
mod values;
#[path = "regions/writer.rs"]
mod writer;
