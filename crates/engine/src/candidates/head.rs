//! A loop head as guessing sees it: its live variables and the states that executions had there.

use crate::sample::Sample;
use invar_cfa::{Program, VarId};
use invar_term::{IBig, RBig, Sort, TermId, TermStore, Value};
use std::collections::{BTreeMap, BTreeSet};

/// A loop head.
pub(super) struct Head<'a> {
    pub program: &'a Program,
    /// Live variables that hold numbers and matter, in order.
    pub variables: Vec<VarId>,
    /// States there; possibly none.
    pub samples: Vec<&'a Sample>,
}

/// The least and the largest value of an expression, and in how many executions it has them.
pub(super) struct Range {
    pub least: RBig,
    pub most: RBig,
    least_runs: BTreeSet<u32>,
    most_runs: BTreeSet<u32>,
    runs: BTreeSet<u32>,
}

/// Executions in which a bound must be attained to be believed.
const FEW: usize = 3;

impl Range {
    /// Whether the least value looks like a bound: many executions have it.
    pub(super) fn attains_least(&self) -> bool {
        self.least_runs.len() >= FEW && self.least_runs.len() * 4 >= self.runs.len()
    }

    /// Whether the largest value looks like a bound.
    pub(super) fn attains_most(&self) -> bool {
        self.most_runs.len() >= FEW && self.most_runs.len() * 4 >= self.runs.len()
    }
}

impl<'a> Head<'a> {
    pub(super) fn terms(&self) -> &'a TermStore {
        &self.program.terms
    }

    /// The same head with fewer states.
    pub(super) fn restricted(&self, keep: impl Fn(&Sample) -> bool) -> Head<'a> {
        Head {
            program: self.program,
            variables: self.variables.clone(),
            samples: self.samples.iter().copied().filter(|s| keep(s)).collect(),
        }
    }

    /// The variables by sort.
    pub(super) fn by_sort(&self) -> BTreeMap<Sort, Vec<VarId>> {
        let mut groups: BTreeMap<Sort, Vec<VarId>> = BTreeMap::new();
        for variable in &self.variables {
            let sort = self.program.sort(*variable).clone();
            groups.entry(sort).or_default().push(*variable);
        }
        groups
    }

    /// The value of a variable in a state, bits read as the variable's type says.
    pub(super) fn number(&self, sample: &Sample, variable: VarId) -> Option<RBig> {
        let symbol = self.terms().as_symbol(self.program.symbol(variable))?;
        Some(match sample.memory.get(&symbol)? {
            Value::Int(number) => RBig::from(number.clone()),
            Value::Real(number) => number.clone(),
            Value::Bv(bits) if self.program.variable(variable).integer.signed => {
                RBig::from(IBig::from(bits.signed()))
            }
            Value::Bv(bits) => RBig::from(IBig::from(bits.unsigned())),
            _ => return None,
        })
    }

    /// The values that a sum of variables takes.
    pub(super) fn range(&self, sum: &[(VarId, RBig)]) -> Option<Range> {
        let mut range: Option<Range> = None;
        for sample in &self.samples {
            let mut value = RBig::ZERO;
            for (variable, coefficient) in sum {
                value += self.number(sample, *variable)? * coefficient;
            }
            let range = range.get_or_insert_with(|| Range {
                least: value.clone(),
                most: value.clone(),
                least_runs: BTreeSet::new(),
                most_runs: BTreeSet::new(),
                runs: BTreeSet::new(),
            });
            if value < range.least {
                range.least = value.clone();
                range.least_runs.clear();
            }
            if value > range.most {
                range.most = value.clone();
                range.most_runs.clear();
            }
            if value == range.least {
                range.least_runs.insert(sample.run);
            }
            if value == range.most {
                range.most_runs.insert(sample.run);
            }
            range.runs.insert(sample.run);
        }
        range
    }
}

/// An ordered set of guesses that takes no more than it was made for.
#[derive(Default)]
pub(super) struct Guesses {
    order: Vec<TermId>,
    seen: BTreeSet<TermId>,
}

impl Guesses {
    /// Adds those that are new, as long as there are fewer than `most` of all.
    pub(super) fn extend(
        &mut self,
        terms: &TermStore,
        most: usize,
        guesses: impl IntoIterator<Item = TermId>,
    ) {
        for guess in guesses {
            let is_open = terms.as_constant(guess).is_none();
            if self.order.len() < most && is_open && self.seen.insert(guess) {
                self.order.push(guess);
            }
        }
    }

    pub(super) fn into_vec(self) -> Vec<TermId> {
        self.order
    }
}
