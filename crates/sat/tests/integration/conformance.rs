//! What every implementation of the trait must satisfy.

use crate::common::{Random, is_satisfiable, solver};
use invar_budget::Budget;
use invar_sat::{Answer, Domain, Lit, Sat, SolverKind, Var};
use std::time::{Duration, Instant};

fn lit(number: i32) -> Lit {
    Lit::new(number.unsigned_abs() - 1, number < 0)
}

fn lits(numbers: &[i32]) -> Vec<Lit> {
    numbers.iter().map(|&n| lit(n)).collect()
}

fn ask(solver: &mut dyn Sat, assumptions: &[i32], temporary: &[i32]) -> Answer {
    solver.solve(
        &lits(assumptions),
        &lits(temporary),
        Domain::All,
        &Budget::unlimited(),
    )
}

fn with(kind: SolverKind, variables: usize, clauses: &[&[i32]]) -> Box<dyn Sat> {
    let mut solver = solver(kind, variables);
    for clause in clauses {
        solver.add_clause(&lits(clause));
    }
    solver
}

#[test]
fn a_chain_is_propagated_and_blamed() {
    for kind in SolverKind::ALL {
        let mut solver = with(kind, 5, &[&[-1, 2], &[-2, 3], &[-3, 4]]);
        assert_eq!(ask(&mut *solver, &[1], &[]), Answer::Sat);
        assert_eq!(solver.value(lit(4)), Some(true), "{kind:?}");
        assert_eq!(solver.value(lit(-3)), Some(false), "{kind:?}");
        assert_eq!(ask(&mut *solver, &[5, 1, -4], &[]), Answer::Unsat);
        assert!(solver.in_core(lit(1)) && solver.in_core(lit(-4)));
        assert!(
            !solver.in_core(lit(5)) && !solver.in_core(lit(4)),
            "{kind:?}"
        );
    }
}

#[test]
fn assumptions_that_exclude_each_other() {
    for kind in SolverKind::ALL {
        let mut solver = with(kind, 2, &[&[1, 2]]);
        assert_eq!(ask(&mut *solver, &[2, 1, -1], &[]), Answer::Unsat);
        assert!(
            solver.in_core(lit(1)) && solver.in_core(lit(-1)),
            "{kind:?}"
        );
        assert!(!solver.in_core(lit(2)));
        assert_eq!(ask(&mut *solver, &[2, 1], &[]), Answer::Sat);
    }
}

#[test]
fn an_assumption_against_a_unit() {
    for kind in SolverKind::ALL {
        let mut solver = with(kind, 3, &[&[1], &[-1, 2]]);
        assert_eq!(ask(&mut *solver, &[3, -2], &[]), Answer::Unsat);
        assert!(
            solver.in_core(lit(-2)) && !solver.in_core(lit(3)),
            "{kind:?}"
        );
    }
}

#[test]
fn a_temporary_clause_is_temporary() {
    for kind in SolverKind::ALL {
        let mut solver = with(kind, 3, &[&[-1, 2], &[-1, -2]]);
        for _ in 0..20 {
            // Every wrong memory of `1` or `1 | 3` shows in the next question.
            assert_eq!(ask(&mut *solver, &[], &[1]), Answer::Unsat, "{kind:?}");
            assert_eq!(ask(&mut *solver, &[-3], &[]), Answer::Sat, "{kind:?}");
            assert_eq!(ask(&mut *solver, &[-3], &[1, 3]), Answer::Unsat);
            assert!(solver.in_core(lit(-3)));
            assert_eq!(ask(&mut *solver, &[], &[1, 3]), Answer::Sat);
            assert_eq!(solver.value(lit(3)), Some(true));
        }
        let own = kind == SolverKind::Own;
        assert_eq!(solver.waste() == 0, own);
        assert_eq!(solver.variables() == 3, own);
    }
}

#[test]
fn contradiction_is_for_ever() {
    for kind in SolverKind::ALL {
        let mut solver = with(kind, 2, &[&[1], &[-1, 2], &[-2]]);
        for _ in 0..2 {
            assert_eq!(ask(&mut *solver, &[], &[]), Answer::Unsat);
            assert_eq!(ask(&mut *solver, &[1], &[2]), Answer::Unsat);
            assert!(!solver.in_core(lit(1)), "{kind:?}");
        }
        let mut solver = with(kind, 1, &[&[]]);
        assert_eq!(ask(&mut *solver, &[], &[]), Answer::Unsat, "{kind:?}");
    }
}

#[test]
fn clauses_with_repeated_and_opposite_literals() {
    for kind in SolverKind::ALL {
        let mut solver = with(kind, 3, &[&[1, 1], &[2, -2], &[-1, 3, 3, -1]]);
        assert_eq!(ask(&mut *solver, &[-2], &[]), Answer::Sat);
        assert_eq!(solver.value(lit(3)), Some(true), "{kind:?}");
        assert_eq!(ask(&mut *solver, &[2, 2], &[2, -2]), Answer::Sat);
        assert_eq!(ask(&mut *solver, &[-3], &[]), Answer::Unsat);
    }
}

#[test]
fn answers_and_cores_of_random_formulas() {
    for kind in SolverKind::ALL {
        let mut random = Random::new(7);
        for _ in 0..150 {
            let variables = 3 + random.below(6);
            let mut solver = solver(kind, variables);
            let mut clauses = Vec::new();
            for _ in 0..12 {
                let clause = random.clause(variables, 3);
                solver.add_clause(&clause);
                clauses.push(clause);
                let assumptions = random.clause(variables, 3);
                let temporary = random.clause(variables, 3);
                let answer =
                    solver.solve(&assumptions, &temporary, Domain::All, &Budget::unlimited());
                let mut all = clauses.clone();
                all.push(temporary);
                let mut core = all.clone();
                all.extend(assumptions.iter().map(|&l| vec![l]));
                match answer {
                    Answer::Sat => {
                        for clause in &all {
                            let is_true = |&l| solver.value(l) == Some(true);
                            assert!(clause.iter().any(is_true), "{kind:?} {clause:?}");
                        }
                    }
                    Answer::Unsat => {
                        let blamed = assumptions.iter().filter(|&&l| solver.in_core(l));
                        core.extend(blamed.map(|&l| vec![l]));
                        assert!(!is_satisfiable(variables, &core), "{kind:?}");
                    }
                    Answer::Unknown => panic!("{kind:?} gave up"),
                }
            }
        }
    }
}

/// `pigeons` pigeons in one hole fewer.
fn pigeon_holes(pigeons: usize) -> (usize, Vec<Vec<Lit>>) {
    let holes = pigeons - 1;
    let sits = |pigeon: usize, hole: usize| Lit::positive((pigeon * holes + hole) as u32);
    let mut clauses = Vec::new();
    for pigeon in 0..pigeons {
        clauses.push((0..holes).map(|hole| sits(pigeon, hole)).collect());
        for other in 0..pigeon {
            clauses.extend((0..holes).map(|h| vec![!sits(pigeon, h), !sits(other, h)]));
        }
    }
    (pigeons * holes, clauses)
}

#[test]
fn pigeons() {
    for kind in SolverKind::ALL {
        let (variables, clauses) = pigeon_holes(7);
        let mut solver = solver(kind, variables);
        for clause in &clauses[1..] {
            solver.add_clause(clause);
        }
        // One pigeon may sit nowhere: satisfiable; only the temporary clause makes it hard.
        assert_eq!(ask(&mut *solver, &[], &[]), Answer::Sat);
        for _ in 0..2 {
            let budget = Budget::unlimited();
            let answer = solver.solve(&[], &clauses[0], Domain::All, &budget);
            assert_eq!(answer, Answer::Unsat, "{kind:?}");
            assert_eq!(ask(&mut *solver, &[], &[]), Answer::Sat, "{kind:?}");
        }
        solver.add_clause(&clauses[0]);
        assert_eq!(ask(&mut *solver, &[], &[]), Answer::Unsat, "{kind:?}");
    }
}

#[test]
fn a_budget_ends_a_search_and_the_solver_lives() {
    for kind in SolverKind::ALL {
        let (variables, clauses) = pigeon_holes(14);
        let mut solver = solver(kind, variables);
        for clause in &clauses {
            solver.add_clause(clause);
        }
        let begin = Instant::now();
        let budget = Budget::lasting(Duration::from_millis(200));
        let answer = solver.solve(&[], &[lit(1), lit(2)], Domain::All, &budget);
        assert_eq!(answer, Answer::Unknown, "{kind:?}");
        assert!(begin.elapsed() < Duration::from_secs(20), "{kind:?}");
        let over = Budget::lasting(Duration::ZERO);
        assert_eq!(solver.solve(&[], &[], Domain::All, &over), Answer::Unknown);
        assert_eq!(ask(&mut *solver, &[1, 14], &[]), Answer::Unsat, "{kind:?}");
        assert!(
            solver.in_core(lit(1)) && solver.in_core(lit(14)),
            "{kind:?}"
        );
    }
}

#[test]
fn removed_clauses_are_implied_by_what_is_left() {
    for kind in SolverKind::ALL {
        let mut solver = with(kind, 5, &[]);
        let weak = solver.add_removable_clause(&lits(&[1, 2, 3, 4]));
        let weaker = solver.add_removable_clause(&lits(&[1, 2]));
        assert_eq!(ask(&mut *solver, &[-1, -2], &[]), Answer::Unsat);
        solver.add_clause(&lits(&[1]));
        solver.remove(weak);
        solver.remove(weaker);
        solver.simplify();
        assert_eq!(ask(&mut *solver, &[-2, -3, -4], &[]), Answer::Sat);
        assert_eq!(ask(&mut *solver, &[-1], &[]), Answer::Unsat, "{kind:?}");
    }
}

#[test]
fn variables_without_clauses() {
    for kind in SolverKind::ALL {
        let mut solver = with(kind, 3, &[]);
        assert_eq!(ask(&mut *solver, &[2], &[]), Answer::Sat);
        assert_eq!(solver.value(lit(2)), Some(true));
        let _ = solver.value(lit(3));
        solver.in_every_domain(Var::new(2));
        solver.prefer(lit(3));
        let budget = Budget::unlimited();
        assert_eq!(
            solver.solve(&[], &[], Domain::Only(&[]), &budget),
            Answer::Sat
        );
    }
}

#[test]
fn a_copy_goes_its_own_way() {
    for kind in SolverKind::ALL {
        let mut base = with(kind, 3, &[&[-1, 2], &[-2, 3], &[1, 2, 3]]);
        let Some(mut copy) = base.copy() else {
            assert_ne!(kind, SolverKind::Own);
            continue;
        };
        copy.add_clause(&lits(&[-3]));
        copy.add_clause(&lits(&[1, 2]));
        assert_eq!(ask(&mut *copy, &[], &[]), Answer::Unsat);
        assert_eq!(ask(&mut *base, &[1], &[]), Answer::Sat);
        assert_eq!(base.value(lit(3)), Some(true));
        base.add_clause(&lits(&[-1, -3]));
        assert_eq!(ask(&mut *base, &[1], &[]), Answer::Unsat);
    }
}
