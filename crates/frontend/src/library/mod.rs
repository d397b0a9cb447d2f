//! What a function without a body is, by its name and its type: one table for all that decide so.
//!
//! `glibc.txt` lists what the headers of glibc declare (2.36), grouped by the kinds of results and
//! parameters: `i` integer, `p` pointer, `f`, `d`, `l`, `q` floating point from single to quadruple, `c` complex,
//! `s` struct or union, `v` nothing, `.` further arguments. `*` are reserved names that no public header declares.

mod kinds;

use crate::ast::FunctionDecl;
use kinds::{Kinds, agree};
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// What a function without a body is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Standing {
    /// It means something to verifiers.
    Verifier,
    /// The compiler knows it.
    Compiler,
    /// It belongs to a library of the system.
    Library,
    /// It belongs to the program.
    Program,
}

/// Without a body this is how many verification texts write an assumption; the output says that it
/// was read so.
pub(crate) const ASSUME: &str = "assume";

/// Makes an object that belongs to the library: it stays, is no leak, and must not be freed.
pub(crate) const KEPT: &str = "__invar_keep";

/// The argument holds when `main` begins.
pub(crate) const MAIN_ARGUMENTS: &str = "__invar_main_arguments";

/// The argument is a clause of the precondition of the function that the run starts in.
pub(crate) const PRECONDITION: &str = "__invar_precondition";

/// The argument says that an object of the caller is not too large.
pub(crate) const OBJECT_SIZE: &str = "__invar_object_size";

/// By the precondition, so many bytes can be accessed at a pointer.
pub(crate) const RANGE: &str = "__invar_range";

/// Whether it matters that output functions read what they print.
pub(crate) const READS_OUTPUT: &str = "__invar_reads_output";

/// The functions whose call is the error.
pub(crate) fn is_error_function(name: &str) -> bool {
    matches!(name, "reach_error" | "__VERIFIER_error")
}

/// What a function is if it has no body.
pub(crate) fn standing(function: &FunctionDecl) -> Standing {
    let name = &*function.name;
    let starts = |prefixes: &[&str]| prefixes.iter().any(|prefix| name.starts_with(prefix));
    if name == KEPT {
        return Standing::Library;
    }
    if is_error_function(name) || starts(&["__VERIFIER_", "__invar_"]) {
        return Standing::Verifier;
    }
    // `assert` is a macro of the library: as a function it is one that was not declared.
    if matches!(name, "assert" | ASSUME) && agree("v(i)", &function.ty) {
        return Standing::Verifier;
    }
    if starts(&["__builtin_", "__atomic_", "__sync_", "__c11_"]) {
        return Standing::Compiler;
    }
    if function.in_system_header {
        return Standing::Library;
    }
    match declared(name) {
        Some(kinds) if agree(kinds, &function.ty) => Standing::Library,
        _ => Standing::Program,
    }
}

/// How the headers declare a function, if they do.
fn declared(name: &str) -> Option<Kinds> {
    static TABLE: OnceLock<BTreeMap<&str, Kinds>> = OnceLock::new();
    let table = TABLE.get_or_init(|| {
        let mut table = BTreeMap::new();
        let mut kinds = "";
        for word in include_str!("glibc.txt").split_whitespace() {
            match word.strip_suffix(':') {
                Some(next) => kinds = next,
                None => {
                    table.insert(word, kinds);
                }
            }
        }
        table
    });
    table.get(name).copied()
}

/// Whether a file is a header of the system.
pub(crate) fn is_system_header(path: &str) -> bool {
    const FOLDERS: [&str; 4] = [
        "/usr/include/",
        "/usr/local/include/",
        "/usr/lib/",
        "/usr/lib64/",
    ];
    FOLDERS.iter().any(|folder| path.starts_with(folder))
}

#[cfg(test)]
mod tests {
    use super::declared;

    #[test]
    fn the_table_knows_functions_by_their_kinds() {
        assert_eq!(declared("exit"), Some("v(i)"));
        assert_eq!(declared("printf"), Some("i(p.)"));
        assert_eq!(declared("qsort"), Some("v(piip)"));
        assert_eq!(declared("__memcpy_chk"), Some("*"));
        assert_eq!(declared("trap"), None);
    }

    #[test]
    fn every_model_is_of_a_function_that_the_table_knows() {
        for name in crate::models::names() {
            let is_known = name.starts_with("__builtin_") || declared(name).is_some();
            assert!(is_known, "{name}");
        }
    }
}
