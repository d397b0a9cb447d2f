//! Reading: from C files to the program that is certified and the one that engines work on.

use crate::program::project::Project;
use crate::request::{Input, PreconditionQuestion};
use invar_budget::Moment;
use invar_cfa::{Program, Property};
use invar_frontend::ast::{AddressRange, FunId, Output, Unit};
use invar_frontend::clang::ParseOptions;
use invar_frontend::interrupts::Handler;
use invar_frontend::lower::ExternalMemory;
use invar_frontend::written::Contract;
use invar_passes::{InlineError, InlineLimits, PassOptions, Prepared};
use invar_verdict::{Limit, Reason};
use std::borrow::Cow;
use std::path::PathBuf;

/// Edges of an inlined program beyond which calls are cut off.
pub const MAX_EDGES: usize = 150_000;
/// Depths of inlined recursion that are tried before the limit.
pub const RECURSION_DEPTHS: [u32; 5] = [2, 6, 12, 30, 80];

/// The proof reading is of contracts: in it values are chosen when the function that is checked begins.
const NO_CONTRACT: &str = "the entry function has no contract";

/// Reads C files into a program.
pub fn load(
    input: &Input,
    property: Property,
    deadline: Option<Moment>,
) -> Result<Program, Reason> {
    lowered(&mut parsed(input, deadline)?, input, property)
}

/// As [`load`], for a run whose output is shown.
pub fn load_for_run(
    input: &Input,
    property: Property,
    deadline: Option<Moment>,
) -> Result<Program, Reason> {
    let mut files = files(input, deadline)?;
    for (_, options) in &mut files {
        options.output = Output::Shown;
    }
    lowered(&mut parsed_files(&files)?, input, property)
}

/// The syntax tree of C files, linked.
pub fn parsed(input: &Input, deadline: Option<Moment>) -> Result<Unit, Reason> {
    parsed_files(&files(input, deadline)?)
}

fn parsed_files(files: &[(PathBuf, ParseOptions)]) -> Result<Unit, Reason> {
    let files: Vec<_> = (files
        .iter()
        .map(|(path, options)| (path.as_path(), options)))
    .collect();
    invar_frontend::clang::parse_all(&files).map_err(|diagnostic| {
        let names = files.iter().map(|(path, _)| path.display().to_string());
        Reason::Input(with_visible_names(diagnostic.to_string(), names))
    })
}

/// A message of several lines in which file names have one.
fn with_visible_names(message: String, names: impl Iterator<Item = String>) -> String {
    names.fold(message, |message, name| {
        match invar_report::visible(&name) {
            Cow::Owned(shown) => message.replace(&name, &shown),
            Cow::Borrowed(_) => message,
        }
    })
}

/// The C files, each with its options.
pub fn files(
    input: &Input,
    deadline: Option<Moment>,
) -> Result<Vec<(PathBuf, ParseOptions)>, Reason> {
    Ok(project(input)?.files(deadline))
}

fn project(input: &Input) -> Result<Project, Reason> {
    let project = input.project();
    project.map_err(|problem| Reason::Input(problem.to_string()))
}

/// The contracts that stand for calls: all, or those of functions without a body and of the entry function.
fn calls_by_contract(unit: &Unit, input: &Input, contracts: &[Contract]) -> Vec<Contract> {
    let is_taken = |contract: &&Contract| {
        let function = unit.function(contract.function);
        let is_entry = input.entry.as_deref() == Some(&*function.name);
        let has_body = function.body.is_some();
        if has_body && invar_frontend::written::uses_hidden_pointers(unit, contract.function) {
            return false;
        }
        !input.contracts.follows_bodies() || is_entry || !has_body
    };
    contracts.iter().filter(is_taken).cloned().collect()
}

/// The program of a syntax tree.
pub fn lowered(unit: &mut Unit, input: &Input, property: Property) -> Result<Program, Reason> {
    let data_model = project(input)?.data_model;
    unit.externals = input.externals.reading(property);
    unit.allocation = input.allocation.reading();
    invar_frontend::volatile::read_as(unit, input.volatile.reading(property));
    let registers = input.registers.iter().map(|range| AddressRange {
        first: range.first,
        last: range.last,
    });
    unit.registers = registers.collect();
    let contracts = invar_frontend::written::contracts(unit);
    let by_contract = calls_by_contract(unit, input, &contracts);
    invar_frontend::written::replace_calls(unit, &by_contract);
    if let Some(name) = input.entry.as_deref().filter(|name| *name != "main") {
        let entry = invar_frontend::entry::open(unit, name)
            .map_err(|diagnostic| Reason::Input(diagnostic.to_string()))?;
        let written = contracts.iter().find(|contract| contract.function == entry);
        let is_proof = input.contracts.is_for_proofs();
        if is_proof && written.is_none() {
            return Err(Reason::Input(NO_CONTRACT.into()));
        }
        let (entry, external) = match (&input.precondition, written) {
            (precondition, Some(contract)) => {
                let question = precondition
                    .as_ref()
                    .map(|precondition| precondition.question);
                if question == Some(PreconditionQuestion::CanBeKept) {
                    invar_frontend::contract::replace_by_error(unit, contract.function);
                }
                (contract.check, ExternalMemory::Required)
            }
            (Some(precondition), None) => {
                let clauses = &precondition.clauses;
                if precondition.question == PreconditionQuestion::CanBeKept {
                    invar_frontend::contract::replace_by_error(unit, entry);
                }
                let entry = invar_frontend::contract::insert(unit, data_model, entry, clauses);
                (entry, ExternalMemory::Required)
            }
            (None, None) => (entry, ExternalMemory::Assumed),
        };
        interrupted(unit, input, entry)?;
        let program =
            invar_frontend::lower::lower_entry(unit, data_model, property, entry, external);
        return Ok(invar_passes::instrument(program));
    }
    if input.contracts.is_for_proofs() {
        return Err(Reason::Input(NO_CONTRACT.into()));
    }
    if let Ok(main) = invar_frontend::entry::find(unit, "main") {
        interrupted(unit, input, main)?;
    }
    invar_frontend::lower::lower(unit, data_model, property)
        .map(invar_passes::instrument)
        .ok_or_else(|| Reason::Input("the program has no function main with a body\nhint: name the function to start with: --entry FUNCTION".into()))
}

/// Lets the handlers of interrupts run in a program that starts at a function.
fn interrupted(unit: &mut Unit, input: &Input, entry: FunId) -> Result<(), Reason> {
    let handlers = input.handlers.iter().map(|handler| Handler {
        name: handler.function.clone(),
        priority: handler.priority,
    });
    let handlers: Vec<Handler> = handlers.collect();
    invar_frontend::interrupts::insert(unit, entry, &handlers)
        .map_err(|diagnostic| Reason::Input(diagnostic.to_string()))
}

/// The program that is certified.
pub fn inlined(program: &Program, recursion: u32) -> Result<Program, Reason> {
    let limits = InlineLimits {
        recursion,
        edges: MAX_EDGES,
    };
    match invar_passes::inline(program, limits) {
        Ok(inlined) => Ok(inlined.program),
        Err(InlineError::TooLarge { limit }) => Err(Reason::Bound(Limit::InlinedEdges(limit))),
        Err(error) => Err(Reason::Internal(error.to_string())),
    }
}

/// The program that engines work on.
pub fn prepared(inlined: &Program) -> Prepared {
    invar_passes::prepare(inlined, &PassOptions::default())
}
