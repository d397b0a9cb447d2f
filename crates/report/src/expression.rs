//! Terms as C expressions.
//!
//! The text has the meaning of the term in C when variables are named as in the source. C computes
//! narrow operands in `int`, so there is a cast wherever a result must be cut to the term's width;
//! division by zero and large shifts, which terms define and C does not, are written out as
//! conditionals.

mod float;
mod ideal;
mod pointer;
mod text;

use crate::trace::{constant_name, enumerations};
pub use float::float_literal;
use invar_cfa::{Enumeration, Indexing, Program, VarId};
use invar_term::{BvValue, FloatFormat, Op, Sort, SymbolId, TermId, Value};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use text::{
    Computed, Reading, Text, Top, alike, at_least, cut, fits, literal, read, type_name, type_range,
    wrapped,
};

/// Text longer than this is cut off: it would not be read.
const MAX_LENGTH: usize = 4_000;

/// A Boolean, bit-vector or floating-point term over the program's variables as a C expression;
/// `None` if it has no short equivalent. A term over integers or reals, which C does not have, is
/// written as if nothing wrapped around.
pub fn c_expression(program: &Program, term: TermId) -> Option<String> {
    Expressions::of(program).text(term)
}

/// Whether an expression's text has names that the program's text does not have: variables of ours, of contracts and of
/// library models.
pub fn has_internal_names(text: &str) -> bool {
    text.contains('$') || text.contains("__invar_")
}

/// Writes terms over the variables of one program.
pub(crate) struct Expressions<'p> {
    program: &'p Program,
    variables: FxHashMap<SymbolId, VarId>,
    /// Enumerations whose constants are written by name.
    enumerations: FxHashMap<SymbolId, Arc<Enumeration>>,
}

impl<'p> Expressions<'p> {
    pub(crate) fn of(program: &'p Program) -> Expressions<'p> {
        let symbol = |v| Some((program.terms.as_symbol(program.symbol(v))?, v));
        Expressions {
            program,
            variables: program.variable_ids().filter_map(symbol).collect(),
            enumerations: FxHashMap::default(),
        }
    }

    /// With names of constants, which need not be visible where the text is evaluated.
    pub(crate) fn for_people(program: &'p Program) -> Expressions<'p> {
        let named = enumerations(program).into_iter();
        let symbol = |v| program.terms.as_symbol(program.symbol(v));
        Expressions {
            enumerations: named.filter_map(|(v, e)| Some((symbol(v)?, e))).collect(),
            ..Expressions::of(program)
        }
    }

    /// As [`c_expression`].
    pub(crate) fn text(&self, term: TermId) -> Option<String> {
        written(self, term)
    }

    /// A constant that a variable of an enumeration is compared with, by its name.
    fn constant(&self, variable: TermId, constant: TermId) -> Option<Text> {
        let terms = &self.program.terms;
        let symbol = terms.as_symbol(variable)?;
        let bits = terms.as_bv(constant)?;
        let signed = self
            .program
            .variable(*self.variables.get(&symbol)?)
            .integer
            .signed;
        let name = constant_name(self.enumerations.get(&symbol)?, bits, signed)?;
        let reading = match (bits.sign_bit(), signed) {
            (false, _) => Reading::Either,
            (true, signed) => Reading::of(signed),
        };
        Some(Text::atom(
            name,
            reading,
            Computed::promoted(bits.width(), signed),
        ))
    }
}

fn written(expressions: &Expressions<'_>, term: TermId) -> Option<String> {
    let (program, variables) = (expressions.program, &expressions.variables);
    let terms = &program.terms;
    let subterms = terms.postorder(&[term]);
    if subterms.iter().any(|t| ideal::is_ideal(terms.sort(*t))) {
        return ideal::expression(program, variables, term);
    }
    let pointers = pointer::pointers(program, variables, &subterms);
    let mut known: FxHashMap<TermId, Text> = FxHashMap::default();
    for t in subterms {
        let node = terms.node(t);
        let args: Vec<&Text> = node
            .args
            .iter()
            .map(|a| known.get(a))
            .collect::<Option<_>>()?;
        let text = match &node.op {
            Op::Symbol(symbol) => variable(program, *variables.get(symbol)?)?,
            Op::Select if !pointers.contains(&node.args[1]) => Text {
                text: element(program, variables, &node.args, &args)?,
                ..args[0].clone()
            },
            op if node.args.iter().any(|a| pointers.contains(a)) => {
                pointer::application(program, op, &node.args, &args, &pointers)?
            }
            // Names of arrays are addresses.
            Op::Eq if terms.sort(node.args[0]).as_array().is_some() => return None,
            Op::FpConst(value) => float::constant(*value),
            Op::Fp(op) => {
                let first = terms.sort(node.args[0]);
                let width = first.width().unwrap_or(1);
                float::application(*op, &args, FloatFormat::of(first), width)?
            }
            Op::Eq if matches!(terms.sort(node.args[0]), Sort::Float { .. }) => {
                float::identity(args[0], args[1], terms.as_fp(node.args[1]))
            }
            Op::Ite if matches!(node.sort, Sort::Float { .. }) => {
                float::choice(args[0], args[1], args[2])
            }
            op => {
                let width = |sort: &Sort| sort.width().unwrap_or(1);
                let operands = node.args.first().map_or(1, |a| width(terms.sort(*a)));
                let named = match (op, node.args.as_slice()) {
                    (Op::Eq, [a, b]) => {
                        [expressions.constant(*b, *a), expressions.constant(*a, *b)]
                    }
                    _ => [None, None],
                };
                let args: Vec<&Text> = match &named {
                    [None, None] => args,
                    [a, b] => vec![a.as_ref().unwrap_or(args[0]), b.as_ref().unwrap_or(args[1])],
                };
                application(op, &args, operands, width(&node.sort))?
            }
        };
        if text.text.len() > MAX_LENGTH {
            return None;
        }
        known.insert(t, text);
    }
    known.remove(&term).map(|t| t.text)
}

/// An element of an array variable, as the source names it.
fn element(
    program: &Program,
    variables: &FxHashMap<SymbolId, VarId>,
    terms: &[TermId],
    args: &[&Text],
) -> Option<String> {
    let symbol = program.terms.as_symbol(terms[0])?;
    let variable = program.variable(*variables.get(&symbol)?);
    match (&variable.indexing, program.terms.as_bv(terms[1])) {
        (Indexing::Plain, _) => Some(format!("{}[{}]", args[0].operand(), args[1].text)),
        (Indexing::Layout(layout), Some(index)) => layout.element(index.unsigned()),
        (Indexing::Layout(layout), None) => layout.computed(&args[1].text),
        (Indexing::Unnamed, _) => None,
    }
}

/// A variable, or the elements of an array variable.
fn variable(program: &Program, id: VarId) -> Option<Text> {
    let variable = program.variable(id);
    let name = variable.source_name.as_deref().unwrap_or(&variable.name);
    let sort = program.terms.sort(variable.symbol);
    let element = sort.as_array().map_or(sort, |(_, element)| element);
    if matches!(element, Sort::Float { .. }) {
        return Some(float::atom(name.to_owned()));
    }
    let (width, signed) = (variable.integer.width, variable.integer.signed);
    // Compilers compute with wide bit-fields in types of their own.
    let usual = width <= 32 || type_name(width, signed).is_some();
    let reading = Reading::of(signed);
    usual.then(|| Text {
        range: type_range(width, signed),
        ..Text::atom(name.to_owned(), reading, Computed::promoted(width, signed))
    })
}

fn infix(a: &Text, symbol: &str, b: &Text) -> String {
    format!("{} {symbol} {}", a.operand_of(symbol), b.operand_of(symbol))
}

fn comparison(a: &Text, symbol: &str, b: &Text) -> Text {
    Text {
        top: Top::Comparison,
        ..Text::truth(infix(a, symbol, b))
    }
}

/// Sum, difference or product whose operands are so small that nothing wraps around: no cut is
/// needed then.
fn exact(symbol: &str, a: &Text, b: &Text, width: u32) -> Option<Text> {
    let ((a_low, a_high), (b_low, b_high)) = (a.range?, b.range?);
    let range = match symbol {
        "+" => (a_low + b_low, a_high + b_high),
        "-" => (a_low - b_high, a_high - b_low),
        _ => {
            let ends = [a_low, a_high].map(|x| [b_low, b_high].map(|y| x.checked_mul(y)));
            let ends: Vec<i128> = ends.into_iter().flatten().collect::<Option<_>>()?;
            (*ends.iter().min()?, *ends.iter().max()?)
        }
    };
    let reading = match (fits(range, width, true), fits(range, width, false)) {
        (true, true) => Reading::Either,
        (true, false) => Reading::Signed,
        (false, true) => Reading::Unsigned,
        (false, false) => return None,
    };
    let holds = |computed: Computed| {
        let all = [range, (a_low, a_high), (b_low, b_high)];
        all.iter()
            .all(|r| fits(*r, computed.width, computed.signed))
    };
    let mut a = a.clone();
    if !holds(a.computed.common(b.computed)) {
        let long = Computed {
            width: 64,
            signed: true,
        };
        let range = a.range;
        a = Text::atom(format!("(long long){}", a.operand()), a.reading, long);
        a.range = range;
    }
    let computed = a.computed.common(b.computed);
    holds(computed).then(|| Text {
        top: Top::of(symbol),
        range: Some(range),
        ..Text::new(infix(&a, symbol, b), reading, computed)
    })
}

/// Sum, difference or product: right modulo two to the width, however operands are read.
fn modular(symbol: &str, a: &Text, b: &Text, width: u32) -> Option<Text> {
    let whole = exact(symbol, a, b, width);
    if whole.is_some() {
        return whole;
    }
    let (mut a, b, signed) = alike(a, b, width)?;
    if a.computed.common(b.computed).width < width {
        a = at_least(a, width)?;
    }
    let computed = a.computed.common(b.computed);
    let text = wrapped(infix(&a, symbol, &b), computed, width, signed)?;
    // There is a cast around it already.
    let top = match text.top {
        Top::Other if computed.width == width => Top::of(symbol),
        top => top,
    };
    Some(Text { top, ..text })
}

/// A sum; a negative number is taken away, however the other operand is read: `count - 1` and not
/// `count + 4294967295u`.
fn sum(a: &Text, b: &Text, width: u32) -> Option<Text> {
    let taken = |text: &Text| {
        let number = text.constant?.signed();
        let least = -1i128 << (width - 1);
        (width > 1 && number < 0 && number > least).then_some(-number)
    };
    match (taken(a), taken(b)) {
        (None, Some(less)) => modular("-", a, &number(width, less)?, width),
        (Some(less), None) => modular("-", b, &number(width, less)?, width),
        _ => modular("+", a, b, width),
    }
}

/// A bitwise operator: operands that are read alike give a result that is read so too.
fn bitwise(symbol: &str, a: &Text, b: &Text, width: u32) -> Option<Text> {
    let (a, b, signed) = alike(a, b, width)?;
    let reading = Reading::of(signed);
    Some(Text::new(
        infix(&a, symbol, &b),
        reading,
        a.computed.common(b.computed),
    ))
}

fn choice(condition: &Text, a: &Text, b: &Text, width: u32) -> Option<Text> {
    if let (Some(one), Some(zero)) = (a.constant, b.constant)
        && one.unsigned() == 1
        && zero.is_zero()
    {
        let reading = if width > 1 {
            Reading::Either
        } else {
            Reading::Unsigned
        };
        return Some(Text {
            reading,
            ..condition.clone()
        });
    }
    let (a, b, signed) = alike(a, b, width)?;
    let reading = match (a.reading, b.reading, signed) {
        (Reading::Either, Reading::Either, _) => Reading::Either,
        (_, _, true) => Reading::Signed,
        (_, _, false) => Reading::Unsigned,
    };
    let text = format!(
        "{} ? {} : {}",
        condition.operand(),
        a.operand(),
        b.operand()
    );
    Some(Text::new(text, reading, a.computed.common(b.computed)))
}

fn number(width: u32, value: i128) -> Option<Text> {
    literal(BvValue::from_signed(width, value), width > 1)
}

/// Quotient or remainder, with the values that terms give to what C leaves undefined.
fn division(op: &Op, a: &Text, b: &Text, width: u32) -> Option<Text> {
    let signed = matches!(op, Op::BvSdiv | Op::BvSrem);
    let quotient = matches!(op, Op::BvUdiv | Op::BvSdiv);
    let (a, b) = (read(a, width, signed)?, read(b, width, signed)?);
    let reading = Reading::of(signed);
    let text = infix(&a, if quotient { "/" } else { "%" }, &b);
    let plain = Text {
        top: Top::Product,
        range: remainder_range(op, &b),
        ..Text::new(text, reading, a.computed.common(b.computed))
    };
    let by_zero = match (quotient, signed) {
        (false, _) => a.clone(),
        (true, false) => literal(BvValue::from_signed(width, -1), false)?,
        (true, true) => choice(
            &comparison(&a, "<", &number(width, 0)?),
            &number(width, 1)?,
            &number(width, -1)?,
            width,
        )?,
    };
    let by_minus_one = if quotient {
        negated(&a, width)?
    } else {
        number(width, 0)?
    };
    match b.constant {
        Some(zero) if zero.is_zero() => Some(by_zero),
        Some(ones) if signed && ones.is_ones() => Some(by_minus_one),
        Some(_) => Some(plain),
        None => {
            let is = |k: &str| Text::truth(format!("{} == {k}", b.operand()));
            let inner = if signed {
                choice(&is("-1"), &by_minus_one, &plain, width)?
            } else {
                plain
            };
            choice(&is("0"), &by_zero, &inner, width)
        }
    }
}

/// Between which numbers a remainder by a constant lies.
fn remainder_range(op: &Op, by: &Text) -> Option<(i128, i128)> {
    let (k, _) = by.range.filter(|(low, high)| low == high && *low > 0)?;
    match op {
        Op::BvUrem => Some((0, k - 1)),
        Op::BvSrem => Some((1 - k, k - 1)),
        _ => None,
    }
}

fn negated(a: &Text, width: u32) -> Option<Text> {
    let a = at_least(a.clone(), width)?;
    wrapped(
        format!("-{}", a.operand()),
        a.computed,
        width,
        a.is_signed(),
    )
}

/// A shift; amounts of the width or more leave zeros or sign bits.
fn shift(op: &Op, a: &Text, b: &Text, width: u32) -> Option<Text> {
    let amount = read(b, width, false)?;
    let shifted = |by: &Text| match op {
        Op::BvShl => {
            let a = at_least(read(a, width, a.is_signed())?, width)?;
            wrapped(infix(&a, "<<", by), a.computed, width, a.is_signed())
        }
        _ => {
            let signed = *op == Op::BvAshr;
            let a = at_least(read(a, width, signed)?, width)?;
            Some(Text::new(
                infix(&a, ">>", by),
                Reading::of(signed),
                a.computed,
            ))
        }
    };
    let last = i128::from(width) - 1;
    match (b.constant, op) {
        (Some(k), _) if k.unsigned() <= last as u128 => shifted(&amount),
        (Some(_), Op::BvAshr) => shifted(&Text::atom(
            last.to_string(),
            Reading::Either,
            Computed::INT,
        )),
        (Some(_), _) => number(width, 0),
        // Every amount of a width of 1 or 2 bits is tested against a number of more bits.
        (None, Op::BvAshr) => {
            let limited = format!("{0} < {last} ? {0} : {last}", amount.operand());
            shifted(&Text::new(limited, Reading::Either, Computed::INT))
        }
        (None, _) => {
            let small = Text::truth(format!("{} <= {last}", amount.operand()));
            choice(&small, &shifted(&amount)?, &number(width, 0)?, width)
        }
    }
}

/// `operands` is the width of the first argument, `width` that of the result.
fn application(op: &Op, args: &[&Text], operands: u32, width: u32) -> Option<Text> {
    let compared = |symbol: &str, signed: bool| {
        let (a, b) = (
            read(args[0], operands, signed)?,
            read(args[1], operands, signed)?,
        );
        Some(comparison(&a, symbol, &b))
    };
    match op {
        Op::True => Some(Text::atom("1".into(), Reading::Either, Computed::INT)),
        Op::False => Some(Text::atom("0".into(), Reading::Either, Computed::INT)),
        Op::BvConst(value) => literal(*value, width > 1).or_else(|| literal(*value, false)),
        Op::Not => Some(match &args[0].negated {
            Some(text) => Text {
                top: Top::Comparison,
                ..Text::truth(text.clone())
            },
            None => Text {
                top: Top::Atom,
                ..Text::truth(format!("!{}", args[0].operand()))
            },
        }),
        Op::And => Some(junction(args, " && ", "1")),
        Op::Or => Some(junction(args, " || ", "0")),
        Op::Xor => Some(comparison(args[0], "!=", args[1])),
        Op::Eq => {
            let (a, b, _) = alike(args[0], args[1], operands)?;
            Some(Text {
                negated: Some(infix(&a, "!=", &b)),
                ..comparison(&a, "==", &b)
            })
        }
        Op::Ite => choice(args[0], args[1], args[2], width),
        Op::BvUlt => compared("<", false),
        Op::BvUle => compared("<=", false),
        Op::BvSlt => compared("<", true),
        Op::BvSle => compared("<=", true),
        // Complementing the signed reading gives the signed reading of the complement.
        Op::BvNot if args[0].computed.signed || args[0].computed.width != width => {
            let a = read(args[0], width, true)?;
            Some(Text::new(
                format!("~{}", a.operand()),
                Reading::Signed,
                a.computed,
            ))
        }
        Op::BvNot => {
            let text = format!("~{}", args[0].operand());
            Some(Text::new(text, Reading::Unsigned, args[0].computed))
        }
        Op::BvNeg => negated(args[0], width),
        Op::BvAdd => sum(args[0], args[1], width),
        Op::BvSub => modular("-", args[0], args[1], width),
        Op::BvMul => modular("*", args[0], args[1], width),
        Op::BvAnd => bitwise("&", args[0], args[1], width),
        Op::BvOr => bitwise("|", args[0], args[1], width),
        Op::BvXor => bitwise("^", args[0], args[1], width),
        Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem => division(op, args[0], args[1], width),
        Op::BvShl | Op::BvLshr | Op::BvAshr => shift(op, args[0], args[1], width),
        // Extensions keep the value that they extend.
        Op::ZeroExtend(0) | Op::SignExtend(0) => Some(args[0].clone()),
        Op::ZeroExtend(_) => Some(Text {
            reading: Reading::Either,
            constant: None,
            cast_of: None,
            ..read(args[0], operands, false)?
        }),
        Op::SignExtend(_) => Some(Text {
            constant: None,
            cast_of: None,
            ..read(args[0], operands, true)?
        }),
        Op::Extract { low: 0, .. } => cut(args[0], width, args[0].is_signed() && width > 1),
        Op::Extract { low, .. } => {
            let whole = at_least(read(args[0], operands, false)?, operands)?;
            let text = format!("{} >> {low}", whole.operand());
            cut(
                &Text::new(text, Reading::Unsigned, whole.computed),
                width,
                false,
            )
        }
        _ => None,
    }
}

fn junction(args: &[&Text], symbol: &str, empty: &str) -> Text {
    match args {
        [] => Text::atom(empty.into(), Reading::Either, Computed::INT),
        [single] => (*single).clone(),
        _ => Text::truth(
            args.iter()
                .map(|a| a.operand_of(symbol.trim()))
                .collect::<Vec<_>>()
                .join(symbol),
        ),
    }
}

/// A scalar value as its type reads it.
pub(crate) fn value_text(value: &Value, signed: bool) -> String {
    match value {
        Value::Bv(v) if signed => v.signed().to_string(),
        Value::Bv(v) => v.unsigned().to_string(),
        Value::Float(v) => v.c_text(),
        Value::Int(v) => v.to_string(),
        Value::Real(v) => v.to_string(),
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
