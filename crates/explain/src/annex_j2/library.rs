//! Entries about the library: clause 7.

use invar_cfa::AssumptionKind;

use super::{
    Row,
    Treatment::{Assumed, CannotOccur, Checked, NotModelled, Open, Partly, Refused},
    row,
};

pub(super) const ROWS: [Row; 104] = [
    row(
        "7",
        Partly("overlap"),
        "a library function copies between objects that overlap: memcpy and mempcpy only",
    ),
    row(
        "7.1.2",
        Open,
        "a file of the program has the name of a library header and lies among the headers",
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
        "a macro is removed whose name begins with an underscore and a capital or another underscore",
    ),
    row(
        "7.1.4",
        Open,
        "a library function gets an invalid value, or a variable argument of a wrong type",
    ),
    row(
        "7.1.4",
        Checked("valid-deref"),
        "a library function gets an array in which not all of its accesses are valid",
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
        Partly("valid-deref"),
        "the argument of a character function is neither EOF nor an unsigned char: where it lies outside of glibc's table; toupper and tolower return it",
    ),
    row(
        "7.5",
        Open,
        "the macro errno is removed, or the name is defined by the program",
    ),
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
    row(
        "7.6.4.3",
        NotModelled,
        "fesetenv or feupdateenv gets an environment that was not saved",
    ),
    row(
        "7.8.2.1",
        Partly("no-overflow"),
        "the result of abs, div, atoi or a relative does not fit: of abs and its relatives",
    ),
    row(
        "7.11.1.1",
        Open,
        "the text that setlocale returns is changed",
    ),
    row(
        "7.11.2.1",
        NotModelled,
        "what localeconv returns is changed",
    ),
    row(
        "7.12",
        Open,
        "the macro math_errhandling is removed, or the name is defined by the program",
    ),
    row(
        "7.12.3",
        Refused,
        "the argument of a classification or comparison macro is no float; a comparison with one float is taken",
    ),
    row(
        "7.13",
        Open,
        "the macro setjmp is removed, or the name is defined by the program",
    ),
    // As the list has it; the rule itself is in 7.13.1.1.
    row(
        "7.13.2.1",
        NotModelled,
        "setjmp is used other than as a whole statement or condition, or compared there",
    ),
    row(
        "7.13.2.1",
        NotModelled,
        "longjmp restores an environment that is not there",
    ),
    row(
        "7.13.2.1",
        NotModelled,
        "a local that is not volatile and changed after setjmp is read after longjmp",
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
        "errno is read after signal failed in an asynchronous handler",
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
        Partly("valid-deref"),
        "variable arguments are accessed without an initialised list, or before va_start: by va_arg; not by va_copy, and not after va_end",
    ),
    row(
        "7.16",
        Open,
        "va_arg is used on a list after a function that it was passed to used it there",
    ),
    row(
        "7.16.1",
        Open,
        "a macro of stdarg.h is removed, or va_copy or va_end is defined by the program",
    ),
    row(
        "7.16.1",
        Open,
        "va_start or va_copy has no va_end in its function, or the other way round",
    ),
    row(
        "7.16.1.1",
        Open,
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
        Open,
        "the parameter in va_start is a register, an array, a function or of a type that is promoted",
    ),
    row(
        "7.19",
        Refused,
        "offsetof of a bit-field or of what is no member",
    ),
    row(
        "7.20.4",
        Open,
        "the argument of a macro for integer constants is none, or out of range",
    ),
    row(
        "7.21.2",
        NotModelled,
        "bytes are read or written on a wide stream, or wide characters on a byte stream",
    ),
    row(
        "7.21.2",
        NotModelled,
        "a file is used past the wide character that was written last",
    ),
    row(
        "7.21.3",
        Checked("valid-deref"),
        "a stream is used after it was closed",
    ),
    row(
        "7.21.5.2",
        Assumed(AssumptionKind::Model),
        "fflush of an input stream, or of an update stream after input",
    ),
    row(
        "7.21.5.3",
        Assumed(AssumptionKind::Model),
        "the mode of fopen is not in the list",
    ),
    row(
        "7.21.5.3",
        Assumed(AssumptionKind::Model),
        "an update stream changes between input and output without a flush or a new position",
    ),
    row(
        "7.21.5.6",
        NotModelled,
        "the buffer of setvbuf is looked at",
    ),
    row(
        "7.21.6.1",
        Open,
        "a format has too few arguments, or one of another type: printf takes other numbers; what is missing, and other types elsewhere, are not modelled",
    ),
    row(
        "7.21.6.1",
        CannotOccur,
        "a format, also of strftime, is no valid multibyte string; it is read byte by byte",
    ),
    row("7.21.6.1", Open, "a precision where none is allowed"),
    row(
        "7.21.6.1",
        NotModelled,
        "an asterisk in a format has no argument",
    ),
    row(
        "7.21.6.1",
        Open,
        "# or 0 in a format where it is not allowed",
    ),
    row(
        "7.21.6.1",
        Open,
        "a length in a format where it is not allowed",
    ),
    row(
        "7.21.6.1",
        Checked("valid-deref"),
        "%s without a terminated string",
    ),
    row(
        "7.21.6.1",
        NotModelled,
        "%n with flags, suppression, width or precision",
    ),
    row(
        "7.21.6.1",
        NotModelled,
        "a conversion of % that is not written %%",
    ),
    row(
        "7.21.6.1",
        NotModelled,
        "a conversion that does not exist, also of strftime",
    ),
    row(
        "7.21.6.1",
        Assumed(AssumptionKind::Model),
        "more than INT_MAX characters are printed",
    ),
    row("7.21.6.2", NotModelled, "more than INT_MAX items are read"),
    row(
        "7.21.6.2",
        Assumed(AssumptionKind::Model),
        "a converted input does not fit its object, or the object has another type",
    ),
    row(
        "7.21.6.2",
        Checked("valid-deref"),
        "the array for %c, %s or %[ is too small",
    ),
    row(
        "7.21.6.2",
        NotModelled,
        "input for %lc, %ls or %l[ is no valid multibyte string",
    ),
    row(
        "7.21.6.2",
        NotModelled,
        "%p reads what was not printed in this execution",
    ),
    row(
        "7.21.6.8",
        Partly("valid-deref"),
        "vfprintf or a relative gets a list without a value, or the list is used afterwards: where it takes an argument from a list that va_start never gave a value",
    ),
    row(
        "7.21.7.2",
        Open,
        "the array of fgets or fgetws is used after a read error",
    ),
    row(
        "7.21.7.10",
        Assumed(AssumptionKind::Model),
        "the position of a binary stream is used after ungetc at its start",
    ),
    row(
        "7.21.8.1",
        Assumed(AssumptionKind::Model),
        "the position of a stream is used after an error of fread or fwrite",
    ),
    row(
        "7.21.8.1",
        Open,
        "an element that fread read in part is used",
    ),
    row(
        "7.21.9.2",
        Assumed(AssumptionKind::Model),
        "fseek moves a text stream, and not to a place that ftell gave for the file",
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
    row(
        "7.22.3",
        Open,
        "the value of a pointer to freed memory is used, without an access",
    ),
    row(
        "7.22.3.1",
        Open,
        "aligned_alloc with an invalid alignment, or a size that is no multiple of it",
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
        Assumed(AssumptionKind::Model),
        "exit or quick_exit is called twice, or both are; exit goes on with the functions that are left, quick_exit is not modelled",
    ),
    row(
        "7.22.4.4",
        NotModelled,
        "a function of atexit or at_quick_exit ends by longjmp",
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
        Assumed(AssumptionKind::Model),
        "a command of system ends the program or is documented as undefined",
    ),
    row(
        "7.22.5",
        Partly("valid-deref"),
        "a search or sort gets an invalid pointer, even for no elements: where there are elements",
    ),
    row(
        "7.22.5",
        NotModelled,
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
        "a string function gets an invalid pointer, even with length zero",
    ),
    row(
        "7.24.4.5",
        Assumed(AssumptionKind::Model),
        "the result of strxfrm, strftime or their wide forms is used although it did not fit; of strftime alone",
    ),
    row(
        "7.24.5.8",
        Checked("valid-deref"),
        "the first call of strtok or wcstok has null as its string",
    ),
    row(
        "7.25",
        Refused,
        "the argument of a type-generic macro does not fit the function that it selects",
    ),
    row(
        "7.25",
        Refused,
        "a complex argument where a type-generic macro has no complex function",
    ),
    row(
        "7.27.3.1",
        Assumed(AssumptionKind::Model),
        "asctime gets a member out of its range, or a year without four digits",
    ),
    row(
        "7.29.2.11",
        NotModelled,
        "%s of wide printing gets no valid multibyte string",
    ),
    row(
        "7.29.4.5.7",
        NotModelled,
        "wcstok gets another state than the previous call for the string stored",
    ),
    row(
        "7.29.6",
        NotModelled,
        "an mbstate_t is used for another string or direction",
    ),
    row(
        "7.30.1",
        NotModelled,
        "a wide classification or case function gets neither WEOF nor a wide character",
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
