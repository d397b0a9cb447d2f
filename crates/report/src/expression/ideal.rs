//! Terms over integers and reals as text in the manner of C.
//!
//! The text is mathematics: nothing wraps around. Euclidean division, which C does not have, is
//! written `a div b` and `a mod b`.

use super::MAX_LENGTH;
use invar_cfa::{Program, VarId};
use invar_term::{Op, Sort, SymbolId, TermId};
use rustc_hash::FxHashMap;

/// How strongly a text binds, weakest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    Choice,
    Or,
    And,
    Comparison,
    Sum,
    Product,
    Unary,
    Atom,
}

#[derive(Clone)]
struct Text {
    text: String,
    binding: Binding,
    /// The text without its minus sign, if it has one.
    positive: Option<String>,
    /// The negation, if it is a comparison.
    negation: Option<String>,
}

impl Text {
    fn new(text: String, binding: Binding) -> Text {
        Text {
            text,
            binding,
            positive: None,
            negation: None,
        }
    }

    /// The text as an operand of an operator that binds as strongly as `binding`.
    fn within(&self, binding: Binding) -> String {
        if self.binding >= binding {
            self.text.clone()
        } else {
            format!("({})", self.text)
        }
    }

    fn number(text: String) -> Text {
        let positive = text.strip_prefix('-').map(str::to_owned);
        let binding = if text.contains('/') {
            Binding::Product
        } else {
            Binding::Atom
        };
        Text {
            positive,
            ..Text::new(text, binding)
        }
    }

    fn negative(of: &Text) -> Text {
        Text {
            positive: Some(of.within(Binding::Product)),
            ..Text::new(format!("-{}", of.within(Binding::Unary)), Binding::Unary)
        }
    }

    fn comparison(a: &Text, symbol: &str, negated: &str, b: &Text) -> Text {
        let (a, b) = (a.within(Binding::Sum), b.within(Binding::Sum));
        Text {
            negation: Some(format!("{a} {negated} {b}")),
            ..Text::new(format!("{a} {symbol} {b}"), Binding::Comparison)
        }
    }
}

/// Whether a sort belongs to this kind of text.
pub(super) fn is_ideal(sort: &Sort) -> bool {
    match sort {
        Sort::Int | Sort::Real => true,
        Sort::Array(pair) => is_ideal(&pair.1),
        _ => false,
    }
}

/// A Boolean, integer or real term as text; `None` if it has none that is short.
pub(super) fn expression(
    program: &Program,
    variables: &FxHashMap<SymbolId, VarId>,
    term: TermId,
) -> Option<String> {
    let terms = &program.terms;
    let mut known: FxHashMap<TermId, Text> = FxHashMap::default();
    for t in terms.postorder(&[term]) {
        let node = terms.node(t);
        let args: Vec<&Text> = node.args.iter().map(|a| &known[a]).collect();
        let text = match &node.op {
            Op::Symbol(symbol) => {
                let variable = program.variable(*variables.get(symbol)?);
                let name = variable.source_name.as_deref().unwrap_or(&variable.name);
                Text::new(name.to_owned(), Binding::Atom)
            }
            Op::IntConst(value) => Text::number(value.to_string()),
            Op::RealConst(value) => Text::number(value.to_string()),
            // Names of arrays are addresses.
            Op::Eq if terms.sort(node.args[0]).as_array().is_some() => return None,
            // The constant on the right, as people write it.
            Op::Lt | Op::Le | Op::Eq if terms.as_constant(node.args[0]).is_some() => {
                flipped(&node.op, args[1], args[0])
            }
            op => application(op, &args)?,
        };
        if text.text.len() > MAX_LENGTH {
            return None;
        }
        known.insert(t, text);
    }
    known.remove(&term).map(|t| t.text)
}

/// `b op a`, where `a op' b` is meant.
fn flipped(op: &Op, b: &Text, a: &Text) -> Text {
    match op {
        Op::Lt => Text::comparison(b, ">", "<=", a),
        Op::Le => Text::comparison(b, ">=", "<", a),
        _ => Text::comparison(b, "==", "!=", a),
    }
}

fn joined(args: &[&Text], symbol: &str, binding: Binding, none: &str) -> Text {
    match args {
        [] => Text::new(none.into(), Binding::Atom),
        [only] => (*only).clone(),
        _ => {
            let parts: Vec<String> = args.iter().map(|a| a.within(binding)).collect();
            Text::new(parts.join(&format!(" {symbol} ")), binding)
        }
    }
}

fn application(op: &Op, args: &[&Text]) -> Option<Text> {
    Some(match (op, args) {
        (Op::True, _) => Text::new("1".into(), Binding::Atom),
        (Op::False, _) => Text::new("0".into(), Binding::Atom),
        (Op::Not, [a]) => match &a.negation {
            Some(negation) => Text {
                negation: Some(a.text.clone()),
                ..Text::new(negation.clone(), Binding::Comparison)
            },
            None => Text::new(format!("!{}", a.within(Binding::Unary)), Binding::Unary),
        },
        (Op::And, _) => joined(args, "&&", Binding::And, "1"),
        (Op::Or, _) => joined(args, "||", Binding::Or, "0"),
        (Op::Xor, [a, b]) => Text::comparison(a, "!=", "==", b),
        (Op::Eq, [a, b]) => Text::comparison(a, "==", "!=", b),
        (Op::Lt, [a, b]) => Text::comparison(a, "<", ">=", b),
        (Op::Le, [a, b]) => Text::comparison(a, "<=", ">", b),
        (Op::Ite, [condition, a, b]) => {
            let [condition, a, b] = [condition, a, b].map(|t| t.within(Binding::Or));
            Text::new(format!("{condition} ? {a} : {b}"), Binding::Choice)
        }
        (Op::Add, [first, rest @ ..]) => sum(first, rest),
        (Op::Neg, [a]) => match &a.positive {
            Some(positive) => Text::new(positive.clone(), Binding::Product),
            None => Text::negative(a),
        },
        (Op::Mul, [a, b]) => product(a, b),
        (Op::IntDiv, [a, b]) => infix(a, "div", b),
        (Op::IntMod, [a, b]) => infix(a, "mod", b),
        (Op::RealDiv, [a, b]) => infix(a, "/", b),
        (Op::ToReal, [a]) => (*a).clone(),
        (Op::Select, [a, index]) => Text::new(
            format!("{}[{}]", a.within(Binding::Atom), index.text),
            Binding::Atom,
        ),
        _ => return None,
    })
}

fn sum(first: &Text, rest: &[&Text]) -> Text {
    // A difference reads better than a sum that starts with a minus.
    let (first, rest) = match (&first.positive, rest) {
        (Some(_), [other]) if other.positive.is_none() => (*other, vec![first]),
        _ => (first, rest.to_vec()),
    };
    let mut text = first.within(Binding::Sum);
    for next in rest {
        match &next.positive {
            Some(positive) => text.push_str(&format!(" - {positive}")),
            None => text.push_str(&format!(" + {}", next.within(Binding::Product))),
        }
    }
    Text::new(text, Binding::Sum)
}

fn product(a: &Text, b: &Text) -> Text {
    if a.text == "-1" {
        return Text::negative(b);
    }
    if b.text == "-1" {
        return Text::negative(a);
    }
    let product = infix(a, "*", b);
    let positive = match (&a.positive, &b.positive) {
        (Some(a), None) => Some(format!("{a} * {}", b.within(Binding::Unary))),
        (None, Some(b)) => Some(format!("{} * {b}", a.within(Binding::Unary))),
        _ => None,
    };
    Text {
        positive,
        ..product
    }
}

fn infix(a: &Text, symbol: &str, b: &Text) -> Text {
    let (a, b) = (a.within(Binding::Unary), b.within(Binding::Unary));
    Text::new(format!("{a} {symbol} {b}"), Binding::Product)
}
