//! How searches ended, from the `searches` in the `statistics.jsonl` that `invar bench` writes.

use crate::results::TaskName;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

/// One search by one engine in one arithmetic, with the fields used here.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct SearchRecord {
    /// The engine.
    pub engine: String,
    /// The arithmetic in which it searched.
    pub arithmetic: String,
    /// Seconds that it took.
    pub seconds: f64,
    /// How it ended.
    pub ending: Ending,
    /// The reason in words.
    #[serde(default)]
    pub reason: String,
    /// Steps of the unrolling, or level of the frontier, at the end.
    #[serde(default)]
    pub level: u32,
    /// Lemmas at the end.
    #[serde(default)]
    pub lemmas: u64,
}

/// How a search ended, in the order of tables.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// Lemma after lemma was learnt without coming closer.
    Diverging,
    /// Its time was up inside a question to a solver.
    SolverStuck,
    /// A solver said unknown.
    SolverGaveUp,
    /// What it found holds in its arithmetic and not over bit-vectors.
    TooCoarse,
    /// Its evidence was not accepted.
    NotCertified,
    /// The memory was used up.
    Memory,
    /// Something is not modelled.
    Unsupported,
    /// There was nothing more to try.
    Exhausted,
    /// Its time was up, and it had made progress until the end.
    OutOfTime,
    /// A part of invar failed.
    Failed,
    /// With a verdict.
    Decided,
    /// Another search had the verdict first.
    Stopped,
    /// An ending that is newer than this program.
    #[serde(other)]
    Other,
}

impl Ending {
    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Ending::Diverging => "diverging lemmas",
            Ending::SolverStuck => "solver stuck",
            Ending::SolverGaveUp => "solver gave up",
            Ending::TooCoarse => "too coarse",
            Ending::NotCertified => "not certified",
            Ending::Memory => "memory",
            Ending::Unsupported => "unsupported",
            Ending::Exhausted => "exhausted",
            Ending::OutOfTime => "out of time",
            Ending::Failed => "failed",
            Ending::Decided => "decided",
            Ending::Stopped => "stopped",
            Ending::Other => "other",
        }
    }
}

#[derive(Deserialize)]
struct Line {
    path: String,
    property: String,
    #[serde(default)]
    searches: Vec<SearchRecord>,
}

/// The searches of each task of a folder, the last line of a task; none where an older `invar bench` left none.
pub fn read(folder: &Path) -> Result<BTreeMap<TaskName, Vec<SearchRecord>>, String> {
    let path = folder.join("statistics.jsonl");
    match std::fs::read_to_string(&path) {
        Err(_) if !path.exists() => Ok(BTreeMap::new()),
        Err(error) => Err(format!("{}: {error}", path.display())),
        Ok(text) => parse(&text).map_err(|error| format!("{}: {error}", path.display())),
    }
}

/// A last line that a kill left unfinished is left out.
fn parse(text: &str) -> Result<BTreeMap<TaskName, Vec<SearchRecord>>, String> {
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let mut all = BTreeMap::new();
    for line in whole.lines() {
        let line: Line = serde_json::from_str(line).map_err(|error| error.to_string())?;
        let (path, property) = (line.path, line.property);
        all.insert(TaskName { path, property }, line.searches);
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::{Ending, parse};

    #[test]
    fn lines_with_and_without_searches_are_read_and_the_last_one_counts() {
        let search = |ending| {
            format!(
                "{{\"engine\":\"kind\",\"arithmetic\":\"bv\",\"start\":0.1,\"seconds\":2.5,\"ending\":\"{ending}\",\
                 \"reason\":\"r\",\"level\":3,\"lemmas\":0,\"obligations\":0,\"quiet\":1.0}}"
            )
        };
        let line = |path, searches: &str| {
            format!("{{\"path\":\"{path}\",\"property\":\"p\",\"searches\":[{searches}]}}\n")
        };
        let old = "{\"path\":\"old\",\"property\":\"p\"}\n".to_owned();
        let text = [
            old,
            line("a", ""),
            line("a", &[search("solver-stuck"), search("tired")].join(",")),
            line("cut", "")[..9].to_owned(),
        ];
        let read = parse(&text.concat()).expect("the lines are right");
        let endings: Vec<(&str, Vec<Ending>)> = read
            .iter()
            .map(|(name, all)| {
                let endings = all.iter().map(|search| search.ending);
                (name.path.as_str(), endings.collect())
            })
            .collect();
        let expected = [
            ("a", vec![Ending::SolverStuck, Ending::Other]),
            ("old", vec![]),
        ];
        assert_eq!(endings, expected);
    }

    /// The words of `invar check --format json`.
    #[test]
    fn every_ending_of_a_report_is_known() {
        let words = "decided out-of-time diverging solver-stuck solver-gave-up too-coarse not-certified memory \
                     unsupported exhausted stopped failed";
        let read = words.split_whitespace().map(|word| {
            let ending: Result<Ending, _> = serde_json::from_str(&format!("\"{word}\""));
            ending.expect("every word is read")
        });
        let mut read: Vec<Ending> = read.collect();
        read.sort();
        read.dedup();
        assert_eq!(read.len(), 12);
        assert!(!read.contains(&Ending::Other));
    }
}
