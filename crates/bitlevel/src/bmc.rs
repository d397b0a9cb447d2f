//! Bounded checking: longer and longer runs.

use crate::unroll::{Start, Unrolling};
use crate::{Counters, Outcome, Stop};
use invar_budget::Budget;
use invar_circuit::Circuit;
use invar_sat::{Answer, SolverKind, make};

/// Looks for a run of at most `bound` steps.
pub fn bmc(
    circuit: &Circuit,
    property: usize,
    bound: u32,
    solver: SolverKind,
    budget: &Budget,
) -> (Outcome, Counters) {
    let mut unrolling = Unrolling::new(circuit, Start::Reset, make(solver));
    let outcome = search(&mut unrolling, circuit, property, bound, budget);
    let outcome = outcome.unwrap_or_else(Outcome::Unknown);
    (outcome, unrolling.counters)
}

fn search(
    unrolling: &mut Unrolling<'_>,
    circuit: &Circuit,
    property: usize,
    bound: u32,
    budget: &Budget,
) -> Result<Outcome, Stop> {
    for step in 0..bound as usize {
        unrolling.extend();
        let bad = unrolling.at(step, circuit.bad[property]);
        if unrolling.ask(&[bad], budget)? == Answer::Sat {
            return Ok(Outcome::Unsafe(unrolling.run(property)));
        }
        unrolling.require(&[!bad]);
    }
    Ok(Outcome::Unknown(Stop::Bound(bound)))
}
