//! Runs as the waypoints of a violation witness: what inputs return, what variables without an
//! initial value hold, and where the property is violated. With these the run is determined.

use crate::data::{Input, InputOrigin, Place, ViolationReport, Waypoint, WaypointKind};
use invar_cfa::{Program, SourceText};
use std::collections::BTreeMap;

/// Inputs beyond which a witness tells the violation only.
const MAX_WAYPOINTS: usize = 20_000;

/// The waypoints of a run to an error, in order; empty if the error has no place in the text.
pub fn waypoints(
    program: &Program,
    violation: &ViolationReport,
    error: Option<Place>,
) -> Vec<Waypoint> {
    let Some(target) = error else {
        return Vec::new();
    };
    let mut sources = Sources::default();
    let mut waypoints: Vec<Waypoint> = Vec::new();
    if violation.inputs.len() <= MAX_WAYPOINTS {
        let after = places_after(program);
        for input in &violation.inputs {
            let next = match input.origin {
                InputOrigin::Input | InputOrigin::External => returned(input, &mut sources),
                InputOrigin::Uninitialised => held(input, &after),
                InputOrigin::Written
                | InputOrigin::Argument
                | InputOrigin::Variable
                | InputOrigin::Volatile => None,
            };
            let Some(next) = next else {
                continue;
            };
            match waypoints.last_mut() {
                // A place is passed once: what holds there is said at once.
                Some(last)
                    if next.kind == WaypointKind::Assumption
                        && last.kind == next.kind
                        && last.place == next.place =>
                {
                    let both = [last.value.take(), next.value];
                    let both: Vec<String> = both.into_iter().flatten().collect();
                    last.value = Some(both.join(" && "));
                }
                _ => waypoints.push(next),
            }
        }
    }
    waypoints.push(Waypoint {
        kind: WaypointKind::Target,
        place: target,
        value: None,
    });
    waypoints
}

/// A function returns: told at the parenthesis that ends its arguments.
fn returned(input: &Input, sources: &mut Sources) -> Option<Waypoint> {
    let literal = input.literal.as_ref()?;
    // Nothing equals it.
    if literal.contains("nan") {
        return None;
    }
    let place = input.place.as_ref()?;
    let text = sources.text(&place.file)?;
    let (line, column) = text.call_end(place.line, place.column)?;
    Some(Waypoint {
        kind: WaypointKind::FunctionReturn,
        place: Place {
            line,
            column,
            ..place.clone()
        },
        value: Some(format!("\\result == {literal}")),
    })
}

/// A variable without an initial value holds something: told before the statement after its
/// declaration.
fn held(input: &Input, after: &BTreeMap<Place, Place>) -> Option<Waypoint> {
    let literal = input.literal.as_ref()?;
    let place = input.place.as_ref()?;
    let declared = Place {
        function: None,
        ..place.clone()
    };
    let next = after.get(&declared)?;
    if literal.contains("nan") {
        return None;
    }
    Some(Waypoint {
        kind: WaypointKind::Assumption,
        place: Place {
            function: place.function.clone(),
            ..next.clone()
        },
        value: Some(format!("{} == {literal}", input.name)),
    })
}

fn places_after(program: &Program) -> BTreeMap<Place, Place> {
    let place = |span| Place::of(&program.sources, span, None);
    let notes = program.notes.after.iter();
    notes.map(|(from, to)| (place(*from), place(*to))).collect()
}

/// Texts of files, read once; `None` for those that cannot be read.
#[derive(Default)]
struct Sources(BTreeMap<String, Option<SourceText>>);

impl Sources {
    fn text(&mut self, file: &str) -> Option<&SourceText> {
        let known = self.0.entry(file.to_owned());
        let read = known.or_insert_with(|| std::fs::read(file).ok().map(SourceText::new));
        read.as_ref()
    }
}
