//! The result of a check in terms of the source text: what is printed, written to files and
//! passed between processes.
//!
//! Everything that is shown to people or tools is made from a [`Report`] alone, so that it can be
//! made in another process than the one that searched.

mod assertion;
mod assumption;
mod certificate;
mod chart;
mod circuit;
mod confirmation;
mod graph;
mod hint;
mod place;
mod proof;
mod scope;
mod search;
mod shard;
mod since;
mod start;
mod store;
mod validation;
mod violation;

pub use assertion::{Assertion, AssertionStatus};
pub use assumption::Assumption;
pub use certificate::{
    Certificate, CutProgram, LoopCut, ObligationKind, ObligationReport, ProofObligations,
};
pub use chart::Sample;
pub use circuit::{CircuitProof, CircuitProperty, CircuitReport, CircuitRun, Signal, SignalKind};
pub use confirmation::{Confirmation, Network, NotConfirmed, Sanitizers, Shown};
pub use graph::{Graph, GraphDetail, GraphEdge, GraphNode, GraphNodeKind};
pub use hint::hint;
pub use invar_cfa::AssumptionKind;
pub use place::Place;
pub use proof::{
    ContractReport, LoopInvariant, ProofReport, RankingReport, SiteKind, StatedInvariant,
};
pub use scope::{Restriction, Scope};
pub use search::{Ending, SearchRecord};
pub use shard::ShardReport;
pub use since::SinceReport;
pub use start::{Start, StartCell, StartValue, StartVariable};
pub use store::StoreReport;
pub use validation::{Validation, ValidationReport};
pub use violation::{
    Failure, Input, InputFunction, InputOrigin, Note, StepKind, TraceStep, ViolationReport,
    Waypoint, WaypointKind,
};

use invar_verdict::Reason;
pub use invar_verdict::ReasonClass;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The verdict without its evidence.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Conclusion {
    /// No execution violates the property.
    Safe,
    /// One does.
    Unsafe,
    /// Neither is known.
    #[default]
    Unknown,
}

impl Conclusion {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Conclusion::Safe => "safe",
            Conclusion::Unsafe => "unsafe",
            Conclusion::Unknown => "unknown",
        }
    }
}

/// The object that `--format json` prints.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The verdict about the whole property.
    pub verdict: Conclusion,
    /// Whether independent evidence was checked.
    pub certified: bool,
    /// What checked it.
    pub certifier: Option<String>,
    /// The engine that found the verdict, or that ran last.
    pub engine: String,
    /// The arithmetic in which it was found.
    pub arithmetic: String,
    /// How the program's integers are read: `machine` or `ideal`.
    #[serde(default)]
    pub integers: String,
    /// Why the verdict is unknown.
    pub reason: Option<String>,
    /// The class of that reason.
    pub reason_class: Option<ReasonClass>,
    /// The reason itself, for hints; only in the process that found it.
    #[serde(skip)]
    pub cause: Option<Reason>,
    /// What may help, if the verdict is unknown.
    #[serde(default)]
    pub hint: Option<String>,
    /// The loop, call or construct that stood in the way, if the verdict is unknown.
    #[serde(default)]
    pub blocked_at: Option<Place>,
    /// What was proved on the way to an unknown verdict.
    #[serde(default)]
    pub facts: Vec<LoopInvariant>,
    /// Time from start to end.
    pub wall_seconds: f64,
    /// Time by the clock that limits the check: the same, or CPU time.
    #[serde(default)]
    pub limited_seconds: f64,
    /// Time inside solvers.
    pub solver_seconds: f64,
    /// Number of solver queries.
    pub queries: u64,
    /// The property.
    pub property: String,
    /// The file, or the first of several.
    pub file: String,
    /// Every file that was given.
    #[serde(default)]
    pub files: Vec<String>,
    /// Sizes of types.
    pub data_model: String,
    /// The machine, if it is none of x86.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// Largest memory of all processes together.
    pub peak_mb: u64,
    /// Verdicts of engines whose evidence was not accepted.
    pub rejected_certificates: u32,
    /// Every assertion with its own status, in the order of the source text.
    #[serde(default)]
    pub assertions: Vec<Assertion>,
    /// Which part of the assertions was looked at, if it was not the whole; the verdict is about that part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<ShardReport>,
    /// What was left out because a change cannot affect it, if that was asked for; the verdict is about the rest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<SinceReport>,
    /// How safety was proved.
    pub proof: Option<ProofReport>,
    /// The proof for others to check, if it was asked for; it leaves the report when it is written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<Certificate>,
    /// How errors are reached: one run per violated assertion, the first found first.
    #[serde(default)]
    pub violations: Vec<ViolationReport>,
    /// Every function that gives the program values from outside.
    #[serde(default)]
    pub input_functions: Vec<InputFunction>,
    /// What the verdict assumes.
    pub assumptions: Vec<Assumption>,
    /// What became of the witness that was checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub validation: Option<ValidationReport>,
    /// The hardware model, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub circuit: Option<CircuitReport>,
    /// What a store of evidence had to do with it, if one was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub store: Option<StoreReport>,
    /// What was tried, in the order in which it ended.
    #[serde(default)]
    pub searches: Vec<SearchRecord>,
    /// Sizes and times.
    pub statistics: BTreeMap<String, f64>,
    /// How the search went over time.
    #[serde(default)]
    pub samples: Vec<Sample>,
    /// The program as a drawing, if it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub graph: Option<Graph>,
}

impl Report {
    /// The files that were given, then every other one that the report speaks of, each once.
    pub fn all_files(&self) -> Vec<String> {
        let mut files: Vec<String> = Vec::new();
        let mut add = |file: &String| {
            // Places in one file follow each other.
            if !file.is_empty() && files.last() != Some(file) && !files.contains(file) {
                files.push(file.clone());
            }
        };
        self.files.iter().for_each(&mut add);
        add(&self.file);
        self.places().for_each(|place| add(&place.file));
        files
    }

    /// Every place that the report speaks of, apart from its drawing.
    fn places(&self) -> impl Iterator<Item = &Place> {
        let assertions = self.assertions.iter().filter_map(|a| a.place.as_ref());
        let proof = self.proof.iter().flat_map(|proof| &proof.invariants);
        let loops = proof.chain(&self.facts).map(|invariant| &invariant.place);
        let runs = self.violations.iter();
        let ends = runs.clone().filter_map(|run| run.place.as_ref());
        let steps = runs.flat_map(|run| &run.steps);
        let steps = steps.filter_map(|step| step.place.as_ref());
        let all = assertions.chain(loops).chain(ends).chain(steps);
        all.chain(&self.blocked_at)
    }

    /// An unknown verdict.
    pub fn unknown(reason: &Reason) -> Report {
        Report {
            reason: Some(reason.to_string()),
            reason_class: Some(reason.class()),
            cause: Some(reason.clone()),
            ..Report::default()
        }
    }
}
