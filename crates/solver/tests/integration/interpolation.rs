//! Interpolants from programs: cvc5 for real, the other dialects by programs that always give the
//! same answers and write down what they are told.

use invar_solver::{
    Answer, Budget, Cause, Dialect, InterpolantAnswer, Interpolating, ProcessInterpolation,
    SolverFactory, Z3Factory,
};
use invar_term::{IBig, Op, Sort, TermId, TermStore, Value};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

fn budget() -> Budget {
    Budget::lasting(Duration::from_secs(60))
}

fn int(terms: &TermStore, n: i64) -> TermId {
    terms.constant(&Value::Int(IBig::from(n)))
}

/// `x = 0, y = x + 1; nothing; z = y + 1; z < 2`.
fn counting(terms: &TermStore) -> Vec<Vec<TermId>> {
    let [x, y, z] = ["x", "y", "z"].map(|n| terms.symbol(n, &Sort::Int));
    let one = int(terms, 1);
    vec![
        vec![terms.eq(x, int(terms, 0)), terms.eq(y, terms.add(x, one))],
        vec![],
        vec![terms.eq(z, terms.add(y, one))],
        vec![terms.lt(z, int(terms, 2))],
    ]
}

/// Every part leads from interpolant to interpolant, and symbols are shared.
fn assert_interpolants(terms: &Arc<TermStore>, parts: &[Vec<TermId>], sequence: &[TermId]) {
    assert_eq!(sequence.len(), parts.len() + 1);
    assert!(terms.is_true(sequence[0]) && terms.is_false(sequence[parts.len()]));
    for (part, formulas) in parts.iter().enumerate() {
        let mut solver = Z3Factory::default().make(terms).expect("Z3 starts");
        let not = terms.not(sequence[part + 1]);
        for formula in formulas.iter().chain([&sequence[part], &not]) {
            solver.assert(*formula).expect("asserted");
        }
        let answer = solver.check(&[], &budget());
        assert!(matches!(answer, Answer::Unsat(_)), "{part}: {answer:?}");
    }
    for cut in 1..parts.len() {
        let before = terms.symbols_of(&parts[..cut].concat());
        let after = terms.symbols_of(&parts[cut..].concat());
        for symbol in terms.symbols_of(&[sequence[cut]]) {
            assert!(before.contains(&symbol) && after.contains(&symbol));
        }
    }
}

fn sequence_of(terms: &Arc<TermStore>, parts: &[Vec<TermId>]) -> Vec<TermId> {
    let cvc5 = ProcessInterpolation::new(Dialect::Cvc5).expect("cvc5 is installed");
    let cvc5 = cvc5.with_patience(Duration::from_secs(30));
    let found = cvc5.sequence(terms, parts, &budget()).expect("it starts");
    let InterpolantAnswer::Sequence(sequence) = found else {
        panic!("{found:?}");
    };
    assert_interpolants(terms, parts, &sequence);
    sequence
}

#[test]
fn cvc5_interpolates_integers() {
    let terms = Arc::new(TermStore::new());
    let parts = counting(&terms);
    let sequence = sequence_of(&terms, &parts);
    // What says nothing changes nothing.
    assert_eq!(sequence[1], sequence[2]);
    let [x, y, z] = ["x", "y", "z"].map(|n| terms.symbol(n, &Sort::Int));
    let parts = [
        vec![terms.lt(x, y)],
        vec![terms.and(&[terms.lt(y, z), terms.lt(z, x)])],
    ];
    sequence_of(&terms, &parts);
}

#[test]
fn cvc5_interpolates_bit_vectors() {
    let terms = Arc::new(TermStore::new());
    let [a, b, c] = ["a", "b", "c"].map(|n| terms.symbol(n, &Sort::BitVec(8)));
    let below = |x, n| terms.app(Op::BvUlt, &[x, terms.bv(8, n)]);
    let next = |x| terms.app(Op::BvAdd, &[x, terms.bv(8, 1)]);
    let parts = [
        vec![below(a, 5), terms.eq(b, next(a))],
        vec![terms.eq(c, b), terms.not(below(c, 16))],
    ];
    sequence_of(&terms, &parts);
}

#[test]
fn cvc5_interpolates_truth_values() {
    let terms = Arc::new(TermStore::new());
    let [p, q, r] = ["p", "q", "r"].map(|n| terms.symbol(n, &Sort::Bool));
    let parts = [
        vec![p, terms.implies(p, q)],
        vec![terms.implies(q, r)],
        vec![terms.not(r)],
    ];
    assert_eq!(sequence_of(&terms, &parts)[2], r);
}

#[test]
fn one_part_alone_needs_no_program() {
    let terms = Arc::new(TermStore::new());
    let fake = Fake::new("alone", Dialect::SmtInterpol, "echo no >&2; exit 1");
    let p = terms.symbol("p", &Sort::Bool);
    let parts = [vec![], vec![p, terms.not(p)], vec![]];
    let (yes, no) = (terms.tru(), terms.fls());
    let found = fake.who.sequence(&terms, &parts, &budget());
    let wanted = InterpolantAnswer::Sequence(vec![yes, yes, no, no]);
    assert_eq!(found, Ok(wanted));
}

/// A shell script in a folder of its own.
struct Fake {
    folder: PathBuf,
    who: ProcessInterpolation,
}

impl Fake {
    /// `answers`: what the script does before it reads lines, or the cases of a command in a line.
    fn new(name: &str, dialect: Dialect, body: &str) -> Fake {
        let folder = std::env::temp_dir().join(format!("invar-fake-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("made");
        let program = folder.join("program");
        std::fs::write(&program, format!("#!/bin/sh\n{body}\n")).expect("written");
        let mode = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(&program, mode).expect("runs");
        let who = ProcessInterpolation::with_program(dialect, &program).expect("it is there");
        Fake { folder, who }
    }

    /// A script that answers lines by these cases of the shell.
    fn answering(name: &str, dialect: Dialect, cases: &str) -> Fake {
        let log = "\"$(dirname \"$0\")/told\"";
        let body = format!(
            "while read -r line; do printf '%s\\n' \"$line\" >> {log}\n\
             case \"$line\" in {cases}\nesac; done"
        );
        Fake::new(name, dialect, &body)
    }

    fn told(&self) -> String {
        std::fs::read_to_string(self.folder.join("told")).expect("it was told something")
    }
}

impl Drop for Fake {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// `true, 1 <= y, 1 <= y, 2 <= z, false`.
fn wanted(terms: &TermStore) -> InterpolantAnswer {
    let [y, z] = ["y", "z"].map(|n| terms.symbol(n, &Sort::Int));
    let first = terms.le(int(terms, 1), y);
    let second = terms.le(int(terms, 2), z);
    InterpolantAnswer::Sequence(vec![terms.tru(), first, first, second, terms.fls()])
}

#[test]
fn named_assertions() {
    for (name, dialect, logic) in [
        ("smtinterpol", Dialect::SmtInterpol, "(set-logic QF_UFLIRA)"),
        ("opensmt", Dialect::OpenSmt, "(set-logic QF_LIA)"),
    ] {
        let cases = "*check-sat*) echo unsat;;\n\
                     *'(get-interpolants $p0 $p1 $p2)'*) \
                     echo '((let ((.cse0 y%)) (<= 1 .cse0)) (>= |z%| 2))';;";
        let fake = Fake::answering(name, dialect, cases);
        let terms = Arc::new(TermStore::new());
        let found = fake.who.sequence(&terms, &counting(&terms), &budget());
        assert_eq!(found, Ok(wanted(&terms)), "{name}");
        let told = fake.told();
        assert!(told.contains(logic), "{told}");
        assert!(told.contains("(set-option :produce-interpolants true)"));
        for part in ["$p0", "$p1", "$p2"] {
            assert!(told.contains(&format!(":named {part}))")), "{told}");
        }
    }
}

#[test]
fn assertions_in_groups() {
    let cases = "*check-sat*) echo unsat;;\n\
                 *'(get-interpolant ($p0))'*) echo '(<= 1 y%)';;\n\
                 *'(get-interpolant ($p0 $p1))'*) echo '(not (<= z% 1))';;";
    let fake = Fake::answering("mathsat", Dialect::MathSat, cases);
    let terms = Arc::new(TermStore::new());
    let found = fake.who.sequence(&terms, &counting(&terms), &budget());
    let InterpolantAnswer::Sequence(mut expected) = wanted(&terms) else {
        unreachable!("it is a sequence");
    };
    let z = terms.symbol("z", &Sort::Int);
    expected[3] = terms.not(terms.le(z, int(&terms, 1)));
    assert_eq!(found, Ok(InterpolantAnswer::Sequence(expected)));
    assert!(fake.told().contains(":interpolation-group $p2))"));
}

#[test]
fn what_is_no_answer_is_none() {
    let terms = Arc::new(TermStore::new());
    let parts = counting(&terms);
    let ask = |name: &str, cases: &str| {
        let fake = Fake::answering(name, Dialect::SmtInterpol, cases);
        let who = fake.who.clone().with_patience(Duration::from_millis(300));
        who.sequence(&terms, &parts, &budget()).expect("it starts")
    };
    let gave_up = |answer: InterpolantAnswer, words: &str| match answer {
        InterpolantAnswer::Unknown(Cause::GaveUp(said)) => assert!(said.contains(words), "{said}"),
        other => panic!("{other:?}"),
    };
    let sat = ask("sat", "*check-sat*) echo sat;;");
    assert_eq!(sat, InterpolantAnswer::Satisfiable);
    gave_up(ask("unknown", "*check-sat*) echo unknown;;"), "model");
    gave_up(
        ask("error", "*check-sat*) echo '(error \"no logic\")';;"),
        "no logic",
    );
    gave_up(
        ask("ended", "*check-sat*) echo sorry >&2; exit 3;;"),
        "sorry",
    );
    let unsat = "*check-sat*) echo unsat;;\n*get-interpolants*)";
    gave_up(ask("few", &format!("{unsat} echo '(true)';;")), "as many");
    gave_up(
        ask("odd", &format!("{unsat} echo '((f y%) true)';;")),
        "`f`",
    );
    gave_up(
        ask("sort", &format!("{unsat} echo '(y% true)';;")),
        "no formula",
    );
    let silent = ask("silent", &format!("{unsat} :;;"));
    assert_eq!(silent, InterpolantAnswer::Unknown(Cause::Timeout));
}

#[test]
fn theories_that_a_program_lacks_are_not_sent() {
    let fake = Fake::new("lacks", Dialect::OpenSmt, "exit 1");
    let terms = Arc::new(TermStore::new());
    let [a, b] = ["a", "b"].map(|n| terms.symbol(n, &Sort::BitVec(8)));
    let parts = [vec![terms.eq(a, b)], vec![terms.ne(a, b)]];
    let found = fake.who.sequence(&terms, &parts, &budget());
    let words = "opensmt does not interpolate bit-vectors".to_owned();
    assert_eq!(found, Ok(InterpolantAnswer::Unknown(Cause::GaveUp(words))));
}

#[test]
fn a_missing_program_is_an_error() {
    let missing = Path::new("/nowhere/mathsat");
    let error = ProcessInterpolation::with_program(Dialect::MathSat, missing);
    let error = error.expect_err("it is not there").to_string();
    assert!(error.contains("/nowhere/mathsat"), "{error}");
}
