//! k-induction (Sheeran, Singh, Stalmarck 2000), base and step in turn.

use crate::unroll::{Start, Unrolling};
use crate::{Counters, Outcome, Proof, Stop};
use invar_budget::Budget;
use invar_circuit::Circuit;
use invar_sat::{Answer, SolverKind, make};

/// Which paths the step case considers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paths {
    /// All of them: some properties have no proof then.
    Any,
    /// Those of pairwise different states. Different on all latches of this circuit, that is: such
    /// a proof does not lead back from a circuit in which latches were replaced.
    Unique,
}

/// Looks for a proof by `k`-induction or a run, `k` at most `bound`.
pub fn kind(
    circuit: &Circuit,
    property: usize,
    bound: u32,
    paths: Paths,
    solver: SolverKind,
    budget: &Budget,
) -> (Outcome, Counters) {
    let mut base = Unrolling::new(circuit, Start::Reset, make(solver));
    let mut step = Unrolling::new(circuit, Start::Anywhere, make(solver));
    let outcome = search(
        &mut base, &mut step, circuit, property, bound, paths, budget,
    );
    let mut counters = base.counters;
    counters.queries += step.counters.queries;
    counters.solving += step.counters.solving;
    (outcome.unwrap_or_else(Outcome::Unknown), counters)
}

fn search(
    base: &mut Unrolling<'_>,
    step: &mut Unrolling<'_>,
    circuit: &Circuit,
    property: usize,
    bound: u32,
    paths: Paths,
    budget: &Budget,
) -> Result<Outcome, Stop> {
    let bad = circuit.bad[property];
    let mut unique = false;
    // Steps before this one are pairwise different already.
    let mut unique_to = 1;
    for k in 0..bound as usize {
        base.extend();
        let here = base.at(k, bad);
        if base.ask(&[here], budget)? == Answer::Sat {
            return Ok(Outcome::Unsafe(base.run(property)));
        }
        base.require(&[!here]);
        step.extend();
        let here = step.at(k, bad);
        // No run of k steps is bad; if k good steps are never followed by a bad one, none is. From
        // two on: a proof with one step means clauses that do not need the property.
        if k > 1 {
            let mut answer = step.ask(&[here], budget)?;
            if answer == Answer::Sat && paths == Paths::Unique {
                unique = true;
                for later in unique_to..=k {
                    (0..later).for_each(|earlier| differ(step, circuit, earlier, later));
                }
                unique_to = k + 1;
                answer = step.ask(&[here], budget)?;
            }
            if answer == Answer::Unsat {
                let clauses = Vec::new();
                let k = k as u32;
                return Ok(Outcome::Safe(Proof { clauses, k, unique }));
            }
        }
        step.require(&[!here]);
    }
    Ok(Outcome::Unknown(Stop::Bound(bound)))
}

/// Requires that two steps have different states.
fn differ(step: &mut Unrolling<'_>, circuit: &Circuit, one: usize, other: usize) {
    let mut differences = Vec::new();
    for latch in circuit.latches() {
        let (a, b) = (
            step.at(one, latch.var.lit()),
            step.at(other, latch.var.lit()),
        );
        let difference = step.formula().xor(a, b);
        differences.push(difference);
    }
    step.require(&differences);
}
