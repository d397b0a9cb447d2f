//! The searches on bits, one property at a time.

use crate::observer::{Event, Observer, Standing};
use crate::request::{EngineId, SearchOptions};
use invar_bitlevel::{Counters, Method, Outcome};
use invar_budget::Budget;
use invar_circuit::Circuit;

/// The name of the arithmetic in reports.
pub const ARITHMETIC: &str = "bits";

/// The result of a search, and the engine.
pub struct Found {
    /// The evidence, not checked yet.
    pub outcome: Outcome,
    /// What was done for it.
    pub counters: Counters,
    /// The engine that found it, or searched last.
    pub engine: &'static str,
}

/// Searches for evidence about one property.
pub fn search(
    circuit: &Circuit,
    property: usize,
    asked: &SearchOptions,
    budget: &Budget,
    observer: &dyn Observer,
) -> Found {
    let method = asked.engine.row().circuits.unwrap_or(Method::Auto);
    let name = match method {
        Method::Auto => EngineId::Ic3Bool.name(),
        _ => asked.engine.name(),
    };
    observer.event(&Event::Standing(Standing {
        engine: name.into(),
        arithmetic: ARITHMETIC.into(),
        activity: format!("searching for property {property}"),
        ..Standing::default()
    }));
    let options = invar_bitlevel::Options {
        method,
        ..asked.bits.clone()
    };
    let (outcome, counters) = invar_bitlevel::check(circuit, property, &options, budget);
    let engine = match counters.found_by {
        "" => name,
        found_by => found_by,
    };
    Found {
        outcome,
        counters,
        engine,
    }
}
