//! Projection of bit-vectors that are only compared.
//!
//! Bit-vectors are a total order with ends: the symbol takes the greatest lower bound `l` under
//! the model, or `l + 1` if that bound is strict, or the least upper bound.

use super::project::{Projector, containing};
use super::strict::differing;
use invar_term::{BvValue, EvalError, Op, Sort, SymbolId, TermId, TermStore, Value};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Signed,
    Unsigned,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    /// `term <= x` or `term < x`.
    Lower,
    /// `x <= term` or `x < term`.
    Upper,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Strict {
    No,
    Yes,
}

#[derive(Clone, Copy)]
struct Bound {
    side: Side,
    strict: Strict,
    term: TermId,
    value: BvValue,
}

/// The literals with the symbol, all in one order.
struct Bounds {
    order: Order,
    bounds: Vec<Bound>,
    /// Literals without the symbol.
    free: Vec<TermId>,
}

impl Order {
    /// A number that grows with the value.
    fn rank(self, value: BvValue) -> u128 {
        match self {
            Order::Unsigned => value.unsigned(),
            Order::Signed => value.unsigned() ^ (1 << (value.width() - 1)),
        }
    }

    fn compare(self, terms: &TermStore, low: TermId, strict: Strict, high: TermId) -> TermId {
        let op = match (self, strict) {
            (Order::Unsigned, Strict::No) => Op::BvUle,
            (Order::Unsigned, Strict::Yes) => Op::BvUlt,
            (Order::Signed, Strict::No) => Op::BvSle,
            (Order::Signed, Strict::Yes) => Op::BvSlt,
        };
        terms.app(op, &[low, high])
    }

    fn least(self, terms: &TermStore, width: u32) -> TermId {
        match self {
            Order::Unsigned => terms.bv(width, 0),
            Order::Signed => terms.bv(width, 1 << (width - 1)),
        }
    }

    fn greatest(self, terms: &TermStore, width: u32) -> TermId {
        match self {
            Order::Unsigned => terms.bv(width, u128::MAX),
            Order::Signed => terms.bv(width, (1 << (width - 1)) - 1),
        }
    }
}

impl Projector<'_> {
    /// Every literal compares `x` with a term without `x`.
    pub(super) fn by_bit_vector_bounds(
        &mut self,
        x: SymbolId,
    ) -> Result<Option<Vec<TermId>>, EvalError> {
        let symbol = self.terms.symbol_term(x);
        let Sort::BitVec(width) = *self.terms.sort(symbol) else {
            return Ok(None);
        };
        let Some(Bounds {
            order,
            bounds,
            free,
        }) = self.bit_vector_bounds(x)?
        else {
            return Ok(None);
        };
        let on = |side: Side| -> Vec<Bound> {
            bounds.iter().copied().filter(|b| b.side == side).collect()
        };
        let (lower, upper) = (on(Side::Lower), on(Side::Upper));
        let mut result = free;
        // The most that bounds of a side ask for; of equal ones, one that is not strict.
        let need = |b: &Bound| match b.side {
            Side::Lower => (order.rank(b.value), b.strict),
            Side::Upper => (u128::MAX - order.rank(b.value), b.strict),
        };
        let tightest = |from: &[Bound]| {
            from.iter().copied().max_by_key(|b| {
                let (rank, strict) = need(b);
                (
                    rank.saturating_add(u128::from(strict == Strict::Yes)),
                    strict == Strict::No,
                )
            })
        };
        match (tightest(&lower), tightest(&upper)) {
            (Some(low), Some(high)) => {
                let at = if low.strict == Strict::Yes && high.strict == Strict::No {
                    high
                } else {
                    low
                };
                if at.strict == Strict::No {
                    result.extend(at_term(self.terms, order, &bounds, at.term));
                } else {
                    result.extend(above_term(self.terms, order, &lower, &upper, at.term));
                }
            }
            // x is the greatest or the least number of all.
            (Some(_), None) => {
                let greatest = order.greatest(self.terms, width);
                result.extend(at_term(self.terms, order, &bounds, greatest));
            }
            (None, _) => {
                let least = order.least(self.terms, width);
                result.extend(at_term(self.terms, order, &bounds, least));
            }
        }
        Ok(Some(result))
    }

    fn bit_vector_bounds(&mut self, x: SymbolId) -> Result<Option<Bounds>, EvalError> {
        let symbol = self.terms.symbol_term(x);
        let literals = self.with(x);
        let inside = containing(self.terms, &literals, symbol);
        let mut found: Vec<(Option<Order>, Bound)> = Vec::new();
        for literal in literals {
            let Some((order, strict, a, b)) = comparison(self.terms, literal) else {
                return Ok(None);
            };
            let (side, term) = if a == symbol {
                (Side::Upper, b)
            } else {
                (Side::Lower, a)
            };
            if inside.contains(&term) || (a != symbol && b != symbol) {
                return Ok(None);
            }
            let Value::Bv(value) = self.values.eval(term)? else {
                return Ok(None);
            };
            found.push((
                order,
                Bound {
                    side,
                    strict,
                    term,
                    value,
                },
            ));
        }
        let Value::Bv(value) = self.values.eval(symbol)? else {
            return Ok(None);
        };
        let unsigned = found.iter().all(|(o, _)| *o != Some(Order::Signed));
        let order = if unsigned {
            Order::Unsigned
        } else {
            Order::Signed
        };
        let mut result = Bounds {
            order,
            bounds: Vec::new(),
            free: Vec::new(),
        };
        for (said, mut bound) in found {
            match said {
                // Different numbers: in the order that the model has.
                None => {
                    bound.side = if order.rank(bound.value) < order.rank(value) {
                        Side::Lower
                    } else {
                        Side::Upper
                    };
                    result.bounds.push(bound);
                }
                Some(Order::Unsigned) if order == Order::Signed => {
                    unsigned_as_signed(self.terms, bound, value, &mut result);
                }
                Some(_) => result.bounds.push(bound),
            }
        }
        Ok(Some(result))
    }
}

/// The order, strictness and sides of a comparison; no order for numbers that differ.
fn comparison(
    terms: &TermStore,
    literal: TermId,
) -> Option<(Option<Order>, Strict, TermId, TermId)> {
    if let Some((a, b)) = differing(terms, literal) {
        return Some((None, Strict::Yes, a, b));
    }
    let (order, strict) = match terms.op(literal) {
        Op::BvUlt => (Order::Unsigned, Strict::Yes),
        Op::BvUle => (Order::Unsigned, Strict::No),
        Op::BvSlt => (Order::Signed, Strict::Yes),
        Op::BvSle => (Order::Signed, Strict::No),
        _ => return None,
    };
    let args = terms.args(literal);
    Some((Some(order), strict, args[0], args[1]))
}

/// An unsigned comparison by the signs that both sides have in the model: with equal signs it is
/// the signed one, with different signs the signs decide.
fn unsigned_as_signed(terms: &TermStore, bound: Bound, value: BvValue, result: &mut Bounds) {
    let zero_value = BvValue::new(value.width(), 0);
    let zero = terms.bv(value.width(), 0);
    result.free.push(if bound.value.sign_bit() {
        terms.bv_slt(bound.term, zero)
    } else {
        terms.bv_sle(zero, bound.term)
    });
    let (side, strict) = if value.sign_bit() {
        (Side::Upper, Strict::Yes)
    } else {
        (Side::Lower, Strict::No)
    };
    result.bounds.push(Bound {
        side,
        strict,
        term: zero,
        value: zero_value,
    });
    if bound.value.sign_bit() == value.sign_bit() {
        result.bounds.push(bound);
    }
}

/// The bounds with `x := point`.
fn at_term(terms: &TermStore, order: Order, bounds: &[Bound], point: TermId) -> Vec<TermId> {
    bounds
        .iter()
        .map(|b| match b.side {
            Side::Lower => order.compare(terms, b.term, b.strict, point),
            Side::Upper => order.compare(terms, point, b.strict, b.term),
        })
        .collect()
}

/// The bounds with `x := point + 1`, which must exist.
fn above_term(
    terms: &TermStore,
    order: Order,
    lower: &[Bound],
    upper: &[Bound],
    point: TermId,
) -> Vec<TermId> {
    let width = terms.width(point);
    let next = terms.bv_add(point, terms.bv(width, 1));
    let greatest = order.greatest(terms, width);
    let mut result = vec![order.compare(terms, point, Strict::Yes, greatest)];
    // t < p + 1 is t <= p; t <= p + 1 holds if t <= p, which the choice of p makes true.
    for bound in lower {
        result.push(order.compare(terms, bound.term, Strict::No, point));
    }
    for bound in upper {
        result.push(match bound.strict {
            Strict::No => order.compare(terms, point, Strict::Yes, bound.term),
            Strict::Yes => order.compare(terms, next, Strict::Yes, bound.term),
        });
    }
    result
}
