//! Where the binary finds Z3's library: in the clone that it was built from, or beside itself.
//!
//! `cargo install` puts the binary far from the clone, so the way is absolute. A binary for other
//! machines (`scripts/package`, which sets `INVAR_PACKAGE`) gets only the folder that is shipped
//! with it.

use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=INVAR_PACKAGE");
    if std::env::var_os("INVAR_PACKAGE").is_some() {
        println!("cargo::rustc-link-arg-bins=-Wl,-rpath,$ORIGIN/../lib/invar");
        return;
    }
    let room = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    if let Some(root) = Path::new(&room).ancestors().nth(2) {
        let library = root.join(".tools/wheels/z3/lib");
        println!(
            "cargo::rustc-link-arg-bins=-Wl,-rpath,{}",
            library.display()
        );
    }
}
