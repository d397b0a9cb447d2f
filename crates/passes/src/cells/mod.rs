//! Index abstraction: of each array only a few cells are kept, at indices that are fixed but
//! arbitrary.
//!
//! A *universal* is a variable that takes any value at the start and never changes. For each array
//! `a` and universal `k` the result has a variable that holds `a[k]`. Writing at `i` changes it where
//! `i` is `k`; reading at `i` gives it there, and any value elsewhere. So every execution of the
//! program is one of the result, for every value of the universals, and a fact `F(k, cell)` that
//! holds at a place of the result says `for all k: F(k, a[k])` of the program.
//!
//! A violation needs to be looked for only with universals that are the indices of the reads on
//! which it depends (`watch`): for every violating execution there are such universals. The path to
//! an error assumes that they are, or that no universal can take these indices.
//!
//! Indices count elements where that is possible (`index`): a byte offset or a pointer is a multiple
//! of the element's size from where the object begins. `rewrite` makes the program.
//!
//! Nothing here needs trust: what is found on the result is stated for the program and certified
//! there. Universals that count elements are not negative and below [`FARTHEST`]; other cells are
//! not tracked.

mod index;
mod rewrite;
#[cfg(test)]
mod tests;
mod watch;

use crate::{BackMap, contract, propagate_copies, remove_dead_assignments, slice};
use index::Arrays;
use invar_cfa::{CutPoints, EdgeId, Program};
use invar_term::{Op, Substitution, TermId};
use std::collections::BTreeSet;

/// Universals that count elements are below this.
pub const FARTHEST: u128 = 1 << 28;

/// An index that is fixed but arbitrary.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Universal {
    /// Its symbol.
    pub symbol: TermId,
    /// Which values count; nothing is said about others.
    pub domain: TermId,
}

/// The value of a universal for which an edge is relevant: the index of a read there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sight {
    /// The edge, of the program that was abstracted.
    pub edge: EdgeId,
    /// The universal's symbol.
    pub universal: TermId,
    /// The value, over the variables before the edge.
    pub value: TermId,
}

/// A program without arrays, as far as they are read or written at indices.
#[derive(Clone, Debug)]
pub struct Cells {
    /// The program.
    pub program: Program,
    /// The map back to the program it was made from.
    pub back: BackMap,
    /// The indices.
    pub universals: Vec<Universal>,
    /// For each violation the values of universals for which it is searched.
    pub sights: Vec<Vec<Sight>>,
    /// What each cell represents.
    meanings: Vec<(TermId, TermId)>,
    /// Symbols that mean nothing in the program.
    inner: BTreeSet<TermId>,
}

impl Cells {
    /// A fact about cells as one about arrays, for all values of the universals; `None` if it is
    /// about something that the program does not have.
    pub fn fact_back(&self, fact: TermId) -> Option<TermId> {
        let terms = &self.program.terms;
        let symbols = terms.symbols_of(&[fact]);
        let symbols: Vec<TermId> = symbols.iter().map(|s| terms.symbol_term(*s)).collect();
        if symbols.iter().any(|symbol| self.inner.contains(symbol)) {
            return None;
        }
        let meant = Substitution::new(terms, self.meanings.iter().copied()).apply(terms, fact);
        // The cells' meanings mention universals too.
        let about = terms.symbols_of(&[meant]);
        let about: BTreeSet<TermId> = about.iter().map(|s| terms.symbol_term(*s)).collect();
        let here = self.universals.iter();
        let here: Vec<&Universal> = here.filter(|u| about.contains(&u.symbol)).collect();
        // About indices alone nothing is said but which of them count.
        if !here.is_empty() && about.len() == here.len() {
            return None;
        }
        let mut parts = vec![meant];
        for universal in here {
            match terms.op(universal.domain) {
                Op::And => {
                    let each = terms.args(universal.domain).iter();
                    parts.extend(each.map(|part| terms.not(*part)));
                }
                _ => parts.push(terms.not(universal.domain)),
            }
        }
        let fact = terms.or(&parts);
        (!terms.is_true(fact)).then_some(fact)
    }
}

/// The program with cells instead of arrays, if an error in or after a loop depends on what is read
/// from one.
pub fn cells(program: &Program) -> Option<Cells> {
    let cuts = CutPoints::of(program.entry_cfa());
    let loops = cuts.points.iter().any(|l| cuts.is_loop_head(*l));
    if !loops {
        return None;
    }
    let arrays = Arrays::of(program)?;
    let plan = watch::watched(program, &arrays)?;
    let mut cells = rewrite::rewrite(program, arrays, plan)?;
    for pass in [propagate_copies, slice, remove_dead_assignments, contract] {
        let later = pass(&cells.program);
        cells.back = std::mem::take(&mut cells.back).then(&later.back);
        cells.program = later.program;
    }
    Some(cells)
}
