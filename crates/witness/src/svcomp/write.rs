//! Reports as witnesses of format 2.0.

use super::digest::uuid;
use super::model::{
    Constraint, Entry, INVARIANT_SET, Invariant, Item, Location, Metadata, Producer, SegmentItem,
    Task, VIOLATION_SEQUENCE, Waypoint,
};
use super::text;
use invar_report::Property;
use invar_report::{
    Conclusion, Place, ProofReport, Report, SiteKind, ViolationReport, WaypointKind,
};

/// What a witness says about its task besides the report.
#[derive(Clone, Debug, Default)]
pub struct TaskText {
    /// Files of the program with their digests.
    pub files: Vec<(String, String)>,
    /// When the result was found, in ISO 8601.
    pub creation_time: String,
    /// Our version.
    pub version: String,
}

/// The competition's text of a property; its name where the competition has no formula for it.
pub fn specification(property: &str) -> String {
    let parts = property.split(',').map(Property::named);
    let whole = parts.reduce(|all, part| Some(all? | part?)).flatten();
    let Some(formulas) = whole.and_then(Property::formulas) else {
        return property.to_owned();
    };
    let checks = formulas.iter();
    let checks = checks.map(|formula| format!("CHECK( init(main()), LTL({formula}) )"));
    checks.collect::<Vec<_>>().join("\n")
}

/// The witness of a verdict; `None` if the verdict is unknown.
///
/// # Errors
/// What cannot be written.
pub fn witness(report: &Report, task: &TaskText) -> Result<Option<String>, String> {
    let (kind, content) = match report.verdict {
        Conclusion::Safe => {
            let proof = report.proof.as_ref();
            let invariants = proof.map(|proof| invariants(proof, task));
            (INVARIANT_SET, invariants.unwrap_or_default())
        }
        Conclusion::Unsafe => match report.violations.first() {
            Some(violation) => (VIOLATION_SEQUENCE, segments(violation, task)),
            None => return Ok(None),
        },
        Conclusion::Unknown => return Ok(None),
    };
    let files = task.files.iter();
    let mut entry = Entry {
        entry_type: kind.into(),
        metadata: Metadata {
            format_version: "2.0".into(),
            uuid: String::new(),
            creation_time: task.creation_time.clone(),
            producer: Producer {
                name: "invar".into(),
                version: task.version.clone(),
                description: assumptions(report),
            },
            task: Task {
                input_files: files.clone().map(|(file, _)| file.clone()).collect(),
                input_file_hashes: files.cloned().collect(),
                specification: specification(&report.property),
                data_model: report.data_model.clone(),
                language: "C".into(),
            },
        },
        content,
    };
    entry.metadata.uuid = uuid(&text(std::slice::from_ref(&entry))?);
    text(&[entry]).map(Some)
}

/// What the verdict rests on: one line per assumption.
fn assumptions(report: &Report) -> Option<String> {
    let all = report.assumptions.iter();
    let told: Vec<String> = all.map(|a| format!("{}: {}", a.kind, a.text)).collect();
    (!told.is_empty()).then(|| format!("assumed:\n{}", told.join("\n")))
}

fn location(place: &Place) -> Location {
    Location {
        file_name: place.file.clone(),
        line: place.line,
        column: Some(place.column),
        function: place.function.clone(),
    }
}

/// Headers and models of library functions are no files of the task.
fn is_told(place: &Place, task: &TaskText) -> bool {
    task.files.iter().any(|(file, _)| *file == place.file)
}

fn invariants(proof: &ProofReport, task: &TaskText) -> Vec<Item> {
    let mut items = Vec::new();
    let stated = proof.everywhere.iter();
    for stated in stated.filter(|s| is_told(&s.place, task)) {
        let kind = match stated.kind {
            SiteKind::Loop => "loop_invariant",
            SiteKind::Statement => "location_invariant",
        };
        for fact in &stated.facts {
            items.push(Item {
                invariant: Some(Invariant {
                    kind: kind.into(),
                    location: location(&stated.place),
                    value: fact.clone(),
                    format: "c_expression".into(),
                }),
                ..Item::default()
            });
        }
    }
    items
}

fn segments(violation: &ViolationReport, task: &TaskText) -> Vec<Item> {
    let waypoints = violation.waypoints.iter();
    let waypoints = waypoints.filter(|w| w.kind == WaypointKind::Target || is_told(&w.place, task));
    let segment = waypoints.map(|waypoint| {
        let (kind, format) = match waypoint.kind {
            WaypointKind::Assumption => ("assumption", Some("c_expression")),
            WaypointKind::Branching => ("branching", None),
            WaypointKind::FunctionEnter => ("function_enter", None),
            WaypointKind::FunctionReturn => ("function_return", Some("ext_c_expression")),
            WaypointKind::Target => ("target", None),
        };
        let constraint = waypoint.value.as_ref().map(|value| Constraint {
            value: value.clone(),
            format: format.map(str::to_owned),
        });
        let waypoint = Waypoint {
            kind: kind.into(),
            action: "follow".into(),
            location: location(&waypoint.place),
            constraint,
        };
        Item {
            segment: Some(vec![SegmentItem { waypoint }]),
            ..Item::default()
        }
    });
    segment.collect()
}
