//! The tables of the report, in Markdown.

use crate::arguments::Subject;
use crate::markdown::{self, Side};
use crate::results::Comparison;
use crate::statistics::{Integers, Measure, Spread};
use crate::summary::{EngineSummary, PairSummary, Summary};

/// A table; the first column to the left.
fn table(header: &[String], rows: &[Vec<String>]) -> String {
    let side = |column| match column {
        0 => Side::Left,
        _ => Side::Right,
    };
    let columns = header.iter().enumerate();
    let columns: Vec<(&str, Side)> = columns
        .map(|(column, heading)| (heading.as_str(), side(column)))
        .collect();
    markdown::table(&columns, rows)
}

fn words(text: &str) -> Vec<String> {
    text.split(" | ").map(str::to_owned).collect()
}

fn or_dash<T>(value: Option<T>, show: impl Fn(T) -> String) -> String {
    value.map_or_else(|| "-".to_owned(), show)
}

/// One row per engine: what it solves, in which time.
pub fn engine_table(comparison: &Comparison, summary: &Summary, subject: Subject) -> String {
    let columns = "true | false | solved | wrong | uncertified | unknown | error | total s | mean s | common s | PAR-2 s | \
                   median MB | most MB | alone";
    let header = words(&format!("{} | {columns}", subject.noun()));
    let tasks = comparison.tasks.len();
    let row = |(name, engine): (&String, &EngineSummary)| {
        vec![
            name.clone(),
            engine.solved_true.to_string(),
            engine.solved_false.to_string(),
            engine.solved().to_string(),
            engine.wrong.to_string(),
            engine.uncertified.to_string(),
            engine.unknown.to_string(),
            engine.error.to_string(),
            format!("{:.1}", engine.seconds),
            or_dash(engine.mean_seconds(), |mean| format!("{mean:.2}")),
            format!("{:.1}", engine.seconds_common),
            or_dash(engine.penalised_mean(tasks), |mean| format!("{mean:.2}")),
            or_dash(engine.median_mb, |peak| peak.to_string()),
            or_dash(engine.maximum_mb, |peak| peak.to_string()),
            engine.alone.len().to_string(),
        ]
    };
    let rows: Vec<Vec<String>> = comparison
        .engines
        .iter()
        .zip(&summary.engines)
        .map(row)
        .collect();
    table(&header, &rows)
}

/// One row per engine: what its searches did; none if nothing is known.
pub fn statistics_table(
    comparison: &Comparison,
    summary: &Summary,
    subject: Subject,
) -> Option<String> {
    let engines = || comparison.engines.iter().zip(&summary.engines);
    if engines().all(|(_, engine)| engine.measures.iter().all(Option::is_none)) {
        return None;
    }
    let columns = Measure::ALL
        .iter()
        .flat_map(|measure| [measure.heading().to_owned(), "most".to_owned()]);
    let header: Vec<String> = [subject.noun().to_owned()]
        .into_iter()
        .chain(columns)
        .collect();
    let row = |(name, engine): (&String, &EngineSummary)| {
        let measures = Measure::ALL.iter().zip(&engine.measures);
        let cells = measures.flat_map(|(measure, spread)| {
            let show = |figure: fn(Spread) -> f64| {
                or_dash(spread.map(figure), |value| match measure {
                    Measure::ClauseLength => format!("{value:.1}"),
                    _ => format!("{value:.0}"),
                })
            };
            [show(|spread| spread.median), show(|spread| spread.most)]
        });
        [name.clone()].into_iter().chain(cells).collect()
    };
    Some(table(
        &header,
        &engines().map(row).collect::<Vec<Vec<String>>>(),
    ))
}

/// One row per pair.
pub fn pair_table(comparison: &Comparison, pairs: &[(usize, usize)]) -> String {
    let header = "A and B | only A | only B | both | A faster | B faster | A s | B s";
    let row = |(first, second): &(usize, usize)| {
        let pair = PairSummary::of(comparison, *first, *second);
        vec![
            format!(
                "{} and {}",
                comparison.engines[*first], comparison.engines[*second]
            ),
            pair.only_first.to_string(),
            pair.only_second.to_string(),
            pair.both.to_string(),
            pair.first_faster.to_string(),
            pair.second_faster.to_string(),
            format!("{:.1}", pair.seconds_first),
            format!("{:.1}", pair.seconds_second),
        ]
    };
    table(&words(header), &pairs.iter().map(row).collect::<Vec<_>>())
}

/// What the row solves and the column does not.
pub fn matrix(comparison: &Comparison) -> String {
    let engines = &comparison.engines;
    let header: Vec<String> = ["".to_owned()]
        .into_iter()
        .chain(engines.iter().cloned())
        .collect();
    let row = |first: usize| {
        let cell = |second: usize| {
            if second == first {
                "-".to_owned()
            } else {
                PairSummary::of(comparison, first, second)
                    .only_first
                    .to_string()
            }
        };
        [engines[first].clone()]
            .into_iter()
            .chain((0..engines.len()).map(cell))
            .collect()
    };
    table(
        &header,
        &(0..engines.len()).map(row).collect::<Vec<Vec<String>>>(),
    )
}

/// Solved tasks per set; those over ideal integers apart.
pub fn set_table(comparison: &Comparison, summary: &Summary) -> String {
    let rows = summary.sets.iter().map(|((set, integers), counts)| {
        let name = match integers {
            Integers::Machine => set.clone(),
            Integers::Ideal => format!("{set} (ideal integers)"),
        };
        (name, counts)
    });
    solved_table("set", comparison, rows)
}

/// Solved tasks over ideal integers and over those of the machine; none if there are none over ideal ones.
pub fn integers_table(comparison: &Comparison, summary: &Summary) -> Option<String> {
    let counts = summary.integers();
    counts.get(&Integers::Ideal)?;
    let rows = counts.iter().map(|(integers, counts)| {
        let name = match integers {
            Integers::Machine => "of the machine",
            Integers::Ideal => "ideal",
        };
        (name.to_owned(), counts)
    });
    Some(solved_table("integers", comparison, rows))
}

fn solved_table<'a>(
    first: &str,
    comparison: &Comparison,
    rows: impl Iterator<Item = (String, &'a (usize, Vec<usize>))>,
) -> String {
    let header: Vec<String> = [first.to_owned(), "tasks".to_owned()]
        .into_iter()
        .chain(comparison.engines.iter().cloned())
        .collect();
    let row = |(name, (tasks, solved)): (String, &(usize, Vec<usize>))| {
        let counts = [*tasks].into_iter().chain(solved.iter().copied());
        [name]
            .into_iter()
            .chain(counts.map(|count| count.to_string()))
            .collect()
    };
    table(&header, &rows.map(row).collect::<Vec<Vec<String>>>())
}
