//! Acceptances in a file of entries.

use super::{Acceptance, Acceptances, Scope, date_of, known_property};
use serde::Deserialize;
use toml::Spanned;

/// The file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entries {
    #[serde(default)]
    accept: Vec<Spanned<Entry>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    function: String,
    file: Option<String>,
    property: OneOrMore,
    reason: String,
    until: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMore {
    One(String),
    More(Vec<String>),
}

/// Reads the text of a file of `[[accept]]` entries: function, property, reason, and if wanted file and until.
///
/// # Errors
///
/// The text is not of this form.
pub fn read(path: &str, text: &str) -> Result<Acceptances, String> {
    let entries: Entries = toml::from_str(text).map_err(|error| {
        let line = error.span().map_or(1, |span| line_of(text, span.start));
        format!("{path}:{line}: {}", error.message())
    })?;
    let mut all = Acceptances::default();
    for entry in entries.accept {
        let said_at = format!("{path}:{}", line_of(text, entry.span().start));
        match acceptance(entry.into_inner(), &said_at) {
            Ok(acceptance) => all.list.push(acceptance),
            Err(why) => all.problems.push(format!("{said_at}: {why}")),
        }
    }
    Ok(all)
}

fn acceptance(entry: Entry, said_at: &str) -> Result<Acceptance, String> {
    let properties = match entry.property {
        OneOrMore::One(property) => vec![property],
        OneOrMore::More(properties) => properties,
    };
    let properties: Result<Vec<_>, _> =
        properties.iter().map(|name| known_property(name)).collect();
    if entry.reason.trim().is_empty() {
        return Err("an acceptance needs a reason".to_owned());
    }
    Ok(Acceptance {
        properties: properties?,
        until: entry.until.as_deref().map(date_of).transpose()?,
        reason: entry.reason,
        scope: Scope::Function {
            name: entry.function,
            file: entry.file,
        },
        said_at: said_at.to_owned(),
    })
}

fn line_of(text: &str, offset: usize) -> usize {
    text.get(..offset).unwrap_or_default().matches('\n').count() + 1
}
