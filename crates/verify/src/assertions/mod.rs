//! Every assertion: the whole program first, then what is left, together and one by one.
//!
//! A failing assertion ends the run, so an assertion is checked on the runs that pass those before
//! it; and whether one can fail does not depend on which others are looked for. A search for some
//! of them is a search on the program in which the others just end the run, and what it finds is
//! certified on that program.
//!
//! Inlining gives the program its checks: one per assertion, and one per call of a function that is an assertion under
//! another name (`passes/src/inline/checks`). All are searched first; after a violation, or without a verdict, the rest,
//! together and one by one. What the passes alone decide is settled together first (`settle_at_once`), so that it is in no
//! searched program; groups without a verdict are split in two. A search for some checks is one on `Program::restricted`: the errors of the others
//! end the run. `vacuity` asks whether a proved assertion can be reached, on `Program::ending_at`, where the test of its
//! condition is the error. `facts` certifies the inductive invariants that a search without a verdict leaves
//! (`certify_facts`) and finds the assertions that they exclude. The observer gets the table whenever it changes; the
//! supervisor keeps the last one for the case that it must end the worker: time, memory, Ctrl-C.

pub(crate) mod facts;
pub(crate) mod known;
pub(crate) mod table;
mod text_places;
pub(crate) mod vacuity;
pub(crate) mod vacuous;

use crate::cache::{Answer, Before};
use crate::finding::Answered;
use crate::observer::Event;
use crate::program::load::{RECURSION_DEPTHS, prepared};
use crate::request::{Assertions, Integers};
use crate::run::Run;
use crate::search::source::Source;
use crate::share::share;
use invar_budget::Moment;
use invar_cfa::{CheckId, CheckKind, LocationKind, Program};
use invar_passes::PassOptions;
use invar_report::{AssertionStatus, Conclusion, Report};
use invar_solver::Budget;
use invar_verdict::{Limit, Reason};
use std::collections::BTreeSet;
use std::time::Duration;

/// Up to this number of assertions there is time for searches about each alone.
const MAX_SINGLE: usize = 20;
/// Percent of the time for checking what the passes alone decide.
const AT_ONCE_TIME_SHARE: u32 = 25;
/// Percent of the time for the search for all of them, if there are several.
const TOGETHER_TIME_SHARE: u32 = 60;
/// The same, if they are too many for searches about each alone: then groups have the rest.
const MANY_TOGETHER_TIME_SHARE: u32 = 75;
/// Percent of the time of a group for the search for all of it, before it is split.
const GROUP_TIME_SHARE: u32 = 30;
/// After the first violation the search goes on for as long again, at least this long.
const MIN_TIME_FOR_MORE: Duration = Duration::from_secs(2);
/// Why nothing is known about a check that had no search of its own.
const NO_TIME: &str = "the time was up before it was looked at alone";

impl Run<'_> {
    /// Decides as much as the time allows; the error says why nothing is known about the whole.
    pub(crate) fn check_all(
        &mut self,
        program: &Program,
        budget: &Budget,
    ) -> Result<Report, Reason> {
        let several = self.session.request.assertions == Assertions::Each && self.open.len() > 1;
        let start = Moment::now();
        if several {
            self.settle_at_once(program, budget);
        }
        let together = match self.open.len() {
            _ if !several => budget.clone(),
            0..=MAX_SINGLE => share(budget, TOGETHER_TIME_SHARE),
            _ => share(budget, MANY_TOGETHER_TIME_SHARE),
        };
        let noted = several.then(|| self.noted(program));
        if let Some(Before::Parts) = noted.as_ref().map(|noted| noted.before) {
            let open = self.open.clone();
            self.singly(program, &together);
            if let Some(report) = self.concluded_from_parts() {
                return Ok(report);
            }
            self.open = open;
            self.open.retain(|check| self.table.is_open(*check));
        }
        let whole = self.deepen_recursion(program, &together);
        match whole {
            Ok(answered) => self.go_on_after(answered, program, start, budget),
            Err(reason) if several && is_about_the_whole(&reason) => {
                self.singly(program, budget);
                let concluded = self.conclusion(reason);
                if let (Ok(_), Some(noted)) = (&concluded, &noted) {
                    self.note(noted, Answer::Parts);
                }
                concluded
            }
            Err(reason) => Err(reason),
        }
    }

    /// What is said after a first report, which took the time since `start`: about as much is for what is still open.
    pub(crate) fn go_on_after(
        &mut self,
        answered: Answered,
        program: &Program,
        start: Moment,
        budget: &Budget,
    ) -> Result<Report, Reason> {
        let several = self.session.request.assertions == Assertions::Each && self.open.len() > 1;
        let by = answered.finding.attribution;
        let report = self.named(answered);
        self.settle(&report);
        if several && !self.open.is_empty() {
            self.go_on(
                program,
                &budget.at_most(start.elapsed().max(MIN_TIME_FOR_MORE)),
            );
        }
        self.give_up_for("the search ended with the first violation");
        if report.verdict == Conclusion::Unsafe && self.table.violations.is_empty() {
            // This is said of what the first search found.
            self.searched_last = Some(by);
            return self.conclusion(Reason::Uncovered);
        }
        Ok(self.concluded(report))
    }

    /// Keeps what a certified report says about the open checks.
    pub(crate) fn settle(&mut self, report: &Report) {
        let by = report.certifier.as_deref();
        match report.verdict {
            Conclusion::Safe => {
                let settled = std::mem::take(&mut self.open);
                for check in settled.iter().copied() {
                    let (status, by) = match self.unreachable.by(check, by) {
                        Some(by) => (AssertionStatus::Unreachable, Some(by)),
                        None => (AssertionStatus::Proved, by),
                    };
                    self.table.settle(check, status, by);
                }
                if let Some(proof) = report.proof.clone() {
                    self.table.add_proof(proof, settled);
                }
            }
            Conclusion::Unsafe => {
                for violation in &report.violations {
                    let check = CheckId(violation.assertion as u32);
                    self.open.remove(&check);
                    self.table.violated(check, violation.clone(), by);
                }
            }
            Conclusion::Unknown => {}
        }
        self.tell();
    }

    /// After a violation: looks for further ones and for proofs, as long as there is time.
    fn go_on(&mut self, program: &Program, budget: &Budget) {
        let noted = self.noted(program);
        if noted.before == Before::Fruitless {
            return self.give_up_for("an earlier search found nothing");
        }
        let open = self.open.clone();
        self.look_for_more(program, budget);
        if open.iter().any(|check| self.table.is_open(*check)) {
            self.note(&noted, Answer::Nothing);
        }
    }

    /// Further violations and proofs, as long as there is time.
    fn look_for_more(&mut self, program: &Program, budget: &Budget) {
        while !self.open.is_empty() && !budget.is_exhausted() {
            let together = if self.open.len() > 1 {
                share(budget, TOGETHER_TIME_SHARE)
            } else {
                budget.clone()
            };
            self.worker.accounts.refused = None;
            let found = self.deepen_recursion(program, &together);
            match found {
                Ok(answered) => self.settle(&answered.report),
                Err(reason) if self.open.len() > 1 && is_about_the_whole(&reason) => {
                    return self.singly(program, budget);
                }
                Err(reason) => return self.give_up(&reason),
            }
        }
        self.give_up_for("the time for going on after a violation was up");
    }

    /// Checks that the passes alone decide are certified together before anything is searched,
    /// and belong to no search. If they decide all of them, or none, there is nothing to gain.
    fn settle_at_once(&mut self, program: &Program, budget: &Budget) {
        let Ok(source) = self.selected(program, RECURSION_DEPTHS[0]) else {
            return;
        };
        if self.session.request.integers != Integers::Machine {
            return;
        }
        let prepared = self.phase("simplifying", |_| prepared(&source));
        let cfa = prepared.program.entry_cfa();
        let mut left = BTreeSet::new();
        for location in cfa.location_ids() {
            match cfa.location(location).kind {
                LocationKind::Error(check) => left.extend([check]),
                // What lies after is not known.
                LocationKind::Unsupported(_) => return,
                _ => {}
            }
        }
        // Whether an assertion is reached at all is asked elsewhere.
        let written = |check: &CheckId| {
            let kind = source.check(*check).kind;
            matches!(kind, CheckKind::Assertion | CheckKind::ErrorCall)
        };
        left.extend(self.open.iter().filter(|check| written(check)));
        let gone: BTreeSet<CheckId> = self.open.difference(&left).copied().collect();
        if gone.is_empty() || left.is_empty() {
            return;
        }
        let restricted = source.restricted(|check| gone.contains(&check));
        let open = std::mem::replace(&mut self.open, gone);
        let budget = share(budget, AT_ONCE_TIME_SHARE);
        let found = self.attempt(&Source::of(&restricted), &PassOptions::default(), &budget);
        match found {
            Ok(Answered { report, .. }) if report.verdict == Conclusion::Safe => {
                self.worker
                    .count("checks settled at once", self.open.len() as f64);
                self.settle(&report);
                self.open = left;
            }
            _ => self.open = open,
        }
    }

    /// The open checks in ever smaller groups, those first that known facts exclude. Neighbours
    /// in the text are in one group: what one needs often helps the other.
    fn singly(&mut self, program: &Program, budget: &Budget) {
        self.exclude_by_facts(budget);
        let open: Vec<CheckId> = std::mem::take(&mut self.open).into_iter().collect();
        let most = match open.len() {
            0..=MAX_SINGLE => 1,
            many => many.div_ceil(2),
        };
        let mut groups: Vec<Vec<CheckId>> = open.chunks(most).rev().map(<[_]>::to_vec).collect();
        let refused = self.worker.accounts.refused.take();
        while let Some(group) = groups.pop() {
            if budget.is_exhausted() {
                self.open
                    .extend(group.into_iter().chain(groups.into_iter().flatten()));
                self.give_up_for(NO_TIME);
                self.open.clear();
                break;
            }
            let mut part = budget.at_most(budget.left() / (groups.len() as u32 + 1));
            if group.len() > 1 {
                part = share(&part, GROUP_TIME_SHARE);
            }
            self.open.extend(&group);
            // A violation leaves the others of its group open.
            while !self.open.is_empty() {
                self.worker.accounts.refused = None;
                match self.deepen_recursion(program, &part) {
                    Ok(answered) => {
                        let report = self.named(answered);
                        self.settle(&report);
                    }
                    Err(reason) if group.len() > 1 && is_about_the_whole(&reason) => {
                        let open: Vec<CheckId> =
                            std::mem::take(&mut self.open).into_iter().collect();
                        let halves = open.chunks(open.len().div_ceil(2)).rev();
                        groups.extend(halves.map(<[_]>::to_vec));
                    }
                    Err(reason) => {
                        self.give_up(&reason);
                        self.open.clear();
                    }
                }
            }
        }
        self.worker.accounts.refused = refused;
    }

    /// Says of the open checks why nothing is known.
    pub(crate) fn give_up(&mut self, reason: &Reason) {
        match reason {
            // Not the limit of the check was reached, but that for more after a violation.
            Reason::Timeout { activity, .. } if !self.table.violations.is_empty() => self
                .give_up_for(&format!(
                    "no answer in the time for going on after a violation, while {activity}"
                )),
            other => self.give_up_for(&other.to_string()),
        }
    }

    fn give_up_for(&mut self, reason: &str) {
        for check in &self.open {
            self.table.give_up(*check, reason);
        }
    }

    /// The verdict about the whole, if single searches settled it.
    pub(crate) fn concluded_from_parts(&mut self) -> Option<Report> {
        let nothing = Reason::Internal("the parts were not decided".into());
        self.conclusion(nothing).ok()
    }

    /// The verdict about the whole after single searches.
    fn conclusion(&mut self, reason: Reason) -> Result<Report, Reason> {
        if let Some(report) = self.violated() {
            return Ok(report);
        }
        if self.table.all_hold() {
            let by = self.table.assertions.iter();
            return Ok(Report {
                verdict: Conclusion::Safe,
                certified: true,
                certifier: by.filter_map(|a| a.certifier.clone()).next(),
                proof: self.table.joint_proof(),
                ..Report::default()
            });
        }
        Err(reason)
    }

    /// That the program is unsafe, if a violation was found.
    pub(crate) fn violated(&self) -> Option<Report> {
        let first = self.table.violations.first()?;
        Some(self.concluded(Report {
            verdict: Conclusion::Unsafe,
            certified: true,
            certifier: self.table.assertions[first.assertion].certifier.clone(),
            ..Report::default()
        }))
    }

    /// The report with all violations, which name assertions by their numbers in it.
    fn concluded(&self, report: Report) -> Report {
        Report {
            violations: self.table.violations.clone(),
            ..report
        }
    }

    /// Tells the supervisor what is known, for the case that it must end the search.
    pub(crate) fn tell(&self) {
        if self.session.request.assertions == Assertions::First {
            return;
        }
        let mut known = self.violated().unwrap_or_default();
        self.add_known(&mut known);
        self.session.observer.event(&Event::Known(Box::new(known)));
    }

    /// What was found out about single assertions and on the way.
    pub(crate) fn add_known(&self, report: &mut Report) {
        report.assumptions = self.circumstances.assumptions.clone();
        report.input_functions = self.circumstances.input_functions.clone();
        report.assertions = self.table.assertions.clone();
        report.shard = self.circumstances.shard.clone();
        report.since = self.circumstances.since.clone();
        if report.verdict == Conclusion::Unknown {
            report.facts = self.table.facts.clone();
        }
    }
}

/// Whether a search for fewer assertions may fare better.
fn is_about_the_whole(reason: &Reason) -> bool {
    matches!(
        reason,
        Reason::Timeout { .. }
            | Reason::SolverGaveUp { .. }
            | Reason::CertificateRejected { .. }
            | Reason::Bound(Limit::Unrolling(_) | Limit::Facts)
    )
}
