//! The command line.

use clap::{Parser, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

/// The engines of the paper in its order, then ours and Z3's.
const ENGINES: [&str; 8] = [
    "ic3-smt",
    "tree-ic3",
    "tree-ic3-itp",
    "tree-ic3-itp-mono",
    "impact",
    "predabs",
    "ic3-cfa",
    "spacer",
];

/// The paper's pairs, then the hybrid against the engines that the paper does not have.
const PAIRS: [(&str, &str); 7] = [
    ("ic3-smt", "tree-ic3"),
    ("tree-ic3", "tree-ic3-itp"),
    ("tree-ic3-itp-mono", "tree-ic3-itp"),
    ("impact", "tree-ic3-itp"),
    ("predabs", "tree-ic3-itp"),
    ("ic3-cfa", "tree-ic3-itp"),
    ("spacer", "tree-ic3-itp"),
];

/// Reruns a comparison of engines on a list of tasks and draws its tables and plots.
#[derive(Parser, Debug, Clone)]
#[command(name = "invar-compare", version, args_override_self = true)]
pub struct Arguments {
    /// Table of tasks, as for `invar bench`.
    #[arg(long, required_unless_present = "only_report")]
    tasks: Option<PathBuf>,
    /// The paths to run, one per line.
    #[arg(long, required_unless_present = "only_report")]
    list: Option<PathBuf>,
    /// The engines, in the order of the tables. Default: those of the paper, ic3-cfa and spacer; with --only-report
    /// those of the run.
    #[arg(long, value_delimiter = ',')]
    pub engines: Option<Vec<String>>,
    /// Scatter plots to draw, as x:y. Default: the paper's pairs.
    #[arg(long, value_delimiter = ',')]
    pairs: Option<Vec<String>>,
    /// Time per task.
    #[arg(long, value_parser = duration, default_value = "20s")]
    pub timeout: Duration,
    /// Memory per task.
    #[arg(long, default_value = "4GB")]
    pub memory: String,
    /// Tasks at a time.
    #[arg(long, default_value_t = 1)]
    pub jobs: usize,
    /// Only rows of this property.
    #[arg(long)]
    pub property: Option<String>,
    /// What to do with rows that hold over unbounded integers only.
    #[arg(long, value_enum, default_value_t = MathInt::Skip)]
    pub mathint: MathInt,
    /// Every engine runs on this many paths before the next paths follow.
    #[arg(long, default_value_t = 25, value_parser = clap::value_parser!(u16).range(1..))]
    pub slice: u16,
    /// The program to compare the engines of.
    #[arg(long, default_value = "target/release/invar")]
    pub invar: PathBuf,
    /// Where results lie: a folder per engine, the report and the pictures. A run goes on where it was stopped.
    #[arg(long)]
    pub out: PathBuf,
    /// Draws again from the results that exist.
    #[arg(long)]
    only_report: bool,
    /// The font of the pictures.
    #[arg(
        long,
        default_value = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
    )]
    pub font: PathBuf,
}

/// Rows that hold over unbounded integers only. `apart` is not offered: its disagreements are neither right nor wrong.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum MathInt {
    /// Leave them out.
    Skip,
    /// Run them over ideal integers, where their labels count.
    Ideal,
}

impl MathInt {
    /// As `invar bench` spells it.
    pub fn name(self) -> &'static str {
        match self {
            MathInt::Skip => "skip",
            MathInt::Ideal => "ideal",
        }
    }
}

/// What to run.
pub struct Run {
    /// Table of tasks.
    pub tasks: PathBuf,
    /// The file with the paths.
    pub list: PathBuf,
    /// The engines.
    pub engines: Vec<String>,
}

/// What to do.
pub enum Mode {
    /// Run what has no result yet, then report.
    Run(Run),
    /// Report.
    Report,
}

impl Arguments {
    /// What to do.
    pub fn mode(&self) -> Result<Mode, String> {
        match (&self.tasks, &self.list) {
            _ if self.only_report => Ok(Mode::Report),
            (Some(tasks), Some(list)) => Ok(Mode::Run(Run {
                tasks: tasks.clone(),
                list: list.clone(),
                engines: self
                    .engines
                    .clone()
                    .unwrap_or_else(|| ENGINES.map(str::to_owned).to_vec()),
            })),
            _ => Err("--tasks and --list are needed to run".into()),
        }
    }

    /// The pairs to draw; those of the paper that have both engines here, unless others are asked for.
    pub fn pairs_among(&self, engines: &[String]) -> Result<Vec<(usize, usize)>, String> {
        let place = |name: &str| engines.iter().position(|engine| engine == name);
        let Some(asked) = &self.pairs else {
            let known = PAIRS.iter().map(|(x, y)| (place(x), place(y)));
            return Ok(known.filter_map(|(x, y)| Some((x?, y?))).collect());
        };
        let read = |pair: &String| {
            let (x, y) = pair.split_once(':')?;
            Some((place(x)?, place(y)?))
        };
        let pairs = asked.iter().map(|pair| {
            read(pair).ok_or_else(|| format!("'{pair}' is not a pair x:y of the engines compared"))
        });
        pairs.collect()
    }
}

/// Reads `20s`, `500ms`, `2m` or plain seconds.
fn duration(text: &str) -> Result<Duration, String> {
    let end = text.find(|c: char| c.is_alphabetic()).unwrap_or(text.len());
    let factor = match &text[end..] {
        "" | "s" => 1.0,
        "ms" => 0.001,
        "m" | "min" => 60.0,
        unit => return Err(format!("unknown unit '{unit}', use ms, s or m")),
    };
    let value: f64 = text[..end]
        .parse()
        .map_err(|_| format!("'{text}' is not a duration"))?;
    match Duration::try_from_secs_f64(value * factor) {
        Ok(duration) if !duration.is_zero() => Ok(duration),
        _ => Err(format!("'{text}' is no time to search in")),
    }
}

#[cfg(test)]
mod tests {
    use super::{Arguments, ENGINES, duration};
    use clap::Parser;
    use std::time::Duration;

    fn arguments(more: &[&str]) -> Arguments {
        let all = [&["invar-compare", "--only-report", "--out", "x"], more].concat();
        Arguments::try_parse_from(all).expect("the arguments are right")
    }

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn the_papers_pairs_are_drawn_where_both_engines_run() {
        let all = arguments(&[]).pairs_among(&names(&ENGINES));
        assert_eq!(
            all,
            Ok(vec![(0, 1), (1, 2), (3, 2), (4, 2), (5, 2), (6, 2), (7, 2)])
        );
        let some = arguments(&[]).pairs_among(&names(&["spacer", "bmc", "tree-ic3-itp"]));
        assert_eq!(some, Ok(vec![(0, 2)]));
    }

    #[test]
    fn other_pairs_can_be_asked_for() {
        let engines = names(&["bmc", "kind"]);
        assert_eq!(
            arguments(&["--pairs", "kind:bmc"]).pairs_among(&engines),
            Ok(vec![(1, 0)])
        );
        assert!(
            arguments(&["--pairs", "kind:spacer"])
                .pairs_among(&engines)
                .is_err()
        );
        assert!(
            arguments(&["--pairs", "kind"])
                .pairs_among(&engines)
                .is_err()
        );
    }

    #[test]
    fn a_run_needs_tasks() {
        assert!(Arguments::try_parse_from(["invar-compare", "--out", "x"]).is_err());
    }

    #[test]
    fn reads_durations() {
        assert_eq!(duration("20s"), Ok(Duration::from_secs(20)));
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("2m"), Ok(Duration::from_secs(120)));
        assert!(duration("0s").is_err());
        assert!(duration("fast").is_err());
    }
}
