//! What a worker tells its supervisor: one JSON object per line.

use invar_report::Report;
use invar_verify::{Event, Observer};
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::sync::Mutex;

/// A message of a worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Message {
    /// Something happened.
    Event(Event),
    /// It is done.
    Done(Box<Report>),
}

/// Where a worker's messages go.
pub struct Messages(Mutex<std::io::Stdout>);

impl Messages {
    /// Messages to standard output.
    pub fn stdout() -> Messages {
        Messages(Mutex::new(std::io::stdout()))
    }

    /// Sends a message; a supervisor that is gone is not an error.
    pub fn send(&self, message: &Message) {
        let Ok(mut text) = serde_json::to_string(message) else {
            return;
        };
        text.push('\n');
        if let Ok(mut out) = self.0.lock() {
            let _ = out.write_all(text.as_bytes());
            let _ = out.flush();
        }
    }
}

impl Observer for Messages {
    fn event(&self, event: &Event) {
        self.send(&Message::Event(event.clone()));
    }
}
