//! Runs the work of `check` in a child process and keeps the promises about time and memory,
//! whatever the child is doing: parsing, solving, or crashing.

use crate::arguments::CheckArguments;
use crate::events::Event;
use crate::memory::process_tree;
use crate::progress::Progress;
use invar_verdict::Reason;
use invar_witness::report::{Conclusion, Report};
use std::ffi::OsString;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How often the child is looked at.
const PERIOD: Duration = Duration::from_millis(15);
/// How long the child may take to end by itself after the time is up.
const GRACE: Duration = Duration::from_millis(400);

/// Runs `invar worker` with the arguments of this process and returns its report, or one that
/// says which limit ended it.
pub fn supervise(arguments: &CheckArguments) -> Report {
    let start = Instant::now();
    let mut report = match spawn() {
        Ok(child) => watch(child, arguments, start),
        Err(error) => Report::unknown(&Reason::Internal(format!("cannot start: {error}"))),
    };
    report.wall_seconds = start.elapsed().as_secs_f64();
    (report.file, report.data_model) = arguments.input.describe();
    report.property = arguments.property.clone();
    report.integers = arguments.integers.name().into();
    if report.engine.is_empty() {
        report.engine = arguments.search.engine.name().into();
    }
    if report.arithmetic.is_empty() {
        report.arithmetic = arguments.search.arithmetic.name().into();
    }
    report
}

fn spawn() -> std::io::Result<Child> {
    let mut arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    if let Some(first) = arguments.first_mut() {
        *first = "worker".into();
    }
    Command::new(std::env::current_exe()?)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
}

fn watch(mut child: Child, arguments: &CheckArguments, start: Instant) -> Report {
    let events = read_events(&mut child);
    let mut progress = Progress::new(start);
    let mut peak = 0;
    let mut looked = Instant::now();
    let report = loop {
        match events.recv_timeout(PERIOD) {
            Ok(Event::Activity(text)) => progress.activity(text),
            Ok(Event::Standing(standing)) => progress.standing(standing),
            Ok(Event::Graph(graph)) => progress.graph = Some(*graph),
            Ok(Event::Lemma(text)) => {
                progress.clear();
                eprintln!("{text}");
            }
            Ok(Event::Done(report)) => break *report,
            Err(RecvTimeoutError::Disconnected) => break ended_without_report(&mut child),
            Err(RecvTimeoutError::Timeout) => {}
        }
        progress.refresh();
        // Looking takes longer than reading an event: many events must not pile up behind it.
        if looked.elapsed() < PERIOD {
            continue;
        }
        looked = Instant::now();
        let tree = process_tree(child.id());
        peak = peak.max(tree.megabytes);
        progress.memory(tree.megabytes);
        let activity = progress.doing().to_owned();
        if let Some(limit_mb) = arguments.memory.filter(|limit| tree.megabytes > *limit) {
            break Report::unknown(&Reason::Memory { limit_mb, activity });
        }
        if start.elapsed() > arguments.timeout + GRACE {
            break Report::unknown(&Reason::Timeout {
                limit: arguments.timeout,
                activity,
            });
        }
    };
    progress.clear();
    end(&mut child);
    Report {
        peak_mb: peak.max(report.peak_mb),
        samples: progress.samples(),
        graph: progress.graph.take(),
        blocked_at: report.blocked_at.or_else(|| {
            let unknown = report.verdict == Conclusion::Unknown;
            progress.place().filter(|_| unknown).cloned()
        }),
        ..report
    }
}

fn read_events(child: &mut Child) -> Receiver<Event> {
    let (sender, receiver) = channel();
    if let Some(out) = child.stdout.take() {
        std::thread::spawn(move || {
            for line in BufReader::new(out).lines().map_while(Result::ok) {
                if let Ok(event) = serde_json::from_str(&line)
                    && sender.send(event).is_err()
                {
                    return;
                }
            }
        });
    }
    receiver
}

/// The child died: a crash is an unknown verdict with a reason, never silence.
fn ended_without_report(child: &mut Child) -> Report {
    let how = match child.wait() {
        Ok(status) => status.to_string(),
        Err(error) => error.to_string(),
    };
    Report::unknown(&Reason::Internal(format!("the worker ended early ({how})")))
}

/// Ends the child and everything it started.
fn end(child: &mut Child) {
    for pid in process_tree(child.id()).members {
        if let Some(pid) = rustix::process::Pid::from_raw(pid as i32) {
            let _ = rustix::process::kill_process(pid, rustix::process::Signal::KILL);
        }
    }
    let _ = child.wait();
}
