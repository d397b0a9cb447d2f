//! Evidence: mapped back to the inlined program and checked there.

use super::Run;
use crate::arguments::CertifierArgument;
use crate::back::{proof_back, support, trace_back};
use crate::describe::{proof_report, violation};
use crate::report::Report;
use invar_certify::{Rejection, certify_proof, replay};
use invar_cfa::Program;
use invar_interp::Limits;
use invar_passes::Prepared;
use invar_solver::{SmtLibFactory, SolverFactory};
use invar_verdict::{Proof, Reason, Support, Trace, Verdict};
use std::time::{Duration, Instant};

/// Steps of a trace that are kept for the report.
const KEPT_STEPS: usize = 5_000;
/// Steps of a replay; a claimed run that is longer is most likely one that never ends.
const REPLAY_STEPS: u64 = 5_000_000;
/// Time that the first certifier has before the second is asked.
const FIRST_ROUND: Duration = Duration::from_secs(3);

impl Run<'_> {
    /// Maps evidence back to the inlined program and has it checked there.
    pub(super) fn certified(
        &mut self,
        source: &Program,
        prepared: &Prepared,
        verdict: Verdict,
    ) -> Result<Report, Reason> {
        self.events.activity("certifying");
        match verdict {
            Verdict::Unknown(reason) => Err(reason),
            Verdict::Unsafe(trace) => self.certified_trace(source, &trace_back(prepared, trace)),
            Verdict::Safe(proof) => {
                let proof = proof_back(prepared, proof);
                self.certified_proof(source, &proof, &support(prepared))
            }
        }
    }

    /// Replays a trace of the inlined program.
    pub(super) fn certified_trace(
        &mut self,
        source: &Program,
        trace: &Trace,
    ) -> Result<Report, Reason> {
        let limits = Limits {
            steps: REPLAY_STEPS,
            deadline: self.budget.deadline,
            ..Limits::default()
        };
        match replay(source, trace, &limits, KEPT_STEPS) {
            Ok(replay) => Ok(Report {
                verdict: "unsafe".into(),
                certified: true,
                certifier: Some("concrete interpreter".into()),
                violation: Some(violation(source, &replay)),
                ..Report::default()
            }),
            Err(message) => {
                self.rejected += 1;
                Err(Reason::CertificateRejected {
                    claim: "unsafe",
                    message,
                })
            }
        }
    }

    /// Has a proof about the inlined program checked by other solvers.
    pub(super) fn certified_proof(
        &mut self,
        source: &Program,
        proof: &Proof,
        support: &Support,
    ) -> Result<Report, Reason> {
        let cvc5 = SmtLibFactory::cvc5();
        let yices = SmtLibFactory::yices();
        // cvc5 first. Where it does not decide at once, Yices often does; whoever is last may use
        // all that is left.
        let rounds: Vec<(&dyn SolverFactory, Option<Duration>)> = match self.arguments.certifier {
            CertifierArgument::Default => {
                let left = self.budget.remaining().unwrap_or(Duration::from_secs(3600));
                vec![
                    (&cvc5, Some(FIRST_ROUND.min(left / 3))),
                    (&yices, Some(left / 3)),
                    (&cvc5, None),
                ]
            }
            CertifierArgument::Cvc5 => vec![(&cvc5, None)],
            CertifierArgument::Yices => vec![(&yices, None)],
        };
        let mut message = String::from("no certifier");
        for (factory, share) in rounds {
            let budget = match share {
                Some(share) => self.budget.at_most(share),
                None => self.budget.clone(),
            };
            let start = Instant::now();
            let checked = certify_proof(source, proof, support, factory, &budget);
            self.statistics.push((
                format!("seconds certifying {}", factory.name()),
                start.elapsed().as_secs_f64(),
            ));
            match checked {
                Ok(certified) => {
                    return Ok(Report {
                        verdict: "safe".into(),
                        certified: true,
                        certifier: Some(certified.by),
                        proof: Some(proof_report(source, proof, support)),
                        ..Report::default()
                    });
                }
                Err(Rejection::Refuted(why)) => {
                    message = why;
                    break;
                }
                Err(Rejection::Undecided(why)) => message = why,
            }
        }
        self.rejected += 1;
        Err(Reason::CertificateRejected {
            claim: "safe",
            message,
        })
    }
}
