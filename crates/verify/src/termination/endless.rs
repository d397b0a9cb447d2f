//! Executions without end: states that are repeated, and states from which no end is reached.

use super::runs::{Observations, Visit};
use crate::finding::{Attribution, Claimant};
use crate::goal::Aim;
use crate::run::Run;
use crate::search::source::Source;
use invar_budget::Budget;
use invar_certify::termination::{FixedInputs, state_at, with_repetition, with_state, without_end};
use invar_cfa::Program;
use invar_interp::Limits;
use invar_passes::PassOptions;
use invar_report::{Conclusion, Note, Report};

/// Steps of a run to a state.
const STEPS: u64 = 5_000_000;
/// What a run to a state does not show.
const NO_END: &str = "from here on no end can be reached, with some choice of the inputs; signed arithmetic that overflows \
                      wraps around";
/// Runs that are tried for one loop.
const RUNS: usize = 3;

impl Run<'_> {
    /// An execution in which a state is repeated, among those that seemed to.
    pub(crate) fn repeated_state(
        &mut self,
        source: &Program,
        observed: &mut Observations<'_>,
        budget: &Budget,
    ) -> Option<Report> {
        for visit in std::mem::take(&mut observed.repeated) {
            let program = with_repetition(source, visit.head, visit.number);
            let claimant = Claimant::without_solver(Attribution::EXECUTION);
            self.searched_last = Some(claimant.attribution);
            let found = self
                .worker
                .replayed(&program, &visit.trace, claimant, budget);
            if let Ok(answered) = found {
                return Some(answered.report);
            }
        }
        None
    }

    /// An execution to a state of a loop from which no end is reached.
    pub(crate) fn no_end_from(
        &mut self,
        source: &Program,
        part: usize,
        observed: &Observations<'_>,
        budget: &Budget,
    ) -> Option<Report> {
        let visits: Vec<Visit> = observed
            .long
            .get(&part)?
            .iter()
            .take(RUNS)
            .cloned()
            .collect();
        for visit in visits {
            for number in [1, visit.number / 2] {
                for inputs in [FixedInputs::new(), visit.last_inputs.clone()] {
                    let share = budget.at_most(budget.left() / 3);
                    let found = self.no_end_after(source, &visit, number, &inputs, &share);
                    if found.is_some() || budget.is_exhausted() {
                        return found;
                    }
                    if visit.last_inputs.is_empty() {
                        break;
                    }
                }
            }
        }
        None
    }

    /// Whether no end is reached from a visit of a loop, with some inputs fixed.
    fn no_end_after(
        &mut self,
        source: &Program,
        visit: &Visit,
        number: u64,
        inputs: &FixedInputs,
        budget: &Budget,
    ) -> Option<Report> {
        let limits = Limits {
            steps: STEPS,
            deadline: budget.deadline,
            ..Limits::default()
        };
        let state = state_at(source, visit.head, number, &visit.trace, &limits).ok()?;
        let program = without_end(source, visit.head, &state, inputs);
        self.worker.count("states without an end tried", 1.0);
        let for_proof = Source {
            aim: Aim::Proof,
            ..Source::of(&program)
        };
        let proof = self.attempt(&for_proof, &PassOptions::default(), budget);
        let proof = self.credited(proof).ok()?.report;
        if proof.verdict != Conclusion::Safe {
            return None;
        }
        // Whichever run gets to the state is one without end.
        let stopping = with_state(source, visit.head, &state);
        let claimant = Claimant::without_solver(Attribution::EXECUTION);
        let replayed = self
            .worker
            .replayed(&stopping, &visit.trace, claimant, budget);
        let mut report = replayed.ok()?.report;
        for violation in &mut report.violations {
            violation.notes.push(Note {
                place: None,
                text: NO_END.into(),
            });
        }
        let by = [report.certifier.clone(), proof.certifier];
        Some(Report {
            certifier: Some(by.into_iter().flatten().collect::<Vec<_>>().join(" and ")),
            ..report
        })
    }
}
