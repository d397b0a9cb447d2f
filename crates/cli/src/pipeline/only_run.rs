//! Programs that have one run are decided by running them: many loops and deep recursion, where
//! invariants are hard to find and inlining takes too much, are done in no time.

use super::Run;
use super::kept::{Answer, Found};
use crate::arguments::{EngineArgument, IntegersArgument};
use invar_certify::{Rejection, certify_only_run};
use invar_cfa::Program;
use invar_encode::Arithmetic;
use invar_interp::Limits;
use invar_witness::report::{Conclusion, ProofReport, Report};
use std::time::{Duration, Instant};

/// Steps of a run.
const STEPS: u64 = 60_000_000;
/// One part in so many of the time left.
const SHARE: u32 = 4;

/// Whether running the program may be a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Running {
    /// Not tried yet, or the only run violates some assertions and proves the others.
    MayProve,
    /// There may be several runs, or the run is too long.
    ProvesNothing,
}

impl Run<'_> {
    /// Whether running the program is part of what is asked for.
    pub(super) fn may_run(&self) -> bool {
        self.arguments.search.engine() == EngineArgument::Default
            && self.arguments.integers == IntegersArgument::Machine
    }

    /// That a program, with calls or without, has one run and that it is safe.
    pub(super) fn by_only_run(&mut self, program: &Program) -> Option<Report> {
        if !self.may_run() || self.running == Running::ProvesNothing {
            return None;
        }
        let left = self.budget.remaining().unwrap_or(Duration::from_secs(60));
        let limits = Limits {
            steps: STEPS,
            deadline: Some(Instant::now() + left / SHARE),
            ..Limits::default()
        };
        match self.phase("running", |_| certify_only_run(program, &limits)) {
            Ok(steps) => {
                self.found_by = "run";
                self.found_over = Some(Arithmetic::Bv);
                self.found = Some(Found::Answer(Answer::OnlyRun));
                Some(Report {
                    verdict: Conclusion::Safe,
                    certified: true,
                    certifier: Some("concrete interpreter".into()),
                    proof: Some(ProofReport {
                        kind: "only-run".into(),
                        bound: u32::try_from(steps).ok(),
                        ..ProofReport::default()
                    }),
                    ..Report::default()
                })
            }
            Err(Rejection::Refuted(_)) => None,
            Err(Rejection::Undecided(_)) => {
                self.running = Running::ProvesNothing;
                None
            }
        }
    }
}
