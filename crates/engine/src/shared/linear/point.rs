//! A rational solution of linear constraints.

use super::simplex::solve;
use super::{Constraint, Relation};
use invar_term::{RBig, TermId};
use std::collections::{BTreeMap, BTreeSet};

/// Some values of the atoms that satisfy all constraints, strict ones possibly as equations;
/// `None` if there are none or the search is too long.
pub(crate) fn point(constraints: &[Constraint]) -> Option<BTreeMap<TermId, RBig>> {
    let atoms: BTreeSet<TermId> = constraints
        .iter()
        .flat_map(|c| c.expression.terms.keys().copied())
        .collect();
    // Each atom is a difference of two columns; each inequality has a slack.
    let slacks: Vec<usize> = (0..constraints.len())
        .filter(|i| constraints[*i].relation != Relation::Zero)
        .collect();
    let mut rows = Vec::new();
    let mut right = Vec::new();
    for (position, constraint) in constraints.iter().enumerate() {
        let mut row = Vec::with_capacity(2 * atoms.len() + slacks.len());
        for atom in &atoms {
            let coefficient = constraint.expression.coefficient(*atom);
            row.push(coefficient.clone());
            row.push(-coefficient);
        }
        row.extend(slacks.iter().map(|s| {
            if *s == position {
                RBig::ONE
            } else {
                RBig::ZERO
            }
        }));
        let mut value = -constraint.expression.constant.clone();
        if value < RBig::ZERO {
            value = -value;
            row.iter_mut().for_each(|entry| *entry = -entry.clone());
        }
        rows.push(row);
        right.push(value);
    }
    let solution = solve(rows, right)?;
    let value = |(index, atom): (usize, &TermId)| {
        let difference = &solution[2 * index] - &solution[2 * index + 1];
        (*atom, difference)
    };
    Some(atoms.iter().enumerate().map(value).collect())
}
