//! Evidence: mapped back to the inlined program and checked there.

use crate::evidence::back::{proof_back, quantified, support};
use crate::evidence::certificate::cut_program;
use crate::evidence::certifiers::{certifiers, factory, in_turns, prefer};
use crate::evidence::describe::proof_report;
use crate::evidence::violation::{smaller, violation};
use crate::finder::Finder;
use crate::finding::{Answered, Claimant, Finding};
use crate::search::source::Source;
use crate::search::task::SearchTask;
use crate::session::Session;
use crate::worker::Worker;
use invar_budget::Moment;
use invar_certify::{Certified, Rejection, certify_proof, replay};
use invar_cfa::Program;
use invar_engine::Context;
use invar_interp::Limits;
use invar_report::{Conclusion, ProofReport, Report};
use invar_solver::{Budget, MeteredFactory, SolverFactory, SolverId, SolverSet};
use invar_verdict::{Invariant, Proof, Reason, Support, Trace};
use std::time::Duration;

/// Steps of a trace that are kept for the report.
const KEPT_STEPS: usize = 200_000;
/// Steps of a replay; a claimed run that is longer is most likely one that never ends.
const REPLAY_STEPS: u64 = 5_000_000;
/// Steps of a replay of a run that is only possible, and more of them for each input.
const POSSIBLE_STEPS: u64 = 200_000;
const POSSIBLE_STEPS_PER_INPUT: u64 = 2_000;
/// Steps of a replay of what was found by running, or was certified before, and so has an end.
const RERUN_STEPS: u64 = 60_000_000;

/// A check that takes longer is worth a comparison, if it will be made again.
const SLOW: Duration = Duration::from_millis(150);

/// How a run is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shown {
    /// As small as can be had.
    Small,
    /// It is small already.
    AsItIs,
}

/// Leaving out what a proof does not need may take 1/8 of the time left.
const NEEDED_SHARE: u32 = 8;

impl Worker<'_> {
    /// A proof about the prepared program, with the facts that earlier searches found.
    pub(crate) fn claimed_proof(
        &mut self,
        search_task: &SearchTask<'_>,
        mut proof: Proof,
        claimant: Claimant,
        budget: &Budget,
    ) -> Result<Answered, Reason> {
        self.session.observer.activity("certifying");
        // Unrolling uses no facts of others: they would only have to be checked.
        if !matches!(proof, Proof::Exhausted { .. }) {
            proof.facts_mut().extend(&search_task.own.learnt());
        }
        if let Proof::Inductive { invariant, .. } = &mut proof {
            *invariant = self.needed(search_task, invariant, budget);
        }
        let searched = proof.clone();
        let mut proof = proof_back(search_task.prepared, proof);
        if let Some(abstraction) = search_task.abstraction {
            let claimed = quantified(&abstraction.cells, &abstraction.instances, proof);
            proof = claimed.ok_or_else(|| Reason::CertificateRejected {
                claim: "safe",
                message: "only inductive proofs about cells are proofs about arrays".into(),
            })?;
        }
        let mut answered = self.certified_proof(
            search_task.source.program,
            &proof,
            &support(search_task.prepared),
            claimant,
            budget,
        )?;
        let told = answered.report.proof.as_ref();
        let has_invariants = told.is_some_and(|p| !p.invariants.is_empty());
        if matches!(proof, Proof::Exhausted { steps: 0, .. }) && has_invariants {
            answered.finding.attribution.by = Finder::Intervals;
        }
        answered.finding.evidence = self.found_proof(search_task, &searched);
        Ok(answered)
    }

    /// The facts of an inductive invariant that exclude the targets and each other's violation:
    /// people read less, and the certifier has less to check.
    fn needed(
        &self,
        search_task: &SearchTask<'_>,
        invariant: &Invariant,
        budget: &Budget,
    ) -> Invariant {
        let known = search_task.own.known();
        let task = search_task.own.task(&search_task.prepared.program, &known);
        let budget = budget.at_most(budget.left() / NEEDED_SHARE);
        let context = Context::new(&self.session.finder, budget);
        invar_engine::needed_facts(&task, &context, invariant)
    }

    /// A trace of the certifiable program that an exact search claims.
    pub(crate) fn certified_trace(
        &mut self,
        source: &Source<'_>,
        trace: &Trace,
        claimant: Claimant,
        budget: &Budget,
    ) -> Result<Answered, Reason> {
        // With any value in the place of an operation's result a run need not be one.
        if source.abstracted > 0 {
            let (number, arithmetic) = (source.abstracted, source.arithmetic);
            let construct = format!("{number} operations that are not exact over {arithmetic}");
            return Err(Reason::unsupported(construct, None));
        }
        self.replayed(source.program, trace, claimant, budget)
            .map_err(|message| {
                self.accounts.rejected += 1;
                Reason::CertificateRejected {
                    claim: "unsafe",
                    message,
                }
            })
    }

    /// Runs a trace; the error says how the run ended instead.
    pub(crate) fn replayed(
        &mut self,
        source: &Program,
        trace: &Trace,
        claimant: Claimant,
        budget: &Budget,
    ) -> Result<Answered, String> {
        self.replayed_as(source, trace, claimant, Shown::Small, budget)
    }

    /// Runs a trace that may be one, of a search in another arithmetic: most are none, and go on for
    /// ever where the error should be.
    pub(crate) fn replayed_if_short(
        &mut self,
        source: &Program,
        trace: &Trace,
        claimant: Claimant,
        budget: &Budget,
    ) -> Result<Answered, String> {
        let inputs = trace.values().count() as u64;
        let limits = Limits {
            steps: POSSIBLE_STEPS.saturating_add(inputs.saturating_mul(POSSIBLE_STEPS_PER_INPUT)),
            deadline: budget.deadline,
            ..Limits::default()
        };
        replay(source, trace, &limits, 0)?;
        self.replayed(source, trace, claimant, budget)
    }

    /// Runs a trace that is to be shown in some way.
    pub(crate) fn replayed_as(
        &mut self,
        source: &Program,
        trace: &Trace,
        claimant: Claimant,
        how: Shown,
        budget: &Budget,
    ) -> Result<Answered, String> {
        let limits = Limits {
            steps: match claimant.attribution.by {
                Finder::Execution | Finder::Cache => RERUN_STEPS,
                _ => REPLAY_STEPS,
            },
            deadline: budget.deadline,
            ..Limits::default()
        };
        let mut replayed = replay(source, trace, &limits, KEPT_STEPS)?;
        let mut shown = trace.clone();
        // Shrinking is a heuristic: what it returns counts only if it can be replayed too.
        if how == Shown::Small
            && let Some(small) = smaller(source, trace, &replayed)
            && let Ok(again) = replay(source, &small, &limits, KEPT_STEPS)
            && again.check == replayed.check
        {
            (replayed, shown) = (again, small);
        }
        let report = Report {
            verdict: Conclusion::Unsafe,
            certified: true,
            certifier: Some("concrete interpreter".into()),
            violations: vec![violation(source, &shown, &replayed)],
            ..Report::default()
        };
        Ok(Answered {
            report,
            finding: Finding {
                run: Some(shown.clone()),
                evidence: self.found_run(source, shown),
                ..claimant.finding()
            },
        })
    }

    /// The solvers that had a part in a proof. Facts may come from other searches, and those that
    /// are needed or carried over are selected by the usual solver, whichever solver decided the rest.
    fn finders(&self, proof: &Proof, claimant: Claimant) -> SolverSet {
        match proof {
            Proof::Exhausted { facts, .. } if facts.at.values().all(Vec::is_empty) => claimant.with,
            _ => claimant.with.union(self.session.finder.answered()),
        }
    }

    /// Has a proof about the certifiable program checked by other solvers.
    pub(crate) fn certified_proof(
        &mut self,
        source: &Program,
        proof: &Proof,
        support: &Support,
        claimant: Claimant,
        budget: &Budget,
    ) -> Result<Answered, Reason> {
        let finders = self.finders(proof, claimant);
        // Unwound loops are one formula of bits.
        let first = match proof {
            Proof::Exhausted { steps, .. } if *steps > 0 => Some(SolverId::Bitwuzla),
            _ => None,
        };
        let first = claimant.preferred.or(first);
        self.certified_by(
            claimant,
            self.asked(finders, first),
            budget,
            |factory, budget| certify_proof(source, proof, support, factory, budget),
            |certified, session| {
                let report = proof_report(source, proof, support);
                let form = || cut_program(source, proof, support);
                session.with_obligations(report, source, certified, form)
            },
        )
    }

    /// The certifiers of what these solvers found, `first` before the others.
    pub(crate) fn asked(&self, finders: SolverSet, first: Option<SolverId>) -> Vec<SolverId> {
        let mut asked = certifiers(finders, self.session.request.certifier);
        if let Some(certifier) = first {
            prefer(&mut asked, certifier);
        }
        asked
    }

    /// Has a claim of safety checked by one certifier after the other. The evidence is the caller's
    /// to add.
    pub(crate) fn certified_by(
        &mut self,
        claimant: Claimant,
        asked: Vec<SolverId>,
        whole: &Budget,
        check: impl Fn(&dyn SolverFactory, &Budget) -> Result<Certified, Rejection>,
        report: impl FnOnce(&Certified, &Session<'_>) -> ProofReport,
    ) -> Result<Answered, Reason> {
        let factory = MeteredFactory::new(in_turns(&asked), self.session.certifying.clone());
        let start = Moment::now();
        let checked = if asked.is_empty() {
            Err(Rejection::Undecided(
                "no certifier but the solver that found it".into(),
            ))
        } else {
            check(&factory, whole)
        };
        self.count("seconds certifying", start.elapsed().as_secs_f64());
        let message = match checked {
            Ok(certified) => {
                let took = start.elapsed();
                let fast = match claimant.preferred {
                    _ if !self.session.keeps_evidence => None,
                    None if took > SLOW => fastest(&asked, factory.answered(), took, whole, &check),
                    _ => factory.answered().iter().next(),
                };
                let report = Report {
                    verdict: Conclusion::Safe,
                    certified: true,
                    proof: Some(report(&certified, self.session)),
                    certifier: Some(certified.by),
                    ..Report::default()
                };
                let finding = Finding {
                    fast,
                    ..claimant.finding()
                };
                return Ok(Answered { report, finding });
            }
            Err(Rejection::Refuted(why) | Rejection::Undecided(why)) => why,
        };
        self.accounts.rejected += 1;
        let reason = Reason::CertificateRejected {
            claim: "safe",
            message,
        };
        self.accounts.refused.get_or_insert(reason.clone());
        Err(reason)
    }
}

/// The solver that checks a proof fastest, for later checks of it: each is asked alone.
fn fastest(
    certifiers: &[SolverId],
    answered: SolverSet,
    took: Duration,
    whole: &Budget,
    check: &impl Fn(&dyn SolverFactory, &Budget) -> Result<Certified, Rejection>,
) -> Option<SolverId> {
    let (mut best, mut fastest) = (took, answered.iter().next());
    let all = whole.at_most(whole.left() / NEEDED_SHARE);
    let alone = fastest.filter(|_| answered.iter().count() == 1);
    let others = certifiers.iter().copied();
    for certifier in others.filter(|other| Some(*other) != alone) {
        let start = Moment::now();
        let budget = all.at_most(best);
        if check(&*factory(certifier), &budget).is_ok() && start.elapsed() < best {
            (best, fastest) = (start.elapsed(), Some(certifier));
        }
    }
    fastest
}
