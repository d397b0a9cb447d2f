/* Models of strings and memory against the library. */
#include "driver.h"

void __invar_output(int c) { }

unsigned __VERIFIER_nondet_model_uint(void) { return below(4) ? next() : below(3) - 1; }
unsigned char __VERIFIER_nondet_model_uchar(void) { return (unsigned char)next(); }
_Bool __VERIFIER_nondet_model_bool(void) { return next() & 1; }
long __VERIFIER_nondet_model_long(void) { return (long)number(); }
__SIZE_TYPE__ __VERIFIER_nondet_model_size(void) { return (__SIZE_TYPE__)number(); }
void __invar_not_modelled(void) { fail("__invar_not_modelled", ""); }

static const char *const alphabets[] = { "ab", "aA\xe4", "abc,;", "xX\x80\xff\x01", "a" };

static char a[64], b[64], c[64], d[64];

static void both(const char *from)
{
    memset(c, 0x55, sizeof c);
    memset(d, 0x55, sizeof d);
    strcpy(c, from);
    strcpy(d, from);
}

static void check_copies(size_t n)
{
    char *copy, *other;
    both(a);
    CHECK("strcpy", __invar_model_strcpy(c, b) == c && strcpy(d, b) && !memcmp(c, d, 64), b);
    both(a);
    CHECK("strncpy", __invar_model_strncpy(c, b, n) == c && strncpy(d, b, n) && !memcmp(c, d, 64), b);
    both(a);
    CHECK("stpcpy", __invar_model_stpcpy(c, b) - c == stpcpy(d, b) - d && !memcmp(c, d, 64), b);
    both(a);
    CHECK("stpncpy", __invar_model_stpncpy(c, b, n) - c == stpncpy(d, b, n) - d && !memcmp(c, d, 64), b);
    both(a);
    CHECK("strcat", __invar_model_strcat(c, b) == c && strcat(d, b) && !memcmp(c, d, 64), b);
    both(a);
    CHECK("strncat", __invar_model_strncat(c, b, n) == c && strncat(d, b, n) && !memcmp(c, d, 64), b);
    copy = __invar_model_strdup(a);
    CHECK("strdup", copy != a && !strcmp(copy, a), a);
    free(copy);
    copy = __invar_model_strndup(a, n);
    other = strndup(a, n);
    CHECK("strndup", copy != a && !strcmp(copy, other), a);
    free(copy);
    free(other);
}

static void check_comparisons(size_t n)
{
    CHECK("strlen", __invar_model_strlen(a) == strlen(a), a);
    CHECK("strnlen", __invar_model_strnlen(a, n) == strnlen(a, n), a);
    CHECK("strcmp", sign(__invar_model_strcmp(a, b)) == sign(strcmp(a, b)), a);
    CHECK("strcoll", sign(__invar_model_strcoll(a, b)) == sign(strcoll(a, b)), a);
    CHECK("strncmp", sign(__invar_model_strncmp(a, b, n)) == sign(strncmp(a, b, n)), a);
    CHECK("strcasecmp", sign(__invar_model_strcasecmp(a, b)) == sign(strcasecmp(a, b)), a);
    CHECK("strncasecmp", sign(__invar_model_strncasecmp(a, b, n)) == sign(strncasecmp(a, b, n)), a);
    CHECK("memcmp", sign(__invar_model_memcmp(a, b, n)) == sign(memcmp(a, b, n)), a);
    CHECK("bcmp", !__invar_model_bcmp(a, b, n) == !bcmp(a, b, n), a);
}

static void check_searches(size_t n)
{
    int wanted = below(5) ? a[below(8)] : (int)(below(1024)) - 512;
    char *at = a, *other = a, *token, *expected;
    CHECK("strchr", __invar_model_strchr(a, wanted) == strchr(a, wanted), a);
    CHECK("index", __invar_model_index(a, wanted) == index(a, wanted), a);
    CHECK("strrchr", __invar_model_strrchr(a, wanted) == strrchr(a, wanted), a);
    CHECK("strchrnul", __invar_model_strchrnul(a, wanted) == strchrnul(a, wanted), a);
    CHECK("strstr", __invar_model_strstr(a, b) == strstr(a, b), a);
    CHECK("strpbrk", __invar_model_strpbrk(a, b) == strpbrk(a, b), a);
    CHECK("strspn", __invar_model_strspn(a, b) == strspn(a, b), a);
    CHECK("strcspn", __invar_model_strcspn(a, b) == strcspn(a, b), a);
    CHECK("memchr", __invar_model_memchr(a, wanted, n) == memchr(a, wanted, n), a);
    CHECK("memrchr", __invar_model_memrchr(a, wanted, n) == memrchr(a, wanted, n), a);
    CHECK("rawmemchr", __invar_model_rawmemchr(a, 0) == rawmemchr(a, 0), a);
    both(a);
    token = __invar_model_strtok(c, b);
    expected = strtok(d, b);
    while (expected) {
        CHECK("strtok", token && token - c == expected - d && !strcmp(token, expected), a);
        b[0] = below(9) ? b[0] : 0;
        token = __invar_model_strtok(0, b);
        expected = strtok(0, b);
    }
    CHECK("strtok at the end", !token && !__invar_model_strtok(0, b) && !memcmp(c, d, 64), a);
    both(a);
    token = __invar_model_strtok_r(c, b, &at);
    expected = strtok_r(d, b, &other);
    while (expected) {
        CHECK("strtok_r", token && token - c == expected - d && at - c == other - d, a);
        token = __invar_model_strtok_r(0, b, &at);
        expected = strtok_r(0, b, &other);
    }
    CHECK("strtok_r at the end", !token && at - c == other - d && !memcmp(c, d, 64), a);
    both(a);
    at = c;
    other = d;
    do {
        token = __invar_model_strsep(&at, b);
        expected = strsep(&other, b);
        CHECK("strsep", !token == !expected && (!token || token - c == expected - d), a);
        CHECK("strsep's rest", !at == !other && (!at || at - c == other - d), a);
    } while (expected);
    CHECK("strsep's text", !memcmp(c, d, 64), a);
}

int main(void)
{
    int round;
    for (round = 0; round < ROUNDS; round++) {
        const char *alphabet = alphabets[below(5)];
        size_t n = below(10);
        memset(a, 0, sizeof a);
        memset(b, 0, sizeof b);
        text(a, 8, alphabet);
        text(b, below(3) ? 8 : 2, alphabet);
        if (!below(3))
            strncpy(b, a, 8);
        check_comparisons(n);
        check_copies(n);
        check_searches(n);
    }
    return 0;
}
