//! From a C file to a certified report.

use crate::arguments::{
    CertifierArgument, CheckArguments, EngineArgument, InputArguments, property,
};
use crate::back::{facts_on_prepared, proof_back, support, trace_back};
use crate::describe::{assumptions, proof_report, violation};
use crate::events::Events;
use crate::report::Report;
use invar_certify::{certify_proof, replay};
use invar_cfa::{Program, Property};
use invar_encode::{Arithmetic, BlockGraph};
use invar_engine::{Bmc, Context, Engine, Event, Kind, Observer, Task};
use invar_frontend::ast::Unit;
use invar_frontend::clang::ParseOptions;
use invar_interp::{HuntLimits, Limits};
use invar_passes::{InlineError, InlineLimits, PassOptions, Prepared, RECURSION, Switch};
use invar_solver::z3::set_memory_limit_mb;
use invar_solver::{
    Budget, LoggedFactory, MeteredFactory, SmtLibFactory, SolverFactory, Statistics, Z3Factory,
};
use invar_verdict::{Choice, Limit, Proof, Reason, Support, Trace, Verdict};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Edges of an inlined program beyond which calls are cut off.
pub const MAX_EDGES: usize = 150_000;
/// Steps of a trace that are kept for the report.
const KEPT_STEPS: usize = 5_000;
/// Steps of a replay; a claimed run that is longer is most likely one that never ends.
const REPLAY_STEPS: u64 = 5_000_000;
/// Depths of inlined recursion that are tried before the limit.
pub const RECURSION_DEPTHS: [u32; 2] = [2, 6];
/// Seed of the concrete runs.
const HUNT_SEED: u64 = 1;
/// Time that the first certifier has before the second is asked.
const FIRST_ROUND: Duration = Duration::from_secs(3);
/// Left for the report when the time is nearly up.
const RESERVE: Duration = Duration::from_millis(150);

/// Reads a C file into a program.
pub fn load(
    input: &InputArguments,
    property: Property,
    deadline: Option<Instant>,
) -> Result<Program, Reason> {
    lowered(&parsed(input, deadline)?, input, property)
}

/// The syntax tree of a C file.
pub fn parsed(input: &InputArguments, deadline: Option<Instant>) -> Result<Unit, Reason> {
    let options = ParseOptions {
        data_model: input.data_model.into(),
        include_dirs: input.include.clone(),
        defines: input.define.clone(),
        clang: None,
        deadline,
        // The supervisor watches clang's memory too; a limit on its address space would refuse
        // the libraries it only maps.
        memory_mb: None,
    };
    invar_frontend::clang::parse(&input.file, &options)
        .map_err(|diagnostic| Reason::Input(diagnostic.to_string()))
}

/// The program of a syntax tree.
pub fn lowered(unit: &Unit, input: &InputArguments, property: Property) -> Result<Program, Reason> {
    invar_frontend::lower::lower(unit, input.data_model.into(), property)
        .ok_or_else(|| Reason::Input("the program has no function main with a body".into()))
}

/// The program that is certified.
pub fn inlined(program: &Program, recursion: u32) -> Result<Program, Reason> {
    let limits = InlineLimits {
        recursion,
        edges: MAX_EDGES,
    };
    match invar_passes::inline(program, limits) {
        Ok(inlined) => Ok(inlined.program),
        Err(InlineError::TooLarge { limit }) => Err(Reason::Bound(Limit::InlinedEdges(limit))),
        Err(error) => Err(Reason::Internal(error.to_string())),
    }
}

/// The program that engines work on.
pub fn prepared(inlined: &Program) -> Prepared {
    invar_passes::prepare(inlined, &PassOptions::default())
}

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

struct Activity<'a>(&'a Events);

impl Observer for Activity<'_> {
    fn event(&self, event: &Event<'_>) {
        let Event {
            engine,
            depth,
            activity,
        } = event;
        self.0
            .activity(&format!("{engine}: {activity} (depth {depth})"));
    }
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

    fn engine(&self) -> Box<dyn Engine> {
        match self.arguments.engine {
            EngineArgument::Default => Box::new(Kind::interleaved()),
            EngineArgument::Bmc => Box::new(Bmc::default()),
            EngineArgument::Kind => Box::new(Kind::plain()),
        }
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

    /// Inlines recursive calls to growing depths: proofs and errors often need few of them, and
    /// the size of the inlined program can grow exponentially.
    fn deepen_recursion(&mut self, program: &Program) -> Result<Report, Reason> {
        let limit = self.arguments.recursion;
        let whole = self.budget.clone();
        for depth in RECURSION_DEPTHS.into_iter().filter(|d| *d < limit) {
            let source = self.phase("inlining", |_| inlined(program, depth))?;
            if !source
                .unsupported
                .iter()
                .any(|u| u.construct.starts_with(RECURSION))
            {
                // Deep enough already.
                return self.source(&source);
            }
            let left = whole.remaining().unwrap_or(Duration::from_secs(3600));
            self.budget = whole.at_most(left / 4);
            let result = self.source(&source);
            self.budget = whole.clone();
            match result {
                Err(Reason::Unsupported { construct, .. }) if construct.starts_with(RECURSION) => {}
                Err(Reason::Timeout { .. }) if !whole.is_exhausted() => {}
                decided => return decided,
            }
        }
        let source = self.phase("inlining", |_| inlined(program, limit))?;
        self.source(&source)
    }

    /// Everything that is tried on one inlined program.
    fn source(&mut self, source: &Program) -> Result<Report, Reason> {
        if self.arguments.engine == EngineArgument::Default
            && let Some(trace) = self.phase("running", |run| run.hunt(source))
        {
            self.found_by = Some("run");
            return self.certified_trace(source, &trace);
        }
        let mut report = self.attempt(source, &PassOptions::default());
        // Slicing forgets that loops may run for ever; without it fewer claims are refused.
        if matches!(report, Err(Reason::CertificateRejected { .. })) {
            let unsliced = PassOptions {
                slice: Switch::Off,
                ..PassOptions::default()
            };
            report = self.attempt(source, &unsliced);
        }
        report
    }

    /// Short bug hunting first: some concrete runs.
    fn hunt(&self, source: &Program) -> Option<Trace> {
        let left = self.budget.remaining().unwrap_or(Duration::from_secs(60));
        let deadline = Instant::now() + left / 4;
        let limits = HuntLimits {
            deadline: Some(deadline),
            ..HuntLimits::default()
        };
        let choices = invar_interp::hunt(source, HUNT_SEED, &limits)?;
        let choices = choices
            .into_iter()
            .map(|(edge, value)| Choice { edge, value });
        Some(Trace {
            choices: choices.collect(),
        })
    }

    /// One search on the program that some passes make, with its evidence certified.
    fn attempt(&mut self, source: &Program, options: &PassOptions) -> Result<Report, Reason> {
        let prepared = self.phase("simplifying", |_| invar_passes::prepare(source, options));
        let blocks = self.phase("encoding", |_| {
            BlockGraph::of(&prepared.program, Arithmetic::Bv)
        });
        let blocks = blocks.map_err(|error| Reason::Internal(error.to_string()))?;
        self.sizes(source, &prepared);
        let verdict = self.search(&prepared, &blocks)?;
        self.certified(source, &prepared, verdict)
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

    fn sizes(&mut self, source: &Program, prepared: &Prepared) {
        for (name, program) in [("inlined", source), ("prepared", &prepared.program)] {
            let edges = program.entry_cfa().edge_count() as f64;
            self.statistics.push((format!("edges {name}"), edges));
        }
        for (name, time) in &prepared.timings {
            self.statistics
                .push((format!("seconds pass {name}"), time.as_secs_f64()));
        }
    }

    fn search(&mut self, prepared: &Prepared, blocks: &BlockGraph) -> Result<Verdict, Reason> {
        let mut finder: Arc<dyn SolverFactory> = Arc::new(Z3Factory::default());
        if let Some(folder) = &self.arguments.query_log {
            let logged = LoggedFactory::new(finder, folder)
                .map_err(|e| Reason::Input(format!("{}: {e}", folder.display())))?;
            finder = Arc::new(logged);
        }
        let metered = MeteredFactory::new(finder, self.meter.clone());
        let facts = facts_on_prepared(prepared, blocks);
        let task = Task {
            program: &prepared.program,
            blocks,
            facts: &facts,
        };
        let observer = Activity(self.events);
        let mut context = Context::new(&metered, self.budget.clone());
        context.observer = &observer;
        context.memory_mb = self.arguments.memory;
        let engine = self.engine();
        let limit = self.arguments.timeout;
        self.phase("searching", |_| match engine.run(&task, &context) {
            Ok(Verdict::Unknown(Reason::Timeout { activity, .. })) => {
                Err(Reason::Timeout { limit, activity })
            }
            Ok(Verdict::Unknown(reason)) => Err(reason),
            Ok(verdict) => Ok(verdict),
            Err(error) => Err(Reason::Internal(error.to_string())),
        })
    }

    /// Maps evidence back to the inlined program and has it checked there.
    fn certified(
        &mut self,
        source: &Program,
        prepared: &Prepared,
        verdict: Verdict,
    ) -> Result<Report, Reason> {
        self.events.activity("certifying");
        match verdict {
            Verdict::Unknown(reason) => Err(reason),
            Verdict::Unsafe(trace) => self.certified_trace(source, &trace_back(prepared, trace)),
            Verdict::Safe(proof) => {
                let proof = proof_back(prepared, proof);
                self.certified_proof(source, &proof, &support(prepared))
            }
        }
    }

    fn certified_trace(&mut self, source: &Program, trace: &Trace) -> Result<Report, Reason> {
        let limits = Limits {
            steps: REPLAY_STEPS,
            deadline: self.budget.deadline,
            ..Limits::default()
        };
        match replay(source, trace, &limits, KEPT_STEPS) {
            Ok(replay) => Ok(Report {
                verdict: "unsafe".into(),
                certified: true,
                certifier: Some("concrete interpreter".into()),
                violation: Some(violation(source, &replay)),
                ..Report::default()
            }),
            Err(message) => {
                self.rejected += 1;
                Err(Reason::CertificateRejected {
                    claim: "unsafe",
                    message,
                })
            }
        }
    }

    fn certified_proof(
        &mut self,
        source: &Program,
        proof: &Proof,
        support: &Support,
    ) -> Result<Report, Reason> {
        let cvc5 = SmtLibFactory::cvc5();
        let yices = SmtLibFactory::yices();
        // cvc5 first. Where it does not decide at once, Yices often does; whoever is last may use
        // all that is left.
        let rounds: Vec<(&dyn SolverFactory, Option<Duration>)> = match self.arguments.certifier {
            CertifierArgument::Default => {
                let left = self.budget.remaining().unwrap_or(Duration::from_secs(3600));
                vec![
                    (&cvc5, Some(FIRST_ROUND.min(left / 3))),
                    (&yices, Some(left / 3)),
                    (&cvc5, None),
                ]
            }
            CertifierArgument::Cvc5 => vec![(&cvc5, None)],
            CertifierArgument::Yices => vec![(&yices, None)],
        };
        let mut message = String::from("no certifier");
        for (factory, share) in rounds {
            let budget = match share {
                Some(share) => self.budget.at_most(share),
                None => self.budget.clone(),
            };
            let start = Instant::now();
            let checked = certify_proof(source, proof, support, factory, &budget);
            self.statistics.push((
                format!("seconds certifying {}", factory.name()),
                start.elapsed().as_secs_f64(),
            ));
            match checked {
                Ok(certified) => {
                    return Ok(Report {
                        verdict: "safe".into(),
                        certified: true,
                        certifier: Some(certified.by),
                        proof: Some(proof_report(source, proof, support)),
                        ..Report::default()
                    });
                }
                Err(invar_certify::Rejection::Refuted(why)) => {
                    message = why;
                    break;
                }
                Err(invar_certify::Rejection::Undecided(why)) => message = why,
            }
        }
        self.rejected += 1;
        Err(Reason::CertificateRejected {
            claim: "safe",
            message,
        })
    }
}
