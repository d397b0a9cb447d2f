//! What a project has proved, as a file in its repository.
//!
//! One line per place: function, property, key, status, sorted, so that git merges changes of different functions. No
//! file names and no line numbers: the file changes when what is known changes. The name of the function is for people
//! and for the order; a comparison finds renamed functions by their keys.

mod compare;

pub use compare::{Change, Comparison, compare};

use crate::key::clause_without_names;
use crate::row::{ContractStatus, Row};
use crate::site::Status;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The first line of a file.
const HEAD: &str = "# invar baseline, format 1: function, property, key, status; written by `invar baseline write`";

/// The word in place of a property for a clause of an inferred precondition.
const REQUIRES: &str = "requires";

/// The word in place of a property for the contract that the text has.
const CONTRACT: &str = "contract";

/// A place of a baseline, or of a survey.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    /// The property that the place belongs to.
    pub property: String,
    /// The key of the place.
    pub key: String,
    /// What is known about it.
    pub status: Status,
}

/// What is known about a function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// Its places, sorted.
    pub entries: Vec<Entry>,
    /// The clauses of its inferred precondition, without names, sorted.
    pub requires: Vec<String>,
}

/// What is known about every function, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Baseline {
    /// By name of the function.
    pub functions: BTreeMap<String, Known>,
}

impl Baseline {
    /// What a survey found; the rows have keys.
    pub fn of(rows: &[Row]) -> Baseline {
        let mut functions: BTreeMap<String, Known> = BTreeMap::new();
        for row in rows {
            let known = functions.entry(row.function.clone()).or_default();
            known.entries.extend(entries(row));
            let clauses = row.precondition.iter();
            let clauses = clauses.map(|clause| clause_without_names(clause, &row.parameters));
            known.requires.extend(clauses);
            known.entries.sort();
            known.requires.sort();
        }
        Baseline { functions }
    }

    /// The file.
    pub fn text(&self) -> String {
        let mut out = format!("{HEAD}\n");
        for (function, known) in &self.functions {
            for entry in &known.entries {
                let (property, key) = (&entry.property, &entry.key);
                let _ = writeln!(out, "{function} {property} {key} {}", entry.status.name());
            }
            for clause in &known.requires {
                let _ = writeln!(out, "{function} {REQUIRES} {clause}");
            }
        }
        out
    }

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// A line that is no line of a baseline, with its number.
    pub fn read(text: &str) -> Result<Baseline, String> {
        let mut lines = text.lines().enumerate();
        if lines.next().map(|(_, line)| line) != Some(HEAD) {
            return Err("line 1: this is no baseline of format 1".to_owned());
        }
        let mut functions: BTreeMap<String, Known> = BTreeMap::new();
        for (number, line) in lines {
            let refused = |why: &str| format!("line {}: {why}", number + 1);
            let mut words = line.splitn(3, ' ');
            let (Some(function), Some(property), Some(rest)) =
                (words.next(), words.next(), words.next())
            else {
                let why = if line.starts_with("<<<<")
                    || line.starts_with("====")
                    || line.starts_with(">>>>")
                {
                    "a conflict of git; resolve it, or write the baseline again"
                } else {
                    "not a function, a property, a key and a status"
                };
                return Err(refused(why));
            };
            let known = functions.entry(function.to_owned()).or_default();
            if property == REQUIRES {
                known.requires.push(rest.to_owned());
                continue;
            }
            let status = rest.split_once(' ');
            let status = status.and_then(|(key, name)| Some((key, Status::named(name)?)));
            let Some((key, status)) = status else {
                return Err(refused("not a key and a status"));
            };
            known.entries.push(Entry {
                property: property.to_owned(),
                key: key.to_owned(),
                status,
            });
        }
        for known in functions.values_mut() {
            known.entries.sort();
            known.requires.sort();
        }
        Ok(Baseline { functions })
    }
}

/// The places of a row, and its contract as one more.
pub(crate) fn entries(row: &Row) -> Vec<Entry> {
    let sites = row.places.iter().map(|site| Entry {
        property: site.property.clone(),
        key: site.key.clone(),
        status: site.status,
    });
    let contract = row.contract.map(|status| Entry {
        property: CONTRACT.to_owned(),
        key: "-".to_owned(),
        status: match status {
            ContractStatus::Holds => Status::Proved,
            ContractStatus::Violated => Status::Violated,
            ContractStatus::Open => Status::Open,
        },
    });
    sites.chain(contract).collect()
}

#[cfg(test)]
mod tests {
    use super::{Baseline, Entry, Known};
    use crate::site::Status;

    #[test]
    fn a_file_says_what_was_written() {
        let mut baseline = Baseline::default();
        let known = Known {
            entries: vec![Entry {
                property: "no-overflow".into(),
                key: "00ff".into(),
                status: Status::Needs,
            }],
            requires: vec!["__CPROVER_requires($1 > 0 && $2 != 0)".into()],
        };
        baseline.functions.insert("f".into(), known);
        assert_eq!(Baseline::read(&baseline.text()), Ok(baseline));
    }

    #[test]
    fn what_is_no_baseline_is_refused_with_its_line() {
        assert!(Baseline::read("").is_err());
        let text = Baseline::default().text();
        let wrong = format!("{text}f no-overflow 00ff good\n");
        assert_eq!(
            Baseline::read(&wrong),
            Err("line 2: not a key and a status".into())
        );
        let conflict = format!("{text}<<<<<<< ours\n");
        let message = Baseline::read(&conflict).expect_err("a conflict");
        assert!(message.contains("conflict"), "{message}");
    }
}
