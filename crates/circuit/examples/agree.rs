//! Compares the circuit of a BTOR2 model with an AIGER file of the same design, by simulation of one
//! step from random states: `agree <model.btor2> <circuit.aig>`.
//!
//! Inputs and latches are matched by name; those without a name in order, which other tools may have
//! chosen otherwise. Bad signals are matched by order, constraints as one conjunction.

use invar_circuit::{Circuit, Lit, Simulator, aiger, btor2};
use std::collections::BTreeMap;
use std::error::Error;
use std::{env, fs};

/// How many times 64 random states and inputs are tried.
const ROUNDS: usize = 200;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let (Some(model), Some(circuit), None) = (arguments.next(), arguments.next(), arguments.next())
    else {
        return Err("usage: agree <model.btor2> <circuit.aig>".into());
    };
    let ours = btor2::read(&fs::read(model)?)?.blast()?.circuit;
    let theirs = aiger::read(&fs::read(circuit)?)?;
    let inputs = matching(&ours.input_names, &theirs.input_names).ok_or("other inputs")?;
    let latches = matching(&ours.latch_names, &theirs.latch_names).ok_or("other latches")?;
    let mut free = 0;
    for (number, latch) in ours.latches().iter().enumerate() {
        let other = theirs.latches()[latches[number]];
        free += usize::from(latch.reset.value().is_none());
        if latch.reset != other.reset {
            return Err(format!("latch {number} is reset otherwise").into());
        }
    }
    let mut state = 1u64;
    let mut random = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let (mut one, mut other) = (Simulator::new(&ours), Simulator::new(&theirs));
    for round in 0..ROUNDS {
        // Every third round with few bits set: zeros and small numbers meet special cases.
        let mut draw = |count: usize| -> Vec<u64> {
            let mut word = || {
                if round % 3 == 0 {
                    random() & random() & random()
                } else {
                    random()
                }
            };
            (0..count).map(|_| word()).collect()
        };
        let (state, chosen) = (draw(latches.len()), draw(inputs.len()));
        one.step(&state, &chosen);
        other.step(&permuted(&state, &latches), &permuted(&chosen, &inputs));
        for (number, latch) in ours.latches().iter().enumerate() {
            let next = theirs.latches()[latches[number]].next;
            if one.value(latch.next) != other.value(next) {
                let name = &ours.latch_names[number];
                return Err(format!("latch {number} ({name}) goes on otherwise").into());
            }
        }
        if one.constrained() != other.constrained() {
            return Err("constraints differ".into());
        }
        let values = |circuit: &Circuit, simulator: &Simulator<'_>| -> Vec<u64> {
            circuit
                .bad
                .iter()
                .map(|bad: &Lit| simulator.value(*bad))
                .collect()
        };
        if values(&ours, &one) != values(&theirs, &other) {
            return Err("bad signals differ".into());
        }
    }
    println!(
        "agree: {} inputs, {} latches ({free} free), {} and {} conjunctions",
        inputs.len(),
        latches.len(),
        ours.count_ands(),
        theirs.count_ands()
    );
    Ok(())
}

/// Of each of ours the number of theirs: by name, or the next one without a name of ours.
fn matching(ours: &[String], theirs: &[String]) -> Option<Vec<usize>> {
    let mut named: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (number, name) in theirs.iter().enumerate().rev() {
        let known = ours.contains(name);
        named
            .entry(if known { name } else { "" })
            .or_default()
            .push(number);
    }
    let matched = ours.iter().map(|name| named.get_mut(name.as_str())?.pop());
    let matched: Vec<usize> = matched.collect::<Option<_>>()?;
    (matched.len() == theirs.len()).then_some(matched)
}

/// The words in the order of the other circuit.
fn permuted(words: &[u64], places: &[usize]) -> Vec<u64> {
    let mut permuted = vec![0; words.len()];
    for (word, place) in words.iter().zip(places) {
        permuted[*place] = *word;
    }
    permuted
}
