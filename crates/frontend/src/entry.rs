//! Starting elsewhere than at `main`: a function is called with any arguments, in any state of the
//! program's variables.

use crate::ast::{FunId, Storage, Unit};
use crate::diagnostic::Diagnostic;
use crate::library::ERROR_NUMBER;
use crate::models::is_model;

/// Makes a unit ready to start at a function, and returns the function.
///
/// Variables that live forever hold anything from now on, but for those that are constant and those
/// of library models other than `errno`. Pointers among what is arbitrary are as from code that is not there: null, or
/// to objects of that code.
///
/// # Errors
///
/// There is no function of this name with a body, or several.
pub fn open(unit: &mut Unit, name: &str) -> Result<FunId, Diagnostic> {
    let function = find(unit, name)?;
    for number in 0..unit.variables.len() {
        let variable = &unit.variables[number];
        let lives_forever = matches!(variable.storage, Storage::Global | Storage::StaticLocal(_));
        let is_open = !is_model(unit, variable.span) || &*variable.name == ERROR_NUMBER;
        if lives_forever && is_open && !variable.constant {
            let variable = &mut unit.variables[number];
            variable.storage = Storage::External;
            variable.initialiser = None;
        }
    }
    Ok(function)
}

/// The function of a name.
///
/// # Errors
///
/// There is none with a body, or there are several.
pub fn find(unit: &Unit, name: &str) -> Result<FunId, Diagnostic> {
    let functions = unit.functions.iter().enumerate();
    let with_body = functions.filter(|(_, f)| &*f.name == name && f.body.is_some());
    let found: Vec<usize> = with_body.map(|(number, _)| number).collect();
    match found.as_slice() {
        [one] => Ok(FunId(*one as u32)),
        [] => {
            let declared = unit.functions.iter().any(|f| &*f.name == name);
            let message = if declared {
                format!("the function `{name}` has no body")
            } else {
                format!("the program has no function `{name}`")
            };
            Err(Diagnostic::new(message).with_hint(candidates(unit)))
        }
        several => {
            let spans = several.iter().filter_map(|f| unit.functions[*f].span);
            let places: Vec<String> = spans.map(|s| unit.sources.describe(s)).collect();
            let message = format!("several files define `{name}`: {}", places.join(", "));
            Err(Diagnostic::new(message).with_hint("list the files of one program"))
        }
    }
}

/// Some functions that could be meant.
fn candidates(unit: &Unit) -> String {
    let own = unit.functions.iter();
    let own = own.filter(|f| f.body.is_some() && !is_model(unit, f.span) && &*f.name != "main");
    let names: Vec<&str> = own.map(|f| &*f.name).take(5).collect();
    if names.is_empty() {
        "no function of the program has a body".to_owned()
    } else {
        format!("functions with a body are {}", names.join(", "))
    }
}
