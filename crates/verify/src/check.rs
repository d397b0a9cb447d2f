//! Checks one program: the order of the phases from a request to its report.

use crate::assertions::table::AssertionTable;
use crate::assertions::vacuous::vacuous_report;
use crate::evidence::assumption_ledger::AssumptionLedger;
use crate::evidence::describe::{blocked_at, input_functions};
use crate::goal::Running;
use crate::observer::{Event, Observer};
use crate::program::load::{RECURSION_DEPTHS, inlined, lowered, parsed};
use crate::request::{Extra, MemoryReading, PropertyChoice, Request, Sites};
use crate::run::Run;
use crate::search::forgotten_memory::WithoutMemory;
use crate::session::Session;
use invar_budget::CancelToken;
use invar_budget::Moment;
use invar_cfa::{Aspect, CheckId, CheckKind, LocationKind, Operation, Program, Property, Span};
use invar_passes::Checks;
use invar_report::{Conclusion, Report, ShardReport};
use invar_solver::Budget;
use invar_verdict::{Limit, Reason};
use std::collections::BTreeSet;
use std::time::Duration;

/// Left for the report when the time is nearly up.
const RESERVE: Duration = Duration::from_millis(150);

/// Checks a program; never panics on purpose, never claims without evidence.
pub(crate) fn verify(request: &Request, observer: &dyn Observer, cancel: &CancelToken) -> Report {
    let budget = Budget {
        cancel: cancel.clone(),
        ..Budget::lasting(request.limits.time.saturating_sub(RESERVE))
    };
    let (session, cache) = match Session::new(request, observer) {
        Ok(made) => made,
        Err(reason) => return Report::unknown(&reason),
    };
    let mut run = Run::new(&session, cache);
    let mut verdict = Err(Reason::Internal("nothing was searched".into()));
    if request.extras.contains(&Extra::Certificate) {
        // The only run of a program is a proof that others cannot check.
        run.runs.proof = Running::ProvesNothing;
        verdict = run.verdict(&budget.at_most(budget.left() / 2));
        if verdict.is_err() {
            run = Run::new(&session, run.cache);
        }
    }
    if verdict.is_err() {
        verdict = run.verdict(&budget);
    }
    let mut report = match verdict.and_then(|report| run.unless_refused(report)) {
        Ok(report) => report,
        Err(reason) => {
            let reason = if cancel.is_cancelled() {
                Reason::Cancelled
            } else {
                run.most_telling(reason)
            };
            run.give_up(&reason);
            Report {
                blocked_at: blocked_at(&reason),
                ..Report::unknown(&reason)
            }
        }
    };
    run.add_known(&mut report);
    if report.verdict == Conclusion::Safe {
        report.certificate = run.certificate();
    }
    // Of a report that no search answers alone, the last one counts.
    if report.engine.is_empty()
        && let Some(last) = run.searched_last
    {
        last.name_in(&mut report);
    }
    let mut accounts = run.worker.accounts;
    let (searching, certifying) = (session.searching(), session.certifying.time());
    report.solver_seconds = (searching + certifying).as_secs_f64();
    accounts.count("seconds in the finder's solver", searching.as_secs_f64());
    accounts.count(
        "seconds in the certifier's solver",
        certifying.as_secs_f64(),
    );
    report.queries = session.meter.queries() + session.horn.queries();
    report.rejected_certificates = accounts.rejected;
    report.statistics.append(&mut accounts.statistics);
    report.searches = accounts.searches;
    report.store = run.cache.report;
    report
}

impl Run<'_> {
    fn verdict(&mut self, budget: &Budget) -> Result<Report, Reason> {
        let asked = match self.session.request.property.question() {
            Ok(PropertyChoice::Checked(asked)) => asked,
            Ok(PropertyChoice::NotYet(name)) => return Err(Reason::UnsupportedProperty(name)),
            Err(refusal) => return Err(Reason::Input(refusal.to_string())),
        };
        let mut input = self.session.request.input.clone();
        match (&input.entry, asked.entry.clone()) {
            (Some(given), Some(entry)) if *given != entry => {
                let message = format!("the property starts at {entry}, --entry says {given}");
                return Err(Reason::Input(message));
            }
            (None, entry) => input.entry = entry,
            _ => {}
        }
        let property = asked.property;
        if property == Property::TERMINATION && self.session.request.witness.is_some() {
            let name = "termination with a witness";
            return Err(Reason::UnsupportedProperty(name.into()));
        }
        if let Some(witness) = &self.session.request.witness {
            return self.validated(witness, property, budget);
        }
        let deadline = budget.deadline;
        let read = self.phase(Reason::READING, |_| {
            let mut unit = parsed(&input, deadline)?;
            let program = lowered(&mut unit, &input, property)?;
            Ok((unit, program))
        });
        let (mut unit, program) =
            read.map_err(|reason| self.unless_late(reason, Reason::READING, budget))?;
        self.tell_graph(&program);
        let ledger = AssumptionLedger {
            program: &program,
            input: &input,
            integers: self.session.request.integers,
        };
        self.circumstances.assumptions = ledger.assumptions();
        self.circumstances.input_functions = input_functions(&program);
        if property == Property::TERMINATION {
            return self.check_termination(&unit, &program, budget);
        }
        let checks = Checks::of(&program);
        self.open = asked
            .select(&program, &checks.list)
            .map_err(Reason::Input)?;
        let checked = self.selected_sites(&program, &checks, input.entry.as_deref());
        let selected = self.open.len();
        self.open.retain(|check| checked.contains(check));
        let left_out = ledger.places_of_callees(selected - self.open.len());
        self.circumstances.assumptions.extend(left_out);
        if let Some(shard) = self.session.request.shard.filter(|shard| shard.of() > 1) {
            let whole = self.open.len();
            self.open.retain(|check| shard.has_number(check.0));
            self.circumstances.shard = Some(ShardReport {
                number: shard.number(),
                of: shard.of(),
                assertions: self.open.len(),
                whole,
            });
        }
        self.table = AssertionTable::new(&program, &checks, &self.open);
        self.unreachable.cut_off = checks.cut_off;
        if let Some(since) = &self.session.request.since {
            return self.check_since(since, &program, &input, budget);
        }
        self.tell();
        let is_call = |id: &CheckId| checks.list[id.0 as usize].kind == CheckKind::ErrorCall;
        let calls = self.open.iter().any(is_call);
        let start = Moment::now();
        if !self.cache.is_open()
            && let Some(answered) = self.by_directed_runs(&program, budget)
        {
            return self.go_on_after(answered, &program, start, budget);
        }
        let report = match self.proved_without_memory(&program, &mut unit, &input, budget) {
            WithoutMemory::Proved(report) => *report,
            attempt if self.session.request.memory_reading == MemoryReading::Forgotten => {
                return Err(match attempt {
                    WithoutMemory::Open(reason) => reason,
                    _ => Reason::Bound(Limit::ForgottenMemory),
                });
            }
            _ => {
                drop(unit);
                self.check_all(&program, budget)?
            }
        };
        if !is_about_assertions(property) || self.circumstances.shard.is_some() {
            return Ok(report);
        }
        let vacuous = self.table.reaches_no_assertion();
        let nothing = self.table.assertions.is_empty() && self.session.request.sites == Sites::All;
        match report.verdict {
            Conclusion::Safe if nothing => Err(Reason::NothingToCheck),
            Conclusion::Safe if vacuous && !calls => Ok(vacuous_report(&program, budget)),
            _ => Ok(report),
        }
    }

    /// A proof that rests on an assumption that the request refuses is none.
    fn unless_refused(&self, report: Report) -> Result<Report, Reason> {
        let refused = &self.session.request.refused_assumptions;
        let kinds = self
            .circumstances
            .assumptions
            .iter()
            .map(|assumption| assumption.kind);
        let kinds: BTreeSet<_> = kinds.filter(|kind| refused.contains(kind)).collect();
        if report.verdict != Conclusion::Safe || kinds.is_empty() {
            return Ok(report);
        }
        Err(Reason::RefusedAssumption(kinds.into_iter().collect()))
    }

    /// The checks at the places that are checked.
    pub(crate) fn selected_sites(
        &self,
        program: &Program,
        checks: &Checks,
        entry: Option<&str>,
    ) -> BTreeSet<CheckId> {
        let all = (0..checks.list.len() as u32).map(CheckId);
        match self.session.request.sites {
            Sites::All => all.collect(),
            Sites::Entry => {
                let own = own_sites(program, entry.unwrap_or("main"));
                let is_own = |check: &CheckId| own.contains(&checks.list[check.0 as usize].span);
                all.filter(is_own).collect()
            }
        }
    }

    /// Sends a drawing of the program, if a page is to be made of it.
    fn tell_graph(&self, program: &Program) {
        if self.session.request.extras.contains(&Extra::Graph)
            && let Ok(inlined) = inlined(program, RECURSION_DEPTHS[0])
        {
            let graph = Box::new(invar_report::graph(&inlined));
            self.session.observer.event(&Event::Graph(graph));
        }
    }

    /// A failure after the deadline is a timeout, whatever it says.
    pub(crate) fn unless_late(&self, reason: Reason, activity: &str, budget: &Budget) -> Reason {
        if budget.is_exhausted() {
            let limit = self.session.request.limits.time;
            return Reason::Timeout {
                limit,
                activity: activity.to_owned(),
            };
        }
        reason
    }

    /// That a proof was refused says more than that nothing came after it; that the time was up is
    /// what a person can do something about, so it stays the reason and the refusal its story.
    pub(crate) fn most_telling(&mut self, last: Reason) -> Reason {
        let Some(refused) = self.worker.accounts.refused.take() else {
            return last;
        };
        match (last, &refused) {
            (Reason::Timeout { limit, activity }, Reason::CertificateRejected { message, .. }) => {
                Reason::Timeout {
                    limit,
                    activity: format!("{activity}; before that, {message}"),
                }
            }
            (Reason::Memory { .. } | Reason::SolverGaveUp { .. } | Reason::Bound(_), _) => refused,
            (last, _) => last,
        }
    }
}

/// Whether a proof without any assertion would surprise: of single kinds of undefined behaviour and
/// of error calls, programs may have none.
fn is_about_assertions(property: Property) -> bool {
    property.asks_for(Aspect::Assertion)
}

/// Where the checks of a function are, and its calls: one may be of an assertion under another
/// name.
fn own_sites(program: &Program, function: &str) -> BTreeSet<Option<Span>> {
    let mut sites = BTreeSet::new();
    let Some(id) = program.function_named(function) else {
        return sites;
    };
    let cfa = &program.function(id).cfa;
    for location in cfa.location_ids() {
        if let LocationKind::Error(check) = cfa.location(location).kind {
            sites.insert(program.check(check).span);
        }
    }
    let edges = cfa.edge_ids().map(|id| cfa.edge(id));
    let calls = edges.filter(|edge| matches!(edge.operation, Operation::Call { .. }));
    sites.extend(calls.map(|call| call.span));
    sites
}
