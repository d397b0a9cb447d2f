//! `invar validate`.

use crate::arguments::ValidateArguments;
use crate::terminal::{complain, say};
use crate::{exit, supervise};
use invar_report::{Report, Validation};

/// Checks a witness and prints what became of it.
pub fn run(arguments: &ValidateArguments) -> u8 {
    let report = supervise::supervise(&arguments.request());
    if let Some(validation) = &report.validation {
        for warning in &validation.warnings {
            complain!("warning: {warning}");
        }
    }
    if report.validation.is_none() && exit::code(&report) == exit::USAGE {
        let reason = report.reason.as_deref();
        complain!("error: {}", reason.unwrap_or("the input cannot be read"));
        return exit::USAGE;
    }
    let (line, code) = answer(&report);
    say!("{line}");
    code
}

fn answer(report: &Report) -> (String, u8) {
    let validation = report.validation.as_ref();
    let Some(validation) = validation else {
        let reason = report.reason.as_deref().unwrap_or("no reason given");
        return (format!("unknown: {reason}"), exit::UNKNOWN);
    };
    let why = &validation.why;
    match validation.conclusion {
        Validation::Validated => (format!("validated: {why}"), exit::SAFE),
        Validation::Rejected => (format!("rejected: {why}"), exit::UNSAFE),
        Validation::Unknown => (format!("unknown: {why}"), exit::UNKNOWN),
    }
}
