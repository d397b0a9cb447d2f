//! `invar check`.

use crate::arguments::{CheckArguments, Format};
use crate::terminal::{self, complain};
use crate::{confirm, exit, hardware, outputs, supervise};
use invar_store::{Limits, Location, Store};
use invar_verdict::Reason;
use invar_verify::request::Question;
use invar_witness::text::{Colours, Look, Statistics, text};
use std::io::{IsTerminal, Write};

/// Columns where there is no terminal.
const COLUMNS: usize = 100;

/// Checks one file and prints the result.
pub fn run(arguments: &CheckArguments) -> u8 {
    let worker = std::env::var_os(crate::child::END_WITH_PARENT);
    if worker.is_some() {
        // A worker of a fleet that was killed cannot end its checks.
        let signal = Some(rustix::process::Signal::TERM);
        let _ = rustix::process::set_parent_process_death_signal(signal);
    }
    let request = arguments.request();
    let is_hardware = invar_verify::hardware::model(&request.input.files).is_some();
    if is_hardware && let Some(problem) = hardware::refusal(arguments) {
        complain!("error: {problem}");
        return exit::USAGE;
    }
    if let Err(problem) = request.store.location() {
        complain!("error: {problem}");
        return exit::USAGE;
    }
    if worker.is_some() && arguments.confirm {
        complain!("error: --confirm is not for a fleet: it runs the program");
        return exit::USAGE;
    }
    let mut report = match request.property.question() {
        _ if is_hardware => supervise::supervise(&request),
        Ok(Question::Checked(_)) => supervise::supervise(&request),
        Ok(Question::NotYet(name)) => {
            let reason = Reason::UnsupportedProperty(name.clone());
            invar_witness::report::Report {
                property: name,
                file: request.input.describe().0,
                integers: request.integers.name().into(),
                hint: Some(
                    "invar checks assertions, error calls, overflows, divisions, shifts, bounds, conversions and memory"
                        .into(),
                ),
                ..invar_witness::report::Report::unknown(&reason)
            }
        }
        Err(refusal) => {
            complain!("error: {refusal}");
            return exit::USAGE;
        }
    };
    if arguments.confirm {
        confirm::confirm(&mut report, arguments);
    }
    if let Err(message) = outputs::write(&mut report, arguments) {
        complain!("error: {message}");
        return exit::USAGE;
    }
    if exit::code(&report) == exit::USAGE && arguments.format != Format::Json {
        complain!(
            "error: {}",
            report
                .reason
                .as_deref()
                .unwrap_or("the input cannot be read")
        );
        return exit::USAGE;
    }
    match arguments.format {
        // Its colours are commands; texts from outside have none.
        Format::Human => terminal::as_it_is(&text(&report, &look(arguments))),
        Format::Svcomp => terminal::to_stdout(&invar_witness::competition_line(&report)),
        Format::Json => match serde_json::to_string(&report) {
            Ok(text) => terminal::json(&(text + "\n")),
            Err(error) => {
                complain!("error: {error}");
                return exit::USAGE;
            }
        },
    }
    // The store of a fleet holds sources and results too, and only its owner drops those.
    if worker.is_none() {
        tidy(arguments);
    }
    exit::code(&report)
}

/// Keeps a store in a folder small, when everything is said.
fn tidy(arguments: &CheckArguments) {
    if let Ok(Some(location @ Location::Folder(_))) = arguments.store.location()
        && let Ok(store) = Store::open(&location, Limits::default())
    {
        let _ = std::io::stdout().flush();
        // A store that cannot be trimmed has said so where it could not be read.
        let _ = store.trim_if_due();
    }
}

/// Colours and width of the terminal, if there is one.
fn look(arguments: &CheckArguments) -> Look {
    let out = std::io::stdout();
    let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let columns = match rustix::termios::tcgetwinsize(&out) {
        Ok(size) if size.ws_col > 0 => usize::from(size.ws_col),
        _ => COLUMNS,
    };
    Look {
        colours: match out.is_terminal() && !no_colour {
            true => Colours::Terminal,
            false => Colours::Plain,
        },
        width: columns,
        run: arguments.trace.into(),
        statistics: match arguments.verbose {
            true => Statistics::Shown,
            false => Statistics::Hidden,
        },
    }
}
