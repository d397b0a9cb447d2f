//! From a hardware model to a certified report.
//!
//! Reading order: `recognise` says which files are models, `options` which properties are asked for, `load` reads,
//! `check` handles one property after the other: `search` finds evidence, `certify` has it checked, `table` and
//! `evidence` present it to users and write it to files. `validate` checks what a witness says.
//!
//! A model is handled here instead of in `session`, in the same supervised process. `witness` describes it as
//! `CircuitReport` and writes invariants as clauses (`clauses`).

mod certify;
mod check;
mod clauses;
mod evidence;
mod load;
mod options;
mod recognise;
mod search;
mod table;
mod validate;

pub use options::{property_name, property_problem};
pub use recognise::model;
pub use search::ARITHMETIC;

use crate::observer::Observer;
use crate::request::Request;
use invar_budget::{Budget, CancelToken};
use invar_report::{CircuitReport, Report};
use recognise::ModelFormat;
use std::path::Path;
use std::time::Duration;

/// Left for the report when the time is nearly up.
const RESERVE: Duration = Duration::from_millis(150);

/// Checks a model; never claims without evidence that was checked.
pub(crate) fn verify(
    path: &Path,
    format: ModelFormat,
    request: &Request,
    observer: &dyn Observer,
    cancel: &CancelToken,
) -> Report {
    let budget = Budget {
        cancel: cancel.clone(),
        ..Budget::lasting(request.limits.time.saturating_sub(RESERVE))
    };
    observer.activity(invar_verdict::Reason::READING);
    let model = match load::load(path, format) {
        Ok(model) => model,
        Err(reason) => return Report::unknown(&reason),
    };
    if let Some(witness) = &request.witness {
        return validate::validated(&model, witness, &budget);
    }
    let circuit = model.circuit();
    let all = circuit.bad.len();
    let numbers = match options::selected(&request.property, all) {
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
    check::PropertyChecker::new(&model, request, observer, budget, report).checked(&numbers)
}
