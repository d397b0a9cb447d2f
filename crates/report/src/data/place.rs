//! Positions in source files, as text.

use invar_cfa::{MODEL_FILES, SourceMap, Span};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A position in a source file; lines and columns start at 1.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Place {
    /// The file as the user or the compiler named it.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
    /// The function that contains the place, if there is one.
    #[serde(default)]
    pub function: Option<String>,
}

impl Place {
    /// The place of a span.
    pub fn of(sources: &SourceMap, span: Span, function: Option<&str>) -> Place {
        Place {
            file: sources.path(span.file).to_owned(),
            line: span.line,
            column: span.column,
            function: function.map(str::to_owned),
        }
    }

    /// Whether it is in a model of a library function, which the user has not written.
    pub fn is_in_model(&self) -> bool {
        self.file.starts_with(MODEL_FILES)
    }
}

/// `file:line:column`, for people.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = crate::visible(&self.file);
        write!(f, "{file}:{}:{}", self.line, self.column)
    }
}
