//! Pages about words in reports, and tables of what is assumed and checked.
//!
//! `pages` reads the texts of `pages.toml`: one page per reason, status and exit code. `tables` writes the tables that the
//! book shows, from the assumptions of `cfa` and from `annex_j2`, the list of undefined behaviour in C11.
//!
//! Must not know: programs, verification, command lines, terminals.

#![deny(missing_docs)]

mod annex_j2;
mod pages;
mod tables;

use invar_cfa::Property;
use pages::{PAGES, Page};

/// The page about a word, the table of that name, or the page about a property.
pub fn explain(word: &str) -> Option<String> {
    let own_page = page(word).map(text);
    let table = || tables::table(&folded(word));
    own_page.or_else(table).or_else(|| property(word))
}

/// The page about a word; blanks and dashes are the same.
fn page(word: &str) -> Option<&'static Page> {
    let word = folded(word);
    let is_it = |page: &&Page| {
        let mut names = std::iter::once(&page.name).chain(&page.also);
        names.any(|name| folded(name) == word)
    };
    PAGES.iter().find(is_it)
}

/// The page about a property that has none of its own, from the table of properties.
fn property(word: &str) -> Option<String> {
    let word = folded(word);
    let mut table = Property::NAMED.iter();
    let entry = table.find(|entry| folded(entry.name) == word)?;
    let formula = entry.formula.map_or_else(String::new, |_| {
        let text = invar_witness::svcomp::specification(entry.name);
        format!("\nAs a .prp file: {text}\n")
    });
    Some(format!(
        "{}\n\n{}{formula}\nExample\n\n    $ invar check motor.c --property {}\n",
        entry.name,
        wrapped(&format!("A property: {}", entry.help)),
        entry.name
    ))
}

fn folded(word: &str) -> String {
    word.trim().to_ascii_lowercase().replace(['-', '_'], " ")
}

fn text(page: &Page) -> String {
    let Page {
        name,
        what,
        why,
        help,
        example,
        ..
    } = page;
    let indented = |text: &str| {
        let lines = text.lines().map(|line| format!("    {line}\n"));
        lines.collect::<String>().replace("    \n", "\n")
    };
    format!(
        "{name}\n\n{}\nWhy it happens\n\n{}\nWhat to do\n\n{}\nExample\n\n{}",
        wrapped(what),
        wrapped(why),
        wrapped(help),
        indented(example)
    )
}

/// A paragraph for terminals of 80 columns.
fn wrapped(text: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is a first line");
        if line.len() + 1 + word.len() > 78 && !line.is_empty() {
            lines.push(word.to_owned());
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines.join("\n") + "\n"
}

/// The names of all pages and tables, with the first sentence of each page.
pub fn list() -> String {
    let mut text = String::from("Pages of `invar explain WORD`:\n\n");
    for page in PAGES.iter() {
        let first = page.what.split_inclusive(['.', ':']).next();
        let first = first.unwrap_or_default().replace('\n', " ");
        let first = first.trim_end_matches(['.', ':']);
        text.push_str(&format!("  {:<22} {first}\n", page.name));
    }
    let more = Property::NAMED.iter().map(|entry| entry.name);
    let more: Vec<&str> = more.filter(|name| page(name).is_none()).collect();
    let tables: Vec<&str> = tables::TABLES.iter().map(|(name, _)| *name).collect();
    text.push_str(&wrapped(&format!(
        "\nAlso the properties {}, and the tables {}.",
        more.join(", "),
        tables.join(", ")
    )));
    text
}

/// What to tell about a word without a page: the nearest name, if one is near.
pub fn hint(word: &str) -> String {
    let word = folded(word);
    let names = PAGES
        .iter()
        .flat_map(|page| std::iter::once(&page.name).chain(&page.also));
    let scored = names.map(|name| (strsim::damerau_levenshtein(&folded(name), &word), name));
    match scored.min_by_key(|(distance, _)| *distance) {
        Some((distance, name)) if distance <= 1 + word.len() / 3 => {
            format!("did you mean '{name}'?")
        }
        _ => "`invar explain` alone lists the pages".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{PAGES, hint, list, page, property, text};
    use invar_cfa::Property;
    use invar_verdict::ReasonClass;
    use std::collections::BTreeSet;

    #[test]
    fn every_class_of_reason_status_and_exit_code_has_a_page() {
        let statuses = [
            "proved",
            "violated",
            "unreachable",
            "unaffected",
            "unknown",
            "safe",
            "unsafe",
        ];
        let codes = ["0", "1", "2", "3", "exit codes"];
        let classes: Vec<&str> = ReasonClass::ALL.iter().map(|class| class.name()).collect();
        for word in classes.iter().chain(&statuses).chain(&codes) {
            let page = page(word).unwrap_or_else(|| panic!("no page about {word}"));
            let text = text(page);
            for part in ["Why it happens", "What to do", "Example"] {
                assert!(text.contains(part), "{word}");
            }
            assert!(!page.example.is_empty() && !page.help.is_empty(), "{word}");
            assert!(list().contains(&page.name), "{word}");
        }
    }

    #[test]
    fn every_property_has_a_page() {
        for entry in Property::NAMED {
            let text = page(entry.name).map(text).or_else(|| property(entry.name));
            let text = text.unwrap_or_else(|| panic!("no page about {}", entry.name));
            assert!(text.starts_with(entry.name), "{text}");
            assert!(list().contains(entry.name), "{}", entry.name);
        }
    }

    #[test]
    fn names_are_unique_and_lines_fit_a_terminal() {
        let mut seen = BTreeSet::new();
        for page in PAGES.iter() {
            for name in std::iter::once(&page.name).chain(&page.also) {
                assert!(seen.insert(name.as_str()), "{name}");
            }
            for line in text(page).lines() {
                assert!(line.len() <= 90, "{}: {line}", page.name);
            }
        }
    }

    #[test]
    fn a_wrong_word_gets_the_nearest() {
        assert_eq!(hint("timout"), "did you mean 'timeout'?");
        assert!(page("Certificate-Rejected").is_some());
        assert!(hint("qwertzuiop").contains("lists the pages"));
    }
}
