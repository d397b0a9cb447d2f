//! What a function without a body is, by its name and its type: one table for all that decide so.
//!
//! `glibc.txt` lists what the headers of glibc declare (2.36), grouped by the kinds of results and
//! parameters: `i` integer, `p` pointer, `f`, `d`, `l`, `q` floating point from single to quadruple, `c` complex,
//! `s` struct or union, `v` nothing, `.` further arguments. `*` are reserved names that no public header declares.

mod kinds;
mod meaning;
mod native;

use crate::ast::FunctionDecl;
use kinds::{Kinds, agree};
pub(crate) use meaning::{
    Meaning, is_arbitrary, is_input, is_known_by_name, is_of_program, meaning,
};
pub(crate) use native::{Allocation, Copying, Filling, Native, native};
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

/// Decides whether and which handler runs.
pub(crate) const CHOICE: &str = "an interrupt comes";

/// The variable of the models that `errno` is: callers leave anything in it.
pub(crate) const ERROR_NUMBER: &str = "__invar_state_errno";

/// Makes an object that belongs to the library: it stays, is no leak, and must not be freed.
pub(crate) const KEPT: &str = "__invar_keep";

/// The argument is a clause of the precondition of the function that the run starts in.
pub(crate) const PRECONDITION: &str = "__invar_precondition";

/// The argument says that an object of the caller is not too large.
pub(crate) const OBJECT_SIZE: &str = "__invar_object_size";

/// The precondition that a number of bytes can be accessed at a pointer.
pub(crate) const RANGE: &str = "__invar_range";

/// A word of a contract that was written in the text, as a function of the C that contracts become (`written`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ContractWord {
    /// What a called function ensures.
    Promised,
    /// Assumes that a number of bytes can be accessed at a caller's pointer; the value says whether that is possible.
    Allow,
    /// Whether a number of bytes can be accessed at a pointer.
    Valid,
    /// Whether two blocks have no byte in common.
    Apart,
    /// The object is no variable that a called function may know by name.
    Own,
    /// A number of bytes may be written.
    Assigns,
    /// An object may be written.
    AssignsObject,
    /// From now on, nothing else may be written.
    Frame,
    /// A number of bytes get arbitrary values.
    Any,
    /// An object holds anything.
    AnyObject,
    /// Values of this type hold no pointers.
    NoPointer,
    /// A call is one by contract.
    ContractOf,
    /// A contract could not be read.
    Unread,
    /// An invariant that was checked.
    Holds,
    /// The position at which the function that is checked reads an array.
    At,
    /// A loop begins.
    LoopBegin,
    /// Anything may have happened in a loop.
    LoopForget,
    /// A round of a loop was looked at.
    LoopDone,
}

/// The names of these functions.
pub(crate) const CONTRACT_WORDS: [(&str, ContractWord); 18] = [
    ("__invar_promised", ContractWord::Promised),
    ("__invar_allow", ContractWord::Allow),
    ("__invar_valid", ContractWord::Valid),
    ("__invar_apart", ContractWord::Apart),
    ("__invar_own", ContractWord::Own),
    ("__invar_assigns", ContractWord::Assigns),
    ("__invar_assigns_object", ContractWord::AssignsObject),
    ("__invar_frame", ContractWord::Frame),
    ("__invar_any", ContractWord::Any),
    ("__invar_any_object", ContractWord::AnyObject),
    ("__invar_no_pointer", ContractWord::NoPointer),
    ("__invar_contract_of", ContractWord::ContractOf),
    ("__invar_unread", ContractWord::Unread),
    ("__invar_holds", ContractWord::Holds),
    ("__invar_at", ContractWord::At),
    ("__invar_loop_begin", ContractWord::LoopBegin),
    ("__invar_loop_forget", ContractWord::LoopForget),
    ("__invar_loop_done", ContractWord::LoopDone),
];

/// Checks its argument, which a contract says.
pub(crate) const CONTRACT_CHECK: &str = "__invar_assert";

/// The helper of the models that runs what `atexit` was given.
pub(crate) const RUN_EXITS: &str = "__invar_help_run_exits";

/// The elements of `argv` have another order now.
pub(crate) const PERMUTED: &str = "__invar_permuted";

/// The helper of the models that says that a result is only bounded, and where it notes that.
pub(crate) const APPROXIMATE: &str = "__invar_help_approximate";
pub(crate) const APPROXIMATED: &str = "__invar_state_approximated";

/// Whether it matters that output functions read what they print.
pub(crate) const READS_OUTPUT: &str = "__invar_reads_output";

/// Variables of glibc that programs declare themselves, or get from its headers.
const VARIABLES: &[&str] = &[
    "environ",
    "__environ",
    "_environ",
    "tzname",
    "__tzname",
    "daylight",
    "__daylight",
    "timezone",
    "__timezone",
    "program_invocation_name",
    "program_invocation_short_name",
    "__progname",
    "__progname_full",
    "signgam",
    "__signgam",
    "sys_errlist",
    "sys_nerr",
    "sys_siglist",
    "h_errno",
    "getdate_err",
    "re_syntax_options",
    "error_message_count",
    "error_one_per_line",
    "error_print_progname",
];

/// Whether a variable that is defined nowhere belongs to a library of the system, declared in this file.
pub(crate) fn is_library_variable(name: &str, path: Option<&str>) -> bool {
    VARIABLES.contains(&name) || path.is_some_and(is_system_header)
}

/// The functions whose call is the error.
pub(crate) fn is_error_function(name: &str) -> bool {
    matches!(name, "reach_error" | "__VERIFIER_error")
}

/// What `assert` calls when it fails, in the C libraries of different systems: glibc and musl; glibc, avr-libc and
/// others; newlib; picolibc; the EABI of ARM. The names are reserved, so that the types need not be looked at.
pub(crate) fn is_assertion_failure(name: &str) -> bool {
    matches!(
        name,
        "__assert_fail"
            | "__assert_perror_fail"
            | "__assert"
            | "__assert_func"
            | "__assert_no_args"
            | "__aeabi_assert"
    )
}

/// Assumptions and assertions in the words of CBMC.
fn is_of_cbmc(name: &str) -> bool {
    matches!(name, "__CPROVER_assume" | "__CPROVER_assert")
}

/// What a function is if it has no body.
pub(crate) fn standing(function: &FunctionDecl) -> Standing {
    let name = &*function.name;
    let starts = |prefixes: &[&str]| prefixes.iter().any(|prefix| name.starts_with(prefix));
    if name == KEPT {
        return Standing::Library;
    }
    let is_ours = starts(&["__VERIFIER_", "__invar_"]) || name == CHOICE;
    if is_error_function(name) || is_ours || is_of_cbmc(name) {
        return Standing::Verifier;
    }
    // `assert` is a macro of the library: as a function it is one that was not declared.
    if matches!(name, "assert" | ASSUME) && agree("v(i)", &function.ty) {
        return Standing::Verifier;
    }
    if starts(&["__builtin_", "__atomic_", "__sync_", "__c11_"]) {
        return Standing::Compiler;
    }
    if function.in_system_header || is_assertion_failure(name) {
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
    let of_targets = invar_cfa::Target::all()
        .iter()
        .flat_map(|target| target.headers);
    let mut folders = FOLDERS.iter().chain(of_targets);
    folders.any(|folder| path.starts_with(folder))
}

#[cfg(test)]
mod tests {
    use super::declared;
    use std::collections::BTreeSet;

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

    /// A name without what the implementation puts around it.
    fn plain(name: &str) -> &str {
        let mut plain = name;
        for prefix in ["__builtin_", "_IO_", "__isoc99_", "__"] {
            plain = plain.strip_prefix(prefix).unwrap_or(plain);
        }
        plain.strip_suffix("_unlocked").unwrap_or(plain)
    }

    #[test]
    fn the_table_that_pages_show_has_what_is_modelled_and_nothing_else() {
        let rows = invar_cfa::LibraryFunctions::ALL.iter();
        let mut told = BTreeSet::new();
        for name in rows.flat_map(|row| row.names.split_whitespace()) {
            assert!(told.insert(name), "{name} has two rows");
        }
        let exact = crate::lower::EXACT_MATHEMATICS.iter().copied();
        let names = (crate::models::names().into_iter())
            .chain(super::native::library_names())
            .chain(exact);
        let mut modelled = BTreeSet::new();
        for name in names {
            let plain = plain(name);
            let short = plain.strip_suffix(['f', 'l']).unwrap_or(plain);
            let long = plain.strip_suffix("64").unwrap_or(plain);
            let forms = [name, plain, short, long];
            let row = forms.into_iter().find(|form| told.contains(form));
            modelled.insert(row.unwrap_or_else(|| panic!("{name} has no row")));
        }
        let missing: Vec<_> = told.difference(&modelled).collect();
        assert!(missing.is_empty(), "not modelled: {missing:?}");
    }
}
