//! The functions of C files.

use invar_cfa::Span;
use invar_frontend::ast::{FunId, Unit};

/// A function with a body.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Found {
    /// The file that defines it.
    pub file: String,
    /// The first line of its body.
    pub line: u32,
    /// Its name.
    pub name: String,
    /// Its name in the unit.
    pub id: FunId,
}

/// The functions that these files define, in the order of the text; not those of headers.
pub fn of(unit: &Unit, files: &[String]) -> Vec<Found> {
    let functions = unit.functions.iter().enumerate();
    let found = functions.filter_map(|(number, function)| {
        let span: Span = function.body.as_ref()?.span?;
        let file = unit.sources.path(span.file).to_owned();
        files.contains(&file).then(|| Found {
            file,
            line: span.line,
            name: function.name.to_string(),
            id: FunId(number as u32),
        })
    });
    let mut found: Vec<_> = found.collect();
    found.sort();
    found
}
