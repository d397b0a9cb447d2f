//! How much of what all engines solve together the default solves, from runs of `invar bench` in several folders.
//!
//! Only tasks that all folders have are compared, and only right verdicts with a certificate count.

mod report;

use crate::results::{self, Comparison, Outcome, Task};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Engines and the default side by side. The default comes first in the answers of every task.
struct Union {
    comparison: Comparison,
}

impl Union {
    fn default_name(&self) -> &str {
        &self.comparison.engines[0]
    }

    /// The engines, each with its place in the answers.
    fn engines(&self) -> impl Iterator<Item = (usize, &str)> {
        let names = self.comparison.engines.iter().map(String::as_str);
        names.enumerate().skip(1)
    }

    fn tasks(&self) -> &[Task] {
        &self.comparison.tasks
    }

    /// Tasks that the one at this place solves.
    fn solved(&self, place: usize) -> usize {
        let tasks = self.tasks().iter();
        tasks.filter(|task| solves(task, place)).count()
    }

    /// Tasks that some engine solves.
    fn together(&self) -> impl Iterator<Item = &Task> {
        self.tasks().iter().filter(|task| fastest(task).is_some())
    }

    /// Tasks that an engine solves and no other engine does; the default does not count.
    fn alone(&self, place: usize) -> Vec<&Task> {
        let is_alone = |task: &&Task| {
            solves(task, place)
                && self
                    .engines()
                    .all(|(other, _)| other == place || !solves(task, other))
        };
        self.tasks().iter().filter(is_alone).collect()
    }

    /// The engines by what each adds to those before it, until all that engines solve is solved: place and addition.
    fn cover(&self) -> Vec<(usize, usize)> {
        let mut open: Vec<&Task> = self.together().collect();
        let mut order = Vec::new();
        while !open.is_empty() {
            let adds = |place| open.iter().filter(|task| solves(task, place)).count();
            let engines = self.engines().map(|(place, _)| (place, adds(place)));
            // Of equals the first.
            let best = engines.reduce(|best, one| if one.1 > best.1 { one } else { best });
            let (place, added) = best.expect("an engine solved what is open");
            open.retain(|task| !solves(task, place));
            order.push((place, added));
        }
        order
    }
}

fn solves(task: &Task, place: usize) -> bool {
    task.answers[place].outcome == Outcome::Solved
}

/// The engine that solves a task fastest, by its place, and its seconds; the default does not
/// count.
fn fastest(task: &Task) -> Option<(usize, f64)> {
    let times = task.answers.iter().enumerate().skip(1);
    let times = times.filter_map(|(place, answer)| Some((place, answer.solved_in()?)));
    times.min_by(|a, b| a.1.total_cmp(&b.1))
}

/// The name of a run: the last part of its folder.
fn name(folder: &Path) -> Result<String, String> {
    let last = folder.file_name().map(|name| name.display().to_string());
    last.ok_or_else(|| format!("{}: the folder has no name", folder.display()))
}

/// The report on a folder with the default and one folder per engine, in Markdown, and whether every verdict in them is
/// right and certified.
pub fn report(default: &Path, engines: &[PathBuf]) -> Result<(String, bool), String> {
    let folders: Vec<&Path> = [default]
        .into_iter()
        .chain(engines.iter().map(PathBuf::as_path))
        .collect();
    let mut names: Vec<String> = Vec::new();
    let mut tables = Vec::new();
    for folder in &folders {
        names.push(name(folder)?);
        tables.push(results::read_folder(folder)?);
    }
    if names.iter().collect::<BTreeSet<_>>().len() < names.len() {
        return Err("two folders have the same name, and engines are called by these".into());
    }
    let comparison = Comparison::of(&names, &tables)?;
    let sound = comparison.flaws.is_empty();
    Ok((report::render(&Union { comparison }), sound))
}
