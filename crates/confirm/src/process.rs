//! Commands that are ended when they take too long or too much memory.

use invar_budget::{ProcessTree, kill_process_tree};
use rustix::process::{Pid, Signal, kill_process_group};
use std::io::{Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStderr, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// How often a process is looked at.
const PERIOD: Duration = Duration::from_millis(10);
/// How often its memory is.
const MEMORY_PERIOD: Duration = Duration::from_millis(100);
/// How much of what it says is kept.
const KEPT: usize = 1 << 18;
/// How long what it said may take to arrive when it has ended.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// What a command may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// Wall time.
    pub time: Duration,
    /// Memory of all its processes.
    pub megabytes: u64,
}

/// How a command ended.
#[derive(Clone, Copy, Debug)]
pub(super) enum Ended {
    /// By itself.
    Itself(ExitStatus),
    /// It took too long.
    TimeLimit,
    /// It took too much memory.
    MemoryLimit,
    /// The user wants to stop.
    Interrupted,
}

/// A command that was run.
#[derive(Debug)]
pub(super) struct Ran {
    /// How it ended.
    pub ended: Ended,
    /// The beginning of what it wrote to stderr.
    pub errors: String,
}

/// Runs a command with a text on its stdin.
///
/// # Errors
/// It cannot be started.
pub(super) fn run(
    mut command: Command,
    input: &[u8],
    bounds: Bounds,
    stop: &AtomicBool,
) -> std::io::Result<Ran> {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        // A terminal's Ctrl-C is for us.
        .process_group(0)
        .spawn()?;
    if let Some(mut pipe) = child.stdin.take() {
        // A process that does not read its input ends by itself.
        let _ = pipe.write_all(input);
    }
    let errors = child.stderr.take().map(collected);
    let ended = watch(&mut child, bounds, stop);
    // Processes that it started are not to outlive it.
    let group = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    kill_process_tree(&mut child);
    if let Some(group) = group {
        let _ = kill_process_group(group, Signal::KILL);
    }
    let errors = errors.and_then(|errors| errors.recv_timeout(LAST_WORDS).ok());
    Ok(Ran {
        ended,
        errors: errors.unwrap_or_default(),
    })
}

fn watch(child: &mut Child, bounds: Bounds, stop: &AtomicBool) -> Ended {
    let start = Instant::now();
    let mut looked = start;
    loop {
        if let Ok(Some(status)) = child.try_wait() {
            return Ended::Itself(status);
        }
        if stop.load(Ordering::Relaxed) {
            return Ended::Interrupted;
        }
        if start.elapsed() > bounds.time {
            return Ended::TimeLimit;
        }
        if looked.elapsed() > MEMORY_PERIOD {
            looked = Instant::now();
            if ProcessTree::of(child.id()).megabytes > bounds.megabytes {
                return Ended::MemoryLimit;
            }
        }
        std::thread::sleep(PERIOD);
    }
}

/// Reads to the end and keeps the beginning, so that the writer never waits.
fn collected(mut pipe: ChildStderr) -> Receiver<String> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let mut kept = Vec::new();
        let mut piece = [0; 1 << 14];
        while let Ok(length @ 1..) = pipe.read(&mut piece) {
            let room = KEPT.saturating_sub(kept.len());
            kept.extend_from_slice(&piece[..length.min(room)]);
        }
        // The receiver is gone if the words come too late.
        let _ = sender.send(String::from_utf8_lossy(&kept).into_owned());
    });
    receiver
}
