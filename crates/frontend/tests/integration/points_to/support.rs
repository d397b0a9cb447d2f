//! The one helper: C text to what the analysis says.

use invar_cfa::DataModel;
use invar_frontend::ast::{FunId, Unit};
use invar_frontend::clang::{ParseOptions, parse, with_large_stack};
use invar_frontend::points_to::PointsTo;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

/// The tree of a C text.
pub fn unit(text: &str, data_model: DataModel) -> Unit {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let process = std::process::id();
    let path =
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("points_to_{process}_{number}.c"));
    std::fs::write(&path, text).expect("the test folder is writable");
    let unit = parse(&path, &ParseOptions::new(data_model)).expect("clang takes the program");
    std::fs::remove_file(&path).expect("the file was written");
    unit
}

/// The function `main`.
pub fn main_of(unit: &Unit) -> FunId {
    let position = unit.functions.iter().position(|f| &*f.name == "main");
    FunId(position.expect("the program has a main") as u32)
}

/// The listing of a C text under a data model.
pub fn listing_in(text: &str, data_model: DataModel) -> String {
    with_large_stack(|| {
        let unit = unit(text, data_model);
        PointsTo::analyse(&unit, data_model, main_of(&unit)).listing()
    })
}

/// The listing of a C text: 64-bit model.
pub fn listing(text: &str) -> String {
    listing_in(text, DataModel::Lp64)
}
