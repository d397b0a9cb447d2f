//! A cascade asks the first solver that can decide, and says who it was.

use invar_solver::{
    Answer, Budget, CascadeFactory, Cause, MeteredFactory, SmtLibFactory, Solver, SolverError,
    SolverFactory, SolverId, SolverSet, Z3Factory,
};
use invar_term::{FloatFormat, Sort, TermId, TermStore};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

fn budget() -> Budget {
    Budget::lasting(Duration::from_secs(30))
}

/// Has one answer to everything.
struct Stubborn(Cause);

impl SolverFactory for Stubborn {
    fn name(&self) -> &str {
        "stubborn"
    }

    fn answered(&self) -> SolverSet {
        SolverSet::EMPTY
    }

    fn make(&self, _: &Arc<TermStore>) -> Result<Box<dyn Solver>, SolverError> {
        Ok(Box::new(Stubborn(self.0.clone())))
    }
}

impl Solver for Stubborn {
    fn name(&self) -> &str {
        "stubborn"
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

    fn check(&mut self, _: &[TermId], _: &Budget) -> Answer {
        Answer::Unknown(self.0.clone())
    }
}

#[test]
fn the_first_that_knows_the_theories_is_asked() {
    let factory = MeteredFactory::new(Arc::new(CascadeFactory::quick()), Arc::default());
    let s = Arc::new(TermStore::new());
    let mut solver = factory.make(&s).expect("starts");
    let x = s.symbol("x", &Sort::BitVec(32));
    solver.assert(s.bv_ult(x, s.bv(32, 5))).expect("asserts");
    solver.push().expect("pushes");
    solver.assert(s.bv_ult(s.bv(32, 3), x)).expect("asserts");
    assert_eq!(factory.answered(), SolverSet::EMPTY);
    let four = s.eq(x, s.bv(32, 4));
    assert!(matches!(
        solver.check(&[s.not(four)], &budget()),
        Answer::Unsat(_)
    ));
    assert_eq!(
        (solver.name(), factory.answered()),
        ("yices-smt2", SolverId::Yices.into())
    );
    // What the first was told holds for the second, scopes included.
    let f = s.symbol("f", &Sort::SINGLE);
    solver.push().expect("pushes");
    solver.assert(s.fp_is_nan(f)).expect("asserts");
    assert!(matches!(
        solver.check(&[s.not(four)], &budget()),
        Answer::Unsat(_)
    ));
    assert!(matches!(solver.check(&[four], &budget()), Answer::Sat(_)));
    assert_eq!(
        (solver.name(), factory.answered()),
        (
            "bitwuzla",
            [SolverId::Yices, SolverId::Bitwuzla].into_iter().collect()
        )
    );
    solver.pop().expect("pops");
    solver.pop().expect("pops");
    assert!(matches!(
        solver.check(&[s.not(four)], &budget()),
        Answer::Sat(_)
    ));
    let long = s.symbol("long", &FloatFormat::Extended.sort());
    assert!(matches!(
        solver.check(&[s.fp_is_nan(long)], &budget()),
        Answer::Sat(_)
    ));
    assert!(solver.name().starts_with("z3"), "{}", solver.name());
    assert!(solver.pop().is_err(), "only the base is open");
}

#[test]
fn who_is_missing_or_gives_up_is_passed_over() {
    let missing = SmtLibFactory::command(Path::new("/nowhere/solver"), &[]);
    let dying = SmtLibFactory::command(Path::new("/bin/false"), &[]);
    let factory = CascadeFactory::new(vec![
        Box::new(missing),
        Box::new(dying),
        Box::new(Stubborn(Cause::ModelRejected)),
        Box::new(Stubborn(Cause::Memory)),
        Box::new(Z3Factory::default()),
    ]);
    let s = Arc::new(TermStore::new());
    let mut solver = factory.make(&s).expect("one is there");
    let x = s.symbol("x", &Sort::Bool);
    solver.assert(x).expect("asserts");
    assert!(matches!(
        solver.check(&[s.not(x)], &budget()),
        Answer::Unsat(_)
    ));
    assert_eq!(factory.answered(), SolverId::Z3.into());
}

#[test]
fn without_a_decision_the_last_answer_counts() {
    let s = Arc::new(TermStore::new());
    let gave_up = Cause::GaveUp("too hard".into());
    let list: Vec<Box<dyn SolverFactory>> = vec![
        Box::new(Stubborn(Cause::Memory)),
        Box::new(Stubborn(gave_up.clone())),
        Box::new(SmtLibFactory::command(Path::new("/nowhere/solver"), &[])),
    ];
    let mut solver = CascadeFactory::new(list).make(&s).expect("starts");
    for _ in 0..2 {
        match solver.check(&[], &budget()) {
            Answer::Unknown(cause) => assert_eq!(cause, gave_up),
            other => panic!("expected unknown, found {other:?}"),
        }
    }
    assert!(CascadeFactory::new(Vec::new()).make(&s).is_err());
}

#[test]
fn time_that_ran_out_is_an_answer() {
    let s = Arc::new(TermStore::new());
    for cause in [Cause::Timeout, Cause::Cancelled] {
        let factory = CascadeFactory::new(vec![
            Box::new(Stubborn(cause.clone())),
            Box::new(Z3Factory::default()),
        ]);
        let mut solver = factory.make(&s).expect("starts");
        match solver.check(&[], &budget()) {
            Answer::Unknown(found) => assert_eq!(found, cause),
            other => panic!("expected unknown, found {other:?}"),
        }
        assert_eq!(
            (solver.name(), factory.answered()),
            ("stubborn", SolverSet::EMPTY)
        );
    }
}
