//! Interpolants of formulas with Boolean structure, by case distinction.
//!
//! Let part `j` contain `d = d_1 or .. or d_m`, and let `I^i` be interpolants of the parts with
//! `d_i` in place of `d`. Then `I_k = and_i I^i_k` at the cuts before part `j` and `I_k = or_i
//! I^i_k` at those after it are interpolants: a step `k != j` leads from each `I^i_(k-1)` to
//! `I^i_k`, so from all to all and from one to one; step `j` satisfies some `d_i`, and with all
//! `I^i_(j-1)` before it this one leads to `I^i_j`, which suffices after it.
//!
//! Parts with different cases differ in one place only. So one query shows whether the interpolants
//! of one case are also those of another, and usually they are: without that, a loop with two
//! branches that is unrolled `n` times would have two to `n` cases.
//!
//! What is true anyway (a condition or its opposite, `x <= c or x >= c + 1`) is a case distinction
//! of any part that has its symbols.

use super::Piece;
use super::leaf::{Leaf, leaf};
use super::query_solver::{QueryResult, QuerySolver};
use super::shape::{Shape, conjuncts, shape};
use crate::shared::ic3::Stop;
use invar_term::{Substitution, TermId, TermStore};
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// Case distinctions inside each other.
const DEPTH: usize = 120;
/// Case distinctions about integers inside each other.
const BRANCHES: usize = 8;

/// One refutation by cases.
pub(super) struct Tableau<'a, 'r> {
    terms: Arc<TermStore>,
    queries: &'a mut QuerySolver<'r>,
    parts: usize,
    leaves: usize,
    /// Conjunctions of literals that may be refuted.
    most: usize,
}

/// A case distinction: what it replaces, and what it adds in each case, all of one part.
struct Split {
    part: usize,
    replaced: Vec<Piece>,
    cases: Vec<Vec<TermId>>,
}

/// How many case distinctions led here.
#[derive(Clone, Copy, Default)]
struct Depth {
    all: usize,
    integers: usize,
}

impl<'a, 'r> Tableau<'a, 'r> {
    pub(super) fn new(queries: &'a mut QuerySolver<'r>, parts: usize, most: usize) -> Self {
        Tableau {
            terms: Arc::clone(&queries.terms),
            queries,
            parts,
            leaves: 0,
            most,
        }
    }

    /// Interpolants at all cuts; `None` if that takes too long or needs more than linear
    /// arithmetic.
    ///
    /// requires the pieces have no model together.
    pub(super) fn refute(&mut self, pieces: Vec<Piece>) -> Result<Option<Vec<TermId>>, Stop> {
        let sequence = self.branch(pieces, Depth::default());
        let counters = &self.queries.context.counters;
        counters.add("interpolation leaves", self.leaves as u64);
        sequence
    }

    fn branch(&mut self, pieces: Vec<Piece>, depth: Depth) -> Result<Option<Vec<TermId>>, Stop> {
        if let Some(split) = self.next_split(&pieces) {
            let deeper = Depth {
                all: depth.all + 1,
                ..depth
            };
            return self.split(&pieces, &split, deeper);
        }
        self.leaves += 1;
        match leaf(&self.terms, &pieces, self.parts) {
            Leaf::Sequence(sequence) => Ok(Some(sequence)),
            Leaf::Cases { part, cases } if depth.integers < BRANCHES => {
                let split = Split {
                    part,
                    replaced: Vec::new(),
                    cases: cases.into_iter().map(|c| vec![c]).collect(),
                };
                let deeper = Depth {
                    all: depth.all + 1,
                    integers: depth.integers + 1,
                };
                self.split(&pieces, &split, deeper)
            }
            Leaf::Cases { .. } | Leaf::Stuck => Ok(None),
        }
    }

    /// The case distinction with the fewest cases.
    fn next_split(&self, pieces: &[Piece]) -> Option<Split> {
        let terms = &self.terms;
        let mut best: Option<Split> = None;
        for piece in pieces {
            let split = match shape(terms, piece.formula) {
                Shape::Literal => continue,
                Shape::Cases(cases) => Split {
                    part: piece.part,
                    replaced: vec![*piece],
                    cases: cases.into_iter().map(|c| vec![c]).collect(),
                },
                // It has two cases.
                Shape::Conditional(_) if best.as_ref().is_some_and(|b| b.cases.len() <= 2) => {
                    continue;
                }
                Shape::Conditional(conditional) => on_condition(terms, pieces, *piece, conditional),
            };
            if best
                .as_ref()
                .is_none_or(|b| split.cases.len() < b.cases.len())
            {
                best = Some(split);
            }
        }
        best
    }

    fn split(
        &mut self,
        pieces: &[Piece],
        split: &Split,
        depth: Depth,
    ) -> Result<Option<Vec<TermId>>, Stop> {
        if depth.all > DEPTH {
            return Ok(None);
        }
        let mut others = pieces.to_vec();
        others.retain(|p| !split.replaced.contains(p));
        let known: FxHashSet<TermId> = others.iter().map(|p| p.formula).collect();
        let mut found: Vec<Vec<TermId>> = Vec::new();
        let mut refuted: Vec<(usize, &Vec<TermId>)> = Vec::new();
        for case in &split.cases {
            if self.leaves >= self.most {
                return Ok(None);
            }
            if let Some(last) = found.last()
                && self.covers(last, &others, split.part, case)?
            {
                refuted.push((found.len() - 1, case));
                continue;
            }
            let mut here = others.clone();
            let new = conjuncts(&self.terms, case);
            let new = new.into_iter().filter(|f| !known.contains(f));
            here.extend(new.map(|formula| Piece {
                part: split.part,
                formula,
            }));
            let formulas: Vec<TermId> = here.iter().map(|p| p.formula).collect();
            let QueryResult::Core(core) = self.queries.check(&formulas)? else {
                return Ok(None);
            };
            let needed = core.iter().any(|f| !known.contains(f));
            here.retain(|p| core.contains(&p.formula));
            let sequence = match self.branch(here, depth)? {
                Some(sequence) if needed => sequence,
                outcome => return Ok(outcome),
            };
            refuted.push((found.len(), case));
            found.push(sequence);
        }
        // The last one may do for the cases before it.
        let last = found.len().saturating_sub(1);
        let mut used: Vec<usize> = Vec::new();
        for (by, case) in refuted {
            let by = if by != last && self.covers(&found[last], &others, split.part, case)? {
                last
            } else {
                by
            };
            used.push(by);
        }
        let mut position = 0;
        found.retain(|_| {
            position += 1;
            used.contains(&(position - 1))
        });
        Ok(Some(self.combined(split.part, &found)))
    }

    /// Whether interpolants of one case are also those of another: the parts differ only in one
    /// place.
    fn covers(
        &mut self,
        sequence: &[TermId],
        others: &[Piece],
        part: usize,
        case: &[TermId],
    ) -> Result<bool, Stop> {
        let mut query = vec![sequence[part], self.terms.not(sequence[part + 1])];
        let here = others.iter().filter(|p| p.part == part);
        query.extend(here.map(|p| p.formula));
        query.extend(case);
        Ok(matches!(self.queries.check(&query)?, QueryResult::Core(_)))
    }

    fn combined(&self, part: usize, sequences: &[Vec<TermId>]) -> Vec<TermId> {
        let at = |cut: usize| {
            let here: Vec<TermId> = sequences.iter().map(|s| s[cut]).collect();
            if part < cut {
                self.terms.or(&here)
            } else {
                self.terms.and(&here)
            }
        };
        (0..=self.parts).map(at).collect()
    }
}

/// The condition or its negation; the branch replaces the conditional in the whole part.
fn on_condition(terms: &TermStore, pieces: &[Piece], piece: Piece, conditional: TermId) -> Split {
    let args = terms.args(conditional);
    let condition = args[0];
    let mut replaced: Vec<Piece> = pieces
        .iter()
        .copied()
        .filter(|p| p.part == piece.part)
        .collect();
    let mut cases = Vec::new();
    let mut rewritten: Vec<Vec<TermId>> = Vec::new();
    for (value, sign) in [(args[1], condition), (args[2], terms.not(condition))] {
        let mut taken = Substitution::new(terms, [(conditional, value)]);
        rewritten.push(
            replaced
                .iter()
                .map(|p| taken.apply(terms, p.formula))
                .collect(),
        );
        cases.push(vec![sign]);
    }
    let changed: Vec<bool> = replaced
        .iter()
        .enumerate()
        .map(|(i, p)| rewritten.iter().any(|r| r[i] != p.formula))
        .collect();
    for (case, formulas) in cases.iter_mut().zip(&rewritten) {
        case.extend(
            formulas
                .iter()
                .zip(&changed)
                .filter(|(_, changed)| **changed)
                .map(|(formula, _)| *formula),
        );
    }
    let mut keep = changed.iter();
    replaced.retain(|_| keep.next().is_some_and(|c| *c));
    Split {
        part: piece.part,
        replaced,
        cases,
    }
}
