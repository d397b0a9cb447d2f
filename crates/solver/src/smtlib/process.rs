//! A child process that is spoken to through pipes, with deadlines.

use super::sexpr::{Parser, Sexpr};
use crate::Budget;
use invar_budget::HelperProcess;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

const PERIOD: Duration = Duration::from_millis(10);
/// How much of the child's complaints is kept.
const COMPLAINT_BYTES: usize = 2000;

/// Why there is no reply.
#[derive(Debug)]
pub(crate) enum NoReply {
    /// The budget ended first.
    Budget,
    /// The process ended; what it wrote to its standard error.
    Ended(String),
}

/// A running child; killed when dropped.
pub(crate) struct Process {
    child: Child,
    input: Sender<String>,
    output: Receiver<Sexpr>,
    complaints: Arc<Mutex<String>>,
    /// Its CPU time counts.
    _helper: HelperProcess,
}

impl Process {
    /// Starts a program, with at most `memory_mb` of address space.
    pub(crate) fn start(
        program: &Path,
        arguments: &[String],
        memory_mb: Option<u64>,
    ) -> std::io::Result<Process> {
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let (Some(mut to), Some(mut from), Some(mut errors)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(std::io::Error::other("no pipes"));
        };
        let (input, lines) = channel::<String>();
        let (replies, output) = channel();
        let complaints = Arc::new(Mutex::new(String::new()));
        let kept = Arc::clone(&complaints);
        // From here on the child is killed if anything fails.
        let process = Process {
            _helper: HelperProcess::started(child.id()),
            child,
            input,
            output,
            complaints,
        };
        if let Some(limit) = memory_mb {
            process.limit_memory(limit)?;
        }
        // Writing has its own thread because a busy child does not read and pipes are short.
        thread::Builder::new()
            .name("smt-writer".into())
            .spawn(move || {
                while let Ok(text) = lines.recv() {
                    if to
                        .write_all(text.as_bytes())
                        .and_then(|()| to.flush())
                        .is_err()
                    {
                        return;
                    }
                }
            })?;
        thread::Builder::new()
            .name("smt-reader".into())
            .spawn(move || {
                let mut parser = Parser::default();
                let mut buffer = [0; 16384];
                loop {
                    match from.read(&mut buffer) {
                        Ok(0) | Err(_) => break,
                        Ok(count) => parser.feed(&buffer[..count]),
                    }
                    while let Some(reply) = parser.next() {
                        if replies.send(reply).is_err() {
                            return;
                        }
                    }
                }
                parser.finish();
                while let Some(reply) = parser.next() {
                    let _ = replies.send(reply);
                }
            })?;
        thread::Builder::new()
            .name("smt-complaints".into())
            .spawn(move || {
                let mut buffer = [0; 1024];
                while let Ok(count) = errors.read(&mut buffer) {
                    if count == 0 {
                        return;
                    }
                    let mut text = kept.lock().unwrap_or_else(|p| p.into_inner());
                    if text.len() < COMPLAINT_BYTES {
                        text.push_str(&String::from_utf8_lossy(&buffer[..count]));
                    }
                }
            })?;
        Ok(process)
    }

    fn limit_memory(&self, megabytes: u64) -> std::io::Result<()> {
        use rustix::process::{Pid, Resource, Rlimit, prlimit};
        let bytes = megabytes.saturating_mul(1 << 20);
        let limit = Rlimit {
            current: Some(bytes),
            maximum: Some(bytes),
        };
        let pid = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw);
        prlimit(pid, Resource::As, limit)?;
        Ok(())
    }

    /// Sends text; a child that has ended is noticed when its reply is missing.
    pub(crate) fn send(&self, text: String) {
        let _ = self.input.send(text);
    }

    /// The next reply.
    pub(crate) fn receive(&self, budget: &Budget) -> Result<Sexpr, NoReply> {
        loop {
            let wait = budget.remaining().map_or(PERIOD, |left| left.min(PERIOD));
            match self.output.recv_timeout(wait) {
                Ok(reply) => return Ok(reply),
                Err(RecvTimeoutError::Timeout) if budget.is_exhausted() => {
                    return Err(NoReply::Budget);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    // The last words may still be on their way.
                    thread::sleep(PERIOD);
                    let text = self.complaints.lock().unwrap_or_else(|p| p.into_inner());
                    return Err(NoReply::Ended(text.trim().to_owned()));
                }
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
