//! The functions of C files.

use invar_cfa::Span;
use invar_frontend::ast::{FunId, Unit};
use invar_frontend::written;
use invar_survey::Function;

/// A function with a body.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Found {
    /// Where it is and what it is called.
    pub function: Function,
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
        let parameters = function.parameters.iter();
        let parameters = parameters.map(|id| unit.variables[id.0 as usize].name.to_string());
        (is_listed && !written::is_of_contract(unit, id)).then(|| Found {
            function: Function {
                file,
                line: span.line,
                column: span.column,
                name: function.name.to_string(),
                parameters: parameters.collect(),
            },
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
