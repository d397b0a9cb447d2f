//! Right proofs are accepted, wrong ones are not; random proofs of random programs are accepted
//! only where the program is safe.

pub(crate) mod common;
mod contracts;
mod mutations;
mod quantified;

use common::{
    Random, WIDTH, add_edge, add_location, branch, empty_program, error_reachable,
    random_condition, random_program,
};
use invar_certify::{Rejection, certify_facts, certify_proof, replay};
use invar_cfa::{CutPoints, EdgeId, HavocOrigin, LocId, Operation, Program, VarId};
use invar_interp::Limits;
use invar_solver::{Budget, SmtLibFactory, SolverFactory, Z3Factory};
use invar_term::{BvValue, Value};
use invar_verdict::{Choice, Invariant, Proof, Support, Trace};

/// `while (any) { x = x + 2 } ; assert(x is even)`, with the head of the loop.
fn even_counter() -> (Program, LocId) {
    let (mut program, error) = empty_program(2);
    let (head, choice, body, done) = (
        add_location(&mut program),
        add_location(&mut program),
        add_location(&mut program),
        add_location(&mut program),
    );
    let t = program.terms.clone();
    let (x, any) = (program.symbol(VarId(0)), program.symbol(VarId(1)));
    let (entry, exit) = (program.entry_cfa().entry, program.entry_cfa().exit);
    add_edge(&mut program, entry, head, Operation::Skip);
    let havoc = Operation::Havoc {
        target: VarId(1),
        origin: HavocOrigin::Uninitialised,
    };
    add_edge(&mut program, head, choice, havoc);
    branch(&mut program, choice, t.eq(any, t.bv(WIDTH, 0)), done, body);
    let step = Operation::Assign {
        target: VarId(0),
        value: t.bv_add(x, t.bv(WIDTH, 2)),
    };
    add_edge(&mut program, body, head, step);
    let odd = t.eq(t.extract(0, 0, x), t.bv(1, 1));
    branch(&mut program, done, odd, error, exit);
    (program, head)
}

fn check(program: &Program, proof: &Proof, factory: &dyn SolverFactory) -> Result<(), Rejection> {
    certify_proof(
        program,
        proof,
        &Support::default(),
        factory,
        &Budget::unlimited(),
    )
    .map(|_| ())
}

fn at(head: LocId, fact: invar_term::TermId) -> Invariant {
    let mut invariant = Invariant::default();
    invariant.add(head, fact);
    invariant
}

/// An invariant at every loop head.
fn inductive(program: &Program, invariant: Invariant) -> Proof {
    let cuts = CutPoints::of(program.entry_cfa());
    let heads = program.entry_cfa().location_ids();
    Proof::Inductive {
        heads: heads.filter(|l| cuts.is_loop_head(*l)).collect(),
        invariant,
    }
}

#[test]
fn an_inductive_invariant_is_accepted_by_every_certifier() {
    let (program, head) = even_counter();
    let t = &program.terms;
    let even = t.eq(t.extract(0, 0, program.symbol(VarId(0))), t.bv(1, 0));
    let proof = inductive(&program, at(head, even));
    for factory in [
        SmtLibFactory::cvc5(),
        SmtLibFactory::yices(),
        SmtLibFactory::bitwuzla(),
    ] {
        assert_eq!(
            check(&program, &proof, &factory),
            Ok(()),
            "{}",
            factory.name()
        );
    }
}

#[test]
fn invariants_that_are_too_weak_or_not_inductive_are_refuted() {
    let (program, head) = even_counter();
    let t = &program.terms;
    let x = program.symbol(VarId(0));
    let cvc5 = SmtLibFactory::cvc5();
    let weak = inductive(&program, Invariant::default());
    let small = inductive(&program, at(head, t.bv_ult(x, t.bv(WIDTH, 3))));
    let not_initial = inductive(&program, at(head, t.eq(x, t.bv(WIDTH, 2))));
    for proof in [weak, small, not_initial] {
        let result = check(&program, &proof, &cvc5);
        assert!(
            matches!(result, Err(Rejection::Refuted(_))),
            "{proof:?}: {result:?}"
        );
    }
}

#[test]
fn a_fact_away_from_loop_heads_is_refuted() {
    let (program, _) = even_counter();
    let proof = inductive(&program, at(program.entry_cfa().exit, program.terms.fls()));
    assert!(matches!(
        check(&program, &proof, &SmtLibFactory::cvc5()),
        Err(Rejection::Refuted(_))
    ));
}

#[test]
fn k_induction_needs_its_facts() {
    let (program, head) = even_counter();
    let t = &program.terms;
    let even = t.eq(t.extract(0, 0, program.symbol(VarId(0))), t.bv(1, 0));
    let cvc5 = SmtLibFactory::cvc5();
    let with = Proof::KInductive {
        k: 1,
        heads: vec![head],
        facts: at(head, even),
    };
    assert_eq!(check(&program, &with, &cvc5), Ok(()));
    let without = Proof::KInductive {
        k: 3,
        heads: vec![head],
        facts: Invariant::default(),
    };
    assert!(matches!(
        check(&program, &without, &cvc5),
        Err(Rejection::Refuted(_))
    ));
}

#[test]
fn an_unbounded_loop_is_not_exhausted() {
    let (program, head) = even_counter();
    let proof = Proof::Exhausted {
        steps: 5,
        heads: vec![head],
        facts: Invariant::default(),
    };
    let result = check(&program, &proof, &SmtLibFactory::cvc5());
    assert!(matches!(result, Err(Rejection::Refuted(_))), "{result:?}");
}

#[test]
fn a_loop_that_is_not_counted_is_forgotten_soundly() {
    // Without its head the loop over x is summarised: x becomes anything, the proof fails.
    let (program, _) = even_counter();
    let proof = Proof::Exhausted {
        steps: 1,
        heads: Vec::new(),
        facts: Invariant::default(),
    };
    assert!(matches!(
        check(&program, &proof, &SmtLibFactory::cvc5()),
        Err(Rejection::Refuted(_))
    ));
}

#[test]
fn traces_are_accepted_only_if_they_reach_the_error() {
    let (mut program, error) = empty_program(1);
    let check_at = add_location(&mut program);
    let t = program.terms.clone();
    let (entry, exit) = (program.entry_cfa().entry, program.entry_cfa().exit);
    let havoc = Operation::Havoc {
        target: VarId(0),
        origin: HavocOrigin::Uninitialised,
    };
    add_edge(&mut program, entry, check_at, havoc);
    let five = t.eq(program.symbol(VarId(0)), t.bv(WIDTH, 5));
    branch(&mut program, check_at, five, error, exit);
    let edge = program.entry_cfa().location(entry).outgoing()[0];
    let trace = |bits: u128| Trace {
        choices: vec![Choice {
            edge,
            value: Value::Bv(BvValue::new(WIDTH, bits)),
        }],
    };
    let run = |trace: &Trace| replay(&program, trace, &Limits::default(), 10);
    assert_eq!(run(&trace(5)).map(|r| r.length), Ok(2));
    assert!(run(&trace(4)).is_err());
    let wrong_sort = Trace {
        choices: vec![Choice {
            edge,
            value: Value::Bool(true),
        }],
    };
    assert!(run(&wrong_sort).is_err());
}

/// The test that matters: whatever is claimed, an unsafe program is never certified safe.
#[test]
fn random_proofs_are_accepted_only_for_safe_programs() {
    let mut random = Random(7);
    let z3 = Z3Factory::default();
    let (mut accepted, mut refused, mut safe_programs) = (0, 0, 0);
    for _ in 0..700 {
        let program = random_program(&mut random);
        let safe = !error_reachable(&program);
        safe_programs += usize::from(safe);
        let cuts = CutPoints::of(program.entry_cfa());
        let heads: Vec<LocId> = cuts
            .points
            .iter()
            .copied()
            .filter(|l| cuts.is_loop_head(*l))
            .collect();
        let some_heads: Vec<LocId> = heads
            .iter()
            .copied()
            .filter(|_| random.below(3) > 0)
            .collect();
        let mut facts = Invariant::default();
        for head in &heads {
            if random.below(3) == 0 {
                facts.add(*head, random_condition(&program, &mut random));
            }
        }
        let mut supporting = Invariant::default();
        for location in program.entry_cfa().location_ids() {
            if random.below(6) == 0 {
                supporting.add(location, random_condition(&program, &mut random));
            }
        }
        let steps = random.below(4) as u32;
        let proofs = [
            inductive(&program, facts.clone()),
            inductive(&program, Invariant::default()),
            Proof::Inductive {
                heads: some_heads.clone(),
                invariant: facts.clone(),
            },
            Proof::KInductive {
                k: 1 + steps,
                heads: some_heads.clone(),
                facts: facts.clone(),
            },
            Proof::KInductive {
                k: 1 + steps,
                heads,
                facts: Invariant::default(),
            },
            Proof::Exhausted {
                steps,
                heads: some_heads,
                facts,
            },
        ];
        let edges = program.entry_cfa().edge_count();
        for proof in proofs {
            // Wrong support must not help a wrong proof.
            let infeasible = match random.below(2) {
                0 => vec![EdgeId(random.below(edges) as u32)],
                _ => Vec::new(),
            };
            let support = Support {
                facts: supporting.clone(),
                infeasible,
            };
            match certify_proof(&program, &proof, &support, &z3, &Budget::unlimited()) {
                Ok(_) => {
                    accepted += 1;
                    assert!(safe, "{proof:?} accepted for\n{}", program.listing());
                }
                Err(_) => refused += 1,
            }
        }
    }
    // The test would prove nothing if one side never occurred.
    assert!(
        accepted > 100 && refused > 100,
        "{accepted} accepted, {refused} refused"
    );
    assert!(
        (100..600).contains(&safe_programs),
        "{safe_programs} safe programs"
    );
}

/// Facts at one place of the even counter, checked as facts.
fn facts(program: &Program, head: LocId, fact: invar_term::TermId) -> Result<Invariant, Rejection> {
    let facts = at(head, fact);
    let (support, factory) = (Support::default(), Z3Factory::default());
    let budget = Budget::unlimited();
    certify_facts(program, &facts, &[head], &support, &factory, &budget)
}

#[test]
fn facts_are_inductive_or_refused() {
    let (program, head) = even_counter();
    let t = program.terms.clone();
    let x = program.symbol(VarId(0));
    let even = t.eq(t.extract(0, 0, x), t.bv(1, 0));
    assert_eq!(facts(&program, head, even), Ok(at(head, even)));
    let small = t.bv_ult(x, t.bv(WIDTH, 4));
    assert!(matches!(
        facts(&program, head, small),
        Err(Rejection::Refuted(_))
    ));
}

#[test]
fn facts_that_nothing_was_checked_for_are_not_returned() {
    let (program, head) = even_counter();
    let t = program.terms.clone();
    let small = t.bv_ult(program.symbol(VarId(0)), t.bv(WIDTH, 4));
    // Without a target nothing is followed: the fact is neither refuted nor proved.
    let harmless = program.restricted(|_| false);
    assert_eq!(facts(&harmless, head, small), Ok(Invariant::default()));
}
