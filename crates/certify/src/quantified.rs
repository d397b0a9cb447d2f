//! Facts for all values of some symbols.
//!
//! `for all k: F(k)` at the end of a segment is shown for a `k` of which nothing is known: its own
//! symbol, which belongs to no variable. What holds at the start is used for that `k`, and for values
//! that the proof names, as they are in the segment. Each is a consequence of what holds for all, so
//! whatever the proof names, what is accepted is true. Queries stay free of quantifiers.

use crate::proof::Rejection;
use invar_cfa::{EdgeId, Program};
use invar_term::{Substitution, TermId};
use invar_verdict::Instance;
use std::collections::{BTreeMap, BTreeSet};

/// Universal symbols and the values to instantiate them with.
pub(crate) struct Quantified<'a> {
    instances: &'a [Instance],
}

impl<'a> Quantified<'a> {
    /// # Errors
    /// If a term is not a symbol, or belongs to a variable: facts would be about that variable.
    pub fn new(
        program: &Program,
        universals: &[TermId],
        instances: &'a [Instance],
    ) -> Result<Quantified<'a>, Rejection> {
        let variables: BTreeSet<TermId> =
            program.variable_ids().map(|v| program.symbol(v)).collect();
        let is_free = |symbol: &TermId| {
            program.terms.as_symbol(*symbol).is_some() && !variables.contains(symbol)
        };
        if !universals.iter().all(is_free) {
            return Err(Rejection::Refuted(
                "a universal symbol belongs to a variable".into(),
            ));
        }
        for (_, symbol, value) in instances.iter().flat_map(|i| &i.values) {
            let same_sort = program.terms.sort(*symbol) == program.terms.sort(*value);
            if !universals.contains(symbol) || !same_sort {
                return Err(Rejection::Refuted("an instance is not one".into()));
            }
        }
        Ok(Quantified { instances })
    }

    /// The terms whose values in a segment are needed.
    pub fn asked(&self) -> BTreeSet<(EdgeId, TermId)> {
        let all = self.instances.iter().flat_map(|i| &i.values);
        all.map(|(edge, _, value)| (*edge, *value)).collect()
    }

    /// What a fact for all values says of those that a segment has.
    pub fn instances(
        &self,
        program: &Program,
        fact: TermId,
        seen: &BTreeMap<(EdgeId, TermId), TermId>,
    ) -> Vec<TermId> {
        let mut found = Vec::new();
        for instance in self.instances {
            let mut values: BTreeMap<TermId, TermId> = BTreeMap::new();
            for (edge, symbol, term) in &instance.values {
                if let Some(value) = seen.get(&(*edge, *term)) {
                    values.entry(*symbol).or_insert(*value);
                }
            }
            let instance = Substitution::new(&program.terms, values).apply(&program.terms, fact);
            if instance != fact && !found.contains(&instance) {
                found.push(instance);
            }
        }
        found
    }
}
