/* Models of characters, conversions, bits and sorting against the library and the compiler. */
#include "driver.h"

void __invar_output(int c) { }

unsigned __VERIFIER_nondet_model_uint(void) { return below(4) ? next() : below(3) - 1; }
unsigned char __VERIFIER_nondet_model_uchar(void) { return (unsigned char)next(); }
_Bool __VERIFIER_nondet_model_bool(void) { return next() & 1; }
long __VERIFIER_nondet_model_long(void) { return (long)number(); }
__SIZE_TYPE__ __VERIFIER_nondet_model_size(void) { return (__SIZE_TYPE__)number(); }
void __invar_not_modelled(void) { fail("__invar_not_modelled", ""); }

static char a[80];

#define CLASS(name) CHECK(#name, !__invar_model_##name(c) == !name(c), "")

static void check_characters(void)
{
    int c;
    for (c = -128; c < 256; c++) {
        CLASS(isalnum); CLASS(isalpha); CLASS(isblank); CLASS(iscntrl);
        CLASS(isdigit); CLASS(isgraph); CLASS(islower); CLASS(isprint);
        CLASS(ispunct); CLASS(isspace); CLASS(isupper); CLASS(isxdigit);
        CLASS(isascii);
        CHECK("__ctype_b_loc", (*__invar_model___ctype_b_loc())[c] == (*__ctype_b_loc())[c], "");
        CHECK("__ctype_tolower_loc",
              (*__invar_model___ctype_tolower_loc())[c] == (*__ctype_tolower_loc())[c], "");
        CHECK("__ctype_toupper_loc",
              (*__invar_model___ctype_toupper_loc())[c] == (*__ctype_toupper_loc())[c], "");
        CHECK("toascii", __invar_model_toascii(c) == toascii(c), "");
        if (c < -1)
            continue;
        CHECK("tolower", __invar_model_tolower(c) == tolower(c), "");
        CHECK("toupper", __invar_model_toupper(c) == toupper(c), "");
    }
}

#define CONVERT(type, name) \
    do { \
        char *end = a + 70, *other = a + 70; \
        type expected, found; \
        errno = 0; \
        expected = name(a, &other, base); \
        __invar_state_errno = 0; \
        found = __invar_model_##name(a, &end, base); \
        CHECK(#name, found == expected, a); \
        CHECK(#name "'s end", end == other, a); \
        CHECK(#name "'s errno", __invar_state_errno == errno, a); \
        CHECK(#name " without end", __invar_model_##name(a, 0, base) == expected, a); \
    } while (0)

static void check_conversions(void)
{
    static const int bases[] = { 0, 0, 10, 10, 16, 16, 8, 2, 36, 1, 37, -1, 7 };
    int base = bases[below(13)];
    switch (below(6)) {
    case 0: text(a, 8, "019-+ xX\tafzAZg"); break;
    case 1: sprintf(a, "%c%s0%c%c", "\t\n\v\f\r \b\016"[below(8)], below(2) ? "-" : "", "xXb"[below(3)], "fFgG/:@`"[below(8)]); break;
    case 2: text(a, 4, "/09:@AFGZ[`afgz{"); break;
    case 3: sprintf(a, "%*lld%s", below(24), (long long)number(), below(2) ? "" : "9"); break;
    case 4: sprintf(a, "%s0x%llx", below(2) ? "-" : "", number()); break;
    default: sprintf(a, "%s%llu%s", below(2) ? " -" : "+", number(), below(2) ? "" : "z"); break;
    }
    CONVERT(long, strtol);
    CONVERT(long long, strtoll);
    CONVERT(unsigned long, strtoul);
    CONVERT(unsigned long long, strtoull);
    CHECK("atoi", __invar_model_atoi(a) == atoi(a), a);
    CHECK("atol", __invar_model_atol(a) == atol(a), a);
    CHECK("atoll", __invar_model_atoll(a) == atoll(a), a);
}

#define BITS(suffix, type) \
    do { \
        type x = (type)n; \
        sprintf(a, "%llx", n); \
        CHECK("popcount", __invar_model___builtin_popcount##suffix(x) == __builtin_popcount##suffix(x), a); \
        CHECK("parity", __invar_model___builtin_parity##suffix(x) == __builtin_parity##suffix(x), a); \
        CHECK("ffs", __invar_model___builtin_ffs##suffix(x) == __builtin_ffs##suffix(x), a); \
        CHECK("ffs", __invar_model_ffs##suffix(x) == __builtin_ffs##suffix(x), a); \
        CHECK("clrsb", __invar_model___builtin_clrsb##suffix(x) == __builtin_clrsb##suffix(x), a); \
        if (x) { \
            CHECK("clz", __invar_model___builtin_clz##suffix(x) == __builtin_clz##suffix(x), a); \
            CHECK("ctz", __invar_model___builtin_ctz##suffix(x) == __builtin_ctz##suffix(x), a); \
        } \
    } while (0)

static void check_bits(void)
{
    unsigned long long n = number();
    volatile int kind = below(4);
    BITS(, unsigned int);
    BITS(l, unsigned long);
    BITS(ll, unsigned long long);
    CHECK("bswap16", __invar_model___builtin_bswap16(n) == __builtin_bswap16(n), a);
    CHECK("bswap32", __invar_model___builtin_bswap32(n) == __builtin_bswap32(n), a);
    CHECK("bswap64", __invar_model___builtin_bswap64(n) == __builtin_bswap64(n), a);
    CHECK("htonl", __invar_model_htonl(n) == htonl(n), a);
    CHECK("ntohs", __invar_model_ntohs(n) == ntohs(n), a);
    CHECK("object_size", __invar_model___builtin_object_size(a, kind) == (kind < 2 ? -(size_t)1 : 0), a);
}

#define OVERFLOW(op, type) \
    do { \
        type x = (type)n, y = (type)m, found, expected; \
        int is_large = __builtin_##op##_overflow(x, y, &expected); \
        sprintf(a, "%llx %llx", n, m); \
        CHECK(#op, __invar_model___builtin_##op##_overflow(x, y, &found) == is_large, a); \
        CHECK(#op, found == expected, a); \
    } while (0)

#define OVERFLOWS(op) \
    do { \
        OVERFLOW(s##op, int); OVERFLOW(u##op, unsigned); \
        OVERFLOW(s##op##l, long); OVERFLOW(u##op##l, unsigned long); \
        OVERFLOW(s##op##ll, long long); OVERFLOW(u##op##ll, unsigned long long); \
    } while (0)

static void check_overflows(void)
{
    unsigned long long n = number(), m = number();
    OVERFLOWS(add);
    OVERFLOWS(sub);
    OVERFLOWS(mul);
}

struct pair {
    signed char key;
    char origin;
    char more;
};

static int by_key(const void *left, const void *right)
{
    return ((const struct pair *)left)->key - ((const struct pair *)right)->key;
}

static void check_sorting(void)
{
    struct pair found[9], expected[9], key;
    unsigned i, n = below(10);
    for (i = 0; i < n; i++) {
        found[i].key = (signed char)below(6);
        found[i].origin = (char)i;
        found[i].more = (char)next();
        expected[i] = found[i];
    }
    __invar_model_qsort(found, n, sizeof key, by_key);
    qsort(expected, n, sizeof key, by_key);
    CHECK("qsort", !memcmp(found, expected, n * sizeof key), "");
    key.key = (signed char)below(7);
    CHECK("bsearch", __invar_model_bsearch(&key, found, n, sizeof key, by_key)
                         == bsearch(&key, found, n, sizeof key, by_key), "");
}

int main(void)
{
    int round;
    check_characters();
    for (round = 0; round < ROUNDS; round++) {
        check_conversions();
        check_bits();
        check_overflows();
        check_sorting();
    }
    return 0;
}
