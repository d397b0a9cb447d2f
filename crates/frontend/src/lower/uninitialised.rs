//! Local variables that are read before they have a value (C11 6.3.2.1 paragraph 2).
//!
//! A scalar variable that does not lie in memory, and that may come into being without a value, has a flag: it is set where
//! the variable comes into being, and cleared by every write. A read requires that it is clear. At the end of a function, flags
//! whose values follow from the automaton alone are replaced by them; most checks are gone then.

use super::body::Body;
use super::place::Place;
use super::shape::{Scalar, Shape, Storage};
use crate::ast::{DeclaredBy, VariableId};
use crate::written::is_generated;
use invar_cfa::{Aspect, Cfa, LocId, Operation, Span, Undefined, VarId};
use invar_term::{Substitution, TermId, TermStore};
use rustc_hash::{FxHashMap, FxHashSet};

/// Bits of a flag.
const WIDTH: u32 = 8;

impl Body<'_, '_> {
    /// A variable comes into being without a value.
    pub(super) fn begin_without_value(
        &mut self,
        variable: VariableId,
        storage: &Storage,
        span: Option<Span>,
    ) {
        let declared = self.lowering.unit.variable(variable);
        let is_asked = (self.lowering.program.property).asks_for(Aspect::Uninitialised);
        let is_scalar = matches!(*storage.shape, Shape::Scalar(_));
        let is_written = declared.declared_by == DeclaredBy::Text
            && !self.is_of_a_model(span)
            && !is_generated(&declared.name);
        if !is_asked || !is_scalar || !is_written {
            return;
        }
        let leaf = storage.leaves[0];
        let flag = match self.missing_values.get(&leaf) {
            Some(known) => *known,
            None => {
                let made = self.temporary(Scalar::BYTE);
                self.missing_values.insert(leaf, made);
                made
            }
        };
        self.assign(flag, self.terms.bv(WIDTH, 1), span);
    }

    /// The flags of the variables to which an operation gives values.
    pub(super) fn flags_of_written(&self, operation: &Operation) -> Vec<VarId> {
        let flags = &self.missing_values;
        if flags.is_empty() {
            return Vec::new();
        }
        let written = match operation {
            Operation::Assign { target, .. } | Operation::Havoc { target, .. } => {
                std::slice::from_ref(target)
            }
            Operation::Call { results, .. } => results.as_slice(),
            Operation::Skip | Operation::Assume { .. } => &[],
        };
        let flagged = written.iter().filter_map(|variable| flags.get(variable));
        flagged.copied().collect()
    }

    /// Their variables have values.
    pub(super) fn note_values(&mut self, flags: &[VarId], span: Option<Span>) {
        for flag in flags {
            self.assign(*flag, self.terms.bv(WIDTH, 0), span);
        }
    }

    /// A variable is read: it has a value.
    pub(super) fn check_value_is_there(&mut self, place: &Place, span: Option<Span>) {
        let Place::Plain(plain) = place else { return };
        let [variable] = plain.variables() else {
            return;
        };
        let Some(flag) = self.missing_values.get(variable).copied() else {
            return;
        };
        let t = self.terms.clone();
        let is_there = t.eq(self.symbol(flag), t.bv(WIDTH, 0));
        let evaluated = t.and(&self.guards);
        self.require(
            t.implies(evaluated, is_there),
            Undefined::Uninitialised,
            span,
        );
    }

    /// Replaces flags by their values where these follow from the automaton.
    pub(super) fn settle_missing_values(&mut self) {
        let mut flags: Vec<VarId> = self.missing_values.values().copied().collect();
        if flags.is_empty() {
            return;
        }
        flags.sort();
        let terms = self.terms.clone();
        let symbols: Vec<TermId> = flags.iter().map(|flag| self.symbol(*flag)).collect();
        let known = known_flags(&self.cfa, &terms, &flags);
        let mut is_open = vec![false; flags.len()];
        for edge in self.cfa.edge_ids() {
            let from = self.cfa.edge(edge).from;
            let Operation::Assume { condition, .. } = self.cfa.operation_mut(edge) else {
                continue;
            };
            let mentioned = terms.symbols_of(&[*condition]);
            let mut pairs = Vec::new();
            for (number, symbol) in symbols.iter().enumerate() {
                let is_mentioned = terms
                    .as_symbol(*symbol)
                    .is_some_and(|s| mentioned.contains(&s));
                if !is_mentioned {
                    continue;
                }
                match known.get(&from).map(|flags| flags[number]) {
                    Some(Flag::Known(value)) => pairs.push((*symbol, terms.bv(WIDTH, value))),
                    _ => is_open[number] = true,
                }
            }
            if !pairs.is_empty() {
                *condition = Substitution::new(&terms, pairs).apply(&terms, *condition);
            }
        }
        // Flags that no check reads any more are not assigned.
        let open: FxHashSet<VarId> = (flags.iter().zip(is_open))
            .filter_map(|(flag, is_open)| is_open.then_some(*flag))
            .collect();
        for edge in self.cfa.edge_ids() {
            let operation = self.cfa.operation_mut(edge);
            if let Operation::Assign { target, .. } = operation
                && flags.binary_search(target).is_ok()
                && !open.contains(target)
            {
                *operation = Operation::Skip;
            }
        }
    }
}

/// What is known of a flag at a location.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flag {
    Known(u128),
    Any,
}

/// What is known of all flags at each location that edges lead to.
type KnownFlags = FxHashMap<LocId, Vec<Flag>>;

/// Follows the assignments to flags. At the entry they have any value.
fn known_flags(cfa: &Cfa, terms: &TermStore, flags: &[VarId]) -> KnownFlags {
    let mut known = KnownFlags::default();
    known.insert(cfa.entry, vec![Flag::Any; flags.len()]);
    let mut changed = vec![cfa.entry];
    while let Some(here) = changed.pop() {
        for (_, edge) in cfa.outgoing(here) {
            let mut after = known[&here].clone();
            if let Operation::Assign { target, value } = &edge.operation
                && let Ok(number) = flags.binary_search(target)
            {
                let value = terms.as_bv(*value);
                after[number] = value.map_or(Flag::Any, |value| Flag::Known(value.unsigned()));
            }
            if join(&mut known, edge.to, after) {
                changed.push(edge.to);
            }
        }
    }
    known
}

/// Whether what is known at a location became less.
fn join(known: &mut KnownFlags, location: LocId, arriving: Vec<Flag>) -> bool {
    let Some(there) = known.get_mut(&location) else {
        known.insert(location, arriving);
        return true;
    };
    let mut is_less = false;
    for (at, arrives) in there.iter_mut().zip(arriving) {
        if *at != Flag::Any && *at != arrives {
            *at = Flag::Any;
            is_less = true;
        }
    }
    is_less
}
