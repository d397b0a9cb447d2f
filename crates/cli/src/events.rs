//! What a worker tells its supervisor: one JSON object per line.

use invar_witness::report::{Graph, Place, Report, Sample, SearchRecord};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::io::Write;
use std::sync::Mutex;

/// A message of a worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Event {
    /// What it is doing now.
    Activity(String),
    /// How its search stands.
    Standing(Standing),
    /// What the program looks like, for someone who wants to see it.
    Graph(Box<Graph>),
    /// It learnt a lemma, as text.
    Lemma(String),
    /// A search ended.
    Searched(SearchRecord),
    /// What it knows so far: statuses, violations, facts.
    Known(Box<Report>),
    /// It is done.
    Done(Box<Report>),
}

/// How a search stands.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Standing {
    /// The engine.
    pub engine: String,
    /// The arithmetic.
    pub arithmetic: String,
    /// Steps of the unrolling, or level of the frontier.
    pub level: u32,
    /// Lemmas that hold so far.
    pub lemmas: u64,
    /// Obligations that are open.
    pub obligations: u64,
    /// What is going on.
    pub activity: String,
    /// The loop that is worked on.
    pub place: Option<Place>,
}

impl Standing {
    /// The numbers at a time.
    pub fn sample(&self, seconds: f64) -> Sample {
        Sample {
            seconds,
            engine: self.engine.clone(),
            arithmetic: self.arithmetic.clone(),
            level: self.level,
            lemmas: self.lemmas,
            obligations: self.obligations,
        }
    }
}

/// What is going on, in one sentence.
impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} over {}: {} (depth {})",
            self.engine, self.arithmetic, self.activity, self.level
        )
    }
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
