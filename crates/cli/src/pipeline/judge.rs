//! Every assertion: the whole program first, then what is left, together and one by one.
//!
//! A failing assertion ends the run, so an assertion is judged on the runs that pass those before
//! it; and whether one can fail does not depend on which others are looked for. A search for some
//! of them is a search on the program in which the others just end the run, and what it finds is
//! certified on that program.

use super::Run;
use crate::arguments::AssertionsArgument;
use crate::events::Event;
use invar_cfa::{CheckId, Program};
use invar_solver::Budget;
use invar_verdict::{Limit, Reason};
use invar_witness::report::{AssertionStatus, Conclusion, Report};
use std::time::{Duration, Instant};

/// Up to so many assertions, time is kept for looking at each alone.
const MOST_SINGLY: usize = 20;
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
                self.conclusion(reason)
            }
            Err(reason) => Err(reason),
        };
        self.budget = all;
        judged
    }

    /// Keeps what a certified report says about the open checks.
    fn settle(&mut self, report: &Report) {
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

    /// The open checks one by one, those first that known facts exclude.
    fn singly(&mut self, program: &Program) {
        self.exclude_by_facts();
        let mut open: Vec<CheckId> = std::mem::take(&mut self.open).into_iter().collect();
        open.reverse();
        let all = self.budget.clone();
        let refused = self.refused.take();
        while let Some(check) = open.pop() {
            let left = all.left();
            self.budget = all.at_most(left / (open.len() as u32 + 1));
            self.open.insert(check);
            self.refused = None;
            match self.deepen_recursion(program) {
                Ok(report) => self.settle(&report),
                Err(reason) => self.give_up(&reason),
            }
            self.open.clear();
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
    fn violated(&self) -> Option<Report> {
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
        if report.verdict == Conclusion::Unknown {
            report.facts = self.ledger.facts.clone();
        }
    }
}

/// Some percent of the time that is left.
fn share(budget: &Budget, percent: u32) -> Budget {
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
