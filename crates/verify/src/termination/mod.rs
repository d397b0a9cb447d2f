//! Whether every execution ends.
//!
//! `certify::termination` turns the question into questions of safety, which the ordinary searches answer and the
//! ordinary certifiers check. Here is what to ask: `runs` executes the program and looks for repeated states, `candidates`
//! and `synthesis` propose rankings that fit what was seen, `prove` has them searched and learns from runs that break them, and
//! `endless` asks whether a state that was seen can lead to an end at all. See ADR 0016.

mod candidates;
mod endless;
mod prove;
mod recursion;
mod runs;
mod synthesis;

use crate::assertions::table::AssertionTable;
use crate::goal::{Aim, Effort};
use crate::program::load::{MAX_EDGES, RECURSION_DEPTHS, inlined};
use crate::request::{Integers, MemoryReading};
use crate::run::Run;
use crate::search::source::Source;
use invar_budget::Budget;
use invar_certify::termination::{Limited, LoopPart, has_limits, loops, without_limits};
use invar_cfa::{
    CheckId, CheckKind, CutPoints, ExternalEffect, LocId, Program, UnsupportedKind, VolatileMemory,
};
use invar_frontend::ast::Unit;
use invar_passes::PassOptions;
use invar_report::{Conclusion, ProofReport, RankingReport, Report};
use invar_verdict::{Limit, Reason};
use runs::Observations;

/// Loops of the inlined program beyond which no rankings are looked for.
const MAX_LOOPS: usize = 200;
/// A depth of recursion that is not the last may take this fraction of the time left: 1/4.
const DEPTH_SHARE: u32 = 4;
/// The program with its recursive functions apart may take this fraction: 1/2.
const DIVIDED_SHARE: u32 = 2;

/// A loop with what is known of it.
pub(crate) struct RankedLoop {
    pub(crate) part: LoopPart,
    /// Why it is left, if that was shown.
    pub(crate) ranked: Option<RankingReport>,
    /// The certifier of that.
    pub(crate) certifier: Option<String>,
}

impl Run<'_> {
    /// Whether every execution of the program ends.
    pub(crate) fn check_termination(
        &mut self,
        unit: &Unit,
        program: &Program,
        budget: &Budget,
    ) -> Result<Report, Reason> {
        self.unless_not_asked_that_way(program)?;
        self.table = AssertionTable::of_the_whole(CheckKind::Endless);
        self.open = [CheckId(0)].into();
        self.tell();
        // A run that ends at a limit of the model does not end.
        let only = if has_limits(program) {
            None
        } else {
            self.by_deterministic_run(program, Effort::Quick, budget)
        };
        let report = match only {
            Some(answered) => self.named(answered),
            None => self.termination_by_depth(program, budget)?,
        };
        // Atomic and library functions read volatile objects as memory: a poll by them would end.
        if report.verdict == Conclusion::Safe && unit.has_volatile {
            let construct =
                "volatile objects, of which not every read is an input: a proof of termination";
            return Err(Reason::unsupported(construct, None));
        }
        self.settle(&report);
        Ok(report)
    }

    /// What the question about termination cannot be combined with.
    fn unless_not_asked_that_way(&self, program: &Program) -> Result<(), Reason> {
        let request = self.session.request;
        let refused = |what: &str| {
            let message = format!("termination is not checked with {what}");
            Err(Reason::Input(message))
        };
        // Interrupts could come for ever.
        if !request.input.handlers.is_empty() {
            return refused("--isr");
        }
        if request.integers != Integers::Machine {
            return refused("ideal integers");
        }
        if request.since.is_some() {
            return refused("--since");
        }
        if request.shard.is_some_and(|shard| shard.of() > 1) {
            return refused("shards");
        }
        if request.input.contracts.is_for_proofs() {
            return refused("a reading of contracts for proofs");
        }
        if request.memory_reading == MemoryReading::Forgotten {
            return refused("--memory-reading forgotten");
        }
        let unsupported = |construct: &str| Err(Reason::unsupported(construct, None));
        let is_memory = |kept: &VolatileMemory| *kept != VolatileMemory::Everything;
        if program.notes.volatile_memory.keys().any(is_memory) {
            return unsupported("a volatile read that is not taken for an input: termination");
        }
        let by_contract =
            |external: &invar_cfa::External| external.effect == ExternalEffect::HoldsContract;
        if program.externals.iter().any(by_contract) {
            return unsupported("a call that a contract stands for: termination");
        }
        Ok(())
    }

    /// Inlines recursive calls to growing depths.
    fn termination_by_depth(
        &mut self,
        program: &Program,
        budget: &Budget,
    ) -> Result<Report, Reason> {
        let limit = self.session.request.limits.recursion;
        let depths = RECURSION_DEPTHS.into_iter().filter(|depth| *depth < limit);
        let mut divided = self.phase("dividing", |run| run.divided(program))?;
        let mut last = Reason::Internal("no depth of recursion was tried".into());
        for depth in depths.chain([limit]) {
            let source = self.phase("inlining", |_| inlined(program, depth))?;
            let source = without_limits(&source, Limited::InCycles);
            self.worker.depth = depth;
            let is_cut = (source.unsupported.iter()).any(|u| u.kind == UnsupportedKind::Recursion);
            if !is_cut {
                return self.termination_of(&source, budget);
            }
            let part = budget.at_most(budget.left() / DEPTH_SHARE);
            match self.termination_of(&source, &part) {
                Ok(report) => return Ok(report),
                Err(reason) => last = reason,
            }
            if let Some(divided) = divided.take() {
                let part = budget.at_most(budget.left() / DIVIDED_SHARE);
                match self.termination_of_divided(&divided, &part) {
                    Ok(report) => return Ok(report),
                    Err(reason) => last = reason,
                }
            }
            if budget.is_exhausted() || source.entry_cfa().edge_count() > MAX_EDGES / 4 {
                break;
            }
        }
        Err(self.unless_late(last, "looking for rankings", budget))
    }

    /// Whether every execution of an inlined program ends.
    fn termination_of(&mut self, source: &Program, budget: &Budget) -> Result<Report, Reason> {
        let heads = heads(source);
        let parts = loops(source, &heads).map_err(|rejection| {
            let message = rejection.message().to_owned();
            Reason::Internal(message)
        })?;
        if parts.len() > MAX_LOOPS {
            return Err(Reason::Bound(Limit::Rankings));
        }
        self.worker.count("loops", parts.len() as f64);
        if parts.is_empty() {
            let options = PassOptions::default();
            let found = self.attempt(&Source::of(source), &options, budget);
            let report = self.credited(found)?.report;
            let proof = ProofReport {
                kind: NO_LOOPS.into(),
                ..ProofReport::default()
            };
            return Ok(Report {
                proof: Some(proof),
                ..report
            });
        }
        let mut observed = Observations::new(source, &parts);
        self.phase("running", |_| observed.explore(budget));
        if let Some(report) = self.repeated_state(source, &mut observed, budget) {
            return Ok(report);
        }
        let ranked = parts.into_iter().map(|part| RankedLoop {
            part,
            ranked: None,
            certifier: None,
        });
        self.decide_loops(
            source,
            ranked.collect(),
            &mut observed,
            Aim::Verdict,
            budget,
        )
    }
}

/// The kind of a proof about a program without loops.
pub(crate) const NO_LOOPS: &str = "no-loops";
/// The kind of a proof by rankings.
pub(crate) const RANKINGS: &str = "rankings";

/// The loop heads, outer ones first.
fn heads(program: &Program) -> Vec<LocId> {
    let cfa = program.entry_cfa();
    let cut = CutPoints::of(cfa);
    let mut heads: Vec<LocId> = cfa
        .location_ids()
        .filter(|location| cut.is_loop_head(*location))
        .collect();
    heads.sort_by_key(|head| cut.position(*head));
    heads
}
