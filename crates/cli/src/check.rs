//! `invar check`.

use crate::arguments::{CheckArguments, Format};
use crate::interrupt::Interrupt;
use crate::terminal::{self, complain};
use crate::{confirm, contracts, exit, outputs, preconditions, supervise};
use invar_report::Report;
use invar_store::{Limits, Location, Store};
use invar_verdict::Reason;
use invar_verify::hardware;
use invar_verify::program;
use invar_verify::request::{PropertyChoice, Refusal, Request};
use invar_witness::text::{Colours, Look, Statistics, text};
use std::io::{IsTerminal, Write};

/// Columns where there is no terminal.
const COLUMNS: usize = 100;

/// Checks one file and prints the result.
pub fn run(arguments: &CheckArguments) -> u8 {
    let mut request = arguments.request();
    let is_hardware = hardware::model(&request.input.files).is_some();
    if is_hardware && let Some(problem) = crate::hardware::refusal(arguments) {
        complain!("error: {problem}");
        return exit::USAGE;
    }
    if !is_hardware && let Some(problem) = foreign_refusal(arguments, &request) {
        complain!("error: {problem}");
        return exit::USAGE;
    }
    if let Err(problem) = request.store.location() {
        complain!("error: {problem}");
        return exit::USAGE;
    }
    if arguments.infer
        && let Err(problem) = add_precondition(&mut request)
    {
        complain!("error: {problem}");
        return exit::USAGE;
    }
    let has_contract = !is_hardware && contracts::has_contract(&request.input);
    let answer = |request: &Request| {
        if has_contract {
            contracts::check(request, &Interrupt::listen(), supervise::supervise)
        } else {
            supervise::supervise(request)
        }
    };
    let mut report = match report_of(&request, answer) {
        Ok(report) => report,
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
    tidy(arguments);
    exit::code(&report)
}

/// Why an output cannot be had for the machine of the program: it would be run or read as a program for x86.
fn foreign_refusal(arguments: &CheckArguments, request: &Request) -> Option<String> {
    let outputs = &arguments.outputs;
    let given = [
        ("--confirm", arguments.confirm),
        ("--harness", outputs.harness.is_some()),
        ("--certificate", outputs.certificate.is_some()),
        ("--witness", outputs.witness.is_some()),
        ("--witness-graphml", outputs.witness_graphml.is_some()),
    ];
    let (option, _) = given.into_iter().find(|(_, is_given)| *is_given)?;
    let target = request.input.foreign_target()?;
    Some(format!(
        "{option} is for programs for x86, and this one is for {}",
        target.name
    ))
}

/// Finds a precondition for the entry function, in half of the time, and takes it into the request.
fn add_precondition(request: &mut Request) -> Result<(), String> {
    let name = request.input.entry.clone();
    let name = name.ok_or("--infer needs the function to start with: --entry FUNCTION")?;
    let unit = program::parsed(&request.input, None).map_err(|reason| reason.to_string())?;
    let function = invar_frontend::entry::find(&unit, &name).map_err(|e| e.to_string())?;
    let mut half = request.clone();
    half.limits.time /= 2;
    let found = preconditions::infer(&unit, function, &half, &Interrupt::listen());
    request.limits.time -= half.limits.time;
    let precondition =
        preconditions::precondition(&unit, request.input.model(), function, &found.clauses);
    request.input.precondition = Some(precondition);
    Ok(())
}

/// The report of a request: by `answer`, or without it where the property is not checked yet.
///
/// # Errors
/// The property means nothing.
pub fn report_of(
    request: &Request,
    answer: impl FnOnce(&Request) -> Report,
) -> Result<Report, Refusal> {
    if hardware::model(&request.input.files).is_some() {
        return Ok(answer(request));
    }
    let name = match request.property.question()? {
        PropertyChoice::Checked(_) => return Ok(answer(request)),
        PropertyChoice::NotYet(name) => name,
    };
    let reason = Reason::UnsupportedProperty(name.clone());
    Ok(Report {
        property: name,
        file: request.input.describe().0,
        integers: request.integers.name().into(),
        hint: Some(
            "invar checks assertions, error calls, overflows, divisions, shifts, bounds, conversions and memory"
                .into(),
        ),
        ..Report::unknown(&reason)
    })
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
        colours: if out.is_terminal() && !no_colour {
            Colours::Terminal
        } else {
            Colours::Plain
        },
        width: columns,
        run: arguments.trace.into(),
        statistics: if arguments.verbose {
            Statistics::Shown
        } else {
            Statistics::Hidden
        },
    }
}
