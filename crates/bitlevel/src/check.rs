//! One property of a circuit: made smaller, searched, and the evidence brought back.

use crate::ic3::ic3_among;
use crate::{Counters, Method, Options, Outcome, Paths, Stop, Stride, bmc, kind, reduce};
use invar_budget::Budget;
use invar_circuit::{Circuit, Var};
use invar_sat::SolverKind;
use std::time::Duration;

/// The part of the time that IC3 has before bounded checking: one of so many. Most that can be proved is proved soon,
/// and should not wait for bounded checking, which never ends on it.
const BEFORE: u32 = 10;
/// It has no more than this in any case: what was learnt is lost when IC3 begins again.
const LONGEST_BEFORE: Duration = Duration::from_secs(3);
/// The part of the time that bounded checking has before IC3 begins: one of so many.
const SHARE: u32 = 8;
/// It has no more than this in any case.
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
    if options.method == Method::Kind {
        // Different states must differ in the given circuit: no reductions.
        return kind(circuit, property, u32::MAX, Paths::Unique, solver, budget);
    }
    let reduced = match reduce(circuit, property, options.reductions, budget) {
        Ok(reduced) => reduced,
        Err(stop) => return (Outcome::Unknown(stop), Counters::default()),
    };
    let small = &reduced.circuit;
    // A proof about the smaller circuit must have words in the given one.
    let named = |var: Var| reduced.origin(var.lit()).is_some();
    let search = |budget: &Budget| ic3_among(small, 0, options, named, budget);
    let (outcome, counters) = match options.method {
        Method::Bmc => bmc(small, 0, u32::MAX, Stride::One, solver, budget),
        Method::Ic3 | Method::Kind => search(budget),
        Method::Auto => {
            let before = budget.at_most((budget.left() / BEFORE).min(LONGEST_BEFORE));
            let (early, mut begun) = search(&before);
            if !matches!(early, Outcome::Unknown(Stop::Time)) {
                begun.found_by = "ic3-bool";
                return (reduced.back(early), begun);
            }
            let share = (budget.left() / SHARE).min(LONGEST);
            let (first, spent) = bmc(small, 0, u32::MAX, STRIDE, solver, &budget.at_most(share));
            match first {
                Outcome::Unknown(Stop::Time | Stop::Bound(_)) => {
                    let (outcome, mut counters) = search(budget);
                    counters.found_by = "ic3-bool";
                    counters.queries += begun.queries + spent.queries;
                    counters.solving += begun.solving + spent.solving;
                    (outcome, counters)
                }
                found => {
                    let counters = Counters {
                        found_by: "bmc",
                        queries: begun.queries + spent.queries,
                        solving: begun.solving + spent.solving,
                        ..spent
                    };
                    (found, counters)
                }
            }
        }
    };
    (reduced.back(outcome), counters)
}
