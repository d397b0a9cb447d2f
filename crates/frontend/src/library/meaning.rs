//! Functions that have a meaning without a body.

use super::{
    ASSUME, CHOICE, CONTRACT_CHECK, CONTRACT_WORDS, ContractWord, Native, OBJECT_SIZE, PERMUTED,
    PRECONDITION, RANGE, READS_OUTPUT, Standing, is_assertion_failure, is_error_function, native,
    standing,
};
use crate::ast::{FunctionDecl, Type};

/// What a function without a body means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Meaning {
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

/// The meaning of a function that has no body.
pub(crate) fn meaning(function: &FunctionDecl) -> Meaning {
    let name = &*function.name;
    match standing(function) {
        Standing::Verifier => for_verifiers(name),
        Standing::Compiler | Standing::Library => of_library(function),
        // clang takes over from a built-in function of the name that it does not return.
        Standing::Program if function.no_return && function.ty.result != Type::Void => {
            Meaning::NotModelled
        }
        Standing::Program if function.no_return => Meaning::Halt,
        Standing::Program => Meaning::AnyValue,
    }
}

/// Whether a function is one of the library or the compiler: only then its name says what it does.
pub(crate) fn is_known_by_name(function: &FunctionDecl) -> bool {
    matches!(standing(function), Standing::Compiler | Standing::Library)
}

/// Whether a function without a body is one of the program: nothing but its declaration is known.
pub(crate) fn is_of_program(function: &FunctionDecl) -> bool {
    standing(function) == Standing::Program
}

/// Whether a function without a body gives the program an input.
pub(crate) fn is_input(function: &FunctionDecl) -> bool {
    meaning(function) == Meaning::Input
}

/// Whether a function without a body may return anything.
pub(crate) fn is_arbitrary(function: &FunctionDecl) -> bool {
    meaning(function) == Meaning::AnyValue
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

/// Memory, mathematics and the models in C are asked for before.
fn of_library(function: &FunctionDecl) -> Meaning {
    if is_assertion_failure(&function.name) {
        return Meaning::AssertFail;
    }
    match native(function) {
        Some(Native::Halt) => Meaning::Halt,
        Some(Native::AbsoluteValue) => Meaning::AbsoluteValue,
        Some(Native::FirstArgument) => Meaning::FirstArgument,
        Some(Native::Unreachable) => Meaning::Unreachable,
        Some(Native::Free | Native::Nothing) => Meaning::AnyValue,
        Some(Native::Allocate(_) | Native::CopyBytes(_) | Native::FillBytes(_)) | None => {
            Meaning::NotModelled
        }
    }
}
