//! Interpolants from another program: used, refused, and found by ourselves instead.

use super::support::{assert_interpolants, context, number};
use crate::Context;
use crate::shared::interpolate::process::chosen;
use crate::shared::interpolate::{Effort, Interpolated};
use invar_solver::{
    Budget, Cause, Dialect, InterpolantAnswer, Interpolating, ProcessInterpolation, SolverError,
    SolverFactory, Z3Factory,
};
use invar_term::{Op, Sort, TermId, TermStore};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Always gives the same answer, and keeps the questions.
struct Canned {
    answer: Result<InterpolantAnswer, SolverError>,
    asked: Mutex<Vec<Vec<Vec<TermId>>>>,
}

impl Canned {
    fn new(answer: Result<InterpolantAnswer, SolverError>) -> Canned {
        let asked = Mutex::default();
        Canned { answer, asked }
    }
}

impl Interpolating for Canned {
    fn name(&self) -> &str {
        "canned"
    }

    fn sequence(
        &self,
        _: &Arc<TermStore>,
        parts: &[Vec<TermId>],
        _: &Budget,
    ) -> Result<InterpolantAnswer, SolverError> {
        self.asked.lock().expect("no panic").push(parts.to_vec());
        self.answer.clone()
    }
}

struct Question {
    terms: Arc<TermStore>,
    parts: Vec<Vec<TermId>>,
    y: TermId,
    x: TermId,
}

/// `x = 0, y = x + 1, w = 7; z = y + 1; z < 2`.
fn question() -> Question {
    let terms = Arc::new(TermStore::new());
    let [w, x, y, z] = ["w", "x", "y", "z"].map(|n| terms.symbol(n, &Sort::Int));
    let int = |n| number(&terms, &Sort::Int, n);
    let parts = vec![
        vec![
            terms.eq(x, int(0)),
            terms.eq(y, terms.add(x, int(1))),
            terms.eq(w, int(7)),
        ],
        vec![terms.eq(z, terms.add(y, int(1)))],
        vec![terms.lt(z, int(2))],
    ];
    Question { terms, parts, y, x }
}

fn counted(context: &Context<'_>, name: &str) -> u64 {
    let all = context.counters.all();
    all.iter().find(|(n, _)| *n == name).map_or(0, |(_, c)| *c)
}

fn sequence_with(question: &Question, context: &Context<'_>) -> Vec<TermId> {
    let found = chosen(&question.terms, context, Effort::Thorough).sequence(&question.parts);
    let Ok(Interpolated::Sequence(sequence)) = found else {
        panic!("{found:?}");
    };
    let mut solver = Z3Factory::default()
        .make(&question.terms)
        .expect("Z3 starts");
    assert_interpolants(&question.terms, &mut *solver, &question.parts, &sequence);
    sequence
}

#[test]
fn right_answers_are_used() {
    let question = question();
    let terms = &question.terms;
    let int = |n| number(terms, &Sort::Int, n);
    let z = terms.symbol("z", &Sort::Int);
    // Not what we would find.
    let odd = terms.and(&[terms.le(int(1), question.y), terms.le(question.y, int(1))]);
    let sequence = vec![terms.tru(), odd, terms.le(int(2), z), terms.fls()];
    let canned = Canned::new(Ok(InterpolantAnswer::Sequence(sequence.clone())));
    let factory = Z3Factory::default();
    let context = context(&factory).with_interpolation(&canned);
    assert_eq!(sequence_with(&question, &context), sequence);
    assert_eq!(counted(&context, "interpolation process"), 1);
    assert_eq!(counted(&context, "interpolation process too hard"), 0);
    assert_eq!(counted(&context, "interpolation sequences"), 0);
    // What the refutation does not need is not sent.
    let asked = canned.asked.lock().expect("no panic");
    assert_eq!(asked[0].len(), 3);
    assert!(!asked[0][0].contains(&question.parts[0][2]));
}

#[test]
fn wrong_answers_are_replaced_by_ours() {
    let question = question();
    let terms = &question.terms;
    let int = |n| number(terms, &Sort::Int, n);
    let (yes, no) = (terms.tru(), terms.fls());
    let z = terms.symbol("z", &Sort::Int);
    let after = terms.le(int(2), z);
    let wrong = [
        // Not implied; too weak; about what is not shared; wrong ends; too short.
        vec![yes, terms.le(int(2), question.y), after, no],
        vec![yes, yes, after, no],
        vec![yes, terms.eq(question.x, int(0)), after, no],
        vec![yes, terms.le(int(1), question.y), after, yes],
        vec![yes, no],
    ];
    for sequence in wrong {
        let canned = Canned::new(Ok(InterpolantAnswer::Sequence(sequence)));
        let factory = Z3Factory::default();
        let context = context(&factory).with_interpolation(&canned);
        sequence_with(&question, &context);
        assert_eq!(counted(&context, "interpolation process refused"), 1);
        assert_eq!(counted(&context, "interpolation process too hard"), 1);
        assert_eq!(counted(&context, "interpolation sequences"), 1);
    }
}

#[test]
fn without_an_answer_we_find_ours() {
    let gave_up = InterpolantAnswer::Unknown(Cause::GaveUp("no".into()));
    for answer in [gave_up, InterpolantAnswer::Satisfiable] {
        let canned = Canned::new(Ok(answer));
        let factory = Z3Factory::default();
        let context = context(&factory).with_interpolation(&canned);
        sequence_with(&question(), &context);
        assert_eq!(counted(&context, "interpolation process too hard"), 1);
        assert_eq!(counted(&context, "interpolation process refused"), 0);
    }
}

#[test]
fn a_program_that_does_not_start_is_an_error() {
    let error = SolverError::Start {
        program: "canned".into(),
        message: "gone".into(),
    };
    let canned = Canned::new(Err(error));
    let factory = Z3Factory::default();
    let context = context(&factory).with_interpolation(&canned);
    let question = question();
    let found = chosen(&question.terms, &context, Effort::Thorough).sequence(&question.parts);
    assert!(found.is_err(), "{found:?}");
}

#[test]
fn models_come_from_our_solver() {
    let canned = Canned::new(Ok(InterpolantAnswer::Satisfiable));
    let factory = Z3Factory::default();
    let context = context(&factory).with_interpolation(&canned);
    let question = question();
    let found = chosen(&question.terms, &context, Effort::Thorough).sequence(&question.parts[..2]);
    assert!(
        matches!(found, Ok(Interpolated::Satisfiable(_))),
        "{found:?}"
    );
    assert!(canned.asked.lock().expect("no panic").is_empty());
}

#[test]
fn cvc5_finds_interpolants() {
    let cvc5 = ProcessInterpolation::new(Dialect::Cvc5).expect("cvc5 is installed");
    let cvc5 = cvc5.with_patience(Duration::from_secs(30));
    let factory = Z3Factory::default();
    let context = context(&factory).with_interpolation(&cvc5);
    sequence_with(&question(), &context);
    let terms = Arc::new(TermStore::new());
    let [a, b, c] = ["a", "b", "c"].map(|n| terms.symbol(n, &Sort::BitVec(4)));
    let below = |x, n| terms.app(Op::BvUlt, &[x, terms.bv(4, n)]);
    let next = terms.app(Op::BvAdd, &[a, terms.bv(4, 1)]);
    let parts = vec![
        vec![below(a, 5), terms.eq(b, next)],
        vec![terms.eq(c, b)],
        vec![terms.not(below(c, 8))],
    ];
    let bits = Question {
        parts,
        y: b,
        x: a,
        terms,
    };
    sequence_with(&bits, &context);
    assert_eq!(counted(&context, "interpolation process"), 2);
    assert_eq!(counted(&context, "interpolation process too hard"), 0);
}
