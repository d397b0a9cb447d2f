//! Which store keeps evidence.

use crate::program::project::Problem;
use invar_store::{Location, StoreError};
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::str::FromStr;

/// A store by name. The text is understood later, where a message can leave out secrets that are in it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum StoreChoice {
    /// None.
    #[default]
    Off,
    /// The folder in the user's cache.
    Default,
    /// The one at a location.
    At(String),
}

impl FromStr for StoreChoice {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<StoreChoice, Infallible> {
        Ok(match text {
            "off" => StoreChoice::Off,
            "default" => StoreChoice::Default,
            _ => StoreChoice::At(text.to_owned()),
        })
    }
}

impl StoreChoice {
    /// The name, as it is read.
    pub fn name(&self) -> &str {
        match self {
            StoreChoice::Off => "off",
            StoreChoice::Default => "default",
            StoreChoice::At(text) => text,
        }
    }

    /// Where the store lies; `None` for no store.
    ///
    /// # Errors
    ///
    /// What is named is no location.
    pub fn location(&self) -> Result<Option<Location>, Problem> {
        let location = match self {
            StoreChoice::Off => return Ok(None),
            StoreChoice::Default => Location::default_folder(),
            StoreChoice::At(text) => text.parse(),
        };
        location.map(Some).map_err(|error| problem(&error))
    }
}

/// An error of a store for the user.
pub fn problem(error: &StoreError) -> Problem {
    let problem = Problem::new(error.to_string());
    match error.hint() {
        Some(hint) => problem.with_hint(hint),
        None => problem,
    }
}
