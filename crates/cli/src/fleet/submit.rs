//! `invar submit`: sources into the store, tasks on the queue.

use super::task::{Body, Label};
use crate::arguments::{Cli, Command, SubmitArguments};
use crate::bench::tasks::{self, Expected, Selection};
use crate::exit;
use crate::interrupt::{INTERRUPTED, Interrupt};
use crate::terminal::complain;
use clap::Parser;
use invar_fleet::{Batch, Queue, Results, Submitted, Task};
use invar_frontend::clang::{ParseOptions, Standard, preprocess};
use invar_store::{Key, Room};
use invar_verify::request::Integers;
use std::path::{Path, PathBuf};

/// Submits a batch.
pub fn run(arguments: &SubmitArguments) -> u8 {
    let interrupt = Interrupt::listen();
    match try_run(arguments, &interrupt) {
        Ok(()) if interrupt.came() => INTERRUPTED,
        Ok(()) => exit::SAFE,
        Err(message) => {
            complain!("error: {message}");
            exit::USAGE
        }
    }
}

fn try_run(arguments: &SubmitArguments, interrupt: &Interrupt) -> Result<(), String> {
    if arguments.search.strategy.is_some() {
        return Err("--strategy names a file that workers do not have".to_owned());
    }
    let mut queue = Queue::new(&arguments.broker.broker()?, "submit").map_err(|e| e.to_string())?;
    let results = arguments.place.open()?;
    let mut tasks = Vec::new();
    for (number, wanted) in wanted(arguments)?.into_iter().enumerate() {
        if interrupt.came() {
            return Ok(());
        }
        let body = body(arguments, &wanted, &results)?;
        tasks.push(Task {
            batch: arguments.batch.clone(),
            number: number as u64,
            body: serde_json::to_string(&body).map_err(|error| error.to_string())?,
        });
    }
    let batch = Batch {
        name: arguments.batch.clone(),
        tasks: tasks.len() as u64,
        note: String::new(),
    };
    let written = results.put_batch(&batch, &tasks);
    written.map_err(|error| error.to_string())?;
    let mut open = Vec::new();
    for task in &tasks {
        let known = results.result(task).map_err(|error| error.to_string())?;
        if known.is_none() {
            open.push(task.clone());
        }
    }
    let known = tasks.len() - open.len();
    let mut told = false;
    let submitted = invar_fleet::submit(
        &mut queue,
        arguments.priority.into(),
        &open,
        arguments.most_waiting,
        interrupt.flag(),
        |at: Submitted| {
            if at.waits && !std::mem::replace(&mut told, true) {
                let most = arguments.most_waiting;
                complain!(
                    "{} tasks submitted; {most} are waiting, the rest waits too",
                    at.tasks
                );
            }
        },
    );
    let submitted = submitted.map_err(|error| {
        format!("{error}\nhint: is the broker running, and does it want INVAR_BROKER_PASSWORD?")
    })?;
    let name = &arguments.batch;
    complain!("batch {name}: {submitted} tasks submitted, {known} have a result already");
    Ok(())
}

/// A file that is to be checked.
struct Wanted {
    path: String,
    file: PathBuf,
    property: String,
    include: Vec<PathBuf>,
    /// Arguments of `check` that the row of a table asks for.
    reading: Vec<String>,
    label: Option<Label>,
}

fn wanted(arguments: &SubmitArguments) -> Result<Vec<Wanted>, String> {
    let Some(table) = &arguments.tasks else {
        let property = arguments.property.as_deref().unwrap_or("assert");
        let wanted = arguments.files.iter().map(|file| Wanted {
            path: file.display().to_string(),
            file: file.clone(),
            property: property.to_owned(),
            include: Vec::new(),
            reading: Vec::new(),
            label: None,
        });
        return Ok(wanted.collect());
    };
    let selection = Selection {
        tasks: table,
        column: "path",
        list: arguments.list.as_deref(),
        half: None,
        shard: None,
        property: arguments.property.as_deref(),
        mathint: arguments.mathint,
    };
    let rows = tasks::read(&selection)?.into_iter();
    Ok(rows.map(of_row).collect())
}

/// The arguments are those of `bench`.
fn of_row(task: tasks::Task) -> Wanted {
    let mut reading: Vec<String> = ["--assertions", "first"].map(str::to_owned).into();
    let model = task.data_model.map(|model| model.to_string());
    if let Some(model) = &model {
        reading.extend(["--data-model", model, "--vacuity", "off"].map(str::to_owned));
        reading.extend(["--integers", task.integers.name()].map(str::to_owned));
    }
    Wanted {
        label: Some(Label {
            expected: task.expected == Expected::True,
            data_model: task.data_model,
            mathint: task.mathint,
            ideal: task.integers == Integers::Ideal,
        }),
        path: task.path,
        file: task.file,
        property: task.property,
        include: task.include.into_iter().collect(),
        reading,
    }
}

/// Puts the source into the store and says what is to be done with it.
fn body(arguments: &SubmitArguments, wanted: &Wanted, results: &Results) -> Result<Body, String> {
    let mut check = wanted.reading.clone();
    if let Some(model) = arguments.data_model {
        let model = invar_cfa::DataModel::from(model).to_string();
        check.extend(["--data-model".to_owned(), model]);
    }
    if let Some(standard) = &arguments.standard {
        check.extend(["--std".to_owned(), Standard::name(standard).to_owned()]);
    }
    if let Some(entry) = &arguments.entry {
        check.extend(["--entry".to_owned(), entry.clone()]);
    }
    let (source, extension) = source(arguments, wanted, &check)?;
    check.extend(arguments.search.as_arguments());
    check.extend([
        "--timeout".to_owned(),
        format!("{}ms", arguments.timeout.as_millis()),
    ]);
    check.extend(["--memory".to_owned(), format!("{}MB", arguments.memory)]);
    let key = Key::of(&[b"source", &source]);
    let put = results.store().put(Room::Source, &key, &source);
    put.map_err(|error| format!("{}: {error}", wanted.path))?;
    Ok(Body {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        path: wanted.path.clone(),
        source: key.to_string(),
        extension,
        property: wanted.property.clone(),
        arguments: check,
        label: wanted.label.clone(),
    })
}

/// A text that needs no other file, and how its name ends. What is no C needs no preprocessor, and what is after it already
/// keeps its own lines.
fn source(
    arguments: &SubmitArguments,
    wanted: &Wanted,
    check: &[String],
) -> Result<(Vec<u8>, String), String> {
    let extension = wanted.file.extension().and_then(|e| e.to_str());
    let extension = extension.unwrap_or_default().to_owned();
    if extension != "c" {
        let text = std::fs::read(&wanted.file);
        let text = text.map_err(|error| format!("{}: {error}", wanted.file.display()))?;
        return Ok((text, extension));
    }
    let options = options(arguments, wanted, check)?;
    let text = preprocess(&wanted.file, &options).map_err(|error| error.to_string())?;
    Ok((text, "i".to_owned()))
}

/// How `check` would have clang read the file.
fn options(
    arguments: &SubmitArguments,
    wanted: &Wanted,
    check: &[String],
) -> Result<ParseOptions, String> {
    let folder = |path: &Path| ["-I".to_owned(), path.display().to_string()];
    let include = arguments.include.iter().chain(&wanted.include);
    let include = include.flat_map(|path| folder(path));
    let define = arguments.define.iter();
    let define = define.flat_map(|text| ["-D".to_owned(), text.clone()]);
    let words = ["invar", "check", "--no-config"]
        .map(str::to_owned)
        .into_iter();
    let words = words
        .chain(check.iter().cloned())
        .chain(include)
        .chain(define);
    let file = wanted.file.display().to_string();
    let parsed = Cli::try_parse_from(words.chain([file])).map_err(|error| error.to_string())?;
    let Command::Check(parsed) = parsed.command else {
        return Err("the arguments are no check".to_owned());
    };
    let project = parsed
        .input
        .input()
        .project()
        .map_err(|problem| problem.to_string())?;
    let files = project.files(None).into_iter();
    let mut options = files.map(|(_, options)| options);
    options
        .next()
        .ok_or_else(|| format!("{} is no file", wanted.path))
}
