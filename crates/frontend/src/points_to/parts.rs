//! The byte ranges of a node that are accessed in one way.

use super::facts::{Access, Touch};
use super::fold::Folding;
use super::model::{Content, Kind};
use invar_cfa::DataModel;

/// A range of folded offsets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Range {
    pub low: i64,
    pub high: i64,
    pub content: Content,
    pub folded: bool,
    /// Accesses of different places or sizes overlap: values can be put together from pieces.
    pub confused: bool,
    /// Some access is one of a pointer.
    pub has_pointer: bool,
    /// Some access is not one of a pointer.
    pub has_other: bool,
}

impl Range {
    /// Whether pointers and integers of their width share it, and all of it.
    pub fn is_shared(&self) -> bool {
        self.has_pointer && self.has_other && !self.confused
    }
}

/// The ranges of a node, disjoint and in order.
pub(super) fn ranges(model: DataModel, folding: &Folding, touches: &[(i64, Touch)]) -> Vec<Range> {
    let mut all: Vec<Range> = touches
        .iter()
        .filter(|(_, touch)| touch.size > 0)
        .map(|(at, touch)| range(folding, *at, *touch))
        .collect();
    all.sort_by_key(|range| (range.low, range.high));
    let mut result: Vec<Range> = Vec::new();
    for next in all {
        match result.last_mut() {
            Some(last) if next.low < last.high => *last = joined(model, *last, next),
            _ => result.push(next),
        }
    }
    for range in &mut result {
        range.folded = folding.stride != 0 || folding.has_array(range.low, range.high);
    }
    result
}

/// The range of one access; all of an element, if the access crosses the end of one.
fn range(folding: &Folding, at: i64, touch: Touch) -> Range {
    let low = folding.fold(at);
    let kind = match touch.access {
        Access::Scalar(kind) => Some(kind),
        Access::Bytes => None,
    };
    let mut range = Range {
        low,
        high: low.saturating_add_unsigned(touch.size),
        content: kind.map_or(Content::Bytes, Content::Scalar),
        folded: false,
        confused: kind.is_none(),
        has_pointer: kind == Some(Kind::Pointer),
        has_other: kind != Some(Kind::Pointer),
    };
    let mut whole = None;
    folding.levels(at, |array, _| {
        let end = array.low.saturating_add_unsigned(array.stride);
        if whole.is_none() && range.high > end {
            whole = Some((
                array.low,
                end.max(if range.high > array.high {
                    range.high
                } else {
                    end
                }),
            ));
        }
    });
    let period = i64::try_from(folding.stride).unwrap_or(0);
    if period != 0 && range.high > period {
        whole = Some((0, period));
    }
    if let Some((low, high)) = whole {
        range = Range {
            low,
            high,
            content: Content::Bytes,
            confused: true,
            ..range
        };
    }
    range
}

fn joined(model: DataModel, a: Range, b: Range) -> Range {
    let same_place = a.low == b.low && a.high == b.high;
    let content = match (a.content, b.content) {
        (Content::Scalar(a), Content::Scalar(b)) if same_place => {
            agreed(model, a, b).map_or(Content::Bytes, Content::Scalar)
        }
        _ => Content::Bytes,
    };
    // A number of another format is no integer that could be followed.
    let reinterpreted = [a.content, b.content]
        .iter()
        .any(|content| matches!(content, Content::Scalar(Kind::Float(_))));
    Range {
        low: a.low.min(b.low),
        high: a.high.max(b.high),
        content,
        folded: false,
        confused: a.confused
            || b.confused
            || !same_place
            || content == Content::Bytes && reinterpreted,
        has_pointer: a.has_pointer || b.has_pointer,
        has_other: a.has_other || b.has_other,
    }
}

/// The kind under which two accesses of the same bytes understand each other.
fn agreed(model: DataModel, a: Kind, b: Kind) -> Option<Kind> {
    match (a, b) {
        _ if a == b => Some(a),
        (Kind::Pointer, Kind::Integer(8)) | (Kind::Integer(8), Kind::Pointer)
            if model == DataModel::Lp64 =>
        {
            Some(Kind::Pointer)
        }
        _ => None,
    }
}
