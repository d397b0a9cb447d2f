//! The worked examples of the papers: verdicts, inductiveness of the invariant, lengths of traces.

use crate::support::{is_bad_run, is_inductive, shortest};
use invar_bitlevel::{Method, Options, Outcome, Proof, Signals, SolverKind, Stride, bmc, check};
use invar_budget::Budget;
use invar_circuit::{Circuit, Lit, Node, Reset, Run};

fn answer(circuit: &Circuit, signals: Signals) -> Outcome {
    let options = Options {
        method: Method::Ic3,
        signals,
        ..Options::default()
    };
    check(circuit, 0, &options, &Budget::unlimited()).0
}

fn proved(circuit: &Circuit) -> Proof {
    proved_over(circuit, Signals::None)
}

fn proved_over(circuit: &Circuit, signals: Signals) -> Proof {
    assert_eq!(shortest(circuit, 0), None);
    let Outcome::Safe(proof) = answer(circuit, signals) else {
        panic!("safe, but not proved");
    };
    assert!(is_inductive(circuit, 0, &proof.clauses), "{proof:?}");
    proof
}

fn violated(circuit: &Circuit) -> Run {
    let Outcome::Unsafe(run) = answer(circuit, Signals::None) else {
        panic!("unsafe, but no run found");
    };
    assert!(is_bad_run(circuit, &run), "{run:?}");
    run
}

/// `(x1 | !x2 | x2') (x1 | x2 | !x1') (!x1 | x1') (!x1 | !x2') (x2 | !x2')`: from `!x1 & x2` the
/// next `x1` is any value, everything else is determined.
fn system_s(reset: [Reset; 2]) -> (Circuit, Lit, Lit) {
    let mut circuit = Circuit::new();
    let choice = circuit.add_input("choice");
    let x1 = circuit.add_latch("x1", reset[0]);
    let x2 = circuit.add_latch("x2", reset[1]);
    let may = circuit.and(x2, choice);
    let next1 = circuit.or(x1, may);
    let next2 = circuit.and(!x1, x2);
    circuit.set_next(x1, next1);
    circuit.set_next(x2, next2);
    (circuit, x1, x2)
}

/// Somenzi & Bradley, system S with `P = !x1 | x2`; Werner's system B is the same with the same
/// property.
#[test]
fn system_s_and_b_pass() {
    let (mut circuit, x1, x2) = system_s([Reset::Zero, Reset::Zero]);
    let bad = circuit.and(x1, !x2);
    circuit.add_bad(bad, "P");
    let proof = proved(&circuit);
    // Reachable is the first state alone, and both papers end with !x2 among the clauses.
    assert!(proof.clauses.contains(&vec![!x2]), "{proof:?}");
}

/// Their other coding of the states: `q2 = x1 & !x2`, `q3 = x1 & x2`, so that x2 follows x1.
#[test]
fn system_s_passes_with_the_other_coding() {
    let mut circuit = Circuit::new();
    let choice = circuit.add_input("choice");
    let x1 = circuit.add_latch("x1", Reset::Zero);
    let x2 = circuit.add_latch("x2", Reset::Zero);
    // q0 stays; q1 = !x1 & x2 stays or goes to q2; q2 and q3 go to q3.
    let leave = circuit.and(x2, choice);
    let next1 = circuit.or(x1, leave);
    let stay = circuit.and(x2, !choice);
    let next2 = circuit.or(x1, stay);
    circuit.set_next(x1, next1);
    circuit.set_next(x2, next2);
    let bad = circuit.and(x1, x2);
    circuit.add_bad(bad, "P");
    proved(&circuit);
}

/// Somenzi & Bradley, and Werner: system U, `x2' = x1`, `x3' = x2`, `x1'` any value; the bad state
/// has all three. The shortest counterexample is q0, q1, q3, q7.
#[test]
fn system_u_fails_after_three_transitions() {
    let mut circuit = Circuit::new();
    let choice = circuit.add_input("choice");
    let x: Vec<Lit> = (0..3)
        .map(|_| circuit.add_latch("x", Reset::Zero))
        .collect();
    circuit.set_next(x[0], choice);
    circuit.set_next(x[1], x[0]);
    circuit.set_next(x[2], x[1]);
    let two = circuit.and(x[0], x[1]);
    let bad = circuit.and(two, x[2]);
    circuit.add_bad(bad, "P");
    assert_eq!(shortest(&circuit, 0), Some(4));
    assert_eq!(violated(&circuit).inputs.len(), 4, "four states");
}

/// A bad state after which the constraints cannot hold: runs end there, and are runs.
#[test]
fn a_bad_state_in_a_dead_end_is_found() {
    let mut circuit = Circuit::new();
    let x: Vec<Lit> = (0..3)
        .map(|_| circuit.add_latch("x", Reset::Zero))
        .collect();
    circuit.set_next(x[0], Lit::TRUE);
    circuit.set_next(x[1], x[0]);
    circuit.set_next(x[2], x[1]);
    let bad = circuit.and(x[1], !x[2]);
    circuit.add_bad(bad, "on the edge");
    circuit.constraints.push(!x[2]);
    assert_eq!(shortest(&circuit, 0), Some(3));
    let budget = Budget::unlimited();
    for stride in [Stride::One, Stride::Of(20)] {
        let (outcome, _) = bmc(&circuit, 0, 40, stride, SolverKind::Own, &budget);
        let Outcome::Unsafe(run) = outcome else {
            panic!("{stride:?}: {outcome:?}");
        };
        assert!(is_bad_run(&circuit, &run), "{run:?}");
    }
    violated(&circuit);
}

/// k-induction looks at what matters: a counter beside it does not make all states different.
#[test]
fn k_induction_leaves_out_what_does_not_matter() {
    let (mut circuit, x1, x2) = counter();
    let bad = circuit.and(x1, x2);
    circuit.add_bad(bad, "three");
    let mut carry = Lit::TRUE;
    for _ in 0..40 {
        let bit = circuit.add_latch("beside", Reset::Zero);
        let next = circuit.xor(bit, carry);
        circuit.set_next(bit, next);
        carry = circuit.and(bit, carry);
    }
    let options = Options {
        method: Method::Kind,
        ..Options::default()
    };
    let (outcome, _) = check(&circuit, 0, &options, &Budget::unlimited());
    let Outcome::Safe(proof) = outcome else {
        panic!("{outcome:?}");
    };
    assert!(proof.k > 1, "{proof:?}");
}

/// Birgmeier: two latches that count from zero to two and begin with zero or one.
fn counter() -> (Circuit, Lit, Lit) {
    let mut circuit = Circuit::new();
    let x1 = circuit.add_latch("x1", Reset::Zero);
    let x2 = circuit.add_latch("x2", Reset::Free);
    let next1 = circuit.and(!x1, x2);
    let next2 = circuit.and(!x1, !x2);
    circuit.set_next(x1, next1);
    circuit.set_next(x2, next2);
    (circuit, x1, x2)
}

#[test]
fn the_counter_never_reaches_three() {
    let (mut circuit, x1, x2) = counter();
    let bad = circuit.and(x1, x2);
    circuit.add_bad(bad, "three");
    let proof = proved(&circuit);
    assert_eq!(proof.clauses.len(), 1, "{proof:?}");
}

#[test]
fn the_counter_reaches_two_from_the_first_state_one() {
    let (mut circuit, x1, x2) = counter();
    let bad = circuit.and(x1, !x2);
    circuit.add_bad(bad, "two");
    let run = violated(&circuit);
    assert_eq!(run.inputs.len(), 2, "one transition");
    assert_eq!(run.latches, [false, true]);
}

/// A latch is the parity of a shift register: two clauses with the parity as a signal, one for each
/// value of the register without it. A latch that is always one is in the way, so that the circuit
/// is made smaller first and the signal has another node there.
#[test]
fn a_parity_is_proved_with_a_signal() {
    let mut circuit = Circuit::new();
    let input = circuit.add_input("input");
    let one = circuit.add_latch("one", Reset::One);
    let register: Vec<Lit> = (0..5).map(|_| circuit.add_latch("", Reset::Zero)).collect();
    let parity = circuit.add_latch("parity", Reset::Zero);
    let next: Vec<Lit> = [input].iter().chain(&register).copied().take(5).collect();
    for (latch, next) in register.iter().zip(&next) {
        circuit.set_next(*latch, *next);
    }
    // The sums have different orders.
    let sum = next
        .iter()
        .rev()
        .fold(Lit::FALSE, |sum, l| circuit.xor(sum, *l));
    circuit.set_next(parity, sum);
    let sum = register
        .iter()
        .fold(Lit::FALSE, |sum, l| circuit.xor(sum, *l));
    let sum = circuit.and(sum, one);
    let differs = circuit.xor(sum, parity);
    // An input keeps the bad signal itself from being one that cubes may mention.
    let bad = circuit.and(differs, input);
    circuit.add_bad(bad, "differs");
    let over_latches = proved_over(&circuit, Signals::None);
    assert!(over_latches.clauses.len() >= 32, "{over_latches:?}");
    let proof = proved_over(&circuit, Signals::Shared);
    assert!(proof.clauses.len() <= 3, "{proof:?}");
    let is_gate = |l: &Lit| matches!(circuit.node(l.var()), Node::And(..));
    assert!(proof.clauses.iter().flatten().any(is_gate), "{proof:?}");
}
