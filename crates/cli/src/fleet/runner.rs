//! Runs a task: the request in a worker process, on the source from the store.

use super::task::{Body, Kept};
use crate::check;
use crate::supervise::{self, Display};
use invar_fleet::{Metrics, Outcome, Results, Runner, Task};
use invar_report::{Report, StoreReport, hint};
use invar_store::{Found, Key, Room};
use invar_verdict::Reason;
use invar_verify::hardware;
use invar_verify::request::{Request, StoreChoice};
use invar_witness::Origins;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How long after the end of a check a stop still counts as its cause.
const PERIOD: Duration = Duration::from_millis(20);

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
        let request = self.request(&body, &file);
        if hardware::model(&request.input.files).is_some()
            && let Some(problem) = crate::hardware::request_refusal(&request)
        {
            return Err(problem);
        }
        let report = check::report_of(&request, |request| {
            supervise::answer_until(request, stop, Display::Nothing)
        });
        let report = report.map_err(|refusal| refusal.to_string())?;
        // A signal to the whole group ends the check too: what it said then is no result.
        std::thread::sleep(PERIOD);
        if stop.load(Ordering::Relaxed) {
            return Ok(Outcome::Stopped);
        }
        let seconds = start.elapsed().as_secs_f64();
        let report = serde_json::to_value(report);
        let mut report = report.map_err(|error| error.to_string())?;
        let name = file.display().to_string();
        let origins = if body.path.ends_with(".c") && body.extension == "i" {
            Origins::marked(&name, &body.path, &String::from_utf8_lossy(&source))
        } else {
            Origins::same(&name, &body.path)
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

    /// What is asked about a file, with the evidence of checks in the store.
    fn request(&self, body: &Body, file: &Path) -> Request {
        let mut request = body.request.clone();
        request.input.files = vec![file.to_owned()];
        request.store = StoreChoice::At(self.store.clone());
        request
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
