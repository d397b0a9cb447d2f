//! Entries about the library: clause 7.

use invar_cfa::AssumptionKind;

use super::{
    Row,
    Treatment::{Assumed, CannotOccur, Checked, NotModelled, Open, Refused},
    row,
};

pub(super) const ROWS: [Row; 104] = [
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
