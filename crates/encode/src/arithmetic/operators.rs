//! Bit-vector operators as operations on numbers.
//!
//! Sums, products with constants, complements and conditionals are computed in the wanted view;
//! everything else in the view it is defined in, and then converted. What has no translation is
//! any value of its range.

use super::terms::{Stop, Translator, floating};
use super::view::{View, Want, exponent, power};
use super::{Arithmetic, EncodeError};
use invar_term::{BvValue, IBig, Op, TermId};

/// Quotient or remainder of a signed division.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Division {
    Quotient,
    Remainder,
}

impl Translator<'_> {
    /// The translation of a bit-vector term that is not a symbol.
    pub(super) fn number(&mut self, term: TermId, view: View) -> Result<TermId, Stop> {
        let terms = self.terms();
        let args = terms.args(term);
        let width = terms.width(term);
        let constant = |i: usize| terms.as_bv(args[i]);
        let numbers = self.numbers;
        if width == 1
            && let Some(bit) = self.bit(term)?
        {
            let (one, zero) = (numbers.constant(IBig::ONE), numbers.constant(IBig::ZERO));
            let value = terms.ite(bit, one, zero);
            return Ok(numbers.convert(value, width, View::Unsigned, view));
        }
        match terms.op(term) {
            Op::BvConst(value) => Ok(numbers.constant(view.number(*value))),
            Op::Ite => {
                let condition = self.part(args[0], Want::Truth)?;
                let then = self.number_part(args[1], view)?;
                let otherwise = self.number_part(args[2], view)?;
                Ok(terms.ite(condition, then, otherwise))
            }
            Op::BvAdd => {
                let (a, b) = (self.summand(args[0], view)?, self.summand(args[1], view)?);
                Ok(self.wrapped_once(numbers.add(a, b), width, view))
            }
            Op::BvSub => {
                // A constant that is subtracted from is read in the wanted view, so that the
                // difference is at most one wrap away from its range.
                let (a, b) = (
                    self.number_part(args[0], view)?,
                    self.summand(args[1], view)?,
                );
                Ok(self.wrapped_once(terms.sub(a, b), width, view))
            }
            Op::BvNeg => {
                let a = self.number_part(args[0], view)?;
                Ok(self.wrapped_once(terms.neg(a), width, view))
            }
            Op::BvNot => {
                let a = self.number_part(args[0], view)?;
                let sum = view.minimum(width) + view.maximum(width);
                Ok(terms.sub(numbers.constant(sum), a))
            }
            Op::BvMul => match (constant(0), constant(1)) {
                (_, Some(k)) => self.scaled(args[0], View::Signed.number(k), width, view),
                (Some(k), _) => self.scaled(args[1], View::Signed.number(k), width, view),
                _ => self.any(term, view),
            },
            Op::BvShl => match constant(1).map(BvValue::unsigned) {
                Some(by) if by < u128::from(width) => {
                    self.scaled(args[0], power(by as u32), width, view)
                }
                Some(_) => Ok(numbers.constant(IBig::ZERO)),
                None => self.any(term, view),
            },
            Op::ZeroExtend(0) | Op::SignExtend(0) => self.number_part(args[0], view),
            // No sign bit: the same number in both views.
            Op::ZeroExtend(_) => self.number_part(args[0], View::Unsigned),
            Op::SignExtend(_) => {
                let a = self.number_part(args[0], View::Signed)?;
                Ok(numbers.convert(a, width, View::Signed, view))
            }
            Op::Concat => {
                let upper = self.number_part(args[0], view)?;
                let lower = self.number_part(args[1], View::Unsigned)?;
                let shift = power(terms.width(args[1]));
                Ok(numbers.add(numbers.scale(shift, upper), lower))
            }
            Op::Extract { high, low } => self.slice(args[0], *high, *low, view),
            Op::BvLshr | Op::BvAshr | Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem => {
                match constant(1) {
                    Some(k) => self.divided(term, k, view),
                    None => self.any(term, view),
                }
            }
            Op::BvAnd | Op::BvOr | Op::BvXor => match (constant(0), constant(1)) {
                (_, Some(mask)) => self.masked(term, args[0], mask, view),
                (Some(mask), _) => self.masked(term, args[1], mask, view),
                _ => self.any(term, view),
            },
            Op::Select => {
                let (element, own) = self.select(term)?;
                let own = own.ok_or_else(super::terms::mixed)?;
                Ok(numbers.convert(element, width, own, view))
            }
            Op::Fp(_) => Err(floating()),
            _ => Err(Stop::Failed(EncodeError::Construct(
                "a mixture of bit-vectors and numbers",
            ))),
        }
    }

    /// A single bit that is a connective of bits.
    fn bit(&mut self, term: TermId) -> Result<Option<TermId>, Stop> {
        let terms = self.terms();
        let connective = match terms.op(term) {
            Op::BvAdd | Op::BvSub | Op::BvXor => Op::Xor,
            Op::BvMul | Op::BvAnd => Op::And,
            Op::BvOr => Op::Or,
            Op::BvNot => Op::Not,
            Op::BvNeg => Op::And,
            _ => return Ok(None),
        };
        let mut bits = Vec::new();
        for arg in terms.args(term) {
            let bit = self.number_part(*arg, View::Unsigned)?;
            bits.push(terms.eq(bit, self.numbers.constant(IBig::ONE)));
        }
        Ok(Some(terms.app(connective, &bits)))
    }

    /// A part of a sum: constants in their signed reading, so that `x + 0xff..ff` is `x - 1`.
    fn summand(&mut self, term: TermId, view: View) -> Result<TermId, Stop> {
        match self.terms().as_bv(term) {
            Some(value) => Ok(self.numbers.constant(View::Signed.number(value))),
            None => self.number_part(term, view),
        }
    }

    fn scaled(&mut self, term: TermId, by: IBig, width: u32, view: View) -> Result<TermId, Stop> {
        let a = self.number_part(term, view)?;
        Ok(self.wrapped(self.numbers.scale(by, a), width, view))
    }

    /// `floor(a / k)` for a positive `k`; `view` and `width` say what `a` is.
    fn floor(&mut self, a: TermId, k: &IBig, width: u32, view: View) -> Result<TermId, Stop> {
        if *k == IBig::ONE {
            return Ok(a);
        }
        match self.numbers.arithmetic {
            Arithmetic::Real => self.any_quotient(a, k, width, view),
            // Euclidean division by a positive number rounds down.
            _ => Ok(self
                .terms()
                .app(Op::IntDiv, &[a, self.numbers.constant(k.clone())])),
        }
    }

    /// `a - k floor(a / k)` for a positive `k`.
    fn remainder(&mut self, a: TermId, k: &IBig, width: u32, view: View) -> Result<TermId, Stop> {
        match self.numbers.arithmetic {
            Arithmetic::Real => {
                let quotient = self.floor(a, k, width, view)?;
                let multiple = self.numbers.scale(k.clone(), quotient);
                Ok(self.terms().sub(a, multiple))
            }
            _ => Ok(self
                .terms()
                .app(Op::IntMod, &[a, self.numbers.constant(k.clone())])),
        }
    }

    fn own_view(&self, term: TermId) -> View {
        self.readings
            .preferred(self.terms(), term)
            .unwrap_or(View::Unsigned)
    }

    /// Bits `high` down to `low`.
    fn slice(&mut self, term: TermId, high: u32, low: u32, view: View) -> Result<TermId, Stop> {
        let numbers = self.numbers;
        let whole = self.terms().width(term);
        let width = high - low + 1;
        if high + 1 == whole {
            if width == 1 {
                // The sign bit.
                let own = self.own_view(term);
                let a = self.number_part(term, own)?;
                let set = match own {
                    View::Signed => numbers.at_most(a, IBig::NEG_ONE),
                    View::Unsigned => numbers.at_least(a, power(low)),
                };
                let (one, zero) = (numbers.constant(IBig::ONE), numbers.constant(IBig::ZERO));
                let bit = self.terms().ite(set, one, zero);
                return Ok(numbers.convert(bit, 1, View::Unsigned, view));
            }
            let a = self.number_part(term, view)?;
            return self.floor(a, &power(low), whole, view);
        }
        // The bits below `whole` are the same in both views.
        let own = self.own_view(term);
        let a = self.number_part(term, own)?;
        let shifted = self.floor(a, &power(low), whole, own)?;
        // `((a - min) mod 2^w) + min` lands in the wanted view at once.
        let minimum = view.minimum(width);
        let moved = numbers.add_constant(shifted, -minimum.clone());
        let remainder = self.remainder(moved, &power(width), whole, own)?;
        Ok(numbers.add_constant(remainder, minimum))
    }

    /// Divisions and right shifts by a constant.
    fn divided(&mut self, term: TermId, k: BvValue, view: View) -> Result<TermId, Stop> {
        let terms = self.terms();
        let numbers = self.numbers;
        let dividend = terms.args(term)[0];
        let width = terms.width(term);
        let by = k.unsigned().min(u128::from(width)) as u32;
        let divisor = IBig::from(k.unsigned());
        let (value, own) = match terms.op(term) {
            Op::BvLshr => {
                let a = self.number_part(dividend, View::Unsigned)?;
                (
                    self.floor(a, &power(by), width, View::Unsigned)?,
                    View::Unsigned,
                )
            }
            Op::BvAshr => {
                let a = self.number_part(dividend, View::Signed)?;
                let by = by.min(width - 1);
                (
                    self.floor(a, &power(by), width, View::Signed)?,
                    View::Signed,
                )
            }
            // Division by zero yields all ones, the remainder is the dividend.
            Op::BvUdiv if k.is_zero() => (
                numbers.constant(View::Unsigned.maximum(width)),
                View::Unsigned,
            ),
            Op::BvUrem | Op::BvSrem if k.is_zero() => return self.number_part(dividend, view),
            Op::BvUdiv => {
                let a = self.number_part(dividend, View::Unsigned)?;
                (
                    self.floor(a, &divisor, width, View::Unsigned)?,
                    View::Unsigned,
                )
            }
            Op::BvUrem => {
                let a = self.number_part(dividend, View::Unsigned)?;
                (
                    self.remainder(a, &divisor, width, View::Unsigned)?,
                    View::Unsigned,
                )
            }
            Op::BvSdiv => {
                let a = self.number_part(dividend, View::Signed)?;
                (self.truncated(a, k, Division::Quotient)?, View::Signed)
            }
            _ => {
                let a = self.number_part(dividend, View::Signed)?;
                (self.truncated(a, k, Division::Remainder)?, View::Signed)
            }
        };
        // A term that is the same number in both views needs no conversion.
        if self.either_view(term) {
            return Ok(value);
        }
        Ok(numbers.convert(value, width, own, view))
    }

    /// Signed division, rounded towards zero: by the absolute value, on both sides of zero.
    fn truncated(&mut self, a: TermId, k: BvValue, division: Division) -> Result<TermId, Stop> {
        let terms = self.terms();
        let numbers = self.numbers;
        let width = k.width();
        let divisor = View::Signed.number(k);
        let negative = numbers.at_most(a, IBig::NEG_ONE);
        if divisor == IBig::ZERO {
            // One is minus one in a single bit.
            let one = View::Signed.number(BvValue::new(width, 1));
            let minus = numbers.constant(IBig::NEG_ONE);
            return Ok(terms.ite(negative, numbers.constant(one), minus));
        }
        if divisor == IBig::NEG_ONE && division == Division::Quotient {
            return Ok(self.wrapped_once(terms.neg(a), width, View::Signed));
        }
        let flips = divisor < IBig::ZERO && division == Division::Quotient;
        let size = if divisor < IBig::ZERO {
            -divisor
        } else {
            divisor
        };
        let opposite = terms.neg(a);
        let (up, down) = match division {
            Division::Quotient => (
                self.floor(a, &size, width, View::Signed)?,
                self.floor(opposite, &size, width, View::Signed)?,
            ),
            Division::Remainder => (
                self.remainder(a, &size, width, View::Signed)?,
                self.remainder(opposite, &size, width, View::Signed)?,
            ),
        };
        let value = terms.ite(negative, terms.neg(down), up);
        Ok(if flips { terms.neg(value) } else { value })
    }

    /// And, or, exclusive or with a constant whose ones are neighbours:
    ///
    /// `x & m`, from which `x | m = x + m - (x & m)` and `x ^ m = x + m - 2 (x & m)`.
    fn masked(
        &mut self,
        term: TermId,
        x: TermId,
        mask: BvValue,
        view: View,
    ) -> Result<TermId, Stop> {
        let terms = self.terms();
        let numbers = self.numbers;
        let width = mask.width();
        let low = mask.unsigned().trailing_zeros();
        let run = if mask.is_zero() {
            0
        } else {
            mask.unsigned() >> low
        };
        let length = match run {
            u128::MAX => Some(128),
            run => exponent(run + 1),
        };
        let Some(length) = length.filter(|_| !mask.is_zero()) else {
            return self.any(term, view);
        };
        let upwards = low + length == width;
        if *terms.op(term) == Op::BvAnd && upwards {
            // Clearing low bits rounds down, in either view.
            let a = self.number_part(x, view)?;
            let lost = self.remainder(a, &power(low), width, view)?;
            return Ok(terms.sub(a, lost));
        }
        let own = match terms.op(term) {
            Op::BvAnd => self.own_view(x),
            _ => View::Unsigned,
        };
        let a = self.number_part(x, own)?;
        let shifted = self.floor(a, &power(low), width, own)?;
        let bits = if upwards {
            shifted
        } else {
            self.remainder(shifted, &power(length), width, own)?
        };
        let kept = numbers.scale(power(low), bits);
        let sum = numbers.add_constant(a, mask.unsigned().into());
        match terms.op(term) {
            // The mask's top bit is clear, so the result is the same in both views.
            Op::BvAnd => Ok(kept),
            Op::BvOr => Ok(numbers.convert(terms.sub(sum, kept), width, own, view)),
            _ => {
                let twice = numbers.scale(IBig::from(2), kept);
                Ok(numbers.convert(terms.sub(sum, twice), width, own, view))
            }
        }
    }
}
