//! Which store keeps evidence, and the arguments of `store`.

use super::Format;
use super::config::ConfigArguments;
use crate::units;
use clap::{Args, ValueEnum};
use invar_store::{Limits, Location};
use invar_verify::program::Problem;
use invar_verify::request::StoreChoice;
use std::time::Duration;

/// The variable that names a store where neither an argument nor a file does.
const VARIABLE: &str = "INVAR_STORE";

/// Which store keeps evidence.
#[derive(Args, Debug, Clone, Default)]
pub struct StoreArguments {
    /// Where proofs and runs are kept and looked up: a folder, s3://BUCKET/PREFIX or redis://HOST:PORT/NUMBER; `default`,
    /// or nothing after --store, is a folder in the user's cache, `off` is none. Without --store it is what INVAR_STORE
    /// says, or else off (of `invar store` default); of `invar bench` always off.
    #[arg(
        long,
        value_name = "LOCATION",
        num_args = 0..=1,
        // Without it, `--store a.c` would take the program for a location.
        require_equals = true,
        default_missing_value = "default"
    )]
    pub store: Option<StoreChoice>,
}

impl StoreArguments {
    /// Where the store lies: what the arguments say (those of invar.toml are among them), or else the environment; `None`
    /// for no store.
    ///
    /// # Errors
    ///
    /// What is named is no location.
    pub fn location(&self) -> Result<Option<Location>, Problem> {
        self.choice().location()
    }

    /// What the arguments say, or else the environment.
    pub fn choice(&self) -> StoreChoice {
        let choice = self.store.clone().or_else(environment);
        choice.unwrap_or(StoreChoice::Off)
    }
}

fn environment() -> Option<StoreChoice> {
    let text = std::env::var(VARIABLE).ok()?;
    let Ok(choice) = text.parse();
    (!text.is_empty()).then_some(choice)
}

/// Arguments of `store`.
#[derive(Args, Debug, Clone)]
pub struct StoreCommandArguments {
    /// What to do.
    #[arg(value_enum, default_value_t = StoreAction::Status)]
    pub action: StoreAction,
    /// Which store.
    #[command(flatten)]
    pub store: StoreArguments,
    /// How much `trim` leaves, e.g. 500MB or 4GB.
    #[arg(long, value_parser = units::megabytes, default_value = "2GB", value_name = "SIZE")]
    pub store_limit: u64,
    /// Up to which age `trim` leaves entries, in days.
    #[arg(long, default_value_t = 90, value_name = "DAYS")]
    pub store_age: u32,
    /// How the result is printed: human or json.
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub format: Format,
    /// The file with a project's defaults.
    #[command(flatten)]
    pub config: ConfigArguments,
}

/// What `store` does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum StoreAction {
    /// Say what it holds.
    Status,
    /// Read every entry and drop the damaged ones.
    Check,
    /// Drop what is too old, then the oldest until the rest is small enough.
    Trim,
    /// Drop every entry.
    Clear,
}

impl StoreCommandArguments {
    /// Where the store lies; without a word about it, the folder in the user's cache.
    ///
    /// # Errors
    ///
    /// What is named is no location, or no store at all.
    pub fn location(&self) -> Result<Location, Problem> {
        let choice = self.store.store.clone().or_else(environment);
        let choice = choice.unwrap_or(StoreChoice::Default);
        let none = || {
            Problem::new("the store is switched off").with_hint("name one with --store=LOCATION")
        };
        choice.location()?.ok_or_else(none)
    }

    /// What `trim` leaves.
    pub fn limits(&self) -> Limits {
        Limits {
            total_bytes: self.store_limit << 20,
            age: Duration::from_secs(u64::from(self.store_age) * 24 * 60 * 60),
            ..Limits::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::StoreArguments;
    use crate::arguments::{Cli, Command};
    use clap::Parser;
    use invar_verify::request::StoreChoice;

    fn of(arguments: &[&str]) -> (StoreArguments, usize) {
        let all = ["invar", "check"].iter().chain(arguments);
        match Cli::try_parse_from(all).expect("arguments").command {
            Command::Check(check) => (check.store, check.input.files.len()),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_program_is_no_location() {
        let (store, files) = of(&["--store", "a.c"]);
        assert_eq!((store.store, files), (Some(StoreChoice::Default), 1));
        let (store, files) = of(&["a.c"]);
        assert_eq!((store.store, files), (None, 1));
    }

    #[test]
    fn a_password_is_not_repeated() {
        let (store, _) = of(&["--store=redis://me:geheim@host", "a.c"]);
        let problem = store.location().expect_err("a secret").to_string();
        assert!(
            problem.contains("hint: set INVAR_STORE_USERNAME"),
            "{problem}"
        );
        assert!(!problem.contains("geheim"), "{problem}");
    }
}
