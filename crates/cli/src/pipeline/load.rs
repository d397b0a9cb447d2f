//! Reading: from C files to the program that is certified and the one that engines work on.

use crate::arguments::InputArguments;
use invar_cfa::{Program, Property};
use invar_frontend::ast::Unit;
use invar_frontend::clang::ParseOptions;
use invar_passes::{InlineError, InlineLimits, PassOptions, Prepared};
use invar_verdict::{Limit, Reason};
use std::time::Instant;

/// Edges of an inlined program beyond which calls are cut off.
pub const MAX_EDGES: usize = 150_000;
/// Depths of inlined recursion that are tried before the limit.
pub const RECURSION_DEPTHS: [u32; 2] = [2, 6];

/// Reads C files into a program.
pub fn load(
    input: &InputArguments,
    property: Property,
    deadline: Option<Instant>,
) -> Result<Program, Reason> {
    lowered(&parsed(input, deadline)?, input, property)
}

/// The syntax tree of C files, linked.
pub fn parsed(input: &InputArguments, deadline: Option<Instant>) -> Result<Unit, Reason> {
    let options = ParseOptions {
        data_model: input.data_model.into(),
        include_dirs: input.include.clone(),
        defines: input.define.clone(),
        clang: None,
        deadline,
        // The supervisor watches clang's memory too; a limit on its address space would refuse
        // the libraries it only maps.
        memory_mb: None,
    };
    let files: Vec<_> = (input.files.iter().map(|file| (file.as_path(), &options))).collect();
    invar_frontend::clang::parse_all(&files)
        .map_err(|diagnostic| Reason::Input(diagnostic.to_string()))
}

/// The program of a syntax tree.
pub fn lowered(unit: &Unit, input: &InputArguments, property: Property) -> Result<Program, Reason> {
    invar_frontend::lower::lower(unit, input.data_model.into(), property)
        .ok_or_else(|| Reason::Input("the program has no function main with a body".into()))
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
