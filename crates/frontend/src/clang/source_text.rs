//! The text of the program itself, for what the dump leaves out: where nodes are in it, and the
//! files.

use super::position::Place;
use crate::models;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// How the text of a node came about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Origin {
    /// It is in the file as written.
    Plain,
    /// It is in the file as the argument of a macro.
    Argument,
    /// It comes out of a macro's body.
    Body,
}

/// A position as printed: where it is in the file, and in the macro if it comes out of one.
#[derive(Clone, Debug)]
pub(super) struct Located {
    /// In the file.
    pub(super) place: Place,
    /// What was written, where that is elsewhere.
    pub(super) spelling: Option<Place>,
    pub(super) origin: Origin,
}

/// Where the text of a node is.
#[derive(Clone, Debug)]
pub(super) struct Extent {
    begin: Located,
    end: Located,
}

/// Files of the program, read when first asked for.
#[derive(Default)]
pub(super) struct Files {
    texts: FxHashMap<Arc<str>, Option<Arc<str>>>,
}

impl Files {
    /// The text of a file; `None` if it cannot be read.
    pub(super) fn text(&mut self, path: &Arc<str>) -> Option<Arc<str>> {
        if &**path == models::INPUT {
            return None;
        }
        let text = self.texts.entry(Arc::clone(path)).or_insert_with(|| {
            let bytes = std::fs::read(&**path).ok()?;
            // Offsets count bytes: what is not UTF-8 is replaced byte by byte.
            Some(match String::from_utf8(bytes) {
                Ok(text) => text.into(),
                Err(error) => error
                    .as_bytes()
                    .iter()
                    .map(|byte| {
                        if byte.is_ascii() {
                            char::from(*byte)
                        } else {
                            '?'
                        }
                    })
                    .collect::<String>()
                    .into(),
            })
        });
        text.clone()
    }
}

impl Extent {
    /// From the first to the last position of a node.
    pub(super) fn new(begin: Located, end: Located) -> Extent {
        Extent { begin, end }
    }

    /// How the text came about; a body if its ends differ.
    pub(super) fn origin(&self) -> Origin {
        match (self.begin.origin, self.end.origin) {
            (begin, end) if begin == end => begin,
            _ => Origin::Body,
        }
    }

    /// What was written, in the file or in a macro's definition.
    pub(super) fn written(&self, files: &mut Files) -> Option<String> {
        let begin = self.begin.spelling.as_ref().unwrap_or(&self.begin.place);
        let end = self.end.spelling.as_ref().unwrap_or(&self.end.place);
        if begin.path != end.path {
            return None;
        }
        let text = files.text(&begin.path)?;
        let end = end.offset.checked_add(end.length)?;
        text.get(begin.offset as usize..end as usize)
            .map(str::to_owned)
    }

    /// As [`Self::written`]; where only one end is from a macro, the text of the file up to the place
    /// where that is used.
    pub(super) fn written_or_used(&self, files: &mut Files) -> Option<String> {
        if self.begin.spelling.is_some() == self.end.spelling.is_some() {
            return self.written(files);
        }
        let (begin, end) = (&self.begin.place, &self.end.place);
        if begin.path != end.path {
            return None;
        }
        let text = files.text(&begin.path)?;
        let end = end.offset.checked_add(end.length)?;
        text.get(begin.offset as usize..end as usize)
            .map(str::to_owned)
    }

    /// The text of the file from where a macro is used, or from where the node starts.
    pub(super) fn text_from_use(&self, files: &mut Files) -> Option<String> {
        let text = files.text(&self.begin.place.path)?;
        // A macro's arguments are not that long.
        let start = self.begin.place.offset as usize;
        let mut end = text.len().min(start + (1 << 16));
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        text.get(start..end).map(str::to_owned)
    }

    /// The text of the file before the node and that of the node itself.
    pub(super) fn before(&self, files: &mut Files) -> Option<(Arc<str>, usize, usize)> {
        let text = files.text(&self.begin.place.path)?;
        let (begin, end) = (self.begin.place.offset, self.end.place.offset);
        let same = self.begin.place.path == self.end.place.path;
        (same && begin <= end).then_some((text, begin as usize, end as usize))
    }
}
