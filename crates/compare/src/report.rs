//! README.md and results.csv of a comparison.

use crate::plot::scatter_name;
use crate::results::{Comparison, Outcome};
use crate::settings::Settings;
use crate::summary::{PairSummary, Summary};
use std::fmt::Write;
use std::path::Path;

/// Writes both files.
pub fn write(
    comparison: &Comparison,
    summary: &Summary,
    pairs: &[(usize, usize)],
    settings: &Settings,
    folder: &Path,
) -> Result<(), String> {
    let save = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
    };
    save("README.md", &readme(comparison, summary, pairs, settings))?;
    save("results.csv", &results(comparison)?)
}

/// A table in Markdown; the first column to the left.
fn table(header: &[String], rows: &[Vec<String>]) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let rule: Vec<String> = (0..header.len())
        .map(|column| if column == 0 { "---" } else { "--:" }.into())
        .collect();
    let body: String = rows.iter().map(|row| line(row)).collect();
    line(header) + &line(&rule) + &body
}

fn words(text: &str) -> Vec<String> {
    text.split(" | ").map(str::to_owned).collect()
}

fn or_dash<T>(value: Option<T>, show: impl Fn(T) -> String) -> String {
    value.map_or_else(|| "-".to_owned(), show)
}

/// One row per engine.
pub fn engine_table(comparison: &Comparison, summary: &Summary) -> String {
    let header = "engine | true | false | solved | wrong | uncertified | unknown | error | total s | mean s | common s | \
                  median MB | most MB | alone";
    let row = |(name, engine): (&String, &crate::summary::EngineSummary)| {
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
    table(&words(header), &rows)
}

fn pair_table(comparison: &Comparison, pairs: &[(usize, usize)]) -> String {
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

fn matrix(comparison: &Comparison) -> String {
    let engines = &comparison.engines;
    let header: Vec<String> = ["".to_owned()]
        .into_iter()
        .chain(engines.iter().cloned())
        .collect();
    let row = |first: usize| {
        let cell = |second: usize| match second == first {
            true => "-".to_owned(),
            false => PairSummary::of(comparison, first, second)
                .only_first
                .to_string(),
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

fn set_table(comparison: &Comparison, summary: &Summary) -> String {
    let header: Vec<String> = words("set | tasks")
        .into_iter()
        .chain(comparison.engines.iter().cloned())
        .collect();
    let row = |(name, (tasks, solved)): (&String, &(usize, Vec<usize>))| {
        let counts = [*tasks].into_iter().chain(solved.iter().copied());
        [name.clone()]
            .into_iter()
            .chain(counts.map(|count| count.to_string()))
            .collect()
    };
    table(
        &header,
        &summary.sets.iter().map(row).collect::<Vec<Vec<String>>>(),
    )
}

fn readme(
    comparison: &Comparison,
    summary: &Summary,
    pairs: &[(usize, usize)],
    settings: &Settings,
) -> String {
    let limits = &settings.limits;
    let mut out = String::new();
    let mut say = |text: &str| {
        out.push_str(text);
        out.push_str("\n\n");
    };
    say("# Comparison of the engines");
    say("<!-- Written by invar-compare; do not edit. -->");
    say(&format!(
        "{} tasks of `{}`, {} s and {} each, {} at a time on a machine with {} cores; {}, begun on {}. The command, with T, \
         L and OUT for the folders of tasks, list and results; `--only-report --out OUT` draws again:",
        comparison.tasks.len(),
        limits.list,
        settings.timeout_seconds,
        limits.memory,
        limits.jobs,
        limits.cores,
        limits.program,
        settings.date,
    ));
    say(&format!("```sh\n{}\n```", settings.command()));
    if comparison.left_out > 0 {
        say(&format!(
            "**Not finished**: {} more tasks were run by some engines only and are not counted.",
            comparison.left_out
        ));
    }
    say(&engine_table(comparison, summary));
    say(&format!(
        "Solved means: the verdict of the label, with a checked certificate. All engines solve {}, at least one solves {}. \
         Seconds are wall time, total and mean over the tasks that the engine solves, common over those that all solve. \
         Memory is the peak of a task, over all tasks for which it is known. Alone counts the tasks that no other engine \
         solves.",
        summary.common, summary.any
    ));
    if !comparison.flaws.is_empty() {
        say("## Verdicts that must not be");
        say(&flaw_list(comparison));
    }
    say("## How many within which time");
    say("![cactus plot](cactus.svg)");
    if !pairs.is_empty() {
        say("## Pairs");
        say(&pair_table(comparison, pairs));
        say("Faster and seconds: over the tasks that both solve.");
        say("![scatter plots of all pairs](pairs.svg)");
        say(
            "A mark is a task; both axes are logarithmic. Below the diagonal the engine of the vertical axis is faster. On \
             a dashed line are the tasks that the engine of that axis does not solve; tasks that neither solves are left out.",
        );
        let links = pairs.iter().map(|pair| {
            let name = scatter_name(comparison, *pair);
            format!("- {name}: [SVG]({name}.svg), [PNG]({name}.png)")
        });
        let more = "- cactus: [SVG](cactus.svg), [PNG](cactus.png)\n- pairs: [SVG](pairs.svg), [PNG](pairs.png)\n";
        say(&(more.to_owned() + &links.collect::<Vec<_>>().join("\n")));
    }
    say("## What the row solves and the column does not");
    say(&matrix(comparison));
    say("## Solved per set");
    say(&set_table(comparison, summary));
    say("## Solved by one engine alone");
    for (name, engine) in comparison.engines.iter().zip(&summary.engines) {
        let tasks: String = engine
            .alone
            .iter()
            .map(|path| format!("\n- `{path}`"))
            .collect();
        say(&format!(
            "{name}: {}{}{tasks}",
            engine.alone.len(),
            if tasks.is_empty() { "" } else { "\n" }
        ));
    }
    let text = out.replace("\n\n\n", "\n\n");
    text.trim_end().to_owned() + "\n"
}

fn flaw_list(comparison: &Comparison) -> String {
    let mut out = String::new();
    for flaw in &comparison.flaws {
        let what = match flaw.outcome {
            Outcome::Wrong => "wrong",
            _ => "without a certificate",
        };
        let _ = writeln!(
            out,
            "- {}: `{}`, {}: {what}",
            flaw.engine, flaw.task.path, flaw.task.property
        );
    }
    out
}

/// One row per task, three columns per engine.
fn results(comparison: &Comparison) -> Result<String, String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let columns = comparison.engines.iter().flat_map(|engine| {
        ["verdict", "seconds", "peak_mb"].map(|column| format!("{engine} {column}"))
    });
    let header = ["path", "property", "expected"]
        .map(str::to_owned)
        .into_iter()
        .chain(columns);
    writer
        .write_record(header)
        .map_err(|error| error.to_string())?;
    for task in &comparison.tasks {
        let expected = match task.label {
            crate::results::Label::True => "true",
            crate::results::Label::False => "false",
        };
        let name = [
            task.name.path.clone(),
            task.name.property.clone(),
            expected.to_owned(),
        ];
        let answers = task.answers.iter().flat_map(|answer| {
            let verdict = match answer.outcome {
                Outcome::Wrong => format!("{} (wrong)", answer.verdict),
                Outcome::Uncertified => format!("{} (uncertified)", answer.verdict),
                Outcome::Error => "error".to_owned(),
                Outcome::Solved | Outcome::Unknown => answer.verdict.clone(),
            };
            [
                verdict,
                format!("{:.3}", answer.seconds),
                answer.peak_mb.to_string(),
            ]
        });
        writer
            .write_record(name.into_iter().chain(answers))
            .map_err(|error| error.to_string())?;
    }
    let bytes = writer.into_inner().map_err(|error| error.to_string())?;
    String::from_utf8(bytes).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::{readme, results};
    use crate::results::tests::sample;
    use crate::settings::tests::sample as settings;
    use crate::summary::Summary;

    #[test]
    fn the_page_has_the_command_the_counts_and_the_flaws() {
        let comparison = sample();
        let text = readme(
            &comparison,
            &Summary::of(&comparison),
            &[(0, 1)],
            &settings(),
        );
        for words in [
            "--tasks T/tasks.csv --list L/core.txt",
            "| first | 1 | 1 | 2 | 0 | 1 | 2 | 1 | 2.5 | 1.25 | 0.5 | 200 | 400 | 1 |",
            "| first and second | 1 | 2 | 1 | 1 | 0 | 0.5 | 5.0 |",
            "- second: `b/6.c`, unreach-call: wrong",
            "- first: `b/6.c`, unreach-call: without a certificate",
            "[SVG](scatter-first-second.svg)",
            "| second | 2 | - |",
            "| b | 3 | 0 | 1 |",
        ] {
            assert!(text.contains(words), "{words}\n{text}");
        }
        assert!(!text.contains("Not finished"));
    }

    #[test]
    fn the_table_has_a_row_per_task() {
        let text = results(&sample()).expect("it can be written");
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines[0],
            "path,property,expected,first verdict,first seconds,first peak_mb,second verdict,second seconds,second peak_mb"
        );
        assert_eq!(
            lines[1],
            "a/1.c,unreach-call,true,safe,0.500,100,safe,5.000,10"
        );
        assert_eq!(
            lines[4],
            "b/4.c,unreach-call,false,error,0.100,0,unsafe,10.000,20"
        );
        assert_eq!(
            lines[6],
            "b/6.c,unreach-call,false,unsafe (uncertified),1.000,50,safe (wrong),1.000,60"
        );
    }
}
