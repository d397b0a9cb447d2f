//! Arguments of `submit`, `worker` and `collect`.

use super::choice::one_of;
use super::{ModelArgument, SearchArguments};
use crate::units;
use clap::{Args, ValueEnum};
use invar_bench::MathInt;
use invar_fleet::{Broker, Priority, Results};
use invar_frontend::clang::Standard;
use invar_store::{Limits, Location, Store};
use invar_verify::request::{Named, problem};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// Where tasks wait.
#[derive(Args, Debug, Clone)]
pub struct BrokerArguments {
    /// The broker with the queue: redis://HOST:PORT; name and password are in INVAR_BROKER_USERNAME and
    /// INVAR_BROKER_PASSWORD.
    #[arg(long, value_name = "ADDRESS")]
    pub broker: String,
}

/// Where sources and results are.
#[derive(Args, Debug, Clone)]
pub struct PlaceArguments {
    /// The store with sources and results: a folder that all workers see, s3://BUCKET/PREFIX or redis://HOST:PORT.
    #[arg(long, value_name = "LOCATION")]
    pub store: String,
}

impl BrokerArguments {
    /// The broker. Read here and not by clap, whose message would repeat a secret.
    ///
    /// # Errors
    /// What is named is no broker.
    pub fn broker(&self) -> Result<Broker, String> {
        self.broker.parse()
    }
}

impl PlaceArguments {
    /// The store.
    ///
    /// # Errors
    /// What is named is no location, or cannot be opened.
    pub fn open(&self) -> Result<Results, String> {
        let location: Result<Location, _> = self.store.parse();
        let store = location.and_then(|location| Store::open(&location, Limits::default()));
        let store = store.map_err(|error| problem(&error).to_string());
        store.map(Results::new)
    }
}

/// Arguments of `submit`.
#[derive(Args, Debug, Clone)]
pub struct SubmitArguments {
    /// C files, each a task of its own.
    #[arg(value_name = "FILE", required_unless_present = "tasks")]
    pub files: Vec<PathBuf>,
    /// The broker.
    #[command(flatten)]
    pub broker: BrokerArguments,
    /// The store.
    #[command(flatten)]
    pub place: PlaceArguments,
    /// The name of the batch; submitting one again queues what has no result.
    #[arg(long, value_name = "NAME", default_value = "default")]
    pub batch: String,
    /// How urgent its tasks are.
    #[arg(long, value_enum, default_value_t = PriorityArgument::Normal)]
    pub priority: PriorityArgument,
    /// Wait while more tasks than this are waiting on the queue.
    #[arg(long, value_name = "NUMBER", default_value_t = 100_000)]
    pub most_waiting: u64,
    /// A table of labelled tasks, as for `bench`.
    #[arg(long, conflicts_with = "files")]
    pub tasks: Option<PathBuf>,
    /// Of the table, only the paths in this file, one per line.
    #[arg(long, requires = "tasks")]
    pub list: Option<PathBuf>,
    /// What to do with rows that hold over unbounded integers only.
    #[arg(long, default_value = MathInt::Apart.name(), value_parser = one_of::<MathInt>(), requires = "tasks")]
    pub mathint: MathInt,
    /// What to prove: the names of `check --property`; of a table, only rows of this property.
    #[arg(long, value_name = "PROPERTY")]
    pub property: Option<String>,
    /// Start at this function instead of main.
    #[arg(long, value_name = "FUNCTION", conflicts_with = "tasks")]
    pub entry: Option<String>,
    /// Sizes of types of files; a table has its own.
    #[arg(long, value_enum, conflicts_with = "tasks")]
    pub data_model: Option<ModelArgument>,
    /// A directory with headers.
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<PathBuf>,
    /// A macro definition.
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub define: Vec<String>,
    /// The edition of C [default: gnu11].
    #[arg(long = "std", value_name = "NAME", value_parser = Standard::new)]
    pub standard: Option<Standard>,
    /// How verdicts are searched.
    #[command(flatten)]
    pub search: SearchArguments,
    /// Time per task.
    #[arg(long, value_parser = units::duration, default_value = "300s")]
    pub timeout: Duration,
    /// Memory per task.
    #[arg(long, value_parser = units::megabytes, default_value = "4GB", value_name = "SIZE")]
    pub memory: u64,
}

/// Arguments of `worker`.
#[derive(Args, Debug, Clone)]
pub struct WorkerArguments {
    /// The broker.
    #[command(flatten)]
    pub broker: BrokerArguments,
    /// The store.
    #[command(flatten)]
    pub place: PlaceArguments,
    /// Tasks at a time.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub jobs: usize,
    /// How long a task stays with a worker that does not answer any more; the same for all workers of a queue.
    #[arg(long, value_name = "TIME", value_parser = units::duration, default_value = "30s")]
    pub lease: Duration,
    /// Attempts after which a task without a result is unknown.
    #[arg(long, value_name = "NUMBER", default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..))]
    pub tries: u64,
    /// End after one task.
    #[arg(long, conflicts_with = "idle_exit")]
    pub once: bool,
    /// End when the queue was empty for so long: nothing waiting, and nothing in the hands of others; or when the broker
    /// was not there for so long.
    #[arg(long, value_name = "TIME", value_parser = units::duration)]
    pub idle_exit: Option<Duration>,
    /// Answer Prometheus at this address, e.g. 127.0.0.1:9100.
    #[arg(long, value_name = "ADDRESS")]
    pub metrics: Option<SocketAddr>,
    /// How the log on stderr is written.
    #[arg(long, value_enum, default_value_t = LogFormat::Text)]
    pub log: LogFormat,
    /// Its name in logs and at the broker; no two that run at the same time have the same [default: made from the host,
    /// the process and the time].
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
}

/// Arguments of `collect`.
#[derive(Args, Debug, Clone)]
pub struct CollectArguments {
    /// The store.
    #[command(flatten)]
    pub place: PlaceArguments,
    /// The name of the batch.
    #[arg(long, value_name = "NAME", default_value = "default")]
    pub batch: String,
    /// Wait until every task has a result.
    #[arg(long)]
    pub wait: bool,
    /// How results are printed: as `results.csv` of `invar bench`, or one JSON object per task with its whole report.
    #[arg(long, value_enum, default_value_t = CollectFormat::Csv)]
    pub format: CollectFormat,
    /// Write results.csv or results.jsonl into this folder, and print a table.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

/// How urgent tasks are.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum PriorityArgument {
    /// Before all others.
    High,
    /// As usual.
    Normal,
    /// When nothing else is to do.
    Low,
}

impl From<PriorityArgument> for Priority {
    fn from(argument: PriorityArgument) -> Priority {
        match argument {
            PriorityArgument::High => Priority::High,
            PriorityArgument::Normal => Priority::Normal,
            PriorityArgument::Low => Priority::Low,
        }
    }
}

/// How logs are written.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum LogFormat {
    /// Lines for people.
    Text,
    /// One JSON object per line.
    Json,
}

/// How results are printed.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum CollectFormat {
    /// A table.
    Csv,
    /// One JSON object per line.
    Json,
}
