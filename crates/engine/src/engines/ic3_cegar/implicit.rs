//! Obligations that are abstract states; concrete states are queried only at the end of a path.
//!
//! Cimatti, Griggio, Mover, Tonetta, "IC3 Modulo Theories via Implicit Predicate Abstraction"
//! (2014). They ask, with `P` the predicates and `~` for states with equal predicates,
//!
//! ```text
//! F(X) and not c(X) and X ~ Y and T(Y, Y') and Y' ~ X' and c(X')
//! ```
//!
//! `F` and `c` are over `P`, so `X ~ Y` gives `F(Y) and not c(Y)`, and `Y' ~ X'` gives `c(Y')`; the
//! step is a function, so `Y'` is substituted. What is left, `F(Y) and not c(Y) and guard(Y, I) and
//! c[Y := update]`, is the plain query of [`Cegar::consecution`], and `X` may be `Y`.
//!
//! An obligation's cube is a set of abstract states, each of which has an abstract step into the
//! cube of its cause. So a step from the start gives an abstract path, which is checked concretely,
//! once. If it cannot be taken, the atoms of its interpolants become predicates: then an abstract
//! path along the same steps satisfies the interpolant after each of them, and finally `false`, so
//! there is no such path. That is why every refutation makes progress.
//!
//! Deviations: known facts of places are part of every query and are not predicates, and the first
//! frame is the initial condition, which may be trivial; frames only choose which abstract steps
//! are considered. Lemmas survive a refinement: they are inductive relative to each other whatever
//! the domain. What is said about the refinement of spurious steps does not concern this file:
//! there are none.

use super::cegar::Cegar;
use super::lift::Lifted;
use crate::engines::predabs::atoms;
use crate::shared::ic3::{
    ConsecutionResult, Cube, Level, Obligation, ObligationId, Path, PathForm, PlaceId, PlaceKind,
    Purpose, START, Search, StepId, Stop,
};
use crate::shared::tree::{Refutation, Refute};
use invar_solver::Model;
use invar_term::{Op, SymbolId, TermId, TermStore};
use invar_verdict::Reason;
use std::collections::BTreeSet;

/// What of an interpolant becomes predicates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    /// Its literals, and the atoms of conjuncts that are not literals.
    Atoms,
    /// Its conjuncts.
    Whole,
}

impl<'r> Cegar<'r> {
    /// Blocks an abstract obligation, or opens a predecessor, or finds a path from the start.
    ///
    /// # Errors
    /// Why the search must stop.
    pub(super) fn discharge_abstract(
        &mut self,
        search: &mut Search<'r>,
        level: u32,
        id: ObligationId,
        obligation: &Obligation,
    ) -> Result<Option<Path>, Stop> {
        let (place, cube) = (obligation.place, &obligation.cube);
        let is_inner = self.system.place(place).kind == PlaceKind::Inner;
        if is_inner && search.frames.excludes(place, cube, level) {
            search.again(level, id);
            return Ok(None);
        }
        match self.consecution(search, level, place, cube, Purpose::Block)? {
            ConsecutionResult::Blocked(core) => {
                if is_inner {
                    let part = cube.filtered(|l| core.contains(&l));
                    let at = Level { level, place };
                    let level = self.generalise_and_learn(search, at, part)?;
                    search.again(level, id);
                }
                Ok(None)
            }
            ConsecutionResult::Reached(step, model) if self.system.step(step).from == START => {
                self.settle(search, id, step, model)
            }
            ConsecutionResult::Reached(step, model) => {
                let before = self.abstract_predecessor(search, step, cube, &model)?;
                self.open_before(search, level, id, step, before);
                search.queue.open_at(id, level);
                Ok(None)
            }
        }
    }

    /// Abstract states from which a step leads into a cube.
    ///
    /// ensures every abstract state of the result that satisfies the facts of its place has an
    /// abstract step into the goal.
    ///
    /// Why: let `x` be the model's state, `V` the variables that lifting keeps, and `W` those
    /// that are connected with `V` by predicates and facts. The result fixes the predicates over
    /// `W`. Let `y` be a state of the result. `y` with the values of `x` for `W` satisfies the
    /// same predicates as `y`: those over `W` because `x` and `y` agree on them, the others
    /// because they do not mention `W`. In the same way it satisfies the facts; and it leads
    /// into the goal because it agrees with `x` on `V`.
    fn abstract_predecessor(
        &mut self,
        search: &mut Search<'r>,
        step: StepId,
        goal: &Cube,
        model: &Model,
    ) -> Result<Lifted, Stop> {
        let place = self.system.step(step).from;
        let lifted = self.lifted(search, step, goal, model)?;
        let kept = self.symbols_of(&lifted.cube);
        let connected = self.connected(search, place, kept);
        let cube = self.abstract_state(place, &connected, model)?;
        Ok(Lifted { cube, ..lifted })
    }

    /// The symbols that are connected with these by predicates and facts of a place.
    fn connected(
        &self,
        search: &Search<'r>,
        place: PlaceId,
        mut symbols: BTreeSet<SymbolId>,
    ) -> BTreeSet<SymbolId> {
        let terms = &self.system.terms;
        let facts = search.consecution.facts(place).iter();
        let facts: Vec<Vec<SymbolId>> = facts.map(|fact| terms.symbols_of(&[*fact])).collect();
        loop {
            let mut more = symbols.clone();
            for predicate in self.domain.relevant(place, &symbols) {
                more.extend(&predicate.symbols);
            }
            for fact in &facts {
                if fact.iter().any(|s| symbols.contains(s)) {
                    more.extend(fact);
                }
            }
            if more.len() == symbols.len() {
                return symbols;
            }
            symbols = more;
        }
    }

    /// A step leads from the start into an obligation: the path to the target is feasible, or the
    /// domain is refined and the search for paths starts again.
    fn settle(
        &mut self,
        search: &mut Search<'r>,
        id: ObligationId,
        first: StepId,
        model: Model,
    ) -> Result<Option<Path>, Stop> {
        if search.queue.get(id).cause.is_none() {
            let form = PathForm::Causes(first, model);
            return Ok(Some(Path { into: id, form }));
        }
        self.context.counters.add("abstract paths", 1);
        let (steps, cubes) = chain(search, id, first);
        let found = match self.refute_into(&steps, &Cube::default())? {
            Refutation::Feasible(inputs) => {
                let form = PathForm::Inputs(inputs);
                return Ok(Some(Path { into: id, form }));
            }
            Refutation::Refuted(found) => Some(found),
            Refutation::TooHard => self.refuted_beginning(&steps, &cubes)?,
        };
        let Some(found) = found else {
            return Err(gave_up("an abstract path is too hard to refute"));
        };
        self.context.counters.add("refinements", 1);
        if self.learn_interpolants(search, &found, Form::Atoms)? == 0
            && self.learn_interpolants(search, &found, Form::Whole)? == 0
        {
            return Err(gave_up(
                "an abstract path is refuted, but its predicates do not exclude it",
            ));
        }
        let count = self.domain.len() as u64;
        self.context.counters.raise("predicates", count);
        // The cubes of this round belong to the coarser abstraction. Targets whose paths are
        // followed are open: they were opened again before their predecessors.
        search
            .queue
            .forget(|queue, id| queue.get(id).cause.is_some());
        Ok(None)
    }

    fn refute_into(&mut self, steps: &[StepId], goal: &Cube) -> Result<Refutation, Stop> {
        let path = crate::shared::tree::Path {
            labels: vec![Vec::new(); steps.len()],
            steps: steps.to_vec(),
        };
        self.paths.refute(&path, std::slice::from_ref(goal))
    }

    /// The interpolants of the shortest beginning of a path that cannot be taken into its cube and
    /// is not too hard.
    fn refuted_beginning(
        &mut self,
        steps: &[StepId],
        cubes: &[Cube],
    ) -> Result<Option<Vec<Vec<TermId>>>, Stop> {
        self.context.counters.add("refinements too hard", 1);
        // The first step alone was taken by the query that ended the path.
        for length in 2..steps.len() {
            let goal = &cubes[length - 1];
            if let Refutation::Refuted(found) = self.refute_into(&steps[..length], goal)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// Adds predicates of interpolants; says how many were new.
    fn learn_interpolants(
        &mut self,
        search: &mut Search<'r>,
        found: &[Vec<TermId>],
        form: Form,
    ) -> Result<u32, Stop> {
        let system = self.system;
        let mut added = 0;
        for formula in found.iter().flatten().copied() {
            if form == Form::Whole {
                added += self.add_predicate(search, formula)?;
            } else if is_literal(&system.terms, formula) {
                added += self.learn_predicate(search, formula)?;
            } else {
                for atom in atoms(&system.terms, formula) {
                    added += self.learn_predicate(search, atom)?;
                }
            }
        }
        Ok(added)
    }
}

/// The steps of the path that begins with one into an obligation, and the cubes after them.
fn chain(search: &Search<'_>, id: ObligationId, first: StepId) -> (Vec<StepId>, Vec<Cube>) {
    let mut steps = vec![first];
    let mut cubes = vec![search.queue.get(id).cube.clone()];
    let mut at = id;
    while let Some((step, cause)) = search.queue.get(at).cause {
        steps.push(step);
        cubes.push(search.queue.get(cause).cube.clone());
        at = cause;
    }
    (steps, cubes)
}

fn is_literal(terms: &TermStore, formula: TermId) -> bool {
    let atom = match terms.op(formula) {
        Op::Not => terms.args(formula)[0],
        _ => formula,
    };
    match terms.op(atom) {
        Op::Not | Op::And | Op::Or | Op::Xor | Op::Ite => false,
        Op::Eq => *terms.sort(terms.args(atom)[0]) != invar_term::Sort::Bool,
        _ => true,
    }
}

/// The reason to stop where refinement does not help.
pub(super) fn gave_up(message: &str) -> Stop {
    let message = format!("ic3-cegar: {message}");
    Stop::Reason(Reason::SolverGaveUp { message })
}
