//! BTOR2: the words of the system as they are, arrays included.
//!
//! BTOR2 has no constant arrays but as initial values, so the array that holds one word everywhere
//! is a state that begins with it and keeps it.

use crate::TransitionSystem;
use invar_circuit::btor2::{Binary, Model, Operand, Problem, Sort as WordSort, Unary};
use invar_term::{Op, Sort, TermId, TermStore};
use rustc_hash::{FxHashMap, FxHashSet};

/// Why a system is no BTOR2 model.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotBtor2 {
    /// Something is neither a word nor an array of words.
    #[error("something is of sort {0}, and BTOR2 has words and arrays of words only")]
    Sort(Sort),
    /// An array holds the same word everywhere, and which one is known at run time only.
    #[error("an array is filled with a value that is no constant")]
    Filled,
    /// The model does not take it: a fault of the translation.
    #[error("the model is not well formed: {0}")]
    Model(#[from] Problem),
}

/// A system as a BTOR2 model. Its one property is that no target is reached.
///
/// # Errors
/// If BTOR2 cannot say it.
pub fn btor2_model(system: &TransitionSystem) -> Result<Model, NotBtor2> {
    let terms = &system.terms;
    let mut builder = Builder {
        terms,
        model: Model::new(),
        known: FxHashMap::default(),
    };
    // Initial values come before the states, and of arrays only the word in them counts.
    let mut initial = Vec::new();
    for state in &system.states {
        initial.push(match state.init.map(|init| (init, terms.op(init))) {
            Some((init, Op::ConstArray(_))) => Some(builder.operand(terms.args(init)[0])?),
            Some((init, _)) => Some(builder.operand(init)?),
            None => None,
        });
    }
    for symbol in &system.inputs {
        let term = terms.symbol_term(*symbol);
        let sort = word_sort(terms.sort(term))?;
        let input = builder.model.input(sort, &name_of(terms, term))?;
        builder.known.insert(term, input);
    }
    for (state, initial) in system.states.iter().zip(initial) {
        let sort = word_sort(terms.sort(state.symbol))?;
        let name = name_of(terms, state.symbol);
        let operand = builder.model.state(sort, &name)?;
        if let Some(initial) = initial {
            builder.model.init(operand, initial)?;
        }
        builder.known.insert(state.symbol, operand);
    }
    for state in &system.states {
        let next = builder.operand(state.next)?;
        builder.model.next(builder.known[&state.symbol], next)?;
    }
    if !terms.is_true(system.constraint) {
        let constraint = builder.operand(system.constraint)?;
        builder.model.add_constraint(constraint, "facts")?;
    }
    let bad = builder.operand(system.bad)?;
    builder.model.add_bad(bad, "error")?;
    Ok(builder.model)
}

/// The name of a symbol; BTOR2's end at blanks.
fn name_of(terms: &TermStore, symbol: TermId) -> String {
    let id = terms
        .as_symbol(symbol)
        .expect("systems are made of symbols");
    let name = terms.symbol_name(id);
    name.replace(|c: char| c.is_whitespace() || c == ';', "_")
}

fn word_sort(sort: &Sort) -> Result<WordSort, NotBtor2> {
    let wrong = || NotBtor2::Sort(sort.clone());
    match sort {
        Sort::Bool => Ok(WordSort::BIT),
        Sort::BitVec(width) => Ok(WordSort::Bits(*width)),
        Sort::Array(pair) => match (word_sort(&pair.0)?, word_sort(&pair.1)?) {
            (WordSort::Bits(index), WordSort::Bits(element)) => {
                Ok(WordSort::Array { index, element })
            }
            _ => Err(wrong()),
        },
        Sort::Int | Sort::Real | Sort::Float { .. } => Err(wrong()),
    }
}

struct Builder<'s> {
    terms: &'s TermStore,
    model: Model,
    known: FxHashMap<TermId, Operand>,
}

impl Builder<'_> {
    /// The node of a term.
    fn operand(&mut self, term: TermId) -> Result<Operand, NotBtor2> {
        let known = &self.known;
        let mut seen = FxHashSet::default();
        let order = self
            .terms
            .postorder_where(&[term], |t| !known.contains_key(&t) && seen.insert(t));
        for term in order {
            let operand = self.apply(term)?;
            self.known.insert(term, operand);
        }
        Ok(self.known[&term])
    }

    /// The node of a term whose arguments have theirs.
    fn apply(&mut self, term: TermId) -> Result<Operand, NotBtor2> {
        let node = self.terms.node(term);
        let sort = word_sort(&node.sort)?;
        let arguments: Vec<Operand> = node.args.iter().map(|a| self.known[a]).collect();
        let model = &mut self.model;
        if let Some(operator) = binary(&node.op) {
            return Ok(model.binary(operator, arguments[0], arguments[1])?);
        }
        Ok(match &node.op {
            Op::True => model.constant_number(1, 1)?,
            Op::False => model.constant_number(0, 1)?,
            Op::BvConst(value) => model.constant_number(value.unsigned(), value.width())?,
            Op::Not | Op::BvNot => !arguments[0],
            Op::BvNeg => model.unary(Unary::Negate, arguments[0])?,
            Op::And | Op::Or => {
                let (operator, unit) = match node.op {
                    Op::And => (Binary::And, 1),
                    _ => (Binary::Or, 0),
                };
                let Some((first, others)) = arguments.split_first() else {
                    return Ok(model.constant_number(unit, 1)?);
                };
                let mut all = *first;
                for other in others {
                    all = model.binary(operator, all, *other)?;
                }
                all
            }
            Op::Ite => model.ite(arguments[0], arguments[1], arguments[2])?,
            Op::Store => model.write_element(arguments[0], arguments[1], arguments[2])?,
            Op::Extract { high, low } => model.slice(arguments[0], *high, *low)?,
            Op::ZeroExtend(by) => model.zero_extend(arguments[0], *by)?,
            Op::SignExtend(by) => model.sign_extend(arguments[0], *by)?,
            Op::ConstArray(_) => {
                let filling = self.terms.as_constant(node.args[0]);
                filling.ok_or(NotBtor2::Filled)?;
                let array = model.state(sort, "")?;
                model.init(array, arguments[0])?;
                model.next(array, array)?;
                array
            }
            // All others have a binary operator, or were refused for a sort of theirs.
            _ => return Err(NotBtor2::Sort(node.sort.clone())),
        })
    }
}

/// The operator of two operands that an operator is.
fn binary(op: &Op) -> Option<Binary> {
    Some(match op {
        Op::Xor | Op::BvXor => Binary::Xor,
        Op::Eq => Binary::Equal,
        Op::BvAdd => Binary::Add,
        Op::BvSub => Binary::Subtract,
        Op::BvMul => Binary::Multiply,
        Op::BvUdiv => Binary::UnsignedDivide,
        Op::BvUrem => Binary::UnsignedRemainder,
        Op::BvSdiv => Binary::SignedDivide,
        Op::BvSrem => Binary::SignedRemainder,
        Op::BvAnd => Binary::And,
        Op::BvOr => Binary::Or,
        Op::BvShl => Binary::ShiftLeft,
        Op::BvLshr => Binary::ShiftRight,
        Op::BvAshr => Binary::ShiftRightArithmetic,
        Op::BvUlt => Binary::UnsignedLess,
        Op::BvUle => Binary::UnsignedLessOrEqual,
        Op::BvSlt => Binary::SignedLess,
        Op::BvSle => Binary::SignedLessOrEqual,
        Op::Concat => Binary::Concat,
        Op::Select => Binary::Read,
        _ => return None,
    })
}
