// What the models are made of: inputs, the place of no return, results that the standard leaves open.

// helper: __VERIFIER_nondet_model_uint
unsigned int __VERIFIER_nondet_model_uint(void);

// helper: __VERIFIER_nondet_model_uchar
unsigned char __VERIFIER_nondet_model_uchar(void);

// helper: __VERIFIER_nondet_model_bool
_Bool __VERIFIER_nondet_model_bool(void);

// helper: __VERIFIER_nondet_model_long
long __VERIFIER_nondet_model_long(void);

// helper: __VERIFIER_nondet_model_size
__SIZE_TYPE__ __VERIFIER_nondet_model_size(void);

// helper: __invar_not_modelled
void __invar_not_modelled(void);

// helper: __invar_keep
// An object of the library: it stays, is no leak and must not be freed.
void *__invar_keep(__SIZE_TYPE__ size);

// helper: __invar_permuted
// The elements of the array, which must be the arguments of `main`, have any order from now on.
void __invar_permuted(void *vector);

// helper: __invar_reads_output
// Whether it matters that output functions read what they print: a constant.
int __invar_reads_output(void);

// helper: __invar_is_whole_program
// Whether the run begins at `main`, and not at some function: a constant.
int __invar_is_whole_program(void);

// helper: __invar_shows_output
// Whether the output of the program is shown: a constant.
int __invar_shows_output(void);

// helper: __invar_output
// Shows a character.
void __invar_output(int c);

// helper: __invar_state_approximated
int __invar_state_approximated;

// helper: __invar_help_approximate
// What a model does from here on is within the bounds of the real function, but need not be what it does: `safe` holds, and
// a violation that comes later is not claimed.
void __invar_help_approximate(void)
{
    __invar_state_approximated = 1;
}

// helper: __VERIFIER_nondet_model_double
double __VERIFIER_nondet_model_double(void);

// helper: __VERIFIER_nondet_model_longdouble
long double __VERIFIER_nondet_model_longdouble(void);

// helper: __invar_state_ended
// Whether reading a file has met its end, or failed.
int __invar_state_ended;

// helper: __invar_state_failed
// Whether some stream has failed: its error indicator is set.
int __invar_state_failed;

// helper: __invar_state_errno
int __invar_state_errno;

// helper: __invar_help_non_negative
int __invar_help_non_negative(void)
{
    return (int)(__VERIFIER_nondet_model_uint() >> 1);
}

// helper: __invar_help_of_sign
// Any number with the sign of `difference`.
int __invar_help_of_sign(int difference)
{
    unsigned int any;
    if (difference == 0)
        return 0;
    any = __VERIFIER_nondet_model_uint();
    if (difference < 0)
        return (int)(any | 0x80000000u);
    any = any >> 1;
    return any ? (int)any : 1;
}

// helper: __invar_help_truth
// Any number but zero where `holds`, else zero.
int __invar_help_truth(int holds)
{
    unsigned int any;
    if (!holds)
        return 0;
    any = __VERIFIER_nondet_model_uint();
    return any ? (int)any : 1;
}

// helper: __invar_help_may_set_errno
// A call that succeeds may leave an error number too.
void __invar_help_may_set_errno(void)
{
    int error = __invar_help_non_negative();
    if (error)
        __invar_state_errno = error;
}

// helper: __invar_help_zero_or_failure
// 0, or -1 with an error number.
int __invar_help_zero_or_failure(void)
{
    __invar_help_may_set_errno();
    if (!__VERIFIER_nondet_model_bool())
        return 0;
    if (!__invar_state_errno)
        __invar_state_errno = 1;
    return -1;
}

// helper: __invar_help_output_fails
// 0, or -1 with an error number and an error of the stream.
int __invar_help_output_fails(void)
{
    if (!__invar_help_zero_or_failure())
        return 0;
    __invar_state_failed = 1;
    return -1;
}

// helper: __invar_help_non_negative_or_failure
int __invar_help_non_negative_or_failure(void)
{
    if (__invar_help_output_fails())
        return -1;
    return __invar_help_non_negative();
}

// helper: __invar_help_character_or_failure
int __invar_help_character_or_failure(int c)
{
    if (__invar_help_output_fails())
        return -1;
    return (unsigned char)c;
}

// helper: __invar_help_long_or_failure
// Not negative, or -1 with an error number.
long __invar_help_long_or_failure(void)
{
    if (__invar_help_zero_or_failure())
        return -1;
    return (long)((unsigned long)__VERIFIER_nondet_model_long() >> 1);
}

// helper: __invar_help_limited
// Any number up to `most`: `mask` has ones only, and is not larger. A remainder would be hard for solvers.
unsigned long __invar_help_limited(unsigned long most, unsigned long mask)
{
    unsigned long any = (unsigned long)__VERIFIER_nondet_model_long();
    return any <= most ? any : any & mask;
}

// helper: __invar_help_nanoseconds
// Of one second.
long __invar_help_nanoseconds(void)
{
    return (long)__invar_help_limited(999999999u, 0x1fffffffu);
}

// helper: __invar_help_seconds
// What a clock shows. Linux keeps nanoseconds in 63 bits, so that all of the last second fits.
long __invar_help_seconds(void)
{
#if defined(__riscv) && __SIZEOF_LONG__ == 4
    // Times have 64 bits there.
    __invar_not_modelled();
#endif
    if (sizeof(long) == 4)
        return (long)__invar_help_limited(0x7fffffffu, 0x7fffffffu);
    return (long)__invar_help_limited(9223372035ull, 0x1ffffffffull);
}

// helper: __invar_help_input
// A character of a file, or -1 at its end or after an error.
int __invar_help_input(void)
{
    __invar_help_may_set_errno();
    if (!__VERIFIER_nondet_model_bool())
        return __VERIFIER_nondet_model_uchar();
    __invar_state_ended = 1;
    return -1;
}

// helper: __invar_help_lower
int __invar_help_lower(int c)
{
    return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
}

// helper: __invar_help_length
// Reads a string.
__SIZE_TYPE__ __invar_help_length(const char *text)
{
    __SIZE_TYPE__ n = 0;
    while (text[n])
        n++;
    return n;
}
