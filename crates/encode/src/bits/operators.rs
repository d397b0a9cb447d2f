//! One operator applied to words.

use super::{Blaster, NotBits};
use invar_circuit::Lit;
use invar_circuit::words::{self, Word, arithmetic, compare, divide, shift};
use invar_term::{Op, Sort, TermId, TermStore};

impl Blaster {
    /// The bits of a term whose arguments have theirs.
    pub(super) fn apply(&mut self, terms: &TermStore, term: TermId) -> Result<Word, NotBits> {
        let node = terms.node(term);
        let (circuit, known) = (&mut self.circuit, &self.known);
        let argument = |index: usize| known[&node.args[index]].as_slice();
        let bit = |index: usize| words::sign(argument(index));
        let one = |literal: Lit| vec![literal];
        Ok(match &node.op {
            Op::True => one(Lit::TRUE),
            Op::False => one(Lit::FALSE),
            Op::BvConst(value) => words::constant_number(value.unsigned(), value.width() as usize),
            Op::Not | Op::BvNot => words::not(argument(0)),
            Op::And | Op::Or => {
                let all: Word = (0..node.args.len()).map(bit).collect();
                one(match node.op {
                    Op::And => words::reduce_and(circuit, &all),
                    _ => words::reduce_or(circuit, &all),
                })
            }
            Op::Xor => one(circuit.xor(bit(0), bit(1))),
            Op::Ite => words::ite(circuit, bit(0), argument(1), argument(2)),
            Op::Eq => one(compare::equal(circuit, argument(0), argument(1))),
            Op::BvNeg => arithmetic::neg(circuit, argument(0)),
            Op::BvAdd => arithmetic::add(circuit, argument(0), argument(1)),
            Op::BvSub => arithmetic::sub(circuit, argument(0), argument(1)),
            Op::BvMul => arithmetic::mul(circuit, argument(0), argument(1)),
            Op::BvUdiv => divide::unsigned_quotient(circuit, argument(0), argument(1)),
            Op::BvUrem => divide::unsigned_remainder(circuit, argument(0), argument(1)),
            Op::BvSdiv => divide::signed_quotient(circuit, argument(0), argument(1)),
            Op::BvSrem => divide::signed_remainder(circuit, argument(0), argument(1)),
            Op::BvAnd => words::and(circuit, argument(0), argument(1)),
            Op::BvOr => words::or(circuit, argument(0), argument(1)),
            Op::BvXor => words::xor(circuit, argument(0), argument(1)),
            Op::BvShl => shift::shift_left(circuit, argument(0), argument(1)),
            Op::BvLshr => shift::shift_right(circuit, argument(0), argument(1)),
            Op::BvAshr => shift::shift_right_arithmetic(circuit, argument(0), argument(1)),
            Op::BvUlt => one(compare::unsigned_less(circuit, argument(0), argument(1))),
            Op::BvUle => one(compare::unsigned_less_or_equal(
                circuit,
                argument(0),
                argument(1),
            )),
            Op::BvSlt => one(compare::signed_less(circuit, argument(0), argument(1))),
            Op::BvSle => one(compare::signed_less_or_equal(
                circuit,
                argument(0),
                argument(1),
            )),
            Op::Concat => words::concat(argument(0), argument(1)),
            Op::Extract { high, low } => words::extract(argument(0), *high as usize, *low as usize),
            Op::ZeroExtend(by) => words::zero_extend(argument(0), argument(0).len() + *by as usize),
            Op::SignExtend(by) => words::sign_extend(argument(0), argument(0).len() + *by as usize),
            // Their results or their arguments are no bits, and arguments come first.
            Op::Symbol(_)
            | Op::IntConst(_)
            | Op::RealConst(_)
            | Op::FpConst(_)
            | Op::Add
            | Op::Mul
            | Op::Neg
            | Op::IntDiv
            | Op::IntMod
            | Op::RealDiv
            | Op::Lt
            | Op::Le
            | Op::ToReal
            | Op::ToInt
            | Op::Fp(_)
            | Op::BvToInt
            | Op::IntToBv(_)
            | Op::Select
            | Op::Store
            | Op::ConstArray(_) => return Err(NotBits::Term(sort_of(terms, term))),
        })
    }
}

/// The first sort around a term that is not a matter of bits.
fn sort_of(terms: &TermStore, term: TermId) -> Sort {
    let around = std::iter::once(&term).chain(terms.args(term));
    let sorts = around.map(|t| terms.sort(*t).clone());
    sorts
        .into_iter()
        .find(|sort| super::width(sort).is_none())
        .unwrap_or(Sort::Bool)
}
