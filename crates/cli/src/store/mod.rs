//! `invar store`: what a store of evidence holds, and what to keep of it.

mod outcome;

use crate::arguments::{Format, StoreAction, StoreCommandArguments};
use crate::exit;
use crate::terminal::complain;
use invar_store::{Store, StoreError};
use invar_verify::program::Problem;
use invar_verify::request::problem;
use outcome::Outcome;

/// Does what is asked with a store and prints what came of it.
pub fn run(arguments: &StoreCommandArguments) -> u8 {
    match try_run(arguments) {
        Ok(text) => {
            crate::terminal::to_stdout(&text);
            exit::SAFE
        }
        Err(problem) => {
            complain!("error: {problem}");
            exit::USAGE
        }
    }
}

fn try_run(arguments: &StoreCommandArguments) -> Result<String, Problem> {
    let location = arguments.location()?;
    let outcome = Store::open(&location, arguments.limits())
        .and_then(|store| outcome(&store, arguments.action))
        .map_err(|error| problem(&error))?;
    match arguments.format {
        Format::Human | Format::Svcomp => Ok(outcome.text()),
        Format::Json => match serde_json::to_string(&outcome) {
            Ok(text) => Ok(text + "\n"),
            Err(error) => Err(Problem::new(error.to_string())),
        },
    }
}

fn outcome(store: &Store, action: StoreAction) -> Result<Outcome, StoreError> {
    let location = store.location().to_string();
    Ok(match action {
        StoreAction::Status => Outcome::status(location, &store.usage()?),
        StoreAction::Check => Outcome::check(location, &store.check()?),
        StoreAction::Trim => Outcome::trim(location, &store.trim()?),
        StoreAction::Clear => Outcome::trim(location, &store.clear()?),
    })
}
