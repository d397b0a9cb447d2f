/* Models of formatted output to memory against the library. */
#define SHOWS_OUTPUT 1
#include "driver.h"

/* What is printed to the standard output. */
static char shown[256];
static unsigned shown_length;

void __invar_output(int c)
{
    if (shown_length < sizeof shown - 1)
        shown[shown_length++] = (char)c;
}

unsigned __VERIFIER_nondet_model_uint(void) { return next(); }
unsigned char __VERIFIER_nondet_model_uchar(void) { return (unsigned char)next(); }
_Bool __VERIFIER_nondet_model_bool(void) { return next() & 1; }
long __VERIFIER_nondet_model_long(void) { return (long)number(); }
__SIZE_TYPE__ __VERIFIER_nondet_model_size(void) { return (__SIZE_TYPE__)number(); }

static int refused;
void __invar_not_modelled(void)
{
    refused = 1;
}

static char format[64], found[256], expected[256];

/* A conversion with `stars` arguments of its own, of a size that the caller knows. */
static unsigned conversion(const char *sizes, const char *kinds, int is_number)
{
    unsigned stars = 0;
    sprintf(format, "%s%%", below(2) ? "" : "a%%");
    text(format + strlen(format), 3, is_number ? "-+ #0" : "-");
    switch (below(4)) {
    case 0: strcat(format, "*"); stars++; break;
    case 1: sprintf(format + strlen(format), "%u", 1 + below(30)); break;
    }
    switch (below(5)) {
    case 0: strcat(format, ".*"); stars++; break;
    case 1: sprintf(format + strlen(format), ".%u", below(30)); break;
    case 2: strcat(format, "."); break;
    }
    strcat(format, sizes);
    sprintf(format + strlen(format), "%c%s", kinds[below((unsigned)strlen(kinds))], below(2) ? "" : "z");
    return stars;
}

static int wrapped(char *to, size_t n, const char *format, ...)
{
    va_list arguments;
    int count;
    va_start(arguments, format);
    count = __invar_model_vsnprintf(to, n, format, arguments);
    va_end(arguments);
    return count;
}

#define COMPARE(...) \
    do { \
        size_t room = below(40); \
        int count; \
        memset(found, 0x55, sizeof found); \
        memset(expected, 0x55, sizeof expected); \
        count = sprintf(expected, format, __VA_ARGS__); \
        CHECK("sprintf", __invar_model_sprintf(found, format, __VA_ARGS__) == count, format); \
        CHECK("sprintf's text", !memcmp(found, expected, sizeof found), format); \
        memset(found, 0x55, sizeof found); \
        memset(expected, 0x55, sizeof expected); \
        count = snprintf(expected, room, format, __VA_ARGS__); \
        CHECK("snprintf", __invar_model_snprintf(found, room, format, __VA_ARGS__) == count, format); \
        CHECK("snprintf's text", !memcmp(found, expected, sizeof found), format); \
        CHECK("vsnprintf", wrapped(found, room, format, __VA_ARGS__) == count, format); \
        CHECK("vsnprintf's text", !memcmp(found, expected, sizeof found), format); \
    } while (0)

#define FORMAT(value) \
    do { \
        if (stars == 2) \
            COMPARE(first, second, value); \
        else if (stars == 1) \
            COMPARE(first, value); \
        else \
            COMPARE(value); \
    } while (0)

int main(void)
{
    int round;
    int count;
    for (round = 0; round < ROUNDS; round++) {
        int first = (int)below(50) - 25, second = (int)below(50) - 25;
        unsigned long long n = number();
        long double value;
        char word[16];
        unsigned stars;
        stars = conversion(below(3) ? "" : below(2) ? "h" : "hh", "diuxXo", 1);
        FORMAT((int)n);
        stars = conversion("l", "diuxXo", 1);
        FORMAT((long)n);
        stars = conversion(below(2) ? "ll" : "j", "diuxXo", 1);
        FORMAT(n);
        stars = conversion(below(2) ? "z" : "t", "diuxXo", 1);
        FORMAT((size_t)n);
        stars = conversion("", "c", 0);
        FORMAT((int)n);
        text(word, 12, "ab\xff ");
        stars = conversion("", "s", 0);
        FORMAT(word);
        stars = conversion("", "f", 1);
        value = (double)(long long)n / (1 << below(20));
        FORMAT((double)value);
        FORMAT((double)(int)n / 1000);
        stars = conversion("L", "f", 1);
        value = (long double)(long long)n / (1ull << below(64));
        FORMAT(value);
        CHECK("modelled formats", !refused, format);
    }
    strcpy(format, "a%db%%%s%c-%lu");
    COMPARE(1, "x", 'y', 3ul);
    CHECK("a null buffer", __invar_model_snprintf(0, 0, "%d", 12) == 2, "");
    __invar_model_snprintf(found, 9, "%g", 1.0);
    CHECK("%g is refused", refused, "");
    refused = 0;
    CHECK("%n", __invar_model_snprintf(found, 2, "abc%nd", &count) == 4 && count == 3, "");
    shown_length = 0;
    __invar_model_printf("%d-%s\n", 5, "five");
    CHECK("printf", shown_length == 7 && !memcmp(shown, "5-five\n", 7), shown);
    __invar_model_snprintf(found, 9, "%pM", found);
    CHECK("%p is refused", refused, "");
    refused = 0;
    __invar_model_snprintf(found, 9, "%");
    CHECK("a lone % is refused", refused, "");
    return 0;
}
