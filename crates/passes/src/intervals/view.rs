//! Terms under the ranges of a state: evaluation, and learning from conditions.

use super::arithmetic as on;
use super::operators::{bits_of, compared, negated, readings, truth_of};
use super::range::{Bits, MAX_WIDTH, Range};
use super::{Domain, State};
use invar_cfa::VarId;
use invar_term::{Op, Sort, TermId};
use rustc_hash::FxHashMap;

/// What is known about the value of a term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Known {
    /// A bit-vector within bounds.
    Bits(Bits),
    /// A truth value.
    Truth(bool),
    /// Nothing.
    Nothing,
}

/// Something that is demanded of a term.
enum Demand {
    Truth(TermId, bool),
    Within(TermId, Bits),
}

/// The condition cannot hold.
#[derive(Debug)]
pub(super) struct Infeasible;

/// Maximal number of demands of one condition: larger conditions are not worth it.
const DEMANDS: usize = 500;

/// A state with the values of terms computed so far.
pub(super) struct View<'a> {
    domain: &'a Domain<'a>,
    state: State,
    known: FxHashMap<TermId, Known>,
}

impl<'a> View<'a> {
    pub(super) fn new(domain: &'a Domain<'a>, state: &State) -> View<'a> {
        View {
            domain,
            state: state.clone(),
            known: FxHashMap::default(),
        }
    }

    /// The state with what was learnt.
    pub(super) fn into_state(self) -> State {
        self.state
    }

    /// What is known about a term.
    pub(super) fn eval(&mut self, term: TermId) -> Known {
        let terms = &*self.domain.program.terms;
        if let Some(known) = self.known.get(&term) {
            return *known;
        }
        let done = &self.known;
        let mut seen = rustc_hash::FxHashSet::default();
        for t in terms.postorder_where(&[term], |t| !done.contains_key(&t) && seen.insert(t)) {
            let value = self.apply(t);
            self.known.insert(t, value);
        }
        self.known[&term]
    }

    fn bits(&mut self, term: TermId) -> Option<Bits> {
        match self.eval(term) {
            Known::Bits(bits) => Some(bits),
            _ => None,
        }
    }

    fn truth(&mut self, term: TermId) -> Option<bool> {
        match self.eval(term) {
            Known::Truth(truth) => Some(truth),
            _ => None,
        }
    }

    /// The value of a term whose arguments are known.
    fn apply(&self, term: TermId) -> Known {
        let terms = &*self.domain.program.terms;
        let node = terms.node(term);
        let arguments: Vec<Known> = node.args.iter().map(|a| self.known[a]).collect();
        match &node.sort {
            Sort::Bool => truth_of(&node.op, &arguments).map_or(Known::Nothing, Known::Truth),
            Sort::BitVec(width) if *width <= MAX_WIDTH => {
                let bits = match &node.op {
                    Op::Symbol(symbol) => self
                        .domain
                        .uses
                        .variable(*symbol)
                        .and_then(|v| self.domain.bits_of(&self.state, v)),
                    op => bits_of(op, &arguments),
                };
                Known::Bits(bits.unwrap_or(Bits::top(*width)))
            }
            _ => Known::Nothing,
        }
    }

    /// Restricts the state to where `condition` can hold.
    pub(super) fn assume(&mut self, condition: TermId) -> Result<(), Infeasible> {
        let mut demands = vec![Demand::Truth(condition, true)];
        for _ in 0..DEMANDS {
            match demands.pop() {
                None => break,
                Some(Demand::Truth(term, wanted)) => {
                    self.demand_truth(term, wanted, &mut demands)?
                }
                Some(Demand::Within(term, bits)) => self.demand_within(term, bits, &mut demands)?,
            }
        }
        Ok(())
    }

    fn demand_truth(
        &mut self,
        term: TermId,
        wanted: bool,
        demands: &mut Vec<Demand>,
    ) -> Result<(), Infeasible> {
        if let Some(truth) = self.truth(term) {
            return if truth == wanted {
                Ok(())
            } else {
                Err(Infeasible)
            };
        }
        self.known.insert(term, Known::Truth(wanted));
        let terms = &*self.domain.program.terms;
        let node = terms.node(term);
        match (&node.op, node.args.as_slice()) {
            (Op::Not, [a]) => demands.push(Demand::Truth(*a, !wanted)),
            (Op::And, all) => self.demand_all(all, wanted, true, demands),
            (Op::Or, all) => self.demand_all(all, wanted, false, demands),
            (Op::Xor, [a, b]) => {
                for (one, other) in [(*a, *b), (*b, *a)] {
                    if let Some(truth) = self.truth(one) {
                        demands.push(Demand::Truth(other, wanted != truth));
                    }
                }
            }
            (Op::Ite, [c, a, b]) => {
                if self.truth(*a) == Some(!wanted) {
                    demands.extend([Demand::Truth(*c, false), Demand::Truth(*b, wanted)]);
                } else if self.truth(*b) == Some(!wanted) {
                    demands.extend([Demand::Truth(*c, true), Demand::Truth(*a, wanted)]);
                }
            }
            (Op::Eq, [a, b]) if *terms.sort(*a) == Sort::Bool => {
                for (one, other) in [(*a, *b), (*b, *a)] {
                    if let Some(truth) = self.truth(one) {
                        demands.push(Demand::Truth(other, wanted == truth));
                    }
                }
            }
            (op, [a, b]) => {
                if let (Some(x), Some(y)) = (self.bits(*a), self.bits(*b)) {
                    let (x, y) = compared(op, wanted, x, y)?;
                    demands.extend([Demand::Within(*a, x), Demand::Within(*b, y)]);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// For a conjunction (`unit` true) or a disjunction (`unit` false): if its value is the unit,
    /// so is every argument's; otherwise, if all but one argument are the unit, that one is not.
    fn demand_all(&mut self, all: &[TermId], wanted: bool, unit: bool, demands: &mut Vec<Demand>) {
        if wanted == unit {
            demands.extend(all.iter().map(|a| Demand::Truth(*a, unit)));
            return;
        }
        let open: Vec<TermId> = all
            .iter()
            .copied()
            .filter(|a| self.truth(*a) != Some(unit))
            .collect();
        if let [only] = open.as_slice() {
            demands.push(Demand::Truth(*only, !unit));
        }
    }

    fn demand_within(
        &mut self,
        term: TermId,
        wanted: Bits,
        demands: &mut Vec<Demand>,
    ) -> Result<(), Infeasible> {
        let Some(current) = self.bits(term) else {
            return Ok(());
        };
        let met = current.meet(wanted).ok_or(Infeasible)?;
        if met == current {
            return Ok(());
        }
        self.known.insert(term, Known::Bits(met));
        let terms = &*self.domain.program.terms;
        let node = terms.node(term);
        let mut within = |t: TermId, bits: Bits| demands.push(Demand::Within(t, bits));
        match (&node.op, node.args.as_slice()) {
            (Op::Symbol(symbol), []) => {
                if let Some(variable) = self.domain.uses.variable(*symbol) {
                    self.restrict(variable, met)?;
                }
            }
            (Op::ZeroExtend(by), [a]) => {
                within(*a, readings(met.width - by, Some(met.unsigned), None)?)
            }
            (Op::SignExtend(by), [a]) => {
                within(*a, readings(met.width - by, None, Some(met.signed))?)
            }
            (Op::Extract { low: 0, .. }, [a]) => {
                if let Some(x) = self.bits(*a) {
                    let (small, top) = (met.width, x.width);
                    if Range::unsigned(small).contains(x.unsigned) {
                        within(*a, readings(top, Some(met.unsigned), None)?);
                    } else if Range::signed(small).contains(x.signed) {
                        within(*a, readings(top, None, Some(met.signed))?);
                    }
                }
            }
            (Op::BvNot, [a]) => within(*a, on::complement(met)),
            (Op::BvNeg, [a]) => within(*a, negated(met)),
            (Op::BvAnd, [a, b]) => {
                // Each operand has at least the bits of the result.
                let least = Range {
                    low: met.unsigned.low,
                    ..Range::unsigned(met.width)
                };
                let bits = readings(met.width, Some(least), None)?;
                within(*a, bits);
                within(*b, bits);
            }
            (Op::BvOr, [a, b]) => {
                let most = Range {
                    low: 0,
                    high: met.unsigned.high,
                };
                let bits = readings(met.width, Some(most), None)?;
                within(*a, bits);
                within(*b, bits);
            }
            (Op::Ite, [c, a, b]) => {
                if let (Some(x), Some(y)) = (self.bits(*a), self.bits(*b)) {
                    if x.meet(met).is_none() {
                        demands.extend([Demand::Truth(*c, false), Demand::Within(*b, met)]);
                    } else if y.meet(met).is_none() {
                        demands.extend([Demand::Truth(*c, true), Demand::Within(*a, met)]);
                    }
                }
            }
            (op @ (Op::BvAdd | Op::BvSub), [a, b]) => {
                if let (Some(x), Some(y)) = (self.bits(*a), self.bits(*b)) {
                    // t = a + b: a = t - b, b = t - a; t = a - b: a = t + b, b = a - t.
                    let sum = *op == Op::BvAdd;
                    within(
                        *a,
                        if sum {
                            on::subtract(met, y)
                        } else {
                            on::add(met, y)
                        },
                    );
                    within(
                        *b,
                        if sum {
                            on::subtract(met, x)
                        } else {
                            on::subtract(x, met)
                        },
                    );
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn restrict(&mut self, variable: VarId, bits: Bits) -> Result<(), Infeasible> {
        let before = self.domain.bits_of(&self.state, variable);
        if let Some(before) = before {
            let bits = before.meet(bits).ok_or(Infeasible)?;
            self.domain.set(&mut self.state, variable, Some(bits));
        }
        Ok(())
    }
}
