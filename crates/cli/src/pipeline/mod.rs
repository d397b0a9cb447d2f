//! From a C file to a certified report: `load` reads, `strategy` decides what is tried, `attempt`
//! searches, `evidence` has the result checked.

mod attempt;
mod evidence;
mod load;
mod strategy;

pub use load::{MAX_EDGES, RECURSION_DEPTHS, inlined, load, lowered, parsed, prepared};

use crate::arguments::{CheckArguments, property};
use crate::describe::assumptions;
use crate::events::Events;
use crate::report::Report;
use invar_solver::z3::set_memory_limit_mb;
use invar_solver::{Budget, Statistics};
use invar_verdict::Reason;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Left for the report when the time is nearly up.
const RESERVE: Duration = Duration::from_millis(150);

/// Checks a program; never panics on purpose, never claims without evidence.
pub fn verify(arguments: &CheckArguments, events: &Events) -> Report {
    let mut run = Run::new(arguments, events);
    let verdict = run.verdict();
    let mut report = match verdict {
        Ok(report) => report,
        Err(reason) => Report::unknown(&reason),
    };
    report.engine = run
        .found_by
        .unwrap_or_else(|| run.engine().name())
        .to_owned();
    report.arithmetic = "bv".into();
    report.solver_seconds = run.meter.time().as_secs_f64();
    report.queries = run.meter.queries();
    report.rejected_certificates = run.rejected;
    report
        .statistics
        .extend(std::mem::take(&mut run.statistics));
    report
}

struct Run<'a> {
    arguments: &'a CheckArguments,
    events: &'a Events,
    budget: Budget,
    meter: Arc<Statistics>,
    statistics: Vec<(String, f64)>,
    rejected: u32,
    /// Who found the verdict, if not the engine.
    found_by: Option<&'static str>,
}

impl<'a> Run<'a> {
    fn new(arguments: &'a CheckArguments, events: &'a Events) -> Self {
        let time = arguments.timeout.saturating_sub(RESERVE);
        if let Some(limit) = arguments.memory {
            // Our own terms need room beside the solver's.
            set_memory_limit_mb(limit * 3 / 4);
        }
        Run {
            arguments,
            events,
            budget: Budget::lasting(time),
            meter: Arc::default(),
            statistics: Vec::new(),
            rejected: 0,
            found_by: None,
        }
    }

    fn phase<T>(&mut self, name: &str, work: impl FnOnce(&mut Self) -> T) -> T {
        self.events.activity(name);
        let start = Instant::now();
        let result = work(self);
        self.statistics
            .push((format!("seconds {name}"), start.elapsed().as_secs_f64()));
        result
    }

    fn verdict(&mut self) -> Result<Report, Reason> {
        let property = property(&self.arguments.property)
            .ok_or_else(|| Reason::UnsupportedProperty(self.arguments.property.clone()))?;
        let deadline = self.budget.deadline;
        let program = self.phase("reading", |run| {
            load(&run.arguments.input, property, deadline)
        });
        let program = program.map_err(|reason| self.unless_late(reason, "reading"))?;
        let mut report = self.deepen_recursion(&program)?;
        report.assumptions = assumptions(&program);
        Ok(report)
    }

    /// A failure after the deadline is a timeout, whatever it says.
    fn unless_late(&self, reason: Reason, activity: &str) -> Reason {
        if self.budget.is_exhausted() {
            let limit = self.arguments.timeout;
            return Reason::Timeout {
                limit,
                activity: activity.to_owned(),
            };
        }
        reason
    }
}
