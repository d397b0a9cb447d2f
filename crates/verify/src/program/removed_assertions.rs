//! NDEBUG: files in which `assert` checks nothing.

use crate::program::project::{Project, Source};
use crate::request::Input;
use invar_frontend::clang::Macro;
use invar_report::{Assumption, AssumptionKind};

/// The macro that makes `assert` check nothing (C11 7.2).
const NDEBUG: &str = "NDEBUG";

/// Says of each file with assertions that NDEBUG removes them.
pub(crate) fn removed_assertions(input: &Input) -> Vec<Assumption> {
    let Ok(project) = Project::of(input) else {
        return Vec::new();
    };
    let sources = project.sources.iter();
    let removed = sources.filter(|source| removes(source, &input.clang_arguments));
    let told = removed.map(|source| Assumption {
        kind: AssumptionKind::RemovedAssertions,
        text: format!(
            "NDEBUG is defined for {}: assert checks nothing there",
            invar_report::visible(&source.path.display().to_string())
        ),
        subject: Some(NDEBUG.into()),
        place: None,
        count: 0,
    });
    told.collect()
}

/// Whether a file has assertions that NDEBUG removes: by its text, its options, or further arguments of clang.
fn removes(source: &Source, further: &[String]) -> bool {
    let text = std::fs::read(&source.path).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let options = source.options.macros.iter().rev().find_map(|m| match m {
        Macro::Define(text) if name(text) == NDEBUG => Some(true),
        Macro::Undefine(text) if text == NDEBUG => Some(false),
        _ => None,
    });
    let mut further = further
        .iter()
        .filter_map(|argument| argument.strip_prefix("-D"));
    let is_defined = options == Some(true) || further.any(|d| name(d) == NDEBUG);
    text.contains("assert") && (is_defined || defines(&text))
}

/// The name of a macro in `NAME=VALUE`.
fn name(definition: &str) -> &str {
    let end = definition.find(['=', '(']).unwrap_or(definition.len());
    definition[..end].trim()
}

/// Whether a line of the text defines it.
fn defines(text: &str) -> bool {
    text.lines().any(|line| {
        let rest = line.trim_start().strip_prefix('#');
        let rest = rest.and_then(|rest| rest.trim_start().strip_prefix("define"));
        rest.is_some_and(|rest| rest.split_whitespace().next() == Some(NDEBUG))
    })
}

#[cfg(test)]
mod tests {
    use super::{defines, name};

    #[test]
    fn definitions_are_found() {
        assert!(defines("#define NDEBUG\n#include <assert.h>"));
        assert!(defines("int x;\n # define NDEBUG 1"));
        assert!(!defines("#ifdef NDEBUG\n#endif"));
        assert!(!defines("#define NDEBUGGING"));
        assert_eq!((name("NDEBUG=1"), name("NDEBUG")), ("NDEBUG", "NDEBUG"));
    }
}
