//! What is tried on a program as a whole: depths of recursion, runs, searches with and without
//! slicing. Which searches, says `plan`.

use crate::cache::LookupResult;
use crate::finding::Answered;
use crate::goal::Effort;
use crate::program::load::{MAX_EDGES, RECURSION_DEPTHS, inlined};
use crate::request::{EngineId, Integers};
use crate::run::Run;
use crate::search::source::Source;
use invar_budget::Budget;
use invar_cfa::{Program, Unsupported, UnsupportedKind};
use invar_encode::{Arithmetic, translate};
use invar_interp::ConcreteSearchLimits;
use invar_passes::{PassOptions, Prepared, Switch};
use invar_report::Conclusion;
use invar_verdict::{Limit, Reason, Trace};

/// Summaries of recursive functions may take this fraction of the time left: 1/2.
const SUMMARIES_SHARE: u32 = 2;

/// Seed of the concrete runs.
const CONCRETE_SEARCH_SEED: u64 = 1;

impl Run<'_> {
    /// The answer about the open assertions of a program: from the store, or found.
    pub(crate) fn deepen_recursion(
        &mut self,
        program: &Program,
        budget: &Budget,
    ) -> Result<Answered, Reason> {
        self.worker.depth = RECURSION_DEPTHS[0];
        let Some(question) = self.question(program) else {
            return self.deepened(program, budget);
        };
        if let LookupResult::Certified(answered) = self.lookup(program, &question, budget) {
            return Ok(*answered);
        }
        let earlier = self.cache.answered_by_warm_start();
        let answered = self.deepened(program, budget)?;
        if self.cache.answered_by_warm_start() == earlier {
            self.cache.missed();
        }
        self.insert(program, &question, &answered.finding, budget);
        Ok(answered)
    }

    /// Inlines recursive calls to growing depths: proofs and errors often need few of them, and
    /// the size of the inlined program can grow exponentially.
    fn deepened(&mut self, program: &Program, budget: &Budget) -> Result<Answered, Reason> {
        let all = self.table.others_hold(&self.open);
        if all && let Some(answered) = self.by_deterministic_run(program, Effort::Quick, budget) {
            let source = self.selected(program, RECURSION_DEPTHS[0]);
            if let Ok(source) = source.as_ref()
                && !source.unsupported.iter().any(is_cut)
            {
                self.look_for_vacuity(&Source::of(source), &answered, budget);
            }
            return Ok(answered);
        }
        if let Some(answered) = self.by_directed_runs(program, budget) {
            return Ok(answered);
        }
        let limit = self.session.request.limits.recursion;
        let engine = self.session.request.search.engine();
        let mut divided = match engine {
            EngineId::Default | EngineId::Summaries
                if self.session.request.integers == Integers::Machine =>
            {
                self.phase("dividing", |run| run.divided(program))?
            }
            _ => None,
        };
        if engine == EngineId::Summaries
            && let Some(divided) = &divided
        {
            let found = self.worker.summaries(divided, budget);
            return self.credited(found);
        }
        let depths = RECURSION_DEPTHS.into_iter().filter(|d| *d < limit);
        let depths: Vec<u32> = depths.chain([limit]).collect();
        let mut before: Option<(u32, usize)> = None;
        for (index, depth) in depths.iter().enumerate() {
            let source = self.phase("inlining", |run| run.selected(program, *depth))?;
            self.worker.depth = *depth;
            let size = (*depth, source.entry_cfa().edge_count());
            let next = depths.get(index + 1).copied();
            let next = next.filter(|next| expected(before, size, *next) <= MAX_EDGES);
            let is_first = before.is_none();
            let is_cut = source.unsupported.iter().any(is_cut);
            if is_first
                && is_cut
                && let Some(answered) = self.by_deep_run(program, Effort::Middle, budget)
            {
                return Ok(answered);
            }
            if next.is_none() || !is_cut {
                // Deep enough already, or as deep as is possible.
                return self.source(&source, budget);
            }
            before = Some(size);
            let result = self.source(&source, &budget.at_most(budget.left() / 4));
            if result.is_err()
                && is_first
                && all
                && let Some(answered) = self.run_with_calls(program, budget)
            {
                return Ok(answered);
            }
            match result {
                Err(Reason::Unsupported {
                    kind: UnsupportedKind::Recursion,
                    ..
                }) => {}
                // More of the program may make it easier, and there is more time.
                Err(
                    Reason::Timeout { .. }
                    | Reason::SolverGaveUp { .. }
                    | Reason::Bound(Limit::Unrolling(_) | Limit::Facts)
                    | Reason::CertificateRejected { .. },
                ) if !budget.is_exhausted() => {}
                decided => return decided,
            }
            if let Some(divided) = divided.take() {
                let part = budget.at_most(budget.left() / SUMMARIES_SHARE);
                let found = self.worker.summaries(&divided, &part);
                let found = self.credited(found);
                if found.is_ok() {
                    return found;
                }
            }
        }
        Err(Reason::Internal("no depth of recursion was tried".into()))
    }

    /// What running a program with its calls says, with all effort.
    fn run_with_calls(&mut self, program: &Program, budget: &Budget) -> Option<Answered> {
        let only = self.by_deterministic_run(program, Effort::Full, budget);
        only.or_else(|| self.by_deep_run(program, Effort::Full, budget))
    }

    /// The inlined program with the checks that are open.
    pub(crate) fn selected(&self, program: &Program, recursion: u32) -> Result<Program, Reason> {
        let inlined = inlined(program, recursion)?;
        if self.open.len() == inlined.checks.len() {
            return Ok(inlined);
        }
        Ok(inlined.restricted(|check| self.open.contains(&check)))
    }

    /// Everything that is tried on one inlined program, read as the request says.
    fn source(&mut self, inlined: &Program, budget: &Budget) -> Result<Answered, Reason> {
        match self.session.request.integers {
            Integers::Machine => self.certifiable(&Source::of(inlined), budget),
            Integers::Ideal => {
                if let Some(beyond) = &inlined.beyond_ideal {
                    let place = beyond.span.map(|span| inlined.sources.place(span));
                    return Err(Reason::unsupported(beyond.construct.clone(), place));
                }
                let translated = self.phase("translating", |_| translate(inlined, Arithmetic::Int));
                let translated =
                    translated.map_err(|error| Reason::unsupported(error.to_string(), None))?;
                self.worker
                    .count("operations abstracted", translated.abstracted as f64);
                let source = Source {
                    arithmetic: Arithmetic::Int,
                    abstracted: translated.abstracted,
                    ..Source::of(&translated.program)
                };
                self.certifiable(&source, budget)
            }
        }
    }

    /// Everything that is tried on the program about which evidence is stated.
    fn certifiable(&mut self, source: &Source<'_>, budget: &Budget) -> Result<Answered, Reason> {
        if self.stating
            && let Some(answered) = self.by_statement(source.program, budget)
        {
            return Ok(answered);
        }
        let some = self.open.len() < source.program.checks.len();
        if some
            && let Some(answered) = self.by_deterministic_run(source.program, Effort::Quick, budget)
        {
            return Ok(self.with_vacuity(source, answered, budget));
        }
        let mut made = None;
        if self.cache.is_open() {
            let prepared = self.worker.prepared(source, &PassOptions::default());
            if let Some(answered) = self.warm_start(source, &prepared, budget) {
                return Ok(self.with_vacuity(source, answered, budget));
            }
            made = Some(prepared);
        }
        if let Some(found) = self.by_runs(source, Effort::Quick, budget) {
            return self.credited(found);
        }
        let prepared = match made {
            Some(prepared) => prepared,
            None => self.worker.prepared(source, &PassOptions::default()),
        };
        self.runs.effort = Some(Effort::Quick);
        let found = self.searched_in_all_forms(source, &prepared, budget);
        self.runs.effort = Some(Effort::Full);
        found.map(|answered| self.with_vacuity(source, answered, budget))
    }

    /// An answer about a program, after a look for vacuous assertions if it is a proof.
    fn with_vacuity(
        &mut self,
        source: &Source<'_>,
        answered: Answered,
        budget: &Budget,
    ) -> Answered {
        if answered.report.verdict == Conclusion::Safe {
            self.look_for_vacuity(source, &answered, budget);
        }
        answered
    }

    /// Searches on cells, on the sliced program and on the whole one.
    fn searched_in_all_forms(
        &mut self,
        source: &Source<'_>,
        prepared: &Prepared,
        budget: &Budget,
    ) -> Result<Answered, Reason> {
        if let Some(found) = self.by_cells(source, prepared, budget) {
            return found;
        }
        let rejected = self.worker.accounts.rejected;
        let found = self.searched(source, prepared, PassOptions::default().slice, budget);
        let found = self.credited(found);
        // Slicing forgets that loops may run for ever; without it fewer claims are refused.
        if found.is_err() && self.worker.accounts.rejected > rejected && !budget.is_exhausted() {
            let unsliced = PassOptions {
                slice: Switch::Off,
                ..PassOptions::default()
            };
            let found = self.attempt(source, &unsliced, budget);
            return self.credited(found);
        }
        found
    }

    /// Concrete runs within limits.
    pub(crate) fn concrete_search_within(
        &self,
        source: &Program,
        limits: &ConcreteSearchLimits,
    ) -> Option<Trace> {
        let choices = invar_interp::concrete_search(source, CONCRETE_SEARCH_SEED, limits)?;
        Some(choices.into_iter().collect())
    }
}

/// Whether inlining ended here.
fn is_cut(place: &Unsupported) -> bool {
    place.kind == UnsupportedKind::Recursion
}

/// The edges to be expected at a further depth of recursion, from those at two depths: where
/// functions call themselves more than once their number grows by the same factor with each.
fn expected(before: Option<(u32, usize)>, now: (u32, usize), next: u32) -> usize {
    let Some((depth, edges)) = before else {
        return now.1;
    };
    let growth = (now.1 as f64 / edges.max(1) as f64).max(1.0);
    let steps = f64::from(next - now.0) / f64::from((now.0 - depth).max(1));
    let linear = now.1.saturating_sub(edges) as f64 * steps + now.1 as f64;
    let ratio = f64::from(now.0) / f64::from(depth.max(1));
    // A little more than in proportion is no exponential growth.
    let edges = if growth > 1.5 * ratio {
        now.1 as f64 * growth.powf(steps)
    } else {
        linear
    };
    edges.min(usize::MAX as f64) as usize
}

#[cfg(test)]
mod tests {
    use super::expected;

    #[test]
    fn calls_that_double_grow_exponentially_and_single_ones_in_proportion() {
        assert_eq!(expected(None, (2, 40), 6), 40);
        assert_eq!(expected(Some((2, 40)), (6, 120), 12), 240);
        let doubling = expected(Some((2, 80)), (6, 1280), 12);
        assert!(doubling > 1280 * 60, "{doubling}");
    }
}
