//! The command line.

use crate::configurations::{self, Configuration};
use clap::ArgAction::Set;
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

/// The paper's pairs, then the hybrid against the engines that the paper does not have, then the configurations of
/// `scripts/compare-cegar`, each with what it adds to.
const PAIRS: [(&str, &str); 14] = [
    ("ic3-smt", "tree-ic3"),
    ("tree-ic3", "tree-ic3-itp"),
    ("tree-ic3-itp-mono", "tree-ic3-itp"),
    ("impact", "tree-ic3-itp"),
    ("predabs", "tree-ic3-itp"),
    ("ic3-cfa", "tree-ic3-itp"),
    ("spacer", "tree-ic3-itp"),
    ("NOOPT", "C"),
    ("C", "CG"),
    ("C", "CR"),
    ("CG", "CGR"),
    ("CR", "CRL"),
    ("CGR", "CGRL"),
    ("CR", "best"),
];

/// Reruns a comparison of engines, or of configurations, on a list of tasks and draws its tables and plots.
#[derive(Parser, Debug, Clone)]
#[command(name = "invar-compare", version, args_override_self = true)]
pub struct Arguments {
    /// Table of tasks, as for `invar bench`.
    #[arg(long, required_unless_present = "only_report")]
    tasks: Option<PathBuf>,
    /// The paths to run, one per line.
    #[arg(long, required_unless_present_any = ["only_report", "sets"])]
    list: Option<PathBuf>,
    /// Instead of a list: the tasks of these sets, the folders at the beginning of paths.
    #[arg(long, action = Set, value_delimiter = ',', conflicts_with = "list")]
    sets: Option<Vec<String>>,
    /// Keep every N-th path, in the order of the list or table.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub every: u16,
    /// The engines, in the order of the tables. Default: those of the paper, ic3-cfa and spacer; with --only-report
    /// those of the run, or labels of its configurations.
    #[arg(long, action = Set, value_delimiter = ',')]
    pub engines: Option<Vec<String>>,
    /// Instead of engines: a file with a line `LABEL: ARGUMENTS` for each configuration, arguments of `invar bench`;
    /// # begins a comment.
    #[arg(long, value_name = "FILE")]
    configurations: Option<PathBuf>,
    /// Scatter plots to draw, as x:y. Default: the paper's pairs, or those of the presets of ic3-cegar.
    #[arg(long, action = Set, value_delimiter = ',')]
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
    /// Every engine or configuration runs on this many paths before the next paths follow.
    #[arg(long, default_value_t = 25, value_parser = clap::value_parser!(u16).range(1..))]
    pub slice: u16,
    /// The program to compare the engines of.
    #[arg(long, default_value = "target/release/invar")]
    pub invar: PathBuf,
    /// Where results lie: a folder per engine or configuration, the tasks, the report and the pictures. A run goes on where it was stopped.
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
    /// Where the paths come from.
    pub source: Source,
    /// The configurations.
    pub configurations: Vec<Configuration>,
    /// What they are.
    pub subject: Subject,
}

/// Where the paths come from.
pub enum Source {
    /// A file with the paths.
    List(PathBuf),
    /// Sets of the table of tasks.
    Sets(Vec<String>),
}

/// What is compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// Engines as they are.
    Engines,
    /// Configurations from a file.
    Configurations,
}

impl Subject {
    /// The word for one.
    pub fn noun(self) -> &'static str {
        match self {
            Subject::Engines => "engine",
            Subject::Configurations => "configuration",
        }
    }
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
        if self.only_report {
            return Ok(Mode::Report);
        }
        let source = match (&self.list, &self.sets) {
            (Some(list), _) => Source::List(list.clone()),
            (None, Some(sets)) => Source::Sets(sets.clone()),
            (None, None) => return Err("--list or --sets is needed to run".into()),
        };
        let (configurations, subject) = self.configurations()?;
        let tasks = self.tasks.clone().ok_or("--tasks is needed to run")?;
        Ok(Mode::Run(Run {
            tasks,
            source,
            configurations,
            subject,
        }))
    }

    fn configurations(&self) -> Result<(Vec<Configuration>, Subject), String> {
        let of_engines = |engines: &[&str]| {
            let all = engines.iter().map(|name| Configuration::of_engine(name));
            (all.collect(), Subject::Engines)
        };
        match (&self.configurations, &self.engines) {
            (Some(_), Some(_)) => Err("--configurations takes the place of --engines".into()),
            (Some(file), None) => Ok((configurations::read(file)?, Subject::Configurations)),
            (None, Some(engines)) => Ok(of_engines(
                &engines.iter().map(String::as_str).collect::<Vec<_>>(),
            )),
            (None, None) => Ok(of_engines(&ENGINES)),
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
    use super::{Arguments, ENGINES, Subject, duration};
    use crate::configurations::Configuration;
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
        let presets = arguments(&[]).pairs_among(&names(&["CR", "best", "C", "CR+across"]));
        assert_eq!(presets, Ok(vec![(2, 0), (0, 1)]));
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
        let parsed = |more: &[&str]| {
            let all = [&["invar-compare", "--out", "x", "--tasks", "t"], more].concat();
            Arguments::try_parse_from(all).is_ok()
        };
        assert!(!parsed(&[]));
        assert!(parsed(&["--list", "l"]));
        assert!(parsed(&["--sets", "a,b"]));
        assert!(!parsed(&["--list", "l", "--sets", "a"]));
        assert!(!parsed(&["--list", "l", "--every", "0"]));
        assert!(Arguments::try_parse_from(["invar-compare", "--out", "x", "--list", "l"]).is_err());
    }

    #[test]
    fn what_a_script_says_can_be_said_anew() {
        let run = ["invar-compare", "--out", "x", "--tasks", "t"];
        let twice = [
            "--sets", "a,b", "--sets", "c", "--pairs", "p:q", "--pairs", "q:p",
        ];
        let parsed = Arguments::try_parse_from(run.into_iter().chain(twice));
        let parsed = parsed.expect("the arguments are right");
        assert_eq!(parsed.sets, Some(names(&["c"])));
        assert_eq!(parsed.pairs, Some(names(&["q:p"])));
    }

    #[test]
    fn engines_are_configurations_without_a_file() {
        let read = arguments(&["--engines", "bmc,kind"]).configurations();
        let (read, subject) = read.expect("the arguments are right");
        assert_eq!(read, ["bmc", "kind"].map(Configuration::of_engine));
        assert_eq!(subject, Subject::Engines);
        let both = ["--engines", "bmc", "--configurations", "f"];
        assert!(arguments(&both).configurations().is_err());
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
