//! What finds interpolants: invar itself, or a program that the environment names.

use invar_solver::{Dialect, ProcessInterpolation};
use invar_verdict::Reason;

/// The environment variable that chooses.
const VARIABLE: &str = "INVAR_INTERPOLATION";

/// The program to ask; `None` where invar finds interpolants itself.
///
/// # Errors
/// If the choice is unknown, or its program is not there.
pub(crate) fn chosen(memory_mb: Option<u64>) -> Result<Option<ProcessInterpolation>, Reason> {
    let name = match std::env::var(VARIABLE) {
        Ok(name) => name,
        Err(std::env::VarError::NotPresent) => return Ok(None),
        Err(error) => return Err(Reason::Input(format!("{VARIABLE}: {error}"))),
    };
    if name.is_empty() || name == "own" {
        return Ok(None);
    }
    let Some(dialect) = Dialect::ALL.into_iter().find(|d| d.name() == name) else {
        let names: Vec<&str> = Dialect::ALL.iter().map(|d| d.name()).collect();
        return Err(Reason::Input(format!(
            "{VARIABLE}={name} is unknown\nhint: own, {}",
            names.join(", ")
        )));
    };
    let program = ProcessInterpolation::new(dialect)
        .map_err(|error| Reason::Input(format!("{VARIABLE}={name}: {error}")))?;
    Ok(Some(match memory_mb {
        Some(limit) => program.with_memory_mb(limit),
        None => program,
    }))
}
