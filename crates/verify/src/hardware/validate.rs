//! Witnesses of hardware models, checked: runs by repeating them, clauses as proofs.

use super::certify::{self, Checked};
use super::evidence;
use super::load::Model;
use crate::hardware::clauses;
use invar_bitlevel::Proof;
use invar_budget::Budget;
use invar_report::{Report, Validation, ValidationReport};
use invar_verdict::Reason;
use std::path::Path;

/// How a file of clauses begins.
const CLAUSES: &str = "invariant ";

/// What becomes of a witness.
pub fn validated(model: &Model, witness: &Path, budget: &Budget) -> Report {
    let text = match std::fs::read_to_string(witness) {
        Ok(text) => text,
        Err(error) => {
            let message = format!("{}: {error}", witness.display());
            return Report::unknown(&Reason::Input(message));
        }
    };
    let (conclusion, why) = if text.trim_start().starts_with(CLAUSES) {
        proofs(model, &text, budget)
    } else {
        runs(model, &text)
    };
    Report {
        validation: Some(ValidationReport {
            conclusion,
            why,
            warnings: Vec::new(),
        }),
        ..Report::default()
    }
}

/// Every invariant of the text must hold.
fn proofs(model: &Model, text: &str, budget: &Budget) -> (Validation, String) {
    let mut circuit = model.circuit().clone();
    let stated = match clauses::read(text, &mut circuit) {
        Ok(stated) => stated,
        Err(error) => return (Validation::Rejected, error.to_string()),
    };
    let mut told = Vec::new();
    for one in stated {
        let number = one.property;
        if number >= circuit.bad.len() {
            let why = format!("the model has no property {number}");
            return (Validation::Rejected, why);
        }
        let count = one.clauses.len();
        let proof = Proof {
            clauses: one.clauses,
            k: one.k,
            unique: one.unique,
        };
        match certify::proof(&circuit, number, &proof, budget) {
            Checked::Accepted(by) => {
                told.push(format!(
                    "the {count} clauses for property {number} hold, says {by}"
                ));
            }
            Checked::Refused(why) => {
                return (Validation::Rejected, format!("property {number}: {why}"));
            }
            Checked::Late => {
                let why = format!("the time ended while property {number} was checked");
                return (Validation::Unknown, why);
            }
        }
    }
    (Validation::Validated, told.join("; "))
}

/// Every run of the text must reach its bad state.
fn runs(model: &Model, text: &str) -> (Validation, String) {
    let mut told = Vec::new();
    for run in evidence::runs(model, text) {
        let run = match run {
            Ok(run) => run,
            Err(why) => return (Validation::Rejected, why),
        };
        match certify::run(model.circuit(), &run) {
            Checked::Accepted(_) => {
                let steps = run.inputs.len().saturating_sub(1);
                let number = run.property;
                told.push(format!(
                    "the bad state of property {number} is reached in {steps} steps"
                ));
            }
            Checked::Refused(why) => return (Validation::Rejected, why),
            Checked::Late => return (Validation::Unknown, "the time ended".into()),
        }
    }
    (Validation::Validated, told.join("; "))
}
