//! The entries of C11's Annex J.2 in their order, in our words, and what becomes of each.

use invar_cfa::AssumptionKind;

/// What becomes of a kind of undefined behaviour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Treatment {
    /// A property looks for it.
    Checked(&'static str),
    /// The program is refused while it is read.
    Refused,
    /// A place where it may happen is not modelled: `unknown` if an execution gets there.
    NotModelled,
    /// An assumption says how the program is read.
    Assumed(AssumptionKind),
    /// It cannot occur, or the reading gives it a meaning.
    CannotOccur,
    /// It is not looked for: a verdict says nothing about it.
    Open,
}

/// An entry of Annex J.2.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    /// The clause of C11 that it refers to.
    pub(super) clause: &'static str,
    pub(super) treatment: Treatment,
    /// What is undefined.
    pub(super) what: &'static str,
}

const fn row(clause: &'static str, treatment: Treatment, what: &'static str) -> Row {
    Row {
        clause,
        treatment,
        what,
    }
}

use Treatment::{Assumed, CannotOccur, Checked, NotModelled, Open, Refused};

/// Every entry.
pub(super) const ROWS: [Row; 203] = [
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
    row(
        "7.1.4",
        Checked("overlap"),
        "a library function copies between objects that overlap; memcpy and mempcpy only",
    ),
    row(
        "7.1.2",
        Open,
        "a file of the program has the name of a header of the library",
    ),
    row("7.1.2", Open, "a header is included inside a declaration"),
    row(
        "7.1.2",
        Open,
        "something of a header is used before it is included",
    ),
    row(
        "7.1.2",
        Open,
        "a header is included while a keyword is a macro",
    ),
    row(
        "7.1.2",
        Open,
        "a library function is declared without external linkage",
    ),
    row("7.1.3", Open, "a reserved name is declared"),
    row(
        "7.1.3",
        Open,
        "a macro whose name begins with an underscore is removed",
    ),
    row(
        "7.1.4",
        Checked("valid-deref"),
        "an argument of a library function has an invalid value; models access what they get",
    ),
    row(
        "7.1.4",
        Checked("valid-deref"),
        "an array for a library function is too small",
    ),
    row(
        "7.2",
        CannotOccur,
        "assert is not used as a macro; the call is read as an assertion",
    ),
    row("7.2", Refused, "the argument of assert is no scalar"),
    row(
        "7.3.4",
        CannotOccur,
        "a pragma for floating point is at the wrong place; all say how the formats are read",
    ),
    row(
        "7.4",
        Assumed(AssumptionKind::Model),
        "the argument of a character function is neither EOF nor an unsigned char",
    ),
    row("7.5", Open, "errno is declared by the program"),
    row(
        "7.6.1",
        NotModelled,
        "floating-point flags or modes are used without FENV_ACCESS",
    ),
    row(
        "7.6.2",
        NotModelled,
        "the argument of a function for floating-point exceptions is no set of them",
    ),
    row(
        "7.6.2.4",
        NotModelled,
        "fesetexceptflag sets flags that were not saved",
    ),
    row("7.6.4.3", NotModelled, "fesetenv gets no environment"),
    row(
        "7.8.2.1",
        Checked("no-overflow"),
        "the magnitude or quotient of integers does not fit; abs and its relatives",
    ),
    row(
        "7.11.1.1",
        NotModelled,
        "the text that setlocale returns is changed",
    ),
    row(
        "7.11.2.1",
        NotModelled,
        "what localeconv returns is changed",
    ),
    row("7.12", Open, "math_errhandling is declared by the program"),
    row(
        "7.12.3",
        Refused,
        "the argument of a classification macro is no float",
    ),
    row("7.13", Open, "setjmp is declared by the program"),
    row(
        "7.13.1.1",
        NotModelled,
        "setjmp is used in another place than a comparison",
    ),
    row(
        "7.13.2.1",
        NotModelled,
        "longjmp restores an environment that is not there",
    ),
    row(
        "7.13.2.1",
        NotModelled,
        "a local that changed after setjmp is read after longjmp",
    ),
    row("7.14.1.1", NotModelled, "signal gets an invalid handler"),
    row(
        "7.14.1.1",
        NotModelled,
        "a handler returns from a computational exception",
    ),
    row(
        "7.14.1.1",
        NotModelled,
        "a handler of SIGFPE, SIGILL, SIGSEGV or the like returns",
    ),
    row(
        "7.14.1.1",
        NotModelled,
        "a handler that abort or raise led to calls raise",
    ),
    row(
        "7.14.1.1",
        NotModelled,
        "an asynchronous handler refers to an object or calls a function that is not allowed",
    ),
    row(
        "7.14.1.1",
        NotModelled,
        "errno is read after signal failed in a handler",
    ),
    row(
        "7.14.1.1",
        NotModelled,
        "an asynchronous handler raises a signal",
    ),
    row(
        "7.14.1.1",
        NotModelled,
        "signal is used with several threads",
    ),
    row(
        "7.16",
        NotModelled,
        "variable arguments are accessed without va_start",
    ),
    row(
        "7.16",
        Open,
        "va_arg is used after a function that used it on the same list",
    ),
    row(
        "7.16",
        Open,
        "a macro of stdarg.h is declared by the program",
    ),
    row(
        "7.16.1",
        Open,
        "va_start or va_copy has no va_end in its function",
    ),
    row(
        "7.16.1.1",
        Refused,
        "the type of va_arg does not become a pointer by a star",
    ),
    row(
        "7.16.1.1",
        NotModelled,
        "va_arg asks for an argument that is not there or has another type",
    ),
    row(
        "7.16.1.2",
        Open,
        "a list is initialised twice without va_end",
    ),
    row(
        "7.16.1.4",
        Refused,
        "the last parameter in va_start is a register, an array or a function",
    ),
    row(
        "7.19",
        Refused,
        "offsetof of a bit-field or of what is no member",
    ),
    row(
        "7.20.4",
        Refused,
        "the argument of a macro for integer constants is none",
    ),
    row(
        "7.21.2",
        NotModelled,
        "bytes and wide characters are mixed on a stream",
    ),
    row(
        "7.21.2",
        NotModelled,
        "a file is used past its last wide character",
    ),
    row(
        "7.21.3",
        Checked("valid-deref"),
        "a stream is used after it was closed",
    ),
    row(
        "7.21.5.2",
        Assumed(AssumptionKind::Model),
        "fflush of an input stream",
    ),
    row(
        "7.21.5.3",
        Assumed(AssumptionKind::Model),
        "the mode of fopen is none of the list",
    ),
    row(
        "7.21.5.3",
        Assumed(AssumptionKind::Model),
        "input follows output on a stream without a flush",
    ),
    row(
        "7.21.5.6",
        NotModelled,
        "the buffer of setvbuf is looked at",
    ),
    row(
        "7.21.6.1",
        NotModelled,
        "a format has too few arguments, or one of another type",
    ),
    row(
        "7.21.6.1",
        NotModelled,
        "a format is no valid multibyte string",
    ),
    row("7.21.6.1", NotModelled, "a precision where none is allowed"),
    row(
        "7.21.6.1",
        NotModelled,
        "an asterisk in a format has no argument",
    ),
    row(
        "7.21.6.1",
        NotModelled,
        "# or 0 in a format where it is not allowed",
    ),
    row(
        "7.21.6.1",
        NotModelled,
        "a length in a format where it is not allowed",
    ),
    row(
        "7.21.6.1",
        Checked("valid-deref"),
        "%s without a terminated string",
    ),
    row("7.21.6.1", NotModelled, "%n with flags, width or precision"),
    row("7.21.6.1", NotModelled, "%% that is not written so"),
    row("7.21.6.1", NotModelled, "a conversion that does not exist"),
    row(
        "7.21.6.1",
        Assumed(AssumptionKind::Model),
        "more than INT_MAX characters are printed",
    ),
    row("7.21.6.2", NotModelled, "more than INT_MAX items are read"),
    row(
        "7.21.6.2",
        NotModelled,
        "an item that is read does not fit its object",
    ),
    row(
        "7.21.6.2",
        NotModelled,
        "the array for %c, %s or %[ is too small",
    ),
    row(
        "7.21.6.2",
        NotModelled,
        "wide input is no valid multibyte string",
    ),
    row("7.21.6.2", NotModelled, "%p reads what no %p printed"),
    row(
        "7.21.6.8",
        NotModelled,
        "vfprintf or a relative gets a list that is not initialised",
    ),
    row(
        "7.21.7.2",
        Open,
        "the array of fgets is used after an error",
    ),
    row(
        "7.21.7.10",
        NotModelled,
        "the position of a binary stream is used after ungetc at its start",
    ),
    row(
        "7.21.8.1",
        NotModelled,
        "the position of a stream is used after an error",
    ),
    row(
        "7.21.8.1",
        Open,
        "an element that fread read in part is used",
    ),
    row(
        "7.21.9.2",
        Assumed(AssumptionKind::Model),
        "fseek on a text stream to another place than one that ftell gave",
    ),
    row(
        "7.21.9.3",
        NotModelled,
        "fsetpos with a position that fgetpos did not give",
    ),
    row(
        "7.22.3",
        Checked("valid-deref"),
        "what an allocation of zero bytes returned is accessed",
    ),
    row("7.22.3", Checked("valid-deref"), "freed memory is accessed"),
    row(
        "7.22.3.1",
        Open,
        "aligned_alloc with an alignment that does not exist",
    ),
    row(
        "7.22.3.3",
        Checked("valid-free"),
        "memory is freed that was not allocated or is already freed",
    ),
    row(
        "7.22.3.4",
        Assumed(AssumptionKind::Uninitialised),
        "what malloc returned is read before it is written",
    ),
    row(
        "7.22.3.5",
        Assumed(AssumptionKind::Uninitialised),
        "the new bytes of realloc are read before they are written",
    ),
    row(
        "7.22.4.4",
        CannotOccur,
        "exit is called twice; the first call ends the execution",
    ),
    row(
        "7.22.4.4",
        NotModelled,
        "a function of atexit ends by longjmp",
    ),
    row(
        "7.22.4.6",
        Open,
        "the text that getenv or strerror returned is changed",
    ),
    row(
        "7.22.4.7",
        NotModelled,
        "a signal is raised during quick_exit",
    ),
    row(
        "7.22.4.8",
        NotModelled,
        "a command of system ends the program",
    ),
    row(
        "7.22.5",
        Open,
        "a search or sort of no elements gets an invalid pointer",
    ),
    row(
        "7.22.5",
        Open,
        "a comparison function changes elements or contradicts itself",
    ),
    row(
        "7.22.5.1",
        Assumed(AssumptionKind::Model),
        "bsearch in an array that is not sorted",
    ),
    row(
        "7.22.7",
        NotModelled,
        "a conversion state is used after LC_CTYPE changed",
    ),
    row(
        "7.24.1",
        Checked("valid-deref"),
        "a string function accesses beyond an array",
    ),
    row(
        "7.24.1",
        Open,
        "a string function with length zero gets an invalid pointer",
    ),
    row(
        "7.24.4.5",
        NotModelled,
        "the result of strxfrm or strftime is used although it did not fit",
    ),
    row(
        "7.24.5.8",
        Checked("valid-deref"),
        "the first call of strtok has null as its string",
    ),
    row(
        "7.25",
        Refused,
        "the argument of a type-generic macro has no function",
    ),
    row(
        "7.25",
        NotModelled,
        "a complex argument where a type-generic macro has no complex function",
    ),
    row(
        "7.27.3.1",
        NotModelled,
        "asctime gets a time outside of its range",
    ),
    row(
        "7.29.1",
        NotModelled,
        "a wide function gets what does not fit its format",
    ),
    row(
        "7.29.4.5.7",
        NotModelled,
        "wcstok gets another pointer than the previous call stored",
    ),
    row(
        "7.29.6",
        NotModelled,
        "an mbstate_t is used for another string or direction",
    ),
    row(
        "7.30.1",
        NotModelled,
        "the argument of a wide classification function is no wide character",
    ),
    row(
        "7.30.2.2.1",
        NotModelled,
        "iswctype with another LC_CTYPE than wctype",
    ),
    row(
        "7.30.3.2.1",
        NotModelled,
        "towctrans with another LC_CTYPE than wctrans",
    ),
];
