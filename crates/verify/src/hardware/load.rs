//! From a file to a circuit.

use super::recognise::ModelFormat;
use invar_cfa::SourcePlace;
use invar_circuit::btor2::{self, Blasted, Btor2Error, Problem};
use invar_circuit::{Circuit, aiger};
use invar_verdict::Reason;
use std::path::Path;

/// A model as it was read.
pub enum Model {
    /// Bits already.
    Aiger(Box<Circuit>),
    /// Words, and the bits that they became.
    Btor2(Box<(btor2::Model, Blasted)>),
}

impl Model {
    /// What it means.
    pub fn circuit(&self) -> &Circuit {
        match self {
            Model::Aiger(circuit) => circuit,
            Model::Btor2(words) => &words.1.circuit,
        }
    }
}

/// Reads a model.
///
/// # Errors
/// The file cannot be read, is not of its format, or states nothing to check.
pub fn load(path: &Path, format: ModelFormat) -> Result<Model, Reason> {
    let input =
        |message: &dyn std::fmt::Display| Reason::Input(format!("{}: {message}", path.display()));
    let bytes = std::fs::read(path).map_err(|error| input(&error))?;
    let model = match format {
        ModelFormat::Aiger => {
            let circuit = aiger::read(&bytes).map_err(|error| input(&error))?;
            Model::Aiger(Box::new(circuit))
        }
        ModelFormat::Btor2 => {
            let words = btor2::read(&bytes).map_err(|error| too_large(path, &error))?;
            let blasted = words.blast().map_err(|error| too_large(path, &error))?;
            Model::Btor2(Box::new((words, blasted)))
        }
    };
    if model.circuit().bad.is_empty() {
        return Err(input(
            &"the model has no bad state, so there is nothing to check",
        ));
    }
    Ok(model)
}

/// A model that is right, but too large in bits, is unsupported; everything else is its own fault.
fn too_large(path: &Path, error: &Btor2Error) -> Reason {
    match error.problem {
        Problem::ArrayTooLarge(_) | Problem::TooLarge => {
            let place = SourcePlace {
                path: path.display().to_string(),
                line: error.line,
                column: None,
            };
            Reason::unsupported(error.problem.to_string(), Some(place))
        }
        _ => Reason::Input(format!("{}: {error}", path.display())),
    }
}
