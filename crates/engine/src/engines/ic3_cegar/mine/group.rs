//! Which states are considered together: those of one site with the same variables, or those of all
//! sites with the same numbers. Numbers of different sorts are considered separately.

use crate::shared::candidates::equation::{is_far_from_wrapping, number};
use crate::shared::ic3::PlaceId;
use invar_term::{RBig, Sort, SymbolId, Value};
use std::collections::BTreeMap;

/// Where a state was refined: place, and the value of the program counter if states have one.
pub(in crate::engines::ic3_cegar) type Site = (PlaceId, Option<Value>);
/// The values of the variables of a lifted state, without the program counter, ordered by symbol.
pub(in crate::engines::ic3_cegar) type Point = Vec<(SymbolId, Value)>;

/// The numbers of one sort in a state.
pub(super) struct Projection {
    pub sort: Sort,
    pub variables: Vec<SymbolId>,
    /// Their values, in the same order; bits in their signed reading.
    pub values: Vec<RBig>,
    /// All variables of the state, with the values of those that are no numbers.
    shape: Vec<(SymbolId, Option<Value>)>,
}

/// What the states of one group have in common.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    /// Any, if none.
    site: Option<Site>,
    shape: Vec<(SymbolId, Option<Value>)>,
    sort: Sort,
}

impl Projection {
    /// Whether sums of its numbers are what they are over the integers.
    pub(super) fn is_additive(&self) -> bool {
        let width = self.sort.width();
        width.is_none_or(|width| is_far_from_wrapping(&self.values, width))
    }
}

impl Key {
    /// The key of states of one site with the same variables, and equal values of those that are
    /// not numbers.
    pub(super) fn at(site: &Site, projection: &Projection) -> Key {
        Key {
            site: Some(site.clone()),
            shape: projection.shape.clone(),
            sort: projection.sort.clone(),
        }
    }

    /// The key of states with the same variables of the sort.
    pub(super) fn across(projection: &Projection) -> Key {
        let variables = projection.variables.iter();
        Key {
            site: None,
            shape: variables.map(|variable| (*variable, None)).collect(),
            sort: projection.sort.clone(),
        }
    }
}

/// The state's integers, its reals, and its bit-vectors of each width.
pub(super) fn projections(point: &Point) -> Vec<Projection> {
    let shape: Vec<_> = point
        .iter()
        .map(|(symbol, value)| match number(value) {
            Some(_) => (*symbol, None),
            None => (*symbol, Some(value.clone())),
        })
        .collect();
    let mut by_sort: BTreeMap<Sort, Projection> = BTreeMap::new();
    for (symbol, value) in point {
        let Some(number) = number(value) else {
            continue;
        };
        let sort = value.sort();
        let projection = by_sort.entry(sort.clone()).or_insert_with(|| Projection {
            sort,
            variables: Vec::new(),
            values: Vec::new(),
            shape: shape.clone(),
        });
        projection.variables.push(*symbol);
        projection.values.push(number);
    }
    by_sort.into_values().collect()
}
