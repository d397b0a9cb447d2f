//! `invar bench`: a list of labelled tasks, each in a process of its own.

pub mod half;
mod merge;
pub mod results;
mod statistics;
pub mod table;
pub mod tasks;

use crate::arguments::BenchArguments;
use crate::exit;
use crate::interrupt::{INTERRUPTED, Interrupt};
use crate::supervise::{self, Display};
use crate::terminal::complain;
use invar_verify::request::{
    Assertions, Input, Limits, PropertyRequest, Request, StoreChoice, Vacuity,
};
use results::{ResultRow, Results};
use statistics::StatisticsLine;
use std::collections::VecDeque;
use std::sync::Mutex;
use std::time::Instant;
use tasks::Task;

/// Runs every task that has no result yet and prints a table per set.
pub fn run(arguments: &BenchArguments) -> u8 {
    let interrupt = Interrupt::listen();
    match try_run(arguments, &interrupt) {
        Ok(_) if interrupt.came() => INTERRUPTED,
        Ok(code) => code,
        Err(message) => {
            complain!("error: {message}");
            exit::USAGE
        }
    }
}

fn try_run(arguments: &BenchArguments, interrupt: &Interrupt) -> Result<u8, String> {
    // What is wrong with the store would otherwise be told by every task.
    if arguments.store.store.is_some() {
        let store = arguments.store.location();
        store.map_err(|problem| problem.to_string())?;
    }
    let tasks = tasks::read(&tasks::Selection::of(arguments))?;
    let out = match &arguments.out {
        Some(out) if !arguments.dry_run => out,
        _ => {
            crate::terminal::to_stdout(&tasks::paths(&tasks));
            return Ok(exit::SAFE);
        }
    };
    let mut results = Results::open(out)?;
    if !arguments.merge.is_empty() {
        let missing = merge::merge(&tasks, &arguments.merge, &mut results)?;
        crate::terminal::to_stdout(&table::render(&tasks, &results));
        for task in &missing {
            complain!("no result: {} ({})", task.path, task.property);
        }
        complain!("{} tasks, {} without a result", tasks.len(), missing.len());
        return Ok(match missing.is_empty() {
            true => exit::SAFE,
            false => exit::UNKNOWN,
        });
    }
    let (done, open): (Vec<Task>, Vec<Task>) = tasks
        .iter()
        .cloned()
        .partition(|task| results.contains(task));
    complain!("{} tasks, {} already done", tasks.len(), done.len());
    let queue = Mutex::new(VecDeque::from(open));
    let results = Mutex::new(results);
    let failure = Mutex::new(None);
    std::thread::scope(|scope| {
        for _ in 0..arguments.jobs.max(1) {
            scope.spawn(|| {
                while let Some(task) = queue.lock().ok().and_then(|mut q| q.pop_front()) {
                    let (row, statistics) = run_task(&task, arguments, interrupt);
                    // Checks that were ended with this process are done again next time.
                    if interrupt.came() {
                        return;
                    }
                    complain!(
                        "{:>7.2} s  {:8} {:8} {}",
                        row.seconds,
                        row.outcome,
                        row.verdict,
                        row.path
                    );
                    let written = results.lock().map_err(|e| e.to_string());
                    let written = written.and_then(|mut r| r.add(row, &statistics));
                    if let (Err(message), Ok(mut failure)) = (written, failure.lock()) {
                        *failure = Some(message);
                        return;
                    }
                }
            });
        }
    });
    if let Some(message) = failure.into_inner().map_err(|e| e.to_string())? {
        return Err(message);
    }
    let results = results.into_inner().map_err(|e| e.to_string())?;
    crate::terminal::to_stdout(&table::render(&tasks, &results));
    Ok(exit::SAFE)
}

/// What is asked about a task.
fn request(task: &Task, arguments: &BenchArguments) -> Request {
    Request {
        input: Input {
            files: vec![task.file.clone()],
            data_model: task.data_model,
            include: task.include.iter().cloned().collect(),
            ..Input::default()
        },
        property: PropertyRequest {
            names: vec![task.property.clone()],
        },
        assertions: Assertions::First,
        vacuity: Vacuity::Off,
        integers: task.integers,
        search: arguments.search.options(),
        limits: Limits {
            time: arguments.timeout,
            clock: arguments.clock(),
            memory_mb: Some(arguments.memory),
            jobs: arguments.threads,
            ..Limits::default()
        },
        store: arguments.store.store.clone().unwrap_or(StoreChoice::Off),
        ..Request::default()
    }
}

/// Checks one task.
fn run_task(
    task: &Task,
    arguments: &BenchArguments,
    interrupt: &Interrupt,
) -> (ResultRow, StatisticsLine) {
    let start = Instant::now();
    let request = request(task, arguments);
    let report = supervise::answer(&request, interrupt, Display::Nothing);
    let seconds = start.elapsed().as_secs_f64();
    let search = statistics::Search::of(&report);
    let row = ResultRow::of(task, report, seconds);
    let line = StatisticsLine::of(task, &row, arguments.threads, search);
    (row, line)
}
