//! Evidence as text for files: the competition's formats for runs, clauses for proofs.

use super::load::Model;
use crate::hardware::clauses::{self, Stated};
use invar_bitlevel::Proof;
use invar_circuit::btor2::Witness;
use invar_circuit::{Run, stimulus};
use std::ops::ControlFlow;

/// A proof for a file.
pub fn proof_text(model: &Model, property: usize, proof: &Proof) -> Option<String> {
    let stated = Stated {
        property,
        clauses: proof.clauses.clone(),
        k: proof.k,
        unique: proof.unique,
    };
    clauses::write(model.circuit(), &stated)
}

/// A run that was repeated, for a file.
pub fn run_text(model: &Model, run: &Run) -> String {
    match model {
        Model::Aiger(_) => stimulus::write(run),
        Model::Btor2(words) => Witness::from_run(&words.0, &words.1, run).to_string(),
    }
}

/// The run that a text states.
fn run_of(model: &Model, text: &str) -> Result<Run, String> {
    match model {
        Model::Aiger(circuit) => stimulus::read(text, circuit).map_err(|e| e.to_string()),
        Model::Btor2(words) => {
            let witness = Witness::read(text.as_bytes());
            let run = witness.and_then(|witness| witness.to_run(&words.0, &words.1));
            run.map_err(|error| error.to_string())
        }
    }
}

/// The runs that a file states, each with what is wrong with its text.
pub fn runs(model: &Model, text: &str) -> Vec<Result<Run, String>> {
    let mut runs = Vec::new();
    let mut one = String::new();
    for line in text.lines() {
        one.push_str(line);
        one.push('\n');
        if line.trim() == "." {
            runs.push(run_of(model, &one));
            one.clear();
        }
    }
    if !one.trim().is_empty() || runs.is_empty() {
        runs.push(run_of(model, &one));
    }
    runs
}

/// The latches in each state of a run that was repeated.
pub fn states(model: &Model, run: &Run) -> Vec<Vec<bool>> {
    let mut states = Vec::new();
    let followed: ControlFlow<()> = run.follow(model.circuit(), |_, latches, _| {
        states.push(latches.iter().map(|word| word & 1 == 1).collect());
        ControlFlow::Continue(())
    });
    debug_assert!(followed.is_continue(), "the closure never breaks");
    states
}
