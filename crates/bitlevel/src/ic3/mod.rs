//! IC3 on circuits (Bradley 2011; Een, Mishchenko, Brayton 2011; Somenzi & Bradley 2011; Hassan,
//! Bradley, Somenzi 2013).
//!
//! | file | phase |
//! |---|---|
//! | `frames`, `obligations` | data, without solvers |
//! | `solvers` | every query to a SAT solver |
//! | `block` | obligations, lowest frame first |
//! | `generalise` | a blocked cube made small |
//! | `propagate` | lemmas carried forward; the fixpoint |
//! | `trace` | obligations as a run |

mod block;
mod frames;
mod generalise;
mod obligations;
mod propagate;
mod solvers;
#[cfg(test)]
mod tests;
mod trace;

use crate::model::Model;
use crate::options::Signals;
use crate::{Counters, Options, Outcome, Proof, Stop, signals};
use frames::Frames;
use invar_budget::Budget;
use invar_circuit::{Circuit, Var};
use obligations::Obligations;
use solvers::{Exhausted, Reach, Solvers, Target};

/// A search.
struct Search<'m> {
    model: &'m Model<'m>,
    options: &'m Options,
    solvers: Solvers<'m>,
    frames: Frames,
    obligations: Obligations,
    /// How much each latch or signal was in lemmas lately, by its node.
    activity: Vec<f64>,
    /// What an activity grows by now.
    increment: f64,
    /// Lemmas learnt when they were carried forward last.
    learnt_before: u64,
}

/// Looks for a proof or a run.
pub fn ic3(
    circuit: &Circuit,
    property: usize,
    options: &Options,
    budget: &Budget,
) -> (Outcome, Counters) {
    ic3_among(circuit, property, options, |_| true, None, budget)
}

/// Something else is tried when a search has not ended soon.
pub(crate) struct Pause<'a> {
    /// How long the search runs first.
    pub after: Budget,
    /// What is tried then; the search ends with its answer, or continues where it was.
    pub meanwhile: &'a mut dyn FnMut() -> Option<Outcome>,
}

/// IC3 with an optional pause; only these nodes may be used as signals.
pub(crate) fn ic3_among(
    circuit: &Circuit,
    property: usize,
    options: &Options,
    allowed: impl Fn(Var) -> bool,
    pause: Option<Pause<'_>>,
    budget: &Budget,
) -> (Outcome, Counters) {
    let extended = signals::extend(circuit, property, options.signals, allowed);
    let model = Model::new(&extended, property);
    let mut search = Search {
        model: &model,
        options,
        solvers: Solvers::new(&model, options, pause.as_ref().map_or(budget, |p| &p.after)),
        frames: Frames::default(),
        obligations: Obligations::default(),
        activity: vec![0.0; circuit.nodes().len()],
        increment: 1.0,
        learnt_before: 0,
    };
    let mut result = search.run(property);
    if let (Err(Exhausted), Some(pause)) = (&result, pause)
        && !budget.is_exhausted()
    {
        match (pause.meanwhile)() {
            Some(found) => result = Ok(found),
            None => {
                search.solvers.go_on_within(budget);
                result = search.run(property);
            }
        }
    }
    let outcome = result.unwrap_or(Outcome::Unknown(Stop::Time));
    let mut counters = search.solvers.counters;
    counters.frames = search.frames.top() as u32;
    if options.signals != Signals::None {
        let chosen = extended.next.len() as u64;
        counters.more.push(("signals", chosen));
    }
    (outcome, counters)
}

impl Search<'_> {
    /// Searches, or continues after the budget had ended: lemmas are added one by one and hold at
    /// any time, open obligations are found again. A frame is added when the one before excludes the
    /// bad states, so frames below the last always do.
    fn run(&mut self, property: usize) -> Result<Outcome, Exhausted> {
        if self.frames.is_empty() {
            self.extend();
        }
        if self.frames.top() == 0 {
            self.obligations.clear();
            if self.solvers.bad(0)? == Reach::Reached {
                let obligation = self.solvers.obligation(0, Target::Bad, None)?;
                self.obligations.add(obligation, 0);
                return Ok(Outcome::Unsafe(self.trace(0, property)));
            }
            self.extend();
        }
        loop {
            let top = self.frames.top();
            self.obligations.clear();
            while self.solvers.bad(top)? == Reach::Reached {
                let obligation = self.solvers.obligation(top, Target::Bad, None)?;
                self.obligations.add(obligation, top);
                if let Some(first) = self.block()? {
                    return Ok(Outcome::Unsafe(self.trace(first, property)));
                }
            }
            self.extend();
            if let Some(frame) = self.propagate()? {
                let lemmas = self.frames.all_from(frame + 1);
                let clauses = lemmas.map(|l| l.cube.iter().map(|l| !*l).collect());
                return Ok(Outcome::Safe(Proof {
                    clauses: clauses.collect(),
                    k: 1,
                    unique: false,
                }));
            }
        }
    }

    fn extend(&mut self) {
        self.frames.extend();
        let forever = self.frames.forever.iter().map(|l| &l.cube);
        self.solvers.extend(forever);
    }
}
