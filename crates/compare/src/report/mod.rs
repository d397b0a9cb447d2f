//! README.md and results.csv of a comparison.

mod csv;
mod tables;

use crate::arguments::Subject;
use crate::plot::scatter_name;
use crate::results::{Comparison, Outcome};
use crate::settings::Settings;
use crate::summary::Summary;
use std::fmt::Write;
use std::path::Path;
use tables::{engine_table, integers_table, matrix, pair_table, set_table, statistics_table};

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
    save("results.csv", &csv::results(comparison)?)
}

/// What is printed at the end of a run.
pub fn figures(comparison: &Comparison, summary: &Summary, subject: Subject) -> String {
    let engines = engine_table(comparison, summary, subject);
    match statistics_table(comparison, summary, subject) {
        None => engines,
        Some(statistics) => format!("{engines}\n{statistics}"),
    }
}

fn readme(
    comparison: &Comparison,
    summary: &Summary,
    pairs: &[(usize, usize)],
    settings: &Settings,
) -> String {
    let limits = &settings.limits;
    let subject = settings.subject();
    let noun = subject.noun();
    let mut out = String::new();
    let mut say = |text: &str| {
        out.push_str(text);
        out.push_str("\n\n");
    };
    say(&format!("# Comparison of the {noun}s"));
    say("<!-- Written by invar-compare; do not edit. -->");
    say(&format!(
        "{} tasks of {}, {} s and {} each, {} at a time on a machine with {} cores; {}, begun on {}. The command, with {}{}; \
         `--only-report --out OUT` draws again:",
        comparison.tasks.len(),
        settings.selection(),
        settings.timeout_seconds,
        limits.memory,
        limits.jobs,
        limits.cores,
        limits.program,
        settings.date,
        match limits.list {
            Some(_) => "T, L and OUT for the folders of tasks, list and results",
            None => "T and OUT for the folders of tasks and results",
        },
        match subject {
            Subject::Engines => "",
            Subject::Configurations => ", C for the file of configurations below",
        },
    ));
    say(&format!("```sh\n{}\n```", settings.command()));
    if subject == Subject::Configurations {
        let lines = limits.configurations.iter();
        let lines = lines.map(|one| format!("{}: {}\n", one.label, one.arguments));
        say(&format!("```text\n{}```", lines.collect::<String>()));
    }
    if comparison.left_out > 0 {
        say(&format!(
            "**Not finished**: {} more tasks were run by some {noun}s only and are not counted.",
            comparison.left_out
        ));
    }
    say(&engine_table(comparison, summary, subject));
    say(&format!(
        "Solved means: the verdict of the label, with a checked certificate. All {noun}s solve {}, at least one solves {}. \
         Seconds are wall time, total and mean over the tasks that the {noun} solves, common over those that all solve. \
         PAR-2 is the mean over all tasks, where one that is not solved counts as twice the limit. \
         Memory is the peak of a task, over all tasks for which it is known. Alone counts the tasks that no other {noun} \
         solves.",
        summary.common, summary.any
    ));
    if let Some(table) = statistics_table(comparison, summary, subject) {
        say("## What the searches did");
        say(&table);
        say(&format!(
            "Median and maximum over the tasks that the {noun} solves: the last level of frames, predicates, refinements, \
             literals per clause of the frames at the end where these hold clauses, predicates mined from states, \
             questions to solvers. Counters are those of the arithmetic in which the verdict was found; a dash stands \
             where the {noun} has no such counter.",
        ));
    }
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
        say(&format!(
            "A mark is a task; both axes are logarithmic. Below the diagonal the {noun} of the vertical axis is faster. On \
             a dashed line are the tasks that the {noun} of that axis does not solve; tasks that neither solves are left out.",
        ));
        let links = pairs.iter().map(|pair| {
            let name = scatter_name(comparison, *pair);
            format!("- {name}: [SVG]({name}.svg), [PNG]({name}.png)")
        });
        let more = "- cactus: [SVG](cactus.svg), [PNG](cactus.png)\n- pairs: [SVG](pairs.svg), [PNG](pairs.png)\n";
        say(&(more.to_owned() + &links.collect::<Vec<_>>().join("\n")));
    }
    say("## What the row solves and the column does not");
    say(&matrix(comparison));
    if let Some(table) = integers_table(comparison, summary) {
        say("## Solved per kind of integers");
        say(&table);
        say(
            "Ideal: tasks whose labels hold over unbounded integers, run and certified over these. The others are run and \
             certified bit-precisely.",
        );
    }
    say("## Solved per set");
    say(&set_table(comparison, summary));
    say(&format!("## Solved by one {noun} alone"));
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

#[cfg(test)]
mod tests {
    use super::readme;
    use crate::results::tests::{sample, with_searches};
    use crate::settings::tests::{configured, sample as settings};
    use crate::summary::Summary;

    #[test]
    fn the_page_has_the_command_the_counts_and_the_flaws() {
        let comparison = sample();
        let text = readme(
            &comparison,
            &Summary::of(&comparison, 20.0),
            &[(0, 1)],
            &settings(),
        );
        for words in [
            "--tasks T/tasks.csv --list L/core.txt",
            "| first | 1 | 1 | 2 | 0 | 1 | 2 | 1 | 2.5 | 1.25 | 0.5 | 27.08 | 200 | 400 | 1 |",
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
        assert!(!text.contains("What the searches did"));
        assert!(!text.contains("kind of integers"));
    }

    #[test]
    fn configurations_are_told_with_what_their_searches_did() {
        let rows = [
            "a/1.c true safe correct true 1.0 1",
            "b/2.c true unknown unknown false 20.0 1",
        ];
        let lines = "{\"path\":\"a/1.c\",\"property\":\"unreach-call\",\"integers\":\"ideal\",\"arithmetic\":\"int\",\
            \"queries\":12,\"statistics\":{\"int seconds\":1.0,\"int frames\":4.0,\"int lemmas at the end\":2.0,\
            \"int literals at the end\":5.0}}\n";
        let comparison = with_searches(&[("bmc", &rows)], lines).expect("the tables are right");
        let summary = Summary::of(&comparison, 20.0);
        let text = readme(&comparison, &summary, &[], &configured());
        for words in [
            "# Comparison of the configurations",
            "2 tasks of the sets a, b (one of 3), 20 s",
            "--tasks T/tasks.csv --sets a,b --every 3 \\\n    --configurations C \\\n",
            "```text\nbmc: --engine bmc --without guess\n```",
            "| configuration | frontier | most | predicates | most |",
            "| bmc | 4 | 4 | - | - | - | - | 2.5 | 2.5 | - | - | 12 | 12 |",
            "| ideal | 1 | 1 |",
            "| of the machine | 1 | 0 |",
            "| a (ideal integers) | 1 | 1 |",
            "| b | 1 | 0 |",
            "## Solved by one configuration alone",
        ] {
            assert!(text.contains(words), "{words}\n{text}");
        }
    }
}
