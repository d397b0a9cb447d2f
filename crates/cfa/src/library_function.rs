//! The table of library functions that are modelled, with what is known of each: pages are made from it.
//!
//! A row names functions without prefixes and suffixes of the implementation: `__builtin_`, `_unlocked`, `64`, and in
//! mathematics `f` and `l`. A test of `frontend` compares the names with what is modelled.

/// How much a model knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Precision {
    /// The result that the standard, or glibc where it has the choice, prescribes.
    Exact,
    /// Each result that a call may have. What the state of the system, odd arguments or earlier calls exclude is not followed.
    Possible,
    /// Results within limits that hold: what is proved holds, and a violation on an execution that called it before is
    /// not claimed.
    Bounded,
}

impl Precision {
    /// All, in the order of the table.
    pub const ALL: [Precision; 3] = [Precision::Exact, Precision::Possible, Precision::Bounded];

    /// Its name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Precision::Exact => "exact",
            Precision::Possible => "possible",
            Precision::Bounded => "bounded",
        }
    }
}

/// Functions of which the same is known.
#[derive(Clone, Copy, Debug)]
pub struct LibraryFunctions {
    /// Their names, with blanks between them.
    pub names: &'static str,
    /// How much is known.
    pub precision: Precision,
    /// What else is to be said, or nothing.
    pub about: &'static str,
}

const fn row(names: &'static str, precision: Precision, about: &'static str) -> LibraryFunctions {
    LibraryFunctions {
        names,
        precision,
        about,
    }
}

use Precision::{Bounded, Exact, Possible};

impl LibraryFunctions {
    /// Every function of the C library that has a meaning here; calls of others are not modelled.
    pub const ALL: &[LibraryFunctions] = &[
        row(
            "malloc calloc realloc reallocarray free cfree alloca aligned_alloc memalign valloc posix_memalign",
            Exact,
            "Memory does not run out below 2 GB; posix_memalign may fail.",
        ),
        row("memset memcpy memmove mempcpy bcopy bzero", Exact, ""),
        row(
            "strdup strndup strlen strnlen strcpy strncpy stpcpy stpncpy strcat strncat strchr strrchr index rindex \
             strchrnul strstr strpbrk strspn strcspn memchr memrchr rawmemchr strtok strtok_r strsep",
            Exact,
            "",
        ),
        row(
            "strcmp strncmp strcasecmp strncasecmp strcoll memcmp",
            Possible,
            "Any number of the right sign.",
        ),
        row("bcmp", Possible, "Zero, or any other number."),
        row(
            "isalnum isalpha isascii isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit",
            Possible,
            "Any nonzero number for yes; an argument outside -128..255 ends the execution.",
        ),
        row(
            "tolower toupper toascii ctype_b_loc ctype_tolower_loc ctype_toupper_loc",
            Exact,
            "",
        ),
        row(
            "strtol strtoll strtoul strtoull strtoq strtouq atoi atol atoll",
            Exact,
            "With limits, end and errno.",
        ),
        row("strtod strtof strtold atof rand_r drand48", Bounded, ""),
        row(
            "sprintf snprintf vsprintf vsnprintf",
            Exact,
            "Integers, characters, strings and %n; floating point and pointers bounded; other conversions are not modelled.",
        ),
        row(
            "printf fprintf vprintf vfprintf",
            Bounded,
            "The number of characters, as snprintf, exact unless output fails: a negative number then. Where the result \
             is not used and the format is a literal, only the arguments count.",
        ),
        row(
            "sscanf vsscanf inet_addr",
            Exact,
            "Integers, characters, strings and %n; four decimal numbers.",
        ),
        row(
            "scanf fscanf vscanf vfscanf fgetc getc getchar fgets gets getline getdelim read fread recv readlink getcwd",
            Possible,
            "Anything in the bound, whatever was read before; failure too.",
        ),
        row(
            "fwrite write send putchar fputc putc puts fputs perror fopen fclose fflush fseek close setbuf socket connect \
             bind listen accept shutdown",
            Possible,
            "Where memory safety is asked for, they read what they print, and streams must be open.",
        ),
        row(
            "open creat lseek dup dup2 pipe isatty unlink remove rename link symlink mkdir mkfifo rmdir chdir fchdir \
             chmod fchmod access truncate ftruncate fsync fdatasync umask getpid getppid fork wait waitpid kill system \
             rewind clearerr setvbuf tmpfile fdopen popen pclose stat lstat fstat opendir readdir \
             closedir",
            Possible,
            "Bounded where a file gets the number of one that may be open, for the numbers of processes after fork, and for what \
             getppid, wait and waitpid report.",
        ),
        row(
            "feof ferror ungetc fileno ftell ftello",
            Bounded,
            "feof is exact until a file has met its end, ferror until a stream has failed.",
        ),
        row(
            "fabs sqrt floor ceil trunc round lround llround rint nearbyint lrint llrint fmin fmax fmod remainder drem \
             fdim copysign isnan isinf isinf_sign finite isfinite isnormal signbit fpclassify isgreater isgreaterequal \
             isless islessequal islessgreater isunordered inf huge_val nan modf",
            Exact,
            "The larger or smaller of two zeros is not modelled, nor errno after a result outside the domain where the \
             program looks at it; signbit is any nonzero number for yes.",
        ),
        row(
            "sin cos tan asin acos atan atan2 sinh cosh tanh exp exp2 expm1 log log2 log10 log1p pow cbrt hypot erf erfc \
             tgamma lgamma ldexp frexp nextafter fma",
            Bounded,
            "In double and float.",
        ),
        row(
            "abs labs llabs imaxabs creal cimag conj",
            Exact,
            "The built-in functions, as with gcc, also where the program defines one.",
        ),
        row(
            "htonl htons ntohl ntohs bswap16 bswap32 bswap64 popcount popcountl popcountll parity parityl parityll clz \
             clzl clzll ctz ctzl ctzll ffs ffsl ffsll clrsb clrsbl clrsbll",
            Exact,
            "clz and ctz of 0 end the execution.",
        ),
        row(
            "sadd_overflow saddl_overflow saddll_overflow ssub_overflow ssubl_overflow ssubll_overflow smul_overflow \
             smull_overflow smulll_overflow uadd_overflow uaddl_overflow uaddll_overflow usub_overflow usubl_overflow \
             usubll_overflow umul_overflow umull_overflow umulll_overflow",
            Exact,
            "And the forms without a type.",
        ),
        row(
            "rand random lrand48 srand srandom",
            Possible,
            "Any of 0..2^31-1; bounded after a second seed.",
        ),
        row(
            "qsort bsearch",
            Exact,
            "As glibc; not modelled if comparing changes anything, or is no order of the elements.",
        ),
        row(
            "getenv",
            Possible,
            "Null or any string; bounded from the second call on. What it returns is the library's: no leak, and not to be \
             freed; so is what fopen returns.",
        ),
        row("strerror", Bounded, "Any text below 64 characters."),
        row(
            "time clock sleep usleep nanosleep clock_gettime clock_getres gettimeofday",
            Possible,
            "No clock shows more than 9223372036 seconds. Bounded for other clocks than the calendar and the monotonic one, and \
             for clock_getres.",
        ),
        row(
            "localtime localtime_r gmtime gmtime_r mktime timegm timelocal strftime asctime ctime",
            Bounded,
            "",
        ),
        row("difftime", Exact, ""),
        row(
            "getopt getopt_long getopt_long_only",
            Bounded,
            "For the arguments of main as they were given.",
        ),
        row(
            "setlocale",
            Exact,
            "The locale of the environment is \"C\"; others are not modelled.",
        ),
        row(
            "signal",
            Possible,
            "For SIG_IGN and SIG_DFL; bounded from the second call on.",
        ),
        row(
            "atexit",
            Exact,
            "What it was given runs where exit is called or main ends; not modelled where exit, or main, is called \
             through a pointer.",
        ),
        row(
            "abort exit _exit _Exit quick_exit",
            Exact,
            "End the execution; neither is an error.",
        ),
        row(
            "errno_location",
            Exact,
            "One static int that the models set.",
        ),
        row(
            "object_size dynamic_object_size",
            Exact,
            "(size_t)-1, or 0 for kinds 2 and 3.",
        ),
    ];
}
