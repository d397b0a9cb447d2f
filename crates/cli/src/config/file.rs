//! A file of defaults to arguments, each checked at its place in the file.

use super::keys::{Key, Takes, Values};
use super::targets::Kind;
use crate::arguments::Cli;
use clap::CommandFactory;
use invar_verify::program::Problem;
use std::ffi::OsString;
use std::ops::Range;
use std::path::Path;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A key with what it becomes.
pub(super) struct Setting<'k> {
    pub(super) key: &'k Key,
    pub(super) arguments: Vec<OsString>,
}

/// Reads a file.
pub(super) fn settings<'k>(path: &Path, keys: &'k [Key]) -> Result<Vec<Setting<'k>>, Problem> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| Problem::new(format!("{}: {error}", path.display())))?;
    let source = Source { path, text: &text };
    let table = DeTable::parse(&text)
        .map_err(|error| source.problem(error.span().unwrap_or_default(), error.message()))?;
    let mut settings = Vec::new();
    // In the order of the definitions, whatever the order of the file.
    for (name, _) in table.get_ref() {
        let is_target = Kind::ALL
            .iter()
            .any(|kind| *kind.table() == **name.get_ref());
        if !is_target && !keys.iter().any(|key| key.name == **name.get_ref()) {
            let message = format!("there is no key `{}`", name.get_ref());
            let problem = source.problem(name.span(), &message);
            return Err(problem.with_hint(nearest(name.get_ref(), keys)));
        }
    }
    for key in keys {
        let found = table
            .get_ref()
            .iter()
            .find(|(name, _)| *name.get_ref() == key.name);
        if let Some((_, value)) = found {
            let arguments = source.arguments(key, value)?;
            source.check(key, value.span(), &arguments)?;
            settings.push(Setting { key, arguments });
        }
    }
    Ok(settings)
}

struct Source<'a> {
    path: &'a Path,
    text: &'a str,
}

impl Source<'_> {
    fn problem(&self, at: Range<usize>, message: &str) -> Problem {
        let line = self.text[..at.start.min(self.text.len())]
            .matches('\n')
            .count()
            + 1;
        Problem::new(format!(
            "{}:{line}: {}",
            self.path.display(),
            message.trim()
        ))
    }

    fn arguments(&self, key: &Key, value: &Spanned<DeValue<'_>>) -> Result<Vec<OsString>, Problem> {
        let wrong = |wanted: &str| {
            let given = value.get_ref().type_str();
            let message = format!("`{}` takes {wanted}, not {given}", key.name);
            self.problem(value.span(), &message)
        };
        match (key.takes, value.get_ref()) {
            (Takes::Truth, DeValue::Boolean(true)) => Ok(vec![key.option.clone().into()]),
            (Takes::Truth, DeValue::Boolean(false)) => Ok(Vec::new()),
            (Takes::Truth, _) => Err(wrong("true or false")),
            (Takes::One, one) => {
                let text = text(one).ok_or_else(|| wrong("a string or a number"))?;
                Ok(self.argument(key, &text))
            }
            (Takes::List, DeValue::Array(list)) => {
                let mut arguments = Vec::new();
                for each in list {
                    let text = text(each.get_ref()).ok_or_else(|| wrong("a list of strings"))?;
                    arguments.extend(self.argument(key, &text));
                }
                Ok(arguments)
            }
            (Takes::List, _) => Err(wrong("a list of strings")),
        }
    }

    fn argument(&self, key: &Key, text: &str) -> Vec<OsString> {
        let value: OsString = match key.values {
            Values::Texts => text.into(),
            Values::Stores if ["off", "default"].contains(&text) || text.contains("://") => {
                text.into()
            }
            Values::Paths | Values::Stores => {
                let folder = self.path.parent().unwrap_or(Path::new(""));
                invar_verify::program::tidy(&folder.join(text)).into()
            }
        };
        if key.option.is_empty() {
            return vec![value];
        }
        let mut argument = OsString::from(&key.option);
        // One word, so that a value with a dash in front is a value.
        if key.option.starts_with("--") {
            argument.push("=");
        }
        argument.push(value);
        vec![argument]
    }

    /// Has the definitions of the arguments judge a value.
    fn check(&self, key: &Key, at: Range<usize>, arguments: &[OsString]) -> Result<(), Problem> {
        let start = ["invar", "check", "a.c"].map(OsString::from);
        let all = start.iter().chain(arguments);
        let Err(error) = Cli::command().try_get_matches_from(all) else {
            return Ok(());
        };
        let text = error.to_string();
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let first = lines.next().unwrap_or_default();
        let first = first.strip_prefix("error: ").unwrap_or(first);
        // `invalid value 'x' for '--timeout <TIMEOUT>': why`
        let why = match first.split_once("': ") {
            Some((_, why)) => format!("`{}`: {why}", key.name),
            None => format!(
                "`{}`: {}",
                key.name,
                first.split(" for '").next().unwrap_or(first)
            ),
        };
        let hint = lines.find(|line| line.starts_with("tip: ") || line.starts_with('['));
        let problem = self.problem(at, &why);
        Err(match hint {
            Some(hint) => {
                let hint = hint.strip_prefix("tip: ").unwrap_or(hint);
                problem.with_hint(hint.trim_matches(['[', ']']))
            }
            None => problem,
        })
    }
}

fn text(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) => Some(number.to_string()),
        DeValue::Float(number) => Some(number.to_string()),
        _ => None,
    }
}

fn nearest(name: &str, keys: &[Key]) -> String {
    let distance = |key: &&Key| strsim::damerau_levenshtein(&key.name, &name.replace('_', "-"));
    match keys.iter().min_by_key(distance) {
        Some(key) if distance(&key) <= 1 + name.len() / 3 => {
            format!("did you mean `{}`?", key.name)
        }
        _ => "`invar config` lists the keys".to_owned(),
    }
}
