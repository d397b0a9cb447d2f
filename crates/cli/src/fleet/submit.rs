//! `invar submit`: sources into the store, tasks on the queue.

use super::task::{Body, Label};
use crate::arguments::SubmitArguments;
use crate::exit;
use crate::interrupt::{INTERRUPTED, Interrupt};
use crate::terminal::complain;
use invar_bench::{self as bench, Expected, Selection};
use invar_fleet::{Batch, Queue, Results, Submitted, Task};
use invar_frontend::clang::preprocess;
use invar_store::{Key, Room};
use invar_verify::request::{Input, Limits, PropertyRequest, Request};
use std::path::Path;

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
        let body = body(arguments, wanted, &results)?;
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
    property: String,
    /// What is asked about it, with the file and how it is preprocessed.
    request: Request,
    label: Option<Label>,
}

fn wanted(arguments: &SubmitArguments) -> Result<Vec<Wanted>, String> {
    let Some(table) = &arguments.tasks else {
        let property = arguments.property.as_deref().unwrap_or("assert");
        let files = arguments.files.iter();
        return Ok(files.map(|file| of_file(file, property)).collect());
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
    let rows = invar_bench::read(&selection)?.tasks;
    Ok(rows.iter().map(of_row).collect())
}

fn of_file(file: &Path, property: &str) -> Wanted {
    Wanted {
        path: file.display().to_string(),
        property: property.to_owned(),
        request: Request {
            input: Input {
                files: vec![file.to_owned()],
                ..Input::default()
            },
            property: PropertyRequest {
                names: property.split(',').map(str::to_owned).collect(),
            },
            ..Request::default()
        },
        label: None,
    }
}

fn of_row(task: &bench::Task) -> Wanted {
    Wanted {
        path: task.path.clone(),
        property: task.property.clone(),
        request: task.request(),
        label: Some(Label {
            expected: task.expected == Expected::True,
            mathint: task.mathint,
        }),
    }
}

/// Puts the source into the store and says what is to be done with it.
fn body(arguments: &SubmitArguments, wanted: Wanted, results: &Results) -> Result<Body, String> {
    let mut request = wanted.request;
    let input = &mut request.input;
    if let Some(model) = arguments.data_model {
        input.data_model = Some(model.into());
    }
    let standard = arguments.standard.as_ref();
    input.standard = standard.map(|standard| standard.name().to_owned());
    input.entry = arguments.entry.clone();
    let include = std::mem::take(&mut input.include);
    let files = std::mem::take(&mut input.files);
    let (source, extension) = source(Input {
        files,
        include: arguments.include.iter().cloned().chain(include).collect(),
        define: arguments.define.clone(),
        ..input.clone()
    })?;
    request.search = arguments.search.options();
    request.limits = Limits {
        time: arguments.timeout,
        memory_mb: Some(arguments.memory),
        ..Limits::default()
    };
    let key = Key::of(&[b"source", &source]);
    let put = results.store().put(Room::Source, &key, &source);
    put.map_err(|error| format!("{}: {error}", wanted.path))?;
    Ok(Body {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        path: wanted.path,
        source: key.to_string(),
        extension,
        property: wanted.property,
        request,
        label: wanted.label,
    })
}

/// A text that needs no other file, and how its name ends. What is no C needs no preprocessor, and what is after it already
/// keeps its own lines.
fn source(input: Input) -> Result<(Vec<u8>, String), String> {
    let file = input.files.first().ok_or("there is no file")?;
    let extension = file.extension().and_then(|extension| extension.to_str());
    let extension = extension.unwrap_or_default().to_owned();
    if extension != "c" {
        let text = std::fs::read(file);
        let text = text.map_err(|error| format!("{}: {error}", file.display()))?;
        return Ok((text, extension));
    }
    // How `check` would have clang read the file.
    let project = input.project().map_err(|problem| problem.to_string())?;
    let mut files = project.files(None).into_iter();
    let (_, options) = files
        .next()
        .ok_or_else(|| format!("{} is no file", file.display()))?;
    let text = preprocess(file, &options).map_err(|error| error.to_string())?;
    Ok((text, "i".to_owned()))
}
