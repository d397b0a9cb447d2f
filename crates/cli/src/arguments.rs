//! Arguments, checked once into types.

mod assumptions;
mod bits;
mod cegar;
mod choice;
mod config;
mod export;
#[cfg(feature = "fleet")]
mod fleet;
mod generate;
mod input;
mod search;
mod store;
mod survey;
mod validate;

pub use assumptions::AssumptionArguments;
pub use export::{ExportArguments, ExportArithmetic, ExportFormat};
#[cfg(feature = "fleet")]
pub use fleet::{CollectArguments, CollectFormat, LogFormat, SubmitArguments, WorkerArguments};
pub use generate::{CompletionsArguments, ManArguments};
pub use input::{InputArguments, as_clap_reads};
pub use search::SearchArguments;
pub use store::{StoreAction, StoreArguments, StoreCommandArguments};
#[cfg(feature = "mcp")]
pub use survey::McpArguments;
pub use survey::{
    BaselineAction, BaselineArguments, BaselineFile, CiArguments, LspArguments, Preconditions,
    SurveyArguments,
};
pub use validate::ValidateArguments;

use crate::explain::ExplainArguments;
use crate::units;
use choice::{default_of, one_of};
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use invar_bench::{Half, MathInt};
use invar_cfa::DataModel;
use invar_verify::request::{
    Assertions, CertifierChoice, Clock, Extra, Integers, Limits, MemoryReading, Named,
    PropertyRequest, Request, Shard, Since, Sites, Vacuity,
};
use invar_witness::text::RunDetail;
use std::ffi::OsString;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::time::Duration;

/// Proves C programs correct or shows the inputs that break them.
#[derive(Parser, Debug)]
#[command(name = "invar", version, about)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// Reads arguments; ends the process where they are wrong or ask for help. The last value of an
/// option counts, since those of a file of defaults come first.
pub fn parse(arguments: Vec<OsString>) -> Cli {
    let command = Cli::command().mut_subcommands(|each| each.args_override_self(true));
    let matches = command.get_matches_from(arguments);
    Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
}

/// The subcommands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Prove every assertion of a C program, or show a failing run; the same for hardware models.
    ///
    /// Exit codes: 0 safe, 1 unsafe, 3 unknown, 2 usage or input error.
    Check(Box<CheckArguments>),
    /// Run a list of labelled tasks and write a table of results.
    Bench(BenchArguments),
    /// Check every function of C files as the start of a program, with any arguments; a table by function.
    ///
    /// Exit codes: 0 all proved, 1 something is violated, 3 something is unknown, 2 usage or input error.
    Survey(SurveyArguments),
    /// Keep what a survey proved in a file, and find what a change loses.
    Baseline(BaselineArguments),
    /// Check what invar.toml lists (tables `library` and `program`), compare with the baseline, write files for code hosts.
    ///
    /// Exit codes: 0 nothing is lost and no violation is new, 1 a violation is new, 3 a proof is lost, 2 usage or input
    /// error. Without a baseline: those of survey.
    Ci(CiArguments),
    /// Serve an editor: the language server protocol over stdin and stdout.
    Lsp(LspArguments),
    /// Serve an agent: tools of the Model Context Protocol over stdin and stdout.
    #[cfg(feature = "mcp")]
    Mcp(McpArguments),
    /// Put checks of C files, or of a table of tasks, on a queue for workers.
    #[cfg(feature = "fleet")]
    Submit(SubmitArguments),
    /// Take checks from a queue and run them, until it is stopped.
    #[cfg(feature = "fleet")]
    Worker(WorkerArguments),
    /// Gather the results of what was submitted.
    ///
    /// Exit codes: 0 every task has a result, 3 some have none, 2 usage or input error.
    #[cfg(feature = "fleet")]
    Collect(CollectArguments),
    /// Execute a C program in the concrete interpreter, all inputs zero.
    Interpret(InterpretArguments),
    /// Show what the front end and the passes make of a C program.
    Inspect(InspectArguments),
    /// Write the program that engines work on for other tools, such as Horn solvers.
    Export(ExportArguments),
    /// Say what a store of proofs and runs holds; check, trim or clear it.
    Store(StoreCommandArguments),
    /// Explain a reason, a status or an exit code.
    Explain(ExplainArguments),
    /// Print an invar.toml with every key and its meaning.
    Config,
    /// Print completions for a shell.
    Completions(CompletionsArguments),
    /// Print the man page, or write all of them.
    Man(ManArguments),
    /// Check a witness of a verdict: format 2.0 of the verification competition, from any tool.
    ///
    /// Prints `validated`, `rejected: why` or `unknown: why`. Exit codes: 0 validated, 1 rejected, 3 unknown, 2 usage or
    /// input error.
    Validate(ValidateArguments),
    /// The supervised part of `check` and `validate`: reads a request from stdin, writes events to stdout.
    #[command(hide = true)]
    CheckWorker,
    /// The native run of `check --confirm`: limits itself, then becomes the program that its stdin names.
    #[command(hide = true)]
    ConfinedRun,
}

/// Arguments of `check`.
#[derive(Args, Debug, Clone)]
pub struct CheckArguments {
    /// The input.
    #[command(flatten)]
    pub input: InputArguments,
    /// What to prove: names, .prp files, or single assertions; several with commas.
    #[arg(
        long,
        long_help = choice::properties(),
        visible_alias = "checks",
        default_values_t = PropertyRequest::default().names,
        value_name = "PROPERTY",
        value_delimiter = ','
    )]
    pub property: Vec<String>,
    /// Whether to go on after the first violation, until each assertion has its own status.
    #[arg(long, value_name = "ASSERTIONS", default_value = default_of::<Assertions>(), value_parser = one_of::<Assertions>())]
    pub assertions: Assertions,
    /// Which places are judged: all, or those in the text of the function where the run starts.
    #[arg(long, value_name = "ALL|ENTRY", default_value = default_of::<Sites>(), value_parser = one_of::<Sites>())]
    pub sites: Sites,
    /// Whether to look for assertions that hold only because no execution gets to them.
    #[arg(long, value_name = "ON|OFF", default_value = default_of::<Vacuity>(), value_parser = one_of::<Vacuity>())]
    pub vacuity: Vacuity,
    /// Whether memory is followed, for the properties `assert` and `unreach-call`.
    #[arg(long, value_name = "HOW", default_value = default_of::<MemoryReading>(), value_parser = one_of::<MemoryReading>())]
    pub memory_reading: MemoryReading,
    /// Only some of the assertions: those of shard I of N, from 1; a verdict is about these alone.
    #[arg(long, value_name = "I/N", conflicts_with_all = ["witness", "witness_graphml"])]
    pub shard: Option<Shard>,
    /// Only assertions that the change since this git revision can affect; a verdict is about these alone. What is not
    /// committed belongs to the change.
    #[arg(long, value_name = "REV", conflicts_with_all = ["witness", "witness_graphml"])]
    pub since: Option<String>,
    /// How the verdict is searched.
    #[command(flatten)]
    pub search: SearchArguments,
    /// Searches at a time, which tell each other what they prove; the same input gives the same
    /// answer in the same way with one.
    #[arg(long, default_value = "1", value_name = "NUMBER")]
    pub jobs: NonZeroU32,
    /// How the program's integers are read: as the machine has them, or without bounds.
    #[arg(long, value_name = "INTEGERS", default_value = default_of::<Integers>(), value_parser = one_of::<Integers>())]
    pub integers: Integers,
    /// Which assumptions a proof may rest on.
    #[command(flatten)]
    pub assumptions: AssumptionArguments,
    /// The solver that checks proofs.
    #[arg(long, value_name = "CERTIFIER", default_value = default_of::<CertifierChoice>(), value_parser = one_of::<CertifierChoice>())]
    pub certifier: CertifierChoice,
    /// Give up after this time, e.g. 20s or 5m.
    #[arg(long, value_parser = units::duration, default_value = "300s")]
    pub timeout: Duration,
    /// Count CPU time, divided by the jobs, instead of wall time: the same verdict on a busy machine.
    #[arg(long)]
    pub cpu_time: bool,
    /// Give up beyond this memory (all processes together), e.g. 500MB or 4GB.
    #[arg(long, value_parser = units::megabytes, value_name = "SIZE")]
    pub memory: Option<u64>,
    /// How the result is printed.
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub format: Format,
    /// Depth to which recursive calls are inlined at most; as long as that does not make too large
    /// a program.
    #[arg(long, default_value_t = 200)]
    pub recursion: u32,
    /// Write the finder's queries to SMT-LIB files in this folder.
    #[arg(long, value_name = "DIR")]
    pub query_log: Option<PathBuf>,
    /// How much of a failing run is printed: what the failure depends on, or every step.
    #[arg(long, value_enum, default_value_t = TraceArgument::Relevant)]
    pub trace: TraceArgument,
    /// Print statistics.
    #[arg(short, long)]
    pub verbose: bool,
    /// Print every lemma to stderr as it is learnt.
    #[arg(long)]
    pub trace_lemmas: bool,
    /// With --entry: look for a precondition that callers would have to keep, in half of the time, and check under it.
    #[arg(long, requires = "entry")]
    pub infer: bool,
    /// Compile the harness of every violation with CC or cc and RUN THE PROGRAM, with sanitizers and within limits, to
    /// see it fail outside of invar. Only for programs that you would run yourself: the run can read and write your files.
    #[arg(long)]
    pub confirm: bool,
    /// Files to write.
    #[command(flatten)]
    pub outputs: OutputArguments,
    /// Which store keeps evidence.
    #[command(flatten)]
    pub store: StoreArguments,
}

impl CheckArguments {
    /// The request that the arguments describe.
    pub fn request(&self) -> Request {
        let extras = [
            (Extra::Graph, self.outputs.report.is_some()),
            (Extra::Lemmas, self.trace_lemmas),
            (Extra::Certificate, self.outputs.certificate.is_some()),
            (Extra::HardwareWitness, self.outputs.witness.is_some()),
        ];
        let extras = extras.into_iter().filter(|(_, wanted)| *wanted);
        Request {
            input: self.input.input(),
            property: PropertyRequest {
                names: self.property.clone(),
            },
            assertions: self.assertions,
            sites: self.sites,
            vacuity: self.vacuity,
            memory_reading: self.memory_reading,
            shard: self.shard,
            since: self.since.as_ref().map(|revision| Since {
                revision: revision.clone(),
                tree: None,
            }),
            search: self.search.options(),
            integers: self.integers,
            refused_assumptions: self.assumptions.refused(),
            certifier: self.certifier,
            limits: Limits {
                time: self.timeout,
                clock: if self.cpu_time {
                    Clock::Cpu
                } else {
                    Clock::Wall
                },
                memory_mb: self.memory,
                recursion: self.recursion,
                jobs: self.jobs,
            },
            query_log: self.query_log.clone(),
            store: self.store.choice(),
            extras: extras.map(|(extra, _)| extra).collect(),
            witness: None,
        }
    }
}

/// How much of a failing run is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum TraceArgument {
    /// What the failure depends on, long loops folded.
    Relevant,
    /// Every step.
    Full,
}

impl From<TraceArgument> for RunDetail {
    fn from(argument: TraceArgument) -> RunDetail {
        match argument {
            TraceArgument::Relevant => RunDetail::Relevant,
            TraceArgument::Full => RunDetail::Full,
        }
    }
}

/// Files that keep a result.
#[derive(Args, Debug, Clone, Default)]
pub struct OutputArguments {
    /// Write a C file that leads the program to the error that was found.
    #[arg(long, value_name = "FILE")]
    pub harness: Option<PathBuf>,
    /// Write every assertion with its status as SARIF 2.1.0.
    #[arg(long, value_name = "FILE")]
    pub sarif: Option<PathBuf>,
    /// Write a page about the result, DIR/index.html, for a browser.
    #[arg(long, value_name = "DIR")]
    pub report: Option<PathBuf>,
    /// Write the proof of a safe verdict into this folder, for any solver to check: SMT-LIB files, an index with
    /// hashes, and check.sh, which needs no invar.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["shard", "since"])]
    pub certificate: Option<PathBuf>,
    /// Write a witness of the verdict, format 2.0 of the verification competition; of hardware models the run
    /// as stimulus or BTOR2 witness, or the invariant as clauses.
    #[arg(long, value_name = "FILE")]
    pub witness: Option<PathBuf>,
    /// Write a witness in the older format, GraphML.
    #[arg(long, value_name = "FILE")]
    pub witness_graphml: Option<PathBuf>,
}

/// Arguments of `bench`.
#[derive(Args, Debug, Clone)]
pub struct BenchArguments {
    /// Table of tasks with columns path, property, expected, data_model, note; hardware models have no
    /// property and no data model.
    #[arg(long)]
    pub tasks: PathBuf,
    /// The column with the files, where the table has several.
    #[arg(long, value_name = "NAME", default_value = "path")]
    pub column: String,
    /// Only the paths in this file, one per line.
    #[arg(long)]
    pub list: Option<PathBuf>,
    /// Only one half of the tasks, always the same one: tune on one half, report the other.
    #[arg(long, value_parser = one_of::<Half>())]
    pub half: Option<Half>,
    /// Only the tasks of shard I of N, from 1; a task stays in its shard whatever else is in the table.
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
    /// How verdicts are searched.
    #[command(flatten)]
    pub search: SearchArguments,
    /// CPU time per task.
    #[arg(long, value_parser = units::duration, default_value = "20s")]
    pub timeout: Duration,
    /// Count wall time instead of CPU time.
    #[arg(long)]
    pub wall_time: bool,
    /// Memory per task.
    #[arg(long, value_parser = units::megabytes, default_value = "4GB", value_name = "SIZE")]
    pub memory: u64,
    /// Tasks at a time.
    #[arg(long, default_value_t = 1)]
    pub jobs: usize,
    /// Threads per task: the `--jobs` of `invar check`.
    #[arg(long, default_value_t = NonZeroU32::MIN)]
    pub threads: NonZeroU32,
    /// Which store keeps evidence; here neither INVAR_STORE nor invar.toml counts.
    #[command(flatten)]
    pub store: StoreArguments,
    /// Where results.csv is written, and continued if it exists.
    #[arg(long, required_unless_present = "dry_run")]
    pub out: Option<PathBuf>,
    /// Join the results of shards in these folders into `--out` instead of running anything; exit code 3 if tasks have
    /// none.
    #[arg(long, value_name = "DIR", num_args = 1.., requires = "out", conflicts_with = "dry_run")]
    pub merge: Vec<PathBuf>,
    /// Print the paths of the tasks that are selected, and run nothing.
    #[arg(long)]
    pub dry_run: bool,
    /// Only rows of this property.
    #[arg(long)]
    pub property: Option<String>,
    /// What to do with rows that hold over unbounded integers only.
    #[arg(long, default_value = MathInt::Apart.name(), value_parser = one_of::<MathInt>())]
    pub mathint: MathInt,
}

impl BenchArguments {
    /// What the time per task is measured in.
    pub fn clock(&self) -> Clock {
        if self.wall_time {
            Clock::Wall
        } else {
            Clock::Cpu
        }
    }
}

/// Arguments of `interpret`.
#[derive(Args, Debug, Clone)]
pub struct InterpretArguments {
    /// The input.
    #[command(flatten)]
    pub input: InputArguments,
    /// What must not happen: the names of `check --property`.
    #[arg(
        long,
        default_value = "assert",
        value_name = "NAME",
        value_delimiter = ','
    )]
    pub property: Vec<String>,
    /// Give up after this many steps.
    #[arg(long, default_value_t = 200_000_000)]
    pub step_limit: u64,
    /// Inline calls first: the program that is certified.
    #[arg(long)]
    pub inlined: bool,
    /// Give up after this time.
    #[arg(long, value_parser = units::duration, default_value = "60s")]
    pub timeout: Duration,
}

/// Arguments of `inspect`.
#[derive(Args, Debug, Clone)]
pub struct InspectArguments {
    /// The input.
    #[command(flatten)]
    pub input: InputArguments,
    /// What to prove; decides which locations are errors.
    #[arg(long, default_value = "assert", value_name = "NAME")]
    pub property: String,
    /// What to show.
    #[arg(long, value_enum, default_value_t = Stage::Summary)]
    pub stage: Stage,
    /// Go on to the blocks that engines work on; time and sizes of every stage, and what is still
    /// not modelled there, as one JSON object.
    #[arg(long, conflicts_with = "stage")]
    pub blocks: bool,
}

/// What `inspect` shows.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Counts and unsupported constructs, as one JSON object.
    Summary,
    /// The automata as the front end makes them.
    Lowered,
    /// The automaton that is certified.
    Inlined,
    /// The automaton that engines work on.
    Prepared,
    /// The prepared automaton for Graphviz.
    Dot,
}

/// Data models by name.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ModelArgument {
    /// 32-bit long and pointers.
    #[value(name = "ILP32", alias = "ilp32", alias = "32")]
    Ilp32,
    /// 64-bit long and pointers.
    #[value(name = "LP64", alias = "lp64", alias = "64")]
    Lp64,
}

impl From<ModelArgument> for DataModel {
    fn from(model: ModelArgument) -> DataModel {
        match model {
            ModelArgument::Ilp32 => DataModel::Ilp32,
            ModelArgument::Lp64 => DataModel::Lp64,
        }
    }
}

/// Output formats.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Text.
    Human,
    /// One JSON object.
    Json,
    /// One line for BenchExec: TRUE, FALSE(property) or UNKNOWN.
    Svcomp,
}
