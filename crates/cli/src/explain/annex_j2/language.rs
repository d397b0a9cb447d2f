//! Entries about the language: clauses 4 to 6.

use invar_cfa::AssumptionKind;

use super::{
    Row,
    Treatment::{Assumed, CannotOccur, Checked, NotModelled, Open, Refused},
    row,
};

pub(super) const ROWS: [Row; 99] = [
    row(
        "4",
        Open,
        "a requirement outside of the constraints is violated",
    ),
    row(
        "5.1.1.2",
        CannotOccur,
        "a source file ends without a newline or inside a comment",
    ),
    row(
        "5.1.1.2",
        CannotOccur,
        "token pasting makes a universal character name",
    ),
    row(
        "5.1.2.2.1",
        Refused,
        "a hosted program has no main of an allowed type",
    ),
    row(
        "5.1.2.4",
        NotModelled,
        "two threads race for an object; creating threads is not modelled",
    ),
    row(
        "5.2.1",
        Refused,
        "a source file has a character outside the source character set",
    ),
    row(
        "5.2.1.2",
        CannotOccur,
        "a comment, string or name has an invalid multibyte character",
    ),
    row("6.2.2", Refused, "a name has internal and external linkage"),
    row(
        "6.2.4",
        Checked("valid-deref"),
        "an object is used outside of its lifetime",
    ),
    row(
        "6.2.4",
        Open,
        "the value of a pointer is used after its object ended, without an access",
    ),
    row(
        "6.2.4",
        Assumed(AssumptionKind::Uninitialised),
        "an automatic object without a value is read",
    ),
    row(
        "6.2.6.1",
        CannotOccur,
        "a representation that is no value is read; no type of the data models has one",
    ),
    row(
        "6.2.6.1",
        CannotOccur,
        "a representation that is no value is produced",
    ),
    row(
        "6.2.6.2",
        CannotOccur,
        "an operation makes a negative zero; integers are two's complement",
    ),
    row(
        "6.2.7",
        Refused,
        "two declarations of one object or function have incompatible types",
    ),
    row(
        "6.2.7",
        CannotOccur,
        "a composite type needs the length of an array that was not evaluated",
    ),
    row(
        "6.3.1.4",
        Checked("conversion"),
        "a float does not fit the integer type it is converted to",
    ),
    row(
        "6.3.1.5",
        CannotOccur,
        "a float does not fit a narrower type; IEEE formats round to infinity",
    ),
    row(
        "6.3.2.1",
        Checked("valid-deref"),
        "an lvalue designates no object when it is evaluated",
    ),
    row("6.3.2.1", Refused, "a value of incomplete type is used"),
    row(
        "6.3.2.1",
        Assumed(AssumptionKind::Uninitialised),
        "an automatic object whose address is not taken is read without a value",
    ),
    row(
        "6.3.2.1",
        Refused,
        "an array in a register becomes a pointer",
    ),
    row("6.3.2.2", Refused, "the value of a void expression is used"),
    row(
        "6.3.2.3",
        CannotOccur,
        "a pointer does not fit the integer type it is converted to; the conversion wraps",
    ),
    row(
        "6.3.2.3",
        Open,
        "a pointer is converted to a type with a stricter alignment",
    ),
    row(
        "6.3.2.3",
        Checked("valid-deref"),
        "a function is called through a pointer of an incompatible type",
    ),
    row("6.4", Refused, "a quote has no partner"),
    row("6.4.1", Refused, "a keyword is used as something else"),
    row(
        "6.4.2.1",
        Refused,
        "a name has a universal character that is not allowed",
    ),
    row(
        "6.4.2.1",
        Refused,
        "a name begins with a universal character for a digit",
    ),
    row(
        "6.4.2.1",
        CannotOccur,
        "two names differ in characters that do not count; all count",
    ),
    row("6.4.2.2", Refused, "__func__ is declared"),
    row(
        "6.4.5",
        Checked("const-write"),
        "a string literal is written to",
    ),
    row(
        "6.4.7",
        CannotOccur,
        "a header name has quotes, a backslash or a comment in it",
    ),
    row(
        "6.5",
        Checked("unsequenced"),
        "a scalar is changed twice, or changed and read, without an order; by the names of variables",
    ),
    row(
        "6.5",
        Checked("no-overflow"),
        "a result is not mathematically defined or does not fit its type",
    ),
    row(
        "6.5",
        Open,
        "an object is accessed by an lvalue of another effective type",
    ),
    row(
        "6.5.2.2",
        Open,
        "a function without prototype is called with another number of arguments",
    ),
    row(
        "6.5.2.2",
        Open,
        "a function with variable arguments is called without prototype",
    ),
    row(
        "6.5.2.2",
        Open,
        "arguments do not have the types of the parameters, and there is no prototype",
    ),
    row(
        "6.5.2.2",
        Checked("valid-deref"),
        "a function is called by an expression of an incompatible type",
    ),
    row(
        "6.5.2.3",
        Refused,
        "a member of an atomic struct or union is accessed",
    ),
    row(
        "6.5.3.2",
        Checked("valid-deref"),
        "an invalid pointer is dereferenced",
    ),
    row(
        "6.5.4",
        Refused,
        "a pointer is converted to a type that is neither integer nor pointer",
    ),
    row("6.5.5", Checked("division-by-zero"), "a divisor is zero"),
    row(
        "6.5.6",
        Open,
        "a pointer is moved outside of its array and not used",
    ),
    row(
        "6.5.6",
        Checked("valid-deref"),
        "a pointer past the end of an array is dereferenced",
    ),
    row(
        "6.5.6",
        Checked("pointer-order"),
        "pointers into different objects are subtracted",
    ),
    row(
        "6.5.6",
        Checked("array-bounds"),
        "an index is out of range, although an object lies there",
    ),
    row(
        "6.5.6",
        CannotOccur,
        "a difference of pointers does not fit ptrdiff_t; no object has 2 GB",
    ),
    row(
        "6.5.7",
        Checked("shift"),
        "a shift is by a negative amount or by the width or more",
    ),
    row(
        "6.5.7",
        Checked("shift"),
        "a negative number is shifted to the left, or bits leave the type",
    ),
    row(
        "6.5.8",
        Checked("pointer-order"),
        "pointers into different objects are compared by order",
    ),
    row(
        "6.5.16.1",
        Open,
        "an object is assigned to one that overlaps it in part",
    ),
    row("6.6", Refused, "an integer constant expression is none"),
    row("6.6", Refused, "a constant in an initialiser is none"),
    row("6.6", Refused, "an arithmetic constant expression is none"),
    row("6.6", Refused, "an address constant reads an object"),
    row(
        "6.7",
        Refused,
        "an object without linkage has an incomplete type",
    ),
    row(
        "6.7.1",
        Refused,
        "a function in a block has a storage class other than extern",
    ),
    row(
        "6.7.2.1",
        CannotOccur,
        "a struct or union has no named member; it is empty, as with gcc",
    ),
    row(
        "6.7.2.1",
        Checked("valid-deref"),
        "an element of a flexible array member is used that is not there",
    ),
    row(
        "6.7.2.3",
        Refused,
        "a type is not completed where that is needed",
    ),
    row(
        "6.7.3",
        Checked("const-write"),
        "a const object is written to by another lvalue",
    ),
    row(
        "6.7.3",
        Assumed(AssumptionKind::Volatile),
        "a volatile object is accessed by an lvalue that is not",
    ),
    row("6.7.3", Open, "a function type is qualified"),
    row(
        "6.7.3",
        Open,
        "two types that must be compatible are qualified differently",
    ),
    row(
        "6.7.3.1",
        Open,
        "an object of a restrict pointer is accessed by another pointer and changed",
    ),
    row(
        "6.7.3.1",
        Open,
        "a restrict pointer is assigned to another one of the same or an inner block",
    ),
    row(
        "6.7.4",
        Assumed(AssumptionKind::MissingBody),
        "an inline function with external linkage is not defined in its unit",
    ),
    row(
        "6.7.4",
        Open,
        "a function that is declared not to return does",
    ),
    row(
        "6.7.5",
        Refused,
        "declarations of one object have different alignments",
    ),
    row(
        "6.7.5",
        Open,
        "declarations in different files have different alignments",
    ),
    row(
        "6.7.6.1",
        Refused,
        "two pointer types that must be compatible are not",
    ),
    row(
        "6.7.6.2",
        Open,
        "an array has a computed length that is not positive",
    ),
    row(
        "6.7.6.2",
        Open,
        "two array types that must be compatible have different computed lengths",
    ),
    row(
        "6.7.6.3",
        Open,
        "an argument has fewer elements than [static n] asks for",
    ),
    row(
        "6.7.6.3",
        Refused,
        "a list of parameters has void with a qualifier",
    ),
    row(
        "6.7.6.3",
        Refused,
        "two function types that must be compatible are not",
    ),
    row(
        "6.7.9",
        CannotOccur,
        "the value of an unnamed member is used; it has no name",
    ),
    row(
        "6.7.9",
        Refused,
        "the initialiser of a scalar is no single expression",
    ),
    row(
        "6.7.9",
        Refused,
        "the initialiser of a struct is neither a list nor a struct",
    ),
    row("6.7.9", Refused, "the initialiser of an array is no list"),
    row(
        "6.9",
        Assumed(AssumptionKind::MissingBody),
        "a name with external linkage is used and has no definition, or several",
    ),
    row(
        "6.9.1",
        Refused,
        "a parameter of an old definition is not declared",
    ),
    row("6.9.1", Refused, "a parameter has an incomplete type"),
    row(
        "6.9.1",
        Open,
        "a function takes variable arguments and is defined without an ellipsis",
    ),
    row(
        "6.9.1",
        Checked("missing-return"),
        "a function ends without return, and its value is used",
    ),
    row(
        "6.9.2",
        Refused,
        "a tentative definition has an incomplete type",
    ),
    row("6.10.1", CannotOccur, "defined comes out of a macro in #if"),
    row(
        "6.10.2",
        Refused,
        "#include has neither form after expansion",
    ),
    row(
        "6.10.2",
        CannotOccur,
        "the name in #include does not begin with a letter",
    ),
    row(
        "6.10.3",
        CannotOccur,
        "arguments of a macro look like directives",
    ),
    row("6.10.3.2", Refused, "# makes no string literal"),
    row("6.10.3.3", Refused, "## makes no token"),
    row("6.10.4", Refused, "#line has no number in range"),
    row(
        "6.10.6",
        CannotOccur,
        "a #pragma that is not of the standard changes the meaning",
    ),
    row("6.10.6", CannotOccur, "#pragma STDC has another form"),
    row("6.10.8", Open, "a predefined macro is defined or undefined"),
];
