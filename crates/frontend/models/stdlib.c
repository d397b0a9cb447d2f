// Random numbers, sorting, the environment, time.

// helper: __invar_help_swap
// In words where elements consist of them: they may hold pointers.
void __invar_help_swap(char *a, char *b, __SIZE_TYPE__ size)
{
    __SIZE_TYPE__ i;
    char kept;
    char word[sizeof(void *)];
    for (i = 0; size % sizeof word == 0 && i < size; i += sizeof word) {
        __builtin_memcpy(word, a + i, sizeof word);
        __builtin_memcpy(a + i, b + i, sizeof word);
        __builtin_memcpy(b + i, word, sizeof word);
    }
    for (; i < size; i++) {
        kept = a[i];
        a[i] = b[i];
        b[i] = kept;
    }
}

// helper: __invar_help_repeated
// A result that may be the one of an earlier call, one of which is in `earlier`.
char *__invar_help_repeated(char **earlier, char *result)
{
    if (*earlier) {
        __invar_help_approximate();
        if (__VERIFIER_nondet_model_bool())
            return *earlier;
    }
    if (!*earlier || __VERIFIER_nondet_model_bool())
        *earlier = result;
    return result;
}

// helper: __invar_state_environment
char *__invar_state_environment;

// helper: __invar_state_message
char *__invar_state_message;

// helper: __invar_state_looked_up
int __invar_state_looked_up;

// helper: __invar_state_random
int __invar_state_random;

// model: rand
int __invar_model_rand(void)
{
    __invar_state_random = 1;
    return __invar_help_non_negative();
}

// model: random lrand48
long __invar_model_random(void)
{
    __invar_state_random = 1;
    return __invar_help_non_negative();
}

// model: srand srandom
// After it the numbers of an earlier seed may have to come again.
void __invar_model_srand(unsigned int seed)
{
    if (__invar_state_random)
        __invar_help_approximate();
    __invar_state_random = 1;
}

// model: qsort
// Keeps the order of equal elements, as glibc does. What it compares is open, so a comparison that changes something is not
// modelled (`call_pointer`). Nor is one that orders the elements in no consistent way: the result then depends on the algorithm.
void __invar_model_qsort(void *base, __SIZE_TYPE__ n, __SIZE_TYPE__ size,
                         int (*compare)(const void *, const void *))
{
    char *bytes = base;
    __SIZE_TYPE__ i;
    __SIZE_TYPE__ j;
    int equal;
    int order;
    for (i = 1; i < n; i++)
        for (j = i; j > 0 && compare(bytes + (j - 1) * size, bytes + j * size) > 0; j--)
            __invar_help_swap(bytes + (j - 1) * size, bytes + j * size, size);
    for (i = 0; i + 1 < n; i++) {
        equal = 1;
        for (j = i + 1; j < n; j++) {
            equal = equal && compare(bytes + (j - 1) * size, bytes + j * size) == 0;
            order = compare(bytes + i * size, bytes + j * size);
            if (order > 0 || (order == 0) != equal)
                __invar_not_modelled();
            order = compare(bytes + j * size, bytes + i * size);
            if (order < 0 || (order == 0) != equal)
                __invar_not_modelled();
        }
    }
}

// model: bsearch
// Of several equal elements the one that glibc finds.
void *__invar_model_bsearch(const void *key, const void *base, __SIZE_TYPE__ n, __SIZE_TYPE__ size,
                            int (*compare)(const void *, const void *))
{
    const char *bytes = base;
    __SIZE_TYPE__ low = 0;
    __SIZE_TYPE__ middle;
    int order;
    while (low < n) {
        middle = (low + n) / 2;
        order = compare(key, bytes + middle * size);
        if (order == 0)
            return (void *)(bytes + middle * size);
        if (order < 0)
            n = middle;
        else
            low = middle + 1;
    }
    return 0;
}

// model: getenv
// Null or any string. A second call might have to repeat the first answer, or give another one.
char *__invar_model_getenv(const char *name)
{
    __SIZE_TYPE__ n;
    char *value;
    if (__invar_reads_output())
        __invar_help_length(name);
    if (__invar_state_looked_up)
        __invar_help_approximate();
    __invar_state_looked_up = 1;
    n = __VERIFIER_nondet_model_size();
    if (n == 0)
        return 0;
    value = __invar_keep(n);
    if (!value)
        return 0;
    value[n - 1] = 0;
    return __invar_help_repeated(&__invar_state_environment, value);
}

// model: strerror
// Any text of fewer than 64 characters; the longest of glibc in the C locale has 49.
char *__invar_model_strerror(int error)
{
    char *text = __invar_keep(64);
    __invar_help_approximate();
    if (!text)
        __builtin_unreachable();
    text[63] = 0;
    return __invar_help_repeated(&__invar_state_message, text);
}

// model: time
// The call does not fail.
long __invar_model_time(long *result)
{
    long now = __invar_help_seconds();
    if (result)
        *result = now;
    return now;
}

// helper: __invar_state_clock
long __invar_state_clock;

// model: clock
// Microseconds of a clock that counts nanoseconds in 63 bits. 32 bits may not hold them.
long __invar_model_clock(void)
{
    long now;
    if (sizeof(long) == 4)
        return __VERIFIER_nondet_model_bool() ? -1 : (long)__invar_help_limited(0x7fffffffu, 0x7fffffffu);
    now = (long)__invar_help_limited(9223372035999999ull, 0x1fffffffffffffull);
    if (now > __invar_state_clock)
        __invar_state_clock = now;
    return __invar_state_clock;
}

// model: sleep
// What is left when a signal comes early.
unsigned int __invar_model_sleep(unsigned int seconds)
{
    unsigned int left = __VERIFIER_nondet_model_uint();
    return left < seconds ? left : seconds;
}

// model: usleep
int __invar_model_usleep(unsigned int microseconds)
{
    return __invar_help_zero_or_failure();
}

// model: __errno_location
int *__invar_model___errno_location(void)
{
    return &__invar_state_errno;
}

// model: htonl ntohl
unsigned int __invar_model_htonl(unsigned int x)
{
    return __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
               ? x
               : x << 24 | (x & 0xff00u) << 8 | (x >> 8 & 0xff00u) | x >> 24;
}

// model: htons ntohs
unsigned short __invar_model_htons(unsigned short x)
{
    return __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? x : (unsigned short)(x << 8 | x >> 8);
}

// model: posix_memalign
int __invar_model_posix_memalign(void **to, __SIZE_TYPE__ alignment, __SIZE_TYPE__ size)
{
    void *aligned_alloc(__SIZE_TYPE__, __SIZE_TYPE__);
    void *made;
    if (alignment == 0 || alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0)
        return 22;
    made = aligned_alloc(alignment, size);
    if (!made)
        return 12;
    *to = made;
    return 0;
}

// model: reallocarray
void *__invar_model_reallocarray(void *object, __SIZE_TYPE__ n, __SIZE_TYPE__ size)
{
    if (size != 0 && n > (__SIZE_TYPE__)-1 / size) {
        __invar_state_errno = 12;
        return 0;
    }
    return __builtin_realloc(object, n * size);
}

// model: rand_r
int __invar_model_rand_r(unsigned int *seed)
{
    __invar_help_approximate();
    *seed = __VERIFIER_nondet_model_uint();
    return __invar_help_non_negative();
}

// model: drand48
double __invar_model_drand48(void)
{
    double number = __VERIFIER_nondet_model_uint() / 4294967296.0;
    __invar_help_approximate();
    number = number + __VERIFIER_nondet_model_uint() / 18446744073709551616.0;
    return number < 1 ? number : 0;
}

// helper: __invar_state_signals
int __invar_state_signals;

// model: signal
// Signals that are ignored, or treated as by default: SIG_IGN, SIG_DFL. A handler would run at any time.
void (*__invar_model_signal(int number, void (*handler)(int)))(int)
{
    if (handler != (void (*)(int))0 && handler != (void (*)(int))1)
        __invar_not_modelled();
    // A second call might have to give what the first one was given.
    if (__invar_state_signals)
        __invar_help_approximate();
    __invar_state_signals = 1;
    // SIGKILL, SIGSTOP, what the library keeps for itself, and numbers of no signal.
    if (number < 1 || number > 64 || number == 9 || number == 19 || number == 32 || number == 33) {
        __invar_state_errno = 22;
        return (void (*)(int))-1;
    }
    return (void (*)(int))(__PTRDIFF_TYPE__)__VERIFIER_nondet_model_bool();
}

// helper: __invar_state_exits
void (*__invar_state_exits[32])(void);

// helper: __invar_state_exit_count
int __invar_state_exit_count;

// helper: __invar_help_run_exits
// What was registered last runs first; it may register more.
void __invar_help_run_exits(void)
{
    if (!__invar_is_whole_program())
        __invar_not_modelled();
    while (__invar_state_exit_count > 0) {
        __invar_state_exit_count--;
        __invar_state_exits[__invar_state_exit_count]();
    }
}

// model: atexit
// __invar_help_run_exits is called where the program ends (`rewrite/at_exit`).
int __invar_model_atexit(void (*function)(void))
{
    if (!__invar_is_whole_program() || __invar_state_exit_count == 32)
        __invar_not_modelled();
    if (__VERIFIER_nondet_model_bool())
        return 1;
    __invar_state_exits[__invar_state_exit_count] = function;
    __invar_state_exit_count++;
    return 0;
}
