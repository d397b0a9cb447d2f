//! Runs the search on an AIGER file and says what it did.
fn main() {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().expect("FILE [SECONDS]");
    let seconds: u64 = arguments.next().map_or(30, |s| s.parse().expect("seconds"));
    let circuit =
        invar_circuit::aiger::read(&std::fs::read(&file).expect("readable")).expect("AIGER");
    let budget = invar_budget::Budget::lasting(std::time::Duration::from_secs(seconds));
    let start = std::time::Instant::now();
    let reduced = invar_bitlevel::reduce(
        &circuit,
        0,
        invar_bitlevel::Reductions::Equivalences,
        &budget,
    )
    .expect("reduced");
    eprintln!(
        "{} latches {} ands -> {} latches {} ands {:.2}s",
        circuit.latches().len(),
        circuit.count_ands(),
        reduced.circuit.latches().len(),
        reduced.circuit.count_ands(),
        start.elapsed().as_secs_f64()
    );
    let (outcome, counters) = invar_bitlevel::ic3(
        &reduced.circuit,
        0,
        &invar_bitlevel::Options::default(),
        &budget,
    );
    let outcome = reduced.back(outcome);
    if let invar_bitlevel::Outcome::Unsafe(run) = &outcome {
        run.replay(&circuit).expect("a bad run");
    }
    let text = match &outcome {
        invar_bitlevel::Outcome::Safe(proof) => format!("true {}", proof.clauses.len()),
        invar_bitlevel::Outcome::Unsafe(run) => format!("false {}", run.inputs.len()),
        invar_bitlevel::Outcome::Unknown(stop) => format!("unknown {stop:?}"),
    };
    println!(
        "{file} {text} {:.2}s {counters:?}",
        start.elapsed().as_secs_f64()
    );
}
