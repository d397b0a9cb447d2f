//! Terms under the ranges of a state: evaluation, and learning from conditions.

use super::arithmetic as on;
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

/// Demands that one condition may give rise to: large conditions are not worth more.
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

/// The bit-vectors with these readings.
fn readings(
    width: u32,
    unsigned: Option<Range>,
    signed: Option<Range>,
) -> Result<Bits, Infeasible> {
    let top = Bits::top(width);
    Bits::of(
        width,
        unsigned.unwrap_or(top.unsigned),
        signed.unwrap_or(top.signed),
    )
    .ok_or(Infeasible)
}

fn negated(a: Bits) -> Bits {
    let zero = invar_term::BvValue::new(a.width, 0);
    on::subtract(Bits::constant(zero), a)
}

/// The operands of a comparison whose outcome is known.
fn compared(op: &Op, outcome: bool, x: Bits, y: Bits) -> Result<(Bits, Bits), Infeasible> {
    // The negation of a comparison is the converse one with the operands exchanged.
    if !outcome && *op != Op::Eq {
        let converse = match op {
            Op::BvUlt => Op::BvUle,
            Op::BvUle => Op::BvUlt,
            Op::BvSlt => Op::BvSle,
            Op::BvSle => Op::BvSlt,
            _ => return Ok((x, y)),
        };
        let (y, x) = compared(&converse, true, y, x)?;
        return Ok((x, y));
    }
    let width = x.width;
    let ordered = |a: Range, b: Range, gap: i128| {
        let lower = Range::new(a.low, a.high.min(b.high - gap)).ok_or(Infeasible)?;
        let upper = Range::new(b.low.max(a.low + gap), b.high).ok_or(Infeasible)?;
        Ok((lower, upper))
    };
    match op {
        Op::Eq if outcome => {
            let both = x.meet(y).ok_or(Infeasible)?;
            Ok((both, both))
        }
        Op::Eq => Ok((without(x, y)?, without(y, x)?)),
        Op::BvUlt | Op::BvUle => {
            let (a, b) = ordered(x.unsigned, y.unsigned, i128::from(*op == Op::BvUlt))?;
            Ok((
                readings(width, Some(a), Some(x.signed))?,
                readings(width, Some(b), Some(y.signed))?,
            ))
        }
        Op::BvSlt | Op::BvSle => {
            let (a, b) = ordered(x.signed, y.signed, i128::from(*op == Op::BvSlt))?;
            Ok((
                readings(width, Some(x.unsigned), Some(a))?,
                readings(width, Some(y.unsigned), Some(b))?,
            ))
        }
        _ => Ok((x, y)),
    }
}

/// `x` without the value of `y`, where that is known and at an end of `x`.
fn without(x: Bits, y: Bits) -> Result<Bits, Infeasible> {
    let Some(value) = y.single() else {
        return Ok(x);
    };
    let trim = |range: Range, point: i128| {
        let low = range.low + i128::from(range.low == point);
        let high = range.high - i128::from(range.high == point);
        Range::new(low, high).ok_or(Infeasible)
    };
    let unsigned = trim(x.unsigned, value.unsigned() as i128)?;
    let signed = trim(x.signed, value.signed())?;
    readings(x.width, Some(unsigned), Some(signed))
}

/// An operator with a truth value on known arguments.
fn truth_of(op: &Op, arguments: &[Known]) -> Option<bool> {
    use Known::{Bits as B, Truth as T};
    let all = |unit: bool| {
        if arguments.contains(&T(!unit)) {
            Some(!unit)
        } else {
            arguments.iter().all(|a| *a == T(unit)).then_some(unit)
        }
    };
    let below = |a: Range, b: Range, gap: i128| {
        if a.high <= b.low - gap {
            Some(true)
        } else if a.low > b.high - gap {
            Some(false)
        } else {
            None
        }
    };
    match (op, arguments) {
        (Op::True, _) => Some(true),
        (Op::False, _) => Some(false),
        (Op::Not, [T(a)]) => Some(!a),
        (Op::And, _) => all(true),
        (Op::Or, _) => all(false),
        (Op::Xor, [T(a), T(b)]) => Some(a != b),
        (Op::Eq, [T(a), T(b)]) => Some(a == b),
        (Op::Ite, [T(c), a, b]) => match if *c { a } else { b } {
            T(truth) => Some(*truth),
            _ => None,
        },
        (Op::Ite, [_, T(a), T(b)]) if a == b => Some(*a),
        (Op::Eq, [B(a), B(b)]) => match a.meet(*b) {
            None => Some(false),
            Some(_) => (a.single()? == b.single()?).then_some(true),
        },
        (Op::BvUlt, [B(a), B(b)]) => below(a.unsigned, b.unsigned, 1),
        (Op::BvUle, [B(a), B(b)]) => below(a.unsigned, b.unsigned, 0),
        (Op::BvSlt, [B(a), B(b)]) => below(a.signed, b.signed, 1),
        (Op::BvSle, [B(a), B(b)]) => below(a.signed, b.signed, 0),
        _ => None,
    }
}

/// An operator with a bit-vector value on known arguments.
fn bits_of(op: &Op, arguments: &[Known]) -> Option<Bits> {
    use Known::{Bits as B, Truth as T};
    Some(match (op, arguments) {
        (Op::BvConst(value), []) => Bits::constant(*value),
        (Op::BvNot, [B(a)]) => on::complement(*a),
        (Op::BvNeg, [B(a)]) => negated(*a),
        (Op::BvAdd, [B(a), B(b)]) => on::add(*a, *b),
        (Op::BvSub, [B(a), B(b)]) => on::subtract(*a, *b),
        (Op::BvMul, [B(a), B(b)]) => on::multiply(*a, *b),
        (Op::BvUdiv, [B(a), B(b)]) => on::unsigned_divide(*a, *b),
        (Op::BvUrem, [B(a), B(b)]) => on::unsigned_remainder(*a, *b),
        (Op::BvSdiv, [B(a), B(b)]) => on::signed_divide(*a, *b),
        (Op::BvSrem, [B(a), B(b)]) => on::signed_remainder(*a, *b),
        (Op::BvAnd, [B(a), B(b)]) => on::bitwise_and(*a, *b),
        (Op::BvOr, [B(a), B(b)]) => on::bitwise_or(*a, *b),
        (Op::BvXor, [B(a), B(b)]) => on::bitwise_xor(*a, *b),
        (Op::BvShl, [B(a), B(b)]) => on::shift_left(*a, *b),
        (Op::BvLshr, [B(a), B(b)]) => on::shift_right_zeros(*a, *b),
        (Op::BvAshr, [B(a), B(b)]) => on::shift_right_sign(*a, *b),
        (Op::Concat, [B(a), B(b)]) => on::concat(*a, *b),
        (Op::Extract { high, low }, [B(a)]) => on::extract(*a, *high, *low),
        (Op::ZeroExtend(by), [B(a)]) => on::zero_extend(*a, *by),
        (Op::SignExtend(by), [B(a)]) => on::sign_extend(*a, *by),
        (Op::Ite, [T(c), B(a), B(b)]) => *(if *c { a } else { b }),
        (Op::Ite, [_, B(a), B(b)]) => a.hull(*b),
        _ => return None,
    })
}
