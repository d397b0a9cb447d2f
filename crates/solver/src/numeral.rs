//! Decimal numbers in the texts of solvers.

use invar_term::{IBig, RBig};
use std::str::FromStr;

/// `-12`.
pub(crate) fn integer(text: &str) -> Option<IBig> {
    IBig::from_str(text).ok()
}

/// `-12`, `3/4`, `1.25`.
pub(crate) fn rational(text: &str) -> Option<RBig> {
    let quotient = |n: IBig, d: IBig| (d != IBig::ZERO).then(|| RBig::from(n) / RBig::from(d));
    if let Some((numerator, denominator)) = text.split_once('/') {
        return quotient(integer(numerator.trim())?, integer(denominator.trim())?);
    }
    if let Some((whole, fraction)) = text.split_once('.') {
        let scale = IBig::from(10).pow(fraction.len());
        return quotient(integer(&format!("{whole}{fraction}"))?, scale);
    }
    integer(text).map(RBig::from)
}

#[cfg(test)]
mod tests {
    use super::{integer, rational};
    use invar_term::{IBig, RBig};

    #[test]
    fn numbers_are_read_exactly() {
        assert_eq!(integer("-12"), Some(IBig::from(-12)));
        assert_eq!(integer("x"), None);
        let quarter = RBig::from(1) / RBig::from(4);
        assert_eq!(rational("1/4"), Some(quarter.clone()));
        assert_eq!(rational("0.25"), Some(quarter.clone()));
        assert_eq!(rational("-0.25"), Some(-quarter));
        assert_eq!(rational("7"), Some(RBig::from(7)));
        assert_eq!(rational("1/0"), None);
    }
}
