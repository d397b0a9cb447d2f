//! Arguments of `validate`.

use super::{InputArguments, StoreArguments};
use crate::units;
use clap::Args;
use invar_cfa::Property;
use invar_verify::request::{Limits, PropertyRequest, Request};
use std::path::PathBuf;
use std::time::Duration;

/// Arguments of `validate`.
#[derive(Args, Debug, Clone)]
pub struct ValidateArguments {
    /// The input.
    #[command(flatten)]
    pub input: InputArguments,
    /// The witness: format 2.0 of the verification competition, from any tool.
    #[arg(long, value_name = "FILE")]
    pub witness: PathBuf,
    /// The property [default: what the witness says].
    #[arg(long, value_name = "NAME")]
    pub property: Option<String>,
    /// Give up after this time, e.g. 20s or 5m.
    #[arg(long, value_parser = units::duration, default_value = "300s")]
    pub timeout: Duration,
    /// Give up beyond this memory (all processes together), e.g. 500MB or 4GB.
    #[arg(long, value_parser = units::megabytes, value_name = "SIZE")]
    pub memory: Option<u64>,
}

impl ValidateArguments {
    /// The check that decides.
    pub fn request(&self) -> Request {
        let property = self.property.clone();
        Request {
            input: self.input.input(),
            property: PropertyRequest {
                names: property.map_or_else(|| stated_properties(&self.witness), |name| vec![name]),
            },
            limits: Limits {
                time: self.timeout,
                memory_mb: self.memory,
                ..Limits::default()
            },
            store: StoreArguments::default().choice(),
            witness: Some(self.witness.clone()),
            ..Request::default()
        }
    }
}

/// The properties that a witness names; the competition's most common one if it names none.
fn stated_properties(witness: &std::path::Path) -> Vec<String> {
    let text = std::fs::read_to_string(witness).unwrap_or_default();
    let entries = invar_witness::svcomp::read(&text).unwrap_or_default();
    let specifications = entries
        .iter()
        .map(|e| e.metadata.task.specification.as_str());
    let mut stated: Vec<String> = specifications.flat_map(stated_by).collect();
    stated.sort();
    stated.dedup();
    if stated.is_empty() {
        return vec![Property::UNREACH_CALL.to_string()];
    }
    stated
}

/// The properties of a specification: names, where the competition has no formula, or formulas.
fn stated_by(specification: &str) -> Vec<String> {
    let names: Vec<&str> = specification.split(',').map(str::trim).collect();
    if names.iter().all(|name| Property::named(name).is_some()) {
        return names.into_iter().map(str::to_owned).collect();
    }
    let says = |formula: &str| specification.contains(formula);
    let stated = Property::NAMED.iter();
    let stated = stated.filter(|entry| entry.formula.is_some_and(says));
    stated.map(|entry| entry.name.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::stated_by;

    #[test]
    fn specifications_are_names_or_formulas() {
        assert_eq!(stated_by("default"), ["default"]);
        assert_eq!(stated_by("assert, shift"), ["assert", "shift"]);
        let overflow = "CHECK( init(main()), LTL(G ! overflow) )";
        assert_eq!(stated_by(overflow), ["no-overflow"]);
        let memory =
            "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )";
        assert_eq!(stated_by(memory), ["valid-deref", "valid-free"]);
        assert!(stated_by("something else").is_empty());
    }
}
