//! What a worker tells its supervisor: one JSON object per line.

use invar_witness::report::Report;
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::sync::Mutex;

/// A message of a worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Event {
    /// What it is doing now.
    Activity(String),
    /// It learnt a lemma, as text.
    Lemma(String),
    /// It is done.
    Done(Box<Report>),
}

/// Where a worker's messages go.
pub struct Events(Mutex<std::io::Stdout>);

impl Events {
    /// Messages to standard output.
    pub fn stdout() -> Events {
        Events(Mutex::new(std::io::stdout()))
    }

    /// Sends a message; a supervisor that is gone is not an error.
    pub fn send(&self, event: &Event) {
        let Ok(mut text) = serde_json::to_string(event) else {
            return;
        };
        text.push('\n');
        if let Ok(mut out) = self.0.lock() {
            let _ = out.write_all(text.as_bytes());
            let _ = out.flush();
        }
    }

    /// Says what is going on.
    pub fn activity(&self, text: &str) {
        self.send(&Event::Activity(text.to_owned()));
    }
}
