//! The functions of C files.

use invar_cfa::Span;
use invar_frontend::ast::Unit;

/// A function with a body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// Its name.
    pub name: String,
    /// The file that defines it.
    pub file: String,
    /// The first line of its body.
    pub line: u32,
}

/// The functions that these files define, in the order of the text; not those of headers.
pub fn of(unit: &Unit, files: &[String]) -> Vec<Found> {
    let begins = unit.functions.iter().filter_map(|function| {
        let span: Span = function.body.as_ref()?.span?;
        let file = unit.sources.path(span.file).to_owned();
        files
            .contains(&file)
            .then(|| (file, span.line, function.name.to_string()))
    });
    let mut begins: Vec<_> = begins.collect();
    begins.sort();
    let found = |(file, line, name)| Found { name, file, line };
    begins.into_iter().map(found).collect()
}
