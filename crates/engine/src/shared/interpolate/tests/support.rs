//! What interpolants must satisfy, checked apart from the interpolator.

use crate::Context;
use crate::shared::interpolate::{Effort, Interpolate, Interpolated, Interpolator};
use invar_solver::{Answer, Budget, Model, Solver, SolverFactory, Z3Factory};
use invar_term::{Evaluator, IBig, RBig, ScriptPrinter, Sort, SymbolId, TermId, TermStore, Value};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

/// How many of which outcome.
#[derive(Default, Debug)]
pub(super) struct Tally {
    pub(super) refuted: usize,
    pub(super) satisfiable: usize,
    pub(super) too_hard: usize,
    /// Interpolants that are neither true nor false.
    pub(super) telling: usize,
    /// Time for interpolation, without the checks here.
    pub(super) time: Duration,
}

pub(super) fn number(terms: &TermStore, sort: &Sort, value: i64) -> TermId {
    terms.constant(&match sort {
        Sort::Int => Value::Int(IBig::from(value)),
        _ => Value::Real(RBig::from(value)),
    })
}

/// Terms as SMT-LIB text.
pub(super) fn text(terms: &TermStore, all: &[TermId]) -> String {
    let mut script = String::new();
    let mut printer = ScriptPrinter::new();
    let lines: Vec<String> = all
        .iter()
        .map(|t| printer.term(terms, *t, &mut script))
        .collect();
    format!("{script}\n{}", lines.join("\n"))
}

pub(super) fn context(factory: &Z3Factory) -> Context<'_> {
    Context::new(factory, Budget::lasting(Duration::from_secs(120)))
}

/// An interpolator whose results are checked: by a separate solver for each cut, and a model by
/// evaluation.
pub(super) struct Checked<'r> {
    terms: Arc<TermStore>,
    context: &'r Context<'r>,
    interpolator: Interpolator<'r>,
    solver: Box<dyn Solver>,
    pub(super) tally: Tally,
}

impl<'r> Checked<'r> {
    pub(super) fn new(terms: &Arc<TermStore>, context: &'r Context<'r>) -> Self {
        Checked {
            terms: Arc::clone(terms),
            context,
            interpolator: Interpolator::new(terms, context, Effort::Thorough),
            solver: Z3Factory::default().make(terms).expect("Z3 starts"),
            tally: Tally::default(),
        }
    }

    /// The interpolants of the parts, if they have any and these are found.
    pub(super) fn sequence(&mut self, parts: &[Vec<TermId>]) -> Option<Vec<TermId>> {
        let start = std::time::Instant::now();
        let found = self.interpolator.sequence(parts).expect("there is time");
        self.tally.time += start.elapsed();
        let terms = Arc::clone(&self.terms);
        match found {
            Interpolated::Sequence(sequence) => {
                self.tally.refuted += 1;
                self.tally.telling += sequence
                    .iter()
                    .filter(|i| terms.as_constant(**i).is_none())
                    .count();
                assert_interpolants(&terms, &mut *self.solver, parts, &sequence);
                Some(sequence)
            }
            Interpolated::Satisfiable(model) => {
                self.tally.satisfiable += 1;
                assert_model(&terms, parts, &model);
                None
            }
            Interpolated::TooHard => {
                self.tally.too_hard += 1;
                None
            }
        }
    }

    /// Says what was done, in the output of the test, and returns the numbers.
    pub(super) fn report(self) -> Tally {
        println!("{:?} {:?}", self.tally, self.context.counters.all());
        self.tally
    }
}

fn assert_model(terms: &TermStore, parts: &[Vec<TermId>], model: &Model) {
    let total = crate::shared::ic3::Total { terms, model };
    let mut evaluator = Evaluator::new(terms, &total);
    for formula in parts.iter().flatten() {
        assert_eq!(
            evaluator.eval_bool(*formula),
            Ok(true),
            "{}",
            text(terms, &[*formula])
        );
    }
}

pub(super) fn assert_interpolants(
    terms: &TermStore,
    solver: &mut dyn Solver,
    parts: &[Vec<TermId>],
    sequence: &[TermId],
) {
    assert_eq!(sequence.len(), parts.len() + 1);
    assert!(terms.is_true(sequence[0]));
    assert!(terms.is_false(sequence[parts.len()]));
    for cut in 1..parts.len() {
        let symbols = |parts: &[Vec<TermId>]| -> BTreeSet<SymbolId> {
            terms.symbols_of(&parts.concat()).into_iter().collect()
        };
        let (before, after) = (symbols(&parts[..cut]), symbols(&parts[cut..]));
        for symbol in terms.symbols_of(&[sequence[cut]]) {
            assert!(before.contains(&symbol) && after.contains(&symbol));
        }
    }
    for (part, formulas) in parts.iter().enumerate() {
        let mut query = formulas.clone();
        query.push(sequence[part]);
        query.push(terms.not(sequence[part + 1]));
        solver.push().expect("Z3 goes on");
        for formula in &query {
            solver.assert(*formula).expect("Z3 knows every operator");
        }
        let answer = solver.check(&[], &Budget::lasting(Duration::from_secs(20)));
        assert!(
            matches!(answer, Answer::Unsat(_)),
            "part {part}: {answer:?}\n{}",
            text(terms, &query)
        );
        solver.pop().expect("Z3 goes on");
    }
}
