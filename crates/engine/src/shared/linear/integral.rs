//! Scaling rationals to coprime integers.

use dashu_int::ops::Gcd;
use invar_term::{IBig, RBig};

/// The positive factor that makes numbers coprime integers; 1 if all of them are zero.
pub(super) fn coprime_scale<'n>(numbers: impl Iterator<Item = &'n RBig> + Clone) -> RBig {
    let mut multiple = IBig::ONE;
    for number in numbers.clone() {
        let denominator = IBig::from(number.denominator().clone());
        let common = IBig::from((&multiple).gcd(&denominator));
        multiple = &multiple / common * denominator;
    }
    let mut divisor = IBig::ZERO;
    for number in numbers.filter(|n| **n != RBig::ZERO) {
        let whole = (number * RBig::from(multiple.clone())).floor();
        divisor = IBig::from((&divisor).gcd(&whole));
    }
    if divisor == IBig::ZERO {
        return RBig::ONE;
    }
    RBig::from(multiple) / RBig::from(divisor)
}
