//! `invar collect`: the results of a batch, in the order of its tasks.

use super::task::{Body, Kept};
use crate::arguments::{CollectArguments, CollectFormat};
use crate::exit;
use crate::interrupt::{INTERRUPTED, Interrupt};
use crate::terminal::{self, complain};
use invar_bench::{ResultRow, table};
use invar_fleet::{Results, Task};
use std::path::Path;
use std::time::Duration;

/// How often missing results are looked for.
const LOOK_AGAIN: Duration = Duration::from_millis(500);

/// Prints or writes what is there; the exit code is 3 if something is missing.
pub fn run(arguments: &CollectArguments) -> u8 {
    match try_run(arguments) {
        Ok(code) => code,
        Err(message) => {
            complain!("error: {message}");
            exit::USAGE
        }
    }
}

/// A task with its result, if that is there.
type Collected = (Body, Option<Kept>);

fn try_run(arguments: &CollectArguments) -> Result<u8, String> {
    let interrupt = Interrupt::listen();
    let results = arguments.place.open()?;
    let name = &arguments.batch;
    let batch = results.batch(name).map_err(|error| error.to_string())?;
    let batch = batch.ok_or_else(|| {
        format!(
            "there is no batch {name} in the store\nhint: `invar submit --batch {name}` makes it"
        )
    })?;
    let tasks = results.tasks(&batch).map_err(|error| error.to_string())?;
    let tasks = tasks.ok_or_else(|| {
        format!("the list of batch {name} is damaged\nhint: submit it again; results stay")
    })?;
    let mut collected = Vec::new();
    for task in &tasks {
        let body: Body = serde_json::from_str(&task.body).map_err(|error| error.to_string())?;
        collected.push((body, None));
    }
    let mut missing = look(&results, &tasks, &mut collected)?;
    while arguments.wait && missing > 0 && !interrupt.came() {
        std::thread::sleep(LOOK_AGAIN);
        missing = look(&results, &tasks, &mut collected)?;
    }
    tell(arguments, &collected)?;
    complain!(
        "batch {name}: {} tasks, {missing} without a result",
        tasks.len()
    );
    Ok(match (interrupt.came(), missing) {
        (true, _) => INTERRUPTED,
        (false, 0) => exit::SAFE,
        (false, _) => exit::UNKNOWN,
    })
}

/// Reads what is missing; returns how much still is.
fn look(results: &Results, tasks: &[Task], collected: &mut [Collected]) -> Result<usize, String> {
    let mut missing = 0;
    for (task, (_, kept)) in tasks
        .iter()
        .zip(collected)
        .filter(|(_, (_, k))| k.is_none())
    {
        let bytes = results.result(task).map_err(|error| error.to_string())?;
        *kept = bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok());
        missing += usize::from(kept.is_none());
    }
    Ok(missing)
}

fn tell(arguments: &CollectArguments, collected: &[Collected]) -> Result<(), String> {
    let (name, text) = match arguments.format {
        CollectFormat::Csv => ("results.csv", table_of(collected)?),
        CollectFormat::Json => ("results.jsonl", lines_of(collected)?),
    };
    let Some(folder) = &arguments.out else {
        match arguments.format {
            CollectFormat::Csv => terminal::to_stdout(&text),
            CollectFormat::Json => terminal::json(&text),
        }
        return Ok(());
    };
    write(folder, name, &text).map_err(|error| format!("{}: {error}", folder.display()))?;
    let rows: Vec<_> = collected
        .iter()
        .filter_map(|(body, kept)| Some((body.benched(), row(body, kept.as_ref()?))))
        .collect();
    terminal::to_stdout(&table::of_rows(rows.iter().map(|(task, row)| (task, row))));
    Ok(())
}

fn write(folder: &Path, name: &str, text: &str) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    std::fs::write(folder.join(name), text)
}

fn row(body: &Body, kept: &Kept) -> ResultRow {
    let row = ResultRow::of(&body.benched(), kept.report.clone(), kept.seconds);
    match body.label {
        Some(_) => row,
        // The expected verdict is not known.
        None => ResultRow {
            expected: String::new(),
            outcome: String::new(),
            ..row
        },
    }
}

fn table_of(collected: &[Collected]) -> Result<String, String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for (body, kept) in collected {
        if let Some(kept) = kept {
            let written = writer.serialize(row(body, kept));
            written.map_err(|error| error.to_string())?;
        }
    }
    let bytes = writer.into_inner().map_err(|error| error.to_string())?;
    String::from_utf8(bytes).map_err(|error| error.to_string())
}

fn lines_of(collected: &[Collected]) -> Result<String, String> {
    let mut text = String::new();
    for (body, kept) in collected {
        if let Some(kept) = kept {
            let line = serde_json::json!({
                "path": body.path,
                "property": body.property,
                "seconds": kept.seconds,
                "report": kept.report,
            });
            text += &format!("{line}\n");
        }
    }
    Ok(text)
}
