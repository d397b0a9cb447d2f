//! The functions of C files.

use invar_cfa::Span;
use invar_frontend::ast::{FunId, Unit};
use invar_frontend::written;

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
    /// What the text says about it.
    pub specified: Specified,
}

/// What the text says about a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Specified {
    /// A contract.
    Contract,
    /// Nothing.
    Nothing,
}

/// The functions that these files define, in the order of the text; of headers those with a contract.
pub fn of(unit: &Unit, files: &[String]) -> Vec<Found> {
    let contracts = written::contracts(unit);
    let functions = unit.functions.iter().enumerate();
    let found = functions.filter_map(|(number, function)| {
        let id = FunId(number as u32);
        let span: Span = function.body.as_ref()?.span?;
        let file = unit.sources.path(span.file).to_owned();
        let has_contract = contracts.iter().any(|contract| contract.function == id);
        let is_listed = files.contains(&file) || has_contract;
        (is_listed && !written::is_of_contract(unit, id)).then(|| Found {
            file,
            line: span.line,
            name: function.name.to_string(),
            id,
            specified: if has_contract {
                Specified::Contract
            } else {
                Specified::Nothing
            },
        })
    });
    let mut found: Vec<_> = found.collect();
    found.sort();
    found
}
