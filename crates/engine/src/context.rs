//! What an engine may use: solver, budget, someone to tell about progress.
//!
//! Invariants at loop heads come from the task (`Task::facts`) and, during the search, from other engines (`Context::news`). A
//! proof holds together with those of the task; what it used of the others is part of it.
//!
//! | engine | invariants of the task | lemmas of other engines |
//! |---|---|---|
//! | `facts` | premises of Houdini and of the query whether targets are excluded | not taken: it is short |
//! | `bmc`, and the base case of `kind` | not used: they follow from the unrolled executions | not taken |
//! | `kind`, `bmc+kind` | hold at every loop head of the step case; stated in the proof | taken at every k: the step case is unrolled anew |
//! | `ic3-cfa`, `ic3-smt`, `ic3-cegar` | asserted in the solvers of their places, conjuncts of every frame | taken at the beginning of each round (`news`): frames stay, witnesses against pushing that they exclude are dropped |
//! | `tree-ic3`, `tree-ic3-itp`, `impact`, `predabs` | hold at every node of their place | taken before each node |
//! | `ic3-bool` | constraints of the circuit | not taken: the circuit is fixed |
//! | `spacer` | conjuncts of the clauses' bodies | not taken |

use invar_cfa::{LocId, Program, UnsupportedId};
use invar_solver::{Budget, Cause, HornSolver, Interpolating, SolverFactory};
use invar_term::{TermId, TermStore};
use invar_verdict::Reason;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Signs of life at one depth come no closer together than this.
const PULSE: Duration = Duration::from_millis(50);

/// A sign of life.
#[derive(Clone, Copy, Debug)]
pub struct Event<'a> {
    /// The engine.
    pub engine: &'static str,
    /// Steps of the unrolling, or level of the frontier.
    pub depth: u32,
    /// What is going on.
    pub activity: &'a str,
    /// Lemmas that hold so far.
    pub lemmas: u64,
    /// Obligations that are open.
    pub obligations: u64,
    /// The cut point that is worked on, in the task's program.
    pub location: Option<LocId>,
}

impl<'a> Event<'a> {
    /// A sign of life of an engine that has neither lemmas nor obligations.
    pub fn new(engine: &'static str, depth: u32, activity: &'a str) -> Event<'a> {
        Event {
            engine,
            depth,
            activity,
            lemmas: 0,
            obligations: 0,
            location: None,
        }
    }
}

/// Something that was learnt: `fact` holds at `location` in every execution of at most `level`
/// blocks, in every execution at all if there is no level.
#[derive(Clone, Copy, Debug)]
pub struct Learnt {
    /// Where, in the task's program.
    pub location: LocId,
    /// For how long.
    pub level: Option<u32>,
    /// What, over the symbols of the task's program.
    pub fact: TermId,
    /// Which part of the engine found its final form.
    pub origin: &'static str,
}

/// Someone who is told about progress.
pub trait Observer: Sync {
    /// Something happened.
    fn event(&self, event: &Event<'_>);

    /// A lemma was learnt. Not everyone is interested.
    fn learnt(&self, _lemma: &Learnt) {}
}

/// Facts from engines that search the same program at the same time.
///
/// Lemmas are the right currency between them (Somenzi & Bradley 2011): what one engine proved of
/// all executions strengthens the frames of another. An engine gives by telling its observer a
/// lemma without a level, and takes when it is between two rounds.
pub trait Exchange: Sync {
    /// What came since the last call: facts that hold at locations of the task's program in every
    /// execution, inductive together with the facts of the task and those that came before.
    fn news(&self) -> Vec<(LocId, TermId)>;
}

/// Named numbers of a run: how often something happened.
#[derive(Debug, Default)]
pub struct Counters(RefCell<BTreeMap<&'static str, u64>>);

impl Counters {
    /// Counts `more` further ones.
    pub fn add(&self, name: &'static str, more: u64) {
        *self.0.borrow_mut().entry(name).or_default() += more;
    }

    /// Keeps the largest number seen.
    pub fn raise(&self, name: &'static str, to: u64) {
        let mut counters = self.0.borrow_mut();
        let counter = counters.entry(name).or_default();
        *counter = to.max(*counter);
    }

    /// Everything that was counted, by name.
    pub fn all(&self) -> Vec<(&'static str, u64)> {
        self.0.borrow().iter().map(|(n, c)| (*n, *c)).collect()
    }
}

/// Tells nobody.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    fn event(&self, _: &Event<'_>) {}
}

/// Bytes a term takes in the store, its index and a solver's translation, roughly.
const BYTES_PER_TERM: u64 = 250;

/// What an engine may use.
pub struct Context<'a> {
    /// Makes solvers.
    pub solver: &'a dyn SolverFactory,
    /// Solves Horn clauses.
    pub horn: Option<&'a dyn HornSolver>,
    /// Finds interpolants in our place; we do where it does not.
    pub interpolation: Option<&'a dyn Interpolating>,
    /// Facts from others, while it searches.
    pub exchange: Option<&'a dyn Exchange>,
    /// When to stop.
    pub budget: Budget,
    /// Memory that terms may take, in megabytes.
    pub memory_mb: Option<u64>,
    /// Who is told about progress.
    pub observer: &'a dyn Observer,
    /// What happened how often.
    pub counters: Counters,
    started: Instant,
    /// When something was told last, and at which depth.
    told: Cell<Option<(Instant, u32)>>,
}

impl<'a> Context<'a> {
    /// A context that starts now, tells nobody and has no bound on memory.
    pub fn new(solver: &'a dyn SolverFactory, budget: Budget) -> Context<'a> {
        Context {
            solver,
            horn: None,
            interpolation: None,
            exchange: None,
            budget,
            memory_mb: None,
            observer: &Silent,
            counters: Counters::default(),
            started: Instant::now(),
            told: Cell::new(None),
        }
    }

    /// The same, telling `observer`.
    pub fn observed(self, observer: &'a dyn Observer) -> Context<'a> {
        Context { observer, ..self }
    }

    /// The same, with someone who solves Horn clauses.
    pub fn with_horn(self, horn: &'a dyn HornSolver) -> Context<'a> {
        Context {
            horn: Some(horn),
            ..self
        }
    }

    /// The same, with someone who finds interpolants in our place.
    pub fn with_interpolation(self, interpolation: &'a dyn Interpolating) -> Context<'a> {
        Context {
            interpolation: Some(interpolation),
            ..self
        }
    }

    /// The same, with a bound on the memory of terms.
    pub fn within_memory(self, megabytes: u64) -> Context<'a> {
        Context {
            memory_mb: Some(megabytes),
            ..self
        }
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Tells the observer: every new depth, and at one depth not too often. The event is made
    /// only if it is told.
    pub fn tell<'e>(&self, depth: u32, event: impl FnOnce() -> Event<'e>) {
        let recently = |(at, of): (Instant, u32)| of == depth && at.elapsed() < PULSE;
        if self.told.get().is_some_and(recently) {
            return;
        }
        self.told.set(Some((Instant::now(), depth)));
        self.observer.event(&event());
    }

    /// Facts that others found since the last call.
    pub fn news(&self) -> Vec<(LocId, TermId)> {
        let news = self.exchange.map(Exchange::news).unwrap_or_default();
        if !news.is_empty() {
            self.counters.add("facts from others", news.len() as u64);
        }
        news
    }

    /// Goes on, or says why not.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn proceed(&self, terms: &TermStore, activity: &str) -> Result<(), Reason> {
        if self.budget.is_exhausted() {
            return Err(self.stop(Cause::Timeout, activity));
        }
        let used = terms.len() as u64 * BYTES_PER_TERM / 1_000_000;
        match self.memory_mb {
            Some(limit_mb) if used > limit_mb => Err(Reason::Memory {
                limit_mb,
                activity: activity.to_owned(),
            }),
            _ => Ok(()),
        }
    }

    /// The reason that stands for a solver's silence.
    pub fn stop(&self, cause: Cause, activity: &str) -> Reason {
        let activity = activity.to_owned();
        if self.budget.cancel.is_cancelled() {
            return Reason::Cancelled;
        }
        let solver = self.solver.name();
        match cause {
            Cause::Timeout => Reason::Timeout {
                limit: self.limit(),
                activity,
            },
            Cause::Cancelled => Reason::Cancelled,
            Cause::Memory => match self.memory_mb {
                Some(limit_mb) => Reason::Memory { limit_mb, activity },
                None => Reason::SolverGaveUp {
                    message: format!("{solver}: out of memory"),
                },
            },
            Cause::ModelRejected => Reason::SolverGaveUp {
                message: format!("{solver}: its model does not satisfy the query"),
            },
            Cause::GaveUp(message) => Reason::SolverGaveUp {
                message: format!("{solver}: {message}"),
            },
        }
    }

    /// The time given, counted from the start.
    fn limit(&self) -> Duration {
        let deadline = self.budget.deadline.unwrap_or_else(Instant::now);
        deadline.saturating_duration_since(self.started)
    }

    /// The reason that a construct which is not modelled can be reached.
    pub fn unsupported(program: &Program, id: UnsupportedId) -> Reason {
        let unsupported = &program.unsupported[id.0 as usize];
        Reason::Unsupported {
            construct: unsupported.construct.clone(),
            place: unsupported.span.map(|span| program.sources.describe(span)),
        }
    }
}
