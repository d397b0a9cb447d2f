//! Rankings that fit the pairs of states that were seen: one expression, or several in lexicographic order.
//!
//! Lexicographic rankings are chosen greedily (Alias, Darte, Feautrier, Gonnord, SAS 2010): the next expression increases on no
//! pair that is left and decreases on most of them; those pairs are done.

use super::runs::Seen;
use invar_cfa::Program;
use invar_term::{Evaluator, Substitution, SymbolId, TermId, Value};
use rustc_hash::FxHashMap;
use std::cmp::Ordering;
use std::collections::BTreeSet;

/// Expressions of a ranking.
const LONGEST: usize = 4;
/// Rankings of several expressions that are tried after each other begin with different first ones.
const FIRST_ONES: usize = 6;

/// The next ranking to try for a loop: it decreases on every pair, and is none of those that were refused.
pub(crate) fn ranking(
    program: &Program,
    candidates: &[TermId],
    seen: &Seen,
    refused: &BTreeSet<Vec<TermId>>,
) -> Option<Vec<TermId>> {
    let table: Vec<Vec<Ordering>> = orders(program, candidates, seen);
    let all: Vec<usize> = (0..seen.pairs.len()).collect();
    let decreases = |row: &[Ordering], pairs: &[usize]| {
        pairs.iter().filter(|p| row[**p] == Ordering::Less).count()
    };
    for (at, row) in table.iter().enumerate() {
        let single = vec![candidates[at]];
        if !row.is_empty() && decreases(row, &all) == all.len() && !refused.contains(&single) {
            return Some(single);
        }
        if all.is_empty() && !refused.contains(&single) {
            return Some(single);
        }
    }
    let fits = |at: &usize, pairs: &[usize]| {
        let row = &table[*at];
        !row.is_empty() && pairs.iter().all(|p| row[*p] != Ordering::Greater)
    };
    let mut first: Vec<usize> = (0..candidates.len())
        .filter(|at| fits(at, &all) && decreases(&table[*at], &all) > 0)
        .collect();
    first.sort_by_key(|at| std::cmp::Reverse(decreases(&table[*at], &all)));
    for start in first.into_iter().take(FIRST_ONES) {
        let mut chosen = vec![start];
        let left = |pairs: Vec<usize>, at: usize| -> Vec<usize> {
            let stays = |p: &usize| table[at][*p] != Ordering::Less;
            pairs.into_iter().filter(stays).collect()
        };
        let mut pairs = left(all.clone(), start);
        while !pairs.is_empty() && chosen.len() < LONGEST {
            let next = (0..candidates.len()).filter(|at| fits(at, &pairs));
            // The first of the best: `max_by_key` takes the last.
            let next = next.rev().max_by_key(|at| decreases(&table[*at], &pairs));
            let Some(next) = next.filter(|at| decreases(&table[*at], &pairs) > 0) else {
                break;
            };
            chosen.push(next);
            pairs = left(pairs, next);
        }
        let ranking: Vec<TermId> = chosen.iter().map(|at| candidates[*at]).collect();
        if pairs.is_empty() && !refused.contains(&ranking) {
            return Some(ranking);
        }
    }
    None
}

/// How each candidate changes on each pair; no row entries where one has no value.
fn orders(program: &Program, candidates: &[TermId], seen: &Seen) -> Vec<Vec<Ordering>> {
    let terms = &program.terms;
    let symbols: Vec<SymbolId> = seen
        .variables
        .iter()
        .filter_map(|v| terms.as_symbol(program.symbol(*v)))
        .chain(seen.stand_ins.iter().filter_map(|s| terms.as_symbol(*s)))
        .collect();
    let pairs = seen.elements.iter().copied();
    let pairs = pairs.zip(seen.stand_ins.iter().copied());
    let mut without_memory = Substitution::new(terms, pairs);
    let candidates: Vec<TermId> = candidates
        .iter()
        .map(|term| without_memory.apply(terms, *term))
        .collect();
    let mut rows: Vec<Option<Vec<Ordering>>> = vec![Some(Vec::new()); candidates.len()];
    for (before, after) in &seen.pairs {
        let assignment = |values: &[Value]| -> FxHashMap<SymbolId, Value> {
            symbols
                .iter()
                .copied()
                .zip(values.iter().cloned())
                .collect()
        };
        let (before, after) = (assignment(before), assignment(after));
        let mut old = Evaluator::new(terms, &before);
        let mut new = Evaluator::new(terms, &after);
        for (row, candidate) in rows.iter_mut().zip(&candidates) {
            let Some(list) = row else {
                continue;
            };
            let number = |value: Result<Value, _>| value.ok().and_then(|v| v.as_bv());
            match (number(new.eval(*candidate)), number(old.eval(*candidate))) {
                (Some(now), Some(then)) => list.push(now.unsigned().cmp(&then.unsigned())),
                _ => *row = None,
            }
        }
    }
    rows.into_iter().map(Option::unwrap_or_default).collect()
}
