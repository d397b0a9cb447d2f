//! One property of a circuit: made smaller, searched, and the evidence brought back.

use crate::ic3::{Pause, ic3_among};
use crate::{Counters, Method, Options, Outcome, Paths, Reductions, Stride, bmc, kind, reduce};
use invar_budget::Budget;
use invar_circuit::{Circuit, Var};
use invar_sat::SolverKind;
use std::time::Duration;

/// IC3 gets 1/BEFORE of the time before the others. Most that can be proved is proved soon, and
/// should not wait for bounded checking, which never ends on it.
const BEFORE: u32 = 10;
/// Maximal time of that first search.
const LONGEST_BEFORE: Duration = Duration::from_secs(3);
/// The part of the time that k-induction has while IC3 pauses.
const INDUCTION: u32 = 20;
/// The part of the time that bounded checking has after it.
const BOUNDED: u32 = 8;
/// Maximal time of each of them.
const LONGEST: Duration = Duration::from_secs(20);
/// Steps that bounded checking asks about together.
const STRIDE: Stride = Stride::Of(20);

/// Looks for a verdict about one property; evidence is over the given circuit.
pub fn check(
    circuit: &Circuit,
    property: usize,
    options: &Options,
    budget: &Budget,
) -> (Outcome, Counters) {
    let solver = SolverKind::Cadical;
    let reductions = match options.method {
        // Different states must differ on latches that the certifier compares: none is replaced.
        Method::Kind => Reductions::Cone,
        _ => options.reductions,
    };
    let reduced = match reduce(circuit, property, reductions, budget) {
        Ok(reduced) => reduced,
        Err(stop) => return (Outcome::Unknown(stop), Counters::default()),
    };
    let small = &reduced.circuit;
    // A proof about the smaller circuit must have words in the given one.
    let named = |var: Var| reduced.origin(var.lit()).is_some();
    let (outcome, counters) = match options.method {
        Method::Bmc => bmc(small, 0, u32::MAX, Stride::One, solver, budget),
        Method::Kind => kind(small, 0, u32::MAX, Paths::Unique, solver, budget),
        Method::Ic3 => ic3_among(small, 0, options, named, None, budget),
        Method::Auto => {
            let mut spent = Counters::default();
            let pause = Pause {
                after: budget.at_most((budget.left() / BEFORE).min(LONGEST_BEFORE)),
                meanwhile: &mut || {
                    let (outcome, counters) = bounded(small, solver, budget);
                    spent = counters;
                    outcome
                },
            };
            let (outcome, counters) = ic3_among(small, 0, options, named, Some(pause), budget);
            let found_by = match spent.found_by {
                "" => "ic3-bool",
                other => other,
            };
            let counters = Counters {
                found_by,
                queries: counters.queries + spent.queries,
                solving: counters.solving + spent.solving,
                ..counters
            };
            (outcome, counters)
        }
    };
    (reduced.back(outcome), counters)
}

/// What is tried while IC3 pauses.
fn bounded(circuit: &Circuit, solver: SolverKind, budget: &Budget) -> (Option<Outcome>, Counters) {
    let share = |part| budget.at_most((budget.left() / part).min(LONGEST));
    let (outcome, mut spent) = kind(circuit, 0, u32::MAX, Paths::Any, solver, &share(INDUCTION));
    if !matches!(outcome, Outcome::Unknown(_)) {
        spent.found_by = "kind";
        return (Some(outcome), spent);
    }
    let (outcome, mut counters) = bmc(circuit, 0, u32::MAX, STRIDE, solver, &share(BOUNDED));
    counters.queries += spent.queries;
    counters.solving += spent.solving;
    if matches!(outcome, Outcome::Unknown(_)) {
        return (None, counters);
    }
    counters.found_by = "bmc";
    (Some(outcome), counters)
}
