//! What is told while a request is answered.

use invar_report::{Graph, Place, Report, Sample, SearchRecord};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Receives events about what is going on. Searches side by side tell it at the same time.
pub trait Observer: Sync {
    /// Something happened.
    fn event(&self, event: &Event);

    /// Tells what is going on, in a word or two.
    fn activity(&self, text: &str) {
        self.event(&Event::Activity(text.to_owned()));
    }
}

/// An observer that takes no notice.
pub struct Unobserved;

impl Observer for Unobserved {
    fn event(&self, _: &Event) {}
}

/// Something that happened.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Event {
    /// Something else is done now.
    Activity(String),
    /// How far the search is.
    Standing(Standing),
    /// The program as a drawing.
    Graph(Box<Graph>),
    /// A lemma was learnt, as text.
    Lemma(String),
    /// A search ended.
    Searched(SearchRecord),
    /// What is known so far: statuses, violations, facts.
    Known(Box<Report>),
}

/// How far a search is.
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
