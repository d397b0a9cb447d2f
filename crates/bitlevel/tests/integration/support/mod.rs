//! The truth about small circuits, by visiting every state.

use invar_circuit::{Circuit, Lit, Node, Run};
use std::collections::{BTreeMap, VecDeque};

/// The values of all nodes.
pub fn values(circuit: &Circuit, latches: &[bool], inputs: &[bool]) -> Vec<bool> {
    let mut values = Vec::new();
    for node in circuit.nodes() {
        let value = match node {
            Node::False => false,
            Node::Input(number) => inputs[*number as usize],
            Node::Latch(number) => latches[*number as usize],
            Node::And(a, b) => of(&values, *a) && of(&values, *b),
        };
        values.push(value);
    }
    values
}

/// The value of a literal.
pub fn of(values: &[bool], literal: Lit) -> bool {
    values[literal.var().index()] ^ literal.is_negated()
}

fn bits(number: usize, count: usize) -> Vec<bool> {
    (0..count).map(|i| number >> i & 1 == 1).collect()
}

/// Length of the shortest run that is bad, in steps; `None` if there is none.
pub fn shortest(circuit: &Circuit, property: usize) -> Option<u32> {
    let (latches, inputs) = (circuit.latches().len(), circuit.inputs().len());
    let mut distance = BTreeMap::new();
    let mut open = VecDeque::new();
    for state in 0..1 << latches {
        let fits = |(latch, value): (&invar_circuit::Latch, bool)| {
            latch.reset.value().is_none_or(|reset| reset == value)
        };
        if circuit.latches().iter().zip(bits(state, latches)).all(fits) {
            distance.insert(state, 1);
            open.push_back(state);
        }
    }
    while let Some(state) = open.pop_front() {
        let here = distance[&state];
        for input in 0..1 << inputs {
            let values = values(circuit, &bits(state, latches), &bits(input, inputs));
            if !circuit.constraints.iter().all(|c| of(&values, *c)) {
                continue;
            }
            if of(&values, circuit.bad[property]) {
                return Some(here);
            }
            let next = circuit.latches().iter().enumerate();
            let after = next.fold(0, |s, (i, l)| s | usize::from(of(&values, l.next)) << i);
            if let std::collections::btree_map::Entry::Vacant(entry) = distance.entry(after) {
                entry.insert(here + 1);
                open.push_back(after);
            }
        }
    }
    None
}

/// Whether a run is one, and bad at its end.
pub fn is_bad_run(circuit: &Circuit, run: &Run) -> bool {
    let mut latches = run.latches.clone();
    let resets = circuit.latches().iter().zip(&latches);
    let mut fine = resets
        .into_iter()
        .all(|(l, value)| l.reset.value().is_none_or(|reset| reset == *value));
    let mut bad = false;
    for inputs in &run.inputs {
        let values = values(circuit, &latches, inputs);
        fine &= circuit.constraints.iter().all(|c| of(&values, *c));
        bad = of(&values, circuit.bad[run.property]);
        latches = circuit
            .latches()
            .iter()
            .map(|l| of(&values, l.next))
            .collect();
    }
    fine && bad
}

/// Whether the clauses hold first, are inductive and exclude the bad signal, by trying every state.
pub fn is_inductive(circuit: &Circuit, property: usize, clauses: &[Vec<Lit>]) -> bool {
    let (latches, inputs) = (circuit.latches().len(), circuit.inputs().len());
    let holds = |state: &[bool]| {
        let values = values(circuit, state, &vec![false; inputs]);
        clauses.iter().all(|c| c.iter().any(|l| of(&values, *l)))
    };
    (0..1usize << latches).all(|number| {
        let state = bits(number, latches);
        let mut resets = circuit.latches().iter().zip(&state);
        let first = resets.all(|(l, v)| l.reset.value().is_none_or(|reset| reset == *v));
        if !holds(&state) {
            return !first;
        }
        (0..1usize << inputs).all(|input| {
            let values = values(circuit, &state, &bits(input, inputs));
            if !circuit.constraints.iter().all(|c| of(&values, *c)) {
                return true;
            }
            let next: Vec<bool> = circuit
                .latches()
                .iter()
                .map(|l| of(&values, l.next))
                .collect();
            !of(&values, circuit.bad[property]) && holds(&next)
        })
    })
}
