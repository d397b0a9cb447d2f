//! Arguments of `survey`.

use super::{AssumptionArguments, Format, InputArguments, StoreArguments};
use crate::units;
use clap::{Args, ValueEnum};
use invar_verify::request::{Clock, PropertyRequest, Shard};
use std::time::Duration;

/// Whether preconditions are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Preconditions {
    /// Those that prove most places; with --since none are.
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
    /// Limit each check by CPU time instead of wall time: the same answers on a busy machine.
    #[arg(long)]
    pub cpu_time: bool,
    /// Memory per function.
    #[arg(long, value_parser = units::megabytes, default_value = "4GB", value_name = "SIZE")]
    pub memory: u64,
    /// Functions at a time.
    #[arg(long, default_value_t = 1, value_name = "NUMBER")]
    pub jobs: usize,
    /// Which store keeps evidence.
    #[command(flatten)]
    pub store: StoreArguments,
    /// How the result is printed: human or json.
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub format: Format,
}

impl SurveyArguments {
    /// What the time of a check is measured in.
    pub fn clock(&self) -> Clock {
        if self.cpu_time {
            Clock::Cpu
        } else {
            Clock::Wall
        }
    }
}
