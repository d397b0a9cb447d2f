//! The few commands of git that are needed; none of them changes the repository.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The index that git works with.
#[derive(Clone, Copy)]
enum Index<'a> {
    /// That of the repository, which is only read.
    Own,
    /// One of ours.
    At(&'a Path),
}

/// Runs git in a folder; the error is what git says first.
fn git(folder: &Path, index: Index<'_>, arguments: &[&OsStr]) -> Result<Vec<u8>, String> {
    let mut command = Command::new("git");
    command
        .arg("-C")
        .arg(folder)
        // A link would lead to the current files; as a plain file it cannot be read as C.
        .args(["-c", "core.symlinks=false"])
        .args(arguments)
        // No lock is taken only to refresh the index of the current files.
        .env("GIT_OPTIONAL_LOCKS", "0")
        .stdin(Stdio::null());
    // Hooks have them set for their own repository; ours is found from the folder.
    for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"] {
        command.env_remove(name);
    }
    if let Index::At(file) = index {
        command.env("GIT_INDEX_FILE", file);
    }
    let output = command.output();
    let output = output.map_err(|error| format!("git cannot be run: {error}"))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let line = said.lines().find(|line| !line.trim().is_empty());
    let line = line.unwrap_or("git gave no reason");
    Err(line.trim_start_matches("fatal: ").to_owned())
}

fn trimmed(mut output: Vec<u8>) -> Vec<u8> {
    while output.last().is_some_and(u8::is_ascii_whitespace) {
        output.pop();
    }
    output
}

/// The root of the repository that a folder is in.
pub(super) fn root(folder: &Path) -> Result<PathBuf, String> {
    let arguments = ["rev-parse", "--show-toplevel"].map(OsStr::new);
    let output = git(folder, Index::Own, &arguments)
        .map_err(|said| format!("{}: {said}", folder.display()))?;
    Ok(OsString::from_vec(trimmed(output)).into())
}

/// The commit that a revision names.
pub(super) fn commit(root: &Path, revision: &str) -> Result<String, String> {
    let name = format!("{revision}^{{commit}}");
    let arguments = ["rev-parse", "--verify", "--end-of-options", &name].map(OsStr::new);
    let output = git(root, Index::Own, &arguments)
        .map_err(|_| format!("git knows no revision {revision} here"))?;
    Ok(String::from_utf8_lossy(&trimmed(output)).into_owned())
}

/// Whether git tracks a current file.
pub(super) fn is_tracked(root: &Path, file: &Path) -> bool {
    let arguments = ["ls-files", "--error-unmatch", "--"].map(OsStr::new);
    let arguments = [&arguments[..], &[file.as_os_str()]].concat();
    git(root, Index::Own, &arguments).is_ok()
}

/// Writes all files of a commit into a folder, through a separate index.
pub(super) fn export(root: &Path, commit: &str, index: &Path, tree: &Path) -> Result<(), String> {
    let index = Index::At(index);
    git(root, index, &["read-tree", commit].map(OsStr::new))?;
    let mut prefix = OsString::from("--prefix=");
    prefix.push(tree);
    // Git puts the prefix before the names unchanged.
    prefix.push("/");
    let arguments = [OsStr::new("checkout-index"), OsStr::new("--all"), &prefix];
    git(root, index, &arguments).map(|_| ())
}
