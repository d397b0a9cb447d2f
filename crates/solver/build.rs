//! Tells `locate` where this clone keeps its solvers, so that an installed binary finds them too.
//!
//! A binary for other machines (`scripts/package`, which sets `INVAR_PACKAGE`) knows no such folder.

use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=INVAR_PACKAGE");
    if std::env::var_os("INVAR_PACKAGE").is_some() {
        return;
    }
    let room = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    if let Some(root) = Path::new(&room).ancestors().nth(2) {
        let wheels = root.join(".tools/wheels");
        println!("cargo::rustc-env=INVAR_WHEELS={}", wheels.display());
    }
}
