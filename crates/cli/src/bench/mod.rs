//! `invar bench`: a list of labelled tasks, each in a process of its own.

pub mod half;
mod merge;
pub mod results;
mod statistics;
pub mod table;
pub mod tasks;

use crate::arguments::BenchArguments;
use crate::interrupt::{INTERRUPTED, Interrupt};
use crate::terminal::complain;
use crate::{child, exit};
use results::{ResultRow, Results};
use statistics::StatisticsLine;
use std::collections::VecDeque;
use std::ffi::OsString;
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
                    let (row, statistics) = run_task(&task, arguments);
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

/// How a C program is read; nothing for a hardware model.
fn reading(task: &Task) -> Vec<OsString> {
    let Some(data_model) = &task.data_model else {
        return Vec::new();
    };
    let mut arguments: Vec<OsString> = ["--data-model", data_model, "--vacuity", "off"]
        .map(Into::into)
        .into();
    arguments.extend(["--integers", task.integers.name()].map(OsString::from));
    if let Some(folder) = &task.include {
        arguments.extend([OsString::from("-I"), folder.into()]);
    }
    arguments
}

/// A check has one thread unless it is told otherwise.
fn threads(number: u16) -> Vec<String> {
    match number {
        1 => Vec::new(),
        _ => vec!["--jobs".to_owned(), number.to_string()],
    }
}

/// Runs `invar check` on one task.
fn run_task(task: &Task, arguments: &BenchArguments) -> (ResultRow, StatisticsLine) {
    let start = Instant::now();
    let report = child::report(|check| {
        check
            .arg(&task.file)
            .args(child::REPORT)
            .args(["--property", &task.property, "--assertions", "first"])
            .args(["--timeout", &format!("{}ms", arguments.timeout.as_millis())])
            .args(["--memory", &format!("{}MB", arguments.memory)])
            .args(arguments.search.as_arguments())
            .args(threads(arguments.threads))
            .arg(arguments.store.as_argument())
            .args(reading(task));
    });
    let seconds = start.elapsed().as_secs_f64();
    let search = statistics::Search::of(report.as_ref().ok());
    let row = ResultRow::of(task, report, seconds);
    let line = StatisticsLine::of(task, &row, arguments.threads, search);
    (row, line)
}

#[cfg(test)]
mod tests {
    use super::threads;

    #[test]
    fn one_thread_needs_no_argument() {
        assert!(threads(1).is_empty());
        assert_eq!(threads(3), ["--jobs", "3"]);
    }
}
