//! One property of a circuit: made smaller, searched, and the evidence brought back.

use crate::{Counters, Method, Options, Outcome, Paths, Stop, bmc, ic3, kind, reduce};
use invar_budget::Budget;
use invar_circuit::Circuit;
use invar_sat::SolverKind;
use std::time::Duration;

/// The part of the time that bounded checking has before IC3 begins: one of so many.
const SHARE: u32 = 8;
/// It has no more than this in any case.
const LONGEST: Duration = Duration::from_secs(20);

/// Looks for a verdict about one property; evidence is over the given circuit.
pub fn check(
    circuit: &Circuit,
    property: usize,
    options: &Options,
    budget: &Budget,
) -> (Outcome, Counters) {
    let solver = SolverKind::Cadical;
    if options.method == Method::Kind {
        // Different states must differ in the given circuit: no reductions.
        return kind(circuit, property, u32::MAX, Paths::Unique, solver, budget);
    }
    let reduced = match reduce(circuit, property, options.reductions, budget) {
        Ok(reduced) => reduced,
        Err(stop) => return (Outcome::Unknown(stop), Counters::default()),
    };
    let small = &reduced.circuit;
    let (outcome, counters) = match options.method {
        Method::Bmc => bmc(small, 0, u32::MAX, solver, budget),
        Method::Ic3 | Method::Kind => ic3(small, 0, options, budget),
        Method::Auto => {
            let share = (budget.left() / SHARE).min(LONGEST);
            let (first, spent) = bmc(small, 0, u32::MAX, solver, &budget.at_most(share));
            match first {
                Outcome::Unknown(Stop::Time | Stop::Bound(_)) => {
                    let (outcome, mut counters) = ic3(small, 0, options, budget);
                    counters.queries += spent.queries;
                    counters.solving += spent.solving;
                    (outcome, counters)
                }
                found => (found, spent),
            }
        }
    };
    (reduced.back(outcome), counters)
}
