//! Which definitions a program needs: its file and those that it includes are scanned.

use super::library::{definitions, is_modelled, names};
use super::scan::{self, Include};
use crate::clang::{Macro, ParseOptions};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// More files than that are not scanned.
const FILE_LIMIT: usize = 200;

/// Headers of the C library that call nothing but what their macros call.
const STANDARD: [(&str, &[&str]); 39] = [
    ("alloca.h", &[]),
    ("assert.h", &[]),
    ("complex.h", &[]),
    (
        "ctype.h",
        &[
            "__ctype_b_loc",
            "__ctype_tolower_loc",
            "__ctype_toupper_loc",
        ],
    ),
    ("errno.h", &["__errno_location"]),
    ("dirent.h", &[]),
    ("fcntl.h", &[]),
    ("fenv.h", &[]),
    ("float.h", &[]),
    ("inttypes.h", &[]),
    ("iso646.h", &[]),
    ("limits.h", &[]),
    ("locale.h", &[]),
    ("malloc.h", &[]),
    ("math.h", &[]),
    ("memory.h", &[]),
    ("pthread.h", &[]),
    ("setjmp.h", &[]),
    ("signal.h", &[]),
    ("stdarg.h", &[]),
    ("stdbool.h", &[]),
    ("stddef.h", &[]),
    ("stdint.h", &[]),
    ("stdio.h", &[]),
    ("stdlib.h", &[]),
    ("string.h", &[]),
    ("strings.h", &[]),
    ("getopt.h", &[]),
    ("grp.h", &[]),
    ("libgen.h", &[]),
    ("pwd.h", &[]),
    ("sys/ioctl.h", &[]),
    ("sys/mman.h", &[]),
    ("sys/stat.h", &[]),
    ("sys/time.h", &[]),
    ("sys/types.h", &[]),
    ("sys/wait.h", &[]),
    ("time.h", &[]),
    ("unistd.h", &[]),
];

/// The definitions that a C file needs; empty if it needs none. All of them, if a file that it
/// includes is not found: such a file may call anything.
pub fn definitions_for(file: &Path, options: &ParseOptions) -> String {
    match needed(file, options) {
        Some(used) => {
            let used: Vec<&str> = used.iter().map(String::as_str).collect();
            definitions(&used)
        }
        None => definitions(&names()),
    }
}

/// The modelled functions that a program names; `None` if they cannot be known.
fn needed(file: &Path, options: &ParseOptions) -> Option<BTreeSet<String>> {
    if options.further.includes() {
        return None;
    }
    let mut needed = BTreeSet::new();
    for each in &options.macros {
        if let Macro::Define(text) = each {
            let directive = format!("#define {text}\n");
            needed.extend(scan::uses(directive.as_bytes(), is_modelled).names);
        }
    }
    let folders = options.include_dirs.iter().chain(&options.system_dirs);
    let folders: Vec<&Path> = folders.map(PathBuf::as_path).collect();
    let mut todo = vec![file.to_owned()];
    todo.extend(options.included.iter().cloned());
    let mut seen: BTreeSet<PathBuf> = todo.iter().cloned().collect();
    while let Some(file) = todo.pop() {
        // What cannot be read is clang's to complain about.
        let Ok(text) = std::fs::read(&file) else {
            continue;
        };
        let uses = scan::uses(&text, is_modelled);
        needed.extend(uses.names);
        for include in uses.includes {
            match find(&include, &file, &folders)? {
                Header::File(path) => {
                    if seen.insert(path.clone()) {
                        todo.push(path);
                    }
                }
                Header::Standard(hidden) => {
                    needed.extend(hidden.iter().map(|name| (*name).to_owned()));
                }
            }
        }
        if seen.len() > FILE_LIMIT {
            return None;
        }
    }
    Some(needed)
}

/// An included file.
enum Header {
    File(PathBuf),
    /// One of the C library, with the functions that its macros call.
    Standard(&'static [&'static str]),
}

fn find(include: &Include, from: &Path, folders: &[&Path]) -> Option<Header> {
    let (path, beside) = match include {
        Include::Beside(path) => (path, from.parent()),
        Include::System(path) => (path, None),
        Include::Computed => return None,
    };
    let folders = beside.into_iter().chain(folders.iter().copied());
    let mut candidates = folders.map(|folder| folder.join(path));
    if let Some(found) = candidates.find(|candidate| candidate.is_file()) {
        return Some(Header::File(found));
    }
    let known = STANDARD.iter().find(|(name, _)| name == path);
    known.map(|(_, hidden)| Header::Standard(hidden))
}
