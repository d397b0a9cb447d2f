//! Variables of every kind, random terms over them, and states.

use crate::support::{Builder, Random};
use invar_cfa::{IntegerType, Program, Scope, VarId};
use invar_encode::{Arithmetic, Translated};
use invar_term::{
    ArrayValue, BvValue, Evaluator, IBig, Op, RBig, Sort, SymbolId, TermId, TermStore, Value,
};
use rustc_hash::FxHashMap;

/// How terms are made.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Operators {
    /// Those that every arithmetic has, but for division in the reals.
    Exact,
    /// Products and quotients of variables and bitwise operators too.
    All,
}

pub fn add_variable(b: &mut Builder, name: &str, width: u32, signed: bool) -> VarId {
    let integer = IntegerType { width, signed };
    let sort = Sort::BitVec(width);
    let scope = Scope::Global;
    b.program
        .add_variable(name, Some(name), &sort, integer, "int", scope, None)
}

pub fn add_array(b: &mut Builder, name: &str, index: u32, width: u32, signed: bool) -> VarId {
    let integer = IntegerType { width, signed };
    let sort = Sort::array(Sort::BitVec(index), Sort::BitVec(width));
    let scope = Scope::Global;
    b.program
        .add_variable(name, Some(name), &sort, integer, "int[]", scope, None)
}

/// Variables of `width` bits and of the other widths that terms may have, and arrays.
pub fn variables(b: &mut Builder, width: u32) {
    for (name, width, signed) in [
        ("s", width, true),
        ("t", width, true),
        ("u", width, false),
        ("v", width, false),
        ("wide", 2 * width, true),
        ("broad", 2 * width, false),
        ("bit", 1, false),
        ("flag", 1, true),
    ] {
        add_variable(b, name, width, signed);
    }
    add_array(b, "a", width, width, true);
    add_array(b, "b", width, width, false);
}

/// The scalar variables' symbols of a width.
fn symbols(program: &Program, width: u32) -> Vec<TermId> {
    program
        .variables
        .iter()
        .map(|v| v.symbol)
        .filter(|s| program.terms.sort(*s).width() == Some(width))
        .collect()
}

/// A random bit-vector term of `width` bits; `base` is the width of the ordinary variables.
pub fn number(
    p: &Program,
    r: &mut Random,
    operators: Operators,
    base: u32,
    width: u32,
    depth: u32,
) -> TermId {
    let s = &*p.terms;
    let constant = |r: &mut Random| {
        let small = i128::from(r.below(7)) - 3;
        match r.below(4) {
            0 => s.bv(width, u128::from(r.below(1 << 16))),
            _ => s.bv_signed(width, small),
        }
    };
    let known = symbols(p, width);
    if depth == 0 || r.below(8) == 0 {
        return match r.below(3) {
            0 => constant(r),
            _ if known.is_empty() => constant(r),
            _ => known[r.below(known.len() as u32) as usize],
        };
    }
    let part = |r: &mut Random, width: u32| number(p, r, operators, base, width, depth - 1);
    let choices = match operators {
        Operators::Exact => 20,
        Operators::All => 24,
    };
    match r.below(choices) {
        0 | 1 => s.bv_add(part(r, width), part(r, width)),
        2 => s.bv_add(part(r, width), constant(r)),
        3 => s.bv_sub(part(r, width), part(r, width)),
        4 => s.bv_neg(part(r, width)),
        5 => s.bv_not(part(r, width)),
        6 => s.bv_mul(part(r, width), constant(r)),
        7 => s.ite(
            condition(p, r, operators, base, depth - 1),
            part(r, width),
            part(r, width),
        ),
        8 => {
            let shift = s.bv(width, u128::from(r.below(width + 1)));
            let op = [Op::BvShl, Op::BvLshr, Op::BvAshr][r.below(3) as usize].clone();
            s.app(op, &[part(r, width), shift])
        }
        9 | 10 => {
            let op = [Op::BvUdiv, Op::BvUrem, Op::BvSdiv, Op::BvSrem][r.below(4) as usize].clone();
            s.app(op, &[part(r, width), constant(r)])
        }
        11 | 12 => {
            let low = r.below(width);
            let length = 1 + r.below(width - low);
            let mask = ((1u128 << length) - 1) << low;
            let op = [Op::BvAnd, Op::BvOr, Op::BvXor][r.below(3) as usize].clone();
            s.app(op, &[part(r, width), s.bv(width, mask)])
        }
        13 | 14 if width == 2 * base => {
            let narrow = part(r, base);
            match r.below(3) {
                0 => s.zero_extend(base, narrow),
                1 => s.sign_extend(base, narrow),
                _ => s.concat(narrow, part(r, base)),
            }
        }
        15 | 16 if width <= base => {
            let low = match r.below(2) {
                0 => 0,
                _ => r.below(2 * base - width + 1),
            };
            s.extract(low + width - 1, low, part(r, 2 * base))
        }
        17 if width == 2 * base => s.sign_extend(2 * base - 1, part(r, 1)),
        18 if width == base => {
            let array = array(p, r, operators, base, depth - 1);
            s.select(array, part(r, base))
        }
        20 => s.bv_mul(part(r, width), part(r, width)),
        21 => {
            let op = [Op::BvUdiv, Op::BvUrem, Op::BvSdiv, Op::BvSrem][r.below(4) as usize].clone();
            s.app(op, &[part(r, width), part(r, width)])
        }
        22 => {
            let op = [Op::BvShl, Op::BvLshr, Op::BvAshr][r.below(3) as usize].clone();
            s.app(op, &[part(r, width), part(r, width)])
        }
        23 => {
            let op = [Op::BvAnd, Op::BvOr, Op::BvXor][r.below(3) as usize].clone();
            s.app(op, &[part(r, width), part(r, width)])
        }
        _ => s.bv_sub(part(r, width), constant(r)),
    }
}

fn array(p: &Program, r: &mut Random, operators: Operators, base: u32, depth: u32) -> TermId {
    let s = &*p.terms;
    let name = ["a", "b"][r.below(2) as usize];
    let variable = p.variables.iter().find(|v| &*v.name == name).unwrap();
    if depth == 0 || r.below(2) == 0 {
        return variable.symbol;
    }
    let index = number(p, r, operators, base, base, depth - 1);
    let element = number(p, r, operators, base, base, depth - 1);
    s.store(variable.symbol, index, element)
}

/// A random condition.
pub fn condition(
    p: &Program,
    r: &mut Random,
    operators: Operators,
    base: u32,
    depth: u32,
) -> TermId {
    let s = &*p.terms;
    let width = [base, base, 2 * base, 1][r.below(4) as usize];
    let a = number(p, r, operators, base, width, depth);
    let b = match r.below(2) {
        0 => number(p, r, operators, base, width, depth),
        _ => s.bv(width, u128::from(r.below(1 << 16))),
    };
    let op = [Op::Eq, Op::BvUlt, Op::BvUle, Op::BvSlt, Op::BvSle][r.below(5) as usize].clone();
    let atom = match r.below(2) {
        0 => s.app(op, &[a, b]),
        _ => s.app(op, &[b, a]),
    };
    match (depth, r.below(5)) {
        (_, 0) => s.not(atom),
        (1.., 1) => s.and(&[atom, condition(p, r, operators, base, depth - 1)]),
        (1.., 2) => s.or(&[atom, condition(p, r, operators, base, depth - 1)]),
        _ => atom,
    }
}

/// Values of symbols.
pub type State = FxHashMap<SymbolId, Value>;

pub fn name(terms: &TermStore, symbol: TermId) -> SymbolId {
    terms.as_symbol(symbol).unwrap()
}

fn bits(r: &mut Random, width: u32) -> BvValue {
    let random = (u128::from(r.below(1 << 30)) << 30) | u128::from(r.below(1 << 30));
    match r.below(4) {
        0 => BvValue::new(width, random),
        _ => BvValue::from_signed(width, i128::from(r.below(9)) - 4),
    }
}

/// A random state of a bit-vector program.
pub fn state(p: &Program, r: &mut Random) -> State {
    let value = |r: &mut Random, sort: &Sort| match sort {
        Sort::BitVec(width) => Value::Bv(bits(r, *width)),
        Sort::Array(pair) => {
            let (index, element) = (pair.0.width().unwrap(), pair.1.width().unwrap());
            let mut array = ArrayValue::constant(pair.0.clone(), Value::Bv(bits(r, element)));
            for _ in 0..6 {
                array.store(Value::Bv(bits(r, index)), Value::Bv(bits(r, element)));
            }
            Value::Array(array)
        }
        _ => Value::Bool(r.below(2) == 0),
    };
    p.variables
        .iter()
        .map(|v| (name(&p.terms, v.symbol), value(r, p.terms.sort(v.symbol))))
        .collect()
}

/// The number that a vector is, as the arithmetic writes it.
pub fn view(arithmetic: Arithmetic, signed: bool, bits: BvValue) -> Value {
    let number: IBig = if signed && bits.width() > 1 {
        bits.signed().into()
    } else {
        bits.unsigned().into()
    };
    match arithmetic {
        Arithmetic::Real => Value::Real(RBig::from(number)),
        _ => Value::Int(number),
    }
}

/// The state of the translated program; `index_signed` says how indices are read.
pub fn views(
    original: &Program,
    translated: &Translated,
    state: &State,
    index_signed: bool,
) -> State {
    let terms = &original.terms;
    original
        .variables
        .iter()
        .zip(&translated.program.variables)
        .map(|(old, new)| {
            let signed = old.integer.signed;
            let value = match &state[&name(terms, old.symbol)] {
                Value::Bv(bits) => view(translated.arithmetic, signed, *bits),
                Value::Array(array) => {
                    let number = |signed: bool, value: &Value| {
                        view(translated.arithmetic, signed, value.as_bv().unwrap())
                    };
                    let sort = terms.sort(new.symbol).as_array().unwrap().0.clone();
                    let default = number(signed, array.default_element());
                    let mut image = ArrayValue::constant(sort, default);
                    for (index, element) in array.entries() {
                        image.store(number(index_signed, index), number(signed, element));
                    }
                    Value::Array(image)
                }
                other => other.clone(),
            };
            (name(terms, new.symbol), value)
        })
        .collect()
}

pub fn eval(terms: &TermStore, state: &State, term: TermId) -> Value {
    Evaluator::new(terms, state).eval(term).unwrap()
}
