//! A folder with the files of a revision, or with the reason why there are none.
//!
//! It is made by the process that supervises the check or runs the survey, which outlives the
//! readers and removes it at the end.

use super::git;
use crate::request::Input;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

/// The files of the revision.
const TREE: &str = "tree";
/// The root of the repository, as text.
const ROOT: &str = "root";
/// Names of folders that are tried.
const TRIED: u32 = 20;
/// Why there are no files.
const NOTE: &str = "note";

/// The folder; it goes when this goes.
pub struct Exported {
    folder: PathBuf,
}

impl Exported {
    /// Has git write the files of a revision of the repository that the input is in; what is in
    /// the way is written there too. A file of defaults must be as it was.
    ///
    /// # Errors
    ///
    /// There is no place for temporary files.
    pub fn of(revision: &str, input: &Input, defaults: Option<&Path>) -> Result<Exported, String> {
        let exported = Exported {
            folder: new_folder()?,
        };
        if let Err(note) = exported.fill(revision, input, defaults) {
            let path = exported.folder.join(NOTE);
            std::fs::write(&path, note)
                .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        }
        Ok(exported)
    }

    /// Where it is.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn fill(&self, revision: &str, input: &Input, defaults: Option<&Path>) -> Result<(), String> {
        let project = input.project().map_err(|problem| problem.to_string())?;
        let first = project.sources.first().ok_or("there is no C file")?;
        let beside = first.path.parent().filter(|p| !p.as_os_str().is_empty());
        let root = git::root(beside.unwrap_or(Path::new(".")))?;
        let commit = git::commit(&root, revision)?;
        let tree = self.folder.join(TREE);
        std::fs::create_dir(&tree).map_err(|error| error.to_string())?;
        git::export(&root, &commit, &self.folder.join("index"), &tree)?;
        let files = Files { root, tree };
        if let Some(defaults) = defaults
            && !files.is_as_before(defaults)
        {
            let defaults = defaults.display();
            return Err(format!("{defaults} is not as it was at {revision}"));
        }
        let root = files.root.as_os_str().as_encoded_bytes();
        std::fs::write(self.folder.join(ROOT), root).map_err(|error| error.to_string())
    }
}

/// A folder that no other process uses.
fn new_folder() -> Result<PathBuf, String> {
    let place = std::env::temp_dir();
    let id = std::process::id();
    let mut problem = String::new();
    // An existing folder belongs to another process, or was left by one that was killed.
    for number in 0..TRIED {
        let folder = place.join(format!("invar-since-{id}-{number}"));
        match std::fs::DirBuilder::new().mode(0o700).create(&folder) {
            Ok(()) => return Ok(folder),
            Err(error) => problem = format!("cannot make {}: {error}", folder.display()),
        }
    }
    Err(problem)
}

impl Drop for Exported {
    fn drop(&mut self) {
        // If this fails, the rest stays in a folder for temporary files.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Where the current files are, and those of the revision.
pub(super) struct Files {
    pub(super) root: PathBuf,
    tree: PathBuf,
}

impl Files {
    /// Reads a folder that was made by [`Exported::of`].
    ///
    /// # Errors
    ///
    /// Why there are no files in it.
    pub(super) fn of(folder: &Path) -> Result<Files, String> {
        if let Ok(note) = std::fs::read_to_string(folder.join(NOTE)) {
            return Err(note);
        }
        let root = std::fs::read_to_string(folder.join(ROOT));
        let root = root.map_err(|_| "the files of the revision are not there".to_owned())?;
        Ok(Files {
            root: root.into(),
            tree: folder.join(TREE),
        })
    }

    /// The place in the repository of a current file; none if it is elsewhere.
    pub(super) fn inside(&self, path: &Path) -> Option<PathBuf> {
        let path = std::path::absolute(path).ok()?;
        let name = path.file_name()?;
        // The folder may be reached by links, as the root may be; the last part of the name stays.
        let whole = match path.parent().map(std::fs::canonicalize) {
            Some(Ok(folder)) => folder.join(name),
            _ => path.clone(),
        };
        let inside = whole.strip_prefix(&self.root).ok();
        inside.map(Path::to_owned).or_else(|| {
            let whole = std::fs::canonicalize(&path).ok()?;
            whole.strip_prefix(&self.root).ok().map(Path::to_owned)
        })
    }

    /// Where a file or folder is at the revision, whether it is there or not; what is outside the
    /// repository is used as it is now.
    pub(super) fn before(&self, path: &Path) -> PathBuf {
        match self.inside(path) {
            Some(inside) => self.tree.join(inside),
            None => path.to_owned(),
        }
    }

    /// The files of the revision.
    pub(super) fn tree(&self) -> &Path {
        &self.tree
    }

    /// Whether a file has the text that it had.
    fn is_as_before(&self, path: &Path) -> bool {
        match (std::fs::read(path), std::fs::read(self.before(path))) {
            (Ok(today), Ok(before)) => today == before,
            _ => false,
        }
    }
}
