//! `invar export`: the program that engines work on, for other tools.

use crate::arguments::{ExportArguments, ExportArithmetic, ExportFormat};
use crate::exit;
use crate::terminal::complain;
use invar_budget::Moment;
use invar_cfa::Property;
use invar_circuit::aiger;
use invar_encode::{
    Arithmetic, Blasted, BlockGraph, EncodeError, HornSystem, Node, NodeKind, TransitionSystem,
    Translated, btor2_model, chc_text, translate, vmt_text,
};
use invar_verify::program;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::time::Duration;

/// Time for reading one file.
const LIMIT: Duration = Duration::from_secs(60);

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
            complain!("error: {message}");
            return exit::USAGE;
        }
    };
    let (written, name) = match &arguments.out {
        Some(path) => (std::fs::write(path, text), path.display().to_string()),
        None => (std::io::stdout().write_all(&text), "stdout".to_owned()),
    };
    match written {
        Ok(()) => exit::SAFE,
        Err(error) => {
            complain!("error: {name}: {error}");
            exit::USAGE
        }
    }
}

fn exported(arguments: &ExportArguments) -> Result<Vec<u8>, String> {
    let property = Property::named(&arguments.property)
        .ok_or_else(|| format!("unknown property '{}'", arguments.property))?;
    let deadline = Moment::now() + LIMIT;
    let program = program::load(&arguments.input.input(), property, Some(deadline))
        .map_err(|reason| reason.to_string())?;
    let inlined =
        program::inlined(&program, arguments.recursion).map_err(|reason| reason.to_string())?;
    let prepared = program::prepared(&inlined);
    let arithmetic = Arithmetic::from(arguments.arithmetic);
    let failed = |error: EncodeError| error.to_string();
    let translated = translate(&prepared.program, arithmetic).map_err(failed)?;
    let blocks = BlockGraph::of(&translated.program, arithmetic).map_err(failed)?;
    let system = || TransitionSystem::of(&blocks, &[]);
    match arguments.format {
        ExportFormat::Chc => {
            let mut text = comments(&blocks, &translated, arguments, "; sat means safe");
            text.push_str(&chc_text(&HornSystem::of(&blocks, &[])));
            Ok(text.into_bytes())
        }
        ExportFormat::Vmt => {
            let mut text = comments(&blocks, &translated, arguments, "");
            text.push_str(&vmt_text(&system()).map_err(|error| error.to_string())?);
            Ok(text.into_bytes())
        }
        ExportFormat::Btor2 => {
            let mut text = comments(&blocks, &translated, arguments, "");
            let model = btor2_model(&system()).map_err(|error| error.to_string())?;
            text.push_str(&model.write());
            Ok(text.into_bytes())
        }
        ExportFormat::Aiger => {
            let blasted = Blasted::of(&system()).map_err(|error| error.to_string())?;
            let is_binary = |path: &Path| path.extension().is_some_and(|e| e == "aig");
            Ok(if arguments.out.as_deref().is_some_and(is_binary) {
                aiger::write_binary(&blasted.circuit)
            } else {
                aiger::write_ascii(&blasted.circuit).into_bytes()
            })
        }
    }
}

/// What the text is about and what is not exact in it, as comments of SMT-LIB and BTOR2.
fn comments(
    blocks: &BlockGraph,
    translated: &Translated,
    arguments: &ExportArguments,
    meaning: &str,
) -> String {
    let mut text = String::new();
    let file = arguments.input.input().describe().0;
    let _ = writeln!(text, "; {file}, property {}", arguments.property);
    let _ = writeln!(text, "; over {}{meaning}", blocks.arithmetic);
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
    text
}
