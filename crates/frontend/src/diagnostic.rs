//! Why C text could not be read.

use std::fmt;

/// Why a file could not be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct Diagnostic {
    /// What is wrong.
    pub message: String,
    /// Where, as `path:line:column`.
    pub place: Option<String>,
    /// What may help.
    pub hint: Option<String>,
}

impl Diagnostic {
    /// A message without a place.
    pub(crate) fn new(message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            message: message.into(),
            place: None,
            hint: None,
        }
    }

    /// The name that clang knows as something else than the program defines it as.
    pub(crate) fn name_of_another_kind(&self) -> Option<&str> {
        let rest = self.message.strip_prefix("redefinition of '")?;
        rest.strip_suffix("' as different kind of symbol")
    }

    /// This message with a hint.
    pub(crate) fn with_hint(mut self, hint: impl Into<String>) -> Diagnostic {
        self.hint = Some(hint.into());
        self
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            write!(f, "{place}: ")?;
        }
        f.write_str(&self.message)?;
        match &self.hint {
            Some(hint) => write!(f, "\nhint: {hint}"),
            None => Ok(()),
        }
    }
}
