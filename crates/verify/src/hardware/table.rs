//! A run as a small table: the signals that change in it.

use invar_circuit::{Circuit, Run};
use invar_report::{CircuitRun, Signal, SignalKind};

/// Signals that are shown.
const SIGNALS: usize = 24;
/// States at each end of a run whose values are shown.
const STATES: usize = 12;

/// The table of a run whose latches have these values in each state.
pub fn table(circuit: &Circuit, run: &Run, latches: &[Vec<bool>]) -> CircuitRun {
    let states = run.inputs.len();
    let shown: Vec<usize> = (0..states)
        .filter(|at| *at < STATES || *at + STATES >= states)
        .collect();
    let named = |names: &[String], kind: SignalKind, number: usize| {
        let name = names.get(number).filter(|name| !name.is_empty());
        name.cloned()
            .unwrap_or_else(|| format!("{} {number}", kind.name()))
    };
    let mut signals = Vec::new();
    let mut more = 0;
    for (kind, names, values, count) in [
        (
            SignalKind::Input,
            &circuit.input_names,
            run.inputs.as_slice(),
            circuit.inputs().len(),
        ),
        (
            SignalKind::Latch,
            &circuit.latch_names,
            latches,
            circuit.latches().len(),
        ),
    ] {
        let value = |state: usize, number: usize| values[state].get(number) == Some(&true);
        for number in 0..count {
            if (1..states).all(|state| value(state, number) == value(0, number)) {
                continue;
            }
            if signals.len() == SIGNALS {
                more += 1;
                continue;
            }
            let digits = shown
                .iter()
                .map(|state| if value(*state, number) { '1' } else { '0' });
            signals.push(Signal {
                name: named(names, kind, number),
                kind,
                values: digits.collect(),
            });
        }
    }
    CircuitRun {
        states,
        shown,
        signals,
        more,
    }
}
