//! A file of configurations: `LABEL: ARGUMENTS` per line, `#` for comments.

use serde::{Deserialize, Serialize};
use std::path::Path;

/// One configuration of a search, with a name for tables, plots and folders.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Configuration {
    /// The name.
    pub label: String,
    /// The arguments for `invar bench`, separated by blanks.
    pub arguments: String,
}

impl Configuration {
    /// An engine with its defaults, under its own name.
    pub fn of_engine(engine: &str) -> Configuration {
        Configuration {
            label: engine.to_owned(),
            arguments: format!("--engine {engine}"),
        }
    }
}

/// Reads a file.
pub fn read(path: &Path) -> Result<Vec<Configuration>, String> {
    let text = std::fs::read_to_string(path);
    text.map_err(|error| error.to_string())
        .and_then(|text| parse(&text))
        .map_err(|error| format!("{}: {error}", path.display()))
}

fn parse(text: &str) -> Result<Vec<Configuration>, String> {
    let mut configurations: Vec<Configuration> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let describe = |what: &str| format!("line {}: {what}", number + 1);
        let (label, arguments) = line
            .split_once(':')
            .ok_or_else(|| describe("not of the form LABEL: ARGUMENTS"))?;
        let label = label.trim();
        if !is_label(label) {
            return Err(describe(
                "a label is letters, digits and + _ . -, and begins with a letter or digit",
            ));
        }
        if configurations.iter().any(|known| known.label == label) {
            return Err(describe(&format!("the label {label} is there already")));
        }
        let words: Vec<&str> = arguments.split_whitespace().collect();
        configurations.push(Configuration {
            label: label.to_owned(),
            arguments: words.join(" "),
        });
    }
    if configurations.is_empty() {
        Err("no configurations".into())
    } else {
        Ok(configurations)
    }
}

/// A label is the name of a folder: `..` or a path must not be one.
fn is_label(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphanumeric())
        && text
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "+_.-".contains(c))
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn lines_are_labels_and_arguments() {
        let text = "# presets\n\nCR:  --engine ic3-cegar   --cegar CR\nCR+x_1.2-b: --engine bmc # why\nplain:\n";
        let read = parse(text).expect("the file is right");
        let read: Vec<(&str, &str)> = read
            .iter()
            .map(|one| (one.label.as_str(), one.arguments.as_str()))
            .collect();
        assert_eq!(
            read,
            [
                ("CR", "--engine ic3-cegar --cegar CR"),
                ("CR+x_1.2-b", "--engine bmc"),
                ("plain", ""),
            ]
        );
    }

    #[test]
    fn what_is_not_a_configuration_is_refused_with_its_line() {
        for (text, line) in [
            ("a: x\nb --engine bmc\n", "line 2"),
            ("a: x\n\na: y\n", "line 3"),
            ("..: x\n", "line 1"),
            ("a/b: x\n", "line 1"),
            ("a b: x\n", "line 1"),
            (": x\n", "line 1"),
            ("# nothing\n", "no configurations"),
        ] {
            let error = parse(text).expect_err(text);
            assert!(error.contains(line), "{error}");
        }
    }
}
