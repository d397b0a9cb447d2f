//! The one helper: C text to a listing.

use invar_cfa::{DataModel, Program, Property};
use invar_frontend::clang::{ParseOptions, parse};
use invar_frontend::lower::lower;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

/// The program of a C text.
pub fn program(text: &str, data_model: DataModel, property: Property) -> Program {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let process = std::process::id();
    let path =
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("lowering_{process}_{number}.c"));
    std::fs::write(&path, text).expect("the test folder is writable");
    let unit = parse(&path, &ParseOptions::new(data_model)).expect("clang takes the program");
    std::fs::remove_file(&path).expect("the file was written");
    lower(&unit, data_model, property).expect("the program has a main")
}

/// The listing of every function; what only calls `main` is left out.
pub fn listing(program: &Program) -> String {
    let text = program.listing();
    let trivial = "$start: entry 0 exit 1\n  0 -> 2:  := main()\n  2 -> 1: skip\n";
    text.strip_prefix(trivial).unwrap_or(&text).to_owned()
}

/// The listing of a C text: 64-bit model, all assertions.
pub fn lowered(text: &str) -> String {
    listing(&program(text, DataModel::Lp64, Property::ASSERT))
}

/// The listing of the body of `main`.
pub fn main_of(body: &str) -> String {
    lowered(&format!("void main(void) {{ {body} }}"))
}
