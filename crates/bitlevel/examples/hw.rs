//! Runs a search on an AIGER file and says what it did: `hw FILE SECONDS [auto|ic3|bmc|kind|induction] [plain|ctg|dynamic] [signals]`.
use invar_bitlevel::{
    Effort, Generalisation, Method, Options, Outcome, Paths, Reductions, check, kind, reduce,
};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let file = &arguments[0];
    let seconds: u64 = arguments[1].parse().expect("seconds");
    let bytes = std::fs::read(file).expect("readable");
    let circuit = invar_circuit::aiger::read(&bytes).expect("AIGER");
    let budget = invar_budget::Budget::lasting(std::time::Duration::from_secs(seconds));
    let start = std::time::Instant::now();
    let mut options = Options {
        method: Method::Ic3,
        ..Options::default()
    };
    for argument in arguments.iter().skip(2) {
        match argument.as_str() {
            "auto" => options.method = Method::Auto,
            "ic3" => options.method = Method::Ic3,
            "bmc" => options.method = Method::Bmc,
            "kind" => options.method = Method::Kind,
            "plain" => options.generalisation = Generalisation::Fixed(Effort::PLAIN),
            "ctg" => options.generalisation = Generalisation::Fixed(Effort::CTG),
            "ternary" => options.lifting = invar_bitlevel::Lifting::Ternary,
            "both" => options.lifting = invar_bitlevel::Lifting::Both,
            "signals" => options.signals = invar_bitlevel::Signals::Shared,
            "dynamic" => options.generalisation = Generalisation::Dynamic,
            "single" => options.arrangement = invar_bitlevel::Arrangement::Single,
            "good" => options.order = invar_bitlevel::Order::Good,
            "activity" => options.order = invar_bitlevel::Order::Activity,
            "cone" => options.reductions = Reductions::Cone,
            "noeq" => options.reductions = Reductions::Constants,
            "batsat" => options.solver = invar_sat::SolverKind::Batsat,
            _ => {}
        }
    }
    let stride = arguments
        .iter()
        .find_map(|a| a.strip_prefix("stride"))
        .map(|n| n.parse().expect("number"));
    let (outcome, counters) = if let Some(n) = stride {
        let reduced = reduce(&circuit, 0, Reductions::Equivalences, &budget).expect("reduced");
        let kind = if arguments.iter().any(|a| a == "own") {
            invar_sat::SolverKind::Own
        } else {
            invar_sat::SolverKind::Cadical
        };
        let (o, c) = invar_bitlevel::bmc(
            &reduced.circuit,
            0,
            5000,
            invar_bitlevel::Stride::Of(n),
            kind,
            &budget,
        );
        (reduced.back(o), c)
    } else if arguments.iter().any(|a| a == "induction") {
        let reduced = reduce(&circuit, 0, Reductions::Equivalences, &budget).expect("reduced");
        let (o, c) = kind(
            &reduced.circuit,
            0,
            1000,
            Paths::Any,
            invar_sat::SolverKind::Cadical,
            &budget,
        );
        (reduced.back(o), c)
    } else {
        check(&circuit, 0, &options, &budget)
    };
    if let Outcome::Unsafe(run) = &outcome {
        run.replay(&circuit).expect("a bad run");
    }
    let text = match &outcome {
        Outcome::Safe(proof) => format!("true {} {}", proof.clauses.len(), proof.k),
        Outcome::Unsafe(run) => format!("false {}", run.inputs.len()),
        Outcome::Unknown(stop) => format!("unknown {stop:?}"),
    };
    println!(
        "{file} {text} {:.2}s {counters:?}",
        start.elapsed().as_secs_f64()
    );
}
