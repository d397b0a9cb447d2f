//! Labelled tasks and tables of their results.
//!
//! `tasks` reads a table of labelled tasks and selects from it, `half` divides every table in two. `results` writes
//! `results.csv` row by row and `statistics` the lines of `statistics.jsonl`; `merge` joins those of shards, and `table`
//! prints the counts per set.
//!
//! Must not know: how a task is checked, command lines, terminals.

#![deny(missing_docs)]

mod half;
mod merge;
mod results;
mod statistics;
pub mod table;
mod tasks;

pub use half::Half;
pub use merge::merge;
pub use results::{ResultRow, Results};
pub use statistics::{Search, StatisticsLine};
pub use tasks::{Expected, MathInt, Selected, Selection, Task, paths, read};
