//! Assertions that hold only because no execution gets to them.
//!
//! For an assertion with a condition, the places where the condition is tested become the error:
//! if a run gets to one, the assertion says something; if it is proved, as any other claim, that
//! none does, it says nothing.

use crate::accounts::Accounts;
use crate::cache::{Answer, CacheQuery, LookupResult};
use crate::finder::Finder;
use crate::finding::Answered;
use crate::goal::Effort;
use crate::request::Vacuity;
use crate::run::Run;
use crate::search::source::{Role, Source};
use invar_budget::Budget;
use invar_budget::Moment;
use invar_cfa::{Cfa, CheckId, CheckKind, LocId, LocationKind, Program, Span};
use invar_interp::{Choices, ConcreteSearchLimits, Limits, Outcome, Silent, run};
use invar_passes::PassOptions;
use invar_report::Conclusion;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// Time for all assertions together.
const MAX_TIME: Duration = Duration::from_secs(2);
/// Looking for vacuous assertions may take 1/4 of the time left.
const TIME_SHARE: u32 = 4;
/// Programs with more edges are not looked at: preparing them, which nothing interrupts, takes longer than the time
/// for all assertions, and the proof would be lost.
const MAX_EDGES: usize = 20_000;
/// Steps of concrete runs per assertion that is looked for.
const STEPS: u64 = 300_000;

/// Places where conditions of assertions are tested.
type Conditions = BTreeMap<CheckId, BTreeSet<LocId>>;

impl Run<'_> {
    /// Finds the vacuous ones among the assertions of a program, of which this is the proof.
    pub(crate) fn look_for_vacuity(
        &mut self,
        source: &Source<'_>,
        proof: &Answered,
        budget: &Budget,
    ) {
        if self.session.request.vacuity == Vacuity::Off || source.role == Role::Probe {
            return;
        }
        if source.program.entry_cfa().edge_count() > MAX_EDGES {
            return;
        }
        let mut open = conditions(source.program);
        if open.is_empty() {
            return;
        }
        // What probes count says nothing about the verdict.
        let apart = Accounts {
            refused: self.worker.accounts.refused.clone(),
            ..Accounts::default()
        };
        let accounts = std::mem::replace(&mut self.worker.accounts, apart);
        let probing = budget.at_most((budget.left() / TIME_SHARE).min(MAX_TIME));
        self.session
            .observer
            .activity("looking for vacuous assertions");
        let start = Moment::now();
        let questions = self.recall_probes(source, &mut open, &probing);
        self.drop_reached(source, &mut open, &probing);
        let mut number = open.len() as u32;
        for (check, places) in open {
            let left = probing.remaining().unwrap_or_default();
            let budget = probing.at_most(left / number.max(1));
            number = number.saturating_sub(1);
            let program = probe(source.program, &BTreeMap::from([(check, places)]));
            let probed = Source {
                program: &program,
                role: Role::Probe,
                ..*source
            };
            // Where running was no proof, running here is none either.
            let effort = match proof.finding.attribution.by {
                Finder::Execution => Effort::Full,
                _ => Effort::Quick,
            };
            let found = match self.by_deterministic_run(&program, effort, &budget) {
                Some(answered) => Ok(answered),
                None => self.attempt(&probed, &PassOptions::default(), &budget),
            };
            if let Ok(answered) = found
                && answered.report.verdict == Conclusion::Safe
            {
                if let Some(question) = questions.get(&check) {
                    self.insert_probe(question, &answered.finding);
                }
                let by = answered.report.certifier.unwrap_or_default();
                self.unreachable.vacuous.insert(check, by);
            }
        }
        for (check, question) in &questions {
            if !self.unreachable.vacuous.contains_key(check) {
                self.insert_without_evidence(question, Answer::Nothing);
            }
        }
        self.worker.accounts = accounts;
        self.worker
            .count("seconds vacuity", start.elapsed().as_secs_f64());
    }

    /// Asks the store about probes, and drops those of which it knows something; the others with
    /// their questions.
    fn recall_probes(
        &mut self,
        source: &Source<'_>,
        open: &mut Conditions,
        budget: &Budget,
    ) -> BTreeMap<CheckId, CacheQuery> {
        let mut questions = BTreeMap::new();
        if !self.cache.is_open() {
            return questions;
        }
        for (check, places) in std::mem::take(open) {
            let program = probe(source.program, &BTreeMap::from([(check, places.clone())]));
            match self.probed(&program, budget) {
                (_, LookupResult::Certified(answered))
                    if answered.report.verdict == Conclusion::Safe =>
                {
                    let by = answered.report.certifier.unwrap_or_default();
                    self.unreachable.vacuous.insert(check, by);
                }
                (_, LookupResult::Certified(_) | LookupResult::Fruitless | LookupResult::Parts) => {
                }
                (question, LookupResult::Nothing) => {
                    questions.insert(check, question);
                    open.insert(check, places);
                }
            }
        }
        questions
    }

    /// Drops the assertions that concrete runs get to.
    fn drop_reached(&self, source: &Source<'_>, open: &mut Conditions, budget: &Budget) {
        let deadline = budget.deadline;
        while !open.is_empty() && !budget.is_exhausted() {
            let program = probe(source.program, open);
            let limits = ConcreteSearchLimits {
                steps: STEPS,
                first_steps: STEPS / 3,
                long_steps: STEPS / 10,
                later_steps: STEPS / 30,
                runs: 60,
                deadline,
                ..ConcreteSearchLimits::default()
            };
            let Some(trace) = self.concrete_search_within(&program, &limits) else {
                return;
            };
            let limits = Limits {
                steps: STEPS,
                deadline,
                ..Limits::default()
            };
            match run(
                &program,
                &mut Choices::new(trace.values()),
                &mut Silent,
                &limits,
            ) {
                Outcome::Error(check) => open.remove(&check),
                _ => return,
            };
        }
    }
}

/// The places where the conditions of the assertions of a program are tested.
fn conditions(program: &Program) -> Conditions {
    let cfa = program.entry_cfa();
    let mut found = Conditions::new();
    for location in cfa.location_ids() {
        if let LocationKind::Error(check) = cfa.location(location).kind
            && program.check(check).kind == CheckKind::Assertion
        {
            found
                .entry(check)
                .or_default()
                .extend(tested(cfa, location));
        }
    }
    found.retain(|_, places| !places.is_empty());
    add_parts_of_conditions(program, &mut found);
    found
}

/// Adds the places where the other parts of a condition are evaluated: `assert(a || f())` says something also if `a` always
/// holds, by its text or in every execution. All of what a macro expands to has the position of the assertion.
fn add_parts_of_conditions(program: &Program, conditions: &mut Conditions) {
    let cfa = program.entry_cfa();
    let spans = conditions
        .keys()
        .map(|check| (program.check(*check).span, *check));
    let asserted: BTreeMap<Span, CheckId> = spans
        .filter_map(|(span, check)| Some((span?, check)))
        .collect();
    for edge in cfa.edge_ids().map(|id| cfa.edge(id)) {
        let check = edge.span.and_then(|span| asserted.get(&span));
        if let Some(places) = check.and_then(|check| conditions.get_mut(check)) {
            places.insert(edge.from);
        }
    }
}

/// Where the condition that leads to an error is tested. A branch into what is not modelled is none of the text: what comes
/// before it counts.
fn tested(cfa: &Cfa, error: LocId) -> BTreeSet<LocId> {
    let is_gap = |place: LocId| {
        let kind = |at: LocId| cfa.location(at).kind;
        cfa.outgoing(place).any(|(_, edge)| {
            let mut after = cfa.outgoing(edge.to).map(|(_, next)| next.to);
            matches!(kind(edge.to), LocationKind::Unsupported(_))
                || after.all(|next| matches!(kind(next), LocationKind::Unsupported(_)))
                    && cfa.outgoing(edge.to).next().is_some()
        })
    };
    let places = cfa.conditions_of(error).into_iter();
    places
        .flat_map(|place| {
            if is_gap(place) {
                cfa.conditions_of(place)
            } else {
                vec![place]
            }
        })
        .collect()
}

/// The program in which these places are the errors of their checks, and there are no others.
fn probe(program: &Program, conditions: &Conditions) -> Program {
    let mut kinds = BTreeMap::new();
    for (check, places) in conditions {
        let error = LocationKind::Error(*check);
        kinds.extend(places.iter().map(|place| (*place, error)));
    }
    program.restricted(|_| false).ending_at(&kinds)
}
