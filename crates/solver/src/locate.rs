//! Finding solver binaries.

use std::path::{Path, PathBuf};

/// The binary named by the environment variable `variable`, or `program` in `PATH`, beside the
/// running executable, or in `.tools/wheels/bin` of one of its ancestors.
pub(crate) fn locate(variable: &str, program: &str) -> Option<PathBuf> {
    if let Some(named) = std::env::var_os(variable).filter(|v| !v.is_empty()) {
        // A wrong variable is an error to report, not a reason to take another solver.
        return find(Path::new(&named));
    }
    find(Path::new(program)).or_else(|| near_executable(program))
}

/// A path with a directory as it is; a bare name in `PATH`.
pub(crate) fn find(program: &Path) -> Option<PathBuf> {
    if program.components().count() > 1 {
        return program.is_file().then(|| program.to_path_buf());
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|d| d.join(program))
        .find(|p| p.is_file())
}

fn near_executable(program: &str) -> Option<PathBuf> {
    let executable = std::env::current_exe().ok()?;
    let beside = executable.parent()?.join(program);
    if beside.is_file() {
        return Some(beside);
    }
    executable
        .ancestors()
        .map(|a| a.join(".tools/wheels/bin").join(program))
        .find(|p| p.is_file())
}
