//! Has CaDiCaL refute a formula and checks every step while the solver takes it, so that a proof is
//! never kept.

use super::cnf::{Cnf, MAX_LITERALS};
use super::lrat::{LratChecker, LratError};
use invar_budget::Budget;
use rustsat::solvers::{ControlSignal, Solve, SolverResult, Terminate};
use rustsat::types::{Lit, TernaryVal};
use rustsat_cadical::{CaDiCaL, CaDiCaLClause, ClauseId, TraceProof};
use std::cell::Cell;
use std::rc::Rc;

/// How the attempt to refute a formula ended.
pub(super) enum Refutation {
    /// The empty clause follows; the numbers are those of checked lemmas and hints.
    Checked { lemmas: u64, hints: u64 },
    /// There is an assignment; these of the literals asked about are true in it.
    Satisfied(Vec<i32>),
    /// The solver claims that there is none, but its proof is not accepted.
    Unproved(LratError),
    /// Time or memory ended.
    Budget,
    /// The solver failed.
    Failed(String),
}

/// Listens to the solver.
struct Tracer {
    formula: Rc<Cnf>,
    /// Clauses of the formula that the solver has announced.
    announced: usize,
    checker: LratChecker,
    error: Option<LratError>,
    /// Set once there is an error: the rest of the search is useless.
    stop: Rc<Cell<bool>>,
    lemmas: u64,
    hints: u64,
}

/// Tries to refute the formula; `ask` are the literals to look up in an assignment.
pub(super) fn refute(formula: Cnf, ask: &[i32], budget: &Budget) -> Refutation {
    let formula = Rc::new(formula);
    let stop = Rc::new(Cell::new(false));
    let tracer = Tracer {
        formula: Rc::clone(&formula),
        announced: 0,
        checker: LratChecker::new(MAX_LITERALS),
        error: None,
        stop: Rc::clone(&stop),
        lemmas: 0,
        hints: 0,
    };
    let mut solver = CaDiCaL::default();
    let handle = solver.connect_proof_tracer(tracer, true);
    let limit = budget.clone();
    solver.attach_terminator(move || {
        if stop.get() || limit.is_exhausted() {
            ControlSignal::Terminate
        } else {
            ControlSignal::Continue
        }
    });
    let answer = answer(&mut solver, &formula, ask, budget);
    let Ok(tracer) = solver.disconnect_proof_tracer(handle) else {
        return Refutation::Failed("the proof tracer was lost".to_owned());
    };
    match (answer, tracer.error) {
        (_, Some(LratError::Memory)) => Refutation::Budget,
        (Answer::Unsat | Answer::Interrupted, Some(error)) => Refutation::Unproved(error),
        (Answer::Interrupted, None) => Refutation::Budget,
        (Answer::Unsat, None) if tracer.checker.is_refuted() => Refutation::Checked {
            lemmas: tracer.lemmas,
            hints: tracer.hints,
        },
        (Answer::Unsat, None) => Refutation::Unproved(LratError::Unfinished),
        (Answer::Sat(literals), _) => Refutation::Satisfied(literals),
        (Answer::Failed(message), _) => Refutation::Failed(message),
    }
}

/// What the solver says.
enum Answer {
    Sat(Vec<i32>),
    Unsat,
    Interrupted,
    Failed(String),
}

fn answer(solver: &mut CaDiCaL<'_, '_>, formula: &Cnf, ask: &[i32], budget: &Budget) -> Answer {
    const CLAUSES_PER_LOOK: usize = 4096;
    for number in 0..formula.len() {
        if number % CLAUSES_PER_LOOK == 0 && budget.is_exhausted() {
            return Answer::Interrupted;
        }
        let clause = formula.clause(number).unwrap_or_default();
        let clause = clause.iter().filter_map(|l| Lit::from_ipasir(*l).ok());
        if let Err(error) = solver.add_clause(clause.collect()) {
            return Answer::Failed(error.to_string());
        }
    }
    match solver.solve() {
        Ok(SolverResult::Unsat) => Answer::Unsat,
        Ok(SolverResult::Interrupted) => Answer::Interrupted,
        Err(error) => Answer::Failed(error.to_string()),
        Ok(SolverResult::Sat) => {
            let holds = |literal: &&i32| {
                let literal = Lit::from_ipasir(**literal).ok();
                let value = literal.and_then(|literal| solver.lit_val(literal).ok());
                value == Some(TernaryVal::True)
            };
            Answer::Sat(ask.iter().filter(holds).copied().collect())
        }
    }
}

impl Tracer {
    /// Remembers the first error.
    fn note(&mut self, result: Result<(), LratError>) {
        if let Err(error) = result {
            self.error.get_or_insert(error);
            self.stop.set(true);
        }
    }
}

fn numbers(clause: &CaDiCaLClause<'_>) -> Vec<i32> {
    clause.iter().map(Lit::to_ipasir).collect()
}

impl TraceProof for Tracer {
    /// The checker gets the formula's clause, not the solver's.
    fn add_original_clause(
        &mut self,
        id: ClauseId,
        _redundant: bool,
        clause: &CaDiCaLClause<'_>,
        restored: bool,
    ) {
        let formula = Rc::clone(&self.formula);
        let own = formula.clause(self.announced).unwrap_or_default();
        self.announced += 1;
        let result = if restored || own != numbers(clause) {
            Err(LratError::OtherFormula(id.0))
        } else {
            self.checker.original(id.0, own)
        };
        self.note(result);
    }

    fn add_derived_clause(
        &mut self,
        id: ClauseId,
        _redundant: bool,
        clause: &CaDiCaLClause<'_>,
        antecedents: &[ClauseId],
    ) {
        if self.error.is_some() || self.checker.is_refuted() {
            return;
        }
        self.lemmas += 1;
        self.hints += antecedents.len() as u64;
        let hints: Vec<i64> = antecedents.iter().map(|hint| hint.0).collect();
        let result = self.checker.lemma(id.0, &numbers(clause), &hints);
        self.note(result);
    }

    fn delete_clause(&mut self, id: ClauseId, _redundant: bool, _clause: &CaDiCaLClause<'_>) {
        if self.error.is_some() || self.checker.is_refuted() {
            return;
        }
        let result = self.checker.delete(id.0);
        self.note(result);
    }
}

#[cfg(test)]
mod tests {
    use super::{Answer, Refutation, answer, numbers, refute};
    use crate::circuit::cnf::{Cnf, MAX_LITERALS};
    use crate::circuit::lrat::LratChecker;
    use invar_budget::Budget;
    use rustsat_cadical::{CaDiCaL, CaDiCaLClause, ClauseId, TraceProof};
    use std::time::Duration;

    /// More pigeons than holes: unsatisfiable, and a search is needed to see it.
    fn pigeons(pigeons: usize, holes: usize) -> (Cnf, Vec<i32>) {
        let mut cnf = Cnf::default();
        let sits: Vec<Vec<i32>> = (0..pigeons)
            .map(|_| (0..holes).map(|_| cnf.variable()).collect())
            .collect();
        for (number, one) in sits.iter().enumerate() {
            cnf.add(one);
            for other in &sits[..number] {
                for (a, b) in one.iter().zip(other) {
                    cnf.add(&[-a, -b]);
                }
            }
        }
        (cnf, sits.concat())
    }

    #[test]
    fn refutations_are_checked_and_assignments_told() {
        let (formula, _) = pigeons(7, 6);
        let Refutation::Checked { lemmas, hints } = refute(formula, &[], &Budget::unlimited())
        else {
            panic!("not refuted");
        };
        assert!(lemmas > 100 && hints > lemmas);
        let (formula, all) = pigeons(4, 4);
        let Refutation::Satisfied(sits) = refute(formula, &all, &Budget::unlimited()) else {
            panic!("not satisfied");
        };
        assert_eq!(sits.len(), 4);
    }

    /// What the solver says, to be corrupted.
    #[derive(Default)]
    struct Recorder(Vec<Step>);

    #[derive(Clone, Debug)]
    enum Step {
        Original(i64),
        Lemma(i64, Vec<i32>, Vec<i64>),
        Delete(i64),
    }

    impl TraceProof for Recorder {
        fn add_original_clause(&mut self, id: ClauseId, _: bool, _: &CaDiCaLClause<'_>, _: bool) {
            self.0.push(Step::Original(id.0));
        }

        fn add_derived_clause(
            &mut self,
            id: ClauseId,
            _: bool,
            clause: &CaDiCaLClause<'_>,
            hints: &[ClauseId],
        ) {
            let hints = hints.iter().map(|hint| hint.0).collect();
            self.0.push(Step::Lemma(id.0, numbers(clause), hints));
        }

        fn delete_clause(&mut self, id: ClauseId, _: bool, _: &CaDiCaLClause<'_>) {
            self.0.push(Step::Delete(id.0));
        }
    }

    /// Whether the steps refute the formula from which the clause `without` is left out.
    fn refutes(steps: &[Step], formula: &Cnf, without: Option<usize>) -> bool {
        let mut checker = LratChecker::new(MAX_LITERALS);
        let mut announced = 0;
        for step in steps {
            let result = match step {
                Step::Original(id) => {
                    announced += 1;
                    match formula.clause(announced - 1) {
                        Some(clause) if without != Some(announced - 1) => {
                            checker.original(*id, clause)
                        }
                        _ => Ok(()),
                    }
                }
                Step::Lemma(id, clause, hints) => checker.lemma(*id, clause, hints),
                // The clause left out is deleted as well.
                Step::Delete(id) => checker.delete(*id).or(Ok(())),
            };
            if result.is_err() {
                return false;
            }
            if checker.is_refuted() {
                return true;
            }
        }
        false
    }

    #[test]
    fn corrupted_proofs_are_refused() {
        let (formula, _) = pigeons(5, 4);
        let mut solver = CaDiCaL::default();
        let handle = solver.connect_proof_tracer(Recorder::default(), true);
        let verdict = answer(&mut solver, &formula, &[], &Budget::unlimited());
        assert!(matches!(verdict, Answer::Unsat));
        let steps = solver.disconnect_proof_tracer(handle).unwrap().0;
        assert!(refutes(&steps, &formula, None));
        // Every clause of the formula is needed: without one, four pigeons fit, or two in a hole.
        for clause in 0..formula.len() {
            assert!(!refutes(&steps, &formula, Some(clause)), "{clause}");
        }
        let (mut lemmas, mut flips_accepted) = (0, 0);
        for number in 0..steps.len() {
            let Step::Lemma(id, clause, hints) = &steps[number] else {
                continue;
            };
            lemmas += 1;
            for hint in 0..hints.len() {
                let mut hints = hints.clone();
                hints.remove(hint);
                let mut steps = steps.clone();
                steps[number] = Step::Lemma(*id, clause.clone(), hints);
                assert!(!refutes(&steps, &formula, None), "{:?}", steps[number]);
            }
            for literal in 0..clause.len() {
                let mut clause = clause.clone();
                clause[literal] = -clause[literal];
                let mut steps = steps.clone();
                steps[number] = Step::Lemma(*id, clause, hints.clone());
                flips_accepted += u32::from(refutes(&steps, &formula, None));
            }
        }
        assert!(lemmas > 20, "{lemmas}");
        assert_eq!(flips_accepted, 0);
    }

    #[test]
    fn the_empty_clause_is_refuted() {
        let mut formula = Cnf::default();
        formula.add(&[]);
        let refutation = refute(formula, &[], &Budget::unlimited());
        assert!(matches!(refutation, Refutation::Checked { .. }));
    }

    #[test]
    fn time_is_kept() {
        let budget = Budget::lasting(Duration::from_millis(200));
        let (formula, _) = pigeons(14, 13);
        let refutation = refute(formula, &[], &budget);
        assert!(matches!(refutation, Refutation::Budget));
    }
}
