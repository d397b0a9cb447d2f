//! The only part of interpolation that queries a solver.

use crate::ic3::Stop;
use crate::{Context, EngineError};
use invar_solver::{Answer, Budget, Model, Solver};
use invar_term::{TermId, TermStore};
use rustc_hash::FxHashSet;
use std::sync::Arc;
use std::time::Duration;

/// Formulas after which the solver is rebuilt: it keeps their translations.
const LOAD: usize = 3_000;
/// Time the incremental solver has before a query goes to a new solver.
const INCREMENTAL_TIMEOUT: Duration = Duration::from_millis(300);
/// Time for an optional query.
const OPTIONAL_QUERY_TIMEOUT: Duration = Duration::from_millis(1_000);

/// The answer to a query.
pub(super) enum Told {
    /// There is a model.
    Model(Model),
    /// There is no model, already for these formulas.
    Core(FxHashSet<TermId>),
    /// The solver gave no answer.
    Unknown,
}

/// A solver for queries without any state.
pub(super) struct Asker<'r> {
    pub(super) terms: Arc<TermStore>,
    pub(super) context: &'r Context<'r>,
    solver: Option<Box<dyn Solver>>,
    /// What the solver has seen.
    seen: FxHashSet<TermId>,
    scope: Scope,
}

/// Whether the solver has an open scope. What was asked about one refutation is closed away
/// before the next. Measured on 1000 random refutations over integers, on a busy machine where
/// equal runs differ by a factor of two: 79 s with a solver that kept everything, 6 s without.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    Open,
    Closed,
}

impl<'r> Asker<'r> {
    pub(super) fn new(terms: &Arc<TermStore>, context: &'r Context<'r>) -> Self {
        Asker {
            terms: Arc::clone(terms),
            context,
            solver: None,
            seen: FxHashSet::default(),
            scope: Scope::Closed,
        }
    }

    /// Forgets what was asked before.
    ///
    /// # Errors
    /// If the solver cannot be used.
    pub(super) fn begin(&mut self) -> Result<(), Stop> {
        if self.seen.len() > LOAD {
            self.solver = None;
        }
        if self.solver.is_none() {
            self.solver = Some(self.make()?);
            self.seen.clear();
            self.scope = Scope::Closed;
        }
        let solver = self.solver.as_mut().expect("the solver was made above");
        if self.scope == Scope::Open {
            solver.pop().map_err(EngineError::from)?;
        }
        solver.push().map_err(EngineError::from)?;
        self.scope = Scope::Open;
        Ok(())
    }

    /// Is there a model of all formulas? Takes at most `OPTIONAL_QUERY_TIMEOUT`.
    ///
    /// ensures `Model(m)`: m satisfies `and(formulas)`; `Core(c)`: c, some of `formulas`, has no
    /// model.
    ///
    /// # Errors
    /// Why the search must stop.
    pub(super) fn ask(&mut self, formulas: &[TermId]) -> Result<Told, Stop> {
        self.ask_within(formulas, OPTIONAL_QUERY_TIMEOUT)
    }

    /// As [`Asker::ask`], with all the time there is. A new solver may get a second try, then the
    /// core is all of the formulas.
    ///
    /// # Errors
    /// As [`Asker::ask`].
    pub(super) fn insist(&mut self, formulas: &[TermId]) -> Result<Told, Stop> {
        let told = self.ask_within(formulas, INCREMENTAL_TIMEOUT)?;
        if !matches!(told, Told::Unknown) {
            return Ok(told);
        }
        let mut solver = self.make()?;
        for formula in formulas {
            solver.assert(*formula).map_err(EngineError::from)?;
        }
        self.context.counters.add("queries interpolate", 1);
        Ok(match solver.check(&[], &self.context.budget) {
            Answer::Sat(model) => Told::Model(model),
            Answer::Unsat(_) => Told::Core(formulas.iter().copied().collect()),
            Answer::Unknown(_) => {
                self.context.proceed(&self.terms, "interpolating")?;
                Told::Unknown
            }
        })
    }

    fn ask_within(&mut self, formulas: &[TermId], time: Duration) -> Result<Told, Stop> {
        self.context.proceed(&self.terms, "interpolating")?;
        if let Some(no) = formulas.iter().find(|f| self.terms.is_false(**f)) {
            return Ok(Told::Core([*no].into_iter().collect()));
        }
        let mut open = formulas.to_vec();
        open.retain(|f| !self.terms.is_true(*f));
        if open.is_empty() {
            return Ok(Told::Model(Model::default()));
        }
        if self.solver.is_none() {
            self.begin()?;
        }
        self.seen.extend(&open);
        self.context.counters.add("queries interpolate", 1);
        let budget: Budget = self.context.budget.at_most(time);
        let solver = self.solver.as_mut().expect("the solver was made above");
        Ok(match solver.check(&open, &budget) {
            Answer::Sat(model) => Told::Model(model),
            Answer::Unsat(core) => Told::Core(core.assumptions.into_iter().collect()),
            Answer::Unknown(_) => {
                self.context.proceed(&self.terms, "interpolating")?;
                Told::Unknown
            }
        })
    }

    fn make(&self) -> Result<Box<dyn Solver>, Stop> {
        let made = self.context.solver.make(&self.terms);
        Ok(made.map_err(EngineError::from)?)
    }
}
