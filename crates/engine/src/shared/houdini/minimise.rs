//! Facts that others imply are dropped; the conjunction with those known before stays the same.

use crate::shared::linear::{Constraint, Relation};
use crate::{Queries, Task};
use invar_solver::{Answer, Budget};
use invar_term::{RBig, TermId, TermStore};
use std::collections::BTreeMap;
use std::time::Duration;

/// Time that a location may take.
const MAX_TIME: Duration = Duration::from_millis(500);

/// Drops facts of one location that the others and `proved` imply, as far as that is found out in
/// time.
pub(super) fn minimise(
    task: &Task<'_>,
    proved: &[TermId],
    facts: &mut Vec<TermId>,
    queries: &mut Queries<'_>,
    budget: &Budget,
) {
    let terms = &task.blocks.terms;
    drop_looser(terms, facts);
    let budget = budget.at_most(MAX_TIME);
    // The last ones are the weakest.
    let mut index = facts.len();
    while index > 0 && !budget.is_exhausted() {
        index -= 1;
        let mut query = facts.clone();
        query[index] = terms.not(facts[index]);
        query.extend(proved);
        if let Answer::Unsat(_) = queries.satisfiable(&query, &budget) {
            facts.remove(index);
        }
    }
}

/// Of the bounds on one sum over integers or reals, keeps the tightest.
fn drop_looser(terms: &TermStore, facts: &mut Vec<TermId>) {
    let bound = |fact: TermId| {
        let constraint = Constraint::of(terms, fact)?;
        let is_bound = constraint.relation == Relation::AtMostZero;
        let expression = constraint.expression;
        let sum: Vec<(TermId, RBig)> = expression.terms.into_iter().collect();
        is_bound.then_some((sum, expression.constant))
    };
    // sum + c <= 0 is tighter for larger c.
    let mut tightest: BTreeMap<Vec<(TermId, RBig)>, RBig> = BTreeMap::new();
    for (sum, constant) in facts.iter().filter_map(|fact| bound(*fact)) {
        let best = tightest.entry(sum).or_insert_with(|| constant.clone());
        if constant > *best {
            *best = constant;
        }
    }
    facts.retain(|fact| bound(*fact).is_none_or(|(sum, constant)| tightest[&sum] == constant));
}
