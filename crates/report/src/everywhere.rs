//! What holds at places of the text whatever calls lead there, over names that are visible there.
//!
//! A function that is inlined several times has a copy of each loop per call, and the proof says
//! something else about each. At the place in the text all that can be said is what is common to
//! the copies: facts that all of them have, and the disjunction of the rest.

use crate::data::{Place, SiteKind, StatedInvariant};
use crate::{c_expression, has_internal_names};
use invar_cfa::{DataModel, LocId, LoopNote, LoopShape, Program, Scope, Span, SymbolMap, VarId};
use invar_term::TermId;
use invar_verdict::Invariant;
use std::collections::BTreeMap;

/// Copies of a loop beyond which only common facts are told.
const MAX_COPIES: usize = 4;
/// Length of a disjunction beyond which it is not told.
const MAX_LENGTH: usize = 2_000;

/// The invariants of a proof at places of the text.
pub fn everywhere(program: &Program, invariant: &Invariant) -> Vec<StatedInvariant> {
    let cfa = program.entry_cfa();
    let mut copies: BTreeMap<Span, Vec<LocId>> = BTreeMap::new();
    for id in cfa.location_ids() {
        let location = cfa.location(id);
        let reached = id == cfa.entry || !location.incoming().is_empty();
        if let Some(span) = location.span.filter(|_| reached)
            && program.notes.loops.contains_key(&span)
        {
            copies.entry(span).or_default().push(id);
        }
    }
    let variables = program.variables_by_symbol();
    let mut stated = Vec::new();
    for (span, locations) in copies {
        let note = &program.notes.loops[&span];
        let told: Vec<Vec<String>> = locations
            .iter()
            .map(|at| visible_facts(program, &variables, note, *at, invariant.facts(*at)))
            .collect();
        let facts = joined(told);
        let (span, kind) = match note.shape {
            LoopShape::Condition => (Some(span), SiteKind::Loop),
            LoopShape::Body(statement) => (statement, SiteKind::Statement),
            LoopShape::Label => (Some(span), SiteKind::Statement),
        };
        let Some(span) = span.filter(|_| !facts.is_empty()) else {
            continue;
        };
        let chain = program.call_chain(cfa.location(locations[0]).calls);
        let function = chain.first().map(|frame| &*frame.callee);
        stated.push(StatedInvariant {
            place: Place::of(&program.sources, span, function),
            kind,
            facts,
        });
    }
    stated
}

/// The facts at one copy that have a text over names that are visible there.
pub(crate) fn visible_facts(
    program: &Program,
    variables: &SymbolMap,
    note: &LoopNote,
    at: LocId,
    facts: &[TermId],
) -> Vec<String> {
    let terms = &program.terms;
    let mut told = Vec::new();
    for fact in facts {
        let symbols = terms.symbols_of(&[*fact]);
        let all_visible = symbols.iter().all(|symbol| {
            let variable = variables.get(symbol);
            variable.is_some_and(|v| is_visible(program, note, at, *v))
        });
        // Indices into arrays in memory count bytes, not elements; pointers are numbers of ours.
        let ours = symbols
            .iter()
            .filter_map(|symbol| variables.get(symbol))
            .any(|v| is_ours(program, *v));
        if symbols.is_empty() || !all_visible || ours {
            continue;
        }
        let Some(text) = c_expression(program, *fact) else {
            continue;
        };
        // The small data model has no such type.
        let too_wide = program.data_model == DataModel::Ilp32 && text.contains("__int128");
        if !too_wide && !has_internal_names(&text) && !told.contains(&text) {
            told.push(text);
        }
    }
    told
}

/// Whether a variable's value is not what the C expression of its name gives.
fn is_ours(program: &Program, variable: VarId) -> bool {
    program.sort(variable).as_array().is_some()
        || &*program.variable(variable).type_name == "void *"
}

/// Whether a variable's name means that variable at a place.
pub(crate) fn is_visible(program: &Program, note: &LoopNote, at: LocId, id: VarId) -> bool {
    let variable = program.variable(id);
    let Some(source) = variable.source_name.as_deref() else {
        return false;
    };
    let name = source.split('.').next().unwrap_or(source);
    let meant = note.visible.get(name);
    let Some((owner, _)) = variable.name.split_once("::") else {
        // A global, unless a local hides it.
        return meant.is_none();
    };
    let calls = program.entry_cfa().location(at).calls;
    let chain = program.call_chain(calls);
    let Some(frame) = chain.first() else {
        return false;
    };
    // Inlining names the copies of a function's locals after the call.
    let own = match variable.scope {
        Scope::Local(_) => format!("{}@{}", frame.callee, calls.0),
        Scope::Global => frame.callee.to_string(),
    };
    owner == own && meant == Some(&variable.span)
}

/// What the copies of a loop have in common.
pub(crate) fn joined(mut told: Vec<Vec<String>>) -> Vec<String> {
    let Some(first) = told.pop() else {
        return Vec::new();
    };
    let (common, rest): (Vec<String>, Vec<String>) = first
        .into_iter()
        .partition(|fact| told.iter().all(|facts| facts.contains(fact)));
    let mut alternatives = vec![rest];
    for facts in told {
        let rest = facts.into_iter().filter(|fact| !common.contains(fact));
        alternatives.push(rest.collect());
    }
    let mut joined = common;
    // One copy without facts makes the disjunction say nothing.
    let several = 2..=MAX_COPIES;
    if several.contains(&alternatives.len()) && alternatives.iter().all(|a| !a.is_empty()) {
        let texts: Vec<String> = alternatives.iter().map(|a| conjunction(a)).collect();
        let text = texts.join(" || ");
        if text.len() <= MAX_LENGTH {
            joined.push(text);
        }
    }
    joined
}

fn conjunction(facts: &[String]) -> String {
    let facts: Vec<String> = facts.iter().map(|fact| format!("({fact})")).collect();
    format!("({})", facts.join(" && "))
}

#[cfg(test)]
mod tests {
    use super::joined;

    fn texts(facts: &[&str]) -> Vec<String> {
        facts.iter().map(|fact| (*fact).to_owned()).collect()
    }

    #[test]
    fn copies_state_what_they_share_and_the_choice_between_the_rest() {
        let told = vec![texts(&["0 <= i", "n == 3"]), texts(&["n == 5", "0 <= i"])];
        assert_eq!(joined(told), ["0 <= i", "((n == 5)) || ((n == 3))"]);
        let told = vec![texts(&["0 <= i"]), texts(&[])];
        assert!(joined(told).is_empty());
        assert_eq!(joined(vec![texts(&["a", "b"])]), ["a", "b"]);
    }
}
