//! Submitting with backpressure: while too much is waiting, so does the submitter.

use crate::{Backoff, Priority, Queue, QueueError, Task};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How often the length of a full queue is polled.
const LOOK_AGAIN: Duration = Duration::from_millis(200);
/// Tasks submitted between two polls of the length.
const AT_ONCE: u64 = 2000;
/// Attempts before the broker counts as away: few, because a user waits at the terminal.
const TRIES: u32 = 20;

/// How far a submission is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Submitted {
    /// Tasks on the queue by it.
    pub tasks: usize,
    /// Whether it waits because too many are waiting.
    pub waits: bool,
}

/// Puts tasks on the queue, never more than `most_waiting` at a time; ends early if `stop` is raised, and returns how many
/// it put there.
///
/// # Errors
/// The broker failed for long. What was put there stays.
pub fn submit(
    queue: &mut Queue,
    priority: Priority,
    tasks: &[Task],
    most_waiting: u64,
    stop: &AtomicBool,
    mut told: impl FnMut(Submitted),
) -> Result<usize, QueueError> {
    let mut done = 0;
    while done < tasks.len() && !stop.load(Ordering::Relaxed) {
        let waiting = patiently(|| queue.counts())?.waiting;
        let room = most_waiting.max(1).saturating_sub(waiting).min(AT_ONCE);
        let end = tasks.len().min(done + room as usize);
        if end > done {
            patiently(|| queue.submit(priority, &tasks[done..end]))?;
            done = end;
        }
        let waits = room == 0;
        told(Submitted { tasks: done, waits });
        if waits {
            std::thread::sleep(LOOK_AGAIN);
        }
    }
    Ok(done)
}

/// Asks again where the broker fails. A task that is put there twice runs once, or has one result.
fn patiently<T>(mut ask: impl FnMut() -> Result<T, QueueError>) -> Result<T, QueueError> {
    let mut backoff = Backoff::default();
    for _ in 1..TRIES {
        match ask() {
            Ok(answer) => return Ok(answer),
            Err(error) => tracing::warn!(%error, "submitting"),
        }
        std::thread::sleep(backoff.wait().min(Duration::from_secs(1)));
    }
    ask()
}
