//! The report on engines and the default, in Markdown.

use super::{Union, fastest, solves};
use crate::markdown::{Side, percent, plain, table};
use crate::results::{Label, Outcome, Task};
use std::fmt::Write;

/// All of it.
pub fn render(union: &Union) -> String {
    let mut out = format!(
        "# The default and the union of the engines\n\n{}\n",
        figures(union)
    );
    let _ = write!(out, "\n{}\n", engines(union));
    let mut part = |heading: &str, lines: String| {
        if !lines.is_empty() {
            let _ = write!(out, "## {heading}\n\n{lines}\n");
        }
    };
    part("Engines by what each adds to those before it", cover(union));
    part(
        "Solved by some engine and not by the default",
        missed(union),
    );
    part("Solved by one engine only", alone(union));
    part("Solved by the default and by no engine", beyond(union));
    part(
        "Wrong verdicts and verdicts without a certificate",
        flaws(union),
    );
    out.truncate(out.trim_end().len());
    out + "\n"
}

fn figures(union: &Union) -> String {
    let tasks = union.tasks().len();
    let together = union.together().count();
    let default = union.solved(0);
    let of_union = union.together().filter(|task| solves(task, 0)).count();
    format!(
        "{tasks} tasks that all runs have, {} others left out. Some engine solves {together}, {} solves {default}: {} of \
         the union. It solves {of_union} tasks of the union ({}) and {} that no engine solves.",
        union.comparison.left_out,
        plain(union.default_name()),
        percent(default, together),
        percent(of_union, together),
        default - of_union,
    )
}

fn engines(union: &Union) -> String {
    let columns = [
        ("run", Side::Left),
        ("solved", Side::Right),
        ("true", Side::Right),
        ("false", Side::Right),
        ("of the union", Side::Right),
        ("alone", Side::Right),
        ("seconds", Side::Right),
    ];
    let together: Vec<&Task> = union.together().collect();
    let all: Vec<&Task> = union.tasks().iter().collect();
    let row = |name: &str, solved: Vec<&Task>, alone: String, seconds: String| {
        let labelled = |label| solved.iter().filter(|task| task.label == label).count();
        vec![
            plain(name),
            solved.len().to_string(),
            labelled(Label::True).to_string(),
            labelled(Label::False).to_string(),
            percent(solved.len(), together.len()),
            alone,
            seconds,
        ]
    };
    let by = |place: usize| -> Vec<&Task> {
        let solved = all.iter().copied().filter(|task| solves(task, place));
        solved.collect()
    };
    let seconds = |place: usize| {
        let sum: f64 = all.iter().map(|task| task.answers[place].seconds).sum();
        format!("{sum:.1}")
    };
    let mut rows: Vec<Vec<String>> = union
        .engines()
        .map(|(place, name)| {
            let alone = union.alone(place).len().to_string();
            row(name, by(place), alone, seconds(place))
        })
        .collect();
    rows.push(row("union", together.clone(), "-".into(), "-".into()));
    rows.push(row(union.default_name(), by(0), "-".into(), seconds(0)));
    table(&columns, &rows)
}

fn cover(union: &Union) -> String {
    let columns = [
        ("engine", Side::Left),
        ("adds", Side::Right),
        ("together", Side::Right),
        ("of the union", Side::Right),
    ];
    let all = union.together().count();
    let mut sum = 0;
    let mut rows = Vec::new();
    for (place, added) in union.cover() {
        sum += added;
        rows.push(vec![
            plain(&union.comparison.engines[place]),
            added.to_string(),
            sum.to_string(),
            percent(sum, all),
        ]);
    }
    if rows.is_empty() {
        String::new()
    } else {
        table(&columns, &rows)
    }
}

/// `PATH, PROPERTY: MORE`.
fn line(task: &Task, more: &str) -> String {
    let (path, property) = (plain(&task.name.path), plain(&task.name.property));
    format!("- {path}, {property}: {more}\n")
}

/// The engines that solve a task, fastest first.
fn solvers(union: &Union, task: &Task) -> String {
    let mut times: Vec<(f64, &str)> = union
        .engines()
        .filter_map(|(place, name)| Some((task.answers[place].solved_in()?, name)))
        .collect();
    times.sort_by(|a, b| a.0.total_cmp(&b.0));
    let words = times
        .iter()
        .map(|(seconds, name)| format!("{} {seconds:.1} s", plain(name)));
    words.collect::<Vec<_>>().join(", ")
}

fn missed(union: &Union) -> String {
    let tasks = union.together().filter(|task| !solves(task, 0));
    let describe = |task: &Task| {
        let default = &task.answers[0];
        let why = match default.outcome {
            Outcome::Unknown | Outcome::Error => default.reason.as_str(),
            Outcome::Wrong => "wrong",
            Outcome::Uncertified => "without a certificate",
            Outcome::Solved => "solved",
        };
        let why = format!("{} ({:.1} s)", plain(why), default.seconds);
        line(
            task,
            &format!("{}; the default: {why}", solvers(union, task)),
        )
    };
    tasks.map(describe).collect()
}

fn alone(union: &Union) -> String {
    let engines = union.engines().flat_map(|(place, name)| {
        let tasks = union.alone(place).into_iter();
        tasks.map(move |task| {
            let seconds = task.answers[place].seconds;
            line(task, &format!("{} {seconds:.1} s", plain(name)))
        })
    });
    engines.collect()
}

fn beyond(union: &Union) -> String {
    let tasks = union.tasks().iter();
    tasks
        .filter(|task| solves(task, 0) && fastest(task).is_none())
        .map(|task| line(task, &format!("{:.1} s", task.answers[0].seconds)))
        .collect()
}

fn flaws(union: &Union) -> String {
    let describe = |flaw: &crate::results::Flaw| {
        let what = match flaw.outcome {
            Outcome::Wrong => "wrong",
            _ => "without a certificate",
        };
        let (path, engine) = (plain(&flaw.task.path), plain(&flaw.engine));
        format!(
            "- {path}, {}: {engine}, {what}\n",
            plain(&flaw.task.property)
        )
    };
    union.comparison.flaws.iter().map(describe).collect()
}
