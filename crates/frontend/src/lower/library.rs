//! Functions that have a meaning without a body.

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
    /// Ends the path where its argument is zero.
    Assume,
    /// An input: any value of its result type.
    Input,
    /// Returns its first argument.
    FirstArgument,
    /// The magnitude of its argument.
    AbsoluteValue,
    /// Shows its argument to whoever observes the interpreter.
    Print,
    /// Any result, nothing else changes: the reading of a function that the user left out.
    AnyValue,
    /// A library function whose effect matters and is not modelled.
    NotModelled,
}

/// The functions whose call is the error.
pub(super) fn is_error_function(name: &str) -> bool {
    matches!(name, "reach_error" | "__VERIFIER_error")
}

/// Without a body this is how many verification texts write an assumption; the output says that it
/// was read so.
pub(super) const ASSUME: &str = "assume";

/// Whether a function without a body gives the program an input.
pub(crate) fn is_input(name: &str) -> bool {
    meaning(name) == Meaning::Input
}

/// The meaning of a function that has no body.
pub(super) fn meaning(name: &str) -> Meaning {
    if is_error_function(name) {
        return Meaning::Error;
    }
    if name.starts_with("__VERIFIER_nondet") {
        return Meaning::Input;
    }
    let plain = name.strip_prefix("__builtin_").unwrap_or(name);
    match plain {
        "assert" => Meaning::Assert,
        "__assert_fail" | "__assert_perror_fail" | "__assert" => Meaning::AssertFail,
        "abort" | "exit" | "_Exit" | "_exit" | "quick_exit" | "trap" | "unreachable" => {
            Meaning::Halt
        }
        "__VERIFIER_assume" | ASSUME => Meaning::Assume,
        "expect" | "expect_with_probability" if plain != name => Meaning::FirstArgument,
        "abs" | "labs" | "llabs" => Meaning::AbsoluteValue,
        "__invar_print_u32" => Meaning::Print,
        _ if HARMLESS.contains(&plain) => Meaning::AnyValue,
        _ if name.starts_with("pthread_") || name.starts_with("__builtin_") => Meaning::NotModelled,
        _ if name == "__invar_not_modelled" => Meaning::NotModelled,
        _ if is_known_to_libraries(name) => Meaning::NotModelled,
        _ => Meaning::AnyValue,
    }
}

/// Whether a function without a body may return anything.
pub(super) fn is_arbitrary(name: &str) -> bool {
    let built_in = super::memory::allocation(name).is_some() || super::math::is_known(name);
    meaning(name) == Meaning::AnyValue && !built_in
}

/// Functions of the C library, and what its headers turn them into (`__isinf`, `_IO_getc`,
/// `__memcpy_chk`, `__strtol_internal`), do not return just anything.
fn is_known_to_libraries(name: &str) -> bool {
    let core = name.strip_prefix("_IO_").unwrap_or(name);
    let core = core.trim_start_matches('_');
    let core = ["_chk", "_internal", "_unlocked"]
        .iter()
        .find_map(|suffix| core.strip_suffix(suffix))
        .unwrap_or(core);
    NOT_MODELLED.contains(&core)
        || crate::models::is_modelled(core)
        || super::math::is_known(core)
        || (name.starts_with("__atomic_") || name.starts_with("__sync_"))
}

/// Output, and memory whose addresses are opaque: nothing the program can observe changes.
const HARMLESS: &[&str] = &[
    "printf", "fprintf", "vprintf", "vfprintf", "puts", "putchar", "putc", "fputs", "fputc",
    "fflush", "perror", "srand", "srandom", "printk", "free", "malloc", "calloc", "alloca",
    "prefetch",
];

/// The C library's functions with an effect or a result that the program can rely on.
const NOT_MODELLED: &[&str] = &[
    // memory and strings
    "memset",
    "memcpy",
    "memmove",
    "memcmp",
    "memchr",
    "mempcpy",
    "bzero",
    "bcopy",
    "strlen",
    "strnlen",
    "strcpy",
    "strncpy",
    "stpcpy",
    "strcat",
    "strncat",
    "strcmp",
    "strncmp",
    "strcasecmp",
    "strncasecmp",
    "strcoll",
    "strchr",
    "strrchr",
    "strstr",
    "strpbrk",
    "strspn",
    "strcspn",
    "strtok",
    "strtok_r",
    "strdup",
    "strndup",
    "realloc",
    "reallocarray",
    "posix_memalign",
    "aligned_alloc",
    // conversions and characters
    "atoi",
    "atol",
    "atoll",
    "atof",
    "strtol",
    "strtoul",
    "strtoll",
    "strtoull",
    "strtod",
    "strtof",
    "isalnum",
    "isalpha",
    "isblank",
    "iscntrl",
    "isdigit",
    "isgraph",
    "islower",
    "isprint",
    "ispunct",
    "isspace",
    "isupper",
    "isxdigit",
    "tolower",
    "toupper",
    "div",
    "ldiv",
    "lldiv",
    "ffs",
    "ffsl",
    "ffsll",
    // writing through pointers
    "scanf",
    "fscanf",
    "sscanf",
    "vscanf",
    "vsscanf",
    "sprintf",
    "snprintf",
    "vsprintf",
    "vsnprintf",
    "asprintf",
    "vasprintf",
    "gets",
    "fgets",
    "fread",
    "read",
    "recv",
    "getline",
    "getdelim",
    "qsort",
    "bsearch",
    // results within limits that matter
    "rand",
    "random",
    "getchar",
    "getc",
    "fgetc",
    "time",
    "clock",
    "getpid",
    "sleep",
    "usleep",
    // floating-point environment
    "fesetround",
    "fegetround",
    "feclearexcept",
    "feraiseexcept",
    "fetestexcept",
    "fesetenv",
    "fegetenv",
    "feupdateenv",
    "feholdexcept",
    "fesetexceptflag",
    "fegetexceptflag",
    "feenableexcept",
    "fedisableexcept",
    "fegetexcept",
    // files and the system
    "ungetc",
    "ferror",
    "feof",
    "clearerr",
    "rewind",
    "ftell",
    "ftello",
    "fseeko",
    "fgetpos",
    "fsetpos",
    "freopen",
    "fdopen",
    "fileno",
    "tmpfile",
    "tmpnam",
    "mkstemp",
    "remove",
    "rename",
    "setvbuf",
    "popen",
    "pclose",
    "system",
    "open",
    "lseek",
    "pipe",
    "dup",
    "dup2",
    "getcwd",
    "chdir",
    "unlink",
    "stat",
    "fstat",
    "lstat",
    "readlink",
    "isatty",
    "access",
    "ioctl",
    "poll",
    "select",
    "mmap",
    "munmap",
    "socket",
    "accept",
    "bind",
    "listen",
    "connect",
    "send",
    "sendto",
    "recvfrom",
    "wait",
    "waitpid",
    "kill",
    "alarm",
    "uname",
    "gethostname",
    "getuid",
    "geteuid",
    "getopt",
    "getopt_long",
    "getppid",
    "nanosleep",
    // time, locale, wide characters, the rest of strings
    "localtime",
    "localtime_r",
    "gmtime",
    "gmtime_r",
    "mktime",
    "strftime",
    "ctime",
    "ctime_r",
    "asctime",
    "difftime",
    "gettimeofday",
    "clock_gettime",
    "times",
    "setlocale",
    "localeconv",
    "strxfrm",
    "strsignal",
    "memccpy",
    "memmem",
    "strverscmp",
    "strlcpy",
    "strlcat",
    "swab",
    "mblen",
    "mbtowc",
    "wctomb",
    "mbstowcs",
    "wcstombs",
    "btowc",
    "wctob",
    "wcslen",
    "wcscpy",
    "wcsncpy",
    "wcscat",
    "wcscmp",
    "wcsncmp",
    "wcschr",
    "wcsrchr",
    "wcsstr",
    "wmemcpy",
    "wmemset",
    "wmemmove",
    "wmemcmp",
    "swprintf",
    "wprintf",
    "swscanf",
    "iswalpha",
    "iswdigit",
    "iswspace",
    "towlower",
    "towupper",
    "bsearch_s",
    "qsort_r",
    "drand48",
    "erand48",
    "setenv",
    "putenv",
    "unsetenv",
    "secure_getenv",
    "rand_r",
    "initstate",
    "setstate",
    "strtold",
    "strtoimax",
    "strtoumax",
    "imaxabs",
    "imaxdiv",
    "basename",
    "dirname",
    "regcomp",
    "regexec",
    // control
    "setjmp",
    "_setjmp",
    "sigsetjmp",
    "longjmp",
    "siglongjmp",
    "signal",
    "sigaction",
    "raise",
    "atexit",
    "on_exit",
    "fork",
    "vfork",
    "execv",
    "execve",
    "execvp",
    "thrd_create",
    // mathematics
    "sqrt",
    "sqrtf",
    "pow",
    "powf",
    "fabs",
    "fabsf",
    "floor",
    "ceil",
    "round",
    "trunc",
    "fmod",
    "sin",
    "cos",
    "tan",
    "exp",
    "log",
    "log2",
    "log10",
    "fmin",
    "fmax",
    "rint",
    "lrint",
    "nearbyint",
    "remainder",
    "isnan",
    "isinf",
    "signbit",
    "fpclassify",
];
