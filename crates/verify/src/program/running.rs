//! Runs the program for a verdict.
//!
//! Runs come in growing efforts between the searches of a plan: a loop without end must not take the
//! time in which a proof is found, and an error after a long loop is found all the same.

use crate::finding::{Answered, Attribution, Claimant, Unanswered};
use crate::goal::{Aim, Effort};
use crate::request::EngineId;
use crate::run::Run;
use crate::search::source::Source;
use invar_budget::{Budget, Moment};
use invar_encode::Arithmetic;

/// Runs may take this fraction of the time that is left for all: 1/4.
const TIME_SHARE: u32 = 4;

impl Run<'_> {
    /// When runs that begin now have to end, of which a part of a check may have so much.
    pub(crate) fn end_of_runs(&self, budget: &Budget) -> Moment {
        let limit = self.session.request.limits.time;
        let left = limit.saturating_sub(self.session.started.elapsed());
        let end = Moment::now() + left / TIME_SHARE;
        budget.deadline.map_or(end, |deadline| deadline.min(end))
    }

    /// Runs the program with more effort than before: a violation, or that it has one run which is
    /// safe.
    pub(crate) fn run_longer(
        &mut self,
        source: &Source<'_>,
        effort: Effort,
        budget: &Budget,
    ) -> Option<Result<Answered, Unanswered>> {
        if self.runs.effort >= Some(effort) {
            return None;
        }
        self.runs.effort = Some(effort);
        if let Some(answered) = self.by_deterministic_run(source.program, effort, budget) {
            return Some(Ok(answered));
        }
        self.by_runs(source, effort, budget)
    }

    /// Short bug hunting: some concrete runs.
    pub(crate) fn by_runs(
        &mut self,
        source: &Source<'_>,
        effort: Effort,
        budget: &Budget,
    ) -> Option<Result<Answered, Unanswered>> {
        let wanted = self.session.request.search.engine() == EngineId::Default
            && self.aim_for(source) == Aim::Verdict
            && source.arithmetic == Arithmetic::Bv;
        if !wanted {
            return None;
        }
        let limits = effort.limits(self.end_of_runs(budget));
        let trace = self.phase("running", |run| {
            run.concrete_search_within(source.program, &limits)
        })?;
        let claimant = Claimant::without_solver(Attribution::EXECUTION);
        let certified = self
            .worker
            .certified_trace(source, &trace, claimant, budget);
        Some(certified.map_err(|reason| Unanswered {
            reason,
            by: Some(claimant.attribution),
        }))
    }
}
