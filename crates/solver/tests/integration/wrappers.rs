//! The query log replays, and the meter counts.

use invar_solver::{
    Answer, Budget, Cause, LoggedFactory, MeteredFactory, SmtLibFactory, SolverFactory, Statistics,
    Z3Factory,
};
use invar_term::{IBig, Sort, TermStore, Value};
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

/// Asks some queries and returns the answers.
fn session(factory: &dyn SolverFactory) -> Vec<&'static str> {
    let s = Arc::new(TermStore::new());
    let mut solver = factory.make(&s).expect("starts");
    let mut answers = Vec::new();
    let mut check = |solver: &mut Box<dyn invar_solver::Solver>, assumptions: &[_]| {
        answers.push(
            match solver.check(assumptions, &Budget::lasting(Duration::from_secs(30))) {
                Answer::Sat(_) => "sat",
                Answer::Unsat(_) => "unsat",
                Answer::Unknown(_) => "unknown",
            },
        );
    };
    let x = s.symbol("x", &Sort::BitVec(8));
    let memory = s.symbol("memory", &Sort::array(Sort::BitVec(8), Sort::BitVec(8)));
    let flag = s.symbol("flag", &Sort::Bool);
    let n = s.symbol("n", &Sort::Int);
    let low = s.bv_ult(x, s.bv(8, 10));
    check(&mut solver, &[]);
    solver.assert(s.implies(flag, low)).expect("asserts");
    check(&mut solver, &[flag, s.not(low)]);
    solver.push().expect("pushes");
    solver
        .assert(s.ne(s.select(memory, x), s.bv(8, 0)))
        .expect("asserts");
    check(&mut solver, &[s.not(low)]);
    check(
        &mut solver,
        &[
            s.eq(s.select(memory, s.bv(8, 1)), s.bv(8, 0)),
            s.eq(x, s.bv(8, 1)),
        ],
    );
    solver.push().expect("pushes");
    solver
        .assert(s.lt(n, s.constant(&Value::Int(IBig::from(-3)))))
        .expect("asserts");
    check(
        &mut solver,
        &[s.lt(s.constant(&Value::Int(IBig::from(0))), n)],
    );
    solver.pop().expect("pops");
    check(
        &mut solver,
        &[s.lt(s.constant(&Value::Int(IBig::from(0))), n)],
    );
    solver.pop().expect("pops");
    check(&mut solver, &[s.not(low), s.not(low)]);
    // The bits of a number need a definition, again after the scope with the first one is closed.
    let number = s.symbol("number", &Sort::SINGLE);
    let positive = s.bv_slt(s.bv(32, 0), s.fp_to_bits(number));
    solver.push().expect("pushes");
    solver.assert(positive).expect("asserts");
    check(&mut solver, &[s.fp_is_negative(number)]);
    solver.pop().expect("pops");
    check(&mut solver, &[positive, s.fp_is_negative(number)]);
    check(&mut solver, &[positive, s.fp_is_nan(number)]);
    answers
}

fn replay(program: impl AsRef<std::ffi::OsStr>, arguments: &[&str], script: &Path) -> Vec<String> {
    let output = Command::new(program)
        .args(arguments)
        .arg(script)
        .output()
        .expect("it runs");
    let text = String::from_utf8(output.stdout).expect("text");
    text.lines().map(str::to_owned).collect()
}

#[test]
fn the_log_replays_with_other_solvers() {
    let directory = std::env::temp_dir().join(format!("invar-log-{}", std::process::id()));
    let logged = LoggedFactory::new(Arc::new(Z3Factory::default()), &directory).expect("created");
    let answers = session(&logged);
    assert_eq!(
        answers,
        [
            "sat", "unsat", "sat", "unsat", "unsat", "sat", "sat", "unsat", "unsat", "sat"
        ]
    );
    let scripts: Vec<_> = std::fs::read_dir(&directory)
        .expect("the directory exists")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    let [script] = scripts.as_slice() else {
        panic!("one solver, one script: {scripts:?}")
    };
    let text = std::fs::read_to_string(script).expect("the script is there");
    let expected: Vec<&str> = text
        .lines()
        .filter_map(|l| l.strip_prefix("; expect "))
        .collect();
    assert_eq!(expected, answers);
    let z3 = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.tools/wheels/bin/z3");
    assert_eq!(replay(z3, &[], script), answers);
    assert_eq!(replay("cvc5", &["--incremental"], script), answers);
    std::fs::remove_dir_all(&directory).expect("removed");
}

#[test]
fn the_meter_counts_answers_over_factories() {
    let statistics = Arc::new(Statistics::default());
    for inner in [
        Arc::new(Z3Factory::default()) as Arc<dyn SolverFactory>,
        Arc::new(SmtLibFactory::cvc5()),
    ] {
        session(&MeteredFactory::new(inner, Arc::clone(&statistics)));
    }
    assert_eq!(statistics.solvers(), 2);
    assert_eq!(
        (statistics.sat(), statistics.unsat(), statistics.unknown()),
        (10, 10, 0)
    );
    assert_eq!(statistics.queries(), 20);
    assert!(statistics.time() > Duration::ZERO);
}

#[test]
fn missing_binaries_and_foreign_programs_are_errors() {
    let s = Arc::new(TermStore::new());
    let missing = SmtLibFactory::command(Path::new("/nowhere/solver"), &[]);
    assert!(!missing.is_available());
    assert!(missing.make(&s).is_err());
    // A program that ends at once, and one that says something else.
    for (program, arguments) in [("true", vec![]), ("echo", vec!["hello".to_owned()])] {
        let factory = SmtLibFactory::command(Path::new(program), &arguments);
        let mut solver = factory.make(&s).expect("the program exists");
        for _ in 0..2 {
            let answer = solver.check(&[], &Budget::lasting(Duration::from_secs(5)));
            assert!(
                matches!(answer, Answer::Unknown(Cause::GaveUp(_))),
                "found {answer:?}"
            );
        }
    }
}

#[test]
fn a_child_out_of_memory_is_unknown() {
    let s = Arc::new(TermStore::new());
    let factory = SmtLibFactory::z3().with_memory_mb(150);
    let mut solver = factory.make(&s).expect("starts");
    let wide = Sort::BitVec(128);
    let (x, y) = (s.symbol("x", &wide), s.symbol("y", &wide));
    let mut product = x;
    for _ in 0..40 {
        product = s.bv_mul(s.bv_add(product, y), s.bv_urem(product, x));
    }
    solver
        .assert(s.eq(product, s.bv(128, 12345)))
        .expect("asserts");
    let answer = solver.check(&[], &Budget::lasting(Duration::from_secs(60)));
    assert!(
        matches!(answer, Answer::Unknown(Cause::Memory | Cause::GaveUp(_))),
        "found {answer:?}"
    );
}
