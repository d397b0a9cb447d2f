//! `invar survey`: every function of some C files as the start of a program of its own, with any
//! arguments, each checked in a process of its own.

mod files;
mod functions;
mod targets;

pub use files::{json, to_file, write as write_files, write_json};
pub use targets::project;

use crate::arguments::{Format, Preconditions, SurveyArguments};
use crate::interrupt::{INTERRUPTED, Interrupt};
use crate::supervise::{self, Display};
use crate::terminal::{self, complain};
use crate::{config, contracts, exit, preconditions};
use functions::{Found, Specified};
use invar_cfa::Property;
use invar_frontend::ast::Unit;
use invar_frontend::contract;
use invar_survey::accept::{self, Acceptances, Notice, NoticeKind};
use invar_survey::key::{self, Texts};
use invar_survey::row::{Precondition, Row};
use invar_survey::summary::Summary;
use invar_survey::table;
use invar_verify::change::Exported;
use invar_verify::infer::Minimal;
use invar_verify::program;
use invar_verify::request::{
    Input, PropertyChoice, PropertyRequest, Request, Since, Sites, Vacuity,
};
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Time to find out that a change cannot affect a function.
const SINCE_TIME: Duration = Duration::from_secs(5);

/// Checks every function and prints a table.
pub fn run(arguments: &SurveyArguments) -> u8 {
    let found = match surveyed(arguments) {
        Ok(found) => found,
        Err(code) => return code,
    };
    let exit_code = found.interrupted.unwrap_or_else(|| code(&found.rows));
    match arguments.format {
        Format::Json => {
            if !found.part.is_empty() {
                complain!("{}", found.part.trim_end());
            }
            match serde_json::to_string(&found.rows) {
                Ok(text) => terminal::json(&(text + "\n")),
                Err(error) => {
                    complain!("error: {error}");
                    return exit::USAGE;
                }
            }
        }
        Format::Human | Format::Svcomp => {
            terminal::to_stdout(&(table::render(&found.rows) + &found.part));
        }
    }
    for notice in &found.notices {
        complain!("accepted: {}", notice.text);
    }
    let summary = Summary {
        rows: &found.rows,
        notices: &found.notices,
        ..Summary::default()
    };
    match files::write(arguments, &summary, exit_code) {
        Ok(()) => exit_code,
        Err(message) => {
            complain!("error: {message}");
            exit::USAGE
        }
    }
}

/// What was found.
pub struct Surveyed {
    /// One row per function, with keys, and accepted findings as such.
    pub rows: Vec<Row>,
    /// What is to be said about acceptances.
    pub notices: Vec<Notice>,
    /// Which part of the functions it is, if it is not all of them.
    part: String,
    /// The exit code, if the user ended it.
    pub interrupted: Option<u8>,
}

/// Checks every function; an exit code if that cannot be begun, or if only names were asked for.
pub fn surveyed(arguments: &SurveyArguments) -> Result<Surveyed, u8> {
    check_arguments(arguments)?;
    let interrupt = Interrupt::listen();
    let (rows, part) = rows_of(arguments, &interrupt)?;
    finished(arguments, rows, part, &interrupt)
}

/// Refuses arguments that no survey can have.
fn check_arguments(arguments: &SurveyArguments) -> Result<(), u8> {
    let asked = PropertyRequest {
        names: arguments.property.clone(),
    };
    match asked.question() {
        Ok(PropertyChoice::Checked(asked)) if asked.property == Property::TERMINATION => {
            let code = usage("a survey counts checks, and termination has none");
            complain!(
                "hint: ask about one function: invar check FILE --entry FUNCTION --property termination"
            );
            return Err(code);
        }
        Ok(PropertyChoice::Checked(_)) => {}
        Ok(PropertyChoice::NotYet(name)) => {
            return Err(usage(&format!("the property `{name}` is not checked yet")));
        }
        Err(refusal) => return Err(usage(&refusal.to_string())),
    }
    match arguments.store.location() {
        Ok(_) => Ok(()),
        Err(problem) => Err(usage(&problem.to_string())),
    }
}

/// One row per function of the files, and which part of the functions that is.
fn rows_of(arguments: &SurveyArguments, interrupt: &Interrupt) -> Result<(Vec<Row>, String), u8> {
    let (unit, mut found) = found(arguments).map_err(|message| usage(&message))?;
    let mut part = String::new();
    if let Some(shard) = arguments.shard {
        let whole = found.len();
        found.retain(|found| shard.has_name(&[&found.function.name]));
        part = format!("shard {shard}: {} of {whole} functions\n", found.len());
    }
    if arguments.dry_run {
        let names = found
            .iter()
            .map(|found| format!("{}\n", found.function.name));
        terminal::to_stdout(&names.collect::<String>());
        return Err(exit::SAFE);
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
        interrupt,
    };
    Ok((survey.rows(found), part))
}

/// Gives rows their keys and accepts what is accepted.
fn finished(
    arguments: &SurveyArguments,
    mut rows: Vec<Row>,
    part: String,
    interrupt: &Interrupt,
) -> Result<Surveyed, u8> {
    let mut texts = Texts::default();
    key::set_keys(&mut rows, &mut texts);
    let mut acceptances = Acceptances::in_comments(&rows, &mut texts);
    acceptances.extend(accepted(arguments).map_err(|message| usage(&message))?);
    let today = jiff::Timestamp::now()
        .to_zoned(jiff::tz::TimeZone::UTC)
        .date();
    let mut notices = acceptances.apply(&mut rows, today);
    // An acceptance may be used by functions that were not looked at.
    let is_whole = arguments.shard.is_none() && arguments.input.input().entry.is_none();
    if !is_whole || arguments.since.is_some() || interrupt.came() {
        notices.retain(|notice| notice.kind != NoticeKind::Unused);
    }
    Ok(Surveyed {
        rows,
        notices,
        part,
        interrupted: interrupt.came().then_some(INTERRUPTED),
    })
}

fn usage(message: &str) -> u8 {
    complain!("error: {message}");
    exit::USAGE
}

/// The entries of the file of accepted findings, if one is given.
fn accepted(arguments: &SurveyArguments) -> Result<Acceptances, String> {
    let Some(path) = &arguments.accepted else {
        return Ok(Acceptances::default());
    };
    let name = path.display().to_string();
    let text = std::fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
    accept::read(&name, &text)
}

/// As for `check`: unsafe if a site is violated, safe if all are proved that a change can affect.
pub fn code(rows: &[Row]) -> u8 {
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
            found.retain(|found| found.function.name == *only);
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

    fn row(&self, found: &Found) -> Row {
        let function = &found.function;
        let start = Instant::now();
        let timed = |row: Row| Row {
            seconds: start.elapsed().as_secs_f64(),
            ..row
        };
        let request = self.request(found);
        if found.specified == Specified::Contract {
            let request = Request {
                sites: Sites::All,
                ..request
            };
            let report = contracts::check(&request, self.interrupt, |request| {
                supervise::answer(request, self.interrupt, Display::Nothing)
            });
            return timed(Row::of_contract(function, report));
        }
        if self.arguments.preconditions == Preconditions::None {
            let report = supervise::answer(&request, self.interrupt, Display::Nothing);
            return Row::of(function, report);
        }
        if request.since.is_some() {
            let mut request = request.clone();
            request.limits.time = request.limits.time.min(SINCE_TIME);
            let report = supervise::answer(&request, self.interrupt, Display::Nothing);
            let row = Row::of(function, report);
            if row.unaffected == row.sites && row.is_done() {
                return timed(row);
            }
        }
        let request = Request {
            since: None,
            ..request
        };
        let inferred = preconditions::infer(self.unit, found.id, &request, self.interrupt);
        let precondition = Precondition {
            lines: contract::requirements(
                self.unit,
                request.input.model(),
                found.id,
                &inferred.clauses,
            ),
            minimal: inferred.minimal == Minimal::Yes,
        };
        timed(Row::of(function, inferred.report).under(precondition))
    }

    /// What is asked about a function.
    fn request(&self, found: &Found) -> Request {
        let arguments = self.arguments;
        Request {
            input: Input {
                entry: Some(found.function.name.clone()),
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
            limits: arguments.limits(),
            store: arguments.store.choice(),
            ..Request::default()
        }
    }
}
