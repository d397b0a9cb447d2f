//! `invar submit`, `invar worker`, `invar collect`: checks on a queue.
//!
//! `task` is what lies on the queue, `submit` makes it, `runner` has a supervised worker answer it and reports places in
//! terms of the files that were submitted, `collect` reads what stays.
//!
//! `submit` puts preprocessed C files into the store by content. Between submission and collection the crate `fleet` works:
//! Redis streams, leases, one result per task. A result is in the store before its task is acknowledged: all of it, or nothing
//! and the task comes back. Its key contains the task's text, so that no other task can find it.
//! `verify/src/request/shard.rs` decides which part of the work is done where; only reports know of it besides.

mod collect;
mod runner;
mod submit;
mod task;
mod worker;

pub use collect::run as collect;
pub use submit::run as submit;
pub use worker::run as worker;
