//! Houdini: candidates that hold in every sampled state and are still not inductive are dropped,
//! also where the reason is found late; what is inductive together is kept together.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use crate::setup::Setup;
use crate::support::Builder;
use invar_cfa::{LocId, Program};
use invar_engine::Context;
use invar_engine::{Candidates, Queries, houdini};
use invar_solver::{
    Answer, Budget, Cause, Solver, SolverError, SolverFactory, SolverSet, Z3Factory,
};
use invar_term::{Op, TermId, TermStore};
use invar_verdict::Invariant;
use std::sync::Arc;

fn inductive(program: &Program, candidates: Candidates, budget: &Budget) -> Invariant {
    let setup = Setup::of(program);
    let task = setup.task(&[]);
    let context = setup.context(Budget::unlimited());
    let mut queries = Queries::new(&program.terms, &context).unwrap();
    houdini(&task, candidates, &mut queries, budget)
}

#[derive(PartialEq)]
enum Rare {
    Possible,
    Excluded,
}

struct Nested {
    program: Program,
    outer: LocId,
    inner: LocId,
    x_small: TermId,
    y_small: TermId,
}

/// Two nested loops; one input in four billion at the exit of the inner one makes `x` large. `y`
/// becomes `x` at another exit and stays small only if `x` does.
fn nested(input: Rare) -> Nested {
    let mut b = Builder::new();
    let (x, y, z) = (
        b.variable("x", 32),
        b.variable("y", 32),
        b.variable("z", 32),
    );
    let (entry, outer, inner) = (b.cfa.entry, b.plain(), b.plain());
    let (copy, read, leave, large) = (b.plain(), b.plain(), b.plain(), b.plain());
    b.skip(entry, outer);
    b.havoc(outer, inner, z);
    let is = |b: &Builder, k| b.terms().eq(b.symbol(z), b.terms().bv(32, k));
    let stay = is(&b, 1);
    b.branch(inner, stay, copy, read);
    let value = b.symbol(x);
    b.assign(copy, outer, y, value);
    b.havoc(read, leave, z);
    let hit = if input == Rare::Possible {
        is(&b, 0xabcd_ef01)
    } else {
        b.terms().fls()
    };
    b.branch(leave, hit, large, inner);
    let six = b.terms().bv(32, 6);
    b.assign(large, outer, x, six);
    let small = |b: &Builder, v| b.terms().bv_ule(b.symbol(v), b.terms().bv(32, 5));
    let (x_small, y_small) = (small(&b, x), small(&b, y));
    Nested {
        program: b.build(),
        outer,
        inner,
        x_small,
        y_small,
    }
}

fn candidates(nested: &Nested) -> Candidates {
    let here = vec![nested.x_small, nested.y_small];
    [(nested.outer, here.clone()), (nested.inner, here)].into()
}

#[test]
fn a_candidate_that_fails_late_takes_along_what_depended_on_it() {
    let nested = nested(Rare::Possible);
    let facts = inductive(&nested.program, candidates(&nested), &Budget::unlimited());
    assert_eq!(facts, Invariant::default());
}

#[test]
fn candidates_that_need_one_another_are_kept() {
    let nested = nested(Rare::Excluded);
    let facts = inductive(&nested.program, candidates(&nested), &Budget::unlimited());
    for location in [nested.outer, nested.inner] {
        assert_eq!(facts.facts(location), [nested.x_small, nested.y_small]);
    }
}

#[test]
fn a_budget_that_ends_leaves_no_fact() {
    let nested = nested(Rare::Excluded);
    let ended = Budget::unlimited();
    ended.cancel.cancel();
    assert_eq!(
        inductive(&nested.program, candidates(&nested), &ended),
        Invariant::default()
    );
}

/// Z3, but it gives up where several comparisons are asked about at once.
struct Timid;

struct TimidSolver {
    inner: Box<dyn Solver>,
    terms: Arc<TermStore>,
    /// Per scope, whether something too hard is asserted.
    hard: Vec<bool>,
}

impl SolverFactory for Timid {
    fn name(&self) -> &str {
        "timid"
    }

    fn answered(&self) -> SolverSet {
        SolverSet::EMPTY
    }

    fn make(&self, terms: &Arc<TermStore>) -> Result<Box<dyn Solver>, SolverError> {
        Ok(Box::new(TimidSolver {
            inner: Z3Factory::default().make(terms)?,
            terms: Arc::clone(terms),
            hard: vec![false],
        }))
    }
}

impl TimidSolver {
    fn is_hard(&self, term: TermId) -> bool {
        let is_comparison = |part: &TermId| {
            let op = self.terms.op(*part);
            matches!(op, Op::BvUlt | Op::BvUle | Op::Not)
        };
        *self.terms.op(term) == Op::Or && self.terms.args(term).iter().all(is_comparison)
    }
}

impl Solver for TimidSolver {
    fn name(&self) -> &str {
        "timid"
    }

    fn push(&mut self) -> Result<(), SolverError> {
        self.hard.push(false);
        self.inner.push()
    }

    fn pop(&mut self) -> Result<(), SolverError> {
        self.hard.pop();
        self.inner.pop()
    }

    fn assert(&mut self, term: TermId) -> Result<(), SolverError> {
        if self.is_hard(term) {
            *self.hard.last_mut().unwrap() = true;
        }
        self.inner.assert(term)
    }

    fn check(&mut self, assumptions: &[TermId], budget: &Budget) -> Answer {
        let asserted = self.hard.iter().any(|hard| *hard);
        if asserted || assumptions.iter().any(|term| self.is_hard(*term)) {
            return Answer::Unknown(Cause::GaveUp("several at once".into()));
        }
        self.inner.check(assumptions, budget)
    }
}

#[test]
fn candidates_that_are_too_hard_together_are_asked_about_one_by_one() {
    let nested = nested(Rare::Excluded);
    let setup = Setup::of(&nested.program);
    let task = setup.task(&[]);
    let context = Context::new(&Timid, Budget::unlimited());
    let mut queries = Queries::new(&nested.program.terms, &context).unwrap();
    let budget = Budget::unlimited();
    let facts = houdini(&task, candidates(&nested), &mut queries, &budget);
    for location in [nested.outer, nested.inner] {
        assert_eq!(facts.facts(location), [nested.x_small, nested.y_small]);
    }
}
