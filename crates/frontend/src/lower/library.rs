//! Functions that have a meaning without a body.

use crate::ast::{FunctionDecl, Type};
use crate::interrupts::CHOICE;
use crate::library::{
    ASSUME, CONTRACT_CHECK, CONTRACT_WORDS, ContractWord, OBJECT_SIZE, PERMUTED, PRECONDITION,
    RANGE, READS_OUTPUT, Standing, is_assertion_failure, is_error_function, standing,
};

/// What a function without a body means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Meaning {
    /// The property of the competition is violated.
    Error,
    /// A failing assertion.
    AssertFail,
    /// `assert(condition)` as an undeclared function.
    Assert,
    /// Ends the program.
    Halt,
    /// The text says that no execution gets there.
    Unreachable,
    /// Ends the path where its argument is zero.
    Assume,
    /// An input: any value of its result type.
    Input,
    /// Returns its first argument.
    FirstArgument,
    /// The magnitude of its argument.
    AbsoluteValue,
    /// The arguments of `main` have another order now.
    Permuted,
    /// A clause of the precondition holds.
    Precondition,
    /// Objects of the caller are not too large.
    ObjectSize,
    /// By the precondition, memory can be accessed.
    Range,
    /// A word of a contract.
    Contract(ContractWord),
    /// Shows its argument to the observer of the interpreter.
    Print,
    /// Any result, nothing else changes: the reading of a function that the user left out.
    AnyValue,
    /// Whether output functions read what they print: a constant.
    ReadsOutput,
    /// Whether the run begins at `main`.
    IsWholeProgram,
    /// Whether the output is shown: a constant.
    ShowsOutput,
    /// Shows a character of the output.
    ShowCharacter,
    /// A library function whose effect matters and is not modelled.
    NotModelled,
}

/// Builtins that keep accesses in order.
const FENCES: [&str; 5] = [
    "__sync_synchronize",
    "__atomic_thread_fence",
    "__atomic_signal_fence",
    "__c11_atomic_thread_fence",
    "__c11_atomic_signal_fence",
];

/// The meaning of a function that has no body.
pub(super) fn meaning(function: &FunctionDecl) -> Meaning {
    let name = &*function.name;
    match standing(function) {
        Standing::Verifier => for_verifiers(name),
        Standing::Compiler => match name.strip_prefix("__builtin_") {
            Some("trap") => Meaning::Halt,
            Some("unreachable") => Meaning::Unreachable,
            Some("expect" | "expect_with_probability" | "assume_aligned") => Meaning::FirstArgument,
            Some("prefetch") => Meaning::AnyValue,
            Some(plain) => of_library(plain),
            // In one thread, nothing can happen in another order.
            None if FENCES.contains(&name) => Meaning::AnyValue,
            None => Meaning::NotModelled,
        },
        Standing::Library => of_library(name),
        // clang takes over from a built-in function of the name that it does not return.
        Standing::Program if function.no_return && function.ty.result != Type::Void => {
            Meaning::NotModelled
        }
        Standing::Program if function.no_return => Meaning::Halt,
        Standing::Program => Meaning::AnyValue,
    }
}

/// Whether a function is one of the library or the compiler: only then its name says what it does.
pub(super) fn is_known_by_name(function: &FunctionDecl) -> bool {
    matches!(standing(function), Standing::Compiler | Standing::Library)
}

/// Whether a function without a body is one of the program: nothing but its declaration is known.
pub(super) fn is_of_program(function: &FunctionDecl) -> bool {
    standing(function) == Standing::Program
}

/// Whether a function without a body gives the program an input.
pub(crate) fn is_input(function: &FunctionDecl) -> bool {
    meaning(function) == Meaning::Input
}

/// Whether a function without a body may return anything.
pub(super) fn is_arbitrary(function: &FunctionDecl) -> bool {
    let name = &*function.name;
    let built_in = is_known_by_name(function)
        && (super::memory::allocation(name).is_some() || super::math::is_known(name));
    meaning(function) == Meaning::AnyValue && !built_in
}

fn for_verifiers(name: &str) -> Meaning {
    match name {
        _ if is_error_function(name) => Meaning::Error,
        _ if name.starts_with("__VERIFIER_nondet") || name == CHOICE => Meaning::Input,
        "__VERIFIER_assume" | "__CPROVER_assume" | ASSUME => Meaning::Assume,
        "assert" | "__CPROVER_assert" | CONTRACT_CHECK => Meaning::Assert,
        READS_OUTPUT => Meaning::ReadsOutput,
        "__invar_is_whole_program" => Meaning::IsWholeProgram,
        "__invar_shows_output" => Meaning::ShowsOutput,
        "__invar_output" => Meaning::ShowCharacter,
        PERMUTED => Meaning::Permuted,
        PRECONDITION => Meaning::Precondition,
        OBJECT_SIZE => Meaning::ObjectSize,
        RANGE => Meaning::Range,
        "__invar_print_u32" => Meaning::Print,
        _ if name.starts_with("__invar_") => {
            let word = CONTRACT_WORDS.iter().find(|(known, _)| *known == name);
            word.map_or(Meaning::NotModelled, |(_, word)| Meaning::Contract(*word))
        }
        _ => Meaning::AnyValue,
    }
}

/// What is not in the list is not modelled: memory, mathematics and the models in C are asked for elsewhere, before.
fn of_library(name: &str) -> Meaning {
    match name {
        _ if is_assertion_failure(name) => Meaning::AssertFail,
        "abort" | "exit" | "_Exit" | "_exit" | "quick_exit" => Meaning::Halt,
        "abs" | "labs" | "llabs" | "imaxabs" => Meaning::AbsoluteValue,
        // Where memory is followed, it is asked for before.
        "free" | "cfree" => Meaning::AnyValue,
        _ => Meaning::NotModelled,
    }
}
