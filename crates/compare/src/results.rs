//! The results of all engines or configurations side by side, from the `results.csv` of each.
//!
//! `engine` also means a configuration, here and in what is made from it.

use crate::statistics::{self, Integers, Search};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

/// What the label of a task says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Label {
    /// The property holds.
    True,
    /// The property is violated.
    False,
}

/// What came out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The verdict is that of the label, with a certificate.
    Solved,
    /// The verdict is not that of the label.
    Wrong,
    /// The verdict is that of the label, without a certificate.
    Uncertified,
    /// No verdict.
    Unknown,
    /// The task could not be run.
    Error,
}

/// One task.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct TaskName {
    /// Its path.
    pub path: String,
    /// Its property.
    pub property: String,
}

impl TaskName {
    /// The set that a task belongs to: its folder.
    pub fn set(&self) -> &str {
        self.path.split_once('/').map_or("", |(set, _)| set)
    }
}

/// What one engine did with one task.
#[derive(Clone, Debug)]
pub struct Answer {
    /// What came out.
    pub outcome: Outcome,
    /// `safe`, `unsafe` or `unknown`.
    pub verdict: String,
    /// Wall time.
    pub seconds: f64,
    /// Largest memory; zero where it is not known.
    pub peak_mb: u64,
    /// Why there is no verdict.
    pub reason: String,
    /// What the search did.
    pub search: Search,
}

impl Answer {
    /// The time, where there is a certified verdict.
    pub fn solved_in(&self) -> Option<f64> {
        (self.outcome == Outcome::Solved).then_some(self.seconds)
    }
}

/// One task and the answer of each engine, in the order of the engines.
#[derive(Clone, Debug)]
pub struct Task {
    /// Which.
    pub name: TaskName,
    /// What its label says.
    pub label: Label,
    /// Over which integers it was run.
    pub integers: Integers,
    /// The answers.
    pub answers: Vec<Answer>,
}

/// The tasks that all engines ran, sorted by name.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The engines.
    pub engines: Vec<String>,
    /// The tasks.
    pub tasks: Vec<Task>,
    /// How many tasks only some engines ran: a run was stopped.
    pub left_out: usize,
    /// Every wrong or uncertified verdict, also on tasks that were left out.
    pub flaws: Vec<Flaw>,
}

/// A verdict that must not be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flaw {
    /// Whose.
    pub engine: String,
    /// On which task.
    pub task: TaskName,
    /// What is wrong with it.
    pub outcome: Outcome,
}

#[derive(Deserialize)]
struct Row {
    path: String,
    property: String,
    expected: Label,
    verdict: String,
    outcome: String,
    certified: bool,
    seconds: f64,
    peak_mb: u64,
    reason: String,
}

impl Row {
    fn outcome(&self) -> Result<Outcome, String> {
        match (self.outcome.as_str(), self.certified) {
            ("correct", true) => Ok(Outcome::Solved),
            ("correct", false) => Ok(Outcome::Uncertified),
            ("wrong", _) => Ok(Outcome::Wrong),
            ("unknown", _) => Ok(Outcome::Unknown),
            ("error", _) => Ok(Outcome::Error),
            (other, _) => Err(format!("{}: unknown outcome '{other}'", self.path)),
        }
    }
}

/// The rows of one `results.csv`.
pub type Table = BTreeMap<TaskName, (Label, Answer)>;

/// The last row of a task counts, as in `invar bench`.
fn read_table(reader: impl std::io::Read) -> Result<Table, String> {
    let mut table = Table::new();
    for row in csv::Reader::from_reader(reader).deserialize() {
        let row: Row = row.map_err(|error| error.to_string())?;
        let answer = Answer {
            outcome: row.outcome()?,
            verdict: row.verdict,
            seconds: row.seconds,
            peak_mb: row.peak_mb,
            reason: row.reason,
            search: Search::default(),
        };
        let name = TaskName {
            path: row.path,
            property: row.property,
        };
        table.insert(name, (row.expected, answer));
    }
    Ok(table)
}

/// The rows of `results.csv` in the folder of a run.
pub fn read_folder(folder: &Path) -> Result<Table, String> {
    let path = folder.join("results.csv");
    let describe = |error: String| format!("{}: {error}", path.display());
    let text = std::fs::read(&path).map_err(|error| describe(error.to_string()))?;
    // A kill may leave a last line unfinished.
    let end = text.iter().rposition(|byte| *byte == b'\n');
    let whole = end.map_or(0, |at| at + 1);
    read_table(&text[..whole]).map_err(describe)
}

/// Adds to each answer what is known about its search.
fn add_searches(table: &mut Table, mut searches: BTreeMap<TaskName, Search>) {
    for (name, (_, answer)) in table {
        answer.search = searches.remove(name).unwrap_or_default();
    }
}

impl Comparison {
    /// Reads `ENGINE/results.csv` and `ENGINE/statistics.jsonl` of every engine.
    pub fn read(folder: &Path, engines: &[String]) -> Result<Comparison, String> {
        let mut tables = Vec::new();
        for engine in engines {
            let mut table = read_folder(&folder.join(engine))?;
            add_searches(&mut table, statistics::read(&folder.join(engine))?);
            tables.push(table);
        }
        Comparison::of(engines, &tables)
    }

    /// From the table of each engine.
    pub fn of(engines: &[String], tables: &[Table]) -> Result<Comparison, String> {
        let mut rows: BTreeMap<&TaskName, Vec<&(Label, Answer)>> = BTreeMap::new();
        for (name, row) in tables.iter().flatten() {
            rows.entry(name).or_default().push(row);
        }
        let all = rows.len();
        let mut tasks = Vec::new();
        for (name, rows) in rows {
            if rows.len() < engines.len() {
                continue;
            }
            let label = rows[0].0;
            if rows.iter().any(|row| row.0 != label) {
                return Err(format!(
                    "{}: the engines ran with different labels",
                    name.path
                ));
            }
            let integers = rows[0].1.search.integers;
            let answers = rows.into_iter().map(|row| row.1.clone()).collect();
            tasks.push(Task {
                name: name.clone(),
                label,
                integers,
                answers,
            });
        }
        let left_out = all - tasks.len();
        let flaws = flaws(engines, tables);
        Ok(Comparison {
            engines: engines.to_vec(),
            tasks,
            left_out,
            flaws,
        })
    }
}

fn flaws(engines: &[String], tables: &[Table]) -> Vec<Flaw> {
    let mut flaws = Vec::new();
    for (engine, table) in engines.iter().zip(tables) {
        let bad = table.iter().filter(|(_, (_, answer))| {
            matches!(answer.outcome, Outcome::Wrong | Outcome::Uncertified)
        });
        flaws.extend(bad.map(|(task, (_, answer))| Flaw {
            engine: engine.clone(),
            task: task.clone(),
            outcome: answer.outcome,
        }));
    }
    flaws
}

#[cfg(test)]
pub(crate) mod tests {
    use super::{Comparison, Label, Outcome, add_searches, read_table};
    use crate::statistics;

    const HEADER: &str = "path,property,expected,verdict,outcome,certified,engine,seconds,solver_seconds,peak_mb,reason\n";

    /// A table of results; each row is path, expected, verdict, outcome, certified, seconds, peak.
    fn table(rows: &[&str]) -> String {
        let line = |row: &&str| {
            let cells: Vec<&str> = row.split(' ').collect();
            let [path, expected, verdict, outcome, certified, seconds, peak] = cells[..] else {
                panic!("{row}");
            };
            format!(
                "{path},unreach-call,{expected},{verdict},{outcome},{certified},e,{seconds},0.0,{peak},\n"
            )
        };
        HEADER.to_owned() + &rows.iter().map(line).collect::<String>()
    }

    pub fn comparison(engines: &[(&str, &[&str])]) -> Result<Comparison, String> {
        with_searches(engines, "")
    }

    /// A comparison with lines of statistics for every engine.
    pub fn with_searches(engines: &[(&str, &[&str])], lines: &str) -> Result<Comparison, String> {
        let names: Vec<String> = engines.iter().map(|(name, _)| (*name).to_owned()).collect();
        let mut tables = Vec::new();
        for (_, rows) in engines {
            let mut table = read_table(table(rows).as_bytes())?;
            add_searches(&mut table, statistics::parse(lines)?);
            tables.push(table);
        }
        Comparison::of(&names, &tables)
    }

    /// Two engines on six tasks: both solve a/1, only the first a/2, only the second a/3 and b/4; none b/5; the second
    /// is wrong on b/6, the first has no certificate there.
    pub fn sample() -> Comparison {
        let first = [
            "a/1.c true safe correct true 0.5 100",
            "a/2.c false unsafe correct true 2.0 200",
            "a/3.c true unknown unknown false 20.01 400",
            "b/4.c false unknown error false 0.1 0",
            "b/5.c true unknown unknown false 20.0 300",
            "b/6.c false unsafe correct false 1.0 50",
        ];
        let second = [
            "a/1.c true safe correct true 5.0 10",
            "a/2.c false unknown unknown false 20.0 40",
            "a/3.c true safe correct true 0.1 30",
            "b/4.c false unsafe correct true 10.0 20",
            "b/5.c true unknown unknown false 20.0 50",
            "b/6.c false safe wrong true 1.0 60",
        ];
        comparison(&[("first", &first), ("second", &second)]).expect("the sample is right")
    }

    #[test]
    fn only_tasks_of_all_engines_are_compared() {
        let both = comparison(&[
            (
                "e",
                &[
                    "b.c true safe correct true 1 1",
                    "a.c false unsafe correct true 1 1",
                ],
            ),
            (
                "f",
                &[
                    "c.c true safe correct true 1 1",
                    "b.c true unknown unknown false 1 1",
                ],
            ),
        ]);
        let both = both.expect("the tables are right");
        let paths: Vec<&str> = both
            .tasks
            .iter()
            .map(|task| task.name.path.as_str())
            .collect();
        assert_eq!((paths, both.left_out), (vec!["b.c"], 2));
        assert_eq!(both.tasks[0].label, Label::True);
        assert_eq!(both.tasks[0].answers[1].outcome, Outcome::Unknown);
    }

    #[test]
    fn a_flaw_is_seen_on_tasks_that_are_left_out() {
        let both = comparison(&[("e", &["a.c true unsafe wrong true 1 1"]), ("f", &[])]);
        let both = both.expect("the tables are right");
        assert_eq!((both.tasks.len(), both.left_out), (0, 1));
        let found: Vec<_> = both
            .flaws
            .iter()
            .map(|flaw| (flaw.engine.as_str(), flaw.outcome))
            .collect();
        assert_eq!(found, [("e", Outcome::Wrong)]);
    }

    #[test]
    fn rows_that_contradict_each_other_are_refused() {
        let labels = [
            ("e", &["a.c true safe correct true 1 1"][..]),
            ("f", &["a.c false safe wrong true 1 1"][..]),
        ];
        assert!(comparison(&labels).is_err());
        assert!(comparison(&[("e", &["a.c true safe nice true 1 1"])]).is_err());
        assert!(read_table("path,property\na,b\n".as_bytes()).is_err());
    }

    #[test]
    fn the_last_row_of_a_task_counts() {
        let rows = [
            "a.c true unknown unknown false 1 1",
            "a.c true safe correct true 2 1",
        ];
        let one = comparison(&[("e", &rows)]).expect("the table is right");
        assert_eq!(one.tasks[0].answers[0].solved_in(), Some(2.0));
    }
}
