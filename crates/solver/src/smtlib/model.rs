//! Values in the replies of SMT-LIB solvers.

use super::sexpr::Sexpr;
use crate::numeral;
use invar_term::{ArrayValue, BvValue, FloatFormat, FloatValue, RBig, Sort, Value};
use rustc_hash::FxHashMap;

/// Names bound by `let`.
type Bindings<'a> = FxHashMap<&'a str, &'a Sexpr>;

/// The value that `text` denotes in `sort`; `None` if it is in a form we do not read.
pub(crate) fn decode(text: &Sexpr, sort: &Sort) -> Option<Value> {
    let mut bindings = Bindings::default();
    value(text, sort, &mut bindings)
}

fn value<'a>(text: &'a Sexpr, sort: &Sort, bindings: &mut Bindings<'a>) -> Option<Value> {
    let text = resolve(text, bindings)?;
    match sort {
        Sort::Bool => match text.atom()? {
            "true" => Some(Value::Bool(true)),
            "false" => Some(Value::Bool(false)),
            _ => None,
        },
        Sort::BitVec(width) => bit_vector(text, *width).map(Value::Bv),
        Sort::Int => {
            let number = rational(text)?;
            number
                .is_int()
                .then(|| Value::Int(number.numerator().clone()))
        }
        Sort::Real => rational(text).map(Value::Real),
        Sort::Float { .. } => float(text, FloatFormat::of(sort)?).map(Value::Float),
        Sort::Array(pair) => array(text, &pair.0, &pair.1, bindings).map(Value::Array),
    }
}

/// Follows `let` and the names it binds.
fn resolve<'a>(mut text: &'a Sexpr, bindings: &mut Bindings<'a>) -> Option<&'a Sexpr> {
    loop {
        match text {
            Sexpr::Atom(name) => match bindings.get(name.as_str()) {
                Some(bound) => text = bound,
                None => return Some(text),
            },
            Sexpr::List(members) => match members.as_slice() {
                [Sexpr::Atom(head), Sexpr::List(pairs), body] if head == "let" => {
                    for pair in pairs {
                        let [Sexpr::Atom(name), bound] = pair.list()? else {
                            return None;
                        };
                        // Solvers never bind a name twice in one value; if one did, reading on
                        // with the wrong binding would be worse than not reading.
                        if bindings.insert(name, bound).is_some() {
                            return None;
                        }
                    }
                    text = body;
                }
                _ => return Some(text),
            },
            Sexpr::Text(_) => return None,
        }
    }
}

fn bit_vector(text: &Sexpr, width: u32) -> Option<BvValue> {
    let (found, bits) = match text {
        Sexpr::Atom(digits) => {
            if let Some(binary) = digits.strip_prefix("#b") {
                (binary.len(), u128::from_str_radix(binary, 2).ok()?)
            } else {
                let hexadecimal = digits.strip_prefix("#x")?;
                (
                    4 * hexadecimal.len(),
                    u128::from_str_radix(hexadecimal, 16).ok()?,
                )
            }
        }
        Sexpr::List(members) => match members.as_slice() {
            [
                Sexpr::Atom(underscore),
                Sexpr::Atom(digits),
                Sexpr::Atom(found),
            ] if underscore == "_" => (
                found.parse().ok()?,
                digits.strip_prefix("bv")?.parse().ok()?,
            ),
            _ => return None,
        },
        Sexpr::Text(_) => return None,
    };
    (found == width as usize).then(|| BvValue::new(width, bits))
}

/// `(fp #b0 #b.. #b..)`, `(_ NaN 8 24)`, `(_ +oo 8 24)`, `(_ -zero 8 24)`.
fn float(text: &Sexpr, format: FloatFormat) -> Option<FloatValue> {
    match text.list()? {
        [Sexpr::Atom(head), sign, exponent, fraction] if head == "fp" => {
            let sign = bit_vector(sign, 1)?.unsigned();
            let exponent = bit_vector(exponent, format.exponent())?.unsigned();
            let fraction_width = format.significand() - 1;
            let fraction = bit_vector(fraction, fraction_width)?.unsigned();
            let high = (sign << format.exponent()) | exponent;
            let bits = (high << fraction_width) | fraction;
            Some(FloatValue::from_bits(format, bits))
        }
        [
            Sexpr::Atom(underscore),
            Sexpr::Atom(name),
            Sexpr::Atom(exponent),
            Sexpr::Atom(significand),
        ] if underscore == "_" => {
            if exponent.parse() != Ok(format.exponent())
                || significand.parse() != Ok(format.significand())
            {
                return None;
            }
            Some(match name.as_str() {
                "NaN" => FloatValue::nan(format),
                "+oo" => FloatValue::infinity(format),
                "-oo" => FloatValue::infinity(format).negated(),
                "+zero" => FloatValue::zero(format),
                "-zero" => FloatValue::zero(format).negated(),
                _ => return None,
            })
        }
        _ => None,
    }
}

/// `5`, `2.5`, `(- 5)`, `(/ 1 3)` and their combinations, `(to_real 5)`.
fn rational(text: &Sexpr) -> Option<RBig> {
    match text {
        Sexpr::Atom(digits) => numeral::rational(digits),
        Sexpr::List(members) => match members.as_slice() {
            [Sexpr::Atom(head), a] if head == "-" => Some(-rational(a)?),
            [Sexpr::Atom(head), a] if head == "to_real" => rational(a),
            [Sexpr::Atom(head), a, b] if head == "/" => {
                let divisor = rational(b)?;
                (divisor != RBig::ZERO).then_some(rational(a)? / divisor)
            }
            _ => None,
        },
        Sexpr::Text(_) => None,
    }
}

/// Writes around a constant array or a function given by cases; outermost first.
fn array<'a>(
    text: &'a Sexpr,
    index: &Sort,
    element: &Sort,
    bindings: &mut Bindings<'a>,
) -> Option<ArrayValue> {
    let mut writes = Vec::new();
    let mut current = text;
    let mut array = loop {
        current = resolve(current, bindings)?;
        match current.list()? {
            [Sexpr::Atom(head), inner, at, written] if head == "store" => {
                writes.push((
                    value(at, index, bindings)?,
                    value(written, element, bindings)?,
                ));
                current = inner;
            }
            [Sexpr::List(head), default] if is_constant_array(head) => {
                break ArrayValue::constant(index.clone(), value(default, element, bindings)?);
            }
            [Sexpr::Atom(head), Sexpr::List(parameters), body] if head == "lambda" => {
                break by_cases(parameters, body, index, element, bindings)?;
            }
            _ => return None,
        }
    };
    for (at, written) in writes.into_iter().rev() {
        array.store(at, written);
    }
    Some(array)
}

fn is_constant_array(head: &[Sexpr]) -> bool {
    matches!(head, [Sexpr::Atom(a), Sexpr::Atom(b), _] if a == "as" && b == "const")
}

/// `(lambda ((x S)) (ite (= x k) v (ite ... d)))`.
fn by_cases<'a>(
    parameters: &'a [Sexpr],
    body: &'a Sexpr,
    index: &Sort,
    element: &Sort,
    bindings: &mut Bindings<'a>,
) -> Option<ArrayValue> {
    let [parameter] = parameters else { return None };
    let [Sexpr::Atom(name), _] = parameter.list()? else {
        return None;
    };
    let mut cases = Vec::new();
    let mut current = body;
    let default = loop {
        current = resolve(current, bindings)?;
        match current.list() {
            Some([Sexpr::Atom(head), condition, then, otherwise]) if head == "ite" => {
                let [Sexpr::Atom(equals), a, b] = condition.list()? else {
                    return None;
                };
                let at = match (a.atom() == Some(name), b.atom() == Some(name)) {
                    (true, false) => b,
                    (false, true) => a,
                    _ => return None,
                };
                if equals != "=" {
                    return None;
                }
                cases.push((value(at, index, bindings)?, value(then, element, bindings)?));
                current = otherwise;
            }
            _ => break value(current, element, bindings)?,
        }
    };
    let mut array = ArrayValue::constant(index.clone(), default);
    // The first case wins, so it is written last.
    for (at, written) in cases.into_iter().rev() {
        array.store(at, written);
    }
    Some(array)
}
