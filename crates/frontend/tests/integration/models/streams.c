/* Models of input and of results that are open: with a script they read what the library reads, without
 * one they stay within their limits and reach the ends. */
#include "driver.h"

void __invar_output(int c) { }

static const unsigned char *script;
static unsigned left;
static enum { SCRIPTED, ANY } mode;

unsigned __VERIFIER_nondet_model_uint(void) { return below(4) ? next() : below(3) - 1; }
long __VERIFIER_nondet_model_long(void) { return (long)number(); }

unsigned char __VERIFIER_nondet_model_uchar(void)
{
    if (mode == ANY)
        return (unsigned char)next();
    left--;
    return *script++;
}

/* At the end of the script the first question is for the end of the input, the next for a failure. */
static int questions;

_Bool __VERIFIER_nondet_model_bool(void)
{
    if (mode == ANY)
        return next() & 1;
    return left == 0 && questions++ == 0;
}

static __SIZE_TYPE__ last_size;
__SIZE_TYPE__ __VERIFIER_nondet_model_size(void) { return last_size = mode == ANY ? number() % 20 : left; }

static int refused;
void __invar_not_modelled(void) { refused = 1; }

static void check_lines(void)
{
    static char bytes[16], found[16], expected[16];
    unsigned i, length = 1 + below(12);
    int n;
    FILE *file;
    for (i = 0; i < length; i++)
        bytes[i] = "ab\n\0\xff"[below(5)];
    file = fmemopen(bytes, length, "r");
    script = (unsigned char *)bytes;
    left = length;
    mode = SCRIPTED;
    for (i = 0; i < 8; i++) {
        char *result;
        n = (int)below(12);
        memset(found, 0x55, sizeof found);
        memset(expected, 0x55, sizeof expected);
        questions = 0;
        if (below(2)) {
            CHECK("fgetc", __invar_model_fgetc(file) == fgetc(file), bytes);
            continue;
        }
        result = __invar_model_fgets(found, n, file);
        CHECK("fgets", !result == !fgets(expected, n, file), bytes);
        CHECK("fgets's text", !memcmp(found, expected, sizeof found), bytes);
    }
    fclose(file);
}

/* What the library's own function did before it was removed: up to a newline, which is dropped, or the end. */
static void check_whole_lines(void)
{
    static char bytes[16], found[16];
    unsigned i, length = below(12), end;
    for (i = 0; i < length; i++)
        bytes[i] = "ab\n\0\xff"[below(5)];
    script = (unsigned char *)bytes;
    left = length;
    mode = SCRIPTED;
    questions = 0;
    memset(found, 0x55, sizeof found);
    for (end = 0; end < length && bytes[end] != '\n'; end++)
        ;
    if (length == 0) {
        CHECK("gets at the end", !__invar_model_gets(found) && found[0] == 0x55, bytes);
        return;
    }
    CHECK("gets", __invar_model_gets(found) == found, bytes);
    CHECK("gets's text", !memcmp(found, bytes, end) && !found[end] && found[end + 1] == 0x55, bytes);
    CHECK("gets's rest", left == (end < length ? length - end - 1 : 0), bytes);
}

static unsigned seen;

static int see(int holds, unsigned bit)
{
    seen |= holds ? 1u << bit : 0;
    return holds;
}

static void check_limits(void)
{
    static char bytes[32];
    unsigned n = below(9), size = below(4), items = below(4), i;
    long count;
    int c;
    mode = ANY;
    c = __invar_model_getchar();
    CHECK("getchar", see(c == -1, 0) || (c >= 0 && c <= 255), "");
    see(c == 255, 1);
    memset(bytes, 0x55, sizeof bytes);
    count = (long)__invar_model_read(0, bytes, n);
    CHECK("read", see(count == -1, 2) || (count >= 0 && count <= (long)n), "");
    see(count == (long)n && n, 3);
    for (i = count < 0 ? 0 : (unsigned)count; i < sizeof bytes; i++)
        CHECK("read's end", bytes[i] == 0x55, "");
    see(count > 1 && bytes[count - 1] != 0x55, 20);
    memset(bytes, 0x55, sizeof bytes);
    count = (long)__invar_model_fread(bytes, size, items, 0);
    CHECK("fread", count >= 0 && count <= (long)items && (size || !count), "");
    see(count == (long)items && size && items, 4);
    for (i = size * items; i < sizeof bytes; i++)
        CHECK("fread's end", bytes[i] == 0x55, "");
    see(count == 3 && size == 3 && bytes[8] != 0x55, 21);
    see(count == 1 && size == 3 && bytes[4] != 0x55, 22);
    see(size == 3 && !count && items && bytes[0] != 0x55, 5);
    count = (long)__invar_model_fwrite(bytes, size, items, 0);
    CHECK("fwrite", count >= 0 && count <= (long)items && (size || !count), "");
    memset(bytes, 0x55, sizeof bytes);
    see(!__invar_model_fgets(bytes, 4, 0) && bytes[0] != 0x55, 23);
    CHECK("fgets's end", bytes[4] == 0x55, "");
    c = __invar_model_rand();
    CHECK("rand", c >= 0, "");
    see(c > INT_MAX / 2, 6);
    CHECK("random", __invar_model_random() >= 0 && __invar_model_random() <= INT_MAX, "");
    c = __invar_model_putchar(-2);
    CHECK("putchar", see(c == -1, 7) || see(c == 254, 8), "");
    c = __invar_model_puts("");
    CHECK("puts", see(c == -1, 9) || see(c >= 0, 10), "");
    c = __invar_model_fclose(0);
    CHECK("fclose", see(c == -1, 11) || see(c == 0, 12), "");
    CHECK("sleep", __invar_model_sleep(n) <= n, "");
    __invar_state_errno = 0;
    if (see(!__invar_model_fopen("", "r"), 13))
        CHECK("fopen's errno", __invar_state_errno > 0, "");
    c = __invar_model_strcmp("a", "b");
    CHECK("strcmp", c < 0, "");
    see(c < -256, 14);
    see(c == -1, 15);
    c = __invar_model_strcmp("b", "a");
    CHECK("strcmp", c > 0, "");
    see(c > 256, 16);
    see(c == 1, 17);
    __invar_state_environment = 0;
    __invar_state_looked_up = 0;
    {
        char *value = __invar_model_getenv("x");
        see(!value, 18);
        CHECK("getenv", !value == !last_size, "");
        CHECK("getenv's end", see(!value, 19) || !value[last_size - 1], "");
        __invar_state_approximated = 0;
        __invar_model_getenv("x");
        CHECK("getenv twice", __invar_state_approximated, "");
    }
    __invar_state_message = 0;
    __invar_state_approximated = 0;
    CHECK("strerror", memchr(__invar_model_strerror(1), 0, 64) && __invar_state_approximated, "");
    {
        long now;
        CHECK("time", __invar_model_time(0) >= 0, "");
        CHECK("time's result", __invar_model_time(&now) == now, "");
    }
    *__invar_model___errno_location() = 7;
    CHECK("__errno_location", __invar_state_errno == 7, "");
}

int main(void)
{
    int round;
    for (round = 0; round < ROUNDS; round++) {
        check_lines();
        check_whole_lines();
        check_limits();
    }
    if (seen != (1u << 24) - 1) {
        printf("results that were expected did not occur: %x\n", ~seen & ((1u << 24) - 1));
        return 1;
    }
    return 0;
}
