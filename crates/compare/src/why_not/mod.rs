//! Why tasks stay unknown, from the folder of one run of `invar bench`.

mod cause;
mod construct;
mod reason;
mod report;
mod searches;

use crate::results::{self, Answer, Outcome, Table, TaskName};
use cause::Cause;
use reason::Class;
use searches::SearchRecord;
use std::collections::BTreeMap;
use std::path::Path;

/// A task without a verdict.
#[derive(Clone, Debug)]
struct Open {
    name: TaskName,
    /// As in `results.csv`.
    reason: String,
    class: Class,
    cause: Cause,
    searches: Vec<SearchRecord>,
}

/// How many tasks of a set came out how.
#[derive(Clone, Default, Debug)]
struct Counts {
    tasks: usize,
    correct: usize,
    wrong: usize,
    uncertified: usize,
    unknown: usize,
    error: usize,
}

impl Counts {
    fn add(&mut self, outcome: Outcome) {
        self.tasks += 1;
        *match outcome {
            Outcome::Solved => &mut self.correct,
            Outcome::Wrong => &mut self.wrong,
            Outcome::Uncertified => &mut self.uncertified,
            Outcome::Unknown => &mut self.unknown,
            Outcome::Error => &mut self.error,
        } += 1;
    }
}

/// One run, sorted by sets and tasks.
struct Reasons {
    sets: BTreeMap<String, Counts>,
    open: Vec<Open>,
}

impl Reasons {
    fn of(table: Table, mut searches: BTreeMap<TaskName, Vec<SearchRecord>>) -> Reasons {
        let mut sets: BTreeMap<String, Counts> = BTreeMap::new();
        let mut open = Vec::new();
        for (name, (_, answer)) in table {
            let set = sets.entry(name.set().to_owned()).or_default();
            set.add(answer.outcome);
            if !matches!(answer.outcome, Outcome::Unknown | Outcome::Error) {
                continue;
            }
            let class = class(&answer);
            let searches = searches.remove(&name).unwrap_or_default();
            open.push(Open {
                name,
                cause: Cause::of(&class, &searches, answer.seconds),
                class,
                reason: answer.reason,
                searches,
            });
        }
        Reasons { sets, open }
    }
}

fn class(answer: &Answer) -> Class {
    match answer.verdict.as_str() {
        "safe" | "unsafe" => Class::Incomparable,
        _ => Class::of(&answer.reason),
    }
}

/// The report on a folder, in Markdown, and whether every verdict in it is right and certified.
pub fn report(folder: &Path) -> Result<(String, bool), String> {
    let table = results::read_folder(folder)?;
    let reasons = Reasons::of(table, searches::read(folder)?);
    let is_sound = |counts: &Counts| counts.wrong + counts.uncertified == 0;
    let sound = reasons.sets.values().all(is_sound);
    Ok((report::render(&reasons), sound))
}
