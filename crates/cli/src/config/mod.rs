//! `invar.toml`: a project's defaults.
//!
//! Keys are the long options of `invar check` (`keys`), so there is one definition of each name,
//! type and value. A file is turned into arguments that precede those of the user, so that the user
//! has the last word (`file`); the supervised process gets the result, and reads no file itself.

mod file;
mod keys;
mod targets;

pub use targets::{Kind, Target};

use crate::arguments::Cli;
use clap::{ArgMatches, CommandFactory};
use invar_verify::program::Problem;
use keys::Key;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The name of the file.
const NAME: &str = "invar.toml";

/// The file whose defaults are in force.
static FILE: OnceLock<PathBuf> = OnceLock::new();

/// What `ci` and `baseline` are about, if the file says so and the user does not.
static TARGETS: OnceLock<Vec<Target>> = OnceLock::new();

/// What `ci` and `baseline` are about, if the file in force says so and the user named no files.
pub fn targets_in_force() -> &'static [Target] {
    TARGETS.get().map_or(&[], Vec::as_slice)
}

/// The file whose defaults are in force, if there is one.
pub fn file_in_force() -> Option<&'static PathBuf> {
    FILE.get()
}

/// Adds the defaults of the project to the arguments of a process.
///
/// # Errors
///
/// The file cannot be read, or a key or value in it is wrong.
pub fn with_defaults(arguments: Vec<OsString>) -> Result<Vec<OsString>, Problem> {
    Ok(merged(&arguments)?.unwrap_or(arguments))
}

/// The arguments with those of the file before them; `None` if no file counts.
fn merged(arguments: &[OsString]) -> Result<Option<Vec<OsString>>, Problem> {
    // What is wrong with the user's arguments is told later.
    let lenient = Cli::command().ignore_errors(true);
    let Ok(matches) = lenient.try_get_matches_from(arguments) else {
        return Ok(None);
    };
    let command = Cli::command();
    let (mut subcommand, mut given) = (&command, &matches);
    let mut words = 1;
    // `check`, or `baseline check`.
    while let Some((name, inner)) = given.subcommand() {
        let Some(found) = subcommand.find_subcommand(name) else {
            return Ok(None);
        };
        (subcommand, given) = (found, inner);
        words += 1;
    }
    let takes_defaults = subcommand
        .get_arguments()
        .any(|a| a.get_id() == "no_config");
    if !takes_defaults || is_set(given, "no_config") {
        return Ok(None);
    }
    let Some(path) = path(given) else {
        return Ok(None);
    };
    let known: Vec<Key> = keys::keys();
    let settings = file::settings(&path, &known)?;
    let takes_targets = subcommand.get_arguments().any(|a| a.get_id() == "baseline");
    let targets = if takes_targets && is_without_files(given) {
        targets::targets(&path)?
    } else {
        Vec::new()
    };
    let _ = FILE.set(path);
    let mut result: Vec<OsString> = arguments.iter().take(words).cloned().collect();
    for setting in settings {
        let counts = match setting.key.name.as_str() {
            "files" => is_without_files(given) && targets.is_empty(),
            _ => (subcommand.get_arguments()).any(|a| *a.get_id() == *setting.key.id),
        };
        if counts {
            result.extend(setting.arguments);
        }
    }
    let files = targets.iter().flat_map(|target| &target.files);
    result.extend(files.map(|file| file.clone().into_os_string()));
    result.extend(arguments.iter().skip(words).cloned());
    let _ = TARGETS.set(targets);
    Ok(Some(result))
}

/// Whether a flag is given, also where other arguments are wrong.
fn is_set(given: &ArgMatches, flag: &str) -> bool {
    given.get_one::<bool>(flag).copied().unwrap_or(false)
}

fn is_without_files(given: &ArgMatches) -> bool {
    matches!(given.try_get_many::<PathBuf>("files"), Ok(None))
        && given.get_one::<PathBuf>("compile_commands").is_none()
}

/// The file that counts: the given one, or the next above the first C file.
fn path(given: &ArgMatches) -> Option<PathBuf> {
    if let Some(path) = given.get_one::<PathBuf>("config") {
        return Some(path.clone());
    }
    // Not every command has files.
    let files = given.try_get_many::<PathBuf>("files").ok().flatten();
    let first = files.and_then(|mut files| files.next());
    let folder = first
        .and_then(|file| file.parent())
        .unwrap_or(Path::new(""));
    above(&std::path::absolute(folder.join(".")).ok()?)
}

/// The next file in a folder or above; a repository's root is the last that is looked at.
fn above(folder: &Path) -> Option<PathBuf> {
    for folder in folder.ancestors() {
        let file = folder.join(NAME);
        if file.is_file() {
            return Some(file);
        }
        if folder.join(".git").exists() {
            return None;
        }
    }
    None
}

/// Every key with its meaning, as a file to start with.
pub fn template() -> String {
    keys::template()
}

#[cfg(test)]
mod tests {
    use super::{above, keys, template};

    #[test]
    fn the_search_ends_at_the_root_of_a_repository() {
        let root = std::env::temp_dir().join(format!("invar-config-{}", std::process::id()));
        let inner = root.join("repository/src");
        std::fs::create_dir_all(&inner).expect("writable");
        std::fs::write(root.join("invar.toml"), "").expect("writable");
        assert_eq!(above(&inner), Some(root.join("invar.toml")));
        std::fs::create_dir(root.join("repository/.git")).expect("writable");
        assert_eq!(above(&inner), None);
        std::fs::write(root.join("repository/invar.toml"), "").expect("writable");
        assert_eq!(above(&inner), Some(root.join("repository/invar.toml")));
        std::fs::remove_dir_all(root).expect("ours");
    }

    #[test]
    fn every_key_is_explained_and_the_usual_ones_are_there() {
        let text = template();
        let keys = keys::keys();
        for key in &keys {
            assert!(
                text.contains(&format!("\n# {} = ", key.name)),
                "{}",
                key.name
            );
            assert!(!key.help.is_empty(), "{}", key.name);
        }
        for name in [
            "files",
            "data-model",
            "property",
            "entry",
            "engine",
            "arithmetic",
            "timeout",
            "memory",
            "recursion",
            "certifier",
            "include",
            "define",
            "std",
            "clang-args",
            "compile-commands",
        ] {
            assert!(keys.iter().any(|key| key.name == name), "{name}");
        }
    }
}
