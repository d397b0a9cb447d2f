//! Arguments of `survey`.

use super::{AssumptionArguments, Format, InputArguments, StoreArguments};
use crate::units;
use clap::{Args, Subcommand, ValueEnum};
use invar_verify::request::{Clock, Limits, PropertyRequest, Shard};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// Whether preconditions are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Preconditions {
    /// Those that prove most places.
    Infer,
    /// None: arguments are arbitrary, and memory from outside is there as far as it is accessed.
    None,
}

/// Arguments of `survey`. All of them are arguments of `check` too: each function is checked with
/// those that were given.
#[derive(Args, Debug, Clone)]
pub struct SurveyArguments {
    /// The input; with `--entry` only this function.
    #[command(flatten)]
    pub input: InputArguments,
    /// What to prove of each function: the names of `check --property`, several with commas.
    #[arg(
        long,
        visible_alias = "checks",
        default_values_t = PropertyRequest::default().names,
        value_name = "PROPERTY",
        value_delimiter = ','
    )]
    pub property: Vec<String>,
    /// Whether preconditions are looked for that callers would have to keep.
    #[arg(long, value_enum, default_value_t = Preconditions::Infer, value_name = "CHOICE")]
    pub preconditions: Preconditions,
    /// Only the functions of shard I of N, from 1; a function stays in its shard whatever else is in the files.
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
    /// Only sites that the change since this git revision can affect; functions without such sites are left out. What is
    /// not committed belongs to the change.
    #[arg(long, value_name = "REV")]
    pub since: Option<String>,
    /// Which assumptions a proof may rest on.
    #[command(flatten)]
    pub assumptions: AssumptionArguments,
    /// Print the names of the functions that are selected, and check nothing.
    #[arg(long)]
    pub dry_run: bool,
    /// Time per function.
    #[arg(long, value_parser = units::duration, default_value = "20s")]
    pub timeout: Duration,
    /// Limit each check by CPU time: the same answers on a busy machine. `ci` and `baseline` do so anyway.
    #[arg(long)]
    pub cpu_time: bool,
    /// Limit each check by wall time. `survey` does so anyway.
    #[arg(long, conflicts_with = "cpu_time")]
    pub wall_time: bool,
    /// What time is measured in, unless the arguments say so.
    #[arg(skip)]
    pub default_clock: Clock,
    /// Memory per function.
    #[arg(long, value_parser = units::megabytes, default_value = "4GB", value_name = "SIZE")]
    pub memory: u64,
    /// Functions at a time.
    #[arg(long, default_value_t = 1, value_name = "NUMBER")]
    pub jobs: usize,
    /// Which store keeps evidence.
    #[command(flatten)]
    pub store: StoreArguments,
    /// Findings that are accepted, as a file of entries; comments in the text say the same.
    #[arg(long, value_name = "FILE")]
    pub accepted: Option<PathBuf>,
    /// Files for code hosts.
    #[command(flatten)]
    pub files: FileArguments,
    /// How the result is printed: human or json.
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub format: Format,
}

/// Files that a survey writes.
#[derive(Args, Debug, Clone)]
pub struct FileArguments {
    /// Write what is violated or accepted as SARIF, for code hosts and editors.
    #[arg(long, value_name = "FILE")]
    pub sarif: Option<PathBuf>,
    /// Write a JUnit report, one case per function.
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Write a code quality report for GitLab.
    #[arg(long, value_name = "FILE")]
    pub code_quality: Option<PathBuf>,
    /// Write a summary in Markdown, for a pull request.
    #[arg(long, value_name = "FILE")]
    pub summary: Option<PathBuf>,
}

/// Arguments of `baseline`.
#[derive(Args, Debug, Clone)]
pub struct BaselineArguments {
    /// What to do.
    #[command(subcommand)]
    pub action: BaselineAction,
}

/// What to do with a baseline.
#[derive(Subcommand, Debug, Clone)]
pub enum BaselineAction {
    /// Survey the functions and write down what is known.
    Write(BaselineFile),
    /// Survey the functions and compare with what was written down.
    ///
    /// Exit codes: 0 nothing is lost and no violation is new, 1 a violation is new, 3 a proof is lost, 2 usage or input
    /// error.
    Check(BaselineFile),
}

/// A baseline and what it is about.
#[derive(Args, Debug, Clone)]
pub struct BaselineFile {
    /// The file, kept in the repository.
    #[arg(long, value_name = "FILE", default_value = "invar.baseline")]
    pub baseline: PathBuf,
    /// Write everything that was found as JSON.
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// The survey.
    #[command(flatten)]
    pub survey: SurveyArguments,
}

/// Arguments of `ci`.
#[derive(Args, Debug, Clone)]
pub struct CiArguments {
    /// The baseline to compare with; if it is not there, nothing is compared.
    #[arg(long, value_name = "FILE", default_value = "invar.baseline")]
    pub baseline: PathBuf,
    /// Write everything that was found as JSON.
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// The JSON of an earlier run: what takes much longer now is reported.
    #[arg(long, value_name = "FILE")]
    pub previous: Option<PathBuf>,
    /// What takes less than this is not called slower.
    #[arg(long, value_parser = units::duration, default_value = "20s", value_name = "TIME")]
    pub slow: Duration,
    /// The surveys of libraries.
    #[command(flatten)]
    pub survey: SurveyArguments,
}

/// Arguments of `lsp`.
#[derive(Args, Debug, Clone)]
pub struct LspArguments {
    /// Arguments of the surveys, such as `--timeout 30s --property all`.
    #[arg(last = true, value_name = "SURVEY ARGS")]
    pub survey: Vec<OsString>,
}

/// Arguments of `mcp`.
#[cfg(feature = "mcp")]
#[derive(Args, Debug, Clone)]
pub struct McpArguments {
    /// Only files inside this folder are read.
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub folder: PathBuf,
    /// The most time of a check.
    #[arg(long, value_parser = units::duration, default_value = "60s")]
    pub timeout: Duration,
    /// The most memory of a check.
    #[arg(long, value_parser = units::megabytes, default_value = "4GB", value_name = "SIZE")]
    pub memory: u64,
}

impl SurveyArguments {
    /// What a check of one function may take.
    pub fn limits(&self) -> Limits {
        Limits {
            time: self.timeout,
            clock: match (self.cpu_time, self.wall_time) {
                (true, _) => Clock::Cpu,
                (_, true) => Clock::Wall,
                (false, false) => self.default_clock,
            },
            memory_mb: Some(self.memory),
            ..Limits::default()
        }
    }
}
