//! Operators as words.

use invar_term::{BvValue, FloatFormat, FloatValue, FpOp, IBig, Op, RBig, RoundingMode, Sort};

/// Operators without parameters: both directions from one list.
macro_rules! plain {
    ($word_of:ident, $named:ident, $operator:ident, $($word:literal => $op:ident),* $(,)?) => {
        fn $word_of(op: &$operator) -> Option<&'static str> {
            match op {
                $($operator::$op => Some($word),)*
                _ => None,
            }
        }

        fn $named(word: &str) -> Option<$operator> {
            Some(match word {
                $($word => $operator::$op,)*
                _ => return None,
            })
        }
    };
}

plain!(word_of_plain, plain_named, Op,
    "true" => True, "false" => False, "not" => Not, "and" => And, "or" => Or, "xor" => Xor,
    "ite" => Ite, "=" => Eq, "bvnot" => BvNot, "bvneg" => BvNeg, "bvadd" => BvAdd, "bvsub" => BvSub,
    "bvmul" => BvMul, "bvudiv" => BvUdiv, "bvurem" => BvUrem, "bvsdiv" => BvSdiv, "bvsrem" => BvSrem,
    "bvand" => BvAnd, "bvor" => BvOr, "bvxor" => BvXor, "bvshl" => BvShl, "bvlshr" => BvLshr,
    "bvashr" => BvAshr, "bvult" => BvUlt, "bvule" => BvUle, "bvslt" => BvSlt, "bvsle" => BvSle,
    "concat" => Concat, "+" => Add, "*" => Mul, "-" => Neg, "div" => IntDiv, "mod" => IntMod,
    "/" => RealDiv, "<" => Lt, "<=" => Le, "to_real" => ToReal, "to_int" => ToInt,
    "bv2int" => BvToInt, "select" => Select, "store" => Store,
);

plain!(word_of_float, float_named, FpOp,
    "neg" => Neg, "abs" => Abs, "add" => Add, "sub" => Sub, "mul" => Mul, "div" => Div, "fma" => Fma,
    "sqrt" => Sqrt, "rem" => Rem, "eq" => Eq, "lt" => Lt, "le" => Le, "isNaN" => IsNan,
    "isInfinite" => IsInfinite, "isZero" => IsZero, "isNormal" => IsNormal,
    "isSubnormal" => IsSubnormal, "isNegative" => IsNegative, "toBits" => ToBits,
);

const ROUNDINGS: [(&str, RoundingMode); 5] = [
    ("even", RoundingMode::NearestEven),
    ("away", RoundingMode::NearestAway),
    ("up", RoundingMode::TowardPositive),
    ("down", RoundingMode::TowardNegative),
    ("zero", RoundingMode::TowardZero),
];

/// The words of an operator that is not a symbol.
pub(crate) fn words(op: &Op) -> Option<String> {
    Some(match op {
        Op::Symbol(_) => return None,
        Op::BvConst(value) => format!("bv {} {:x}", value.width(), value.unsigned()),
        Op::IntConst(value) => format!("int {value}"),
        Op::RealConst(value) => format!("real {value}"),
        Op::FpConst(value) => {
            let format = FloatFormat::of(&value.sort())?;
            format!("fp {} {:x}", format_word(format), value.bits())
        }
        Op::Extract { high, low } => format!("extract {high} {low}"),
        Op::ZeroExtend(bits) => format!("zero_extend {bits}"),
        Op::SignExtend(bits) => format!("sign_extend {bits}"),
        Op::IntToBv(width) => format!("int2bv {width}"),
        Op::ConstArray(index) => format!("array {}", sort_words(index)),
        Op::Fp(op) => format!("fp.{}", float_words(*op)?),
        op => word_of_plain(op)?.to_owned(),
    })
}

/// The operator that some words mean; sizes that no term can have are refused here, sorts of
/// arguments where terms are built.
pub(crate) fn operator(words: &str) -> Option<Op> {
    if let Some(op) = plain_named(words) {
        return Some(op);
    }
    let (first, rest) = words.split_once(' ').unwrap_or((words, ""));
    let number = |text: &str| text.parse::<u32>().ok();
    Some(match first {
        "bv" => {
            let (width, bits) = rest.split_once(' ')?;
            Op::BvConst(BvValue::new(width_in(width)?, bits_in(bits)?))
        }
        "int" => Op::IntConst(rest.parse::<IBig>().ok()?),
        "real" => Op::RealConst(rational(rest)?),
        "fp" => {
            let (format, bits) = rest.split_once(' ')?;
            let bits = bits_in(bits)?;
            Op::FpConst(FloatValue::from_bits(format_named(format)?, bits))
        }
        "extract" => {
            let (high, low) = rest.split_once(' ')?;
            let (high, low) = (number(high)?, number(low)?);
            Op::Extract { high, low }
        }
        "zero_extend" => Op::ZeroExtend(number(rest).filter(|n| *n < BvValue::MAX_WIDTH)?),
        "sign_extend" => Op::SignExtend(number(rest).filter(|n| *n < BvValue::MAX_WIDTH)?),
        "int2bv" => Op::IntToBv(width_in(rest)?),
        "array" => Op::ConstArray(sort_in(rest)?),
        _ => Op::Fp(float_operator(first.strip_prefix("fp.")?, rest)?),
    })
}

/// A rational; a zero denominator is refused.
pub(crate) fn rational(text: &str) -> Option<RBig> {
    let (_, denominator) = text.split_once('/').unwrap_or((text, "1"));
    if denominator.trim_start_matches('0').is_empty() {
        return None;
    }
    text.parse::<RBig>().ok()
}

fn width_in(text: &str) -> Option<u32> {
    let width = text.parse::<u32>().ok()?;
    (1..=BvValue::MAX_WIDTH).contains(&width).then_some(width)
}

pub(crate) fn bits_in(text: &str) -> Option<u128> {
    u128::from_str_radix(text, 16).ok()
}

pub(crate) fn format_word(format: FloatFormat) -> &'static str {
    match format {
        FloatFormat::Single => "single",
        FloatFormat::Double => "double",
        FloatFormat::Extended => "extended",
        FloatFormat::Quad => "quad",
    }
}

pub(crate) fn format_named(word: &str) -> Option<FloatFormat> {
    let mut all = FloatFormat::ALL.into_iter();
    all.find(|format| format_word(*format) == word)
}

fn float_words(op: FpOp) -> Option<String> {
    Some(match op {
        FpOp::RoundToIntegral(mode) => {
            let (word, _) = ROUNDINGS.iter().find(|(_, known)| *known == mode)?;
            format!("round {word}")
        }
        FpOp::FromFloat(format) => format!("fromFloat {}", format_word(format)),
        FpOp::FromSigned(format) => format!("fromSigned {}", format_word(format)),
        FpOp::FromUnsigned(format) => format!("fromUnsigned {}", format_word(format)),
        FpOp::FromBits(format) => format!("fromBits {}", format_word(format)),
        FpOp::ToSigned(width) => format!("toSigned {width}"),
        FpOp::ToUnsigned(width) => format!("toUnsigned {width}"),
        op => word_of_float(&op)?.to_owned(),
    })
}

fn float_operator(word: &str, rest: &str) -> Option<FpOp> {
    Some(match word {
        "round" => {
            let (_, mode) = ROUNDINGS.iter().find(|(word, _)| *word == rest)?;
            FpOp::RoundToIntegral(*mode)
        }
        "fromFloat" => FpOp::FromFloat(format_named(rest)?),
        "fromSigned" => FpOp::FromSigned(format_named(rest)?),
        "fromUnsigned" => FpOp::FromUnsigned(format_named(rest)?),
        "fromBits" => FpOp::FromBits(format_named(rest)?),
        "toSigned" => FpOp::ToSigned(width_in(rest)?),
        "toUnsigned" => FpOp::ToUnsigned(width_in(rest)?),
        word => float_named(word)?,
    })
}

/// A sort in words; arrays in prefix form.
pub(crate) fn sort_words(sort: &Sort) -> String {
    match sort {
        Sort::Bool => "bool".into(),
        Sort::BitVec(width) => format!("bits{width}"),
        Sort::Int => "integer".into(),
        Sort::Real => "rational".into(),
        Sort::Float { .. } => match FloatFormat::of(sort) {
            Some(format) => format_word(format).into(),
            None => "float".into(),
        },
        Sort::Array(pair) => format!("map {} {}", sort_words(&pair.0), sort_words(&pair.1)),
    }
}

/// Maps in maps; what is deeper was not written here.
const DEEPEST: u32 = 8;

/// The sort that some words mean.
pub(crate) fn sort_in(words: &str) -> Option<Sort> {
    let mut words = words.split(' ');
    let sort = next_sort(&mut words, DEEPEST)?;
    words.next().is_none().then_some(sort)
}

fn next_sort<'w>(words: &mut impl Iterator<Item = &'w str>, depth: u32) -> Option<Sort> {
    Some(match words.next()? {
        "bool" => Sort::Bool,
        "integer" => Sort::Int,
        "rational" => Sort::Real,
        "map" => {
            let depth = depth.checked_sub(1)?;
            let index = next_sort(words, depth)?;
            Sort::array(index, next_sort(words, depth)?)
        }
        word => match word.strip_prefix("bits") {
            Some(width) => Sort::BitVec(width_in(width)?),
            None => format_named(word)?.sort(),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::{operator, sort_in, sort_words, words};
    use invar_term::{BvValue, FloatFormat, FpOp, IBig, Op, RBig, RoundingMode, Sort};

    #[test]
    fn operators_come_back_as_they_were() {
        let mode = RoundingMode::TowardZero;
        let operators = [
            Op::BvConst(BvValue::new(128, u128::MAX)),
            Op::IntConst(IBig::from(-7)),
            Op::RealConst(RBig::from(3) / RBig::from(-4)),
            Op::Extract { high: 7, low: 3 },
            Op::ZeroExtend(24),
            Op::IntToBv(32),
            Op::ConstArray(Sort::array(Sort::BitVec(64), Sort::DOUBLE)),
            Op::Fp(FpOp::RoundToIntegral(mode)),
            Op::Fp(FpOp::FromSigned(FloatFormat::Extended)),
            Op::Fp(FpOp::ToUnsigned(8)),
            Op::Fp(FpOp::IsNan),
            Op::BvAshr,
            Op::IntMod,
        ];
        for op in operators {
            let written = words(&op).expect("it has words");
            assert_eq!(operator(&written), Some(op), "{written}");
        }
    }

    #[test]
    fn what_no_operator_is_called_is_refused() {
        let none = [
            "",
            "bv",
            "bv 0 1",
            "bv 129 1",
            "bv 8 xyz",
            "real 1/0",
            "int one",
            "extract 3",
            "zero_extend 4000000000",
            "array",
            "array bits0",
            "fp.none",
            "fp double",
            "symbol 3",
            "int2bv 0",
            "array map bool",
            "fp.round sideways",
        ];
        for words in none {
            assert_eq!(operator(words), None, "{words}");
        }
        let deep = format!("{}bool", "map bool ".repeat(100));
        assert_eq!(sort_in(&deep), None);
        let sort = Sort::array(Sort::BitVec(8), Sort::SINGLE);
        assert_eq!(sort_in(&sort_words(&sort)), Some(sort));
    }
}
