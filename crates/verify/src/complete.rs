//! What every report says about its request, whichever part wrote the rest.

use crate::hardware;
use crate::request::{PropertyChoice, Request};
use invar_report::{Report, hint};

/// Adds what was asked to a report, and a hint where it is unknown.
pub fn complete(report: &mut Report, request: &Request) {
    (report.file, report.data_model) = request.input.describe();
    report.files = request.input.file_names();
    let target = request.input.foreign_target();
    report.target = target.map(|target| target.name.to_owned());
    report.property = report.scope().qualified(&property_name(request));
    report.integers = request.integers.name().into();
    if is_hardware(request) {
        // Neither types nor integers: a model has bits.
        report.data_model = String::new();
        report.target = None;
        report.integers = String::new();
        report.arithmetic = hardware::ARITHMETIC.into();
    }
    if report.engine.is_empty() {
        report.engine = request.search.engine().name().into();
    }
    if report.arithmetic.is_empty() {
        report.arithmetic = request.search.arithmetic.name().into();
    }
    // A report may come with a hint that says more than its class of reason does.
    report.hint = report.hint.take().or_else(|| hint(report));
}

fn is_hardware(request: &Request) -> bool {
    hardware::model(&request.input.files).is_some()
}

/// The name of what is asked.
fn property_name(request: &Request) -> String {
    if request.witness.is_some() {
        return request.property.names.join(" ");
    }
    if is_hardware(request) {
        return hardware::property_name(&request.property);
    }
    match request.property.question() {
        Ok(PropertyChoice::Checked(asked)) => asked.name(),
        Ok(PropertyChoice::NotYet(name)) => name,
        Err(_) => request.property.names.join(","),
    }
}
