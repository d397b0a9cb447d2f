//! Operators in the replies of SMT-LIB solvers, applied to terms.

use super::read_term::{Head, Refused, refused};
use invar_term::{BvValue, Op, RBig, Sort, TermId, TermStore, Value};

/// The application of an operator that we know.
///
/// # Errors
/// If we do not know it, or it is not applied to what it takes.
pub(super) fn apply(
    terms: &TermStore,
    head: &Head<'_>,
    arguments: &[TermId],
) -> Result<TermId, Refused> {
    let applied = match head.indices.as_slice() {
        [] => plain(terms, head.name, arguments),
        indices => indexed(terms, head.name, indices, arguments),
    };
    applied.ok_or_else(|| refused(head.name))
}

/// One application, if it is well sorted.
fn one(terms: &TermStore, op: Op, arguments: &[TermId]) -> Option<TermId> {
    terms.try_raw(op.clone(), arguments).ok()?;
    Some(terms.app(op, arguments))
}

fn indexed(terms: &TermStore, name: &str, indices: &[u32], arguments: &[TermId]) -> Option<TermId> {
    if indices.iter().any(|i| *i > BvValue::MAX_WIDTH) {
        return None;
    }
    let op = match (name, indices) {
        ("extract", [high, low]) => Op::Extract {
            high: *high,
            low: *low,
        },
        ("zero_extend", [by]) => Op::ZeroExtend(*by),
        ("sign_extend", [by]) => Op::SignExtend(*by),
        ("int2bv" | "int_to_bv", [width]) if *width > 0 => Op::IntToBv(*width),
        _ => return None,
    };
    // Nothing is added by zero bits, and our terms have no such operator.
    match (&op, arguments) {
        (Op::ZeroExtend(0) | Op::SignExtend(0), [a]) => terms.sort(*a).width().map(|_| *a),
        _ => one(terms, op, arguments),
    }
}

fn plain(terms: &TermStore, name: &str, arguments: &[TermId]) -> Option<TermId> {
    let left = |op: Op| fold(terms, op, arguments);
    let forward = |op: Op| chain(terms, arguments, |a, b| one(terms, op.clone(), &[a, b]));
    let backward = |op: Op| chain(terms, arguments, |a, b| one(terms, op.clone(), &[b, a]));
    let negated = |term: Option<TermId>, op: Op| one(terms, op, &[term?]);
    match name {
        "not" => one(terms, Op::Not, arguments),
        "and" => one(terms, Op::And, arguments),
        "or" => one(terms, Op::Or, arguments),
        "xor" => left(Op::Xor),
        "=>" => {
            let (last, others) = arguments.split_last()?;
            let mut implied = *last;
            for premise in others.iter().rev() {
                let not = one(terms, Op::Not, &[*premise])?;
                implied = one(terms, Op::Or, &[not, implied])?;
            }
            Some(implied)
        }
        "ite" => {
            let [condition, then, otherwise] = arguments else {
                return None;
            };
            let branches = numbers(terms, &[*then, *otherwise]);
            one(terms, Op::Ite, &[*condition, branches[0], branches[1]])
        }
        "=" | "distinct" | "+" | "-" | "*" | "/" | "<" | "<=" | ">" | ">=" => {
            number(terms, name, &numbers(terms, arguments))
        }
        "div" => left(Op::IntDiv),
        "mod" if arguments.len() == 2 => one(terms, Op::IntMod, arguments),
        "to_real" => match arguments {
            [a] if *terms.sort(*a) == Sort::Real => Some(*a),
            _ => one(terms, Op::ToReal, arguments),
        },
        "to_int" => one(terms, Op::ToInt, arguments),
        "bv2nat" | "ubv_to_int" => one(terms, Op::BvToInt, arguments),
        "select" => one(terms, Op::Select, arguments),
        "store" => one(terms, Op::Store, arguments),
        "bvnot" => one(terms, Op::BvNot, arguments),
        "bvneg" => one(terms, Op::BvNeg, arguments),
        "bvadd" => left(Op::BvAdd),
        "bvmul" => left(Op::BvMul),
        "bvand" => left(Op::BvAnd),
        "bvor" => left(Op::BvOr),
        "bvxor" => left(Op::BvXor),
        "concat" => left(Op::Concat),
        "bvsub" => one(terms, Op::BvSub, arguments),
        "bvudiv" => one(terms, Op::BvUdiv, arguments),
        "bvurem" => one(terms, Op::BvUrem, arguments),
        "bvsdiv" => one(terms, Op::BvSdiv, arguments),
        "bvsrem" => one(terms, Op::BvSrem, arguments),
        "bvshl" => one(terms, Op::BvShl, arguments),
        "bvlshr" => one(terms, Op::BvLshr, arguments),
        "bvashr" => one(terms, Op::BvAshr, arguments),
        "bvnand" => negated(one(terms, Op::BvAnd, arguments), Op::BvNot),
        "bvnor" => negated(one(terms, Op::BvOr, arguments), Op::BvNot),
        "bvxnor" => negated(one(terms, Op::BvXor, arguments), Op::BvNot),
        "bvcomp" => {
            let [a, b] = arguments else { return None };
            terms.sort(*a).width()?;
            let equal = one(terms, Op::Eq, &[*a, *b])?;
            Some(terms.ite(equal, terms.bv(1, 1), terms.bv(1, 0)))
        }
        "bvult" => forward(Op::BvUlt),
        "bvule" => forward(Op::BvUle),
        "bvslt" => forward(Op::BvSlt),
        "bvsle" => forward(Op::BvSle),
        "bvugt" => backward(Op::BvUlt),
        "bvuge" => backward(Op::BvUle),
        "bvsgt" => backward(Op::BvSlt),
        "bvsge" => backward(Op::BvSle),
        _ => None,
    }
}

/// `(op (op a b) c)`.
fn fold(terms: &TermStore, op: Op, arguments: &[TermId]) -> Option<TermId> {
    let [first, second, others @ ..] = arguments else {
        return None;
    };
    let mut folded = one(terms, op.clone(), &[*first, *second])?;
    for other in others {
        folded = one(terms, op.clone(), &[folded, *other])?;
    }
    Some(folded)
}

/// `(and (r a b) (r b c))`.
fn chain(
    terms: &TermStore,
    arguments: &[TermId],
    relation: impl Fn(TermId, TermId) -> Option<TermId>,
) -> Option<TermId> {
    let pairs: Option<Vec<TermId>> = arguments.windows(2).map(|p| relation(p[0], p[1])).collect();
    Some(terms.and(&pairs.filter(|p| !p.is_empty())?))
}

/// Operators that integers and reals have both.
fn number(terms: &TermStore, name: &str, arguments: &[TermId]) -> Option<TermId> {
    let forward = |op: Op| chain(terms, arguments, |a, b| one(terms, op.clone(), &[a, b]));
    let backward = |op: Op| chain(terms, arguments, |a, b| one(terms, op.clone(), &[b, a]));
    match name {
        "+" => fold(terms, Op::Add, arguments),
        "*" => fold(terms, Op::Mul, arguments),
        "-" => match arguments {
            [a] => one(terms, Op::Neg, &[*a]),
            [first, others @ ..] => {
                let mut difference = *first;
                for other in others {
                    let minus = one(terms, Op::Neg, &[*other])?;
                    difference = one(terms, Op::Add, &[difference, minus])?;
                }
                Some(difference)
            }
            [] => None,
        },
        "/" => {
            let reals: Vec<TermId> = arguments.iter().map(|a| real(terms, *a)).collect();
            fold(terms, Op::RealDiv, &reals)
        }
        "<" => forward(Op::Lt),
        "<=" => forward(Op::Le),
        ">" => backward(Op::Lt),
        ">=" => backward(Op::Le),
        "=" => forward(Op::Eq),
        "distinct" => {
            let mut different = Vec::new();
            for (index, a) in arguments.iter().enumerate() {
                for b in &arguments[index + 1..] {
                    different.push(terms.not(one(terms, Op::Eq, &[*a, *b])?));
                }
            }
            (!different.is_empty()).then(|| terms.and(&different))
        }
        _ => None,
    }
}

/// Some solvers print a whole number where a real is meant: beside a real it is one.
fn numbers(terms: &TermStore, arguments: &[TermId]) -> Vec<TermId> {
    if arguments.iter().any(|a| *terms.sort(*a) == Sort::Real) {
        arguments.iter().map(|a| real(terms, *a)).collect()
    } else {
        arguments.to_vec()
    }
}

/// A whole number as a real; everything else as it is.
fn real(terms: &TermStore, term: TermId) -> TermId {
    match terms.as_constant(term) {
        Some(Value::Int(n)) => terms.constant(&Value::Real(RBig::from(n))),
        _ => term,
    }
}
