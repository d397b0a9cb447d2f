//! Indices as numbers of elements.
//!
//! An index is a sum of multiples of terms and a constant. If in all indices of an array the terms
//! are no pointers, they count in units of the greatest common divisor of the factors, from the
//! place in an object that the constant gives. Otherwise the index is used unchanged.

use crate::uses::{target_of, term_of};
use invar_cfa::{Cfa, LocId, Operation, Program, VarId};
use invar_term::{Op, Sort, Substitution, TermId, TermStore};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// Maximal steps back when looking for the value of a temporary.
const LOOK_BACK: usize = 60;
/// Objects in one array that are distinguished.
const MAX_PLACES: usize = 4;

/// Where elements are counted from, in an array.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Origin(pub(super) u128);

/// How the indices of an array are read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Counting {
    /// As they are.
    Raw,
    /// In units, from one of several places.
    Elements {
        unit: u128,
        origins: BTreeSet<Origin>,
    },
}

/// An index: the number of an element, and from where it is counted; nothing if it is used
/// unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub(super) number: TermId,
    /// The index itself.
    exact: TermId,
    pub(super) origin: Option<Origin>,
    /// Two such indices are the same if and only if their numbers are.
    simple: bool,
}

impl Place {
    /// Whether it is a given index.
    pub(super) fn is(&self, terms: &TermStore, index: TermId) -> TermId {
        terms.eq(self.exact, index)
    }

    /// The place with its terms rewritten.
    pub(super) fn map(self, mut each: impl FnMut(TermId) -> Option<TermId>) -> Option<Place> {
        Some(Place {
            number: each(self.number)?,
            exact: each(self.exact)?,
            ..self
        })
    }
}

/// A sum of multiples of terms and a constant, modulo two to the width.
#[derive(Clone, Debug, Default)]
struct Sum {
    parts: BTreeMap<TermId, i128>,
    constant: i128,
}

impl Sum {
    fn add(&mut self, other: &Sum, factor: i128) {
        for (term, times) in &other.parts {
            *self.parts.entry(*term).or_default() += times * factor;
        }
        self.parts.retain(|_, times| *times != 0);
        self.constant += other.constant * factor;
    }
}

/// The arrays of a program and how their indices are read.
pub(super) struct Arrays {
    counting: BTreeMap<VarId, Counting>,
    /// Width of universals that count elements.
    pub(super) width: u32,
    by_symbol: FxHashMap<TermId, VarId>,
}

impl Arrays {
    /// Looks at all reads and writes; nothing if arrays are used in another way.
    pub(super) fn of(program: &Program) -> Option<Arrays> {
        let mut by_symbol = FxHashMap::default();
        for variable in program.variable_ids() {
            if let Sort::Array(pair) = program.sort(variable) {
                let (Sort::BitVec(_), Sort::BitVec(_) | Sort::Float { .. }) = (&pair.0, &pair.1)
                else {
                    return None;
                };
                by_symbol.insert(program.symbol(variable), variable);
            }
        }
        let mut arrays = Arrays {
            counting: BTreeMap::new(),
            width: 32,
            by_symbol,
        };
        let mut groups = Groups::default();
        let mut indices: Vec<(VarId, Option<Sum>)> = Vec::new();
        let cfa = program.entry_cfa();
        for edge in cfa.edge_ids().map(|id| cfa.edge(id)) {
            let Some(term) = term_of(&edge.operation) else {
                continue;
            };
            for subterm in program.terms.postorder(&[term]) {
                match program.terms.op(subterm) {
                    Op::Eq if is_array(&program.terms, program.terms.args(subterm)[0]) => {
                        return None;
                    }
                    Op::Select | Op::Store => {
                        let args = program.terms.args(subterm);
                        let index = resolved(program, edge.from, args[1]);
                        let sum = sum(&program.terms, index);
                        for array in arrays.below(&program.terms, args[0]) {
                            indices.push((array, sum.clone()));
                        }
                    }
                    _ => {}
                }
            }
            if let Some(target) = target_of(&edge.operation)
                && is_array(&program.terms, program.symbol(target))
            {
                groups.join(target, target);
                for array in arrays.below(&program.terms, term) {
                    groups.join(target, array);
                }
            }
        }
        for (array, _) in &indices {
            groups.join(*array, *array);
        }
        arrays.count(program, &mut groups, &indices);
        Some(arrays)
    }

    /// Decides for each group of arrays that are copied to one another.
    fn count(&mut self, program: &Program, groups: &mut Groups, indices: &[(VarId, Option<Sum>)]) {
        let mut grouped: BTreeMap<VarId, Vec<&Option<Sum>>> = BTreeMap::new();
        for (array, sum) in indices {
            grouped.entry(groups.root(*array)).or_default().push(sum);
        }
        for array in groups.members() {
            let root = groups.root(array);
            let sums = grouped.get(&root).map_or(&[][..], Vec::as_slice);
            let index_width = index_width(program, array);
            let counting = counting(sums, index_width);
            let wide = match &counting {
                Counting::Raw => index_width > 32,
                // Sums of several numbers are computed without overflow.
                Counting::Elements { unit, .. } => {
                    let simple = |sum: &Sum| {
                        let mut factors = sum.parts.values().map(|f| f.unsigned_abs());
                        sum.parts.len() <= 1 && factors.all(|f| f == *unit)
                    };
                    index_width > 32 && !sums.iter().all(|s| s.as_ref().is_some_and(simple))
                }
            };
            if wide {
                self.width = 64;
            }
            self.counting.insert(array, counting);
        }
    }

    /// How the indices of an array are read.
    pub(super) fn counting(&self, array: VarId) -> &Counting {
        self.counting.get(&array).unwrap_or(&Counting::Raw)
    }

    /// The array variables that an array term is made from.
    pub(super) fn below(&self, terms: &TermStore, array: TermId) -> Vec<VarId> {
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        let mut open = vec![array];
        while let Some(term) = open.pop() {
            if !seen.insert(term) {
                continue;
            }
            let args = terms.args(term);
            match terms.op(term) {
                Op::Store => open.push(args[0]),
                Op::Ite => open.extend(&args[1..]),
                _ => found.extend(self.by_symbol.get(&term)),
            }
        }
        found
    }

    /// The array variable of a symbol.
    pub(super) fn variable(&self, symbol: TermId) -> Option<VarId> {
        self.by_symbol.get(&symbol).copied()
    }

    /// The index of an access to an array where execution leaves a location.
    pub(super) fn place(
        &self,
        program: &Program,
        from: LocId,
        array: VarId,
        index: TermId,
    ) -> Option<Place> {
        let terms = &program.terms;
        let Counting::Elements { unit, .. } = self.counting(array) else {
            return Some(Place {
                number: index,
                exact: index,
                origin: None,
                simple: false,
            });
        };
        let sum = sum(terms, resolved(program, from, index))?;
        let width = index_width(program, array);
        let (origin, rest) = origin(sum.constant, width, *unit);
        let unit = *unit as i128;
        let mut number = terms.bv_signed(self.width, rest / unit);
        let mut exact = terms.bv_signed(width, sum.constant);
        for (term, times) in &sum.parts {
            let part = match (width, self.width) {
                (32, 64) => terms.sign_extend(32, *term),
                (64, 32) => narrow(terms, *term)?,
                _ => *term,
            };
            let factor = terms.bv_signed(self.width, times / unit);
            number = terms.bv_add(terms.bv_mul(part, factor), number);
            let times = terms.bv_signed(width, *times);
            exact = terms.bv_add(terms.bv_mul(*term, times), exact);
        }
        let simple = rest == 0 && sum.parts.values().copied().eq([unit]);
        Some(Place {
            number,
            exact,
            origin: Some(origin),
            simple: simple && self.width == 32 && (width == 64 || unit == 1),
        })
    }

    /// Whether an index is that of an element, given by its origin and number.
    pub(super) fn is_at(
        &self,
        program: &Program,
        array: VarId,
        place: &Place,
        element: (Option<Origin>, TermId),
    ) -> TermId {
        let (origin, number) = element;
        let terms = &program.terms;
        if place.simple && place.origin == origin {
            return terms.eq(place.number, number);
        }
        terms.eq(place.exact, self.index(program, array, origin, number))
    }

    /// The index at which the element with a number is.
    pub(super) fn index(
        &self,
        program: &Program,
        array: VarId,
        origin: Option<Origin>,
        number: TermId,
    ) -> TermId {
        let terms = &program.terms;
        let width = index_width(program, array);
        let (Counting::Elements { unit, .. }, Some(Origin(origin))) =
            (self.counting(array), origin)
        else {
            return number;
        };
        let own = terms.width(number);
        let number = match own.cmp(&width) {
            Ordering::Less => terms.sign_extend(width - own, number),
            Ordering::Greater => terms.extract(width - 1, 0, number),
            Ordering::Equal => number,
        };
        let scaled = terms.bv_mul(number, terms.bv(width, *unit));
        terms.bv_add(scaled, terms.bv(width, origin))
    }
}

fn is_array(terms: &TermStore, term: TermId) -> bool {
    matches!(terms.sort(term), Sort::Array(_))
}

/// Bits of an index.
pub(super) fn index_width(program: &Program, array: VarId) -> u32 {
    let pair = program.sort(array).as_array();
    pair.and_then(|(index, _)| index.width()).unwrap_or(32)
}

fn counting(sums: &[&Option<Sum>], width: u32) -> Counting {
    let mut unit = 0;
    for sum in sums {
        let Some(sum) = sum else {
            return Counting::Raw;
        };
        for factor in sum.parts.values() {
            unit = gcd(unit, factor.unsigned_abs());
        }
    }
    if unit == 0 || unit > 1 << 20 {
        return Counting::Raw;
    }
    let known = sums.iter().filter_map(|s| s.as_ref());
    let origins: BTreeSet<Origin> = known.map(|s| origin(s.constant, width, unit).0).collect();
    if origins.len() <= MAX_PLACES {
        Counting::Elements { unit, origins }
    } else {
        Counting::Raw
    }
}

/// Where a constant index belongs, and how far from there it is.
fn origin(constant: i128, width: u32, unit: u128) -> (Origin, i128) {
    let (object, offset) = match width {
        64 => {
            let object = (constant + (1 << 31)) >> 32;
            (object, constant - (object << 32))
        }
        _ => (0, constant),
    };
    let residue = offset.rem_euclid(unit as i128);
    let origin = (object << 32) + residue;
    (
        Origin(origin as u128 & u128::from(u64::MAX)),
        offset - residue,
    )
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// An index as a sum of multiples of numbers of 32 bits; `None` if it is not one.
fn sum(terms: &TermStore, index: TermId) -> Option<Sum> {
    let width = terms.width(index);
    let mut sum = plain_sum(terms, index);
    let wrap = |number: i128| match width {
        64 => i128::from(number as i64),
        _ => i128::from(number as i32),
    };
    sum.constant = wrap(sum.constant);
    sum.parts
        .values_mut()
        .for_each(|times| *times = wrap(*times));
    sum.parts.retain(|_, times| *times != 0);
    let fits = match width {
        32 => true,
        64 => sum.parts.keys().all(|part| narrow(terms, *part).is_some()),
        _ => false,
    };
    fits.then_some(sum)
}

/// What is extended to 64 bits.
fn narrow(terms: &TermStore, term: TermId) -> Option<TermId> {
    match terms.op(term) {
        Op::SignExtend(32) | Op::ZeroExtend(32) => Some(terms.args(term)[0]),
        _ => None,
    }
}

fn plain_sum(terms: &TermStore, term: TermId) -> Sum {
    if let Some(number) = terms.as_bv(term) {
        return Sum {
            constant: number.signed(),
            ..Sum::default()
        };
    }
    let args = terms.args(term);
    let factor = |at: usize| {
        let number = terms.as_bv(args[at])?.signed();
        // Far from overflowing.
        (number.unsigned_abs() < 1 << 40).then_some(number)
    };
    let mut sum = Sum::default();
    match terms.op(term) {
        Op::BvAdd => args.iter().for_each(|a| sum.add(&plain_sum(terms, *a), 1)),
        Op::BvSub => {
            sum.add(&plain_sum(terms, args[0]), 1);
            sum.add(&plain_sum(terms, args[1]), -1);
        }
        Op::BvNeg => sum.add(&plain_sum(terms, args[0]), -1),
        Op::BvMul if factor(1).is_some() => {
            sum.add(&plain_sum(terms, args[0]), factor(1).unwrap_or(0));
        }
        Op::BvMul if factor(0).is_some() => {
            sum.add(&plain_sum(terms, args[1]), factor(0).unwrap_or(0));
        }
        Op::Extract { high: 31, low: 0 } if terms.width(args[0]) == 64 => {
            let wide = plain_sum(terms, args[0]);
            sum.constant = wide.constant;
            for (part, times) in &wide.parts {
                let low = narrow(terms, *part).unwrap_or_else(|| terms.extract(31, 0, *part));
                *sum.parts.entry(low).or_default() += times;
            }
        }
        _ => {
            sum.parts.insert(term, 1);
        }
    }
    sum
}

/// A term where execution leaves a location, with what temporaries hold in their place as far as
/// one path leads there.
fn resolved(program: &Program, from: LocId, term: TermId) -> TermId {
    let terms = &program.terms;
    let cfa: &Cfa = program.entry_cfa();
    let mut term = term;
    let mut at = from;
    let mut changed = BTreeSet::new();
    for _ in 0..LOOK_BACK {
        let mut incoming = cfa.incoming(at);
        let (Some((_, edge)), None) = (incoming.next(), incoming.next()) else {
            break;
        };
        if let Some(target) = target_of(&edge.operation) {
            let symbol = program.symbol(target);
            if let Operation::Assign { value, .. } = edge.operation
                && !changed.contains(&symbol)
                && terms
                    .symbols_of(&[term])
                    .iter()
                    .any(|s| terms.symbol_term(*s) == symbol)
            {
                let read = terms.symbols_of(&[value]);
                let read: Vec<TermId> = read.iter().map(|s| terms.symbol_term(*s)).collect();
                let stays = |s: &TermId| *s != symbol && !changed.contains(s);
                if read.iter().all(stays) && !read.iter().any(|s| is_array(terms, *s)) {
                    term = Substitution::new(terms, [(symbol, value)]).apply(terms, term);
                }
            }
            changed.insert(symbol);
        }
        at = edge.from;
    }
    term
}

/// Arrays that are copied to one another.
#[derive(Default)]
struct Groups(BTreeMap<VarId, VarId>);

impl Groups {
    fn root(&mut self, array: VarId) -> VarId {
        let mut at = array;
        while let Some(next) = self.0.get(&at).copied().filter(|next| *next != at) {
            at = next;
        }
        self.0.insert(array, at);
        at
    }

    fn join(&mut self, a: VarId, b: VarId) {
        let (a, b) = (self.root(a), self.root(b));
        self.0.insert(a, b);
    }

    fn members(&self) -> Vec<VarId> {
        self.0.keys().copied().collect()
    }
}
