//! Building the automaton of a pass's result and its back map from decisions per location.

use crate::{BackMap, Landing};
use invar_cfa::{Cfa, EdgeId, Function, FunctionId, LocId, Operation, Program};

/// A program and where it comes from.
#[derive(Clone, Debug)]
pub struct Rewritten {
    /// The new program.
    pub program: Program,
    /// The map back to the program it was made from.
    pub back: BackMap,
    /// What the pass left undone, and why.
    pub note: Option<&'static str>,
}

impl Rewritten {
    /// The result of the pass that changes nothing.
    pub(crate) fn unchanged(program: &Program) -> Rewritten {
        Rewritten {
            program: program.clone(),
            back: BackMap::identity(program),
            note: None,
        }
    }

    /// This result, rewritten once more.
    pub(crate) fn then(self, pass: impl FnOnce(&Program) -> Rewritten) -> Rewritten {
        let later = pass(&self.program);
        Rewritten {
            back: self.back.then(&later.back),
            program: later.program,
            note: self.note.or(later.note),
        }
    }
}

/// What a pass does with a location.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fate {
    /// It stays.
    Keep,
    /// It becomes one with another location of the source program; a cycle of such locations
    /// must be unreachable.
    Merge(LocId),
    /// No execution gets there.
    Unreachable,
    /// No target can be reached from there.
    Harmless,
}

/// An edge of the result, between locations named as in the source program.
pub(crate) struct Draft {
    pub(crate) from: LocId,
    pub(crate) to: LocId,
    pub(crate) operation: Operation,
    pub(crate) origin: Option<EdgeId>,
}

impl Draft {
    /// The edge of the source program, with another operation.
    pub(crate) fn of(cfa: &Cfa, id: EdgeId, operation: Operation) -> Draft {
        let edge = cfa.edge(id);
        Draft {
            from: edge.from,
            to: edge.to,
            operation,
            origin: Some(id),
        }
    }
}

/// Builds the program with the kept locations and the given edges, in that order; edges from or
/// to locations that do not stay are left out. Entry and exit are always present, since every
/// automaton has them; the entry must be kept.
pub(crate) fn rebuild(program: &Program, fates: &[Fate], edges: Vec<Draft>) -> Rewritten {
    let source = program.entry_cfa();
    let function = program.function(program.entry);
    let mut cfa = Cfa::new(&function.name);
    let mut places: Vec<Option<LocId>> = vec![None; source.location_count()];
    let mut locations = vec![source.entry, source.exit];
    places[source.exit.0 as usize] = Some(cfa.exit);
    places[source.entry.0 as usize] = Some(cfa.entry);
    if source.entry == source.exit {
        cfa.exit = cfa.entry;
    }
    for (new, old) in [(LocId(1), source.exit), (LocId(0), source.entry)] {
        let (old, new) = (source.location(old), cfa.location_mut(new));
        new.kind = old.kind;
        new.span = old.span;
        new.stable = old.stable;
        new.calls = old.calls;
    }
    for id in source.location_ids() {
        if fates[id.0 as usize] == Fate::Keep && places[id.0 as usize].is_none() {
            let old = source.location(id);
            places[id.0 as usize] =
                Some(cfa.add_location(old.kind, old.span, old.stable, old.calls));
            locations.push(id);
        }
    }
    let landings = landings(fates, &places);
    let mut origins = Vec::with_capacity(edges.len());
    for draft in edges {
        let ends = (
            landings[draft.from.0 as usize],
            landings[draft.to.0 as usize],
        );
        if let (Landing::At(from), Landing::At(to)) = ends {
            let span = draft.origin.and_then(|e| source.edge(e).span);
            let span = span.or(source.location(draft.from).span);
            cfa.add_edge(from, to, draft.operation, span);
            origins.push(draft.origin);
        }
    }
    Rewritten {
        program: with_cfa(program, cfa),
        back: BackMap::new(locations, origins, landings),
        note: None,
    }
}

fn landings(fates: &[Fate], places: &[Option<LocId>]) -> Vec<Landing> {
    let mut landings: Vec<Option<Landing>> = vec![None; fates.len()];
    let mut chain = Vec::new();
    let mut visited = vec![usize::MAX; fates.len()];
    for start in 0..fates.len() {
        let mut here = start;
        let landing = loop {
            if let Some(known) = landings[here] {
                break known;
            }
            if std::mem::replace(&mut visited[here], start) == start {
                break Landing::Unreachable;
            }
            match fates[here] {
                Fate::Keep => {
                    break Landing::At(places[here].expect("kept locations have a place"));
                }
                Fate::Unreachable => break Landing::Unreachable,
                Fate::Harmless => break Landing::Harmless,
                Fate::Merge(next) => {
                    chain.push(here);
                    here = next.0 as usize;
                }
            }
        };
        landings[here] = Some(landing);
        for merged in chain.drain(..) {
            landings[merged] = Some(landing);
        }
    }
    landings
        .into_iter()
        .map(|l| l.expect("every location was visited"))
        .collect()
}

/// The program with another automaton as its only function.
fn with_cfa(program: &Program, cfa: Cfa) -> Program {
    let old = program.function(program.entry);
    Program {
        terms: program.terms.clone(),
        data_model: program.data_model,
        property: program.property,
        variables: program.variables.clone(),
        functions: vec![Function {
            name: old.name.clone(),
            cfa,
            parameters: old.parameters.clone(),
            results: old.results.clone(),
            span: old.span,
        }],
        entry: FunctionId(0),
        checks: program.checks.clone(),
        unsupported: program.unsupported.clone(),
        beyond_ideal: program.beyond_ideal.clone(),
        externals: program.externals.clone(),
        call_paths: program.call_paths.clone(),
        sources: program.sources.clone(),
        objects: program.objects.clone(),
        notes: program.notes.clone(),
    }
}
