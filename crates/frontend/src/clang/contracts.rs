//! Reads files with contracts in the syntax of CBMC, which clang rejects: their preprocessed text, with contracts as
//! functions (`written`).

use super::position::Origins;
use super::{ParseOptions, preprocess, read_unit_after};
use crate::ast::Unit;
use crate::diagnostic::Diagnostic;
use crate::{models, written};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Reads a file with contracts; `None` if it has none.
pub(super) fn read_unit(file: &Path, options: &ParseOptions) -> Option<Result<Unit, Diagnostic>> {
    let text = preprocess(file, options).ok()?;
    let text = String::from_utf8(text).ok()?;
    let text = match written::translated(text, options.contracts)? {
        Ok(text) => text,
        Err(message) => return Some(Err(Diagnostic::new(message))),
    };
    let copy = Copy::of(&text)?;
    let path = copy.0.to_string_lossy().into_owned();
    // Everything that it needs is in it.
    let mut complete = options.clone();
    complete.included.clear();
    complete.macros.clear();
    let guard = options.guard();
    let definitions = models::definitions_for(file, options);
    let read = |before: String| {
        let origins = Origins::of(&path, &text);
        read_unit_after(before, &copy.0, &complete, Some(origins))
    };
    let unit = read(format!("{guard}{definitions}")).or_else(|_| read(guard.clone()));
    Some(unit)
}

/// A file that is gone when it is dropped.
struct Copy(PathBuf);

impl Copy {
    fn of(text: &str) -> Option<Copy> {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("invar-{}-contracts-{number}.c", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, text).ok()?;
        Some(Copy(path))
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}
