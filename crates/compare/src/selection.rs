//! Which tasks are run: the paths of a list, or of sets in the table of tasks.

use crate::arguments::{Arguments, MathInt, Run, Source};
use serde::Deserialize;
use std::path::Path;

/// The file in the folder of results that keeps the paths of the run.
const FILE: &str = "tasks.txt";

#[derive(Deserialize)]
struct Row {
    path: String,
    property: String,
    #[serde(default)]
    note: String,
}

/// The paths to run, in their order; also written into the folder of results.
pub fn paths(arguments: &Arguments, run: &Run) -> Result<Vec<String>, String> {
    let all = match &run.source {
        Source::List(list) => of_list(&text(list)?),
        Source::Sets(sets) => of_sets(
            &text(&run.tasks)?,
            sets,
            arguments.property.as_deref(),
            arguments.mathint,
        )
        .map_err(|error| format!("{}: {error}", run.tasks.display()))?,
    };
    let every = usize::from(arguments.every);
    let paths: Vec<String> = all.into_iter().step_by(every).collect();
    let file = arguments.out.join(FILE);
    let lines: String = paths.iter().map(|path| format!("{path}\n")).collect();
    std::fs::write(&file, lines).map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(paths)
}

fn text(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn of_list(text: &str) -> Vec<String> {
    text.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .map(str::to_owned)
        .collect()
}

/// A path once, though it may have rows for several properties. A set without tasks is an error: a name was misspelt.
fn of_sets(
    table: &str,
    sets: &[String],
    property: Option<&str>,
    mathint: MathInt,
) -> Result<Vec<String>, String> {
    let mut paths: Vec<String> = Vec::new();
    let mut known = std::collections::BTreeSet::new();
    let mut empty: Vec<&String> = sets.iter().collect();
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let headers = reader.headers().map_err(|error| error.to_string())?;
    let mut needed = ["path", "property"].into_iter();
    if let Some(name) = needed.find(|name| !headers.iter().any(|header| header == *name)) {
        return Err(format!("there is no column {name}"));
    }
    for row in reader.deserialize() {
        let row: Row = row.map_err(|error| error.to_string())?;
        let set = row.path.split_once('/').map_or("", |(set, _)| set);
        let is_meant = sets.iter().any(|wanted| wanted == set)
            && property.is_none_or(|property| property == row.property);
        if !is_meant {
            continue;
        }
        empty.retain(|wanted| *wanted != set);
        let is_skipped = mathint == MathInt::Skip && row.note.contains("mathint");
        if !is_skipped && known.insert(row.path.clone()) {
            paths.push(row.path);
        }
    }
    match empty.first() {
        Some(set) => Err(format!("no tasks in the set {set}")),
        None => Ok(paths),
    }
}

#[cfg(test)]
mod tests {
    use super::{of_list, of_sets};
    use crate::arguments::MathInt;

    const TABLE: &str = "path,property,expected,data_model,note\n\
        b/1.c,unreach-call,true,LP64,\n\
        b/2.c,no-overflow,true,LP64,\n\
        bb/3.c,unreach-call,true,LP64,\n\
        a/4.c,unreach-call,true,LP64,mathint\n\
        b/1.c,no-overflow,false,LP64,\n";

    fn chosen(sets: &[&str], property: Option<&str>, mathint: MathInt) -> Result<String, String> {
        let sets: Vec<String> = sets.iter().map(|set| (*set).to_owned()).collect();
        of_sets(TABLE, &sets, property, mathint).map(|paths| paths.join(" "))
    }

    #[test]
    fn sets_are_folders_and_paths_come_once_in_the_order_of_the_table() {
        let all = chosen(&["a", "b"], None, MathInt::Ideal);
        assert_eq!(all.as_deref(), Ok("b/1.c b/2.c a/4.c"));
        let machine = chosen(&["a", "b"], None, MathInt::Skip);
        assert_eq!(machine.as_deref(), Ok("b/1.c b/2.c"));
        let one = chosen(&["a", "b"], Some("unreach-call"), MathInt::Ideal);
        assert_eq!(one.as_deref(), Ok("b/1.c a/4.c"));
    }

    #[test]
    fn a_set_without_tasks_is_refused() {
        let error = chosen(&["b", "c"], None, MathInt::Skip);
        assert_eq!(error, Err("no tasks in the set c".into()));
        assert!(chosen(&["a"], Some("no-overflow"), MathInt::Ideal).is_err());
    }

    #[test]
    fn a_table_without_its_columns_is_refused() {
        let refused = |table| of_sets(table, &["b".to_owned()], None, MathInt::Ideal);
        assert_eq!(refused(""), Err("there is no column path".into()));
        let error = refused("path,expected\nb/1.c,true\n");
        assert_eq!(error, Err("there is no column property".into()));
    }

    #[test]
    fn lists_are_lines() {
        assert_eq!(of_list("a\n\n b \n"), ["a", "b"]);
    }
}
