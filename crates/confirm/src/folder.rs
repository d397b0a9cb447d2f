//! A folder of our own for what is compiled and run.

use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

/// Names that are tried.
const TRIED: u32 = 100;

/// A folder that only this user can look into; it is removed in the end.
pub(super) struct Folder(PathBuf);

impl Folder {
    /// A new folder among the temporary files.
    ///
    /// # Errors
    /// Why there is none.
    pub(super) fn new() -> Result<Folder, String> {
        let place = std::env::temp_dir();
        let id = std::process::id();
        let mut problem = String::new();
        // An existing folder belongs to another process, or was left by one that was killed.
        for number in 0..TRIED {
            let path = place.join(format!("invar-confirm-{id}-{number}"));
            match std::fs::DirBuilder::new().mode(0o700).create(&path) {
                Ok(()) => return Ok(Folder(path)),
                Err(error) => problem = format!("cannot make {}: {error}", path.display()),
            }
        }
        Err(problem)
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // If this fails, the rest stays in a folder for temporary files.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
