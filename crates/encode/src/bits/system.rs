//! A transition system as a circuit.

use super::{Blaster, NotBits, width};
use crate::TransitionSystem;
use invar_circuit::words::Word;
use invar_circuit::{Circuit, Lit, Reset};
use invar_term::{BvValue, Op, Sort, SymbolId, TermId, TermStore, Value};
use rustc_hash::FxHashMap;

/// A bit of a symbol.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BitOf {
    /// The symbol.
    pub symbol: SymbolId,
    /// Which bit; zero is the least significant.
    pub bit: u32,
}

/// A transition system blasted to bits: a circuit with one property, that no target is reached.
#[derive(Clone, Debug)]
pub struct Blasted {
    /// The circuit.
    pub circuit: Circuit,
    /// An error is reached: equal to the property, unless something is not modelled.
    pub error: Lit,
    /// What the latches are, by their numbers.
    pub latches: Vec<BitOf>,
    /// What the inputs are, by their numbers.
    pub inputs: Vec<BitOf>,
}

impl Blasted {
    /// Blasts a system.
    ///
    /// # Errors
    /// If the system is not one over bit-vectors alone.
    pub fn of(system: &TransitionSystem) -> Result<Blasted, NotBits> {
        let terms = &system.terms;
        let mut blaster = Blaster::default();
        let mut inputs = Vec::new();
        for symbol in &system.inputs {
            let bits = bits_of(terms, *symbol, Role::Input)?;
            let word = bits
                .iter()
                .map(|bit| blaster.circuit.add_input(&name_of(terms, bit)));
            let word: Word = word.collect();
            blaster.define(terms.symbol_term(*symbol), word);
            inputs.extend(bits);
        }
        let mut latches = Vec::new();
        let mut states = Vec::new();
        for state in &system.states {
            let symbol = terms
                .as_symbol(state.symbol)
                .expect("a state variable is a symbol");
            let bits = bits_of(terms, symbol, Role::State)?;
            let mut word = Word::new();
            for bit in &bits {
                let reset = reset(terms, state.init, *bit)?;
                word.push(blaster.circuit.add_latch(&name_of(terms, bit), reset));
            }
            blaster.define(state.symbol, word.clone());
            latches.extend(bits);
            states.push(word);
        }
        for (state, word) in system.states.iter().zip(states) {
            let next = blaster.word(terms, state.next)?.clone();
            for (latch, next) in word.into_iter().zip(next) {
                blaster.circuit.set_next(latch, next);
            }
        }
        for conjunct in conjuncts(terms, system.constraint) {
            let holds = blaster.literal(terms, conjunct)?;
            if holds != Lit::TRUE {
                blaster.circuit.constraints.push(holds);
            }
        }
        let bad = blaster.literal(terms, system.bad)?;
        let error = blaster.literal(terms, system.error)?;
        blaster.circuit.add_bad(bad, "error");
        Ok(Blasted {
            circuit: blaster.circuit,
            error,
            latches,
            inputs,
        })
    }

    /// The values of the input symbols in a step with these inputs.
    pub fn input_values(&self, terms: &TermStore, inputs: &[bool]) -> FxHashMap<SymbolId, Value> {
        let mut bits: FxHashMap<SymbolId, u128> = FxHashMap::default();
        for (of, value) in self.inputs.iter().zip(inputs) {
            *bits.entry(of.symbol).or_default() |= u128::from(*value) << of.bit;
        }
        let value = |symbol: SymbolId, bits: u128| match terms.sort(terms.symbol_term(symbol)) {
            Sort::BitVec(width) => Value::Bv(BvValue::new(*width, bits)),
            _ => Value::Bool(bits != 0),
        };
        bits.into_iter().map(|(s, b)| (s, value(s, b))).collect()
    }
}

/// What a symbol is in the system.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    Input,
    State,
}

fn bits_of(terms: &TermStore, symbol: SymbolId, role: Role) -> Result<Vec<BitOf>, NotBits> {
    let sort = terms.sort(terms.symbol_term(symbol));
    let width = width(sort).ok_or_else(|| NotBits::Symbol {
        name: match role {
            Role::Input => "an input".to_owned(),
            Role::State => format!("variable {}", terms.symbol_name(symbol)),
        },
        sort: sort.clone(),
    })?;
    Ok((0..width as u32).map(|bit| BitOf { symbol, bit }).collect())
}

fn name_of(terms: &TermStore, of: &BitOf) -> String {
    format!("{}[{}]", terms.symbol_name(of.symbol), of.bit)
}

fn reset(terms: &TermStore, init: Option<TermId>, of: BitOf) -> Result<Reset, NotBits> {
    let Some(init) = init else {
        return Ok(Reset::Free);
    };
    match terms.as_constant(init) {
        Some(Value::Bool(value)) => Ok(Reset::to(value)),
        Some(Value::Bv(value)) => Ok(Reset::to(value.unsigned() >> of.bit & 1 == 1)),
        _ => Err(NotBits::Initial(terms.symbol_name(of.symbol).to_owned())),
    }
}

fn conjuncts(terms: &TermStore, formula: TermId) -> Vec<TermId> {
    match terms.op(formula) {
        Op::And => terms.args(formula).to_vec(),
        _ => vec![formula],
    }
}
