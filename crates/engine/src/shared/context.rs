//! What an engine may use: solver, budget, an observer of its progress.
//!
//! Invariants at loop heads come from the task (`Task::facts`) and, during the search, from other engines
//! (`Context::shared_lemmas`). A proof holds together with those of the task; shared lemmas that it used are part of it.
//!
//! | engine | invariants of the task | lemmas of other engines |
//! |---|---|---|
//! | `houdini` | premises of Houdini and of the query whether targets are excluded | not taken: it is short |
//! | `heap` | premises, as for `houdini`; stated in the proof | not taken: it is short |
//! | `bmc`, and the base case of `kind` | not used: they follow from the unrolled executions | not taken |
//! | `unwind` | not used, likewise | not taken |
//! | `kind`, `bmc+kind` | hold at every loop head of the step case; stated in the proof | taken at every k: the step case is unrolled again |
//! | `ic3-cfa`, `ic3-smt`, `ic3-cegar` | asserted in the solvers of their places, conjuncts of every frame | taken at the beginning of each round (`shared_lemmas`): frames stay, witnesses against pushing that they exclude are dropped |
//! | `tree-ic3`, `tree-ic3-itp`, `impact`, `predabs` | hold at every node of their place | taken before each node |
//! | `ic3-bool` | constraints of the circuit | not taken: the circuit is fixed |
//! | `spacer` | conjuncts of the clauses' bodies | not taken |

use invar_cfa::{LocId, Program, UnsupportedId};
use invar_solver::Moment;
use invar_solver::{Budget, Cause, HornSolver, Interpolating, SolverFactory};
use invar_term::{TermId, TermStore};
use invar_verdict::Reason;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::time::Duration;

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

/// Receives the progress of an engine.
pub trait Observer: Sync {
    /// Something happened.
    fn event(&self, event: &Event<'_>);

    /// A lemma was learnt. Ignored by default.
    fn learnt(&self, _lemma: &Learnt) {}
}

/// Facts from engines that search the same program at the same time.
///
/// Lemmas are the right currency between them (Somenzi & Bradley 2011): what one engine proved of
/// all executions strengthens the frames of another. An engine shares a lemma by reporting it to
/// its observer without a level, and takes those of others between two rounds.
pub trait Exchange: Sync {
    /// The lemmas since the last call: facts that hold at locations of the task's program in every
    /// execution, inductive together with the facts of the task and those that came before.
    fn shared_lemmas(&self) -> Vec<(LocId, TermId)>;
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

/// An observer that ignores everything.
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
    /// Computes interpolants; where it fails, our own procedure does.
    pub interpolation: Option<&'a dyn Interpolating>,
    /// Lemmas of other engines during the search.
    pub exchange: Option<&'a dyn Exchange>,
    /// When to stop.
    pub budget: Budget,
    /// Memory that terms may take, in megabytes.
    pub memory_mb: Option<u64>,
    /// Receives progress.
    pub observer: &'a dyn Observer,
    /// What happened how often.
    pub counters: Counters,
    started: Moment,
    /// When an event was reported last, and at which depth.
    told: Cell<Option<(Moment, u32)>>,
}

impl<'a> Context<'a> {
    /// A context that starts now, without an observer and without a bound on memory.
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
            started: Moment::now(),
            told: Cell::new(None),
        }
    }

    /// Sets the observer.
    pub fn observed(self, observer: &'a dyn Observer) -> Context<'a> {
        Context { observer, ..self }
    }

    /// Sets the solver of Horn clauses.
    pub fn with_horn(self, horn: &'a dyn HornSolver) -> Context<'a> {
        Context {
            horn: Some(horn),
            ..self
        }
    }

    /// Sets the solver that computes interpolants.
    pub fn with_interpolation(self, interpolation: &'a dyn Interpolating) -> Context<'a> {
        Context {
            interpolation: Some(interpolation),
            ..self
        }
    }

    /// Bounds the memory of terms.
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

    /// Reports an event to the observer: at every new depth, and at one depth no more often than
    /// every `PULSE`. The event is made only if it is reported.
    pub fn tell<'e>(&self, depth: u32, event: impl FnOnce() -> Event<'e>) {
        let recently = |(at, of): (Moment, u32)| of == depth && at.elapsed() < PULSE;
        if self.told.get().is_some_and(recently) {
            return;
        }
        self.told.set(Some((Moment::now(), depth)));
        self.observer.event(&event());
    }

    /// Lemmas that other engines found since the last call.
    pub fn shared_lemmas(&self) -> Vec<(LocId, TermId)> {
        let shared_lemmas = self
            .exchange
            .map(Exchange::shared_lemmas)
            .unwrap_or_default();
        if !shared_lemmas.is_empty() {
            self.counters
                .add("facts from others", shared_lemmas.len() as u64);
        }
        shared_lemmas
    }

    /// Whether to continue.
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

    /// The reason for a solver's missing answer.
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
        let deadline = self.budget.deadline.unwrap_or_else(Moment::now);
        deadline.saturating_duration_since(self.started)
    }

    /// The reason that a construct which is not modelled can be reached.
    pub fn unsupported(program: &Program, id: UnsupportedId) -> Reason {
        let unsupported = &program.unsupported[id.0 as usize];
        Reason::Unsupported {
            kind: unsupported.kind,
            construct: unsupported.construct.clone(),
            place: unsupported.span.map(|span| program.sources.place(span)),
        }
    }
}
