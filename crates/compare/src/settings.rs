//! run.json: under which limits the results of a folder were made, so that others are not mixed with them.

use crate::arguments::{Arguments, Run};
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
    /// The engines, in the order of the tables.
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
    pub list: String,
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

impl Settings {
    /// Those of a run that begins now.
    pub fn of(arguments: &Arguments, run: &Run) -> Result<Settings, String> {
        let limits = Limits {
            program: version(&arguments.invar)?,
            tasks: file_name(&run.tasks),
            list: file_name(&run.list),
            memory: arguments.memory.clone(),
            jobs: arguments.jobs,
            property: arguments.property.clone(),
            mathint: arguments.mathint.name().to_owned(),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
        };
        Ok(Settings {
            date: today(),
            engines: run.engines.clone(),
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

    /// Writes them, unless the folder has results under others; a run that goes on keeps the day it began.
    pub fn keep(mut self, folder: &Path) -> Result<Settings, String> {
        if let Some(before) = Settings::read(folder)? {
            if (&before.limits, before.timeout_seconds) != (&self.limits, self.timeout_seconds) {
                return Err(format!(
                    "{}: its results were made under other limits\nhint: see {FILE} there, or choose another --out",
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

    /// The command that makes these results; the folders of a machine are T (tasks), L (list) and OUT.
    pub fn command(&self) -> String {
        let limits = &self.limits;
        let property = limits
            .property
            .as_ref()
            .map_or(String::new(), |p| format!(" --property {p}"));
        format!(
            "invar-compare --tasks T/{} --list L/{} \\\n    --engines {} \\\n    --timeout {}s --memory {} --jobs {}{property} \
             --mathint {} --out OUT",
            limits.tasks,
            limits.list,
            self.engines.join(","),
            self.timeout_seconds,
            limits.memory,
            limits.jobs,
            limits.mathint,
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
pub mod tests {
    use super::{Limits, Settings, date_of_day};

    pub fn sample() -> Settings {
        Settings {
            date: "2026-01-31".into(),
            engines: vec!["bmc".into(), "kind".into()],
            limits: Limits {
                program: "invar 0.1.0".into(),
                tasks: "tasks.csv".into(),
                list: "core.txt".into(),
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
        let mut wider = first;
        wider.limits.jobs = 4;
        assert!(wider.keep(&folder).is_err());
        std::fs::remove_dir_all(folder).expect("the folder is ours");
    }
}
