//! Positions in clang's dump. They are delta-coded over the whole document: `file` and `line` are
//! printed only where they differ from the position printed before, in whatever node that was.

use crate::{library, models};
use invar_cfa::{SourceMap, Span};
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// The attributes of one printed position.
#[derive(Default)]
pub(super) struct Printed {
    pub(super) file: Option<Arc<str>>,
    pub(super) line: Option<u32>,
    pub(super) presumed_file: Option<Arc<str>>,
    pub(super) presumed_line: Option<u32>,
    pub(super) column: Option<u32>,
    pub(super) offset: Option<u64>,
    pub(super) length: Option<u64>,
}

/// A position with what line markers make of it.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// The actual file and line.
    pub(super) span: Span,
    /// The actual file.
    pub(super) path: Arc<str>,
    /// Bytes from its start.
    pub(super) offset: u64,
    /// Bytes of the word that is here.
    pub(super) length: u64,
    /// `file:line:column` as type names print it; the likeliest first. More than one where the
    /// dump leaves open whether a line marker is in force.
    presumed: [Presumed; 2],
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Presumed {
    file: Arc<str>,
    line: u32,
}

impl Presumed {
    fn nowhere() -> Presumed {
        Presumed {
            file: "".into(),
            line: 0,
        }
    }
}

impl Place {
    /// Whether this is, or line markers say that it was, in a header of the system.
    pub(super) fn is_in_system_header(&self) -> bool {
        let [likely, other] = &self.presumed;
        [&self.path, &likely.file, &other.file]
            .into_iter()
            .any(|path| library::is_system_header(path))
    }

    /// The spellings under which a nameless struct, union or enumeration declared here may appear
    /// in a type, the likeliest first.
    pub(super) fn spellings(&self) -> Vec<String> {
        let column = self.span.column;
        let [likely, other] = &self.presumed;
        let mut spellings = Vec::new();
        for file in [&likely.file, &other.file] {
            for line in [likely.line, other.line] {
                let spelling = format!("{file}:{line}:{column}");
                if !spellings.contains(&spelling) {
                    spellings.push(spelling);
                }
            }
        }
        spellings
    }
}

/// The state of the decoder.
pub(super) struct Positions {
    sources: SourceMap,
    file: Arc<str>,
    line: u32,
    presumed: Presumed,
    /// What the position before may have been instead.
    other: Presumed,
    /// Files in which line markers have been in force.
    marked: FxHashSet<Arc<str>>,
    /// Where the lines of a generated text come from.
    origins: Option<Origins>,
    /// The file whose id was asked for last.
    recent: Option<(Arc<str>, invar_cfa::FileId)>,
}

impl Default for Positions {
    fn default() -> Positions {
        Positions {
            sources: SourceMap::default(),
            file: "".into(),
            line: 0,
            presumed: Presumed::nowhere(),
            other: Presumed::nowhere(),
            marked: FxHashSet::default(),
            origins: None,
            recent: None,
        }
    }
}

/// Where the lines of a text come from that was made of others, as its line markers say.
pub(super) struct Origins {
    path: Arc<str>,
    lines: Vec<(Arc<str>, u32)>,
}

impl Origins {
    /// The origins of the lines of a text that is in a file.
    pub(super) fn of(path: &str, text: &str) -> Origins {
        let mut lines = Vec::new();
        let mut next: (Arc<str>, u32) = (path.into(), 1);
        for line in text.lines() {
            lines.push(next.clone());
            next.1 += 1;
            if let Some((file, number)) = marker(line) {
                next = if *next.0 == *file {
                    (next.0, number)
                } else {
                    (file.into(), number)
                };
            }
        }
        Origins {
            path: path.into(),
            lines,
        }
    }

    fn line(&self, file: &str, line: u32) -> Option<&(Arc<str>, u32)> {
        let index = (line as usize)
            .checked_sub(1)
            .filter(|_| *self.path == *file)?;
        self.lines.get(index)
    }
}

/// The file and line that a line marker states.
fn marker(line: &str) -> Option<(&str, u32)> {
    let (number, rest) = line.strip_prefix("# ")?.split_once(' ')?;
    let file = rest.strip_prefix('"')?;
    Some((&file[..file.rfind('"')?], number.parse().ok()?))
}

impl Positions {
    /// Positions in a generated text are those of the texts that it was made of.
    pub(super) fn set_origins(&mut self, origins: Origins) {
        self.origins = Some(origins);
    }

    /// The files met so far.
    pub(super) fn into_sources(self) -> SourceMap {
        self.sources
    }

    /// Decodes the next printed position of the document; `None` if it is an empty one.
    pub(super) fn next(&mut self, printed: Printed) -> Option<Place> {
        let column = printed.column?;
        let same_line = printed.file.is_none() && printed.line.is_none();
        let marked = self.presumed.line != self.line || self.presumed.file != self.file;
        if marked && !self.marked.contains(&self.file) {
            self.marked.insert(Arc::clone(&self.file));
        }
        let is_new_file = printed.file.is_some();
        if let Some(file) = printed.file {
            self.file = file;
        }
        // What was in force in one file says nothing about another.
        let marked = if is_new_file {
            self.marked.contains(&self.file)
        } else {
            marked
        };
        if let Some(line) = printed.line {
            self.line = line;
        }
        // Not printed means: as the actual one, or as the presumed one before.
        let actual = Presumed {
            file: Arc::clone(&self.file),
            line: self.line,
        };
        let carried = if marked || same_line {
            self.presumed.clone()
        } else {
            actual.clone()
        };
        let likely = Presumed {
            file: printed.presumed_file.clone().unwrap_or(carried.file),
            line: printed.presumed_line.unwrap_or(carried.line),
        };
        let other = if same_line {
            // What was open about the line still is.
            Presumed {
                file: printed.presumed_file.unwrap_or(self.other.file.clone()),
                line: printed.presumed_line.unwrap_or(self.other.line),
            }
        } else {
            Presumed {
                file: printed.presumed_file.unwrap_or(actual.file.clone()),
                line: printed.presumed_line.unwrap_or(actual.line),
            }
        };
        self.presumed = likely.clone();
        self.other = other.clone();
        // The standard input cannot be opened again: there the line markers count.
        let shown = match &*actual.file {
            models::INPUT => &likely,
            _ => &actual,
        };
        let origin = self.origins.as_ref();
        let origin = origin.and_then(|origins| origins.line(&shown.file, shown.line));
        let (file, line) = match origin {
            Some((file, line)) => (Arc::clone(file), *line),
            None => (Arc::clone(&shown.file), shown.line),
        };
        let span = Span {
            file: self.file_id(&file),
            line,
            column,
        };
        Some(Place {
            span,
            path: Arc::clone(&self.file),
            offset: printed.offset.unwrap_or(0),
            length: printed.length.unwrap_or(0),
            presumed: [likely, other],
        })
    }

    fn file_id(&mut self, file: &Arc<str>) -> invar_cfa::FileId {
        match &self.recent {
            Some((path, id)) if path == file => *id,
            _ => {
                let id = self.sources.add(file);
                self.recent = Some((Arc::clone(file), id));
                id
            }
        }
    }
}
