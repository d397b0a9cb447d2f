//! The tables of reasons and causes, and the list of tasks without a verdict.

use super::construct::family;
use super::reason::Class;
use super::searches::{Ending, SearchRecord};
use super::{Counts, Open, Reasons};
use crate::markdown::{Side, percent, plain, table};
use std::collections::{BTreeMap, BTreeSet};

/// All of it.
pub fn render(reasons: &Reasons) -> String {
    let mut out = String::new();
    let mut part = |heading: &str, text: String| {
        if !text.is_empty() {
            out.push_str(&format!("{heading}\n\n{text}\n"));
        }
    };
    part("# Why tasks stay unknown", sets(reasons));
    part("## Main causes", causes(&reasons.open));
    part(
        "## How searches ended on these tasks",
        endings(&reasons.open),
    );
    part(
        "## Constructs that are not modelled",
        constructs(&reasons.open),
    );
    part("## Tasks without a verdict", list(&reasons.open));
    out.truncate(out.trim_end().len());
    out + "\n"
}

/// Names with how often each comes, most often first.
fn counted<T: Ord>(names: impl Iterator<Item = T>) -> Vec<(T, usize)> {
    let mut counts: BTreeMap<T, usize> = BTreeMap::new();
    for name in names {
        *counts.entry(name).or_default() += 1;
    }
    let mut all: Vec<(T, usize)> = counts.into_iter().collect();
    // Stable: equally many stay in the order of their names.
    all.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    all
}

/// `3 timeout, 1 memory`.
fn enumerated(names: impl Iterator<Item = String>) -> String {
    let all = counted(names);
    let parts = all
        .iter()
        .map(|(name, count)| format!("{count} {}", plain(name)));
    parts.collect::<Vec<_>>().join(", ")
}

fn sets(reasons: &Reasons) -> String {
    let columns = [
        ("set", Side::Left),
        ("tasks", Side::Right),
        ("correct", Side::Right),
        ("wrong", Side::Right),
        ("uncertified", Side::Right),
        ("unknown", Side::Right),
        ("error", Side::Right),
        ("no verdict because", Side::Left),
    ];
    let row = |name: &str, counts: &Counts, because: String| {
        let figures = [
            counts.tasks,
            counts.correct,
            counts.wrong,
            counts.uncertified,
            counts.unknown,
            counts.error,
        ];
        let mut cells = vec![plain(name)];
        cells.extend(figures.map(|figure| figure.to_string()));
        cells.push(because);
        cells
    };
    let mut total = Counts::default();
    let mut rows = Vec::new();
    for (set, counts) in &reasons.sets {
        let here = reasons.open.iter().filter(|task| task.name.set() == set);
        rows.push(row(
            set,
            counts,
            enumerated(here.map(|task| task.class.name())),
        ));
        total.tasks += counts.tasks;
        total.correct += counts.correct;
        total.wrong += counts.wrong;
        total.uncertified += counts.uncertified;
        total.unknown += counts.unknown;
        total.error += counts.error;
    }
    let all = reasons.open.iter().map(|task| task.class.name());
    rows.push(row("total", &total, enumerated(all)));
    table(&columns, &rows)
}

fn causes(open: &[Open]) -> String {
    let columns = [
        ("main cause", Side::Left),
        ("tasks", Side::Right),
        ("part", Side::Right),
        ("in the longest search of", Side::Left),
        ("sets", Side::Left),
    ];
    let row = |(what, count): (&str, usize)| {
        let tasks = || open.iter().filter(|task| task.cause.what == what);
        vec![
            plain(what),
            count.to_string(),
            percent(count, open.len()),
            enumerated(tasks().filter_map(|task| task.cause.search.clone())),
            enumerated(tasks().map(|task| task.name.set().to_owned())),
        ]
    };
    let all = counted(open.iter().map(|task| task.cause.what.as_str()));
    if all.is_empty() {
        return String::new();
    }
    table(&columns, &all.into_iter().map(row).collect::<Vec<_>>())
}

/// One row per engine and arithmetic, one column per ending that occurs.
fn endings(open: &[Open]) -> String {
    let searches = || open.iter().flat_map(|task| &task.searches);
    let present: BTreeSet<Ending> = searches().map(|search| search.ending).collect();
    if present.is_empty() {
        return String::new();
    }
    let name_of = |search: &SearchRecord| format!("{} {}", search.engine, search.arithmetic);
    let mut columns = vec![("search", Side::Left), ("number", Side::Right)];
    columns.push(("seconds", Side::Right));
    columns.extend(present.iter().map(|ending| (ending.name(), Side::Right)));
    let row = |(name, count): (String, usize)| {
        let here = || searches().filter(|search| name_of(search) == name);
        let seconds: f64 = here().map(|search| search.seconds).sum();
        let mut cells = vec![plain(&name), count.to_string(), format!("{seconds:.1}")];
        cells.extend(present.iter().map(|ending| {
            let number = here().filter(|search| search.ending == *ending).count();
            number.to_string()
        }));
        cells
    };
    let all = counted(searches().map(name_of));
    table(&columns, &all.into_iter().map(row).collect::<Vec<_>>())
}

/// One row per construct, the families with most tasks first.
fn constructs(open: &[Open]) -> String {
    let found = open.iter().filter_map(|task| match &task.class {
        Class::Unsupported(construct) => Some((construct.as_str(), task.name.set())),
        _ => None,
    });
    let found: Vec<(&str, &str)> = found.collect();
    if found.is_empty() {
        return String::new();
    }
    let columns = [
        ("family", Side::Left),
        ("construct", Side::Left),
        ("tasks", Side::Right),
        ("sets", Side::Left),
    ];
    let mut rows = Vec::new();
    for (family_name, _) in counted(found.iter().map(|(construct, _)| family(construct))) {
        let members = found.iter().filter(|(one, _)| family(one) == family_name);
        for (construct, count) in counted(members.map(|(construct, _)| *construct)) {
            let here = found.iter().filter(|(one, _)| *one == construct);
            rows.push(vec![
                family_name.to_owned(),
                plain(construct),
                count.to_string(),
                enumerated(here.map(|(_, set)| (*set).to_owned())),
            ]);
        }
    }
    table(&columns, &rows)
}

fn list(open: &[Open]) -> String {
    open.iter().map(line).collect()
}

fn line(task: &Open) -> String {
    let reason = match task.class {
        Class::Incomparable => task.class.name(),
        _ => task.reason.clone(),
    };
    let searches = task.searches.iter().map(short).collect::<Vec<_>>();
    let searches = if searches.is_empty() {
        String::new()
    } else {
        format!(" ({})", searches.join("; "))
    };
    let (path, property) = (plain(&task.name.path), plain(&task.name.property));
    format!("- {path}, {property}: {}{searches}\n", plain(&reason))
}

/// `kind bv: solver stuck, 8.0 s, level 3`; level and lemmas where there are some.
fn short(search: &SearchRecord) -> String {
    let SearchRecord {
        engine,
        arithmetic,
        seconds,
        ending,
        level,
        lemmas,
        ..
    } = search;
    let mut text = format!("{engine} {arithmetic}: {}, {seconds:.1} s", ending.name());
    if *level > 0 {
        text.push_str(&format!(", level {level}"));
    }
    if *lemmas > 0 {
        text.push_str(&format!(", {lemmas} lemmas"));
    }
    plain(&text)
}
