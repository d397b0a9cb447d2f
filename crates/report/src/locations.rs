//! Where the locations of an inlined program are in the source.

use crate::data::Place;
use invar_cfa::{LocId, Program};

/// Where a location is in the source.
pub fn place_at(program: &Program, location: LocId) -> Option<Place> {
    let at = program.entry_cfa().location(location);
    let chain = program.call_chain(at.calls);
    let function = chain.first().map_or("main", |frame| &*frame.callee);
    Some(Place::of(&program.sources, at.span?, Some(function)))
}

/// Where the calls are through which a location is reached, outermost first, without the call
/// of `main`.
pub fn calls_to(program: &Program, location: LocId) -> Vec<Place> {
    let chain = program.call_chain(program.entry_cfa().location(location).calls);
    let mut places = Vec::new();
    for (frame, caller) in chain.iter().zip(chain.iter().skip(1)) {
        if let Some(span) = frame.span {
            places.push(Place::of(&program.sources, span, Some(&caller.callee)));
        }
    }
    places.reverse();
    places
}
