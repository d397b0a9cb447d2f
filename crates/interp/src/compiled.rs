//! Terms as straight-line code over the values of variables.

use invar_term::{EvalError, Op, SymbolId, TermId, TermStore, Value, apply_op};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::rc::Rc;

pub(crate) enum Instruction {
    /// The value of the variable at this index.
    Load(usize),
    Constant(Value),
    Apply(Op, SmallVec<[u32; 3]>),
}

/// Values of most terms fit here.
const SLOTS: usize = 12;

/// The value of an instruction.
enum Slot<'s> {
    /// A variable or a constant: arrays are not copied.
    Known(&'s Value),
    Computed(Value),
}

impl Slot<'_> {
    fn value(&self) -> &Value {
        match self {
            Slot::Known(value) => value,
            Slot::Computed(value) => value,
        }
    }
}

/// The code of one term; the last instruction is its value.
pub(crate) struct Code(pub(crate) Vec<Instruction>);

/// Translates terms once and evaluates them often.
pub(crate) struct Compiler<'a> {
    terms: &'a TermStore,
    variables: FxHashMap<SymbolId, usize>,
    cache: FxHashMap<TermId, Rc<Code>>,
}

impl<'a> Compiler<'a> {
    pub fn new(terms: &'a TermStore, variables: FxHashMap<SymbolId, usize>) -> Self {
        Compiler {
            terms,
            variables,
            cache: FxHashMap::default(),
        }
    }

    /// The position of a variable in the state.
    pub fn variable(&self, symbol: SymbolId) -> Option<usize> {
        self.variables.get(&symbol).copied()
    }

    /// The code of a term; `None` if it mentions a symbol that is not a variable.
    pub fn code(&mut self, term: TermId) -> Option<Rc<Code>> {
        if let Some(code) = self.cache.get(&term) {
            return Some(code.clone());
        }
        let order = self.terms.postorder(&[term]);
        let slot: FxHashMap<TermId, u32> = order
            .iter()
            .enumerate()
            .map(|(i, t)| (*t, i as u32))
            .collect();
        let mut instructions = Vec::with_capacity(order.len());
        for t in &order {
            let node = self.terms.node(*t);
            instructions.push(match (&node.op, self.terms.as_constant(*t)) {
                (_, Some(value)) => Instruction::Constant(value),
                (Op::Symbol(symbol), _) => Instruction::Load(*self.variables.get(symbol)?),
                (op, _) => {
                    Instruction::Apply(op.clone(), node.args.iter().map(|a| slot[a]).collect())
                }
            });
        }
        let code = Rc::new(Code(instructions));
        self.cache.insert(term, code.clone());
        Some(code)
    }
}

impl Code {
    /// The value of the term in a state.
    pub fn eval(&self, state: &[Value]) -> Result<Value, EvalError> {
        let mut slots: SmallVec<[Slot<'_>; SLOTS]> = SmallVec::new();
        for instruction in &self.0 {
            let slot = match instruction {
                Instruction::Load(index) => Slot::Known(&state[*index]),
                Instruction::Constant(value) => Slot::Known(value),
                Instruction::Apply(op, arguments) => {
                    let of = |at: u32| slots[at as usize].value();
                    Slot::Computed(match arguments.as_slice() {
                        [a] => apply_op(op, &[of(*a)])?,
                        [a, b] => apply_op(op, &[of(*a), of(*b)])?,
                        several => {
                            let several: SmallVec<[&Value; 3]> =
                                several.iter().map(|at| of(*at)).collect();
                            apply_op(op, &several)?
                        }
                    })
                }
            };
            slots.push(slot);
        }
        match slots.pop() {
            Some(Slot::Known(value)) => Ok(value.clone()),
            Some(Slot::Computed(value)) => Ok(value),
            None => Err(EvalError::Sort(Op::True)),
        }
    }

    /// The values of all subterms in a state, the term itself last.
    pub fn values(&self, state: &[Value], scratch: &mut Vec<Value>) -> Result<(), EvalError> {
        scratch.clear();
        for instruction in &self.0 {
            let value = match instruction {
                Instruction::Load(index) => state[*index].clone(),
                Instruction::Constant(value) => value.clone(),
                Instruction::Apply(op, args) => {
                    let args: SmallVec<[&Value; 3]> =
                        args.iter().map(|a| &scratch[*a as usize]).collect();
                    apply_op(op, &args)?
                }
            };
            scratch.push(value);
        }
        Ok(())
    }
}
