//! What a witness file states, in terms of the front end.

use invar_frontend::ast::Unit;
use invar_frontend::clang::{Diagnostic, ParseOptions};
use invar_frontend::facts::{
    self, Branch, Fact, FactPlace, Passing, ResultBound, RunDescription, Segment, StatedFact,
    Waypoint,
};
use invar_witness::svcomp;
use invar_witness::svcomp::model::{self, Entry, INVARIANT_SET, Location, VIOLATION_SEQUENCE};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// What a witness states.
pub(crate) enum Statement {
    /// A run: its segments.
    Run(Vec<Vec<model::Waypoint>>),
    /// What always holds.
    Invariants(Vec<model::Invariant>),
}

/// The files of a program.
type Files = [(PathBuf, ParseOptions)];

impl Statement {
    /// What some entries state together; a file is either about a run or about all runs.
    pub(crate) fn of(entries: &[Entry]) -> Result<(Statement, Vec<model::Task>), String> {
        let tasks = entries.iter().map(|entry| entry.metadata.task.clone());
        let tasks = tasks.collect();
        let items = |kind: &str| {
            let entries = entries.iter().filter(|entry| entry.entry_type == kind);
            entries
                .flat_map(|entry| &entry.content)
                .cloned()
                .collect::<Vec<_>>()
        };
        if let Some(entry) = entries.iter().find(|e| e.entry_type == VIOLATION_SEQUENCE) {
            let segments = entry
                .content
                .iter()
                .filter_map(|item| item.segment.as_ref());
            let waypoints = segments.map(|segment| {
                let waypoints = segment.iter().map(|item| item.waypoint.clone());
                waypoints.collect()
            });
            return Ok((Statement::Run(waypoints.collect()), tasks));
        }
        if entries
            .iter()
            .any(|entry| entry.entry_type == INVARIANT_SET)
        {
            let items = items(INVARIANT_SET).into_iter();
            let invariants = items.filter_map(|item| item.invariant).collect();
            return Ok((Statement::Invariants(invariants), tasks));
        }
        Err("the witness has neither invariants nor a violation".into())
    }

    /// The places that are spoken of.
    fn places(&self) -> Vec<&Location> {
        match self {
            Statement::Run(segments) => segments.iter().flatten().map(|w| &w.location).collect(),
            Statement::Invariants(list) => list.iter().map(|i| &i.location).collect(),
        }
    }

    /// The one file that is spoken of.
    pub(crate) fn annotated(&self, files: &Files) -> Result<usize, String> {
        if files.len() == 1 {
            return Ok(0);
        }
        let names: BTreeSet<&str> = self.places().iter().map(|p| base(&p.file_name)).collect();
        let mut found = Vec::new();
        for (number, (path, _)) in files.iter().enumerate() {
            if names.contains(base(&path.to_string_lossy())) {
                found.push(number);
            }
        }
        match (found.as_slice(), names.len()) {
            ([one], 1) => Ok(*one),
            (_, 0) => Ok(0),
            _ => Err("the witness speaks of several files, or of none of these".into()),
        }
    }
}

fn base(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// What does not fit between witness and program, and does not decide.
pub(crate) fn warnings(tasks: &[model::Task], files: &Files) -> Vec<String> {
    let mut warnings = Vec::new();
    for task in tasks {
        for (name, hash) in &task.input_file_hashes {
            let known = files
                .iter()
                .find(|(p, _)| base(&p.to_string_lossy()) == base(name));
            let bytes = known.and_then(|(path, _)| std::fs::read(path).ok());
            let is_digest = hash.len() == 64 && hash.bytes().all(|b| b.is_ascii_hexdigit());
            match bytes {
                None => warnings.push(format!("the witness is about {name}")),
                Some(bytes) if is_digest && !svcomp::sha256(&bytes).eq_ignore_ascii_case(hash) => {
                    warnings.push(format!("{name} has changed since the witness was written"));
                }
                Some(_) => {}
            }
        }
        let models: BTreeSet<String> = files.iter().map(|f| f.1.data_model.to_string()).collect();
        let stated = task.data_model.as_str();
        if matches!(stated, "ILP32" | "LP64") && !models.contains(stated) {
            warnings.push(format!("the witness is about data model {stated}"));
        }
    }
    warnings.sort();
    warnings.dedup();
    warnings
}

/// Invariants as facts.
pub(crate) fn stated(
    unit: &Unit,
    files: &Files,
    annotated: usize,
    list: &[model::Invariant],
) -> Result<Vec<Result<Fact, String>>, Diagnostic> {
    let stated: Vec<StatedFact> = list
        .iter()
        .map(|invariant| StatedFact {
            line: invariant.location.line,
            column: invariant.location.column,
            place: match invariant.kind.as_str() {
                "loop_invariant" => FactPlace::Loop,
                _ => FactPlace::Statement,
            },
            text: on_one_line(&invariant.value),
        })
        .collect();
    let mut facts = facts::read(unit, files, annotated, &stated)?;
    for (fact, invariant) in facts.iter_mut().zip(list) {
        if !matches!(
            invariant.kind.as_str(),
            "loop_invariant" | "location_invariant"
        ) {
            *fact = Err(format!("{} is not checked", invariant.kind));
        }
    }
    Ok(facts)
}

fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Segments as the description of a run.
pub(crate) fn described(
    unit: &Unit,
    files: &Files,
    annotated: usize,
    segments: &[Vec<model::Waypoint>],
) -> Result<RunDescription, String> {
    let assumptions = segments.iter().flatten().filter(|w| w.kind == "assumption");
    let stated: Vec<StatedFact> = assumptions
        .map(|waypoint| StatedFact {
            line: waypoint.location.line,
            column: waypoint.location.column,
            place: FactPlace::Statement,
            text: on_one_line(constraint(waypoint)),
        })
        .collect();
    let read = if stated.is_empty() {
        Vec::new()
    } else {
        facts::read(unit, files, annotated, &stated).map_err(|d| d.to_string())?
    };
    let mut read = read.into_iter();
    let mut parts = Vec::new();
    let mut end = None;
    for segment in segments {
        let mut avoided = Vec::new();
        let mut followed = None;
        for waypoint in segment {
            if waypoint.kind == "target" {
                end = Some((waypoint.location.line, waypoint.location.column));
                continue;
            }
            let passed = passed(waypoint, &mut read)?;
            match waypoint.action.as_str() {
                "avoid" => avoided.push(passed),
                "follow" if followed.is_none() => followed = Some(passed),
                other => return Err(format!("a segment with the action {other} is not checked")),
            }
        }
        match (followed, end) {
            (Some(followed), None) => parts.push(Segment { avoided, followed }),
            (None, Some(target)) => {
                return Ok(RunDescription {
                    segments: parts,
                    avoided,
                    target,
                });
            }
            _ => return Err("a segment does not end with one waypoint that is followed".into()),
        }
    }
    Err("the witness has no target".into())
}

fn constraint(waypoint: &model::Waypoint) -> &str {
    let constraint = waypoint.constraint.as_ref();
    constraint.map_or("", |c| c.value.as_str())
}

fn passed(
    waypoint: &model::Waypoint,
    facts: &mut impl Iterator<Item = Result<Fact, String>>,
) -> Result<Waypoint, String> {
    let text = constraint(waypoint).trim();
    let (mut line, mut column) = (waypoint.location.line, waypoint.location.column);
    let passing = match waypoint.kind.as_str() {
        "assumption" => {
            let fact = facts
                .next()
                .unwrap_or_else(|| Err("a fact is missing".into()))?;
            (line, column) = (fact.site.line, Some(fact.site.column));
            Passing::Holds(fact.expression)
        }
        "branching" => Passing::Branches(match text {
            "true" => Branch::True,
            "false" => Branch::False,
            other => return Err(format!("a branch to `{other}` is not checked")),
        }),
        "function_enter" => Passing::Enters,
        "function_return" if text.is_empty() => Passing::Returns(None),
        "function_return" => match ResultBound::read(text) {
            Some(bound) => Passing::Returns(Some(bound)),
            None => {
                return Err(format!(
                    "`{text}` does not compare a result with a constant"
                ));
            }
        },
        other => return Err(format!("waypoints of type {other} are not checked")),
    };
    Ok(Waypoint {
        line,
        column,
        passing,
    })
}
