//! Findings that a team accepts, each with a reason.
//!
//! `// invar: accept(valid-deref) "checked by the caller, see #12"` after a statement or on the line before it is about
//! the places of that line; before a function it is about the function. `until 2027-01-31` after the properties makes it
//! expire. Entries of a file say the same about functions. What is accepted has a status of its own and is never proved;
//! what is not used, has expired or cannot be read is told.

mod comments;
mod entries;

pub use entries::read;

use crate::key::Texts;
use crate::row::Row;
use crate::site::{Site, Status};
use invar_cfa::Property;
use jiff::civil::Date;

/// What an acceptance is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The places of a line.
    Line {
        /// The file.
        file: String,
        /// The line.
        line: u32,
    },
    /// The places in the text of a function, of a file if there is one.
    Function {
        /// The function.
        name: String,
        /// The file that defines it.
        file: Option<String>,
    },
}

/// A finding that is accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Acceptance {
    /// The properties.
    pub properties: Vec<String>,
    /// The last day on which it counts.
    pub until: Option<Date>,
    /// Why.
    pub reason: String,
    /// What it is about.
    pub scope: Scope,
    /// Where it is said: file and line.
    pub said_at: String,
}

/// What a person should know about an acceptance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// Which kind of thing.
    pub kind: NoticeKind,
    /// Where, and what.
    pub text: String,
}

/// Kinds of notices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoticeKind {
    /// Nothing that was looked at is accepted by it.
    Unused,
    /// Its last day is over.
    Expired,
    /// It cannot be read.
    Unreadable,
}

/// Acceptances, and what is wrong with others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Acceptances {
    /// Those that can be read.
    pub list: Vec<Acceptance>,
    /// What cannot be read: where and why.
    pub problems: Vec<String>,
}

impl Acceptances {
    /// The comments in the files of these rows.
    pub fn in_comments(rows: &[Row], texts: &mut Texts) -> Acceptances {
        let mut files: Vec<&str> = rows.iter().map(|row| row.file.as_str()).collect();
        let places = rows.iter().flat_map(|row| &row.places);
        files.extend(places.filter_map(|site| Some(site.place.as_ref()?.file.as_str())));
        files.sort_unstable();
        files.dedup();
        let mut all = Acceptances::default();
        for file in files {
            let functions = rows.iter().filter(|row| row.file == file);
            let bodies = functions.map(|row| (row.function.as_str(), row.line, row.column));
            let found = comments::of(file, texts.of(file), &bodies.collect::<Vec<_>>());
            all.extend(found);
        }
        all
    }

    /// Adds others.
    pub fn extend(&mut self, others: Acceptances) {
        self.list.extend(others.list);
        self.problems.extend(others.problems);
    }

    /// Gives what is violated or open and accepted its status, and says which acceptances did not do that.
    pub fn apply(&self, rows: &mut [Row], today: Date) -> Vec<Notice> {
        let notice = |kind: NoticeKind, text: String| Notice { kind, text };
        let problems = self.problems.iter();
        let problems = problems.map(|problem| notice(NoticeKind::Unreadable, problem.clone()));
        let mut notices: Vec<Notice> = problems.collect();
        for acceptance in &self.list {
            let at = &acceptance.said_at;
            if let Some(until) = acceptance.until.filter(|until| *until < today) {
                let text = format!("{at}: this acceptance expired on {until}");
                notices.push(notice(NoticeKind::Expired, text));
                continue;
            }
            let mut used = 0;
            for row in &mut *rows {
                let (function, file) = (row.function.clone(), row.file.clone());
                let own = row.places.iter_mut();
                for site in own.chain(&mut row.called_violations) {
                    let is_meant = matches!(site.status, Status::Violated | Status::Open)
                        && acceptance.is_about(site, &function, &file);
                    if is_meant {
                        site.status = Status::Accepted;
                        site.reason = Some(acceptance.reason.clone());
                        used += 1;
                    }
                }
            }
            if used == 0 {
                let text =
                    format!("{at}: nothing is violated or open here: this acceptance is not used");
                notices.push(notice(NoticeKind::Unused, text));
            }
        }
        for row in rows {
            row.count();
            if row.accepted > 0 && row.unknown == 0 && row.contract.is_none() {
                row.reason = None;
            }
        }
        notices
    }
}

impl Acceptance {
    fn is_about(&self, site: &Site, function: &str, file: &str) -> bool {
        let is_property = self
            .properties
            .iter()
            .any(|property| is_within(&site.property, property));
        is_property
            && match &self.scope {
                Scope::Line { file, line } => {
                    let place = site.place.as_ref();
                    place.is_some_and(|place| place.file == *file && place.line == *line)
                }
                Scope::Function { name, file: of } => {
                    name == function && of.as_ref().is_none_or(|of| of == file)
                }
            }
    }
}

/// Whether the property of a place is the named one, or part of it.
fn is_within(of_site: &str, name: &str) -> bool {
    let named = |name: &str| Property::NAMED.iter().find(|entry| entry.name == name);
    of_site == name
        || match (named(of_site), named(name)) {
            (Some(of_site), Some(name)) => name.property.includes(of_site.property),
            _ => false,
        }
}

/// Properties and an optional `until DATE`.
fn properties_and_date(text: &str) -> Result<(Vec<String>, Option<Date>), String> {
    let mut properties = Vec::new();
    let mut until = None;
    for part in text.split(',').map(str::trim) {
        if let Some(date) = part.strip_prefix("until ") {
            until = Some(date_of(date)?);
            continue;
        }
        properties.push(known_property(part)?);
    }
    if properties.is_empty() {
        return Err("no property is named".to_owned());
    }
    Ok((properties, until))
}

fn known_property(name: &str) -> Result<String, String> {
    let mut names = Property::NAMED.iter().map(|entry| entry.name);
    match names.find(|known| *known == name) {
        Some(known) => Ok(known.to_owned()),
        None => Err(format!("there is no property `{name}`")),
    }
}

fn date_of(text: &str) -> Result<Date, String> {
    let date = text.trim().parse::<Date>();
    date.map_err(|_| format!("`{}` is no date such as 2027-01-31", text.trim()))
}

#[cfg(test)]
mod tests;
