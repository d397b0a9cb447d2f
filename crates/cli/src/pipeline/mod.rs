//! From a C file to a certified report.
//!
//! Reading order: `load` reads, `judge` asks for each assertion and keeps the answers in the
//! `ledger`, `strategy` decides what is tried on the whole program (`only_run` runs it, if it has one run; `deep` finds errors behind deep recursion, `summaries` contracts of recursive functions), `attempt` prepares it for
//! searches, `cells` does so with the arrays abstracted, `plan` says which, `portfolio` makes them one after the other or side by side,
//! `reading` is what they share, `rung` is one search, `ending` how it ended, `transfer` brings a proof from integers to bit-vectors, `evidence` has it
//! checked by `certifiers`; `vacuity` and `facts` find out more about what was proved and what was not; `watch`
//! tells what is going on; `kept` has evidence of earlier runs certified and keeps it for later ones; `since` leaves out what a change cannot affect; `interpolation` chooses who finds interpolants. `validate`, with `statement` and `follow`, checks what a witness says.

mod attempt;
mod cells;
mod certifiers;
mod deep;
mod ending;
mod evidence;
mod facts;
mod follow;
mod interpolation;
mod judge;
mod kept;
mod ledger;
mod load;
mod only_run;
mod plan;
mod portfolio;
mod reading;
mod rung;
mod since;
mod statement;
mod strategy;
mod summaries;
mod timed;
mod transfer;
mod vacuity;
mod validate;
mod watch;

pub use load::{
    MAX_EDGES, RECURSION_DEPTHS, inlined, load, load_for_run, lowered, parsed, prepared,
};

use crate::arguments::{CheckArguments, Question, SitesArgument, arithmetic_name, question};
use crate::describe::{assumptions, blocked_at, entry_assumption, input_functions};
use crate::events::{Event, Events};
use facts::Known;
use invar_cfa::{CheckId, LocationKind, Operation, Program, Span};
use invar_encode::Arithmetic;
use invar_passes::Checks;
use invar_solver::z3::set_memory_limit_mb;
use invar_solver::{Budget, LoggedFactory, MeteredFactory, SolverFactory, Statistics, Z3Factory};
use invar_verdict::Reason;
use invar_witness::report::{
    Assumption, InputFunction, Report, SearchRecord, ShardReport, SinceReport,
};
use kept::{Found, Kept};
use ledger::Ledger;
use only_run::Running;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};
use timed::{TimedInterpolation, TimedSpacer};

/// Left for the report when the time is nearly up.
const RESERVE: Duration = Duration::from_millis(150);

/// Checks a program; never panics on purpose, never claims without evidence.
pub fn verify(arguments: &CheckArguments, events: &Events) -> Report {
    let mut run = match Run::new(arguments, events) {
        Ok(run) => run,
        Err(reason) => return Report::unknown(&reason),
    };
    let mut report = match run.verdict() {
        Ok(report) => report,
        Err(reason) => {
            let reason = run.most_telling(reason);
            run.give_up(&reason);
            Report {
                blocked_at: blocked_at(&reason),
                ..Report::unknown(&reason)
            }
        }
    };
    run.add_known(&mut report);
    report.engine = run.found_by.to_owned();
    report.arithmetic = run
        .found_over
        .map_or_else(|| arguments.search.arithmetic.name(), arithmetic_name)
        .into();
    let interpolating = run.interpolation.as_deref().map(TimedInterpolation::time);
    let finding = run.meter.time() + run.horn.time() + interpolating.unwrap_or_default();
    report.solver_seconds = (finding + run.certifying.time()).as_secs_f64();
    run.count("seconds in the finder's solver", finding.as_secs_f64());
    run.count(
        "seconds in the certifier's solver",
        run.certifying.time().as_secs_f64(),
    );
    report.queries = run.meter.queries() + run.horn.queries();
    report.rejected_certificates = run.rejected;
    report.statistics.append(&mut run.statistics);
    report.searches = std::mem::take(&mut run.searches);
    report.store = run.kept.report.take();
    report
}

/// One check of one program.
struct Run<'a> {
    arguments: &'a CheckArguments,
    events: &'a Events,
    budget: Budget,
    /// Makes the solvers that search.
    finder: Arc<MeteredFactory>,
    meter: Arc<Statistics>,
    /// What the certifier's solvers did.
    certifying: Arc<Statistics>,
    /// Solves Horn clauses, for the engine that needs it.
    horn: Arc<TimedSpacer>,
    /// Finds interpolants in our place, if the user has chosen someone.
    interpolation: Option<Arc<TimedInterpolation>>,
    statistics: BTreeMap<String, f64>,
    /// How each search ended.
    searches: Vec<SearchRecord>,
    /// The searches that were begun.
    begun: usize,
    /// Evidence that was refused by certification.
    rejected: u32,
    /// The first proof that was refused, also before certification.
    refused: Option<Reason>,
    started: Instant,
    /// What the verdict assumes.
    assumptions: Vec<Assumption>,
    /// Where its inputs come from.
    input_functions: Vec<InputFunction>,
    /// The checks that are looked for now.
    open: BTreeSet<CheckId>,
    /// Assertions to which no path leads.
    cut_off: BTreeSet<CheckId>,
    /// Assertions that no execution gets to, with who certified it.
    vacuous: BTreeMap<CheckId, String>,
    /// Which of them were taken, if only a shard was.
    shard: Option<ShardReport>,
    /// Which of them a change can affect, if only these are asked for.
    since: Option<SinceReport>,
    /// What is known about single assertions.
    ledger: Ledger,
    /// Certified facts.
    known: Option<Known>,
    /// The number of facts when they were certified last.
    gathered: usize,
    /// Who found the verdict or searched last.
    found_by: &'static str,
    /// In which arithmetic.
    found_over: Option<Arithmetic>,
    /// With which solvers: these do not certify it.
    found_with: String,
    /// Whether the program checks facts that may be a proof themselves.
    stating: bool,
    /// Whether running the program may be a proof.
    running: Running,
    /// Depth to which recursive calls are inlined now.
    depth: u32,
    /// The store of evidence.
    kept: Kept,
    /// Who checks the last proof fastest.
    found_fast: Option<&'static str>,
    /// What answered the last question, for the store.
    found: Option<Found>,
}

impl<'a> Run<'a> {
    fn new(arguments: &'a CheckArguments, events: &'a Events) -> Result<Self, Reason> {
        let time = arguments.timeout.saturating_sub(RESERVE);
        if let Some(limit) = arguments.memory {
            // Our own terms need room beside the solver's.
            set_memory_limit_mb(limit * 3 / 4);
        }
        let interpolation = interpolation::chosen(arguments.memory)?;
        let mut finder: Arc<dyn SolverFactory> = Arc::new(Z3Factory::default());
        if let Some(folder) = &arguments.query_log {
            let logged = LoggedFactory::new(finder, folder)
                .map_err(|e| Reason::Input(format!("{}: {e}", folder.display())))?;
            finder = Arc::new(logged);
        }
        let store = arguments.store.location();
        let store = store.map_err(|problem| Reason::Input(problem.to_string()))?;
        let mut run = Run::empty(arguments, events);
        run.budget = Budget::lasting(time);
        run.finder = Arc::new(MeteredFactory::new(finder, run.meter.clone()));
        run.kept = Kept::open(store.as_ref());
        run.interpolation = interpolation.map(TimedInterpolation::new).map(Arc::new);
        Ok(run)
    }

    /// A run that has done nothing, without limits.
    fn empty(arguments: &'a CheckArguments, events: &'a Events) -> Self {
        let meter: Arc<Statistics> = Arc::default();
        let finder = MeteredFactory::new(Arc::new(Z3Factory::default()), meter.clone());
        Run {
            arguments,
            events,
            budget: Budget::unlimited(),
            finder: Arc::new(finder),
            meter,
            certifying: Arc::default(),
            horn: Arc::default(),
            interpolation: None,
            statistics: BTreeMap::new(),
            searches: Vec::new(),
            begun: 0,
            rejected: 0,
            refused: None,
            started: Instant::now(),
            assumptions: Vec::new(),
            input_functions: Vec::new(),
            open: BTreeSet::new(),
            cut_off: BTreeSet::new(),
            vacuous: BTreeMap::new(),
            shard: None,
            since: None,
            ledger: Ledger::default(),
            known: None,
            gathered: 0,
            found_by: arguments.search.engine().name(),
            found_over: None,
            found_with: String::new(),
            stating: false,
            running: Running::MayProve,
            depth: RECURSION_DEPTHS[0],
            kept: Kept::default(),
            found_fast: None,
            found: None,
        }
    }

    /// Adds to a number of the statistics.
    fn count(&mut self, name: &str, more: f64) {
        *self.statistics.entry(name.to_owned()).or_default() += more;
    }

    fn phase<T>(&mut self, name: &str, work: impl FnOnce(&mut Self) -> T) -> T {
        self.events.activity(name);
        let start = Instant::now();
        let result = work(self);
        self.count(&format!("seconds {name}"), start.elapsed().as_secs_f64());
        result
    }

    fn verdict(&mut self) -> Result<Report, Reason> {
        let asked = match question(&self.arguments.property) {
            Ok(Question::Checked(asked)) => asked,
            Ok(Question::NotYet(name)) => return Err(Reason::UnsupportedProperty(name)),
            Err(refusal) => return Err(Reason::Input(refusal.to_string())),
        };
        let mut input = self.arguments.input.clone();
        match (&input.entry, asked.entry.clone()) {
            (Some(given), Some(entry)) if *given != entry => {
                let message = format!("the property starts at {entry}, --entry says {given}");
                return Err(Reason::Input(message));
            }
            (None, entry) => input.entry = entry,
            _ => {}
        }
        let property = asked.property;
        if let Some(witness) = &self.arguments.validating {
            return self.validated(witness, property);
        }
        let deadline = self.budget.deadline;
        let program = self.phase("reading", |_| load(&input, property, deadline));
        let program = program.map_err(|reason| self.unless_late(reason, "reading"))?;
        self.tell_graph(&program);
        self.assumptions = assumptions(&program, self.arguments.integers);
        let entry = input.entry.as_deref();
        let entry = entry.filter(|name| *name != "main");
        self.assumptions.extend(entry.map(entry_assumption));
        self.input_functions = input_functions(&program);
        let checks = Checks::of(&program);
        self.open = asked
            .select(&program, &checks.list)
            .map_err(Reason::Input)?;
        let judged = self.judged_sites(&program, &checks, input.entry.as_deref());
        self.open.retain(|check| judged.contains(check));
        if let Some(shard) = self.arguments.shard.filter(|shard| shard.of() > 1) {
            let whole = self.open.len();
            self.open.retain(|check| shard.has_number(check.0));
            self.shard = Some(ShardReport {
                number: shard.number(),
                of: shard.of(),
                assertions: self.open.len(),
                whole,
            });
        }
        self.ledger = Ledger::new(&program, &checks, &self.open);
        self.cut_off = checks.cut_off;
        if let Some(revision) = &self.arguments.since {
            return self.judge_since(revision, &program, &input);
        }
        self.tell();
        self.judge(&program)
    }

    /// The checks at the places that are judged.
    fn judged_sites(
        &self,
        program: &Program,
        checks: &Checks,
        entry: Option<&str>,
    ) -> BTreeSet<CheckId> {
        let all = (0..checks.list.len() as u32).map(CheckId);
        match self.arguments.sites {
            SitesArgument::All => all.collect(),
            SitesArgument::Entry => {
                let own = own_sites(program, entry.unwrap_or("main"));
                let is_own = |check: &CheckId| own.contains(&checks.list[check.0 as usize].span);
                all.filter(is_own).collect()
            }
        }
    }

    /// Sends a drawing of the program, if a page is to be made of it.
    fn tell_graph(&self, program: &Program) {
        if self.arguments.outputs.report.is_some()
            && let Ok(inlined) = inlined(program, RECURSION_DEPTHS[0])
        {
            let graph = Box::new(invar_witness::graph(&inlined));
            self.events.send(&Event::Graph(graph));
        }
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

    /// That a proof was refused says more than that nothing came after it; that the time was up is
    /// what a person can do something about, so it stays the reason and the refusal its story.
    fn most_telling(&mut self, last: Reason) -> Reason {
        let Some(refused) = self.refused.take() else {
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

/// Where the checks of a function stand, and its calls: one may be of an assertion under another
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
