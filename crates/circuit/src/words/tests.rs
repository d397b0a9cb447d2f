//! Every function on words against machine arithmetic: all values of small words, random wide ones.

use super::arithmetic as sums;
use super::{Word, compare, constant_number, divide, memory, shift};
use crate::circuit::{Circuit, Node};
use crate::literal::Lit;

/// The values of all nodes under these inputs.
fn evaluate(circuit: &Circuit, inputs: &[bool]) -> Vec<bool> {
    let mut values: Vec<bool> = Vec::new();
    for node in circuit.nodes() {
        let of = |lit: Lit| values[lit.var().index()] ^ lit.is_negated();
        let value = match *node {
            Node::False => false,
            Node::Input(number) => inputs[number as usize],
            Node::Latch(_) => panic!("no latches here"),
            Node::And(a, b) => of(a) && of(b),
        };
        values.push(value);
    }
    values
}

fn number(values: &[bool], word: &[Lit]) -> u128 {
    let bit = |lit: &Lit| values[lit.var().index()] ^ lit.is_negated();
    word.iter()
        .rev()
        .fold(0, |number, lit| number << 1 | u128::from(bit(lit)))
}

fn bits(number: u128, width: usize) -> impl Iterator<Item = bool> {
    (0..width).map(move |position| number >> position & 1 == 1)
}

/// A generator of numbers without a seed from outside (splitmix64).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u128 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        u128::from(mixed ^ mixed >> 31)
    }

    /// Often small, often near a power of two: where carries and signs turn.
    fn word(&mut self, width: usize) -> u128 {
        let shape = self.next() % 5;
        let shift = self.next() % (width as u128);
        let value = match shape {
            0 => self.next(),
            1 => self.next() >> shift,
            2 => 1 << shift,
            3 => (1 << shift) - 1,
            _ => !(self.next() >> shift),
        };
        value & mask(width)
    }
}

fn mask(width: usize) -> u128 {
    u128::MAX >> (128 - width)
}

fn signed(number: u128, width: usize) -> i128 {
    (number << (128 - width)) as i128 >> (128 - width)
}

type Binary = fn(&mut Circuit, &[Lit], &[Lit]) -> Word;
type Expected = fn(u128, u128, usize) -> u128;

fn overflows(result: i128, width: usize) -> u128 {
    u128::from(result != signed(result as u128 & mask(width), width))
}

fn signed_modulo(a: i128, b: i128) -> i128 {
    if b == 0 {
        return a;
    }
    let rest = a % b;
    if rest != 0 && (rest < 0) != (b < 0) {
        rest + b
    } else {
        rest
    }
}

/// Expected values may have bits above the width; they are cut.
#[rustfmt::skip]
fn functions() -> Vec<(&'static str, Binary, Expected)> {
    vec![
        ("and", super::and, |a, b, _| a & b),
        ("or", super::or, |a, b, _| a | b),
        ("xor", super::xor, |a, b, _| a ^ b),
        ("not", |_, a, _| super::not(a), |a, _, _| !a),
        ("neg", |c, a, _| sums::neg(c, a), |a, _, _| a.wrapping_neg()),
        ("increment", |c, a, _| sums::increment(c, a), |a, _, _| a + 1),
        ("decrement", |c, a, _| sums::decrement(c, a), |a, _, _| a.wrapping_sub(1)),
        ("add", sums::add, |a, b, _| a + b),
        ("sub", sums::sub, |a, b, _| a.wrapping_sub(b)),
        ("mul", sums::mul, |a, b, _| a.wrapping_mul(b)),
        ("udiv", divide::unsigned_quotient, |a, b, _| a.checked_div(b).unwrap_or(u128::MAX)),
        ("urem", divide::unsigned_remainder, |a, b, _| a.checked_rem(b).unwrap_or(a)),
        ("sdiv", divide::signed_quotient, |a, b, w| {
            let (a, b) = (signed(a, w), signed(b, w));
            a.checked_div(b).unwrap_or(if a < 0 { 1 } else { -1 }) as u128
        }),
        ("srem", divide::signed_remainder, |a, b, w| {
            let (a, b) = (signed(a, w), signed(b, w));
            a.checked_rem(b).unwrap_or(a) as u128
        }),
        ("smod", divide::signed_modulo, |a, b, w| signed_modulo(signed(a, w), signed(b, w)) as u128),
        ("shl", shift::shift_left, |a, b, w| if b >= w as u128 { 0 } else { a << b }),
        ("lshr", shift::shift_right, |a, b, w| if b >= w as u128 { 0 } else { a >> b }),
        ("ashr", shift::shift_right_arithmetic, |a, b, w| (signed(a, w) >> b.min(w as u128)) as u128),
        ("rol", shift::rotate_left, |a, b, w| {
            let b = b % w as u128;
            a << b | a >> (w as u128 - b)
        }),
        ("ror", shift::rotate_right, |a, b, w| {
            let b = b % w as u128;
            a >> b | a << (w as u128 - b)
        }),
        ("concat", |_, a, b| super::concat(a, b), |a, b, w| a << w | b),
        ("sext", |_, a, _| super::sign_extend(a, a.len() + 3), |a, _, w| signed(a, w) as u128),
        ("zext", |_, a, _| super::zero_extend(a, a.len() + 3), |a, _, _| a),
        ("high half", |_, a, _| super::extract(a, a.len() - 1, a.len() / 2), |a, _, w| a >> (w / 2)),
        ("ite", |c, a, b| super::ite(c, a[0], a, b), |a, b, _| if a & 1 == 1 { a } else { b }),
        ("eq", |c, a, b| vec![compare::equal(c, a, b)], |a, b, _| u128::from(a == b)),
        ("zero", |c, a, _| vec![compare::is_zero(c, a)], |a, _, _| u128::from(a == 0)),
        ("ult", |c, a, b| vec![compare::unsigned_less(c, a, b)], |a, b, _| u128::from(a < b)),
        ("ule", |c, a, b| vec![compare::unsigned_less_or_equal(c, a, b)], |a, b, _| u128::from(a <= b)),
        ("slt", |c, a, b| vec![compare::signed_less(c, a, b)], |a, b, w| u128::from(signed(a, w) < signed(b, w))),
        ("sle", |c, a, b| vec![compare::signed_less_or_equal(c, a, b)], |a, b, w| u128::from(signed(a, w) <= signed(b, w))),
        ("redand", |c, a, _| vec![super::reduce_and(c, a)], |a, _, w| u128::from(a == mask(w))),
        ("redor", |c, a, _| vec![super::reduce_or(c, a)], |a, _, _| u128::from(a != 0)),
        ("redxor", |c, a, _| vec![super::reduce_xor(c, a)], |a, _, _| u128::from(a.count_ones() % 2 == 1)),
        ("uaddo", |c, a, b| vec![sums::unsigned_add_overflows(c, a, b)], |a, b, w| u128::from(a + b > mask(w))),
        ("saddo", |c, a, b| vec![sums::signed_add_overflows(c, a, b)], |a, b, w| overflows(signed(a, w) + signed(b, w), w)),
        ("usubo", |c, a, b| vec![sums::unsigned_sub_overflows(c, a, b)], |a, b, _| u128::from(a < b)),
        ("ssubo", |c, a, b| vec![sums::signed_sub_overflows(c, a, b)], |a, b, w| overflows(signed(a, w) - signed(b, w), w)),
        ("umulo", |c, a, b| vec![sums::unsigned_mul_overflows(c, a, b)], |a, b, w| u128::from(a * b > mask(w))),
        ("smulo", |c, a, b| vec![sums::signed_mul_overflows(c, a, b)], |a, b, w| overflows(signed(a, w) * signed(b, w), w)),
        ("sdivo", |c, a, b| vec![divide::signed_div_overflows(c, a, b)], |a, b, w| {
            let (a, b) = (signed(a, w), signed(b, w));
            overflows(a.checked_div(b).unwrap_or(0), w)
        }),
        ("short amount", |c, a, b| shift::shift_left(c, a, &b[..1]), |a, b, _| a << (b & 1)),
        ("long amount", |c, a, b| shift::shift_right(c, a, &super::concat(b, b)), |a, b, w| {
            let amount = b << w | b;
            if amount >= w as u128 { 0 } else { a >> amount }
        }),
    ]
}

/// Every function on these pairs of values, as inputs and with the second word constant.
fn check(width: usize, pairs: &[(u128, u128)]) {
    let mut circuit = Circuit::new();
    let mut input = |_| circuit.add_input("");
    let a: Word = (0..width).map(&mut input).collect();
    let b: Word = (0..width).map(&mut input).collect();
    let functions = functions();
    let results: Vec<Word> = functions
        .iter()
        .map(|(_, function, _)| function(&mut circuit, &a, &b))
        .collect();
    for (left, right) in pairs {
        let inputs: Vec<bool> = bits(*left, width).chain(bits(*right, width)).collect();
        let values = evaluate(&circuit, &inputs);
        for ((name, _, expected), result) in functions.iter().zip(&results) {
            let expected = expected(*left, *right, width) & mask(result.len());
            let found = number(&values, result);
            assert_eq!(
                found, expected,
                "{name} of {left} and {right} in {width} bits"
            );
        }
    }
    for (left, right) in pairs.iter().step_by(17) {
        let mut circuit = Circuit::new();
        let a: Word = (0..width).map(|_| circuit.add_input("")).collect();
        let b = constant_number(*right, width);
        let inputs: Vec<bool> = bits(*left, width).collect();
        for (name, function, expected) in &functions {
            let result = function(&mut circuit, &a, &b);
            let expected = expected(*left, *right, width) & mask(result.len());
            let found = number(&evaluate(&circuit, &inputs), &result);
            assert_eq!(
                found, expected,
                "{name} of {left} and constant {right} in {width} bits"
            );
        }
    }
}

#[test]
fn all_values_of_small_words() {
    for width in 1..=5 {
        let values = 1 << width;
        let pairs: Vec<(u128, u128)> = (0..values)
            .flat_map(|a| (0..values).map(move |b| (a, b)))
            .collect();
        check(width, &pairs);
    }
}

#[test]
fn random_values_of_wide_words() {
    let mut numbers = Numbers(1);
    for width in [8, 16, 33, 61] {
        let pairs: Vec<(u128, u128)> = (0..120)
            .map(|_| (numbers.word(width), numbers.word(width)))
            .collect();
        check(width, &pairs);
    }
}

#[test]
fn random_values_of_machine_words() {
    let mut numbers = Numbers(2);
    let pairs: Vec<(u128, u128)> = (0..60)
        .map(|_| (numbers.word(64), numbers.word(64)))
        .collect();
    // The reference of the concatenation and of the long amount needs all 128 bits; no more.
    check(64, &pairs);
}

#[test]
fn memories_of_any_length_read_what_was_written() {
    let mut numbers = Numbers(3);
    for length in 1..=9 {
        for index_width in 0..=5 {
            let mut circuit = Circuit::new();
            let mut word =
                |width: usize| -> Word { (0..width).map(|_| circuit.add_input("")).collect() };
            let words: Vec<Word> = (0..length).map(|_| word(3)).collect();
            let (index, place, value) = (word(index_width), word(index_width), word(3));
            let written = memory::write(&mut circuit, &words, &place, &value);
            let plain = memory::read(&mut circuit, &words, &index);
            let changed = memory::read(&mut circuit, &written, &index);
            for _ in 0..50 {
                let inputs: Vec<bool> = (0..circuit.inputs().len())
                    .map(|_| numbers.next() & 1 == 1)
                    .collect();
                let values = evaluate(&circuit, &inputs);
                let of = |word: &[Lit]| number(&values, word);
                let at = of(&index) as usize;
                let before = words.get(at).map_or(0, |word| of(word));
                assert_eq!(of(&plain), before);
                let hit = at < length && of(&place) as usize == at;
                assert_eq!(of(&changed), if hit { of(&value) } else { before });
            }
        }
    }
}

#[test]
fn constants_cost_nothing() {
    let mut circuit = Circuit::new();
    let a: Word = (0..8).map(|_| circuit.add_input("")).collect();
    let eight = constant_number(8, 8);
    assert_eq!(
        sums::mul(&mut circuit, &a, &eight),
        shift::shift_left_by(&a, 3)
    );
    assert_eq!(
        divide::unsigned_quotient(&mut circuit, &a, &eight),
        shift::shift_right_by(&a, 3, Lit::FALSE)
    );
    let same = shift::shift_left(&mut circuit, &a, &constant_number(3, 64));
    assert_eq!(same, shift::shift_left_by(&a, 3));
    let sum = sums::add(&mut circuit, &constant_number(77, 8), &eight);
    assert_eq!(sum, constant_number(85, 8));
    assert_eq!(circuit.count_ands(), 0);
    let wide = constant_number(u128::MAX, 200);
    assert_eq!(
        super::value(&wide).map(|bits| bits.iter().filter(|bit| **bit).count()),
        Some(128)
    );
}
