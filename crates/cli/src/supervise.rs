//! Runs the work of `check` in a child process and keeps the promises about time and memory,
//! whatever the child is doing: parsing, solving, or crashing.

use crate::events::Message;
use crate::interrupt::Interrupt;
use crate::progress::Progress;
use crate::terminal::complain;
use crate::{child, config};
use invar_budget::{ProcessTree, kill_process_tree};
use invar_report::{Assertion, AssertionStatus, Conclusion, Place, Report};
use invar_verdict::Reason;
use invar_verify::Event;
use invar_verify::change::Exported;
use invar_verify::complete;
use invar_verify::request::{Clock, Limits, Request};
use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How often the child is looked at, at most.
const PERIOD: Duration = Duration::from_millis(15);
/// Looking at the child takes at most 1/LOOK_SHARE of the time: where there are many processes it takes milliseconds.
const LOOK_SHARE: u32 = 50;
/// How long the child may take to end by itself after the time is up.
const GRACE: Duration = Duration::from_millis(400);
/// Where limits are CPU time: how many times that in wall time. A check that waits for something that never comes ends.
const WALL_LIMIT: u32 = 20;

/// What is shown of a running check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Display {
    /// A live line, where there is a terminal, and lemmas, where they are asked for.
    Progress,
    /// Nothing: several run at a time.
    Nothing,
}

/// Answers a request, shows how it goes, and obeys Ctrl-C.
pub fn supervise(request: &Request) -> Report {
    answer(request, &Interrupt::listen(), Display::Progress)
}

/// Runs a worker with a request, until a signal comes.
pub fn answer(request: &Request, interrupt: &Interrupt, display: Display) -> Report {
    answer_until(request, interrupt.flag(), display)
}

/// Runs a worker with a request and returns its report, or one that says which limit or that `stop` ended it.
pub fn answer_until(request: &Request, stop: &AtomicBool, display: Display) -> Report {
    let start = Instant::now();
    let mut request = request.clone();
    // It lives until the worker has ended.
    let mut exported = None;
    if let Some(since) = request.since.as_mut().filter(|since| since.tree.is_none()) {
        let defaults = config::file_in_force().map(PathBuf::as_path);
        exported = Exported::of(&since.revision, &request.input, defaults).ok();
        since.tree = exported
            .as_ref()
            .map(|exported| exported.folder().to_owned());
    }
    let mut report = match spawn(&request) {
        Ok(child) => {
            let progress = Progress::new(start, display);
            watch(child, &request.limits, start, stop, progress)
        }
        Err(error) => Report::unknown(&Reason::Internal(format!("cannot start: {error}"))),
    };
    drop(exported);
    report.wall_seconds = start.elapsed().as_secs_f64();
    complete(&mut report, &request);
    report
}

fn spawn(request: &Request) -> std::io::Result<Child> {
    let text = serde_json::to_vec(request)?;
    let mut child = child::invar("check-worker")?
        .stdin(Stdio::piped())
        // A terminal's Ctrl-C is for the supervisor: it ends the worker and tells what is known.
        .process_group(0)
        .spawn()?;
    if let Some(mut pipe) = child.stdin.take() {
        // A worker that does not read has crashed; that it ends is seen where its messages are read.
        let _ = pipe.write_all(&text);
    }
    Ok(child)
}

fn watch(
    mut child: Child,
    limits: &Limits,
    start: Instant,
    stop: &AtomicBool,
    mut progress: Progress,
) -> Report {
    let events = read_events(&mut child);
    let mut peak = 0;
    let mut known = Report::default();
    let mut searches = Vec::new();
    let mut looked = Instant::now();
    let mut pause = PERIOD;
    let mut report = loop {
        match events.recv_timeout(PERIOD) {
            Ok(Message::Event(Event::Activity(text))) => progress.activity(text),
            Ok(Message::Event(Event::Standing(standing))) => progress.standing(standing),
            Ok(Message::Event(Event::Graph(graph))) => progress.graph = Some(*graph),
            Ok(Message::Event(Event::Lemma(text))) => {
                progress.clear();
                complain!("{text}");
            }
            Ok(Message::Event(Event::Searched(record))) => searches.push(record),
            Ok(Message::Event(Event::Known(report))) => known = *report,
            Ok(Message::Done(report)) => break *report,
            Err(RecvTimeoutError::Disconnected) => break stopped(known, &crash(&mut child)),
            Err(RecvTimeoutError::Timeout) => {}
        }
        progress.refresh();
        if stop.load(Ordering::Relaxed) {
            break stopped(known, &Reason::Cancelled);
        }
        // Looking takes longer than reading an event: many events must not pile up after it.
        if looked.elapsed() < pause {
            continue;
        }
        let before = Instant::now();
        let tree = ProcessTree::of(child.id());
        looked = Instant::now();
        pause = PERIOD.max((looked - before) * LOOK_SHARE).min(GRACE / 2);
        peak = peak.max(tree.megabytes);
        progress.memory(tree.megabytes);
        let activity = progress.doing().to_owned();
        if let Some(limit_mb) = limits.memory_mb.filter(|limit| tree.megabytes > *limit) {
            break stopped(known, &Reason::Memory { limit_mb, activity });
        }
        if is_over(limits, start.elapsed(), tree.cpu) {
            let limit = limits.time;
            break stopped(known, &Reason::Timeout { limit, activity });
        }
    };
    progress.clear();
    kill_process_tree(&mut child);
    if report.limited_seconds == 0.0 {
        // It was stopped, and did not say.
        let used = match limits.clock {
            Clock::Wall => start.elapsed(),
            Clock::Cpu => limits.time,
        };
        report.limited_seconds = used.as_secs_f64();
    }
    if report.searches.is_empty() {
        report.searches = searches;
        report.searches.extend(progress.cut_off());
    }
    Report {
        peak_mb: peak.max(report.peak_mb),
        samples: progress.samples(),
        graph: progress.graph.take(),
        blocked_at: blocked_at(&report, progress.place()),
        ..report
    }
}

/// Whether the time is up, by the clock of the limits.
fn is_over(limits: &Limits, wall: Duration, cpu: Duration) -> bool {
    match limits.clock {
        Clock::Wall => wall > limits.time + GRACE,
        Clock::Cpu => {
            cpu > (limits.time + GRACE) * limits.jobs.get()
                || wall > limits.time.saturating_mul(WALL_LIMIT) + GRACE
        }
    }
}

/// Where it blocked: what the worker says, the loop that was worked on, or the only assertion
/// that is open.
fn blocked_at(report: &Report, place: Option<&Place>) -> Option<Place> {
    if report.verdict != Conclusion::Unknown || report.blocked_at.is_some() {
        return report.blocked_at.clone();
    }
    let open = |assertion: &&Assertion| assertion.status == AssertionStatus::Unknown;
    let mut open = report.assertions.iter().filter(open);
    let only = open.next().filter(|_| open.next().is_none());
    place
        .cloned()
        .or_else(|| only.and_then(|assertion| assertion.place.clone()))
}

fn read_events(child: &mut Child) -> Receiver<Message> {
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

/// What is known when a check ends before it is done. A violation that was found stays one.
fn stopped(known: Report, reason: &Reason) -> Report {
    let mut report = match known.verdict {
        Conclusion::Unknown => Report {
            assertions: known.assertions,
            facts: known.facts,
            assumptions: known.assumptions,
            input_functions: known.input_functions,
            circuit: known.circuit,
            shard: known.shard,
            since: known.since,
            ..Report::unknown(reason)
        },
        _ => known,
    };
    let open = |status| status == AssertionStatus::Unknown;
    for assertion in report.assertions.iter_mut().filter(|a| open(a.status)) {
        assertion.reason.get_or_insert_with(|| reason.to_string());
    }
    let model = report.circuit.iter_mut();
    let properties = model.flat_map(|model| &mut model.properties);
    for property in properties.filter(|p| p.verdict == Conclusion::Unknown) {
        property.reason.get_or_insert_with(|| reason.to_string());
    }
    report
}

/// The child died: a crash is a reason for an unknown verdict, never silence.
fn crash(child: &mut Child) -> Reason {
    let how = match child.wait() {
        Ok(status) => status.to_string(),
        Err(error) => error.to_string(),
    };
    Reason::Internal(format!("the worker ended early ({how})"))
}
