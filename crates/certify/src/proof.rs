//! Checking proofs.

use crate::state::{Base, State};
use crate::walk::{Arrival, Walker};
use invar_cfa::{LocId, Operation, Program};
use invar_solver::{Answer, Budget, Cause, Solver, SolverError, SolverFactory};
use invar_term::TermId;
use invar_verdict::{Invariant, Proof};
use std::collections::BTreeMap;

/// A proof that was accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certified {
    /// The solver that decided the obligations.
    pub by: String,
    /// Number of solver queries.
    pub queries: u32,
}

/// A proof that was not accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rejection {
    /// An obligation does not hold.
    Refuted(String),
    /// The solver could not decide an obligation.
    Undecided(String),
}

impl Rejection {
    /// What was wrong.
    pub fn message(&self) -> &str {
        match self {
            Rejection::Refuted(message) | Rejection::Undecided(message) => message,
        }
    }
}

impl From<SolverError> for Rejection {
    fn from(error: SolverError) -> Self {
        Rejection::Undecided(error.to_string())
    }
}

/// Checks a proof against the inlined program.
///
/// - `Inductive`: `zero at the entry -> I`, `I(from) and segment -> I(to)`, and no segment from a
///   state in `I` ends in a target.
/// - `KInductive`: the facts are inductive; no target within `k` counted steps from the entry; no
///   target at the end of `k` counted steps from any counted head under the facts.
/// - `Exhausted`: the facts are inductive; unrolling from the entry meets no target and ends.
///
/// # Errors
/// What does not hold, or could not be decided within the budget.
pub fn certify_proof(
    program: &Program,
    proof: &Proof,
    factory: &dyn SolverFactory,
    budget: &Budget,
) -> Result<Certified, Rejection> {
    let cfa = program.entry_cfa();
    let has_call = cfa
        .edge_ids()
        .any(|e| matches!(cfa.edge(e).operation, Operation::Call { .. }));
    if has_call {
        return Err(Rejection::Refuted("the program still has calls".into()));
    }
    let mut checker = Checker {
        program,
        factory,
        budget,
        queries: 0,
        by: String::new(),
    };
    match proof {
        Proof::Inductive(invariant) => checker.inductive(invariant, Targets::Excluded)?,
        Proof::KInductive { k, heads, facts } => {
            checker.inductive(facts, Targets::Ignored)?;
            checker.base(*k, heads, facts)?;
            checker.step(*k, heads, facts)?;
        }
        Proof::Exhausted {
            steps,
            heads,
            facts,
        } => {
            checker.inductive(facts, Targets::Ignored)?;
            checker.exhausted(*steps, heads, facts)?;
        }
    }
    Ok(Certified {
        by: checker.by,
        queries: checker.queries,
    })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Targets {
    Excluded,
    Ignored,
}

struct Checker<'a> {
    program: &'a Program,
    factory: &'a dyn SolverFactory,
    budget: &'a Budget,
    queries: u32,
    by: String,
}

impl Checker<'_> {
    fn solver(&mut self) -> Result<Box<dyn Solver>, Rejection> {
        let solver = self.factory.make(&self.program.terms)?;
        self.by = solver.name().to_owned();
        Ok(solver)
    }

    /// `what` must be impossible under the constraints given so far.
    fn refute(
        &mut self,
        solver: &mut dyn Solver,
        what: TermId,
        claim: &str,
    ) -> Result<(), Rejection> {
        if self.program.terms.is_false(what) {
            return Ok(());
        }
        self.queries += 1;
        match solver.check(&[what], self.budget) {
            Answer::Unsat(_) => Ok(()),
            Answer::Sat(_) => Err(Rejection::Refuted(claim.to_owned())),
            Answer::Unknown(cause) => {
                let why = match cause {
                    Cause::Timeout => "ran out of time".to_owned(),
                    Cause::Cancelled => "was cancelled".to_owned(),
                    Cause::Memory => "ran out of memory".to_owned(),
                    Cause::ModelRejected => "gave a wrong model".to_owned(),
                    Cause::GaveUp(message) => format!("gave up: {message}"),
                };
                Err(Rejection::Undecided(format!("{} {why}", solver.name())))
            }
        }
    }

    /// The invariant holds at the start and is kept by every segment.
    fn inductive(&mut self, invariant: &Invariant, targets: Targets) -> Result<(), Rejection> {
        if targets == Targets::Ignored && invariant.at.values().all(Vec::is_empty) {
            return Ok(());
        }
        let walker = walker(self.program, None, invariant)?;
        let entry = walker.cfa.entry;
        if !invariant.facts(entry).is_empty() {
            return Err(Rejection::Refuted(
                "facts at the entry are not needed".into(),
            ));
        }
        for location in invariant.at.keys() {
            if !walker.counted.contains(location) {
                return Err(Rejection::Refuted("a fact stands at no loop head".into()));
            }
        }
        let terms = &self.program.terms;
        let starts = std::iter::once(entry).chain(walker.counted.iter().copied());
        for start in starts {
            let base = if start == entry {
                Base::Zero
            } else {
                Base::Any
            };
            let state = State::new(base);
            let mut constraints = vec![walker.facts_at(start, &state)];
            let from = Arrival {
                guard: terms.tru(),
                state,
            };
            let mut broken = Vec::new();
            for (to, arrival) in walker.segment(start, from, &mut constraints) {
                let kept = if Program::is_target(walker.cfa, to) {
                    match targets {
                        Targets::Ignored => continue,
                        Targets::Excluded => terms.fls(),
                    }
                } else {
                    walker.facts_at(to, &arrival.state)
                };
                broken.push(terms.and(&[arrival.guard, terms.not(kept)]));
            }
            let violated = terms.or(&broken);
            if terms.is_false(violated) {
                continue;
            }
            let mut solver = self.solver()?;
            assert_all(&mut *solver, &constraints)?;
            let claim = format!("the invariant is not kept from {}", self.describe(start));
            self.refute(&mut *solver, violated, &claim)?;
        }
        Ok(())
    }

    fn describe(&self, location: LocId) -> String {
        match self.program.entry_cfa().location(location).span {
            Some(span) => format!("line {}", span.line),
            None => "the start".into(),
        }
    }

    /// No target within `k` counted steps from the entry.
    fn base(&mut self, k: u32, heads: &[LocId], facts: &Invariant) -> Result<(), Rejection> {
        let walker = walker(self.program, Some(heads), facts)?;
        let mut unrolling = Unrolling::from_entry(&walker);
        for _ in 0..k {
            unrolling.advance(&walker, self.budget)?;
        }
        let mut solver = self.solver()?;
        assert_all(&mut *solver, &unrolling.constraints)?;
        let reached = self.program.terms.or(&unrolling.targets);
        self.refute(
            &mut *solver,
            reached,
            &format!("an error is reachable within {k} steps"),
        )
    }

    /// No target at the end of `k` counted steps from any counted head.
    fn step(&mut self, k: u32, heads: &[LocId], facts: &Invariant) -> Result<(), Rejection> {
        let walker = walker(self.program, Some(heads), facts)?;
        for start in walker.counted.clone() {
            let mut unrolling = Unrolling::from_anywhere(&walker, start);
            for _ in 0..k {
                unrolling.targets.clear();
                unrolling.advance(&walker, self.budget)?;
            }
            let reached = self.program.terms.or(&unrolling.targets);
            if self.program.terms.is_false(reached) {
                continue;
            }
            let mut solver = self.solver()?;
            assert_all(&mut *solver, &unrolling.constraints)?;
            let claim = format!("{k} steps from {} can reach an error", self.describe(start));
            self.refute(&mut *solver, reached, &claim)?;
        }
        Ok(())
    }

    /// No target on the way, and nothing left after at most `steps + 1` counted steps.
    fn exhausted(
        &mut self,
        steps: u32,
        heads: &[LocId],
        facts: &Invariant,
    ) -> Result<(), Rejection> {
        let walker = walker(self.program, Some(heads), facts)?;
        let mut unrolling = Unrolling::from_entry(&walker);
        for _ in 0..=steps {
            unrolling.advance(&walker, self.budget)?;
            if unrolling.frontier.is_empty() {
                break;
            }
        }
        let mut solver = self.solver()?;
        assert_all(&mut *solver, &unrolling.constraints)?;
        let terms = &self.program.terms;
        let reached = terms.or(&unrolling.targets);
        self.refute(&mut *solver, reached, "an error is reachable")?;
        let open: Vec<TermId> = unrolling.frontier.values().map(|a| a.guard).collect();
        let claim = format!("some path has more than {steps} steps");
        self.refute(&mut *solver, terms.or(&open), &claim)
    }
}

fn walker<'a>(
    program: &'a Program,
    counted: Option<&[LocId]>,
    facts: &'a Invariant,
) -> Result<Walker<'a>, Rejection> {
    Walker::new(program, counted, facts).map_err(Rejection::Undecided)
}

fn assert_all(solver: &mut dyn Solver, constraints: &[TermId]) -> Result<(), Rejection> {
    for constraint in constraints {
        solver.assert(*constraint)?;
    }
    Ok(())
}

/// Counted steps from one start.
struct Unrolling {
    frontier: BTreeMap<LocId, Arrival>,
    constraints: Vec<TermId>,
    /// Guards under which targets were reached.
    targets: Vec<TermId>,
}

impl Unrolling {
    fn from_entry(walker: &Walker<'_>) -> Unrolling {
        let from = Arrival {
            guard: walker.program.terms.tru(),
            state: State::new(Base::Zero),
        };
        Unrolling {
            frontier: BTreeMap::from([(walker.cfa.entry, from)]),
            constraints: Vec::new(),
            targets: Vec::new(),
        }
    }

    fn from_anywhere(walker: &Walker<'_>, start: LocId) -> Unrolling {
        let state = State::new(Base::Any);
        let constraints = vec![walker.facts_at(start, &state)];
        let from = Arrival {
            guard: walker.program.terms.tru(),
            state,
        };
        Unrolling {
            frontier: BTreeMap::from([(start, from)]),
            constraints,
            targets: Vec::new(),
        }
    }

    /// One more counted step everywhere.
    fn advance(&mut self, walker: &Walker<'_>, budget: &Budget) -> Result<(), Rejection> {
        let terms = &walker.program.terms;
        let mut reached: BTreeMap<LocId, Vec<Arrival>> = BTreeMap::new();
        for (location, from) in std::mem::take(&mut self.frontier) {
            if budget.is_exhausted() {
                return Err(Rejection::Undecided("time ran out while unrolling".into()));
            }
            for (to, arrival) in walker.segment(location, from, &mut self.constraints) {
                reached.entry(to).or_default().push(arrival);
            }
        }
        for (location, incoming) in reached {
            let arrival = walker.join(incoming, &mut self.constraints);
            if Program::is_target(walker.cfa, location) {
                self.targets.push(arrival.guard);
                continue;
            }
            let facts = walker.facts_at(location, &arrival.state);
            self.constraints.push(terms.implies(arrival.guard, facts));
            self.frontier.insert(location, arrival);
        }
        Ok(())
    }
}
