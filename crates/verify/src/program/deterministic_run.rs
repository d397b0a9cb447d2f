//! Programs that have one run are decided by running them: many loops and deep recursion, where
//! invariants are hard to find and inlining takes too much, are done in no time.

use crate::cache::{Answer, Found};
use crate::finding::{Answered, Attribution, Claimant, Finding};
use crate::goal::{Effort, Running};
use crate::request::{EngineId, Integers};
use crate::run::Run;
use invar_budget::Budget;
use invar_certify::{Rejection, certify_deterministic_run};
use invar_cfa::Program;
use invar_interp::Limits;
use invar_report::{Conclusion, ProofReport, Report};

impl Run<'_> {
    /// Whether running the program is part of what is asked for.
    pub(crate) fn may_run(&self) -> bool {
        self.session.request.search.engine() == EngineId::Default
            && self.session.request.integers == Integers::Machine
    }

    /// That a program, with calls or without, has one run and that it is safe.
    pub(crate) fn by_deterministic_run(
        &mut self,
        program: &Program,
        effort: Effort,
        budget: &Budget,
    ) -> Option<Answered> {
        if !self.may_run() || !self.runs.proof.may_prove_with(effort) {
            return None;
        }
        let limits = Limits {
            steps: effort.steps(),
            deadline: Some(self.end_of_runs(budget)),
            ..Limits::default()
        };
        match self.phase("running", |_| certify_deterministic_run(program, &limits)) {
            Ok(steps) => Some(Answered {
                report: Report {
                    verdict: Conclusion::Safe,
                    certified: true,
                    certifier: Some("concrete interpreter".into()),
                    proof: Some(ProofReport {
                        kind: "only-run".into(),
                        bound: u32::try_from(steps).ok(),
                        ..ProofReport::default()
                    }),
                    ..Report::default()
                },
                finding: Finding {
                    evidence: Some(Found::Answer(Answer::DeterministicRun)),
                    ..Claimant::without_solver(Attribution::EXECUTION).finding()
                },
            }),
            Err(Rejection::Refuted(_)) => None,
            Err(Rejection::Undecided(_)) => {
                self.runs.proof = match effort.more() {
                    Some(more) => Running::MayProve(more),
                    None => Running::ProvesNothing,
                };
                None
            }
        }
    }
}
