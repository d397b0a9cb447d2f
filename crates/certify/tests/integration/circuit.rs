//! Proofs about circuits: accepted ones, and for every condition one that breaks it.

use invar_budget::Budget;
use invar_certify::circuit::{
    CircuitCertificateError, CircuitProof, Condition, Culprit, ProofReport, check_proof, check_run,
};
use invar_circuit::{Circuit, Lit, ReplayError, Reset, Run, Simulator, Var};
use std::time::{Duration, Instant};

type Checked = Result<ProofReport, CircuitCertificateError>;

fn check(circuit: &Circuit, clauses: &[Vec<Lit>], k: u32, unique: bool) -> Checked {
    let proof = CircuitProof { clauses, k, unique };
    check_proof(circuit, 0, &proof, &Budget::unlimited())
}

fn fails(condition: Condition, culprit: Culprit) -> Checked {
    Err(CircuitCertificateError::Fails { condition, culprit })
}

/// Counts 0, 1, 2, 0 whenever the input is on; bad at three.
fn modulo_three(low_reset: Reset, high_reset: Reset) -> (Circuit, Lit, Lit) {
    let mut circuit = Circuit::new();
    let tick = circuit.add_input("tick");
    let low = circuit.add_latch("low", low_reset);
    let high = circuit.add_latch("high", high_reset);
    let zero = circuit.and(!low, !high);
    let low_next = circuit.ite(tick, zero, low);
    let high_next = circuit.ite(tick, low, high);
    circuit.set_next(low, low_next);
    circuit.set_next(high, high_next);
    let three = circuit.and(low, high);
    circuit.add_bad(three, "three");
    (circuit, low, high)
}

#[test]
fn an_inductive_clause_is_accepted() {
    let (circuit, low, high) = modulo_three(Reset::Zero, Reset::Zero);
    let report = check(&circuit, &[vec![!low, !high]], 1, false).unwrap();
    assert_eq!(report.questions, 3);
    // The value as one literal: a node without inputs below it.
    let three = circuit.bad[0];
    check(&circuit, &[vec![!three]], 1, false).unwrap();
    check(&circuit, &[vec![!three], vec![!three, !low, !low]], 2, true).unwrap();
}

#[test]
fn initiation_is_checked() {
    for (low_reset, high_reset) in [(Reset::One, Reset::One), (Reset::Free, Reset::One)] {
        let (circuit, low, high) = modulo_three(low_reset, high_reset);
        let found = check(&circuit, &[vec![!low, !high]], 1, false);
        assert_eq!(found, fails(Condition::Initiation, Culprit::Clause(0)));
    }
    let (circuit, low, _) = modulo_three(Reset::Zero, Reset::Zero);
    let clauses = [vec![low, !low], vec![low]];
    let found = check(&circuit, &clauses, 1, false);
    assert_eq!(found, fails(Condition::Initiation, Culprit::Clause(1)));
    let found = check(&circuit, &[vec![]], 1, false);
    assert_eq!(found, fails(Condition::Initiation, Culprit::Clause(0)));
}

#[test]
fn consecution_is_checked() {
    let (circuit, low, high) = modulo_three(Reset::Zero, Reset::Zero);
    let found = check(&circuit, &[vec![!low, !high], vec![!high]], 1, false);
    assert_eq!(found, fails(Condition::Consecution, Culprit::Clause(1)));
}

#[test]
fn exclusion_is_checked() {
    let (circuit, low, high) = modulo_three(Reset::Zero, Reset::Zero);
    let bad = fails(Condition::Exclusion, Culprit::Bad);
    assert_eq!(check(&circuit, &[], 1, false), bad);
    assert_eq!(check(&circuit, &[vec![low, !low, high]], 1, false), bad);
}

#[test]
fn clauses_speak_about_states_of_the_circuit() {
    let (mut circuit, low, high) = modulo_three(Reset::Zero, Reset::Zero);
    let input = circuit.inputs()[0].lit();
    let mixed = circuit.and(input, low);
    for literal in [input, !mixed] {
        let clauses = [vec![!low, !high], vec![low, literal]];
        let error = CircuitCertificateError::DependsOnInput { clause: 1, literal };
        assert_eq!(check(&circuit, &clauses, 1, false), Err(error));
    }
    let literal = Var(circuit.nodes().len() as u32).lit();
    let error = CircuitCertificateError::UnknownNode { clause: 0, literal };
    assert_eq!(check(&circuit, &[vec![literal]], 1, false), Err(error));
    let no_steps = Err(CircuitCertificateError::NoSteps);
    assert_eq!(check(&circuit, &[], 0, false), no_steps);
    // Absurd numbers of steps are refused before memory is taken for them.
    let absurd = Err(CircuitCertificateError::Budget);
    assert_eq!(check(&circuit, &[], u32::MAX, false), absurd);
    let proof = CircuitProof {
        clauses: &[],
        k: 1,
        unique: false,
    };
    let found = check_proof(&circuit, 1, &proof, &Budget::unlimited());
    assert_eq!(found, Err(CircuitCertificateError::Property(1)));
}

#[test]
fn constraints_count_at_the_steps_where_they_hold() {
    // The latch takes the input; bad if both are on.
    let circuit = |constrained: fn(&mut Circuit, Lit, Lit) -> Lit| {
        let mut circuit = Circuit::new();
        let input = circuit.add_input("input");
        let latch = circuit.add_latch("latch", Reset::Free);
        circuit.set_next(latch, input);
        let bad = circuit.and(input, latch);
        circuit.add_bad(bad, "both");
        let constraint = constrained(&mut circuit, input, latch);
        circuit.constraints.push(constraint);
        (circuit, latch)
    };
    // Never on: the first state is off only because of the constraint.
    let (never, latch) = circuit(|circuit, input, latch| circuit.and(!input, !latch));
    check(&never, &[vec![!latch]], 1, false).unwrap();
    check(&never, &[], 1, false).unwrap();
    let (not_now, latch) = circuit(|_, input, _| !input);
    check(&not_now, &[], 2, true).unwrap();
    let found = check(&not_now, &[vec![!latch]], 1, false);
    assert_eq!(found, fails(Condition::Initiation, Culprit::Clause(0)));
    let (always, _) = circuit(|_, _, _| Lit::TRUE);
    let found = check(&always, &[], 2, false);
    assert_eq!(found, fails(Condition::Initiation, Culprit::Bad));
}

/// A chain of latches, each taking the one before, the first keeping its value; bad: the last.
fn chain(length: usize, first: Reset) -> (Circuit, Vec<Lit>) {
    let mut circuit = Circuit::new();
    let latches: Vec<Lit> = (0..length)
        .map(|number| {
            let reset = if number == 0 { first } else { Reset::Zero };
            circuit.add_latch("", reset)
        })
        .collect();
    for pair in latches.windows(2) {
        circuit.set_next(pair[1], pair[0]);
    }
    circuit.add_bad(latches[length - 1], "end");
    (circuit, latches)
}

#[test]
fn longer_step_cases() {
    for length in 2..6 {
        let (circuit, _) = chain(length, Reset::Zero);
        for k in 1..length as u32 {
            let condition = match k {
                1 => Condition::Exclusion,
                _ => Condition::Consecution,
            };
            let found = check(&circuit, &[], k, false);
            assert_eq!(found, fails(condition, Culprit::Bad), "{length} {k}");
        }
        check(&circuit, &[], length as u32, false).unwrap();
        let (circuit, _) = chain(length, Reset::One);
        let found = check(&circuit, &[], length as u32, false);
        assert_eq!(found, fails(Condition::Initiation, Culprit::Bad));
    }
}

/// The clause holds in the first state and never on two states in a row, so the step case of length
/// two has nothing to show; the end of the chain is reached nevertheless.
#[test]
fn clauses_must_hold_on_the_first_k_states() {
    let (mut circuit, latches) = chain(4, Reset::Zero);
    circuit.set_next(latches[0], Lit::TRUE);
    let found = check(&circuit, &[vec![!latches[0]]], 2, false);
    assert_eq!(found, fails(Condition::Initiation, Culprit::Clause(0)));
}

#[test]
fn different_states_end_loops() {
    let mut circuit = Circuit::new();
    let stay = circuit.add_input("stay");
    let waiting = circuit.add_latch("waiting", Reset::Zero);
    let done = circuit.add_latch("done", Reset::Zero);
    // Does not matter, and always differs from the step before.
    let clock = circuit.add_latch("clock", Reset::Zero);
    circuit.set_next(clock, !clock);
    let waits = circuit.and(waiting, stay);
    let ends = circuit.and(waiting, !stay);
    circuit.set_next(waiting, waits);
    circuit.set_next(done, ends);
    circuit.add_bad(done, "done");
    for k in 2..5 {
        let found = check(&circuit, &[], k, false);
        assert_eq!(found, fails(Condition::Consecution, Culprit::Bad));
    }
    check(&circuit, &[], 2, true).unwrap();
    // What is reachable from a first state stays so.
    let begins = circuit.add_latch("begins", Reset::One);
    circuit.set_next(begins, Lit::FALSE);
    let next = circuit.or(waits, begins);
    circuit.set_next(waiting, next);
    for k in 2..5 {
        let found = check(&circuit, &[], k, true);
        let condition = match k {
            2 => Condition::Consecution,
            _ => Condition::Initiation,
        };
        assert_eq!(found, fails(condition, Culprit::Bad));
    }
}

#[test]
fn runs_are_replayed() {
    let (circuit, _) = chain(2, Reset::Free);
    let run = |first| Run {
        property: 0,
        latches: vec![first, false],
        inputs: vec![vec![]; 2],
    };
    check_run(&circuit, &run(true)).unwrap();
    let refused = check_run(&circuit, &run(false));
    assert_eq!(refused, Err(ReplayError::NotBad { step: 1 }));
}

#[test]
fn without_time_nothing_is_accepted() {
    let (circuit, low, high) = modulo_three(Reset::Zero, Reset::Zero);
    let clauses = [vec![!low, !high]];
    let proof = CircuitProof {
        clauses: &clauses,
        k: 1,
        unique: false,
    };
    let cancelled = Budget::unlimited();
    cancelled.cancel.cancel();
    for budget in [cancelled, Budget::lasting(Duration::ZERO)] {
        let found = check_proof(&circuit, 0, &proof, &budget);
        assert_eq!(found, Err(CircuitCertificateError::Budget));
    }
}

/// Marsaglia's xorshift.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % limit
    }

    fn literal(&mut self, known: &[Lit]) -> Lit {
        known[self.below(known.len())] ^ (self.below(2) == 1)
    }
}

const LATCHES: usize = 4;

fn random_circuit(random: &mut Random) -> Circuit {
    let mut circuit = Circuit::new();
    let mut known = vec![circuit.add_input("a"), circuit.add_input("b")];
    let resets = [Reset::Zero, Reset::One, Reset::Zero, Reset::Free];
    let latches: Vec<Lit> = (0..LATCHES)
        .map(|_| circuit.add_latch("", resets[random.below(4)]))
        .collect();
    known.extend(&latches);
    for _ in 0..25 {
        let (left, right) = (random.literal(&known), random.literal(&known));
        known.push(circuit.and(left, right));
    }
    for latch in latches {
        let next = random.literal(&known);
        circuit.set_next(latch, next);
    }
    let (left, right) = (random.literal(&known), random.literal(&known));
    let bad = circuit.and(left, right);
    circuit.add_bad(bad, "bad");
    if random.below(2) == 1 {
        let (left, right) = (random.literal(&known), random.literal(&known));
        let constraint = circuit.or(left, right);
        circuit.constraints.push(constraint);
    }
    circuit
}

/// The states that are entered, and whether the bad signal holds in one of them.
fn explore(circuit: &Circuit) -> (Vec<bool>, bool) {
    let mut seen = vec![false; 1 << LATCHES];
    let mut reached = false;
    let fits = |state: usize| {
        let mut latches = circuit.latches().iter().enumerate();
        latches.all(|(index, latch)| latch.reset.value() != Some(state >> index & 1 == 0))
    };
    let mut open: Vec<usize> = (0..1 << LATCHES).filter(|state| fits(*state)).collect();
    let mut simulator = Simulator::new(circuit);
    while let Some(state) = open.pop() {
        if std::mem::replace(&mut seen[state], true) {
            continue;
        }
        let latches: Vec<u64> = (0..LATCHES)
            .map(|index| if state >> index & 1 == 1 { u64::MAX } else { 0 })
            .collect();
        // Four runs: one for each value of the two inputs.
        simulator.step(&latches, &[0b1010, 0b1100]);
        let valid = simulator.constrained() & 0b1111;
        reached |= simulator.value(circuit.bad[0]) & valid != 0;
        let mut next = Vec::new();
        simulator.next(&mut next);
        for run in (0..4).filter(|run| valid >> run & 1 == 1) {
            let bits = next.iter().enumerate();
            open.push(
                bits.map(|(index, word)| ((word >> run & 1) as usize) << index)
                    .sum(),
            );
        }
    }
    (seen, reached)
}

/// The set of entered states is a proof exactly if nothing bad is reached, and no other clauses, `k`
/// and reading of a proof are accepted for a circuit where it is.
#[test]
fn random_circuits_against_all_states() {
    let mut random = Random(77);
    let (mut safe, mut accepted, mut refused) = (0, 0, 0);
    for round in 0..400 {
        let circuit = random_circuit(&mut random);
        let latches: Vec<Lit> = circuit.latches().iter().map(|l| l.var.lit()).collect();
        let (seen, reached) = explore(&circuit);
        let clause = |state: usize| -> Vec<Lit> {
            let bits = latches.iter().enumerate();
            bits.map(|(index, latch)| *latch ^ (state >> index & 1 == 1))
                .collect()
        };
        let unseen: Vec<usize> = (0..seen.len()).filter(|state| !seen[*state]).collect();
        let mut clauses: Vec<Vec<Lit>> = unseen.into_iter().map(clause).collect();
        let found = check(&circuit, &clauses, 1, false);
        assert_eq!(found.is_ok(), !reached, "round {round}: {found:?}");
        safe += u32::from(!reached);
        for _ in 0..4 {
            match random.below(3) {
                0 if !clauses.is_empty() => drop(clauses.remove(random.below(clauses.len()))),
                1 => clauses.push(vec![random.literal(&latches), random.literal(&latches)]),
                _ => clauses.truncate(3),
            }
            let k = 1 + random.below(4) as u32;
            match check(&circuit, &clauses, k, random.below(2) == 1) {
                Ok(_) => {
                    accepted += 1;
                    assert!(!reached, "round {round}: {clauses:?}, k = {k}");
                }
                Err(CircuitCertificateError::Fails { .. }) => refused += 1,
                Err(error) => panic!("round {round}: {error}"),
            }
        }
    }
    assert!(
        safe > 50 && accepted > 50 && refused > 200,
        "{safe} {accepted} {refused}"
    );
}

/// Many counters, driven by a lot of logic: about the size of a hard hardware task.
#[test]
fn large_proofs_are_checked_in_reasonable_time() {
    let mut random = Random(5);
    let mut circuit = Circuit::new();
    let mut known: Vec<Lit> = (0..200).map(|_| circuit.add_input("")).collect();
    let counters: Vec<[Lit; 2]> = (0..400)
        .map(|_| [0, 1].map(|_| circuit.add_latch("", Reset::Zero)))
        .collect();
    known.extend(counters.as_flattened());
    while circuit.count_ands() < 20_000 {
        let recent = known.len() - known.len().min(3000);
        let (left, right) = (random.literal(&known[recent..]), random.literal(&known));
        let gate = match random.below(2) {
            0 => circuit.and(left, right),
            _ => circuit.xor(left, right),
        };
        known.push(gate);
    }
    let mut clauses = Vec::new();
    let mut any = Lit::FALSE;
    for &[low, high] in &counters {
        let late = &known[known.len() - 3000..];
        let (tick, back) = (random.literal(late), random.literal(late));
        let zero = circuit.and(!low, !high);
        let up = circuit.and(low, !back);
        let low_next = circuit.ite(tick, zero, low);
        let high_next = circuit.ite(tick, up, high);
        circuit.set_next(low, low_next);
        circuit.set_next(high, high_next);
        clauses.push(vec![!low, !high]);
        let three = circuit.and(low, high);
        any = circuit.or(any, three);
    }
    circuit.add_bad(any, "three");
    let start = Instant::now();
    let report = check(&circuit, &clauses, 1, false).unwrap();
    println!(
        "{} gates: {report:?} in {:?}",
        circuit.count_ands(),
        start.elapsed()
    );
    assert!(start.elapsed() < Duration::from_secs(60));
    clauses.push(vec![!counters[7][1]]);
    let found = check(&circuit, &clauses, 1, false);
    assert_eq!(found, fails(Condition::Consecution, Culprit::Clause(400)));
}
