//! The functions of the library and of the compiler that lowering and the points-to analysis know themselves: one
//! table for both. All others have a model in C (`models`), or are not modelled.

use super::{KEPT, Standing, standing};
use crate::ast::FunctionDecl;

/// What an allocating function does with its arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Allocation {
    /// As many bytes as the argument says.
    Heap,
    /// A new object that lives until the function ends.
    Stack,
    /// An object of the library: it stays, is no leak, and must not be freed.
    Kept,
    /// As many bytes as this argument says, aligned for more than every type.
    Aligned(usize),
    /// The product of the first two arguments, as zeros.
    Zeroed,
    /// The first argument's object becomes as large as the second says.
    Again,
}

/// Which argument is copied where, and what the function returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Copying {
    /// The second to the first, which it returns; they have no byte in common.
    Apart,
    /// Copies bytes between objects that may overlap.
    Overlapping,
    /// The first to the second; they may have bytes in common.
    Backwards,
    /// The second to the first; returns the end of the copy.
    ToEnd,
}

/// What bytes become.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Filling {
    /// What the second argument says.
    Given,
    /// Zero.
    Zero,
}

/// What a function means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Native {
    /// Makes an object.
    Allocate(Allocation),
    /// Ends the object of its argument.
    Free,
    /// Copies memory.
    CopyBytes(Copying),
    /// Fills memory.
    FillBytes(Filling),
    /// Returns its first argument.
    FirstArgument,
    /// The magnitude of its argument.
    AbsoluteValue,
    /// Ends the execution.
    Halt,
    /// Is not reached.
    Unreachable,
    /// Does nothing that a program can see.
    Nothing,
}

use Native::{AbsoluteValue, Allocate, CopyBytes, FillBytes, FirstArgument, Free, Halt, Nothing};

/// Functions of the library; the compiler knows each under `__builtin_NAME` too, and with `__NAME_chk` its size.
const OF_LIBRARY: [(&str, Native); 26] = [
    (KEPT, Allocate(Allocation::Kept)),
    ("malloc", Allocate(Allocation::Heap)),
    ("alloca", Allocate(Allocation::Stack)),
    ("valloc", Allocate(Allocation::Aligned(0))),
    ("aligned_alloc", Allocate(Allocation::Aligned(1))),
    ("memalign", Allocate(Allocation::Aligned(1))),
    ("calloc", Allocate(Allocation::Zeroed)),
    ("realloc", Allocate(Allocation::Again)),
    ("free", Free),
    ("cfree", Free),
    ("memcpy", CopyBytes(Copying::Apart)),
    ("memmove", CopyBytes(Copying::Overlapping)),
    ("bcopy", CopyBytes(Copying::Backwards)),
    ("mempcpy", CopyBytes(Copying::ToEnd)),
    ("memset", FillBytes(Filling::Given)),
    ("bzero", FillBytes(Filling::Zero)),
    ("abs", AbsoluteValue),
    ("labs", AbsoluteValue),
    ("llabs", AbsoluteValue),
    ("imaxabs", AbsoluteValue),
    ("abort", Halt),
    ("exit", Halt),
    ("_exit", Halt),
    ("_Exit", Halt),
    ("quick_exit", Halt),
    ("__mempcpy", CopyBytes(Copying::ToEnd)),
];

/// Functions of the compiler alone.
const OF_COMPILER: [(&str, Native); 11] = [
    ("__builtin_trap", Halt),
    ("__builtin_unreachable", Native::Unreachable),
    ("__builtin_expect", FirstArgument),
    ("__builtin_expect_with_probability", FirstArgument),
    ("__builtin_assume_aligned", FirstArgument),
    ("__builtin_prefetch", Nothing),
    // In one thread, nothing can happen in another order.
    ("__sync_synchronize", Nothing),
    ("__atomic_thread_fence", Nothing),
    ("__atomic_signal_fence", Nothing),
    ("__c11_atomic_thread_fence", Nothing),
    ("__c11_atomic_signal_fence", Nothing),
];

/// What a function without a body means, if the tables have it.
pub(crate) fn native(function: &FunctionDecl) -> Option<Native> {
    match standing(function) {
        Standing::Compiler | Standing::Library => by_name(&function.name),
        Standing::Verifier | Standing::Program => None,
    }
}

fn by_name(name: &str) -> Option<Native> {
    let find = |table: &[(&str, Native)], name: &str| {
        let row = table.iter().find(|(known, _)| *known == name);
        row.map(|(_, native)| *native)
    };
    let plain = name.strip_prefix("__builtin_").unwrap_or(name);
    let unchecked = (plain.strip_prefix("__")).and_then(|plain| plain.strip_suffix("_chk"));
    find(&OF_COMPILER, name).or_else(|| find(&OF_LIBRARY, unchecked.unwrap_or(plain)))
}

#[cfg(test)]
pub(super) fn library_names() -> impl Iterator<Item = &'static str> {
    (OF_LIBRARY.iter().map(|(name, _)| *name)).filter(|name| *name != KEPT)
}

#[cfg(test)]
mod tests {
    use super::{Allocation, Copying, Native, by_name};

    #[test]
    fn the_forms_of_the_compiler_mean_the_same() {
        let copy = Some(Native::CopyBytes(Copying::Apart));
        for name in [
            "memcpy",
            "__builtin_memcpy",
            "__builtin___memcpy_chk",
            "__memcpy_chk",
        ] {
            assert_eq!(by_name(name), copy, "{name}");
        }
        let stack = Some(Native::Allocate(Allocation::Stack));
        assert_eq!(by_name("__builtin_alloca"), stack);
        assert_eq!(by_name("reallocarray"), None);
        assert_eq!(by_name("expect"), None);
    }
}
