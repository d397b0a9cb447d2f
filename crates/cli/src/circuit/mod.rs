//! From a hardware model to a certified report.
//!
//! Reading order: `recognise` says which files are models, `options` what the arguments mean for them, `load` reads,
//! `judge` asks about one property after the other: `search` finds evidence, `certify` has it checked, `table` and
//! `evidence` tell it to people and files. `validate` checks what a witness says.

mod certify;
mod evidence;
mod judge;
mod load;
mod options;
mod recognise;
mod search;
mod table;
mod validate;

pub use options::{property_name, refusal};
pub use recognise::model;
pub use search::ARITHMETIC;

use crate::arguments::CheckArguments;
use crate::events::Events;
use invar_budget::Budget;
use invar_witness::report::{CircuitReport, Report};
use recognise::ModelFormat;
use std::path::Path;
use std::time::Duration;

/// Left for the report when the time is nearly up.
const RESERVE: Duration = Duration::from_millis(150);

/// Checks a model; never claims without evidence that was checked.
pub fn verify(
    path: &Path,
    format: ModelFormat,
    arguments: &CheckArguments,
    events: &Events,
) -> Report {
    let budget = Budget::lasting(arguments.timeout.saturating_sub(RESERVE));
    events.activity("reading");
    let model = match load::load(path, format) {
        Ok(model) => model,
        Err(reason) => return Report::unknown(&reason),
    };
    if let Some(witness) = &arguments.validating {
        return validate::validated(&model, witness, &budget);
    }
    let circuit = model.circuit();
    let all = circuit.bad.len();
    let numbers = match options::selected(&arguments.property, all) {
        Ok(selected) => selected.numbers(all),
        Err(message) => return Report::unknown(&invar_verdict::Reason::Input(message)),
    };
    let report = CircuitReport {
        format: format.name().into(),
        inputs: circuit.inputs().len(),
        latches: circuit.latches().len(),
        ands: circuit.count_ands(),
        constraints: circuit.constraints.len(),
        properties: Vec::new(),
    };
    judge::Judge::new(&model, arguments, events, budget, report).judged(&numbers)
}
