//! Expressions that may decrease on every way around a loop, as unsigned numbers over the state at its head.
//!
//! From conditions in the loop: `a < b` gives `b - a`, `a <= b` gives `b - a + 1`, both directions; from variables: up and
//! down, as unsigned and as signed numbers; from two or three variables: sums and differences in more bits, which
//! do not wrap around. Differences from conditions do; whether that matters is for the proof to say.

use invar_certify::termination::LoopPart;
use invar_cfa::{EdgeId, LocId, Operation, Program, VarId};
use invar_term::{Op, Substitution, TermId, TermStore};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Variables of which pairs are made.
const PAIRED: usize = 14;
/// Variables of which sums with factors are made.
const COMBINED: usize = 5;
/// Bits that keep sums of the largest numbers from wrapping around.
const MORE_BITS: u32 = 8;
/// Bits of numbers of which sums are made.
const MAX_BITS: u32 = 64;
/// Elements of memory that are looked at.
const MAX_ELEMENTS: usize = 8;
/// Candidates of a loop.
const MAX_CANDIDATES: usize = 1500;
/// Terms with more parts are no candidates.
const LARGEST: usize = 40;

/// The elements of memory that conditions of a loop read, over the state at its head.
pub(crate) fn elements(program: &Program, part: &LoopPart) -> Vec<TermId> {
    let terms = &program.terms;
    let mut found = Vec::new();
    for atom in atoms_at_head(program, part) {
        for term in terms.postorder(&[atom.condition]) {
            let is_number = terms.sort(term).width().is_some();
            if *terms.op(term) == Op::Select && is_number && !found.contains(&term) {
                found.push(term);
            }
        }
    }
    found.truncate(MAX_ELEMENTS);
    found
}

/// The candidates of a loop over variables that are live at its head and elements of memory, likely ones first.
pub(crate) fn candidates(
    program: &Program,
    part: &LoopPart,
    variables: &[VarId],
    elements: &[TermId],
) -> Vec<TermId> {
    let terms = &program.terms;
    let mut list = List {
        terms,
        seen: BTreeSet::new(),
        found: Vec::new(),
    };
    let atoms = atoms_at_head(program, part);
    for atom in &atoms {
        list.differences(atom);
    }
    let numbers: Vec<TermId> = variables
        .iter()
        .map(|v| program.symbol(*v))
        .chain(elements.iter().copied())
        .filter(|symbol| terms.sort(*symbol).width().is_some_and(|width| width > 1))
        .collect();
    for number in &numbers {
        list.directions(*number);
        list.add(distance_from_zero(terms, *number));
    }
    for variable in variables {
        let symbol = program.symbol(*variable);
        match terms.sort(symbol) {
            invar_term::Sort::Bool => {
                let bit = |value| terms.bv(1, value);
                list.add(terms.ite(symbol, bit(1), bit(0)));
                list.add(terms.ite(symbol, bit(0), bit(1)));
            }
            sort if sort.width() == Some(1) => {
                list.add(symbol);
                list.add(terms.bv_not(symbol));
            }
            _ => {}
        }
    }
    for atom in &atoms {
        // Conditions themselves: a phase that is left and never entered again.
        let bit = |value| terms.bv(1, value);
        list.add(terms.ite(atom.condition, bit(1), bit(0)));
        list.add(terms.ite(atom.condition, bit(0), bit(1)));
    }
    let long: Vec<TermId> = (variables.iter())
        .filter_map(|v| wide_variable(program, *v))
        .chain(elements.iter().map(|e| wide(terms, *e, Extended::BySign)))
        .collect();
    let widths: BTreeSet<u32> = long.iter().map(|term| terms.width(*term)).collect();
    for width in widths.iter().rev() {
        let same: Vec<TermId> = (long.iter().copied())
            .filter(|term| terms.width(*term) == *width)
            .collect();
        list.pairs(&same[..same.len().min(PAIRED)]);
        list.combinations(&same[..same.len().min(COMBINED)]);
    }
    list.found
}

/// A comparison over the state at the head of the loop.
struct Atom {
    condition: TermId,
    left: TermId,
    right: TermId,
}

struct List<'t> {
    terms: &'t TermStore,
    seen: BTreeSet<TermId>,
    found: Vec<TermId>,
}

impl List<'_> {
    fn add(&mut self, term: TermId) {
        let is_constant = self.terms.as_constant(term).is_some();
        if !is_constant && self.found.len() < MAX_CANDIDATES && self.seen.insert(term) {
            self.found.push(term);
        }
    }

    fn differences(&mut self, atom: &Atom) {
        let terms = self.terms;
        let Some(width) = terms.sort(atom.left).width().filter(|width| *width > 1) else {
            return;
        };
        let forth = terms.bv_sub(atom.right, atom.left);
        let back = terms.bv_sub(atom.left, atom.right);
        let one = terms.bv(width, 1);
        for difference in [forth, back] {
            self.add(difference);
            self.add(terms.bv_add(difference, one));
        }
    }

    /// A signed number that decreases or increases.
    fn signed_directions(&mut self, number: TermId) {
        let terms = self.terms;
        let width = terms.width(number);
        let shifted = terms.bv_add(number, terms.bv(width, 1 << (width - 1)));
        self.add(shifted);
        self.add(terms.bv_not(shifted));
    }

    /// Differences, sums, distances, smallest and largest of two numbers.
    fn pairs(&mut self, numbers: &[TermId]) {
        let terms = self.terms;
        for (at, one) in numbers.iter().enumerate() {
            for other in &numbers[at + 1..] {
                let difference = terms.bv_sub(*one, *other);
                self.signed_directions(difference);
                self.signed_directions(terms.bv_add(*one, *other));
                self.add(distance_from_zero(terms, difference));
                let is_less = terms.bv_slt(*one, *other);
                self.signed_directions(terms.ite(is_less, *one, *other));
                self.signed_directions(terms.ite(is_less, *other, *one));
            }
        }
    }

    /// Sums of two or three numbers with small factors.
    fn combinations(&mut self, numbers: &[TermId]) {
        let terms = self.terms;
        for (at, one) in numbers.iter().enumerate() {
            let width = terms.width(*one);
            let factor = |value: i128, of: TermId| terms.bv_mul(terms.bv_signed(width, value), of);
            let later = &numbers[at + 1..];
            for (next, other) in later.iter().enumerate() {
                for (a, b) in [
                    (2, 1),
                    (1, 2),
                    (2, -1),
                    (1, -2),
                    (3, 1),
                    (1, 3),
                    (3, -1),
                    (1, -3),
                ] {
                    self.signed_directions(terms.bv_add(factor(a, *one), factor(b, *other)));
                }
                for third in &later[next + 1..] {
                    for (b, c) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                        let sum = terms.bv_add(*one, factor(b, *other));
                        self.signed_directions(terms.bv_add(sum, factor(c, *third)));
                    }
                }
            }
        }
    }

    /// A number that decreases or increases, unsigned or signed.
    fn directions(&mut self, number: TermId) {
        let terms = self.terms;
        let width = terms.width(number);
        let shifted = terms.bv_add(number, terms.bv(width, 1 << (width - 1)));
        for value in [number, shifted] {
            self.add(value);
            self.add(terms.bv_not(value));
        }
    }
}

/// How a number gets more bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Extended {
    BySign,
    ByZeros,
}

/// A number extended by enough bits that small sums of such numbers do not wrap around.
pub(crate) fn wide(terms: &TermStore, number: TermId, how: Extended) -> TermId {
    let more = match terms.width(number) {
        // To the next type of C, for people.
        width @ ..=16 => 32 - width,
        width @ ..=32 => 64 - width,
        _ => MORE_BITS,
    };
    match how {
        Extended::BySign => terms.sign_extend(more, number),
        Extended::ByZeros => terms.zero_extend(more, number),
    }
}

/// A variable that is a number, as its type reads it, with more bits.
pub(crate) fn wide_variable(program: &Program, variable: VarId) -> Option<TermId> {
    let symbol = program.symbol(variable);
    let width = program.terms.sort(symbol).width()?;
    let how = if program.variable(variable).integer.signed {
        Extended::BySign
    } else {
        Extended::ByZeros
    };
    (width > 1 && width <= MAX_BITS).then(|| wide(&program.terms, symbol, how))
}

/// How far a signed number is from zero.
pub(crate) fn distance_from_zero(terms: &TermStore, number: TermId) -> TermId {
    let negative = terms.bv_slt(number, terms.bv(terms.width(number), 0));
    terms.ite(negative, terms.bv_neg(number), number)
}

/// The comparisons in the conditions of a loop, over the state at its head; those that can leave the loop first.
fn atoms_at_head(program: &Program, part: &LoopPart) -> Vec<Atom> {
    let cfa = program.entry_cfa();
    let ways = ways_from_head(program, part);
    let mut exits = Vec::new();
    let mut others = Vec::new();
    for location in &part.component {
        let leaves = cfa
            .outgoing(*location)
            .any(|(_, edge)| !part.component.contains(&edge.to));
        for (_, edge) in cfa.outgoing(*location) {
            let Operation::Assume { condition, .. } = &edge.operation else {
                continue;
            };
            if !part.component.contains(&edge.to) {
                continue;
            }
            let Some(condition) = at_head(program, part.head, &ways, *location, *condition) else {
                continue;
            };
            if leaves {
                exits.push(condition)
            } else {
                others.push(condition)
            }
        }
    }
    let terms = &program.terms;
    let mut seen = BTreeSet::new();
    let mut atoms = Vec::new();
    for condition in exits.into_iter().chain(others) {
        for term in terms.postorder(&[condition]) {
            let is_comparison = matches!(
                terms.op(term),
                Op::Eq | Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle
            );
            if is_comparison && seen.insert(term) && terms.postorder(&[term]).len() <= LARGEST {
                let args = terms.args(term);
                atoms.push(Atom {
                    condition: term,
                    left: args[0],
                    right: args[1],
                });
            }
        }
    }
    atoms
}

/// For each location of the loop, the edge on a shortest way from the head that arrives there.
fn ways_from_head(program: &Program, part: &LoopPart) -> BTreeMap<LocId, EdgeId> {
    let cfa = program.entry_cfa();
    let mut ways = BTreeMap::new();
    let mut queue = VecDeque::from([part.head]);
    while let Some(location) = queue.pop_front() {
        for (id, edge) in cfa.outgoing(location) {
            let is_new = edge.to != part.head && !ways.contains_key(&edge.to);
            if is_new && part.component.contains(&edge.to) {
                ways.insert(edge.to, id);
                queue.push_back(edge.to);
            }
        }
    }
    ways
}

/// A term at a location, over the state at the head; `None` where an input is on the way.
fn at_head(
    program: &Program,
    head: LocId,
    ways: &BTreeMap<LocId, EdgeId>,
    mut location: LocId,
    mut term: TermId,
) -> Option<TermId> {
    let terms = &program.terms;
    let cfa = program.entry_cfa();
    while location != head {
        let edge = cfa.edge(*ways.get(&location)?);
        match &edge.operation {
            Operation::Assign { target, value } => {
                let pair = [(program.symbol(*target), *value)];
                term = Substitution::new(terms, pair).apply(terms, term);
            }
            Operation::Havoc { target, .. } => {
                let symbol = terms.as_symbol(program.symbol(*target))?;
                if terms.symbols_of(&[term]).contains(&symbol) {
                    return None;
                }
            }
            Operation::Skip | Operation::Assume { .. } => {}
            Operation::Call { .. } => return None,
        }
        location = edge.from;
    }
    Some(term)
}
