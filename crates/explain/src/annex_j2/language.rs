//! Entries about the language: clauses 4 to 6.

use invar_cfa::AssumptionKind;

use super::{
    Row,
    Treatment::{Assumed, CannotOccur, Checked, NotModelled, Open, Partly, Refused},
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
        "a source file ends without a newline, or inside a token or comment",
    ),
    row(
        "5.1.1.2",
        CannotOccur,
        "token pasting makes a universal character name",
    ),
    row(
        "5.1.2.2.1",
        Open,
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
        "a character outside the basic set is elsewhere than in names, literals and comments",
    ),
    row(
        "5.2.1.2",
        CannotOccur,
        "a comment, string or name has an invalid multibyte character",
    ),
    row(
        "6.2.2",
        Open,
        "a name has internal and external linkage in one unit",
    ),
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
        Partly("uninitialised"),
        "an automatic object without a value is read; looked for in scalars whose address is not taken",
    ),
    row(
        "6.2.6.1",
        Open,
        "a representation that is no value is read; here only of _Bool and of long double",
    ),
    row(
        "6.2.6.1",
        Open,
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
        "two declarations of one object or function have incompatible types; those in two files may differ in const and the like",
    ),
    row(
        "6.2.7",
        CannotOccur,
        "a composite type needs the length of an array that was not evaluated",
    ),
    row(
        "6.3.1.4",
        Partly("conversion"),
        "a float does not fit the integer type it is converted to; integers too large for a float become infinity",
    ),
    row(
        "6.3.1.5",
        CannotOccur,
        "a float does not fit a narrower type; IEEE formats round to infinity",
    ),
    row(
        "6.3.2.1",
        Partly("valid-deref"),
        "an lvalue designates no object when it is evaluated: where it is read or written, not where its address is taken",
    ),
    row("6.3.2.1", Refused, "a value of incomplete type is used"),
    row(
        "6.3.2.1",
        Partly("uninitialised"),
        "an automatic object whose address is not taken is read without a value; members of structs are not looked at",
    ),
    row(
        "6.3.2.1",
        Refused,
        "an array in a register becomes a pointer; as a member of a struct in one it may",
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
        "a pointer is converted to a type that it is not aligned for",
    ),
    row(
        "6.3.2.3",
        Partly("valid-deref"),
        "a function is called through a pointer of an incompatible type: where gcc passes arguments otherwise; numbers of other sizes are not modelled",
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
        CannotOccur,
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
        Partly("unsequenced"),
        "a scalar is changed twice, or changed and read, without an order: not in variable arguments",
    ),
    row(
        "6.5",
        Partly("no-overflow"),
        "a result is not mathematically defined or does not fit its type: of integers; floats follow IEEE",
    ),
    row(
        "6.5",
        Open,
        "an object is accessed by an lvalue of a type that its own does not allow",
    ),
    row(
        "6.5.2.2",
        Open,
        "a function is called without a prototype in scope and with another number of arguments; too few are not modelled",
    ),
    row(
        "6.5.2.2",
        NotModelled,
        "a call without a prototype in scope; the definition has one with an ellipsis or other types",
    ),
    row(
        "6.5.2.2",
        NotModelled,
        "a call without a prototype in scope; the definition has none, and promoted types differ",
    ),
    row(
        "6.5.2.2",
        Partly("valid-deref"),
        "a function is called by an expression of an incompatible type: where gcc passes arguments otherwise; numbers of other sizes are not modelled",
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
    row(
        "6.5.5",
        Partly("division-by-zero"),
        "a divisor is zero: of integers; floats follow IEEE",
    ),
    row(
        "6.5.6",
        Open,
        "a pointer is moved out of its array, even without an access",
    ),
    row(
        "6.5.6",
        Partly("valid-deref"),
        "a pointer past the end of an array is dereferenced: of an array that is no part of an object",
    ),
    row(
        "6.5.6",
        Partly("pointer-order"),
        "pointers into different objects are subtracted: objects of the program, not parts of one",
    ),
    row(
        "6.5.6",
        Partly("array-bounds"),
        "an index is out of range, although an object lies there: of arrays by their type, where the element is accessed; not of last members with one element or none",
    ),
    row(
        "6.5.6",
        CannotOccur,
        "a difference of pointers does not fit ptrdiff_t; no object is that large",
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
        Partly("pointer-order"),
        "pointers into different objects are compared by order: objects of the program, not null",
    ),
    row(
        "6.5.16.1",
        Open,
        "an object is assigned to one that overlaps it in part, or has another type at its place",
    ),
    row(
        "6.6",
        CannotOccur,
        "an integer constant expression has a type, operands or casts that are not allowed; what clang cannot compute is refused",
    ),
    row(
        "6.6",
        CannotOccur,
        "a constant in an initialiser is of no allowed kind; what clang cannot compute is refused",
    ),
    row(
        "6.6",
        CannotOccur,
        "an arithmetic constant expression has a type, operands or casts that are not allowed; what clang cannot compute is refused",
    ),
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
        Partly("valid-deref"),
        "a flexible array member without elements is accessed or pointed past; accesses only",
    ),
    row(
        "6.7.2.3",
        Refused,
        "a struct or union is not completed in its scope where that is needed",
    ),
    row(
        "6.7.3",
        Partly("const-write"),
        "a const object is written to by an lvalue that is not const: variables that are const as a whole, by pointers",
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
        "a changed object is accessed by a restrict pointer to const, or by one and an unrelated pointer",
    ),
    row(
        "6.7.3.1",
        Open,
        "a restrict pointer gets its value from one of the same or an inner block that is still active",
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
        "an object is defined with one alignment and declared with another",
    ),
    row(
        "6.7.5",
        Open,
        "declarations in different files have different alignments",
    ),
    row(
        "6.7.6.1",
        Refused,
        "two pointer types that must be compatible differ in qualifiers or in what they point to; in two files qualifiers may differ",
    ),
    row(
        "6.7.6.2",
        Partly("array-bounds"),
        "an array has a computed length that is not positive: variables of negative length; zero is the length, and types alone are open",
    ),
    row(
        "6.7.6.2",
        Open,
        "two array types that must be compatible differ in their elements or computed lengths",
    ),
    row(
        "6.7.6.3",
        Open,
        "an argument has fewer elements than [static n] asks for",
    ),
    row(
        "6.7.6.3",
        CannotOccur,
        "void as the list of parameters has a qualifier or a storage class; qualifiers are refused, register says nothing",
    ),
    row(
        "6.7.6.3",
        Refused,
        "two function types that must be compatible are not; in two files qualifiers of what is pointed to may differ",
    ),
    row(
        "6.7.9",
        CannotOccur,
        "the value of an unnamed member is used; it has no name",
    ),
    row(
        "6.7.9",
        CannotOccur,
        "the initialiser of a scalar is no single expression",
    ),
    row(
        "6.7.9",
        Refused,
        "the initialiser of an automatic struct or union is neither a list nor of its type",
    ),
    row(
        "6.7.9",
        CannotOccur,
        "the initialiser of an array, struct or union is no list in braces, nor a string for an array",
    ),
    row(
        "6.9",
        Assumed(AssumptionKind::MissingBody),
        "a name with external linkage is used without a definition, or has several; several are refused, tentative ones are one",
    ),
    row(
        "6.9.1",
        CannotOccur,
        "a parameter of an old definition is not declared",
    ),
    row("6.9.1", Refused, "a parameter has an incomplete type"),
    row(
        "6.9.1",
        Refused,
        "a function takes variable arguments and is defined without an ellipsis; a call after a cast is not modelled",
    ),
    row(
        "6.9.1",
        Checked("missing-return"),
        "a function ends without return, and its value is used",
    ),
    row(
        "6.9.2",
        Open,
        "a tentative definition with internal linkage has an incomplete type",
    ),
    row(
        "6.10.1",
        CannotOccur,
        "defined comes out of a macro in #if, or is used in another form",
    ),
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
    row("6.10.3.2", CannotOccur, "# makes no string literal"),
    row("6.10.3.3", Refused, "## makes no token"),
    row(
        "6.10.4",
        Open,
        "#line has another form, or a number out of range",
    ),
    row(
        "6.10.6",
        CannotOccur,
        "a #pragma of the compiler is used that is documented as undefined or as an error",
    ),
    row("6.10.6", CannotOccur, "#pragma STDC has another form"),
    row(
        "6.10.8",
        Open,
        "a predefined macro, or the name defined, is defined or removed",
    ),
];
