// Random numbers, sorting, the environment, time.

// helper: __invar_help_swap
void __invar_help_swap(char *a, char *b, __SIZE_TYPE__ size)
{
    __SIZE_TYPE__ i;
    char kept;
    for (i = 0; i < size; i++) {
        kept = a[i];
        a[i] = b[i];
        b[i] = kept;
    }
}

// helper: __invar_state_environment
int __invar_state_environment;

// helper: __invar_state_message
int __invar_state_message;

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
// After it the numbers of an earlier seed may have to come again: not modelled.
void __invar_model_srand(unsigned int seed)
{
    if (__invar_state_random)
        __invar_not_modelled();
    __invar_state_random = 1;
}

// model: qsort
// Keeps the order of equal elements, as glibc does. What it compares is open, so a comparison that changes something is not
// modelled (`call_pointer`).
void __invar_model_qsort(void *base, __SIZE_TYPE__ n, __SIZE_TYPE__ size,
                         int (*compare)(const void *, const void *))
{
    char *bytes = base;
    __SIZE_TYPE__ i;
    __SIZE_TYPE__ j;
    for (i = 1; i < n; i++)
        for (j = i; j > 0 && compare(bytes + (j - 1) * size, bytes + j * size) > 0; j--)
            __invar_help_swap(bytes + (j - 1) * size, bytes + j * size, size);
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
// Null or any string. A second call might have to repeat the first answer: not modelled.
char *__invar_model_getenv(const char *name)
{
    __SIZE_TYPE__ n;
    char *value;
    if (__invar_reads_output())
        __invar_help_length(name);
    if (__invar_state_environment)
        __invar_not_modelled();
    __invar_state_environment = 1;
    n = __VERIFIER_nondet_model_size();
    if (n == 0)
        return 0;
    value = __invar_keep(n);
    if (!value)
        return 0;
    value[n - 1] = 0;
    return value;
}

// model: strerror
// Any text of fewer than 64 characters; the longest of glibc in the C locale has 49. A second call might have to
// repeat the first answer: not modelled.
char *__invar_model_strerror(int error)
{
    char *text;
    if (__invar_state_message)
        __invar_not_modelled();
    __invar_state_message = 1;
    text = __invar_keep(64);
    if (!text)
        __builtin_unreachable();
    text[63] = 0;
    return text;
}

// model: time
long __invar_model_time(long *result)
{
    long now = __VERIFIER_nondet_model_long();
    if (result)
        *result = now;
    return now;
}

// model: clock
long __invar_model_clock(void)
{
    return __VERIFIER_nondet_model_long();
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
    return x << 24 | (x & 0xff00u) << 8 | (x >> 8 & 0xff00u) | x >> 24;
}

// model: htons ntohs
unsigned short __invar_model_htons(unsigned short x)
{
    return (unsigned short)(x << 8 | x >> 8);
}
