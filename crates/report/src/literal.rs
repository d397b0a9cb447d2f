//! Values as C constants.

use invar_cfa::Variable;
use invar_term::{BvValue, Value};

/// Whether a variable, or the elements of an array variable, are pointers.
pub fn is_pointer(variable: &Variable) -> bool {
    &*variable.type_name == crate::trace::POINTER
}

/// A scalar value as a C constant expression that has it; usable as an operand.
pub fn c_literal(value: &Value, signed: bool) -> Option<String> {
    match value {
        Value::Bv(bits) => Some(integer(*bits, signed && bits.width() > 1)),
        Value::Float(number) => Some(crate::float_literal(*number)),
        _ => None,
    }
}

fn integer(bits: BvValue, signed: bool) -> String {
    let (int, long) = (i128::from(i32::MAX), i128::from(i64::MAX));
    if !signed {
        return match bits.unsigned() {
            n if n <= i32::MAX as u128 => n.to_string(),
            n if n <= u128::from(u32::MAX) => format!("{n}u"),
            n if n <= u128::from(u64::MAX) => format!("{n}ull"),
            n => wide(n),
        };
    }
    match bits.signed() {
        // The smallest numbers have no literals: `-2147483648` is a `long`.
        n if n == -int - 1 => format!("(-{int} - 1)"),
        n if n == -long - 1 => format!("(-{long}LL - 1)"),
        n if (-int..=int).contains(&n) => n.to_string(),
        n if (-long..=long).contains(&n) => format!("{n}LL"),
        n => format!("(__int128){}", wide(n as u128)),
    }
}

/// A number of 128 bits, for which C has no literals.
fn wide(number: u128) -> String {
    let (high, low) = ((number >> 64) as u64, number as u64);
    format!("((unsigned __int128){high}ull << 64 | {low}ull)")
}

#[cfg(test)]
mod tests {
    use super::c_literal;
    use invar_term::{BvValue, Value};

    fn text(width: u32, bits: u128, signed: bool) -> String {
        c_literal(&Value::Bv(BvValue::new(width, bits)), signed).expect("integers have literals")
    }

    #[test]
    fn literals_have_the_value_and_fit_the_type() {
        assert_eq!(text(32, 0x8000_0000, true), "(-2147483647 - 1)");
        assert_eq!(text(32, 4_000_000_000, false), "4000000000u");
        assert_eq!(text(32, 0xffff_ffff, true), "-1");
        assert_eq!(text(64, 1 << 40, true), "1099511627776LL");
        assert_eq!(
            text(64, u128::from(u64::MAX), false),
            "18446744073709551615ull"
        );
        assert_eq!(text(1, 1, false), "1");
        assert_eq!(text(1, 1, true), "1");
        assert_eq!(
            text(128, 1 << 64, false),
            "((unsigned __int128)1ull << 64 | 0ull)"
        );
    }
}
