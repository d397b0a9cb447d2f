//! Tasks on a queue, workers that take them, results that stay.
//!
//! A task is a number in a batch and a text that only the runner reads. It is in a stream of Redis until a worker has put
//! its result into the store and acknowledged it. A worker holds a task by a lease that it renews while it works; the task
//! of a worker that died comes back when the lease ends. So a task may run twice, but its result is written once.
//!
//! Reading order: `task`, `queue` (the streams), `results` (the store), `worker` (the loop) with `keeper` (leases) and
//! `backoff`; `metrics` and `serve` report what happens. Why Redis' streams and no queue crate: docs/adr/0004.
//!
//! Must not know: programs, solvers, what a task's text means.

mod backoff;
mod broker;
mod keeper;
mod metrics;
mod queue;
mod results;
mod serve;
mod submit;
mod task;
mod worker;

pub use backoff::Backoff;
pub use broker::Broker;
pub use metrics::Metrics;
pub use queue::{Counts, Delivery, Held, Queue, QueueError};
pub use results::{Batch, Results};
pub use serve::serve;
pub use submit::{Submitted, submit};
pub use task::{Priority, Task};
pub use worker::{Ended, Outcome, Runner, Until, Worker, WorkerOptions};
