//! Runs a task: `invar check` in a child process on the source from the store.

use super::task::{Body, Kept};
use crate::child;
use invar_fleet::{Metrics, Outcome, Results, Runner, Task};
use invar_store::{Found, Key, Room};
use invar_verdict::Reason;
use invar_witness::Origins;
use invar_witness::report::{Report, StoreReport, hint};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Child;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How often the child and the stop are looked at.
const PERIOD: Duration = Duration::from_millis(20);
/// How long a check may take to end when it is asked to.
const GRACE: Duration = Duration::from_secs(2);

/// Runs checks.
pub(super) struct Checker {
    pub(super) results: Results,
    /// The store's location, for the evidence of checks.
    pub(super) store: String,
    pub(super) metrics: Arc<Metrics>,
    /// A folder of this process.
    pub(super) folder: PathBuf,
    /// Numbers of folders in it.
    pub(super) next: AtomicU64,
}

impl Runner for Checker {
    fn run(&self, task: &Task, stop: &AtomicBool) -> Outcome {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let folder = self.folder.join(number.to_string());
        let outcome = self.checked(task, &folder, stop);
        // What stays after is removed with the folder of the process.
        let _ = std::fs::remove_dir_all(&folder);
        outcome.unwrap_or_else(Outcome::Failed)
    }

    fn given_up(&self, task: &Task, times: u64, reason: &str) -> Vec<u8> {
        let body: Option<Body> = serde_json::from_str(&task.body).ok();
        let text = format!("no result in {times} attempts: {reason}");
        let mut report = Report {
            file: body.as_ref().map(|b| b.path.clone()).unwrap_or_default(),
            property: body.map(|b| b.property).unwrap_or_default(),
            ..Report::unknown(&Reason::Internal(text))
        };
        report.hint = hint(&report);
        kept(0.0, report).unwrap_or_default()
    }
}

impl Checker {
    fn checked(&self, task: &Task, folder: &Path, stop: &AtomicBool) -> Result<Outcome, String> {
        let body: Body = serde_json::from_str(&task.body).map_err(|error| error.to_string())?;
        let source = self.source(&body)?;
        std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
        let file = folder.join(file_name(&body));
        std::fs::write(&file, &source).map_err(|error| error.to_string())?;
        let start = Instant::now();
        let child = self
            .spawn(&body, &file)
            .map_err(|error| error.to_string())?;
        let Some(printed) = output(child, stop) else {
            return Ok(Outcome::Stopped);
        };
        let seconds = start.elapsed().as_secs_f64();
        let report = serde_json::from_slice(&printed);
        let mut report: serde_json::Value =
            report.map_err(|error| format!("the check ended without a report: {error}"))?;
        let name = file.display().to_string();
        let origins = match body.path.ends_with(".c") && body.extension == "i" {
            true => Origins::marked(&name, &body.path, &String::from_utf8_lossy(&source)),
            false => Origins::same(&name, &body.path),
        };
        origins.restore(&mut report);
        let report: Report = serde_json::from_value(report).map_err(|error| error.to_string())?;
        if report.store.as_ref().is_some_and(StoreReport::answered) {
            self.metrics.hit();
        }
        let verdict = report.verdict.name().to_owned();
        Ok(Outcome::Done {
            result: kept(seconds, report)?,
            verdict,
        })
    }

    fn source(&self, body: &Body) -> Result<Vec<u8>, String> {
        let key: Key = body
            .source
            .parse()
            .map_err(|_| "the task names no source")?;
        match self.results.store().get(Room::Source, &key) {
            Ok(Found::Entry(bytes)) => Ok(bytes),
            Ok(Found::Nothing) => Err("its source is not in the store".to_owned()),
            Ok(Found::Dropped(why)) => Err(format!("its source in the store is damaged: {why}")),
            Err(error) => Err(error.to_string()),
        }
    }

    fn spawn(&self, body: &Body, file: &Path) -> std::io::Result<Child> {
        child::check()?
            .arg(file)
            .args(child::REPORT)
            .args(["--property", &body.property])
            .args(&body.arguments)
            .arg(format!("--store={}", self.store))
            .env(child::END_WITH_PARENT, "1")
            .spawn()
    }
}

/// A name that tells people what is running.
fn file_name(body: &Body) -> String {
    let stem = Path::new(&body.path)
        .file_stem()
        .and_then(|stem| stem.to_str());
    let stem = stem.unwrap_or("task");
    match body.extension.as_str() {
        "" => stem.to_owned(),
        extension => format!("{stem}.{extension}"),
    }
}

fn kept(seconds: f64, report: Report) -> Result<Vec<u8>, String> {
    serde_json::to_vec(&Kept { seconds, report }).map_err(|error| error.to_string())
}

/// What the child prints until it ends; `None` if it was stopped.
fn output(mut child: Child, stop: &AtomicBool) -> Option<Vec<u8>> {
    let pipe = child.stdout.take();
    let reader = std::thread::spawn(move || {
        let mut printed = Vec::new();
        if let Some(mut pipe) = pipe {
            let _ = pipe.read_to_end(&mut printed);
        }
        printed
    });
    loop {
        if stop.load(Ordering::Relaxed) {
            end(&mut child);
            let _ = reader.join();
            return None;
        }
        match child.try_wait() {
            Ok(None) => std::thread::sleep(PERIOD),
            // A child that cannot be waited for prints nothing that can be read.
            Ok(Some(_)) | Err(_) => break,
        }
    }
    // A signal to the whole group ends the check too: what it said then is no result.
    std::thread::sleep(PERIOD);
    let printed = reader.join().unwrap_or_default();
    match stop.load(Ordering::Relaxed) {
        true => None,
        false => Some(printed),
    }
}

/// Asks a check to end, and ends it where it does not.
fn end(child: &mut Child) {
    child::ask_to_end(child);
    let start = Instant::now();
    while start.elapsed() < GRACE {
        if matches!(child.try_wait(), Ok(Some(_))) {
            return;
        }
        std::thread::sleep(PERIOD);
    }
    child::end(child);
}
