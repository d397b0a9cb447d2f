//! Finding solver binaries.

use std::path::{Path, PathBuf};

/// Where the wheels of the clone lie from which this was built; not known to a packaged binary.
const WHEELS: Option<&str> = option_env!("INVAR_WHEELS");

/// The binary named by the environment variable `variable`; or the one that was shipped with the
/// running executable, where it is called `shipped`; or `program` in `PATH`, beside the executable,
/// or in the wheels of the clone.
///
/// What was shipped comes before `PATH`, so that an installation gives the same answers everywhere.
pub(crate) fn locate(variable: &str, program: &str, shipped: &str) -> Option<PathBuf> {
    if let Some(named) = std::env::var_os(variable).filter(|v| !v.is_empty()) {
        // A wrong variable is an error to report, not a reason to take another solver.
        let named = PathBuf::from(named);
        return Some(find(&named).unwrap_or(named));
    }
    near_executable("../lib/invar", shipped)
        .or_else(|| find(Path::new(program)))
        .or_else(|| near_executable("", program))
        .or_else(|| in_wheels(program))
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

/// A program in a folder that is named from the executable's folder.
fn near_executable(folder: &str, program: &str) -> Option<PathBuf> {
    let executable = std::env::current_exe().ok()?;
    let near = executable.parent()?.join(folder).join(program);
    near.is_file().then_some(near)
}

fn in_wheels(program: &str) -> Option<PathBuf> {
    let binary = Path::new(WHEELS?).join("bin").join(program);
    binary.is_file().then_some(binary)
}
