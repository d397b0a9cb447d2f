//! Arguments of `export`.

use super::InputArguments;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

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
    /// A transition system in the VMT format: SMT-LIB with annotations.
    Vmt,
    /// A transition system in the BTOR2 format: words and arrays of words.
    Btor2,
    /// A circuit in the AIGER format: bit-vectors only; binary if the name of `--out` ends in
    /// .aig, text otherwise.
    Aiger,
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
