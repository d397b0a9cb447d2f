//! The property that is asked for: names, the competition's `.prp` files, assertions by line.

use invar_cfa::{Check, CheckId, Program, Property};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;

/// Properties of the competition that are not checked yet, with their formulas.
pub const FUTURE_PROPERTIES: &[(&str, &str)] = &[
    ("valid-memcleanup", "G valid-memcleanup"),
    ("no-data-race", "G ! data-race"),
];

/// What to prove: names of properties, paths of `.prp` files, single assertions as `assert:LINE` or
/// `assert:FILE:LINE`; of hardware models `bad` or `bad:NUMBER`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PropertyRequest {
    /// All of them together are asked for.
    pub names: Vec<String>,
}

impl Default for PropertyRequest {
    fn default() -> PropertyRequest {
        PropertyRequest {
            names: vec![Property::DEFAULT.to_string()],
        }
    }
}

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PropertyChoice {
    /// Something that is checked.
    Checked(Asked),
    /// A property of this name, which is not checked yet.
    NotYet(String),
}

/// A property, or some of its assertions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asked {
    /// The property.
    pub property: Property,
    /// Only the assertions on these lines; all, if there are none.
    lines: Vec<Line>,
    /// The function where the run starts, if a file says so.
    pub entry: Option<String>,
}

/// A line of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Line {
    /// How the path of the file ends; any file, if it is not given.
    file: Option<String>,
    line: u32,
}

/// A property that cannot be asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub hint: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\nhint: {}", self.message, self.hint)
    }
}

/// What one name means.
enum Value {
    Named(Property),
    NotYet(String),
    Line(Line),
    File(Vec<(String, Value)>),
}

impl PropertyRequest {
    /// Reads the names.
    ///
    /// # Errors
    /// If one of them is no property.
    pub fn question(&self) -> Result<PropertyChoice, Refusal> {
        let mut properties = Vec::new();
        let mut lines = Vec::new();
        let mut entry = None;
        for given in &self.names {
            let parts = match value(given)? {
                Value::File(checks) => checks.into_iter().collect(),
                other => vec![(String::new(), other)],
            };
            for (start, part) in parts {
                match part {
                    Value::NotYet(name) => return Ok(PropertyChoice::NotYet(name)),
                    Value::Named(property) => properties.push(property),
                    Value::Line(line) => lines.push(line),
                    Value::File(_) => {}
                }
                if !start.is_empty() {
                    entry = Some(start);
                }
            }
        }
        // A whole property includes its lines.
        let property = properties.iter().copied().reduce(|all, more| all | more);
        let property = property.unwrap_or(Property::ASSERT);
        if property.includes(Property::TERMINATION)
            && (property != Property::TERMINATION || !lines.is_empty())
        {
            return Err(Refusal {
                message: "termination is asked for alone".into(),
                hint: "make one check for termination and one for the rest".into(),
            });
        }
        if properties.contains(&Property::ASSERT) || properties.is_empty() == lines.is_empty() {
            lines.clear();
        }
        Ok(PropertyChoice::Checked(Asked {
            property: if lines.is_empty() {
                property
            } else {
                Property::ASSERT
            },
            lines,
            entry,
        }))
    }
}

fn value(given: &str) -> Result<Value, Refusal> {
    if let Some(property) = Property::named(given) {
        return Ok(Value::Named(property));
    }
    if FUTURE_PROPERTIES.iter().any(|(name, _)| *name == given) {
        return Ok(Value::NotYet(given.to_owned()));
    }
    if let Some(place) = given.strip_prefix("assert:") {
        return line(place).map(Value::Line).ok_or_else(|| Refusal {
            message: format!("'{given}' names no line"),
            hint: "single assertions are asked for as assert:LINE or assert:FILE:LINE".into(),
        });
    }
    if given.ends_with(".prp") {
        let text = std::fs::read_to_string(given).map_err(|error| Refusal {
            message: format!("{given}: {error}"),
            hint: "the file of a property is given by its path".into(),
        })?;
        return checks(given, &text).map(Value::File);
    }
    Err(Refusal {
        message: format!("unknown property '{given}'"),
        hint: format!(
            "invar checks {}, also from .prp files, and single assertions as assert:LINE",
            Property::NAMED.map(|entry| entry.name).join(", ")
        ),
    })
}

fn line(place: &str) -> Option<Line> {
    let (file, number) = match place.rsplit_once(':') {
        None => (None, place),
        Some((file, number)) => (Some(file.to_owned()), number),
    };
    let line = number.parse().ok().filter(|n| *n > 0)?;
    let named = file.as_ref().is_none_or(|file| !file.is_empty());
    named.then_some(Line { file, line })
}

/// The checks of a `.prp` file: `CHECK( init(main()), LTL(G ! call(reach_error())) )`, with the
/// functions where they start.
fn checks(path: &str, text: &str) -> Result<Vec<(String, Value)>, Refusal> {
    let refusal = |part: &str| Refusal {
        message: format!("{path}: '{part}' is no property that invar knows"),
        hint: format!("known formulas are {}", known_formulas().join(", ")),
    };
    let mut found = Vec::new();
    let lines = text.lines().map(str::trim);
    for line in lines.filter(|l| !l.is_empty() && !l.starts_with("//") && !l.starts_with('#')) {
        let dense: String = line.chars().filter(|c| !c.is_whitespace()).collect();
        let parts = dense
            .strip_prefix("CHECK(init(")
            .and_then(|rest| rest.strip_suffix("))"))
            .and_then(|rest| rest.split_once("()),LTL("));
        let (start, formula) = parts.ok_or_else(|| refusal(line))?;
        let value = formula_value(formula).ok_or_else(|| refusal(line))?;
        found.push((start.to_owned(), value));
    }
    if found.is_empty() {
        return Err(refusal("an empty file"));
    }
    Ok(found)
}

fn known_formulas() -> Vec<&'static str> {
    let checked = Property::NAMED.iter().filter_map(|entry| entry.formula);
    let future = FUTURE_PROPERTIES.iter().map(|(_, formula)| *formula);
    checked.chain(future).collect()
}

/// What a formula without spaces asks for.
fn formula_value(formula: &str) -> Option<Value> {
    let is_it = |known: &str| known.chars().filter(|c| *c != ' ').eq(formula.chars());
    if formula == "G!call(__VERIFIER_error())" {
        return Some(Value::Named(Property::UNREACH_CALL));
    }
    let mut checked = Property::NAMED.iter();
    if let Some(entry) = checked.find(|entry| entry.formula.is_some_and(is_it)) {
        return Some(Value::Named(entry.property));
    }
    let future = FUTURE_PROPERTIES.iter().find(|(_, known)| is_it(known))?;
    Some(Value::NotYet(future.0.into()))
}

impl Asked {
    /// Its name in reports.
    pub fn name(&self) -> String {
        if self.lines.is_empty() {
            return self.property.to_string();
        }
        let line = |l: &Line| match &l.file {
            None => format!("assert:{}", l.line),
            Some(file) => format!("assert:{file}:{}", l.line),
        };
        self.lines.iter().map(line).collect::<Vec<_>>().join(",")
    }

    /// The checks that are asked for.
    ///
    /// # Errors
    /// If there is none on one of the lines.
    pub fn select(&self, program: &Program, checks: &[Check]) -> Result<BTreeSet<CheckId>, String> {
        let all = || (0..checks.len() as u32).map(CheckId);
        if self.lines.is_empty() {
            return Ok(all().collect());
        }
        let mut selected = BTreeSet::new();
        for wanted in &self.lines {
            let fits = |check: &CheckId| {
                checks[check.0 as usize].span.is_some_and(|span| {
                    span.line == wanted.line && wanted.is_in(program.sources.path(span.file))
                })
            };
            let before = selected.len();
            let found: Vec<CheckId> = all().filter(fits).collect();
            selected.extend(&found);
            if found.is_empty() && selected.len() == before {
                return Err(self.nothing_there(wanted, program, checks));
            }
        }
        Ok(selected)
    }

    fn nothing_there(&self, wanted: &Line, program: &Program, checks: &[Check]) -> String {
        let files: BTreeSet<_> = checks
            .iter()
            .filter_map(|c| c.span)
            .map(|s| s.file)
            .collect();
        let places: BTreeSet<_> = checks
            .iter()
            .filter_map(|c| c.span)
            .map(|s| (s.file, s.line))
            .collect();
        let place = |(file, line)| match files.len() {
            1 => format!("{line}"),
            _ => format!("{}:{line}", program.sources.path(file)),
        };
        let places: Vec<String> = places.into_iter().map(place).collect();
        let file = wanted
            .file
            .as_ref()
            .map_or_else(String::new, |f| format!(" of {f}"));
        let there = match places.as_slice() {
            [] => "the program has none that can be reached".into(),
            places => format!("there are assertions on {}", places.join(", ")),
        };
        format!("no assertion on line {}{file}\nhint: {there}", wanted.line)
    }
}

impl Line {
    /// Whether a path is the file that is meant: all of its parts, from the end, fit.
    fn is_in(&self, path: &str) -> bool {
        self.file
            .as_ref()
            .is_none_or(|file| Path::new(path).ends_with(file))
    }
}

#[cfg(test)]
mod tests {
    use super::{PropertyChoice, PropertyRequest, checks};
    use invar_cfa::Property;

    fn asked(values: &[&str]) -> Option<(Property, String)> {
        let names = values.iter().map(|v| (*v).to_owned()).collect();
        match (PropertyRequest { names }).question().ok()? {
            PropertyChoice::Checked(asked) => Some((asked.property, asked.name())),
            PropertyChoice::NotYet(_) => None,
        }
    }

    #[test]
    fn names_and_lines() {
        let both = Some((Property::ASSERT, "assert".to_owned()));
        assert_eq!(asked(&["assert"]), both);
        assert_eq!(asked(&["assert", "unreach-call"]), both);
        assert_eq!(asked(&["assert", "assert:3"]), both);
        let call = Some((Property::UNREACH_CALL, "unreach-call".to_owned()));
        assert_eq!(asked(&["unreach-call"]), call);
        let lines = Some((Property::ASSERT, "assert:3,assert:a.c:4".to_owned()));
        assert_eq!(asked(&["assert:3", "assert:a.c:4"]), lines);
        for wrong in [
            "assert:",
            "assert:x",
            "assert::3",
            "assert:0",
            "nonsense",
            "x.prp",
        ] {
            assert_eq!(asked(&[wrong]), None, "{wrong}");
        }
    }

    #[test]
    fn files_of_the_competition() {
        let text = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n\n";
        let found = checks("x.prp", text).expect("a property");
        assert!(matches!(
            found.as_slice(),
            [(start, super::Value::Named(Property::UNREACH_CALL))] if start == "main"
        ));
        let text =
            "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\n";
        let found = checks("x.prp", text).expect("a property");
        assert!(matches!(
            found.as_slice(),
            [
                (_, super::Value::Named(Property::VALID_FREE)),
                (_, super::Value::Named(Property::VALID_DEREF))
            ]
        ));
        for wrong in [
            "",
            "CHECK( init(main()), LTL(G ! call(other())) )",
            "COVER(x)",
        ] {
            assert!(checks("x.prp", wrong).is_err(), "{wrong}");
        }
    }
}
