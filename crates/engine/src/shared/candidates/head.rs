//! A loop head for candidate generation: its live variables and the states that sampled executions
//! had there.

use crate::shared::sample::Sample;
use invar_cfa::{Program, VarId};
use invar_term::{Evaluator, IBig, RBig, Sort, TermId, TermStore, Value};
use std::collections::{BTreeMap, BTreeSet};

/// A loop head.
pub(super) struct Head<'a> {
    pub program: &'a Program,
    /// Live variables that hold numbers and matter, in order.
    pub variables: Vec<VarId>,
    /// States there; possibly none.
    pub samples: Vec<&'a Sample>,
    /// The values of variables that are small integers in all samples: most are, and rationals
    /// are slow.
    small: BTreeMap<VarId, Vec<i64>>,
}

/// The least and the largest value of an expression, and in how many executions it has them.
pub(super) struct Range {
    pub least: RBig,
    pub most: RBig,
    least_runs: BTreeSet<u32>,
    most_runs: BTreeSet<u32>,
    runs: BTreeSet<u32>,
}

/// Executions in which a bound must be attained to become a candidate.
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
    pub(super) fn new(
        program: &'a Program,
        variables: Vec<VarId>,
        samples: Vec<&'a Sample>,
    ) -> Head<'a> {
        let mut head = Head {
            program,
            variables,
            samples,
            small: BTreeMap::new(),
        };
        for variable in head.variables.clone() {
            let values = head.samples.iter().map(|sample| {
                let number = head.number(sample, variable)?;
                i64::try_from(number.numerator().clone())
                    .ok()
                    .filter(|_| number.is_int())
            });
            if let Some(values) = values.collect() {
                head.small.insert(variable, values);
            }
        }
        head
    }

    /// Removes what is false in a sampled state.
    pub(super) fn refute(&self, candidates: &mut Vec<TermId>) {
        for sample in &self.samples {
            let mut evaluator = Evaluator::new(self.terms(), &sample.memory);
            candidates.retain(|candidate| evaluator.eval_bool(*candidate).unwrap_or(true));
        }
    }

    pub(super) fn terms(&self) -> &'a TermStore {
        &self.program.terms
    }

    /// This head with only the states that `keep` accepts.
    pub(super) fn restricted(&self, keep: impl Fn(&Sample) -> bool) -> Head<'a> {
        let samples = self.samples.iter().copied().filter(|s| keep(s));
        Head::new(self.program, self.variables.clone(), samples.collect())
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

    /// A sum in every sample, if its parts are small integers.
    fn small_values(&self, sum: &[(VarId, RBig)]) -> Option<Vec<i128>> {
        let mut values = vec![0_i128; self.samples.len()];
        for (variable, coefficient) in sum {
            let whole = coefficient.numerator().clone();
            let factor = i32::try_from(whole).ok().filter(|_| coefficient.is_int())?;
            for (value, part) in values.iter_mut().zip(self.small.get(variable)?) {
                *value += i128::from(factor) * i128::from(*part);
            }
        }
        Some(values)
    }

    /// The values that a sum of variables takes.
    pub(super) fn range(&self, sum: &[(VarId, RBig)]) -> Option<Range> {
        if let Some(values) = self.small_values(sum) {
            return self.small_range(&values);
        }
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

impl Head<'_> {
    /// The range of a sum whose value in each sample is known.
    fn small_range(&self, values: &[i128]) -> Option<Range> {
        let (least, most) = (*values.iter().min()?, *values.iter().max()?);
        let runs = || self.samples.iter().map(|sample| sample.run);
        let runs_with = |end: i128| {
            let with = runs().zip(values).filter(|(_, value)| **value == end);
            with.map(|(run, _)| run).collect()
        };
        Some(Range {
            least: RBig::from(IBig::from(least)),
            most: RBig::from(IBig::from(most)),
            least_runs: runs_with(least),
            most_runs: runs_with(most),
            runs: runs().collect(),
        })
    }
}

/// An ordered set of candidates with a maximal size.
#[derive(Default)]
pub(super) struct CandidateSet {
    order: Vec<TermId>,
    seen: BTreeSet<TermId>,
}

impl CandidateSet {
    /// Adds those that are new, as long as there are fewer than `most` of all.
    pub(super) fn extend(
        &mut self,
        terms: &TermStore,
        most: usize,
        candidates: impl IntoIterator<Item = TermId>,
    ) {
        for candidate in candidates {
            let is_open = terms.as_constant(candidate).is_none();
            if self.order.len() < most && is_open && self.seen.insert(candidate) {
                self.order.push(candidate);
            }
        }
    }

    pub(super) fn into_vec(self) -> Vec<TermId> {
        self.order
    }
}
