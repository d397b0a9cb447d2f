//! Bounded checking: longer and longer runs.

use crate::unroll::{Start, Unrolling};
use crate::{Counters, Outcome, Stop};
use invar_budget::Budget;
use invar_circuit::{Circuit, Lit, Run};
use invar_sat::{Answer, SolverKind, make};
use std::ops::ControlFlow;

/// After which steps a query is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stride {
    /// After each: the run found is a shortest one.
    One,
    /// After every N-th step: that nothing bad happens within a number of steps is the hard
    /// part of the work, and is shown less often.
    Of(u32),
}

impl Stride {
    fn asks_after(self, step: usize) -> bool {
        match self {
            Stride::One => true,
            Stride::Of(steps) => (step + 1).is_multiple_of(steps.max(1) as usize),
        }
    }
}

/// Looks for a run of at most `bound` steps.
pub fn bmc(
    circuit: &Circuit,
    property: usize,
    bound: u32,
    stride: Stride,
    solver: SolverKind,
    budget: &Budget,
) -> (Outcome, Counters) {
    let mut unrolling = Unrolling::new(circuit, Start::Reset, make(solver));
    let outcome = search(&mut unrolling, circuit, property, bound, stride, budget);
    let outcome = outcome.unwrap_or_else(Outcome::Unknown);
    (outcome, unrolling.counters)
}

fn search(
    unrolling: &mut Unrolling<'_>,
    circuit: &Circuit,
    property: usize,
    bound: u32,
    stride: Stride,
    budget: &Budget,
) -> Result<Outcome, Stop> {
    let bad = circuit.bad[property];
    // The first step that was not asked about.
    let mut first = 0;
    for step in 0..bound as usize {
        if budget.is_exhausted() {
            return Err(Stop::Time);
        }
        unrolling.extend_freely();
        if step + 1 < bound as usize && !stride.asks_after(step) {
            continue;
        }
        // Constraints hold up to the bad step; what comes after it does not matter.
        let (mut some, mut valid) = (Lit::FALSE, Lit::TRUE);
        for step in first..=step {
            for constraint in &circuit.constraints {
                let here = unrolling.at(step, *constraint);
                valid = unrolling.formula().and(valid, here);
            }
            let here = unrolling.at(step, bad);
            let here = unrolling.formula().and(valid, here);
            some = unrolling.formula().or(some, here);
        }
        if unrolling.ask(&[some], budget)? == Answer::Sat {
            return Ok(Outcome::Unsafe(shortened(circuit, unrolling.run(property))));
        }
        unrolling.require(&[!some]);
        (first..=step).for_each(|step| unrolling.constrain(step));
        first = step + 1;
    }
    Ok(Outcome::Unknown(Stop::Bound(bound)))
}

/// The run up to the first step at which it is bad.
fn shortened(circuit: &Circuit, mut run: Run) -> Run {
    let bad = circuit.bad[run.property];
    let found = run.follow(circuit, |step, _, values| match values.value(bad) & 1 {
        1 => ControlFlow::Break(step),
        _ => ControlFlow::Continue(()),
    });
    if let ControlFlow::Break(step) = found {
        run.inputs.truncate(step + 1);
    }
    run
}
