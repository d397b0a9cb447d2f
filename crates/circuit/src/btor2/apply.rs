//! Operators on words and arrays of literals.

use super::model::{Kind, Node, Operand};
use super::operators::{Binary, Unary};
use crate::circuit::Circuit;
use crate::literal::Lit;
use crate::words::{self, Word, arithmetic, compare, divide, memory, shift};

/// The value of a node in bits.
#[derive(Clone)]
pub(super) enum Value {
    Word(Word),
    Array(Vec<Word>),
}

impl Value {
    /// All bits, arrays word by word.
    pub(super) fn flat(&self) -> Word {
        match self {
            Value::Word(word) => word.clone(),
            Value::Array(words) => words.concat(),
        }
    }
}

/// The values of nodes under one reading of the states.
pub(super) type Values = Vec<Option<Value>>;

/// A word among the values.
pub(super) fn word(values: &Values, operand: Operand) -> Word {
    match &values[operand.node.index()] {
        Some(Value::Word(word)) => word.iter().map(|bit| *bit ^ operand.negated).collect(),
        _ => unreachable!("operands come first, and sorts were checked"),
    }
}

/// An array among the values.
pub(super) fn array(values: &Values, operand: Operand) -> &[Word] {
    match &values[operand.node.index()] {
        Some(Value::Array(words)) => words,
        _ => unreachable!("operands come first, and sorts were checked"),
    }
}

/// The value of a node from those of its operands.
pub(super) fn apply(circuit: &mut Circuit, node: &Node, values: &Values) -> Value {
    let is_array = |operand: Operand| matches!(values[operand.node.index()], Some(Value::Array(_)));
    Value::Word(match node.kind {
        Kind::Constant(ref bits) => words::constant(bits),
        Kind::Input(_) | Kind::State(_) => unreachable!("made by itself"),
        Kind::Unary(operator, a) => unary(circuit, operator, &word(values, a)),
        Kind::Binary(Binary::Read, a, b) => {
            memory::read(circuit, array(values, a), &word(values, b))
        }
        Kind::Binary(operator, a, b) if is_array(a) => {
            let (a, b) = (array(values, a).concat(), array(values, b).concat());
            binary(circuit, operator, &a, &b)
        }
        Kind::Binary(operator, a, b) => {
            binary(circuit, operator, &word(values, a), &word(values, b))
        }
        Kind::Ite(condition, a, b) => {
            let condition = word(values, condition)[0];
            if is_array(a) {
                let pairs = array(values, a).iter().zip(array(values, b));
                let choose = |(a, b): (&Word, &Word)| words::ite(circuit, condition, a, b);
                return Value::Array(pairs.map(choose).collect());
            }
            words::ite(circuit, condition, &word(values, a), &word(values, b))
        }
        Kind::Write(a, index, element) => {
            let (index, element) = (word(values, index), word(values, element));
            return Value::Array(memory::write(circuit, array(values, a), &index, &element));
        }
        Kind::Slice { operand, high, low } => {
            words::extract(&word(values, operand), high as usize, low as usize)
        }
        Kind::ZeroExtend(a, more) => {
            let a = word(values, a);
            words::zero_extend(&a, a.len() + more as usize)
        }
        Kind::SignExtend(a, more) => {
            let a = word(values, a);
            words::sign_extend(&a, a.len() + more as usize)
        }
    })
}

fn unary(circuit: &mut Circuit, operator: Unary, a: &[Lit]) -> Word {
    match operator {
        Unary::Not => words::not(a),
        Unary::Increment => arithmetic::increment(circuit, a),
        Unary::Decrement => arithmetic::decrement(circuit, a),
        Unary::Negate => arithmetic::neg(circuit, a),
        Unary::ReduceAnd => vec![words::reduce_and(circuit, a)],
        Unary::ReduceOr => vec![words::reduce_or(circuit, a)],
        Unary::ReduceXor => vec![words::reduce_xor(circuit, a)],
    }
}

fn binary(circuit: &mut Circuit, operator: Binary, a: &[Lit], b: &[Lit]) -> Word {
    let bit = match operator {
        Binary::Iff | Binary::Equal => compare::equal(circuit, a, b),
        Binary::NotEqual => !compare::equal(circuit, a, b),
        Binary::Implies => circuit.or(!a[0], b[0]),
        Binary::UnsignedGreater => compare::unsigned_less(circuit, b, a),
        Binary::UnsignedGreaterOrEqual => compare::unsigned_less_or_equal(circuit, b, a),
        Binary::UnsignedLess => compare::unsigned_less(circuit, a, b),
        Binary::UnsignedLessOrEqual => compare::unsigned_less_or_equal(circuit, a, b),
        Binary::SignedGreater => compare::signed_less(circuit, b, a),
        Binary::SignedGreaterOrEqual => compare::signed_less_or_equal(circuit, b, a),
        Binary::SignedLess => compare::signed_less(circuit, a, b),
        Binary::SignedLessOrEqual => compare::signed_less_or_equal(circuit, a, b),
        Binary::UnsignedAddOverflows => arithmetic::unsigned_add_overflows(circuit, a, b),
        Binary::SignedAddOverflows => arithmetic::signed_add_overflows(circuit, a, b),
        Binary::SignedDivideOverflows => divide::signed_div_overflows(circuit, a, b),
        Binary::UnsignedMultiplyOverflows => arithmetic::unsigned_mul_overflows(circuit, a, b),
        Binary::SignedMultiplyOverflows => arithmetic::signed_mul_overflows(circuit, a, b),
        Binary::UnsignedSubtractOverflows => arithmetic::unsigned_sub_overflows(circuit, a, b),
        Binary::SignedSubtractOverflows => arithmetic::signed_sub_overflows(circuit, a, b),
        Binary::And => return words::and(circuit, a, b),
        Binary::Nand => return words::not(&words::and(circuit, a, b)),
        Binary::Nor => return words::not(&words::or(circuit, a, b)),
        Binary::Or => return words::or(circuit, a, b),
        Binary::Xnor => return words::not(&words::xor(circuit, a, b)),
        Binary::Xor => return words::xor(circuit, a, b),
        Binary::RotateLeft => return shift::rotate_left(circuit, a, b),
        Binary::RotateRight => return shift::rotate_right(circuit, a, b),
        Binary::ShiftLeft => return shift::shift_left(circuit, a, b),
        Binary::ShiftRightArithmetic => return shift::shift_right_arithmetic(circuit, a, b),
        Binary::ShiftRight => return shift::shift_right(circuit, a, b),
        Binary::Add => return arithmetic::add(circuit, a, b),
        Binary::Multiply => return arithmetic::mul(circuit, a, b),
        Binary::UnsignedDivide => return divide::unsigned_quotient(circuit, a, b),
        Binary::SignedDivide => return divide::signed_quotient(circuit, a, b),
        Binary::SignedModulo => return divide::signed_modulo(circuit, a, b),
        Binary::SignedRemainder => return divide::signed_remainder(circuit, a, b),
        Binary::UnsignedRemainder => return divide::unsigned_remainder(circuit, a, b),
        Binary::Subtract => return arithmetic::sub(circuit, a, b),
        Binary::Concat => return words::concat(a, b),
        Binary::Read => unreachable!("of arrays"),
    };
    vec![bit]
}
