//! Shares of the time that is left.

use invar_budget::Budget;

/// Some percent of the time that is left.
pub(crate) fn share(budget: &Budget, percent: u32) -> Budget {
    let left = budget.left();
    budget.at_most(left * percent / 100)
}
