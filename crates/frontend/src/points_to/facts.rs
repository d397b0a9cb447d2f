//! What generation writes down about places, beside unifications: which bytes are touched, where
//! pointers step through arrays, which extents are declared.

use super::graph::Raw;
use super::model::Kind;
use rustc_hash::FxHashSet;
use std::hash::Hash;

/// A list without repetitions, in order of arrival.
pub(super) struct Recorded<T> {
    list: Vec<T>,
    seen: FxHashSet<T>,
}

impl<T> Default for Recorded<T> {
    fn default() -> Recorded<T> {
        Recorded {
            list: Vec::new(),
            seen: FxHashSet::default(),
        }
    }
}

impl<T: Copy + Eq + Hash> Recorded<T> {
    pub fn add(&mut self, item: T) {
        if self.seen.insert(item) {
            self.list.push(item);
        }
    }

    pub fn list(&self) -> &[T] {
        &self.list
    }
}

/// How bytes are touched.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Access {
    Scalar(Kind),
    /// Single bits of them.
    Bytes,
}

/// Bytes that are read or written together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Touch {
    pub size: u64,
    pub access: Access,
}

/// A declared array (or a single object, if the length is the stride) whose address is used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct Extent {
    /// Bytes; `None` if the end is open.
    pub length: Option<u64>,
    /// Bytes of an element.
    pub stride: u64,
}

/// A place reached from another one of the same object by a fixed number of bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct Move {
    pub by: i64,
    /// Bytes used there.
    pub size: u64,
    /// Bytes of the object that contains both places; 0 if nothing is known.
    pub whole: u64,
}

/// Everything written down.
#[derive(Default)]
pub(super) struct Facts {
    pub touches: Recorded<(Raw, Touch)>,
    pub extents: Recorded<(Raw, Extent)>,
    /// A pointer moves by multiples of this number of bytes.
    pub steps: Recorded<(Raw, u64)>,
    /// A pointer to something else becomes a pointer to elements of this size in bytes.
    pub recasts: Recorded<(Raw, u64)>,
    pub moves: Recorded<(Raw, Move)>,
    /// This number of bytes is copied or set from here on; `None` if it is not known.
    pub ranges: Recorded<(Raw, Option<u64>)>,
}
