//! Several translation units to one, as a linker does it, but with the types still known.
//!
//! Units are joined one after the other. Reading order: `records` finds out which structs of the
//! next unit are known already, `plan` which functions and variables are, `renumber` carries over
//! the trees, `types` decides whether two declarations agree; `complete` does what needs the whole
//! program.
//!
//! What does not fit together is refused with both places, never guessed: two definitions, two
//! initialisers, two types.

mod complete;
mod join;
mod plan;
mod records;
mod renumber;
mod types;

pub(crate) use renumber::Numbers;

use crate::ast::Unit;
use crate::diagnostic::Diagnostic;

/// Refuses files of several programs, which are easily mixed up.
fn one_main(units: &[Unit]) -> Result<(), Diagnostic> {
    let mut places = Vec::new();
    for unit in units {
        let main = unit
            .functions
            .iter()
            .find(|f| &*f.name == "main" && f.body.is_some());
        if let Some(span) = main.and_then(|main| main.span) {
            places.push(unit.sources.describe(span));
        }
    }
    if places.len() < 2 {
        return Ok(());
    }
    let message = format!("several files define `main`: {}", places.join(", "));
    Err(Diagnostic::new(message).with_hint("list the files of one program"))
}

/// Links units, in this order; library models, which may be in several of them, are linked once.
///
/// # Errors
///
/// Something is defined twice, or declared with types that do not agree.
pub fn link(units: Vec<Unit>) -> Result<Unit, Diagnostic> {
    one_main(&units)?;
    let mut units = units.into_iter();
    let mut whole = units.next().unwrap_or_default();
    for unit in units {
        whole = join::join(whole, unit)?;
    }
    complete::complete(&mut whole);
    Ok(whole)
}
