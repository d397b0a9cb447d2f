//! Surveys in a thread of their own, the newest of each file.

use crossbeam_channel::{Receiver, Sender, unbounded};
use invar_survey::Row;
use lsp_types::Uri;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What checks a file.
pub trait Surveyor: Send + Sync {
    /// The rows of a file; nothing counts after the cancellation.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or the check was cancelled.
    fn survey(&self, file: &Path, cancel: &Cancel) -> Result<Vec<Row>, String>;
}

/// Whether a survey is still wanted.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Whether the result is no longer wanted.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A survey that is to be done.
struct Job {
    number: u64,
    uri: Uri,
    path: PathBuf,
    cancel: Cancel,
}

/// A survey that was done.
pub(crate) struct Done {
    number: u64,
    /// The file.
    pub(crate) uri: Uri,
    /// What was found, or why nothing.
    pub(crate) outcome: Result<Vec<Row>, String>,
}

/// The surveys under way, by file.
pub(crate) struct Jobs {
    sender: Sender<Job>,
    done: Receiver<Done>,
    under_way: BTreeMap<String, (u64, Cancel)>,
    next: u64,
}

impl Jobs {
    /// Starts the thread.
    pub(crate) fn start(surveyor: Arc<dyn Surveyor>) -> Jobs {
        let (sender, jobs) = unbounded::<Job>();
        let (finished, done) = unbounded();
        std::thread::spawn(move || {
            for job in jobs {
                if job.cancel.is_cancelled() {
                    continue;
                }
                let outcome = surveyor.survey(&job.path, &job.cancel);
                if job.cancel.is_cancelled() {
                    continue;
                }
                let done = Done {
                    number: job.number,
                    uri: job.uri,
                    outcome,
                };
                if finished.send(done).is_err() {
                    return;
                }
            }
        });
        Jobs {
            sender,
            done,
            under_way: BTreeMap::new(),
            next: 0,
        }
    }

    /// Where results come from.
    pub(crate) fn done(&self) -> &Receiver<Done> {
        &self.done
    }

    /// Surveys a file, instead of what is under way for it.
    pub(crate) fn submit(&mut self, uri: &Uri, path: PathBuf) {
        self.cancel(uri);
        self.next += 1;
        let cancel = Cancel::default();
        let job = Job {
            number: self.next,
            uri: uri.clone(),
            path,
            cancel: cancel.clone(),
        };
        self.under_way
            .insert(uri.as_str().to_owned(), (self.next, cancel));
        // Without the thread there is no result either, and the server ends.
        let _ = self.sender.send(job);
    }

    /// Ends what is under way for a file.
    pub(crate) fn cancel(&mut self, uri: &Uri) {
        if let Some((_, cancel)) = self.under_way.remove(uri.as_str()) {
            cancel.cancel();
        }
    }

    /// Notes that a survey is done.
    pub(crate) fn is_over(&mut self, done: &Done) {
        let uri = done.uri.as_str();
        if self
            .under_way
            .get(uri)
            .is_some_and(|(number, _)| *number == done.number)
        {
            self.under_way.remove(uri);
        }
    }
}

impl Drop for Jobs {
    fn drop(&mut self) {
        for (_, cancel) in self.under_way.values() {
            cancel.cancel();
        }
    }
}
