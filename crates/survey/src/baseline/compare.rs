//! What changed between a baseline and a survey.
//!
//! Places are matched in this order: equal keys in the same function, or in one that was renamed; equal keys anywhere,
//! for code that moved; then, for statements that were edited, the places of a function with the same property, the best
//! with the best. What promised more before than now is lost.

use super::{Baseline, Entry, Known, entries};
use crate::key::clause_without_names;
use crate::row::Row;
use crate::site::{Site, Status};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// A place whose status matters.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change {
    /// The function.
    pub function: String,
    /// The place; none if nothing is known about the whole function, or if it is about its contract.
    pub site: Option<Site>,
    /// What was known before; none if the place is new.
    pub before: Option<Status>,
    /// What is known now.
    pub now: Status,
    /// More to say.
    pub note: Option<String>,
}

/// What changed.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Comparison {
    /// Violations that were not there.
    pub new_violations: Vec<Change>,
    /// What was proved, or held under a precondition, and does not any more.
    pub lost: Vec<Change>,
    /// Clauses that callers did not have to keep before: function and clause.
    pub stricter: Vec<(String, String)>,
    /// What is known now and was not.
    pub improved: Vec<Change>,
    /// New places that are open.
    pub new_open: usize,
    /// Places that are gone.
    pub gone: usize,
    /// Functions with another name than before, and the name before.
    pub renamed: BTreeMap<String, String>,
}

impl Comparison {
    /// Whether a change has to be looked at.
    pub fn is_worse(&self) -> bool {
        !self.new_violations.is_empty() || !self.lost.is_empty() || !self.stricter.is_empty()
    }
}

/// A place now.
#[derive(Clone)]
struct Current<'r> {
    row: &'r Row,
    entry: Entry,
    site: Option<&'r Site>,
}

/// Compares what a survey found with a baseline; the rows have keys.
pub fn compare(before: &Baseline, rows: &[Row]) -> Comparison {
    let mut comparison = Comparison {
        renamed: renamed(before, rows),
        ..Comparison::default()
    };
    let mut old: BTreeMap<String, Vec<Entry>> = BTreeMap::new();
    let mut new: BTreeMap<String, Vec<Current<'_>>> = BTreeMap::new();
    for row in rows {
        let name = comparison
            .renamed
            .get(&row.function)
            .unwrap_or(&row.function)
            .clone();
        let known = before.functions.get(&name);
        old.insert(
            name.clone(),
            known.map(|known| known.entries.clone()).unwrap_or_default(),
        );
        new.entry(name).or_default().extend(current(row));
    }
    for (name, known) in &before.functions {
        old.entry(name.clone())
            .or_insert_with(|| known.entries.clone());
    }
    // Equal keys, first with equal status.
    for (name, places) in &mut new {
        if let Some(entries) = old.get_mut(name) {
            comparison.matched(entries, places, |old, new| old == new);
            comparison.matched(entries, places, same_key);
        }
    }
    // Code that moved from one function to another.
    let names: Vec<String> = old.keys().cloned().collect();
    for places in new.values_mut() {
        for name in &names {
            if let Some(entries) = old.get_mut(name) {
                comparison.matched(entries, places, |old, new| old == new);
            }
        }
    }
    for places in new.values_mut() {
        for name in &names {
            if let Some(entries) = old.get_mut(name) {
                comparison.matched(entries, places, same_key);
            }
        }
    }
    // Statements that were edited.
    for (name, places) in &mut new {
        let entries = old.entry(name.clone()).or_default();
        entries.sort_by_key(|entry| std::cmp::Reverse(entry.status.guarantee()));
        places.sort_by_key(|place| std::cmp::Reverse(place.entry.status.guarantee()));
        comparison.matched(entries, places, |old, new| old.property == new.property);
        for place in places.drain(..) {
            comparison.account(None, &place);
        }
    }
    for row in rows.iter().filter(|row| row.places.is_empty()) {
        let name = comparison
            .renamed
            .get(&row.function)
            .unwrap_or(&row.function);
        let left = old.remove(name).unwrap_or_default();
        // Nothing is known about the function, if there is a reason.
        if let Some(reason) = &row.reason
            && let Some(best) = left.iter().map(|entry| entry.status).max()
            && best.guarantee() > 0
        {
            comparison.lost.push(Change {
                function: row.function.clone(),
                site: None,
                before: Some(best),
                now: Status::Open,
                note: Some(format!("{} places before; now: {reason}", left.len())),
            });
        }
    }
    comparison.gone = old.values().map(Vec::len).sum();
    comparison.contracts(before, rows);
    comparison.sort();
    comparison
}

fn same_key(old: &Entry, new: &Entry) -> bool {
    (&old.property, &old.key) == (&new.property, &new.key)
}

fn current(row: &Row) -> impl Iterator<Item = Current<'_>> {
    let sites = row.places.iter().map(Some).chain(std::iter::once(None));
    entries(row)
        .into_iter()
        .zip(sites)
        .map(move |(entry, site)| Current { row, entry, site })
}

/// The functions that are not in the baseline, with those that they are most like among those that are gone.
fn renamed(before: &Baseline, rows: &[Row]) -> BTreeMap<String, String> {
    let names: BTreeSet<&str> = rows.iter().map(|row| row.function.as_str()).collect();
    let gone = before
        .functions
        .iter()
        .filter(|(name, _)| !names.contains(name.as_str()));
    let mut gone: Vec<(&String, &Known)> = gone.collect();
    let mut renamed = BTreeMap::new();
    for row in rows
        .iter()
        .filter(|row| !before.functions.contains_key(&row.function))
    {
        let now = entries(row);
        let common = |known: &Known| {
            let mut left = known.entries.clone();
            let found = now.iter().filter(|entry| {
                let at = left.iter().position(|old| same_key(old, entry));
                at.is_some_and(|at| {
                    left.remove(at);
                    true
                })
            });
            found.count()
        };
        let counted = gone
            .iter()
            .enumerate()
            .map(|(at, (_, known))| (common(known), at));
        let best = counted.max_by_key(|(common, at)| (*common, std::cmp::Reverse(*at)));
        if let Some((common, at)) = best
            && common > 0
            && 2 * common >= now.len().max(gone[at].1.entries.len())
        {
            let (name, _) = gone.remove(at);
            renamed.insert(row.function.clone(), name.clone());
        }
    }
    renamed
}

impl Comparison {
    /// Takes the pairs for which a test holds from both lists, in their order.
    fn matched(
        &mut self,
        old: &mut Vec<Entry>,
        new: &mut Vec<Current<'_>>,
        is_match: impl Fn(&Entry, &Entry) -> bool,
    ) {
        new.retain(|place| {
            let Some(at) = old.iter().position(|entry| is_match(entry, &place.entry)) else {
                return true;
            };
            let entry = old.remove(at);
            self.account(Some(entry.status), place);
            false
        });
    }

    /// Notes what became of a place.
    fn account(&mut self, before: Option<Status>, place: &Current<'_>) {
        let now = place.entry.status;
        let change = || Change {
            function: place.row.function.clone(),
            site: place.site.cloned(),
            before,
            now,
            note: None,
        };
        let guaranteed = before.map_or(0, Status::guarantee);
        match now {
            Status::Unaffected => {}
            Status::Violated if before != Some(Status::Violated) => {
                self.new_violations.push(change());
            }
            // The source gives a reason.
            Status::Accepted => {}
            _ if now.guarantee() < guaranteed => self.lost.push(change()),
            _ if before.is_some() && now.guarantee() > guaranteed => self.improved.push(change()),
            Status::Open if before.is_none() => self.new_open += 1,
            _ => {}
        }
    }

    /// Clauses that are new.
    fn contracts(&mut self, before: &Baseline, rows: &[Row]) {
        for row in rows {
            let name = self.renamed.get(&row.function).unwrap_or(&row.function);
            // Without a precondition before, its places were proved, and are among those that are lost.
            let Some(known) = before
                .functions
                .get(name)
                .filter(|known| !known.requires.is_empty())
            else {
                continue;
            };
            for clause in &row.precondition {
                let without_names = clause_without_names(clause, &row.parameters);
                if !known.requires.contains(&without_names) {
                    self.stricter.push((row.function.clone(), clause.clone()));
                }
            }
        }
    }

    /// In the order of functions and the text.
    fn sort(&mut self) {
        let position = |change: &Change| {
            let place = change.site.as_ref().and_then(|site| site.place.as_ref());
            (
                change.function.clone(),
                place.map(|place| (place.line, place.column)),
            )
        };
        self.new_violations.sort_by_key(position);
        self.lost.sort_by_key(position);
        self.improved.sort_by_key(position);
    }
}

#[cfg(test)]
mod tests;
