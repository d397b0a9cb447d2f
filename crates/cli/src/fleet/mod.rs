//! `invar submit`, `invar worker`, `invar collect`: checks on a queue.
//!
//! `task` is what lies on the queue, `submit` makes it, `runner` has `invar check` run it, `origins` tells places in
//! terms of the files that were submitted, `collect` reads what stays.

mod collect;
mod origins;
mod runner;
mod submit;
mod task;
mod worker;

pub use collect::run as collect;
pub use runner::END_WITH_PARENT;
pub use submit::run as submit;
pub use worker::run as worker;
