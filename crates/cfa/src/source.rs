//! Source positions and the data model.

use std::fmt;
use std::sync::Arc;

/// Sizes of C's types.
#[derive(
    Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, serde::Serialize, serde::Deserialize,
)]
pub enum DataModel {
    /// `int`, `long` and pointers have 32 bits.
    Ilp32,
    /// `long` and pointers have 64 bits.
    Lp64,
}

impl DataModel {
    /// Bits of a pointer, of `long` and of `size_t`.
    pub fn pointer_bits(self) -> u32 {
        match self {
            DataModel::Ilp32 => 32,
            DataModel::Lp64 => 64,
        }
    }
}

impl fmt::Display for DataModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DataModel::Ilp32 => "ILP32",
            DataModel::Lp64 => "LP64",
        })
    }
}

/// Name of a file in its [`SourceMap`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FileId(u32);

/// A position in a source file; lines and columns start at 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

/// How the names of files begin that hold library models.
pub const MODEL_FILES: &str = "<invar-model>/";

/// The files that positions refer to.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: Vec<Arc<str>>,
}

impl SourceMap {
    /// The id of a file, new or known.
    pub fn add(&mut self, path: &str) -> FileId {
        let known = self.files.iter().position(|f| &**f == path);
        let index = known.unwrap_or_else(|| {
            self.files.push(path.into());
            self.files.len() - 1
        });
        FileId(index as u32)
    }

    /// The files with their paths, in the order in which they were added.
    pub fn files(&self) -> impl Iterator<Item = (FileId, &str)> {
        let ids = (0..).map(FileId);
        ids.zip(self.files.iter().map(|path| &**path))
    }

    /// The path of a file as the user or the compiler named it.
    pub fn path(&self, file: FileId) -> &str {
        &self.files[file.0 as usize]
    }

    /// Whether a position is in the text of a library model, which the user did not write.
    pub fn is_model(&self, span: Span) -> bool {
        self.path(span.file).starts_with(MODEL_FILES)
    }

    /// `path:line:column`, for people.
    pub fn describe(&self, span: Span) -> String {
        self.place(span).to_string()
    }

    /// A position with its path as people see it.
    pub fn place(&self, span: Span) -> SourcePlace {
        SourcePlace {
            path: crate::visible(self.path(span.file)).to_string(),
            line: span.line as usize,
            column: Some(span.column),
        }
    }
}

/// A place in a text, also without the map of its file. Written `path:line:column`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourcePlace {
    /// The path of the file.
    pub path: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, if there is one.
    pub column: Option<u32>,
}

impl fmt::Display for SourcePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.path, self.line)?;
        self.column.map_or(Ok(()), |column| write!(f, ":{column}"))
    }
}
