//! `spacer`: the program's Horn clauses, given to Z3's solver.
//!
//! Background: Hoder & Bjørner, "Generalized Property Directed Reachability" (2012), and Komuravelli,
//! Gurfinkel & Chaki, "SMT-Based Model Checking for Recursive Programs" (2014), as shipped inside
//! Z3. The engine is the yardstick for ours: it gets the same blocks and the same facts.
//!
//! A solution is an inductive invariant. A derivation is a sequence of states; small queries find
//! the inputs between them, and the execution they make must reach an error.
//!
//! Limitations: what is not modelled counts as an error first; when it is reached, the clauses are
//! asked again for errors alone.
//!
//! Reading order: here, `system`, `execute`.
//!
//! Solvers of Horn clauses have a trait of their own (`HornSolver`), because they answer another query: a whole program at
//! once. `encode` makes the clauses of a block graph (`HornSystem`, also the text of `invar export`). This module hands them
//! over without their connection to the program, and turns a solution into an inductive proof and a derivation into an
//! execution. Z3's answers are read back as our terms (`solver/src/z3/from_ast.rs`); operators that we do not have are refused.

mod execute;
pub(crate) mod system;

use crate::{Context, Engine, EngineError, Event, Queries, Task};
use execute::execute;
use invar_cfa::LocId;
use invar_encode::{HornSystem, NodeKind};
use invar_solver::{Cause, HornAnswer, HornSolver};
use invar_term::{Op, TermId};
use invar_verdict::{Invariant, Proof, Reason, Verdict};
use system::{Targets, horn};

/// A Horn solver as an engine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Spacer;

impl Engine for Spacer {
    fn name(&self) -> &'static str {
        "spacer"
    }

    fn run(&self, task: &Task<'_>, context: &Context<'_>) -> Result<Verdict, EngineError> {
        let Some(solver) = context.horn else {
            return Ok(Verdict::Unknown(Reason::SolverGaveUp {
                message: "there is no solver for Horn clauses".into(),
            }));
        };
        let queries = Queries::new(&task.blocks.terms, context)?;
        let search = Search {
            task,
            context,
            solver,
            system: HornSystem::of(task.blocks, task.facts),
        };
        Ok(search.run(queries).unwrap_or_else(Verdict::Unknown))
    }
}

/// One run of the engine.
struct Search<'a> {
    task: &'a Task<'a>,
    context: &'a Context<'a>,
    solver: &'a dyn HornSolver,
    system: HornSystem,
}

impl Search<'_> {
    fn run(&self, mut queries: Queries<'_>) -> Result<Verdict, Reason> {
        let states = match self.solve(Targets::All)? {
            Found::Solution(solution) => return Ok(Verdict::Safe(self.proof(&solution))),
            Found::Derivation(states) => states,
        };
        let run = execute(self.task, self.context, &mut queries, &self.system, &states)?;
        let NodeKind::Unsupported(construct) = self.task.blocks.node(run.target).kind else {
            return Ok(run.verdict());
        };
        // `safe` is excluded; there may still be an error.
        let unsupported = || Context::unsupported(self.task.program, construct);
        let states = match self.solve(Targets::Errors) {
            Ok(Found::Derivation(states)) => states,
            Err(Reason::Cancelled) => return Err(Reason::Cancelled),
            Ok(Found::Solution(_)) | Err(_) => return Err(unsupported()),
        };
        let run = execute(self.task, self.context, &mut queries, &self.system, &states)?;
        match self.task.blocks.node(run.target).kind {
            NodeKind::Error(_) => Ok(run.verdict()),
            _ => Err(unsupported()),
        }
    }

    fn solve(&self, targets: Targets) -> Result<Found, Reason> {
        let activity = match targets {
            Targets::All => "solving Horn clauses",
            Targets::Errors => "solving the Horn clauses of errors",
        };
        let event = Event::new(Spacer.name(), 0, activity);
        self.context.observer.event(&event);
        let graph = self.task.blocks;
        self.context.counters.add("horn systems", 1);
        let system = horn(&self.system, graph, targets);
        match self
            .solver
            .solve(&graph.terms, &system, &self.context.budget)
        {
            HornAnswer::Solution(solution) => Ok(Found::Solution(solution)),
            HornAnswer::Derivation(facts) => {
                let location = |predicate: usize| self.system.predicates[predicate].location;
                let state = |fact: invar_solver::horn::Fact| State {
                    location: location(fact.predicate),
                    predicate: fact.predicate,
                    values: fact
                        .values
                        .iter()
                        .map(|v| graph.terms.constant(v))
                        .collect(),
                };
                Ok(Found::Derivation(facts.into_iter().map(state).collect()))
            }
            HornAnswer::Derivable => Err(Reason::SolverGaveUp {
                message: format!("{}: a derivation without facts", self.solver.name()),
            }),
            HornAnswer::Unknown(Cause::GaveUp(message)) => Err(Reason::SolverGaveUp {
                message: format!("{}: {message}", self.solver.name()),
            }),
            HornAnswer::Unknown(cause) => Err(self.context.stop(cause, activity)),
        }
    }

    /// The solution with the facts it was found under, at every loop head that leads to a target.
    fn proof(&self, solution: &[TermId]) -> Proof {
        let graph = self.task.blocks;
        let terms = &graph.terms;
        let heads: Vec<LocId> = graph
            .heads()
            .filter(|head| graph.node(*head).can_reach_target)
            .collect();
        let mut invariant = Invariant::default();
        for (predicate, term) in self.system.predicates.iter().zip(solution) {
            match terms.op(*term) {
                Op::True => {}
                Op::And => terms
                    .args(*term)
                    .iter()
                    .for_each(|conjunct| invariant.add(predicate.location, *conjunct)),
                _ => invariant.add(predicate.location, *term),
            }
        }
        for (location, fact) in self.task.facts {
            if heads.contains(location) {
                invariant.add(*location, *fact);
            }
        }
        Proof::Inductive { heads, invariant }
    }
}

/// What the solver found.
enum Found {
    /// One term per predicate.
    Solution(Vec<TermId>),
    /// States at cut points, from the first after the entry to the last before a target.
    Derivation(Vec<State>),
}

/// A state of a derivation.
struct State {
    location: LocId,
    /// The predicate there.
    predicate: usize,
    /// Values of its parameters.
    values: Vec<TermId>,
}
