//! Every assertion: the whole program first, then what is left, together and one by one.
//!
//! A failing assertion ends the run, so an assertion is judged on the runs that pass those before
//! it; and whether one can fail does not depend on which others are looked for. A search for some
//! of them is a search on the program in which the others just end the run, and what it finds is
//! certified on that program.

use super::Run;
use super::kept::{Answer, Before};
use super::load::{RECURSION_DEPTHS, prepared};
use super::strategy::Source;
use crate::arguments::{AssertionsArgument, IntegersArgument};
use crate::events::Event;
use invar_cfa::{CheckId, CheckKind, LocationKind, Program};
use invar_passes::PassOptions;
use invar_solver::Budget;
use invar_verdict::{Limit, Reason};
use invar_witness::report::{AssertionStatus, Conclusion, Report};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// Up to so many assertions, time is kept for looking at each alone.
const MOST_SINGLY: usize = 20;
/// Percent of the time for checking what the passes alone decide.
const AT_ONCE: u32 = 25;
/// Percent of the time for the search for all of them, if there are several.
const TOGETHER: u32 = 60;
/// After the first violation the search goes on for as long again, at least this long.
const LEAST_MORE: Duration = Duration::from_secs(10);

impl Run<'_> {
    /// Decides as much as the time allows; the error says why nothing is known about the whole.
    pub(super) fn judge(&mut self, program: &Program) -> Result<Report, Reason> {
        let all = self.budget.clone();
        let several = self.arguments.assertions == AssertionsArgument::Each && self.open.len() > 1;
        if several && self.open.len() <= MOST_SINGLY {
            self.budget = share(&all, TOGETHER);
        }
        let start = Instant::now();
        if several {
            self.settle_at_once(program);
        }
        let noted = several.then(|| self.noted(program));
        if let Some(Before::Parts) = noted.as_ref().map(|noted| noted.before) {
            let open = self.open.clone();
            self.singly(program);
            if let Some(report) = self.concluded_from_parts() {
                self.budget = all;
                return Ok(report);
            }
            self.open = open;
            self.open.retain(|check| self.ledger.is_open(*check));
        }
        let whole = self.deepen_recursion(program);
        self.budget = all.clone();
        let finder = (self.found_by, self.found_over);
        let judged = match whole {
            Ok(report) => {
                self.settle(&report);
                if several && !self.open.is_empty() {
                    self.budget = all.at_most(start.elapsed().max(LEAST_MORE));
                    self.go_on(program);
                    (self.found_by, self.found_over) = finder;
                }
                self.give_up_for("the search ended with the first violation");
                Ok(self.concluded(report))
            }
            Err(reason) if several && is_about_the_whole(&reason) => {
                self.singly(program);
                let concluded = self.conclusion(reason);
                if let (Ok(_), Some(noted)) = (&concluded, &noted) {
                    self.note(noted, Answer::Parts);
                }
                concluded
            }
            Err(reason) => Err(reason),
        };
        self.budget = all;
        judged
    }

    /// Keeps what a certified report says about the open checks.
    pub(super) fn settle(&mut self, report: &Report) {
        let by = report.certifier.as_deref();
        match report.verdict {
            Conclusion::Safe => {
                for check in std::mem::take(&mut self.open) {
                    let unreachable = match self.vacuous.get(&check) {
                        Some(by) => Some(by.as_str()),
                        None => by.filter(|_| self.cut_off.contains(&check)),
                    };
                    let (status, by) = match unreachable {
                        Some(by) => (AssertionStatus::Unreachable, Some(by)),
                        None => (AssertionStatus::Proved, by),
                    };
                    self.ledger.settle(check, status, by);
                }
                self.ledger.proofs.extend(report.proof.clone());
            }
            Conclusion::Unsafe => {
                for violation in &report.violations {
                    let check = CheckId(violation.assertion as u32);
                    self.open.remove(&check);
                    self.ledger.violated(check, violation.clone(), by);
                }
            }
            Conclusion::Unknown => {}
        }
        self.tell();
    }

    /// After a violation: looks for further ones and for proofs, as long as there is time.
    fn go_on(&mut self, program: &Program) {
        let noted = self.noted(program);
        if noted.before == Before::Fruitless {
            return self.give_up_for("an earlier search found nothing");
        }
        let open = self.open.clone();
        self.look_for_more(program);
        if open.iter().any(|check| self.ledger.is_open(*check)) {
            self.note(&noted, Answer::Nothing);
        }
    }

    /// Further violations and proofs, as long as there is time.
    fn look_for_more(&mut self, program: &Program) {
        while !self.open.is_empty() && !self.budget.is_exhausted() {
            let all = self.budget.clone();
            if self.open.len() > 1 {
                self.budget = share(&all, TOGETHER);
            }
            self.refused = None;
            let found = self.deepen_recursion(program);
            self.budget = all;
            match found {
                Ok(report) => self.settle(&report),
                Err(reason) if self.open.len() > 1 && is_about_the_whole(&reason) => {
                    return self.singly(program);
                }
                Err(reason) => return self.give_up(&reason),
            }
        }
        self.give_up_for("the time for going on after a violation was up");
    }

    /// Checks that the passes alone decide are certified together before anything is searched,
    /// and belong to no search. Whoever finds all of them so has nothing to gain.
    fn settle_at_once(&mut self, program: &Program) {
        let Ok(source) = self.selected(program, RECURSION_DEPTHS[0]) else {
            return;
        };
        if self.arguments.integers != IntegersArgument::Machine {
            return;
        }
        let prepared = self.phase("simplifying", |_| prepared(&source));
        let cfa = prepared.program.entry_cfa();
        let mut left = BTreeSet::new();
        for location in cfa.location_ids() {
            match cfa.location(location).kind {
                LocationKind::Error(check) => left.extend([check]),
                // What lies behind is not known.
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
        let (all, open) = (self.budget.clone(), std::mem::replace(&mut self.open, gone));
        self.budget = share(&all, AT_ONCE);
        let finder = (self.found_by, self.found_over);
        let found = self.attempt(&Source::of(&restricted), &PassOptions::default());
        self.budget = all;
        (self.found_by, self.found_over) = finder;
        match found {
            Ok(report) if report.verdict == Conclusion::Safe => {
                self.count("checks settled at once", self.open.len() as f64);
                self.settle(&report);
                self.open = left;
            }
            _ => self.open = open,
        }
    }

    /// The open checks in ever smaller groups, those first that known facts exclude. Neighbours
    /// in the text are in one group: what one needs often helps the other.
    fn singly(&mut self, program: &Program) {
        self.exclude_by_facts();
        let open: Vec<CheckId> = std::mem::take(&mut self.open).into_iter().collect();
        let most = match open.len() {
            0..=MOST_SINGLY => 1,
            many => many.div_ceil(2),
        };
        let mut groups: Vec<Vec<CheckId>> = open.chunks(most).rev().map(<[_]>::to_vec).collect();
        let all = self.budget.clone();
        let refused = self.refused.take();
        while let Some(group) = groups.pop() {
            let left = all.left();
            self.budget = all.at_most(left / (groups.len() as u32 + 1));
            if group.len() > 1 {
                self.budget = share(&self.budget, TOGETHER / 2);
            }
            self.open.extend(&group);
            // A violation leaves the others of its group open.
            while !self.open.is_empty() {
                self.refused = None;
                match self.deepen_recursion(program) {
                    Ok(report) => self.settle(&report),
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
        self.refused = refused;
        self.budget = all;
    }

    /// Says of the open checks why nothing is known.
    pub(super) fn give_up(&mut self, reason: &Reason) {
        self.give_up_for(&reason.to_string());
    }

    fn give_up_for(&mut self, reason: &str) {
        for check in &self.open {
            self.ledger.give_up(*check, reason);
        }
    }

    /// The verdict about the whole, if single searches settled it.
    pub(super) fn concluded_from_parts(&mut self) -> Option<Report> {
        let nothing = Reason::Internal("the parts were not decided".into());
        self.conclusion(nothing).ok()
    }

    /// The verdict about the whole after single searches.
    fn conclusion(&mut self, reason: Reason) -> Result<Report, Reason> {
        if let Some(report) = self.violated() {
            return Ok(report);
        }
        if self.ledger.all_hold() {
            let by = self.ledger.assertions.iter();
            return Ok(Report {
                verdict: Conclusion::Safe,
                certified: true,
                certifier: by.filter_map(|a| a.certifier.clone()).next(),
                proof: self.ledger.joint_proof(),
                ..Report::default()
            });
        }
        Err(reason)
    }

    /// That the program is unsafe, if a violation was found.
    pub(super) fn violated(&self) -> Option<Report> {
        let first = self.ledger.violations.first()?;
        Some(self.concluded(Report {
            verdict: Conclusion::Unsafe,
            certified: true,
            certifier: self.ledger.assertions[first.assertion].certifier.clone(),
            ..Report::default()
        }))
    }

    /// The report with all violations, which name assertions by their numbers in it.
    fn concluded(&self, report: Report) -> Report {
        Report {
            violations: self.ledger.violations.clone(),
            ..report
        }
    }

    /// Tells the supervisor what is known, for the case that it must end the search.
    pub(super) fn tell(&self) {
        if self.arguments.assertions == AssertionsArgument::First {
            return;
        }
        let mut known = self.violated().unwrap_or_default();
        self.add_known(&mut known);
        self.events.send(&Event::Known(Box::new(known)));
    }

    /// What was found out about single assertions and on the way.
    pub(super) fn add_known(&self, report: &mut Report) {
        report.assumptions = self.assumptions.clone();
        report.input_functions = self.input_functions.clone();
        report.assertions = self.ledger.assertions.clone();
        report.shard = self.shard.clone();
        report.since = self.since.clone();
        if report.verdict == Conclusion::Unknown {
            report.facts = self.ledger.facts.clone();
        }
    }
}

/// Some percent of the time that is left.
pub(super) fn share(budget: &Budget, percent: u32) -> Budget {
    let left = budget.left();
    budget.at_most(left * percent / 100)
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
