//! `invar bench`: a list of labelled tasks, each in a process of its own.

use crate::arguments::BenchArguments;
use crate::exit;
use crate::interrupt::{INTERRUPTED, Interrupt};
use crate::supervise::{self, Display};
use crate::terminal::complain;
use invar_bench::{
    ResultRow, Results, Search, Selected, Selection, StatisticsLine, Task, merge, paths, table,
};
use invar_verify::request::{Limits, Named, Request, StoreChoice};
use std::collections::VecDeque;
use std::sync::Mutex;
use std::time::Instant;

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
    let tasks = selected(arguments)?;
    let out = match &arguments.out {
        Some(out) if !arguments.dry_run => out,
        _ => {
            crate::terminal::to_stdout(&paths(&tasks));
            return Ok(exit::SAFE);
        }
    };
    let mut results = Results::open(out)?;
    if !arguments.merge.is_empty() {
        let missing = merge(&tasks, &arguments.merge, &mut results)?;
        crate::terminal::to_stdout(&table::render(&tasks, &results));
        for task in &missing {
            complain!("no result: {} ({})", task.path, task.property);
        }
        complain!("{} tasks, {} without a result", tasks.len(), missing.len());
        return Ok(if missing.is_empty() {
            exit::SAFE
        } else {
            exit::UNKNOWN
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

/// What the arguments select.
fn selection(arguments: &BenchArguments) -> Selection<'_> {
    Selection {
        tasks: &arguments.tasks,
        column: &arguments.column,
        list: arguments.list.as_deref(),
        half: arguments.half,
        shard: arguments.shard,
        property: arguments.property.as_deref(),
        mathint: arguments.mathint,
    }
}

/// Reads the tasks and says how many of them were selected.
fn selected(arguments: &BenchArguments) -> Result<Vec<Task>, String> {
    let Selected {
        tasks,
        of_half,
        whole,
    } = invar_bench::read(&selection(arguments))?;
    if let Some(half) = arguments.half {
        complain!("half {}: {of_half} of {whole} tasks", half.name());
    }
    if let Some(shard) = arguments.shard {
        complain!("shard {shard}: {} of {of_half} tasks", tasks.len());
    }
    Ok(tasks)
}

/// What is asked about a task.
fn request(task: &Task, arguments: &BenchArguments) -> Request {
    Request {
        search: arguments.search.options(),
        limits: Limits {
            time: arguments.timeout,
            clock: arguments.clock(),
            memory_mb: Some(arguments.memory),
            jobs: arguments.threads,
            ..Limits::default()
        },
        store: arguments.store.store.clone().unwrap_or(StoreChoice::Off),
        ..task.request()
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
    let search = Search::of(&report);
    let row = ResultRow::of(task, report, seconds);
    let line = StatisticsLine::of(task, &row, arguments.threads, search);
    (row, line)
}
