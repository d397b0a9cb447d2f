//! What the value of a term in a state depends on.
//!
//! Lifting: variables that are not among the reads may change, and the value stays. A conditional
//! needs its condition and one branch, a false conjunction one false part, a product with a zero
//! factor that factor, an element of an array the last write to it.

use crate::compiled::{Code, Instruction};
use invar_term::{Op, Value};

/// A variable, or one element of an array.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Cell {
    /// Position of the variable in the state.
    pub variable: u32,
    /// The element.
    pub element: Element,
}

/// Which part of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Element {
    /// All of it.
    Whole,
    /// The element of an array at this index.
    At(u128),
}

impl Element {
    /// The element at an index; all of the array if the index is no bit-vector.
    pub fn at(index: &Value) -> Element {
        match index {
            Value::Bv(index) => Element::At(index.unsigned()),
            _ => Element::Whole,
        }
    }
}

/// Appends what the value of a term depends on, given the values of its subterms.
pub(crate) fn reads(code: &Code, values: &[Value], out: &mut Vec<Cell>) {
    let mut seen = vec![false; code.0.len()];
    let mut pending = vec![code.0.len() - 1];
    while let Some(slot) = pending.pop() {
        if std::mem::replace(&mut seen[slot], true) {
            continue;
        }
        let mut need = |argument: &u32| pending.push(*argument as usize);
        match &code.0[slot] {
            Instruction::Constant(_) => {}
            Instruction::Load(variable) => out.push(Cell {
                variable: *variable as u32,
                element: Element::Whole,
            }),
            Instruction::Apply(Op::Ite, args) => {
                need(&args[0]);
                need(&args[taken(&values[args[0] as usize])]);
            }
            Instruction::Apply(op @ (Op::And | Op::Or), args) => {
                let decisive = Value::Bool(*op == Op::Or);
                match args.iter().find(|a| values[**a as usize] == decisive) {
                    Some(one) => need(one),
                    None => args.iter().for_each(need),
                }
            }
            Instruction::Apply(Op::BvAnd | Op::BvMul, args) => {
                let is_zero = |a: &&u32| values[**a as usize].as_bv().is_some_and(|v| v.is_zero());
                match args.iter().find(is_zero) {
                    Some(zero) => need(zero),
                    None => args.iter().for_each(need),
                }
            }
            Instruction::Apply(Op::Select, args) => {
                need(&args[1]);
                let index = &values[args[1] as usize];
                element(code, values, args[0] as usize, index, &mut pending, out);
            }
            Instruction::Apply(_, args) => args.iter().for_each(need),
        }
    }
}

/// The branch of a conditional that is taken: the position of its argument.
fn taken(condition: &Value) -> usize {
    match condition {
        Value::Bool(true) => 1,
        _ => 2,
    }
}

/// What one element of the array in `slot` depends on.
fn element(
    code: &Code,
    values: &[Value],
    mut slot: usize,
    index: &Value,
    pending: &mut Vec<usize>,
    out: &mut Vec<Cell>,
) {
    loop {
        match &code.0[slot] {
            Instruction::Constant(_) => return,
            Instruction::Load(variable) => {
                out.push(Cell {
                    variable: *variable as u32,
                    element: Element::at(index),
                });
                return;
            }
            Instruction::Apply(Op::Store, args) => {
                pending.push(args[1] as usize);
                if values[args[1] as usize] == *index {
                    pending.push(args[2] as usize);
                    return;
                }
                slot = args[0] as usize;
            }
            Instruction::Apply(Op::Ite, args) => {
                pending.push(args[0] as usize);
                slot = args[taken(&values[args[0] as usize])] as usize;
            }
            Instruction::Apply(_, args) => {
                pending.extend(args.iter().map(|a| *a as usize));
                return;
            }
        }
    }
}
