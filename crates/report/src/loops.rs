//! The loops of a program's text as they can be cut at their heads: what holds there, and what an iteration may change.
//!
//! An iteration from any state that the invariant allows stands for all of them, if every variable that lives on to the
//! next iteration and that an iteration may change has any value in it. What has no name at the loop cannot be given any value:
//! then the loop cannot be cut in the text.

use crate::data::{LoopCut, Place};
use crate::everywhere::{is_visible, joined, visible_facts};
use invar_cfa::{Cfa, LocId, LoopShape, Operation, Program, Span, SymbolMap, VarId};
use invar_verdict::Invariant;
use std::collections::{BTreeMap, BTreeSet};

/// The loops of the text, each with its invariant, but for those that are left as they are.
///
/// # Errors
/// Why the text cannot be cut.
pub fn loop_cuts(
    program: &Program,
    invariant: &Invariant,
    is_left: impl Fn(LocId) -> bool,
) -> Result<Vec<LoopCut>, String> {
    if calls_itself(program) {
        return Err("a function calls itself".into());
    }
    let cfa = program.entry_cfa();
    let variables = program.variables_by_symbol();
    let mut copies: BTreeMap<Span, Vec<Loop>> = BTreeMap::new();
    for (head, returning) in returns(cfa) {
        let inside = natural_loop(cfa, head, &returning)?;
        if is_left(head) {
            continue;
        }
        let span = cfa.location(head).span;
        let span = span.ok_or("a loop has no place in the text")?;
        copies.entry(span).or_default().push(Loop { head, inside });
    }
    let mut cuts = Vec::new();
    for (span, loops) in copies {
        cuts.push(cut(program, &variables, invariant, span, &loops)?);
    }
    Ok(cuts)
}

/// A loop of the inlined program.
struct Loop {
    head: LocId,
    inside: BTreeSet<LocId>,
}

fn cut(
    program: &Program,
    variables: &SymbolMap,
    invariant: &Invariant,
    span: Span,
    loops: &[Loop],
) -> Result<LoopCut, String> {
    let place = Place::of(&program.sources, span, None);
    let at = format!("the loop in line {}", place.line);
    if place.is_in_model() {
        return Err("a loop is in a model of a library function".into());
    }
    let note = program.notes.loops.get(&span);
    let note = note.ok_or_else(|| format!("{at} is not written as one"))?;
    if note.shape == LoopShape::Label {
        return Err(format!("{at} is made of jumps"));
    }
    let mut changed = BTreeSet::new();
    let mut told = Vec::new();
    let mut untold = 0;
    for copy in loops {
        let facts = invariant.facts(copy.head);
        let mut here = visible_facts(program, variables, note, copy.head, facts);
        if facts.iter().any(|fact| program.terms.is_false(*fact)) {
            here = vec!["0".into()];
        } else {
            untold = untold.max(facts.len().saturating_sub(here.len()));
        }
        told.push(here);
        for variable in assigned(program.entry_cfa(), &copy.inside) {
            if is_visible(program, note, copy.head, variable) {
                let name = name_of(program, variable);
                let why = || format!("{at} changes an array, a pointer or what one leads to");
                changed.insert(name.ok_or_else(why)?);
            } else if lives(program, copy.head, variable) {
                let what = program.variable(variable);
                let name = what.source_name.as_ref().unwrap_or(&what.name);
                return Err(format!("{at} changes {name}, which has no name there"));
            }
        }
    }
    let facts = joined(told.clone());
    if !is_whole(&told, &facts) {
        untold += 1;
    }
    Ok(LoopCut {
        place,
        facts,
        untold,
        changed: changed.into_iter().collect(),
    })
}

/// Whether what was joined says what the copies say: facts of all of them, and a choice between the rest, if there is a rest.
fn is_whole(told: &[Vec<String>], facts: &[String]) -> bool {
    let is_common = |fact: &&String| told.iter().all(|copy| copy.contains(fact));
    let common: BTreeSet<&String> = told.iter().flatten().filter(is_common).collect();
    let is_rest = |fact: &String| !common.contains(fact);
    !told.iter().flatten().any(is_rest) || facts.len() > common.len()
}

/// The name of a scalar, with the members that lead to it.
fn name_of(program: &Program, variable: VarId) -> Option<String> {
    let told = program.variable(variable);
    let is_memory = program.sort(variable).as_array().is_some();
    if is_memory || told.type_name.contains('*') {
        return None;
    }
    let source = told.source_name.as_deref()?;
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
    source.chars().all(plain).then(|| source.to_owned())
}

fn calls_itself(program: &Program) -> bool {
    let cfa = program.entry_cfa();
    let calls: BTreeSet<_> = cfa.location_ids().map(|l| cfa.location(l).calls).collect();
    calls.into_iter().any(|calls| {
        let chain = program.call_chain(calls);
        let names: BTreeSet<&str> = chain.iter().map(|frame| &*frame.callee).collect();
        names.len() < chain.len()
    })
}

/// The locations that are reachable from one without passing another.
fn reachable(cfa: &Cfa, from: LocId, avoiding: LocId) -> BTreeSet<LocId> {
    let mut seen = BTreeSet::new();
    let mut open = vec![from];
    while let Some(here) = open.pop() {
        if here != avoiding && seen.insert(here) {
            open.extend(cfa.outgoing(here).map(|(_, edge)| edge.to));
        }
    }
    seen
}

/// Where edges lead back to on a walk in depth from the entry, and from where: every loop has such a place.
fn returns(cfa: &Cfa) -> BTreeMap<LocId, Vec<LocId>> {
    let successors = |location: LocId| -> Vec<LocId> {
        cfa.outgoing(location).map(|(_, edge)| edge.to).collect()
    };
    let mut entered = BTreeSet::from([cfa.entry]);
    let mut open = BTreeSet::from([cfa.entry]);
    let mut stack = vec![(cfa.entry, successors(cfa.entry))];
    let mut found: BTreeMap<LocId, Vec<LocId>> = BTreeMap::new();
    while let Some((location, next)) = stack.last_mut() {
        let Some(to) = next.pop() else {
            open.remove(location);
            stack.pop();
            continue;
        };
        if open.contains(&to) {
            found.entry(to).or_default().push(*location);
        }
        if entered.insert(to) {
            open.insert(to);
            stack.push((to, successors(to)));
        }
    }
    found
}

/// The locations of the loop of a head, to which execution returns from some.
///
/// # Errors
/// If the loop can be entered without passing its head.
fn natural_loop(cfa: &Cfa, head: LocId, returning: &[LocId]) -> Result<BTreeSet<LocId>, String> {
    let around = reachable(cfa, cfa.entry, head);
    if returning.iter().any(|from| around.contains(from)) {
        return Err("a jump leads into a loop".into());
    }
    let after = reachable_after(cfa, head);
    let mut inside = BTreeSet::from([head]);
    let mut open = returning.to_vec();
    while let Some(here) = open.pop() {
        if inside.insert(here) {
            let before = cfa.incoming(here).map(|(_, edge)| edge.from);
            open.extend(before.filter(|from| after.contains(from)));
        }
    }
    Ok(inside)
}

/// The locations that are reachable after one, without passing it again.
fn reachable_after(cfa: &Cfa, location: LocId) -> BTreeSet<LocId> {
    let next = cfa.outgoing(location);
    next.flat_map(|(_, edge)| reachable(cfa, edge.to, location))
        .collect()
}

fn assigned(cfa: &Cfa, inside: &BTreeSet<LocId>) -> BTreeSet<VarId> {
    let edges = inside.iter().flat_map(|l| cfa.outgoing(*l));
    edges
        .filter_map(|(_, edge)| match edge.operation {
            Operation::Assign { target, .. } | Operation::Havoc { target, .. } => Some(target),
            _ => None,
        })
        .collect()
}

/// Whether the value that a variable has at a location may be read later.
fn lives(program: &Program, at: LocId, variable: VarId) -> bool {
    let cfa = program.entry_cfa();
    let symbol = program.terms.as_symbol(program.symbol(variable));
    let reads = |term| {
        let symbols = program.terms.symbols_of(&[term]);
        symbols.iter().any(|s| Some(*s) == symbol)
    };
    let mut seen = BTreeSet::new();
    let mut open = vec![at];
    while let Some(here) = open.pop() {
        if !seen.insert(here) {
            continue;
        }
        for (_, edge) in cfa.outgoing(here) {
            let written = match &edge.operation {
                Operation::Skip => None,
                Operation::Assume { condition, .. } if reads(*condition) => return true,
                Operation::Assume { .. } => None,
                Operation::Assign { value, .. } if reads(*value) => return true,
                Operation::Assign { target, .. } | Operation::Havoc { target, .. } => Some(*target),
                Operation::Call { .. } => return true,
            };
            if written != Some(variable) {
                open.push(edge.to);
            }
        }
    }
    false
}
