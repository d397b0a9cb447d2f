//! Random small circuits against explicit-state search.

use crate::random::random_circuit;
use crate::support::{is_bad_run, is_inductive, shortest};
use invar_bitlevel::{
    Arrangement, Counters, Effort, Generalisation, Lifting, Method, Options, Order, Outcome, Paths,
    Proof, Reductions, Signals, Stride, bmc, check, ic3, kind,
};
use invar_budget::Budget;
use invar_circuit::{Circuit, Lit, Node, Var};
use invar_sat::SolverKind;
use std::cell::Cell;

type Search<'a> = &'a dyn Fn(&Circuit) -> (Outcome, Counters);

/// How many were safe, and how many need a run of more than three steps.
fn agree(search: Search<'_>, seeds: std::ops::Range<u64>) -> (usize, usize) {
    let (mut safe, mut deep) = (0, 0);
    for seed in seeds {
        let circuit = random_circuit(seed);
        let truth = shortest(&circuit, 0);
        match search(&circuit).0 {
            Outcome::Safe(proof) => {
                assert_eq!(truth, None, "seed {seed}");
                // Longer inductions are checked by certification, not here.
                let fine = proof.k > 1 || is_inductive(&circuit, 0, &proof.clauses);
                assert!(is_about_states(&circuit, &proof), "seed {seed}: {proof:?}");
                assert!(fine, "seed {seed}: {proof:?}");
                safe += 1;
            }
            Outcome::Unsafe(run) => {
                let truth = truth.unwrap_or_else(|| panic!("seed {seed} is safe"));
                assert!(is_bad_run(&circuit, &run), "seed {seed}: {run:?}");
                assert!(run.inputs.len() >= truth as usize, "seed {seed}");
                deep += usize::from(truth > 3);
            }
            Outcome::Unknown(stop) => panic!("seed {seed}: {stop:?}"),
        }
    }
    (safe, deep)
}

/// Whether the clauses depend on latches alone.
fn is_about_states(circuit: &Circuit, proof: &Proof) -> bool {
    let mut open: Vec<Var> = proof.clauses.iter().flatten().map(|l| l.var()).collect();
    while let Some(var) = open.pop() {
        match circuit.node(var) {
            Node::Input(_) => return false,
            Node::And(a, b) => open.extend([a.var(), b.var()]),
            Node::False | Node::Latch(_) => {}
        }
    }
    true
}

fn with(options: Options) -> impl Fn(&Circuit) -> (Outcome, Counters) {
    move |circuit| ic3(circuit, 0, &options, &Budget::unlimited())
}

#[test]
fn ic3_agrees_with_explicit_state_search() {
    let (safe, deep) = agree(&with(Options::default()), 0..3000);
    assert!(
        safe > 300 && deep > 50,
        "too easy: {safe} safe, {deep} deep"
    );
}

#[test]
fn every_way_to_generalise_agrees() {
    for effort in [Effort::PLAIN, Effort::CTG] {
        let options = Options {
            generalisation: Generalisation::Fixed(effort),
            ..Options::default()
        };
        agree(&with(options), 3000..4000);
    }
}

#[test]
fn every_option_agrees() {
    let default = Options::default();
    let lifting = [Lifting::Ternary, Lifting::Both].map(|lifting| Options {
        lifting,
        ..default.clone()
    });
    let single = Options {
        arrangement: Arrangement::Single,
        ..default.clone()
    };
    let active = Options {
        order: Order::Activity,
        ..default.clone()
    };
    let dynamic = Options {
        generalisation: Generalisation::Dynamic,
        ..default
    };
    for options in lifting.into_iter().chain([single, active, dynamic]) {
        agree(&with(options), 9000..9700);
    }
}

#[test]
fn cubes_with_signals_agree() {
    for (solver, seeds, least) in [
        (SolverKind::Own, 20_000..21_000, 20),
        (SolverKind::Cadical, 21_000..21_100, 1),
    ] {
        let options = Options {
            method: Method::Ic3,
            signals: Signals::Shared,
            solver,
            ..Options::default()
        };
        agree(&with(options.clone()), seeds.clone());
        let used = Cell::new(0);
        let search = |c: &Circuit| {
            let result = check(c, 0, &options, &Budget::unlimited());
            if let Outcome::Safe(proof) = &result.0 {
                let is_gate = |l: &Lit| matches!(c.node(l.var()), Node::And(..));
                used.set(used.get() + usize::from(proof.clauses.iter().flatten().any(is_gate)));
            }
            result
        };
        agree(&search, seeds);
        assert!(used.get() >= least, "{} proofs with a signal", used.get());
    }
}

#[test]
fn every_solver_agrees() {
    for solver in [SolverKind::Batsat, SolverKind::Cadical] {
        let options = Options {
            solver,
            ..Options::default()
        };
        agree(&with(options), 4000..4200);
    }
}

#[test]
fn circuits_made_smaller_have_the_same_answer() {
    for reductions in [
        Reductions::Cone,
        Reductions::Constants,
        Reductions::Equivalences,
    ] {
        let options = Options {
            method: Method::Ic3,
            reductions,
            ..Options::default()
        };
        let search = |c: &Circuit| check(c, 0, &options, &Budget::unlimited());
        agree(&search, 5000..6500);
    }
}

#[test]
fn k_induction_agrees() {
    let search = |c: &Circuit| {
        let budget = Budget::unlimited();
        kind(c, 0, 200, Paths::Unique, SolverKind::Own, &budget)
    };
    agree(&search, 7000..7500);
}

#[test]
fn bounded_checking_finds_the_shortest_run() {
    for seed in 8000..8300 {
        let circuit = random_circuit(seed);
        let truth = shortest(&circuit, 0);
        let budget = Budget::unlimited();
        for solver in SolverKind::ALL {
            let strided = bmc(&circuit, 0, 40, Stride::Of(7), solver, &budget).0;
            let found = match &strided {
                Outcome::Unsafe(run) => is_bad_run(&circuit, run),
                _ => false,
            };
            let truth = truth.is_some_and(|steps| steps <= 40);
            assert_eq!(found, truth, "seed {seed}, {solver:?}: {strided:?}");
        }
        match bmc(&circuit, 0, 40, Stride::One, SolverKind::Own, &budget).0 {
            Outcome::Unsafe(run) => {
                assert!(is_bad_run(&circuit, &run), "seed {seed}");
                assert_eq!(truth, Some(run.inputs.len() as u32), "seed {seed}");
            }
            other => assert!(
                truth.is_none_or(|steps| steps > 40),
                "seed {seed}: {other:?}"
            ),
        }
    }
}
