//! run.json: under which limits the results of a folder were made, so that others are not mixed with them.

use crate::arguments::{Arguments, Run, Source, Subject};
use crate::configurations::Configuration;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

const FILE: &str = "run.json";

/// What a run was.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// The day it began.
    pub date: String,
    /// The engines, or the labels of configurations, in the order of the tables.
    pub engines: Vec<String>,
    /// What must be the same for results to be comparable.
    #[serde(flatten)]
    pub limits: Limits,
    /// Time per task.
    pub timeout_seconds: f64,
}

/// What must be the same for results to be comparable, beside the time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// What `invar --version` prints.
    pub program: String,
    /// The name of the table of tasks, without its folder.
    pub tasks: String,
    /// The name of the list, without its folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub list: Option<String>,
    /// The sets, where there is no list.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sets: Vec<String>,
    /// Keep every N-th task.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub every: u16,
    /// The configurations of a file; empty if engines are compared.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub configurations: Vec<Configuration>,
    /// Memory per task.
    pub memory: String,
    /// Tasks at a time.
    pub jobs: usize,
    /// The only property.
    pub property: Option<String>,
    /// What was done with rows over unbounded integers.
    pub mathint: String,
    /// Processors of the machine.
    pub cores: usize,
}

fn one() -> u16 {
    1
}

fn is_one(number: &u16) -> bool {
    *number == 1
}

impl Settings {
    /// Those of a run that begins now.
    pub fn of(arguments: &Arguments, run: &Run) -> Result<Settings, String> {
        let (list, sets) = match &run.source {
            Source::List(list) => (Some(file_name(list)), Vec::new()),
            Source::Sets(sets) => (None, sets.clone()),
        };
        let configurations = match run.subject {
            Subject::Engines => Vec::new(),
            Subject::Configurations => run.configurations.clone(),
        };
        let limits = Limits {
            program: version(&arguments.invar)?,
            tasks: file_name(&run.tasks),
            list,
            sets,
            every: arguments.every,
            configurations,
            memory: arguments.memory.clone(),
            jobs: arguments.jobs,
            property: arguments.property.clone(),
            mathint: arguments.mathint.name().to_owned(),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
        };
        Ok(Settings {
            date: today(),
            engines: run
                .configurations
                .iter()
                .map(|one| one.label.clone())
                .collect(),
            limits,
            timeout_seconds: arguments.timeout.as_secs_f64(),
        })
    }

    /// Those of the results in a folder, if it has any.
    pub fn read(folder: &Path) -> Result<Option<Settings>, String> {
        let path = folder.join(FILE);
        match std::fs::read(&path) {
            Err(_) if !path.exists() => Ok(None),
            Err(error) => Err(format!("{}: {error}", path.display())),
            Ok(bytes) => serde_json::from_slice(&bytes)
                .map(Some)
                .map_err(|error| format!("{}: {error}", path.display())),
        }
    }

    /// Writes them, unless the folder has results under others; a resumed run keeps the day it
    /// began.
    pub fn keep(mut self, folder: &Path) -> Result<Settings, String> {
        if let Some(before) = Settings::read(folder)? {
            if (&before.limits, before.timeout_seconds) != (&self.limits, self.timeout_seconds) {
                return Err(format!(
                    "{}: its results were made under other limits or configurations\nhint: see {FILE} there, or choose another --out",
                    folder.display()
                ));
            }
            self.date = before.date;
        }
        let path = folder.join(FILE);
        let text = serde_json::to_string_pretty(&self).map_err(|error| error.to_string())?;
        std::fs::create_dir_all(folder)
            .and_then(|()| std::fs::write(&path, text + "\n"))
            .map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(self)
    }

    /// What is compared.
    pub fn subject(&self) -> Subject {
        if self.limits.configurations.is_empty() {
            Subject::Engines
        } else {
            Subject::Configurations
        }
    }

    /// Which tasks, in words.
    pub fn selection(&self) -> String {
        let limits = &self.limits;
        let from = match &limits.list {
            Some(list) => format!("`{list}`"),
            None => format!("the sets {}", limits.sets.join(", ")),
        };
        match limits.every {
            1 => from,
            every => format!("{from} (one of {every})"),
        }
    }

    /// The command that makes these results; the folders of a machine are T (tasks), L (list), C (configurations) and OUT.
    pub fn command(&self) -> String {
        let limits = &self.limits;
        let property = limits
            .property
            .as_ref()
            .map_or(String::new(), |p| format!(" --property {p}"));
        let source = match &limits.list {
            Some(list) => format!("--list L/{list}"),
            None => format!("--sets {}", limits.sets.join(",")),
        };
        let every = match limits.every {
            1 => String::new(),
            every => format!(" --every {every}"),
        };
        let compared = match self.subject() {
            Subject::Engines => format!("--engines {}", self.engines.join(",")),
            Subject::Configurations => "--configurations C".to_owned(),
        };
        format!(
            "invar-compare --tasks T/{} {source}{every} \\\n    {compared} \\\n    --timeout {}s --memory {} --jobs {}{property} \
             --mathint {} --out OUT",
            limits.tasks, self.timeout_seconds, limits.memory, limits.jobs, limits.mathint,
        )
    }
}

fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

fn version(program: &Path) -> Result<String, String> {
    let output = Command::new(program).arg("--version").output();
    let output = output.map_err(|error| {
        format!(
            "{}: {error}\nhint: --invar names the program",
            program.display()
        )
    })?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn today() -> String {
    let since = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    date_of_day(since.as_secs() / 86_400)
}

/// The date of a day since 1970-01-01.
fn date_of_day(day: u64) -> String {
    let is_leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let (mut year, mut left) = (1970, day);
    while left >= 365 + u64::from(is_leap(year)) {
        left -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if left < length {
            break;
        }
        left -= length;
        month += 1;
    }
    format!("{year}-{month:02}-{:02}", left + 1)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::{Limits, Settings, date_of_day};
    use crate::configurations::Configuration;

    pub fn sample() -> Settings {
        Settings {
            date: "2026-01-31".into(),
            engines: vec!["bmc".into(), "kind".into()],
            limits: Limits {
                program: "invar 0.1.0".into(),
                tasks: "tasks.csv".into(),
                list: Some("core.txt".into()),
                sets: Vec::new(),
                every: 1,
                configurations: Vec::new(),
                memory: "4GB".into(),
                jobs: 2,
                property: None,
                mathint: "skip".into(),
                cores: 2,
            },
            timeout_seconds: 20.0,
        }
    }

    #[test]
    fn days_are_dates() {
        assert_eq!(date_of_day(0), "1970-01-01");
        assert_eq!(date_of_day(11_016), "2000-02-29");
        assert_eq!(date_of_day(20_453), "2025-12-31");
        assert_eq!(date_of_day(20_454), "2026-01-01");
    }

    #[test]
    fn results_under_other_limits_are_refused() {
        let folder = std::env::temp_dir().join(format!("invar-compare-{}", std::process::id()));
        let first = sample();
        assert_eq!(first.clone().keep(&folder), Ok(first.clone()));
        assert_eq!(Settings::read(&folder), Ok(Some(first.clone())));
        let mut next_day = first.clone();
        next_day.date = "2026-02-01".into();
        next_day.engines.push("spacer".into());
        let kept = next_day.keep(&folder).expect("the limits are the same");
        assert_eq!((kept.date.as_str(), kept.engines.len()), ("2026-01-31", 3));
        let mut longer = first.clone();
        longer.timeout_seconds = 60.0;
        assert!(longer.keep(&folder).is_err());
        let mut wider = first.clone();
        wider.limits.jobs = 4;
        assert!(wider.keep(&folder).is_err());
        let mut sparser = first;
        sparser.limits.every = 2;
        assert!(sparser.keep(&folder).is_err());
        std::fs::remove_dir_all(folder).expect("the folder is ours");
    }

    /// A run of configurations.
    pub fn configured() -> Settings {
        let mut settings = sample();
        settings.limits.list = None;
        settings.limits.sets = vec!["a".into(), "b".into()];
        settings.limits.every = 3;
        settings.limits.configurations = vec![Configuration {
            label: "bmc".into(),
            arguments: "--engine bmc --without guess".into(),
        }];
        settings
    }

    #[test]
    fn a_label_keeps_its_arguments() {
        let name = format!("invar-compare-labels-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let first = configured();
        assert_eq!(first.clone().keep(&folder), Ok(first.clone()));
        assert_eq!(first.clone().keep(&folder), Ok(first.clone()));
        let mut other = first;
        other.limits.configurations[0].arguments = "--engine bmc".into();
        assert!(other.keep(&folder).is_err());
        std::fs::remove_dir_all(folder).expect("the folder is ours");
    }

    #[test]
    fn what_earlier_runs_kept_is_read_and_written_as_before() {
        let text = r#"{"date":"2026-01-31","engines":["bmc","kind"],"program":"invar 0.1.0","tasks":"tasks.csv",
            "list":"core.txt","memory":"4GB","jobs":2,"property":null,"mathint":"skip","cores":2,"timeout_seconds":20.0}"#;
        let read: Settings = serde_json::from_str(text).expect("it is as it was");
        assert_eq!(read, sample());
        let written = serde_json::to_string(&read).expect("it can be written");
        assert_eq!(
            written,
            text.split_whitespace()
                .collect::<Vec<_>>()
                .concat()
                .replace("invar0.1.0", "invar 0.1.0")
        );
    }
}
