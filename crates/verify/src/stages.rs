//! The stages from the text to the blocks that engines work on, with the time and the sizes of each.
//!
//! What is not modelled counts only where it is still in the program after slicing: elsewhere it
//! cannot influence the property. Calls that inlining did not expand are counted separately.

use crate::program::{self, MAX_EDGES, RECURSION_DEPTHS};
use crate::request::Input;
use invar_budget::Moment;
use invar_cfa::{LocationKind, Operation, Program, Property, UnsupportedKind};
use invar_encode::{Arithmetic, BlockGraph};
use invar_passes::{InlineLimits, PassOptions};
use invar_verdict::Reason;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Runs every stage before the search; what was measured is one JSON object.
///
/// # Errors
///
/// A stage fails.
pub fn measure(input: &Input, property: Property, deadline: Moment) -> Result<Value, Reason> {
    let files = input.project().map(|project| project.sources);
    let files = files.unwrap_or_default();
    let bytes = files
        .iter()
        .map(|source| std::fs::metadata(&source.path).map_or(0, |file| file.len()))
        .sum::<u64>();
    let mut clock = Clock::start();
    let mut unit = program::parsed(input, Some(deadline))?;
    clock.lap("parse");
    let program = program::lowered(&mut unit, input, property)?;
    clock.lap("lower");
    let limits = InlineLimits {
        recursion: RECURSION_DEPTHS[0],
        edges: MAX_EDGES,
    };
    let inlined = invar_passes::inline(&program, limits)
        .map_err(|error| Reason::Internal(error.to_string()))?;
    clock.lap("inline");
    let prepared = invar_passes::prepare(&inlined.program, &PassOptions::default());
    clock.lap("prepare");
    let blocks = BlockGraph::of(&prepared.program, Arithmetic::Bv)
        .map_err(|error| Reason::Internal(error.to_string()))?;
    clock.lap("encode");
    let passes = prepared.timings.iter().enumerate();
    let passes: BTreeMap<String, f64> = passes
        .map(|(i, (name, time))| (format!("{i:02} {name}"), time.as_secs_f64()))
        .collect();
    let left = Left::of(&prepared.program);
    let calls: Vec<usize> = [UnsupportedKind::InliningLimit, UnsupportedKind::Recursion]
        .map(|kind| calls_refused(&inlined.program, kind))
        .into();
    Ok(json!({
        "bytes": bytes,
        "seconds": clock.seconds(),
        "passes": passes,
        "notes": prepared.notes,
        "functions": program.functions.len(),
        "lowered": sizes(&program),
        "inlined": sizes(&inlined.program),
        "sliced": sizes(&prepared.program),
        "cut_points": blocks.nodes().len(),
        "loop_heads": blocks.heads().count(),
        "blocks": blocks.blocks().len(),
        "block_terms": block_terms(&blocks, &prepared.program),
        "inlining_limit": { "calls": calls[0], "left": left.limit },
        "recursion_cut": { "calls": calls[1], "left": left.recursion },
        "errors": left.errors,
        "unsupported": left.constructs,
    }))
}

/// Seconds per stage.
struct Clock {
    last: Moment,
    laps: Vec<(&'static str, f64)>,
}

impl Clock {
    fn start() -> Clock {
        Clock {
            last: Moment::now(),
            laps: Vec::new(),
        }
    }

    fn lap(&mut self, name: &'static str) {
        let now = Moment::now();
        self.laps
            .push((name, now.saturating_duration_since(self.last).as_secs_f64()));
        self.last = now;
    }

    fn seconds(&self) -> BTreeMap<&'static str, f64> {
        let total = self.laps.iter().map(|(_, seconds)| seconds).sum();
        let laps = self.laps.iter().copied();
        laps.chain([("total", total)]).collect()
    }
}

/// Edges, and the variables that occur on them.
fn sizes(program: &Program) -> Value {
    let mut terms = Vec::new();
    let mut changed = BTreeSet::new();
    let mut edges = 0;
    for function in &program.functions {
        for id in function.cfa.edge_ids() {
            let operation = &function.cfa.edge(id).operation;
            edges += 1;
            match operation {
                Operation::Skip => {}
                Operation::Assume { condition, .. } => terms.push(*condition),
                Operation::Assign { target, value } => {
                    terms.push(*value);
                    changed.insert(program.symbol(*target));
                }
                Operation::Havoc { target, .. } => {
                    changed.insert(program.symbol(*target));
                }
                Operation::Call {
                    arguments, results, ..
                } => {
                    terms.extend(arguments);
                    changed.extend(results.iter().map(|v| program.symbol(*v)));
                }
            }
        }
    }
    changed.extend(
        program
            .terms
            .symbols_of(&terms)
            .into_iter()
            .map(|s| program.terms.symbol_term(s)),
    );
    json!({ "edges": edges, "variables": changed.len() })
}

/// Distinct terms in all blocks.
fn block_terms(blocks: &BlockGraph, program: &Program) -> usize {
    let mut roots = Vec::new();
    for block in blocks.blocks() {
        roots.push(block.guard);
        roots.extend(block.updates.iter().map(|(_, term)| *term));
    }
    program.terms.postorder(&roots).len()
}

/// Calls that inlining did not expand for a reason.
fn calls_refused(program: &Program, kind: UnsupportedKind) -> usize {
    let refused = program.unsupported.iter();
    refused.filter(|u| u.kind == kind).count()
}

/// The targets that slicing kept.
#[derive(Default)]
struct Left {
    errors: usize,
    limit: usize,
    recursion: usize,
    constructs: BTreeMap<String, Value>,
}

impl Left {
    fn of(program: &Program) -> Left {
        let mut left = Left::default();
        let mut found: BTreeMap<&str, (usize, String)> = BTreeMap::new();
        let cfa = program.entry_cfa();
        for location in cfa.location_ids() {
            let id = match cfa.location(location).kind {
                LocationKind::Unsupported(id) => id,
                LocationKind::Error(_) => {
                    left.errors += 1;
                    continue;
                }
                LocationKind::Plain | LocationKind::Halt => continue,
            };
            let unsupported = &program.unsupported[id.0 as usize];
            match unsupported.kind {
                UnsupportedKind::Recursion => left.recursion += 1,
                UnsupportedKind::InliningLimit => left.limit += 1,
                UnsupportedKind::Construct
                | UnsupportedKind::LibraryFunction
                | UnsupportedKind::NotCalled => {
                    let place = || unsupported.span.map(|s| program.sources.describe(s));
                    let entry = found
                        .entry(&unsupported.construct)
                        .or_insert_with(|| (0, place().unwrap_or_else(|| "?".into())));
                    entry.0 += 1;
                }
            }
        }
        for (construct, (count, first)) in found {
            let entry = json!({ "count": count, "first": first });
            left.constructs.insert(construct.to_owned(), entry);
        }
        left
    }
}
