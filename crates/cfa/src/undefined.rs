//! Behaviour that C leaves undefined.

use crate::Aspect;
use std::fmt;

/// Behaviour that C leaves undefined and that ends a path.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Undefined {
    /// Division or remainder by zero.
    DivisionByZero,
    /// The smallest signed number divided by minus one: traps on the machines we model.
    DivisionOverflow,
    /// A shift by a negative amount or by the width or more.
    Shift,
    /// A signed number shifted to the left that is negative, or whose bits do not all fit.
    ShiftedNumber,
    /// An index outside its array.
    ArrayBounds,
    /// A negative length of an array.
    ArrayLength,
    /// An access outside every object that the pointer may point into.
    Pointer,
    /// A call of a function through a pointer of another type.
    Call,
    /// A floating-point number converted to an integer type that does not hold it.
    FloatConversion,
    /// A conversion that the text does not say changes a value: defined, but asked for.
    Conversion,
    /// An access to memory that was freed.
    Freed,
    /// An access to a variable that is out of scope.
    OutOfScope,
    /// `free` of something that no allocation returned.
    Free,
    /// `free` of memory that was freed before.
    DoubleFree,
    /// Memory that is still allocated when the program ends.
    Leak,
    /// A write to a string literal or to an object that is `const`.
    ConstantWrite,
    /// A copy between objects that overlap.
    Overlap,
    /// Pointers into different objects that are compared by order or subtracted.
    PointerOrder,
    /// Two changes of a scalar, or a change and a use, in an order that C leaves open.
    Unsequenced,
    /// The value of a call of a function that ended without `return`.
    MissingReturn,
    /// `__builtin_unreachable` is reached.
    Unreachable,
    /// The value of a local variable that was never given one.
    Uninitialised,
    /// An access to memory of a caller that the precondition does not speak of: callers can make it valid.
    Uncovered,
}

impl Undefined {
    /// What it violates.
    pub fn aspect(self) -> Aspect {
        match self {
            Undefined::DivisionByZero => Aspect::Division,
            Undefined::DivisionOverflow => Aspect::Overflow,
            Undefined::Shift | Undefined::ShiftedNumber => Aspect::Shift,
            Undefined::ArrayBounds | Undefined::ArrayLength => Aspect::Bounds,
            Undefined::Pointer
            | Undefined::Call
            | Undefined::Freed
            | Undefined::OutOfScope
            | Undefined::Uncovered => Aspect::Dereference,
            Undefined::FloatConversion => Aspect::FloatConversion,
            Undefined::Conversion => Aspect::Conversion,
            Undefined::Free | Undefined::DoubleFree => Aspect::Free,
            Undefined::Leak => Aspect::Leak,
            Undefined::ConstantWrite => Aspect::ConstantWrite,
            Undefined::Overlap => Aspect::Overlap,
            Undefined::PointerOrder => Aspect::PointerOrder,
            Undefined::Unsequenced => Aspect::Sequence,
            Undefined::MissingReturn | Undefined::Unreachable => Aspect::Flow,
            Undefined::Uninitialised => Aspect::Uninitialised,
        }
    }
}

impl fmt::Display for Undefined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Undefined::DivisionByZero => "division by zero",
            Undefined::DivisionOverflow => "overflow in a signed division",
            Undefined::Shift => "shift by a negative or too large amount",
            Undefined::ShiftedNumber => "left shift of a negative number or beyond its type",
            Undefined::ArrayBounds => "array index out of bounds",
            Undefined::ArrayLength => "negative length of an array",
            Undefined::Pointer => "access through an invalid pointer",
            Undefined::Call => "call through a pointer to a function of another type",
            Undefined::FloatConversion => "float out of the range of the integer type",
            Undefined::Conversion => "conversion that changes the value",
            Undefined::Freed => "access to freed memory",
            Undefined::OutOfScope => "access to a variable that is out of scope",
            Undefined::Free => "free of something that was not allocated",
            Undefined::DoubleFree => "free of memory that was freed before",
            Undefined::Leak => "memory that is never freed",
            Undefined::ConstantWrite => "write to a string literal or a const object",
            Undefined::Overlap => "copy between overlapping objects",
            Undefined::PointerOrder => "order or distance of pointers to different objects",
            Undefined::Unsequenced => "unsequenced accesses to an object",
            Undefined::MissingReturn => "use of the value of a function that ended without return",
            Undefined::Unreachable => "__builtin_unreachable is reached",
            Undefined::Uninitialised => "read of a local variable without a value",
            Undefined::Uncovered => "access to memory of a caller that no precondition is about",
        })
    }
}
