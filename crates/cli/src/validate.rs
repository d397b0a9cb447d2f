//! `invar validate`.

use crate::arguments::ValidateArguments;
use crate::{exit, supervise};
use invar_witness::report::{Report, Validation};

/// Checks a witness and prints what became of it.
pub fn run(arguments: &ValidateArguments) -> u8 {
    let Some(check) = arguments.check() else {
        eprintln!("error: the arguments do not fit");
        return exit::USAGE;
    };
    let report = supervise::supervise(&check, &check.property.join(" "));
    if let Some(validation) = &report.validation {
        for warning in &validation.warnings {
            eprintln!("warning: {warning}");
        }
    }
    if report.validation.is_none() && exit::code(&report) == exit::USAGE {
        let reason = report.reason.as_deref();
        eprintln!("error: {}", reason.unwrap_or("the input cannot be read"));
        return exit::USAGE;
    }
    let (line, code) = answer(&report);
    println!("{line}");
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
