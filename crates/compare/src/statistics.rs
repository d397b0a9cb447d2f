//! What searches did, from the `statistics.jsonl` that `invar bench` writes, and its figures per configuration.

use crate::results::{Answer, TaskName};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

/// Something that is measured on every task.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// The last level of frames.
    Frontier,
    /// Predicates of the abstraction.
    Predicates,
    /// Refinements of the abstraction.
    Refinements,
    /// Literals per clause of the frames at the end.
    ClauseLength,
    /// Predicates that were mined from states.
    Mined,
    /// Questions to solvers.
    Queries,
}

impl Measure {
    /// In the order of the table.
    pub const ALL: [Measure; 6] = [
        Measure::Frontier,
        Measure::Predicates,
        Measure::Refinements,
        Measure::ClauseLength,
        Measure::Mined,
        Measure::Queries,
    ];

    /// The heading of its columns.
    pub fn heading(self) -> &'static str {
        match self {
            Measure::Frontier => "frontier",
            Measure::Predicates => "predicates",
            Measure::Refinements => "refinements",
            Measure::ClauseLength => "literals per clause",
            Measure::Mined => "mined",
            Measure::Queries => "queries",
        }
    }

    /// Whether a task without the counter has none of the thing: engines begin a counter when they first count.
    fn absent_is_zero(self) -> bool {
        matches!(
            self,
            Measure::Predicates | Measure::Refinements | Measure::Mined
        )
    }

    fn of(self, line: &Line) -> Option<f64> {
        match self {
            Measure::Frontier => line.counter("frames"),
            Measure::Predicates => line.counter("predicates"),
            Measure::Refinements => line.counter("refinements"),
            Measure::ClauseLength => {
                let clauses = line.counter("lemmas at the end")?;
                let literals = line.counter("literals at the end")?;
                (clauses > 0.0).then(|| literals / clauses)
            }
            Measure::Mined => line.counter("predicates mined"),
            Measure::Queries => Some(line.queries as f64),
        }
    }
}

/// Over which integers a verdict is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Integers {
    /// Those of the machine.
    #[default]
    Machine,
    /// Without bounds.
    Ideal,
}

/// What one search did.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Search {
    /// Over which integers.
    pub integers: Integers,
    /// Whether an engine searched over the arithmetic of the verdict: short concrete runs may answer before.
    searched: bool,
    /// In the order of `Measure::ALL`; none where it was not counted.
    values: [Option<f64>; Measure::ALL.len()],
}

#[derive(Deserialize)]
struct Line {
    path: String,
    property: String,
    integers: Integers,
    arithmetic: String,
    queries: u64,
    statistics: BTreeMap<String, f64>,
}

impl Line {
    /// A counter of the engine over the arithmetic in which the verdict was found.
    fn counter(&self, name: &str) -> Option<f64> {
        let name = format!("{} {name}", self.arithmetic);
        self.statistics.get(&name).copied()
    }
}

/// The searches of a folder of `invar bench`, the last line of a task; none where an older one left no file.
pub fn read(folder: &Path) -> Result<BTreeMap<TaskName, Search>, String> {
    let path = folder.join("statistics.jsonl");
    match std::fs::read_to_string(&path) {
        Err(_) if !path.exists() => Ok(BTreeMap::new()),
        Err(error) => Err(format!("{}: {error}", path.display())),
        Ok(text) => parse(&text).map_err(|error| format!("{}: {error}", path.display())),
    }
}

/// A last line that a kill left unfinished is left out.
pub fn parse(text: &str) -> Result<BTreeMap<TaskName, Search>, String> {
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let mut searches = BTreeMap::new();
    for line in whole.lines() {
        let line: Line = serde_json::from_str(line).map_err(|error| error.to_string())?;
        let search = Search {
            integers: line.integers,
            searched: line.counter("seconds").is_some(),
            values: Measure::ALL.map(|measure| measure.of(&line)),
        };
        let (path, property) = (line.path, line.property);
        searches.insert(TaskName { path, property }, search);
    }
    Ok(searches)
}

/// Median and maximum.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spread {
    /// The upper one of two in the middle.
    pub median: f64,
    /// The maximum.
    pub most: f64,
}

/// The spread of a measure over the solved tasks of a configuration; none if it does not count such a thing.
pub fn spread(answers: &[&Answer], measure: Measure) -> Option<Spread> {
    let place = Measure::ALL.iter().position(|one| *one == measure)?;
    let is_counted = answers
        .iter()
        .any(|answer| answer.search.values[place].is_some());
    let value = |answer: &&Answer| {
        answer.solved_in()?;
        let is_zero = is_counted && measure.absent_is_zero() && answer.search.searched;
        answer.search.values[place].or(is_zero.then_some(0.0))
    };
    let mut values: Vec<f64> = answers.iter().filter_map(value).collect();
    values.sort_by(f64::total_cmp);
    let median = *values.get(values.len() / 2)?;
    let most = *values.last()?;
    Some(Spread { median, most })
}

#[cfg(test)]
mod tests {
    use super::{Integers, Measure, Search, Spread, parse, spread};
    use crate::results::{Answer, Outcome};

    fn line(path: &str, rest: &str) -> String {
        format!("{{\"path\":\"{path}\",\"property\":\"p\",\"verdict\":\"safe\",{rest}}}\n")
    }

    fn answer(outcome: Outcome, search: &Search) -> Answer {
        Answer {
            outcome,
            verdict: String::new(),
            seconds: 1.0,
            peak_mb: 1,
            reason: String::new(),
            search: search.clone(),
        }
    }

    fn searches() -> Vec<Search> {
        let text = [
            // The counters of the arithmetic in which the verdict was found, and of no other.
            line(
                "1",
                "\"integers\":\"ideal\",\"arithmetic\":\"int\",\"queries\":10,\"statistics\":{\"int seconds\":1.0,\
                \"int frames\":4.0,\"bv frames\":9.0,\"int predicates\":7.0,\"int lemmas at the end\":2.0,\
                \"int literals at the end\":5.0}",
            ),
            line(
                "2",
                "\"integers\":\"machine\",\"arithmetic\":\"bv\",\"queries\":30,\"statistics\":{\"bv seconds\":1.0,\
                \"bv frames\":2.0,\"bv lemmas at the end\":0.0,\"bv literals at the end\":0.0}",
            ),
            // Answered before any engine.
            line(
                "3",
                "\"integers\":\"machine\",\"arithmetic\":\"auto\",\"queries\":0,\"statistics\":{}",
            ),
        ];
        let all = parse(&text.concat()).expect("the lines are right");
        all.into_values().collect()
    }

    #[test]
    fn medians_are_over_the_solved_tasks_on_which_a_thing_was_counted() {
        let searches = searches();
        let integers: Vec<Integers> = searches.iter().map(|search| search.integers).collect();
        assert_eq!(
            integers,
            [Integers::Ideal, Integers::Machine, Integers::Machine]
        );
        let answers: Vec<Answer> = searches
            .iter()
            .map(|search| answer(Outcome::Solved, search))
            .collect();
        let answers: Vec<&Answer> = answers.iter().collect();
        let figures =
            |measure| spread(&answers, measure).map(|Spread { median, most }| (median, most));
        assert_eq!(figures(Measure::Frontier), Some((4.0, 4.0)));
        // None on the second task, on which an engine searched; the third says nothing.
        assert_eq!(figures(Measure::Predicates), Some((7.0, 7.0)));
        assert_eq!(
            spread(&answers[1..], Measure::Predicates),
            None,
            "no counter at all"
        );
        assert_eq!(figures(Measure::ClauseLength), Some((2.5, 2.5)));
        assert_eq!(figures(Measure::Refinements), None);
        assert_eq!(figures(Measure::Queries), Some((10.0, 30.0)));
    }

    #[test]
    fn a_counter_that_never_began_is_zero_and_unsolved_tasks_do_not_count() {
        let searches = searches();
        let unsolved = answer(Outcome::Unknown, &searches[0]);
        let solved = answer(Outcome::Solved, &searches[1]);
        let figures = spread(&[&unsolved, &solved], Measure::Predicates);
        assert_eq!(
            figures,
            Some(Spread {
                median: 0.0,
                most: 0.0
            })
        );
        assert_eq!(spread(&[&unsolved], Measure::Queries), None);
    }

    #[test]
    fn an_unfinished_line_is_left_out_and_another_wrong_one_is_an_error() {
        let good = line(
            "1",
            "\"integers\":\"ideal\",\"arithmetic\":\"int\",\"queries\":1,\"statistics\":{}",
        );
        let cut = format!("{good}{}", &good[..20]);
        assert_eq!(parse(&cut).map(|all| all.len()), Ok(1));
        assert!(parse(&format!("{{\n{good}")).is_err());
    }
}
