//! Solvers that take turns: the first that decides answers, and the answer names it.

use invar_solver::{
    Answer, Budget, Cause, RotationFactory, SmtLibFactory, Solver, SolverError, SolverFactory,
    SolverId, SolverSet, Z3Factory,
};
use invar_term::{Sort, TermId, TermStore};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

fn budget() -> Budget {
    Budget::lasting(Duration::from_secs(30))
}

/// Never decides: it takes all the time it is given, or gives up at once; counts its queries.
#[derive(Clone)]
struct Undecided {
    cause: Cause,
    asked: Arc<AtomicU32>,
}

impl Undecided {
    fn new(cause: Cause) -> Undecided {
        Undecided {
            cause,
            asked: Arc::default(),
        }
    }
}

impl SolverFactory for Undecided {
    fn name(&self) -> &str {
        "undecided"
    }

    fn answered(&self) -> SolverSet {
        SolverSet::EMPTY
    }

    fn make(&self, _: &Arc<TermStore>) -> Result<Box<dyn Solver>, SolverError> {
        Ok(Box::new(self.clone()))
    }
}

impl Solver for Undecided {
    fn name(&self) -> &str {
        "undecided"
    }

    fn push(&mut self) -> Result<(), SolverError> {
        Ok(())
    }

    fn pop(&mut self) -> Result<(), SolverError> {
        Ok(())
    }

    fn assert(&mut self, _: TermId) -> Result<(), SolverError> {
        Ok(())
    }

    fn check(&mut self, _: &[TermId], budget: &Budget) -> Answer {
        self.asked.fetch_add(1, Ordering::Relaxed);
        while self.cause == Cause::Timeout && !budget.is_exhausted() {
            std::thread::sleep(Duration::from_millis(5));
        }
        Answer::Unknown(self.cause.clone())
    }
}

fn contradiction(solver: &mut dyn Solver, s: &TermStore) -> Answer {
    let x = s.symbol("x", &Sort::BitVec(32));
    solver.push().expect("pushes");
    solver.assert(s.bv_ult(x, s.bv(32, 5))).expect("asserts");
    let answer = solver.check(&[s.eq(x, s.bv(32, 6))], &budget());
    solver.pop().expect("pops");
    answer
}

#[test]
fn who_does_not_decide_soon_gives_way_and_who_decided_is_asked_first() {
    let slow = Undecided::new(Cause::Timeout);
    let asked = Arc::clone(&slow.asked);
    let factory = RotationFactory::new(vec![Arc::new(slow), Arc::new(SmtLibFactory::yices())]);
    let s = Arc::new(TermStore::new());
    let mut solver = factory.make(&s).expect("starts");
    let start = Instant::now();
    for _ in 0..3 {
        assert!(matches!(contradiction(&mut *solver, &s), Answer::Unsat(_)));
        assert_eq!(solver.name(), "yices-smt2");
    }
    assert!(
        start.elapsed() < Duration::from_secs(20),
        "a slice, not all the time"
    );
    assert_eq!(
        asked.load(Ordering::Relaxed),
        1,
        "once, and then the other is first"
    );
    assert_eq!(factory.answered(), SolverId::Yices.into());
    // Scopes are those of all.
    let x = s.symbol("x", &Sort::BitVec(32));
    let six = solver.check(&[s.eq(x, s.bv(32, 6))], &budget());
    assert!(matches!(six, Answer::Sat(_)));
    assert!(solver.pop().is_err(), "only the base is open");
}

#[test]
fn who_gives_up_is_not_asked_again() {
    let helpless = Undecided::new(Cause::GaveUp("no such theory".into()));
    let asked = Arc::clone(&helpless.asked);
    let factory = RotationFactory::new(vec![Arc::new(helpless), Arc::new(Z3Factory::default())]);
    let s = Arc::new(TermStore::new());
    let mut solver = factory.make(&s).expect("starts");
    for _ in 0..3 {
        assert!(matches!(contradiction(&mut *solver, &s), Answer::Unsat(_)));
    }
    assert_eq!(asked.load(Ordering::Relaxed), 1);
}

#[test]
fn without_a_decision_the_cause_is_told() {
    let s = Arc::new(TermStore::new());
    let causes = [Cause::Memory, Cause::GaveUp("too hard".into())];
    let members = causes
        .clone()
        .map(|cause| Arc::new(Undecided::new(cause)) as Arc<dyn SolverFactory>);
    let mut solver = RotationFactory::new(members.into())
        .make(&s)
        .expect("starts");
    match solver.check(&[], &budget()) {
        Answer::Unknown(cause) => assert_eq!(cause, causes[1]),
        other => panic!("expected unknown, found {other:?}"),
    }
    let slow = || Arc::new(Undecided::new(Cause::Timeout)) as Arc<dyn SolverFactory>;
    let mut solver = RotationFactory::new(vec![slow(), slow()])
        .make(&s)
        .expect("starts");
    let start = Instant::now();
    let short = Budget::lasting(Duration::from_millis(900));
    let answer = solver.check(&[], &short);
    assert!(
        matches!(answer, Answer::Unknown(Cause::Timeout)),
        "{answer:?}"
    );
    assert!(start.elapsed() < Duration::from_secs(10));
}
