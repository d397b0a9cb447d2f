//! What can go wrong with a store as a whole; a bad entry is no error.

use std::path::{Path, PathBuf};

/// Why a store did not do what it was asked.
#[derive(thiserror::Error, Debug)]
pub enum StoreError {
    /// A location that names no store.
    #[error("`{location}` is no location of a store: {why}")]
    Location {
        /// What was given, without secrets.
        location: String,
        /// What is wrong with it.
        why: String,
        /// What to do.
        hint: String,
    },
    /// A value beyond the limit.
    #[error("an entry of {bytes} bytes is beyond the limit of {limit}")]
    TooLarge {
        /// Size of the value.
        bytes: u64,
        /// The limit.
        limit: u64,
    },
    /// A file or folder that cannot be used.
    #[error("{}: {error}", path.display())]
    File {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// A service that does not answer.
    #[error("the store {location} does not answer: {why}")]
    Unavailable {
        /// The location.
        location: String,
        /// What happened.
        why: String,
    },
    /// A service that answers, but not with what was asked for.
    #[error("the store {location} refuses: {why}")]
    Refused {
        /// The location.
        location: String,
        /// What it said.
        why: String,
        /// What to do.
        hint: Option<String>,
    },
}

impl StoreError {
    /// What to do about it.
    pub fn hint(&self) -> Option<&str> {
        match self {
            StoreError::Location { hint, .. } => Some(hint),
            StoreError::Refused { hint, .. } => hint.as_deref(),
            StoreError::TooLarge { .. }
            | StoreError::File { .. }
            | StoreError::Unavailable { .. } => None,
        }
    }

    pub(crate) fn file(path: &Path, error: std::io::Error) -> StoreError {
        StoreError::File {
            path: path.to_owned(),
            error,
        }
    }
}
