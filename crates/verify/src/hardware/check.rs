//! Checks one property after the other: search, certify, report.

use super::certify::{self, Checked};
use super::load::Model;
use super::search::{ARITHMETIC, Found, search};
use super::{evidence, table};
use crate::observer::{Event, Observer};
use crate::request::{Assertions, Extra, Request};
use invar_bitlevel::{Counters, Outcome, Stop};
use invar_budget::Budget;
use invar_budget::Moment;
use invar_report::{CircuitProof, CircuitProperty, CircuitReport, Conclusion, Report};
use invar_verdict::{Limit, Reason};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// With less time than this no search is started.
const MIN_SEARCH_TIME: Duration = Duration::from_millis(20);

/// How often open properties are asked about.
const ROUNDS: u32 = 3;

/// The properties of one model.
pub struct PropertyChecker<'a> {
    model: &'a Model,
    request: &'a Request,
    observer: &'a dyn Observer,
    budget: Budget,
    report: CircuitReport,
    /// Why properties are undecided, by their place in the report.
    reasons: BTreeMap<usize, Reason>,
    statistics: BTreeMap<String, f64>,
    solving: Duration,
    certifying: Duration,
    queries: u64,
    rejected: u32,
    engine: &'static str,
}

impl<'a> PropertyChecker<'a> {
    /// Nothing is known yet.
    pub fn new(
        model: &'a Model,
        request: &'a Request,
        observer: &'a dyn Observer,
        budget: Budget,
        report: CircuitReport,
    ) -> PropertyChecker<'a> {
        PropertyChecker {
            model,
            request,
            observer,
            budget,
            report,
            reasons: BTreeMap::new(),
            statistics: BTreeMap::new(),
            solving: Duration::ZERO,
            certifying: Duration::ZERO,
            queries: 0,
            rejected: 0,
            engine: request.search.engine.name(),
        }
    }

    /// Asks about the properties with these numbers. Each has an equal share of the time that is left; what the
    /// others do not need goes to those that are still open.
    pub fn checked(mut self, numbers: &[usize]) -> Report {
        let names = &self.model.circuit().bad_names;
        let named = |number: &usize| CircuitProperty {
            number: *number,
            name: names.get(*number).cloned().unwrap_or_default(),
            ..CircuitProperty::default()
        };
        self.report.properties = numbers.iter().map(named).collect();
        self.observer.event(&Event::Known(Box::new(self.told())));
        let mut open: Vec<usize> = (0..numbers.len()).collect();
        for _ in 0..ROUNDS {
            if open.is_empty() || self.budget.left() < MIN_SEARCH_TIME {
                break;
            }
            let mut late = Vec::new();
            for (asked, place) in open.iter().enumerate() {
                if self.budget.left() < MIN_SEARCH_TIME {
                    late.push(*place);
                    continue;
                }
                let share = self.budget.left() / (open.len() - asked) as u32;
                if let Asked::Late = self.ask(*place, share) {
                    late.push(*place);
                }
                self.observer.event(&Event::Known(Box::new(self.told())));
                let found = self.report.properties[*place].verdict;
                if found == Conclusion::Unsafe && self.request.assertions == Assertions::First {
                    return self.told();
                }
            }
            open = late;
        }
        for place in open {
            let late = self.timeout("searching");
            self.reasons.entry(place).or_insert(late);
        }
        self.told()
    }

    /// Searches for evidence about one property and has it checked.
    fn ask(&mut self, place: usize, share: Duration) -> Asked {
        let circuit = self.model.circuit();
        let number = self.report.properties[place].number;
        let budget = self.budget.at_most(share);
        let asked = &self.request.search;
        let found = search(circuit, number, asked, &budget, self.observer);
        self.count(&found);
        let claim = match &found.outcome {
            Outcome::Safe(_) => "safe",
            Outcome::Unsafe(_) => "unsafe",
            Outcome::Unknown(stop) => return self.stopped(place, stop, &found),
        };
        self.observer.activity("certifying");
        let start = Moment::now();
        let checked = match &found.outcome {
            Outcome::Safe(proof) => certify::proof(circuit, number, proof, &self.budget),
            Outcome::Unsafe(run) if run.property != number => {
                Checked::Refused(format!("the run is to property {}", run.property))
            }
            Outcome::Unsafe(run) => certify::run(circuit, run),
            Outcome::Unknown(_) => return Asked::Done,
        };
        self.certifying += start.elapsed();
        let certifier = match checked {
            Checked::Accepted(certifier) => certifier,
            Checked::Refused(message) => {
                self.rejected += 1;
                let reason = Reason::CertificateRejected { claim, message };
                self.reasons.insert(place, reason);
                return Asked::Done;
            }
            Checked::Late => {
                let late = self.timeout("certifying");
                self.reasons.insert(place, late);
                return Asked::Late;
            }
        };
        self.accept(place, found, certifier);
        Asked::Done
    }

    /// Writes down what was certified.
    fn accept(&mut self, place: usize, found: Found, certifier: &str) {
        self.reasons.remove(&place);
        let wanted = self.request.extras.contains(&Extra::HardwareWitness);
        let property = &mut self.report.properties[place];
        property.certifier = Some(certifier.to_owned());
        property.engine = found.engine.into();
        match &found.outcome {
            Outcome::Safe(proof) => {
                property.verdict = Conclusion::Safe;
                property.proof = Some(CircuitProof {
                    clauses: proof.clauses.len(),
                    k: proof.k,
                    unique: proof.unique,
                });
                if wanted {
                    property.witness = evidence::proof_text(self.model, property.number, proof);
                }
            }
            Outcome::Unsafe(run) => {
                property.verdict = Conclusion::Unsafe;
                let states = evidence::states(self.model, run);
                property.run = Some(table::table(self.model.circuit(), run, &states));
                if wanted {
                    property.witness = Some(evidence::run_text(self.model, run));
                }
            }
            Outcome::Unknown(_) => {}
        }
    }

    fn stopped(&mut self, place: usize, stop: &Stop, found: &Found) -> Asked {
        self.report.properties[place].engine = found.engine.into();
        let activity = format!("searching with {}", found.engine);
        let activity = format!("{activity} (depth {})", found.counters.frames);
        let (reason, asked) = match stop {
            Stop::Time => (self.timeout(&activity), Asked::Late),
            Stop::Bound(steps) => (Reason::Bound(Limit::Unrolling(*steps)), Asked::Done),
        };
        self.reasons.insert(place, reason);
        asked
    }

    fn timeout(&self, activity: &str) -> Reason {
        Reason::Timeout {
            limit: self.request.limits.time,
            activity: activity.to_owned(),
        }
    }

    fn count(&mut self, found: &Found) {
        let Counters {
            queries,
            solving,
            frames,
            lemmas,
            obligations,
            more,
            ..
        } = &found.counters;
        self.engine = found.engine;
        self.queries += queries;
        self.solving += *solving;
        let figures = [
            ("depth", u64::from(*frames)),
            ("lemmas", *lemmas),
            ("obligations", *obligations),
        ];
        for (name, figure) in figures.iter().chain(more) {
            let name = format!("{ARITHMETIC} {name}");
            *self.statistics.entry(name).or_default() += *figure as f64;
        }
    }

    /// What is known so far.
    fn told(&self) -> Report {
        let mut model = self.report.clone();
        for (place, reason) in &self.reasons {
            model.properties[*place].reason = Some(reason.to_string());
        }
        let count = |wanted| {
            let same = model.properties.iter().filter(|p| p.verdict == wanted);
            same.count()
        };
        let verdict = match (count(Conclusion::Unsafe), count(Conclusion::Unknown)) {
            (1.., _) => Conclusion::Unsafe,
            (0, 0) if !model.properties.is_empty() => Conclusion::Safe,
            _ => Conclusion::Unknown,
        };
        let decisive = model.properties.iter().filter(|p| p.verdict == verdict);
        let certifiers: BTreeSet<&str> = decisive
            .clone()
            .filter_map(|property| property.certifier.as_deref())
            .collect();
        let certifiers: Vec<&str> = certifiers.into_iter().collect();
        let certified = verdict != Conclusion::Unknown;
        let engine = decisive.map(|p| p.engine.as_str()).find(|e| !e.is_empty());
        let unknown = self.reasons.values().next();
        let mut statistics = self.statistics.clone();
        let finding = self.solving.as_secs_f64();
        let certifying = self.certifying.as_secs_f64();
        statistics.insert("seconds in the finder's solver".into(), finding);
        statistics.insert("seconds certifying".into(), certifying);
        let told = Report {
            verdict,
            certified,
            certifier: certified.then(|| certifiers.join(", ")),
            engine: engine.unwrap_or(self.engine).to_owned(),
            arithmetic: ARITHMETIC.into(),
            solver_seconds: finding + certifying,
            queries: self.queries,
            rejected_certificates: self.rejected,
            circuit: Some(model),
            statistics,
            ..Report::default()
        };
        match (verdict, unknown) {
            (Conclusion::Unknown, Some(reason)) => Report {
                reason: Some(reason.to_string()),
                reason_class: Some(reason.class()),
                cause: Some(reason.clone()),
                ..told
            },
            _ => told,
        }
    }
}

/// The result of a query about a property.
enum Asked {
    /// It is answered, or more time would not help.
    Done,
    /// The time was not enough.
    Late,
}
