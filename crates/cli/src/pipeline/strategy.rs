//! Strategy: what is tried in which order, and with which share of the time.

use super::Run;
use super::load::{RECURSION_DEPTHS, inlined};
use crate::arguments::EngineArgument;
use crate::report::Report;
use invar_cfa::Program;
use invar_engine::{Bmc, Engine, Kind};
use invar_interp::HuntLimits;
use invar_passes::{PassOptions, RECURSION, Switch};
use invar_verdict::{Choice, Reason, Trace};
use std::time::{Duration, Instant};

/// Seed of the concrete runs.
const HUNT_SEED: u64 = 1;

impl Run<'_> {
    /// The engine that was asked for.
    pub(super) fn engine(&self) -> Box<dyn Engine> {
        match self.arguments.engine {
            EngineArgument::Default => Box::new(Kind::interleaved()),
            EngineArgument::Bmc => Box::new(Bmc::default()),
            EngineArgument::Kind => Box::new(Kind::plain()),
        }
    }

    /// Inlines recursive calls to growing depths: proofs and errors often need few of them, and
    /// the size of the inlined program can grow exponentially.
    pub(super) fn deepen_recursion(&mut self, program: &Program) -> Result<Report, Reason> {
        let limit = self.arguments.recursion;
        let whole = self.budget.clone();
        for depth in RECURSION_DEPTHS.into_iter().filter(|d| *d < limit) {
            let source = self.phase("inlining", |_| inlined(program, depth))?;
            if !source
                .unsupported
                .iter()
                .any(|u| u.construct.starts_with(RECURSION))
            {
                // Deep enough already.
                return self.source(&source);
            }
            let left = whole.remaining().unwrap_or(Duration::from_secs(3600));
            self.budget = whole.at_most(left / 4);
            let result = self.source(&source);
            self.budget = whole.clone();
            match result {
                Err(Reason::Unsupported { construct, .. }) if construct.starts_with(RECURSION) => {}
                Err(Reason::Timeout { .. }) if !whole.is_exhausted() => {}
                decided => return decided,
            }
        }
        let source = self.phase("inlining", |_| inlined(program, limit))?;
        self.source(&source)
    }

    /// Everything that is tried on one inlined program.
    fn source(&mut self, source: &Program) -> Result<Report, Reason> {
        if self.arguments.engine == EngineArgument::Default
            && let Some(trace) = self.phase("running", |run| run.hunt(source))
        {
            self.found_by = Some("run");
            return self.certified_trace(source, &trace);
        }
        let mut report = self.attempt(source, &PassOptions::default());
        // Slicing forgets that loops may run for ever; without it fewer claims are refused.
        if matches!(report, Err(Reason::CertificateRejected { .. })) {
            let unsliced = PassOptions {
                slice: Switch::Off,
                ..PassOptions::default()
            };
            report = self.attempt(source, &unsliced);
        }
        report
    }

    /// Short bug hunting first: some concrete runs.
    fn hunt(&self, source: &Program) -> Option<Trace> {
        let left = self.budget.remaining().unwrap_or(Duration::from_secs(60));
        let deadline = Instant::now() + left / 4;
        let limits = HuntLimits {
            deadline: Some(deadline),
            ..HuntLimits::default()
        };
        let choices = invar_interp::hunt(source, HUNT_SEED, &limits)?;
        let choices = choices
            .into_iter()
            .map(|(edge, value)| Choice { edge, value });
        Some(Trace {
            choices: choices.collect(),
        })
    }
}
