//! `invar survey`: every function of some C files as the start of a program of its own, with any
//! arguments, each checked in a process of its own.

mod functions;
mod row;
mod table;

use crate::arguments::{Format, Preconditions, SurveyArguments};
use crate::interrupt::{INTERRUPTED, Interrupt};
use crate::supervise::{self, Display};
use crate::terminal::{self, complain};
use crate::{config, contracts, exit, preconditions};
use functions::{Found, Specified};
use invar_cfa::Property;
use invar_frontend::ast::Unit;
use invar_frontend::contract;
use invar_verify::change::Exported;
use invar_verify::program;
use invar_verify::request::{
    Input, Limits, PropertyRequest, Question, Request, Since, Sites, Vacuity,
};
use row::Row;
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Instant;

/// Checks every function and prints a table.
pub fn run(arguments: &SurveyArguments) -> u8 {
    let asked = PropertyRequest {
        names: arguments.property.clone(),
    };
    match asked.question() {
        Ok(Question::Checked(asked)) if asked.property == Property::TERMINATION => {
            complain!("error: a survey counts checks, and termination has none");
            complain!(
                "hint: ask about one function: invar check FILE --entry FUNCTION --property termination"
            );
            return exit::USAGE;
        }
        Ok(Question::Checked(_)) => {}
        Ok(Question::NotYet(name)) => {
            complain!("error: the property `{name}` is not checked yet");
            return exit::USAGE;
        }
        Err(refusal) => {
            complain!("error: {refusal}");
            return exit::USAGE;
        }
    }
    if let Err(problem) = arguments.store.location() {
        complain!("error: {problem}");
        return exit::USAGE;
    }
    let interrupt = Interrupt::listen();
    let (unit, mut found) = match found(arguments) {
        Ok(found) => found,
        Err(message) => {
            complain!("error: {message}");
            return exit::USAGE;
        }
    };
    let mut part = String::new();
    if let Some(shard) = arguments.shard {
        let whole = found.len();
        found.retain(|function| shard.has_name(&[&function.name]));
        part = format!("shard {shard}: {} of {whole} functions\n", found.len());
    }
    if arguments.dry_run {
        let names = found.iter().map(|f| format!("{}\n", f.name));
        crate::terminal::to_stdout(&names.collect::<String>());
        return exit::SAFE;
    }
    let exported = arguments.since.as_ref();
    let exported = exported.and_then(|since| {
        let defaults = config::file_in_force().map(PathBuf::as_path);
        Exported::of(since, &arguments.input.input(), defaults).ok()
    });
    let survey = Survey {
        arguments,
        unit: &unit,
        exported: exported.as_ref(),
        interrupt: &interrupt,
    };
    let rows = survey.rows(found);
    let printed = match arguments.format {
        Format::Json => {
            if !part.is_empty() {
                complain!("{}", part.trim_end());
            }
            serde_json::to_string(&rows).map(|text| terminal::json(&(text + "\n")))
        }
        Format::Human | Format::Svcomp => {
            terminal::to_stdout(&(table::render(&rows) + &part));
            Ok(())
        }
    };
    match printed {
        Ok(()) => {}
        Err(error) => {
            complain!("error: {error}");
            return exit::USAGE;
        }
    }
    if interrupt.came() {
        INTERRUPTED
    } else {
        code(&rows)
    }
}

/// As for `check`: unsafe if a site is violated, safe if all are proved that a change can affect.
fn code(rows: &[Row]) -> u8 {
    if rows
        .iter()
        .any(|row| row.violated > 0 || !row.called_violations.is_empty())
    {
        return exit::UNSAFE;
    }
    if rows.iter().all(Row::is_done) {
        exit::SAFE
    } else {
        exit::UNKNOWN
    }
}

fn found(arguments: &SurveyArguments) -> Result<(Unit, Vec<Found>), String> {
    let input = arguments.input.input();
    invar_frontend::clang::with_large_stack(move || {
        let unit = program::parsed(&input, None).map_err(|r| r.to_string())?;
        let mut found = functions::of(&unit, &input.file_names());
        if let Some(only) = &input.entry {
            found.retain(|function| function.name == *only);
        }
        if found.is_empty() {
            return Err("no function of these files has a body".to_owned());
        }
        Ok((unit, found))
    })
}

/// What the checks of all functions share.
struct Survey<'a> {
    arguments: &'a SurveyArguments,
    unit: &'a Unit,
    exported: Option<&'a Exported>,
    interrupt: &'a Interrupt,
}

impl Survey<'_> {
    /// One row per function, in the order of the text, of those that were done.
    fn rows(&self, found: Vec<Found>) -> Vec<Row> {
        let number = found.len();
        let queue: VecDeque<(usize, Found)> = found.into_iter().enumerate().collect();
        let queue = Mutex::new(queue);
        let rows = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for _ in 0..self.arguments.jobs.max(1) {
                scope.spawn(|| {
                    while let Some((index, function)) =
                        queue.lock().ok().and_then(|mut queue| queue.pop_front())
                    {
                        let row = self.row(&function);
                        // A check that was ended with this process says nothing.
                        if self.interrupt.came() {
                            return;
                        }
                        complain!("{}/{number} {}", index + 1, table::line(&row));
                        if let Ok(mut rows) = rows.lock() {
                            rows.push((index, row));
                        }
                    }
                });
            }
        });
        let mut rows = rows.into_inner().unwrap_or_default();
        rows.sort_by_key(|(index, _)| *index);
        rows.into_iter().map(|(_, row)| row).collect()
    }

    fn row(&self, function: &Found) -> Row {
        if function.specified == Specified::Contract {
            let start = Instant::now();
            let request = Request {
                sites: Sites::All,
                ..self.request(function)
            };
            let report = contracts::check(&request, self.interrupt, |request| {
                supervise::answer(request, self.interrupt, Display::Nothing)
            });
            let mut row = Row::of_contract(function, report);
            row.seconds = start.elapsed().as_secs_f64();
            return row;
        }
        let infers =
            self.arguments.preconditions == Preconditions::Infer && self.arguments.since.is_none();
        if !infers {
            let request = self.request(function);
            let report = supervise::answer(&request, self.interrupt, Display::Nothing);
            return Row::of(function, report);
        }
        let start = Instant::now();
        let request = self.request(function);
        let found = preconditions::infer(self.unit, function.id, &request, self.interrupt);
        let text = contract::requirements(self.unit, function.id, &found.clauses);
        let mut row = Row::of(function, found.report).under(text, found.minimal);
        row.seconds = start.elapsed().as_secs_f64();
        row
    }

    /// What is asked about a function.
    fn request(&self, function: &Found) -> Request {
        let arguments = self.arguments;
        Request {
            input: Input {
                entry: Some(function.name.clone()),
                ..arguments.input.input()
            },
            property: PropertyRequest {
                names: arguments.property.clone(),
            },
            // What a function needs for its own sites and for those of what it calls.
            sites: match self.arguments.preconditions {
                Preconditions::Infer => Sites::All,
                Preconditions::None => Sites::Entry,
            },
            vacuity: Vacuity::Off,
            since: arguments.since.as_ref().map(|revision| Since {
                revision: revision.clone(),
                tree: self.exported.map(|exported| exported.folder().to_owned()),
            }),
            refused_assumptions: arguments.assumptions.refused(),
            limits: Limits {
                time: arguments.timeout,
                clock: arguments.clock(),
                memory_mb: Some(arguments.memory),
                ..Limits::default()
            },
            store: arguments.store.choice(),
            ..Request::default()
        }
    }
}
