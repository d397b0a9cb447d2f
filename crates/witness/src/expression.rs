//! Terms as C expressions.
//!
//! The text has the meaning of the term in C when variables are named as in the source; casts
//! are written where the term reads bits otherwise than the variable's type does.

use invar_cfa::{Program, VarId};
use invar_term::{BvValue, Op, SymbolId, TermId, Value};
use rustc_hash::FxHashMap;

/// Text longer than this is cut off: nobody reads it.
const MAX_LENGTH: usize = 4_000;

#[derive(Clone)]
struct Text {
    text: String,
    /// Whether the text denotes a signed C value.
    signed: bool,
    /// Whether it must be put into parentheses as an operand.
    compound: bool,
    /// The constant it is, so that it can be written as the other operand is read.
    constant: Option<BvValue>,
}

impl Text {
    fn new(text: String, signed: bool, compound: bool) -> Text {
        Text {
            text,
            signed,
            compound,
            constant: None,
        }
    }
}

/// A Boolean or bit-vector term over the program's variables as a C expression; `None` if it has
/// no short equivalent.
pub fn c_expression(program: &Program, term: TermId) -> Option<String> {
    let terms = &program.terms;
    let variables: FxHashMap<SymbolId, VarId> = program
        .variable_ids()
        .filter_map(|v| Some((terms.as_symbol(program.symbol(v))?, v)))
        .collect();
    let mut known: FxHashMap<TermId, Text> = FxHashMap::default();
    for t in terms.postorder(&[term]) {
        let node = terms.node(t);
        let args: Vec<&Text> = node
            .args
            .iter()
            .map(|a| known.get(a))
            .collect::<Option<_>>()?;
        let text = match &node.op {
            Op::Symbol(symbol) => variable(program, *variables.get(symbol)?),
            op => {
                let widths: Vec<u32> = node
                    .args
                    .iter()
                    .map(|a| terms.sort(*a).width().unwrap_or(1))
                    .collect();
                application(op, &args, &widths, node.sort.width().unwrap_or(1))?
            }
        };
        if text.text.len() > MAX_LENGTH {
            return None;
        }
        known.insert(t, text);
    }
    known.remove(&term).map(|t| t.text)
}

fn variable(program: &Program, id: VarId) -> Text {
    let variable = program.variable(id);
    let name = variable.source_name.as_deref().unwrap_or(&variable.name);
    Text::new(name.to_owned(), variable.integer.signed, false)
}

fn operand(text: &Text) -> String {
    if text.compound {
        format!("({})", text.text)
    } else {
        text.text.clone()
    }
}

fn type_name(width: u32, signed: bool) -> Option<&'static str> {
    Some(match (width, signed) {
        (8, true) => "signed char",
        (8, false) => "unsigned char",
        (16, true) => "short",
        (16, false) => "unsigned short",
        (32, true) => "int",
        (32, false) => "unsigned int",
        (64, true) => "long long",
        (64, false) => "unsigned long long",
        (128, true) => "__int128",
        (128, false) => "unsigned __int128",
        _ => return None,
    })
}

/// `text` read as signed or unsigned bits of the given width.
fn reading(text: &Text, width: u32, signed: bool) -> Option<String> {
    if let Some(value) = text.constant {
        return Some(match (signed, value.signed() < 0) {
            (true, true) => format!("({})", value.signed()),
            (true, false) => value.signed().to_string(),
            (false, _) => value.unsigned().to_string(),
        });
    }
    if text.signed == signed {
        return Some(operand(text));
    }
    Some(format!("({}){}", type_name(width, signed)?, operand(text)))
}

fn constant(value: BvValue) -> Text {
    let signed = value.signed();
    Text {
        constant: Some(value),
        ..Text::new(signed.to_string(), true, signed < 0)
    }
}

fn application(op: &Op, args: &[&Text], widths: &[u32], width: u32) -> Option<Text> {
    let compound = |text: String, signed: bool| Some(Text::new(text, signed, true));
    let infix = |symbol: &str, signed: bool| {
        let left = reading(args[0], widths[0], signed)?;
        let right = reading(args[1], widths[1], signed)?;
        compound(format!("{left} {symbol} {right}"), signed)
    };
    // Operators that do not care are read as the operand that is no constant.
    let by = || {
        if args[0].constant.is_some() {
            args[1].signed
        } else {
            args[0].signed
        }
    };
    let either = |symbol: &str| infix(symbol, by());
    match op {
        Op::True => Some(Text::new("1".into(), true, false)),
        Op::False => Some(Text::new("0".into(), true, false)),
        Op::BvConst(value) => Some(constant(*value)),
        Op::Not => {
            let inner = args[0];
            Some(match inner.text.split_once(" == ") {
                Some((a, b)) if inner.compound && !has_connective(&inner.text) => {
                    Text::new(format!("{a} != {b}"), true, true)
                }
                _ => Text::new(format!("!{}", parenthesised(inner)), true, false),
            })
        }
        Op::And => compound(join(args, " && "), true),
        Op::Or => compound(join(args, " || "), true),
        Op::Xor => compound(
            format!("{} != {}", operand(args[0]), operand(args[1])),
            true,
        ),
        Op::Eq => either("==").map(|t| Text { signed: true, ..t }),
        Op::Ite => compound(
            format!(
                "{} ? {} : {}",
                operand(args[0]),
                operand(args[1]),
                operand(args[2])
            ),
            args[1].signed,
        ),
        Op::BvUlt => infix("<", false).map(|t| Text { signed: true, ..t }),
        Op::BvUle => infix("<=", false).map(|t| Text { signed: true, ..t }),
        Op::BvSlt => infix("<", true),
        Op::BvSle => infix("<=", true),
        Op::BvNot => compound(format!("~{}", parenthesised(args[0])), args[0].signed),
        Op::BvNeg => compound(format!("-{}", parenthesised(args[0])), args[0].signed),
        Op::BvAdd => either("+"),
        Op::BvSub => either("-"),
        Op::BvMul => either("*"),
        Op::BvAnd => either("&"),
        Op::BvOr => either("|"),
        Op::BvXor => either("^"),
        Op::BvShl => either("<<"),
        Op::BvUdiv => infix("/", false),
        Op::BvUrem => infix("%", false),
        Op::BvSdiv => infix("/", true),
        Op::BvSrem => infix("%", true),
        Op::BvLshr => infix(">>", false),
        Op::BvAshr => infix(">>", true),
        Op::ZeroExtend(_) => {
            let inner = reading(args[0], widths[0], false)?;
            let name = type_name(width, false)?;
            Some(Text::new(format!("({name}){inner}"), false, false))
        }
        Op::SignExtend(_) => {
            let inner = reading(args[0], widths[0], true)?;
            let name = type_name(width, true)?;
            Some(Text::new(format!("({name}){inner}"), true, false))
        }
        Op::Extract { low, .. } => {
            let shifted = if *low == 0 {
                operand(args[0])
            } else {
                format!("({} >> {low})", reading(args[0], widths[0], false)?)
            };
            match type_name(width, false) {
                Some(name) => Some(Text::new(format!("({name}){shifted}"), false, false)),
                None if width < 64 => {
                    compound(format!("{shifted} & {}", (1u64 << width) - 1), false)
                }
                None => None,
            }
        }
        Op::Select => Some(Text::new(
            format!("{}[{}]", operand(args[0]), args[1].text),
            args[0].signed,
            false,
        )),
        _ => None,
    }
}

fn has_connective(text: &str) -> bool {
    [" && ", " || ", " ? ", "!="]
        .iter()
        .any(|c| text.contains(c))
}

fn parenthesised(text: &Text) -> String {
    operand(text)
}

fn join(args: &[&Text], symbol: &str) -> String {
    args.iter()
        .map(|a| operand(a))
        .collect::<Vec<_>>()
        .join(symbol)
}

/// A scalar value as its type reads it.
pub(crate) fn value_text(value: &Value, signed: bool) -> String {
    match value {
        Value::Bv(v) if signed => v.signed().to_string(),
        Value::Bv(v) => v.unsigned().to_string(),
        Value::Array(array) => {
            let element = |v: &Value| value_text(v, signed);
            let mut parts: Vec<String> = array
                .entries()
                .take(8)
                .map(|(i, v)| format!("[{}] = {}", value_text(i, false), element(v)))
                .collect();
            parts.push(format!("... = {}", element(array.default_element())));
            format!("{{ {} }}", parts.join(", "))
        }
        other => other.to_string(),
    }
}
