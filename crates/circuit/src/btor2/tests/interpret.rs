//! Models executed on numbers, by the definitions of the format and without circuits.

use super::super::model::{Kind, Model, Operand};
use super::super::operators::{Binary, Sort, Unary};
use super::super::witness::{Assignment, Witness};

/// A value: the words of an array, or one word.
pub type Value = Vec<u128>;

/// What was seen in a step.
#[derive(Debug, PartialEq, Eq)]
pub struct Seen {
    pub states: Vec<Value>,
    pub bad: Vec<bool>,
    pub constraints: Vec<bool>,
}

pub fn mask(width: u32) -> u128 {
    u128::MAX >> (128 - width)
}

fn signed(number: u128, width: u32) -> i128 {
    (number << (128 - width)) as i128 >> (128 - width)
}

fn length(sort: Sort) -> usize {
    match sort {
        Sort::Bits(_) => 1,
        Sort::Array { index, .. } => 1 << index,
    }
}

fn number(bits: &[bool]) -> u128 {
    bits.iter()
        .rev()
        .fold(0, |number, bit| number << 1 | u128::from(*bit))
}

/// The value that a step of a witness gives to a state or input; zero where it is silent.
fn chosen(assignments: &[Assignment], place: usize, sort: Sort) -> Value {
    let mut value = vec![0; length(sort)];
    for assignment in assignments
        .iter()
        .filter(|assignment| assignment.number == place)
    {
        let new = number(&assignment.value);
        match &assignment.index {
            None => value.fill(new),
            Some(index) => value[number(index) as usize] = new,
        }
    }
    value
}

/// Every step of the model under the choices of the witness.
pub fn interpret(model: &Model, witness: &Witness) -> Vec<Seen> {
    let mut seen = Vec::new();
    let mut carried: Vec<Option<Value>> = vec![None; model.states().len()];
    for (step, frame) in witness.frames.iter().enumerate() {
        let mut values: Vec<Value> = Vec::new();
        for node in model.nodes() {
            let value = match &node.kind {
                Kind::Input(place) => chosen(&frame.inputs, *place as usize, node.sort),
                Kind::State(place) => {
                    let state = &model.states()[*place as usize];
                    let given = match (step, state.init) {
                        (0, Some(init)) => {
                            let mut value = operand(model, &values, init);
                            // One word for all elements.
                            value.resize(length(node.sort), value[0]);
                            Some(value)
                        }
                        (0, None) => None,
                        _ => carried[*place as usize].take(),
                    };
                    given.unwrap_or_else(|| chosen(&frame.states, *place as usize, node.sort))
                }
                kind => apply(model, &values, kind, node.sort),
            };
            values.push(value);
        }
        let bit = |value: Operand| operand(model, &values, value)[0] == 1;
        seen.push(Seen {
            states: model
                .states()
                .iter()
                .map(|state| values[state.node.index()].clone())
                .collect(),
            bad: model.bad().iter().map(|bad| bit(bad.operand)).collect(),
            constraints: model
                .constraints()
                .iter()
                .map(|signal| bit(signal.operand))
                .collect(),
        });
        for (place, state) in model.states().iter().enumerate() {
            carried[place] = state.next.map(|next| operand(model, &values, next));
        }
    }
    seen
}

fn operand(model: &Model, values: &[Value], operand: Operand) -> Value {
    let value = values[operand.node.index()].clone();
    match (operand.negated, model.sort(operand)) {
        (true, Sort::Bits(width)) => vec![!value[0] & mask(width)],
        _ => value,
    }
}

fn apply(model: &Model, values: &[Value], kind: &Kind, sort: Sort) -> Value {
    let value = |of: Operand| operand(model, values, of);
    let word = |of: Operand| operand(model, values, of)[0];
    let width = |of: Operand| model.sort(of).width().unwrap_or(0);
    let result = match *kind {
        Kind::Constant(ref bits) => number(bits),
        Kind::Input(_) | Kind::State(_) => unreachable!(),
        Kind::Unary(operator, a) => unary(operator, word(a), width(a)),
        Kind::Binary(Binary::Read, a, b) => value(a)[word(b) as usize],
        Kind::Binary(Binary::Equal, a, b) => u128::from(value(a) == value(b)),
        Kind::Binary(Binary::NotEqual, a, b) => u128::from(value(a) != value(b)),
        Kind::Binary(Binary::Concat, a, b) => word(a) << width(b) | word(b),
        Kind::Binary(operator, a, b) => binary(operator, word(a), word(b), width(a)),
        Kind::Ite(condition, a, b) => {
            return if word(condition) == 1 {
                value(a)
            } else {
                value(b)
            };
        }
        Kind::Write(array, index, element) => {
            let mut array = value(array);
            array[word(index) as usize] = word(element);
            return array;
        }
        Kind::Slice { operand, low, .. } => word(operand) >> low,
        Kind::ZeroExtend(a, _) => word(a),
        Kind::SignExtend(a, _) => signed(word(a), width(a)) as u128,
    };
    vec![result & mask(sort.width().expect("arrays are done"))]
}

fn unary(operator: Unary, a: u128, width: u32) -> u128 {
    match operator {
        Unary::Not => !a,
        Unary::Increment => a + 1,
        Unary::Decrement => a.wrapping_sub(1),
        Unary::Negate => a.wrapping_neg(),
        Unary::ReduceAnd => u128::from(a == mask(width)),
        Unary::ReduceOr => u128::from(a != 0),
        Unary::ReduceXor => u128::from(a.count_ones() % 2 == 1),
    }
}

fn binary(operator: Binary, a: u128, b: u128, width: u32) -> u128 {
    let (x, y) = (signed(a, width), signed(b, width));
    let overflows = |result: i128| u128::from(result != signed(result as u128, width));
    let beyond = b >= u128::from(width);
    let turn = b % u128::from(width);
    let back = u128::from(width) - turn;
    match operator {
        Binary::Iff => u128::from(a == b),
        Binary::Implies => u128::from(a <= b),
        Binary::UnsignedGreater => u128::from(a > b),
        Binary::UnsignedGreaterOrEqual => u128::from(a >= b),
        Binary::UnsignedLess => u128::from(a < b),
        Binary::UnsignedLessOrEqual => u128::from(a <= b),
        Binary::SignedGreater => u128::from(x > y),
        Binary::SignedGreaterOrEqual => u128::from(x >= y),
        Binary::SignedLess => u128::from(x < y),
        Binary::SignedLessOrEqual => u128::from(x <= y),
        Binary::And => a & b,
        Binary::Nand => !(a & b),
        Binary::Nor => !(a | b),
        Binary::Or => a | b,
        Binary::Xnor => !(a ^ b),
        Binary::Xor => a ^ b,
        Binary::RotateLeft => a << turn | a >> back,
        Binary::RotateRight => a >> turn | a << back,
        Binary::ShiftLeft => {
            if beyond {
                0
            } else {
                a << b
            }
        }
        Binary::ShiftRight => {
            if beyond {
                0
            } else {
                a >> b
            }
        }
        Binary::ShiftRightArithmetic => (x >> b.min(u128::from(width))) as u128,
        Binary::Add => a + b,
        Binary::Subtract => a.wrapping_sub(b),
        Binary::Multiply => a.wrapping_mul(b),
        Binary::UnsignedDivide => a.checked_div(b).unwrap_or(u128::MAX),
        Binary::UnsignedRemainder => a.checked_rem(b).unwrap_or(a),
        Binary::SignedDivide => x.checked_div(y).unwrap_or(if x < 0 { 1 } else { -1 }) as u128,
        Binary::SignedRemainder => x.checked_rem(y).unwrap_or(x) as u128,
        Binary::SignedModulo => match (y, x.checked_rem(y)) {
            (_, None) => x as u128,
            (_, Some(rest)) if rest != 0 && (rest < 0) != (y < 0) => (rest + y) as u128,
            (_, Some(rest)) => rest as u128,
        },
        Binary::UnsignedAddOverflows => u128::from(a + b > mask(width)),
        Binary::SignedAddOverflows => overflows(x + y),
        Binary::SignedDivideOverflows => overflows(x.checked_div(y).unwrap_or(0)),
        Binary::UnsignedMultiplyOverflows => u128::from(a * b > mask(width)),
        Binary::SignedMultiplyOverflows => overflows(x * y),
        Binary::UnsignedSubtractOverflows => u128::from(a < b),
        Binary::SignedSubtractOverflows => overflows(x - y),
        Binary::Equal | Binary::NotEqual | Binary::Concat | Binary::Read => unreachable!(),
    }
}
