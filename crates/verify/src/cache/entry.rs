//! The entries of the store about a question, in serialized form.

use invar_evidence::{NamedFacts, NamedRun, WrittenEvidence, WrittenValue};
use invar_solver::{SolverId, SolverSet};
use invar_verdict::Trace;
use serde::{Deserialize, Deserializer, Serialize};

/// What evidence is stated over, made of the program that the question is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Form {
    /// What the passes make of the inlined program.
    Sliced,
    /// What the passes make of it without slicing.
    Unsliced,
    /// The sliced program with cells instead of arrays.
    Cells,
    /// The inlined program itself.
    Inlined,
    /// The program with its recursive procedures apart.
    Divided,
}

/// How a question was answered.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Answer {
    /// By evidence.
    Evidence {
        /// Depth to which recursive calls are inlined.
        depth: u32,
        form: Form,
        /// The key of that form: evidence about another one says nothing.
        key: String,
        evidence: WrittenEvidence,
    },
    /// The program has a single run, which ends without an error: running it again certifies that.
    #[serde(rename = "only-run")]
    DeterministicRun,
    /// By running the program, with its calls, on these values.
    Inputs(Vec<WrittenValue>),
    /// Not as a whole: its assertions were asked for in groups.
    Parts,
    /// Not at all. Counts only where nothing depends on it.
    Nothing,
}

/// What answered a question.
pub(crate) enum Found {
    /// An answer that can be stored directly.
    Answer(Answer),
    /// A proof, with its facts by names.
    Proof {
        answer: Answer,
        facts: NamedFacts,
        form: Form,
    },
    /// A run of the inlined program.
    Run(Trace),
}

/// An entry about a question.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Entry {
    pub(crate) answer: Answer,
    /// The solvers that found it, which do not certify it.
    #[serde(default)]
    pub(crate) found_with: SolverSet,
    /// The certifier that checks it fastest: it is asked first.
    #[serde(default, deserialize_with = "known")]
    pub(crate) certifier: Option<SolverId>,
}

/// What is known of versions of a program, by names.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct EarlierVersions {
    /// Facts of the last proof over the sliced program.
    #[serde(default)]
    pub(crate) facts: NamedFacts,
    /// Facts of the last proof about cells.
    #[serde(default)]
    pub(crate) cells: NamedFacts,
    /// The certifier that checks the last proof fastest.
    #[serde(default, deserialize_with = "known")]
    pub(crate) certifier: Option<SolverId>,
    /// The last runs to an error, the newest first.
    #[serde(default)]
    pub(crate) runs: Vec<NamedRun>,
}

/// A solver that this version knows; other names are no reason to drop an entry.
fn known<'d, D: Deserializer<'d>>(from: D) -> Result<Option<SolverId>, D::Error> {
    let name = Option::<String>::deserialize(from)?;
    Ok(name.as_deref().and_then(SolverId::of_program))
}
