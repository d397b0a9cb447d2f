//! `invar check`.

use crate::arguments::{CheckArguments, Format, Question, question};
use crate::{exit, human, outputs, supervise};
use invar_verdict::Reason;
use std::io::Write;

/// Checks one file and prints the result.
pub fn run(arguments: &CheckArguments) -> u8 {
    let report = match question(&arguments.property) {
        Ok(Question::Checked(asked)) => supervise::supervise(arguments, &asked.name()),
        Ok(Question::NotYet(name)) => {
            let reason = Reason::UnsupportedProperty(name.clone());
            invar_witness::report::Report {
                property: name,
                file: arguments.input.describe().0,
                integers: arguments.integers.name().into(),
                hint: Some("invar checks `assert` and `unreach-call`".into()),
                ..invar_witness::report::Report::unknown(&reason)
            }
        }
        Err(refusal) => {
            eprintln!("error: {refusal}");
            return exit::USAGE;
        }
    };
    if let Err(message) = outputs::write(&report, arguments) {
        eprintln!("error: {message}");
        return exit::USAGE;
    }
    if exit::code(&report) == exit::USAGE && arguments.format != Format::Json {
        eprintln!(
            "error: {}",
            report
                .reason
                .as_deref()
                .unwrap_or("the input cannot be read")
        );
        return exit::USAGE;
    }
    let text = match arguments.format {
        Format::Human => human::text(&report, arguments.verbose),
        Format::Svcomp => invar_witness::competition_line(&report),
        Format::Json => match serde_json::to_string(&report) {
            Ok(text) => text + "\n",
            Err(error) => {
                eprintln!("error: {error}");
                return exit::USAGE;
            }
        },
    };
    // A reader that has seen enough and closed the pipe is no error.
    let _ = std::io::stdout().write_all(text.as_bytes());
    exit::code(&report)
}
