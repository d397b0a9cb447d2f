//! clang's dump to the typed tree.
//!
//! Reading order: `options` says what clang is told, `guard` checks that it agrees about the machine, `process` runs it and hands out its pipe, `node` reads one JSON node with
//! its positions, `type_text` reads types, `scope` keeps what names mean, `convert` and its
//! neighbours (`declarations`, `records`, `statements`, `expressions`, `initialisers`) build the
//! tree, one top-level declaration at a time. What the dump leaves out is read from the text of the
//! program (`source_text`, `scan`): `placing` (attributes and pragmas, checked by `layouts`), `assembler`, `offset_of`,
//! `hidden_tags`; or from the text of types: `lengths` with `bound_text` (arrays of computed length)
//! and `typeof_text`. `builtins` and `atomics` are calls that are no calls, `aliases` other names. `computed_goto` makes labels values, `wide_bit_fields` is
//! where gcc types operators in another way than clang.
//!
//! What the state of `convert` is made of has files of its own, which know no converter: `scope`, `labels`, `length_state`,
//! `numbers_type`, `printed_layouts`, `written_macros`.
//!
//! What fails closed: a node kind that is not known becomes `Unsupported`, a type that cannot be
//! resolved without doubt becomes [`Type::Other`](crate::ast::Type::Other).

mod aliases;
mod arithmetic;
mod assembler;
mod atomics;
mod bound_text;
mod builtins;
mod computed_goto;
mod constant;
mod contracts;
mod convert;
mod declarations;
mod end_of_main;
mod expressions;
mod guard;
mod hidden;
mod hidden_tags;
mod initialisers;
mod labels;
mod layouts;
mod leaf;
mod length_state;
mod lengths;
mod literal;
mod node;
mod numbers;
mod numbers_type;
mod offset_of;
mod operators;
mod option_table;
mod options;
mod overflow;
mod placing;
mod position;
mod printed_layouts;
mod process;
mod records;
mod replaced;
mod scan;
mod scope;
mod sizes;
mod source_text;
mod stack;
mod statements;
mod type_text;
mod typed;
mod typeof_text;
mod unseen;
mod volatile;
mod wide_bit_fields;
mod written_macros;

pub use crate::diagnostic::Diagnostic;
pub use option_table::{Effect, effect};
pub use options::{Further, Macro, ParseOptions, Standard};
pub use stack::with_large_stack;

use crate::ast::Unit;
use crate::{link, models, rewrite};
use std::path::Path;

/// Reads a C file.
///
/// The tree can be as deep as the nesting of the text; walk it and drop it inside
/// [`with_large_stack`], or on a stack that grows.
///
/// # Errors
///
/// clang cannot be run, rejects the file, exceeds the deadline or the memory, or prints something
/// that is not its dump.
pub fn parse(file: &Path, options: &ParseOptions) -> Result<Unit, Diagnostic> {
    parse_all(&[(file, options)])
}

/// The text of a C file after the preprocessor, which needs no other file; line markers say where its lines come from.
///
/// # Errors
///
/// As [`parse`], as far as the preprocessor sees what is wrong.
pub fn preprocess(file: &Path, options: &ParseOptions) -> Result<Vec<u8>, Diagnostic> {
    let product = process::Product::Text;
    let mut clang = process::Clang::start_for(product, file, String::new(), options)?;
    let text = clang.plain_output();
    clang.finish()?;
    Ok(text)
}

/// Reads C files, each with its options, and links them into one unit. The data models must be
/// the same.
///
/// # Errors
///
/// As [`parse`], and where the files do not fit together: see [`link`].
pub fn parse_all(files: &[(&Path, &ParseOptions)]) -> Result<Unit, Diagnostic> {
    with_large_stack(|| {
        let mut units = Vec::new();
        for (file, options) in files {
            units.push(read_unit(file, options)?);
        }
        let mut unit = link::link(units)?;
        if let Some((_, options)) = files.first() {
            unit.output = options.output;
            unit.target = options.own_target();
            rewrite::rewrite(&mut unit, options.data_model);
        }
        Ok(unit)
    })
}

/// Reads one file; library models are beside what they model.
fn read_unit(file: &Path, options: &ParseOptions) -> Result<Unit, Diagnostic> {
    read_plain_unit(file, options).or_else(|complaint| match contracts::read_unit(file, options) {
        Some(unit) => unit,
        None => Err(complaint),
    })
}

/// Reads one file as it is. A variable may be called `index` or `exp`, as gcc has it.
fn read_plain_unit(file: &Path, options: &ParseOptions) -> Result<Unit, Diagnostic> {
    let mut options = options.clone();
    loop {
        let complaint = match read_modelled_unit(file, &options) {
            Ok(unit) => return Ok(unit),
            Err(complaint) => complaint,
        };
        let known = &mut options.variables_of_library_names;
        match complaint.name_of_another_kind() {
            Some(name) if !known.iter().any(|known| known == name) => known.push(name.to_owned()),
            _ => return Err(complaint),
        }
    }
}

/// Reads one file as it is, with the models of the library functions that it calls.
fn read_modelled_unit(file: &Path, options: &ParseOptions) -> Result<Unit, Diagnostic> {
    let guard = options.guard();
    let definitions = models::definitions_for(file, options);
    if !definitions.is_empty()
        && let Ok(unit) = read_unit_after(format!("{guard}{definitions}"), file, options, None)
    {
        return Ok(unit);
    }
    // Whatever is wrong is to be told about the user's text alone.
    read_unit_after(guard, file, options, None)
}

/// Reads a file with definitions before it.
fn read_unit_after(
    definitions: String,
    file: &Path,
    options: &ParseOptions,
    origins: Option<position::Origins>,
) -> Result<Unit, Diagnostic> {
    let mut clang = process::Clang::start(file, definitions.clone(), options)?;
    let mut reader = node::Reader::default();
    if let Some(origins) = origins {
        reader.positions.set_origins(origins);
    }
    let mut converter = convert::Converter::new(options);
    converter.layouts = printed_layouts::Source::new(definitions, file, options);
    let dump = node::read_dump(clang.output(), &mut reader, |declaration| {
        converter.top_level(&declaration);
    });
    // clang's own complaint explains a broken dump better than the JSON reader does.
    clang.finish()?;
    dump.map_err(|error| {
        Diagnostic::new(format!("the dump of clang cannot be read: {error}"))
            .with_hint("clang 14 to 19 are known to work; INVAR_CLANG names the one to use")
    })?;
    let sources = reader.into_sources();
    converter.note_unseen(&sources);
    converter.compare_layouts();
    Ok(converter.finish(sources))
}
