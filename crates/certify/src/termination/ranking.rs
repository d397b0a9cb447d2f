//! The program that checks, on every way around a loop, that its ranking decreases.

use super::{LoopPart, add_check, add_ghost, assign_all, assume, beside, entry_cfa};
use crate::proof::Rejection;
use invar_cfa::{Cfa, CheckKind, EdgeId, LocId, LocationKind, Program, VarId};
use invar_term::{TermId, TermStore};

/// The program with a check at the ranked place of a loop: an execution that arrives from inside the component must find a tuple of
/// unsigned numbers that is smaller, in lexicographic order, than at the visit before.
///
/// # Errors
/// If an expression is no bit-vector over variables of the program, or there is none.
pub fn with_ranking(
    program: &Program,
    part: &LoopPart,
    ranking: &[TermId],
) -> Result<Program, Rejection> {
    let terms = program.terms.clone();
    let known = program.variables_by_symbol();
    let is_expression = |term: &TermId| {
        let symbols = terms.symbols_of(&[*term]);
        terms.sort(*term).width().is_some() && symbols.iter().all(|s| known.contains_key(s))
    };
    if ranking.is_empty() || !ranking.iter().all(is_expression) {
        return Err(Rejection::Refuted(
            "a ranking is no tuple of bit-vectors over the variables".into(),
        ));
    }
    let mut program = program.clone();
    let ghosts: Vec<VarId> = ranking
        .iter()
        .map(|term| add_ghost(&mut program, "rank", terms.sort(*term)))
        .collect();
    let before: Vec<TermId> = ghosts.iter().map(|ghost| program.symbol(*ghost)).collect();
    let smaller = smaller(&terms, ranking, &before);
    let values: Vec<(VarId, TermId)> = ghosts.into_iter().zip(ranking.iter().copied()).collect();
    let ones = |term: &TermId| terms.bv_not(terms.bv(terms.width(*term), 0));
    let largest = values.iter().map(|(ghost, term)| (*ghost, ones(term)));
    let largest: Vec<(VarId, TermId)> = largest.collect();
    let check = add_check(&mut program, CheckKind::Ranking, part.head);
    let cfa = entry_cfa(&mut program);
    let from_outside: Vec<EdgeId> = cfa
        .incoming(part.head)
        .filter(|(_, edge)| !part.component.contains(&edge.from))
        .map(|(id, _)| id)
        .collect();
    let beside_head: Vec<EdgeId> = entries(cfa, part);
    let after = cfa.split(part.head);
    // Executions that enter elsewhere are compared with the largest tuple.
    for edge in beside_head {
        let inside = cfa.edge(edge).to;
        let entering = beside(cfa, inside, LocationKind::Plain, "entered");
        cfa.redirect(edge, entering);
        assign_all(cfa, entering, inside, &largest, "entered");
    }
    let start = beside(cfa, part.head, LocationKind::Plain, "begins");
    for edge in from_outside {
        cfa.redirect(edge, start);
    }
    let error = beside(cfa, part.head, LocationKind::Error(check), "not smaller");
    let passed = beside(cfa, part.head, LocationKind::Plain, "smaller");
    cfa.add_edge(part.head, error, assume(terms.not(smaller)), None);
    cfa.add_edge(part.head, passed, assume(smaller), None);
    cfa.add_edge(start, passed, invar_cfa::Operation::Skip, None);
    assign_all(cfa, passed, after, &values, "ranked");
    Ok(program)
}

/// The edges that enter a component elsewhere than at its ranked place.
fn entries(cfa: &Cfa, part: &LoopPart) -> Vec<EdgeId> {
    let inside = |location: &LocId| part.component.contains(location);
    let enters = |id: &EdgeId| {
        let edge = cfa.edge(*id);
        !inside(&edge.from) && inside(&edge.to) && edge.to != part.head
    };
    cfa.edge_ids().filter(enters).collect()
}

/// `now < before`, as tuples of unsigned numbers.
pub(super) fn smaller(terms: &TermStore, now: &[TermId], before: &[TermId]) -> TermId {
    let pairs = now.iter().zip(before).rev();
    pairs.fold(terms.fls(), |rest, (now, before)| {
        let equal = terms.and(&[terms.eq(*now, *before), rest]);
        terms.or(&[terms.bv_ult(*now, *before), equal])
    })
}
