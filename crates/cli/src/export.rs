//! `invar export`: the program that engines work on, for other tools.

use crate::arguments::{InputArguments, property};
use crate::{exit, pipeline};
use clap::{Args, ValueEnum};
use invar_encode::{
    Arithmetic, BlockGraph, EncodeError, HornSystem, Node, NodeKind, Translated, chc_text,
    translate,
};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Time for reading one file.
const LIMIT: Duration = Duration::from_secs(60);

/// Arguments of `export`.
#[derive(Args, Debug, Clone)]
pub struct ExportArguments {
    /// The input.
    #[command(flatten)]
    pub input: InputArguments,
    /// What to prove; decides which locations are errors.
    #[arg(long, default_value = "assert", value_name = "NAME")]
    pub property: String,
    /// What is written.
    #[arg(long, value_enum, default_value_t = ExportFormat::Chc)]
    pub format: ExportFormat,
    /// The arithmetic of the formulas.
    #[arg(long, value_enum, default_value_t = ExportArithmetic::Bv)]
    pub arithmetic: ExportArithmetic,
    /// Depth to which recursive calls are inlined; deeper ones count as errors.
    #[arg(long, default_value_t = 3)]
    pub recursion: u32,
    /// Where it is written, if not to stdout.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// What `export` writes.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExportFormat {
    /// Constrained Horn clauses in SMT-LIB; `sat` means safe.
    Chc,
}

/// Arithmetics by name.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExportArithmetic {
    /// Bit-vectors: exact.
    Bv,
    /// Ideal integers: nothing wraps around.
    Int,
    /// Reals: a relaxation of ideal integers.
    Real,
    /// Integers with explicit wrap-around.
    Wrap,
}

impl From<ExportArithmetic> for Arithmetic {
    fn from(arithmetic: ExportArithmetic) -> Arithmetic {
        match arithmetic {
            ExportArithmetic::Bv => Arithmetic::Bv,
            ExportArithmetic::Int => Arithmetic::Int,
            ExportArithmetic::Real => Arithmetic::Real,
            ExportArithmetic::Wrap => Arithmetic::Wrap,
        }
    }
}

/// Writes the program.
pub fn run(arguments: &ExportArguments) -> u8 {
    let arguments = arguments.clone();
    invar_frontend::clang::with_large_stack(move || export(&arguments))
}

fn export(arguments: &ExportArguments) -> u8 {
    let text = match exported(arguments) {
        Ok(text) => text,
        Err(message) => {
            eprintln!("error: {message}");
            return exit::USAGE;
        }
    };
    let Some(path) = &arguments.out else {
        print!("{text}");
        return exit::SAFE;
    };
    match std::fs::write(path, text) {
        Ok(()) => exit::SAFE,
        Err(error) => {
            eprintln!("error: {}: {error}", path.display());
            exit::USAGE
        }
    }
}

fn exported(arguments: &ExportArguments) -> Result<String, String> {
    let property = property(&arguments.property)
        .ok_or_else(|| format!("unknown property '{}'", arguments.property))?;
    let deadline = Instant::now() + LIMIT;
    let program = pipeline::load(&arguments.input, property, Some(deadline))
        .map_err(|reason| reason.to_string())?;
    let inlined =
        pipeline::inlined(&program, arguments.recursion).map_err(|reason| reason.to_string())?;
    let prepared = pipeline::prepared(&inlined);
    let arithmetic = Arithmetic::from(arguments.arithmetic);
    let failed = |error: EncodeError| error.to_string();
    let translated = translate(&prepared.program, arithmetic).map_err(failed)?;
    let blocks = BlockGraph::of(&translated.program, arithmetic).map_err(failed)?;
    match arguments.format {
        ExportFormat::Chc => Ok(chc(&blocks, &translated, arguments)),
    }
}

/// The clauses after comments that say what they are about and what is not exact in them.
fn chc(blocks: &BlockGraph, translated: &Translated, arguments: &ExportArguments) -> String {
    let mut text = String::new();
    let file = arguments.input.describe().0;
    let _ = writeln!(text, "; {file}, property {}", arguments.property);
    let _ = writeln!(text, "; over {}; sat means safe", blocks.arithmetic);
    if translated.abstracted > 0 {
        let count = translated.abstracted;
        let _ = writeln!(text, "; operations that may have any result: {count}");
    }
    let is_unsupported = |node: &&Node| matches!(node.kind, NodeKind::Unsupported(_));
    let count = blocks.nodes().iter().filter(is_unsupported).count();
    if count > 0 {
        let _ = writeln!(
            text,
            "; places that are not modelled and count as errors: {count}"
        );
    }
    text.push_str(&chc_text(&HornSystem::of(blocks, &[])));
    text
}
