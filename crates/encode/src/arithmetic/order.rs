//! Truth values: connectives, equality and the two orders.

use super::EncodeError;
use super::numbers::Numbers;
use super::terms::{Stop, Translator, floating, mixed};
use super::view::{View, Want, power};
use invar_term::{BvValue, IBig, Op, Sort, TermId};

/// Which side of a bound is meant.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Below,
    AtLeast,
}

impl Translator<'_> {
    /// The translation of a Boolean term that is not a symbol.
    pub(super) fn truth(&mut self, term: TermId) -> Result<TermId, Stop> {
        let terms = self.terms();
        let args = terms.args(term);
        match terms.op(term) {
            Op::True | Op::False => Ok(term),
            Op::Not => match terms.op(args[0]) {
                // Negated here so that it can say that the sides are whole numbers.
                Op::Eq if terms.sort(terms.args(args[0])[0]).width().is_some() => {
                    let (a, b) = self.equal_sides(args[0])?;
                    Ok(self.numbers.differ(a, b))
                }
                _ => Ok(terms.not(self.part(args[0], Want::Truth)?)),
            },
            op @ (Op::And | Op::Or | Op::Xor | Op::Ite) => {
                let mut parts = Vec::with_capacity(args.len());
                for arg in args {
                    parts.push(self.part(*arg, Want::Truth)?);
                }
                Ok(terms.app(op.clone(), &parts))
            }
            Op::Eq => match terms.sort(args[0]) {
                Sort::Bool => {
                    let a = self.part(args[0], Want::Truth)?;
                    let b = self.part(args[1], Want::Truth)?;
                    Ok(terms.eq(a, b))
                }
                Sort::BitVec(_) => {
                    let (a, b) = self.equal_sides(term)?;
                    Ok(terms.eq(a, b))
                }
                // Arrays of numbers may differ where arrays of vectors have no index.
                Sort::Array(_) => self.any_truth(term),
                Sort::Float { .. } => Err(floating()),
                Sort::Int | Sort::Real => Err(mixed()),
            },
            Op::BvUlt => self.less(args[0], args[1], View::Unsigned, Side::Below),
            Op::BvSlt => self.less(args[0], args[1], View::Signed, Side::Below),
            Op::BvUle => self.less(args[1], args[0], View::Unsigned, Side::AtLeast),
            Op::BvSle => self.less(args[1], args[0], View::Signed, Side::AtLeast),
            Op::Select => Ok(self.select(term)?.0),
            Op::Fp(_) => Err(floating()),
            _ => Err(Stop::Failed(EncodeError::Construct(
                "a mixture of bit-vectors and numbers",
            ))),
        }
    }

    /// Both sides of an equation in the view that suits them.
    fn equal_sides(&mut self, equation: TermId) -> Result<(TermId, TermId), Stop> {
        let terms = self.terms();
        let [a, b] = *terms.args(equation) else {
            return Err(mixed());
        };
        let preferred = |t: TermId| {
            if self.either_view(t) {
                None
            } else {
                self.readings.preferred(terms, t)
            }
        };
        let view = preferred(a)
            .or_else(|| preferred(b))
            .unwrap_or(View::Unsigned);
        Ok((self.number_part(a, view)?, self.number_part(b, view)?))
    }

    /// `a < b` or `a >= b` in the order of a view.
    fn less(&mut self, a: TermId, b: TermId, view: View, side: Side) -> Result<TermId, Stop> {
        let terms = self.terms();
        match (terms.as_bv(a), terms.as_bv(b)) {
            // `x < k` and `x >= k`
            (None, Some(k)) => {
                if let Some(own) = self.other_view(a, view) {
                    let x = self.number_part(a, own)?;
                    return Ok(bound(
                        self.numbers,
                        x,
                        k.width(),
                        view,
                        view.number(k),
                        side,
                    ));
                }
            }
            // `k < x` is `x >= k + 1`, and `k >= x` is `x < k + 1`.
            (Some(k), None) => {
                if let Some(own) = self.other_view(b, view) {
                    let x = self.number_part(b, own)?;
                    let side = match side {
                        Side::Below => Side::AtLeast,
                        Side::AtLeast => Side::Below,
                    };
                    let limit = view.number(k) + 1;
                    return Ok(bound(self.numbers, x, k.width(), view, limit, side));
                }
            }
            _ => {}
        }
        let (a, b) = (self.number_part(a, view)?, self.number_part(b, view)?);
        Ok(match side {
            Side::Below => self.numbers.less(a, b),
            Side::AtLeast => terms.le(b, a),
        })
    }

    /// The view that a term prefers, if it is not the one it is compared in.
    fn other_view(&self, term: TermId, view: View) -> Option<View> {
        if self.either_view(term) {
            return None;
        }
        let own = self.readings.preferred(self.terms(), term)?;
        (own != view).then_some(own)
    }

    /// Whether a term visibly is the same number in both views.
    pub(super) fn either_view(&self, term: TermId) -> bool {
        let terms = self.terms();
        let constant = |i: usize| terms.as_bv(terms.args(term)[i]);
        let top_clear = |v: BvValue| !v.sign_bit();
        match terms.op(term) {
            Op::BvConst(v) => top_clear(*v),
            Op::ZeroExtend(by) => *by > 0,
            Op::BvAnd => [0, 1]
                .into_iter()
                .any(|i| constant(i).is_some_and(top_clear)),
            Op::BvLshr => constant(1).is_some_and(|v| !v.is_zero()),
            Op::BvUdiv => constant(1).is_some_and(|v| v.unsigned() >= 2),
            Op::BvUrem => constant(1).is_some_and(|v| !v.is_zero() && top_clear(v)),
            _ => false,
        }
    }
}

/// `x < limit` or `x >= limit` in the order of `view`, where the number `x` is in the other view.
///
/// The upper half of the vectors is where the views differ; it is below the lower half in the
/// signed order and above it in the unsigned order.
fn bound(
    numbers: Numbers<'_>,
    x: TermId,
    width: u32,
    view: View,
    limit: IBig,
    side: Side,
) -> TermId {
    let terms = numbers.terms;
    let half = power(width - 1);
    // The upper half as a condition on `x`, with what is outside of it.
    let (upper, lower) = match view {
        View::Unsigned => (
            numbers.at_most(x, IBig::NEG_ONE),
            numbers.at_least(x, IBig::ZERO),
        ),
        View::Signed => (
            numbers.at_least(x, half.clone()),
            numbers.at_most(x, half.clone() - 1),
        ),
    };
    let shift = match view {
        View::Unsigned => -power(width),
        View::Signed => power(width),
    };
    // Whether the limit cuts the half that comes first in the order of the view.
    let cuts_first = match view {
        View::Unsigned => limit <= half,
        View::Signed => limit < IBig::ZERO,
    };
    let (first, second) = match view {
        View::Unsigned => (lower, upper),
        View::Signed => (upper, lower),
    };
    let limit = match (view, cuts_first) {
        (View::Unsigned, true) | (View::Signed, false) => limit,
        (View::Unsigned, false) | (View::Signed, true) => limit + shift,
    };
    let below = numbers.at_most(x, limit.clone() - 1);
    let at_least = numbers.at_least(x, limit);
    match (side, cuts_first) {
        (Side::Below, true) => terms.and(&[first, below]),
        (Side::Below, false) => terms.or(&[first, below]),
        (Side::AtLeast, true) => terms.or(&[second, at_least]),
        (Side::AtLeast, false) => terms.and(&[second, at_least]),
    }
}
