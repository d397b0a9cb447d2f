// expect: safe
// The exact result, whatever the types of operands and target.
extern void __assert_fail(const char *, const char *, unsigned int, const char *);
#define CHECK(x) ((x) ? (void)0 : __assert_fail(#x, "", 0, ""))
extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    unsigned char byte;
    _Bool lost = __builtin_add_overflow(n, 1, &byte);
    CHECK(lost == (n < -1 || n > 254) && byte == (unsigned char)((unsigned)n + 1));
    unsigned word;
    CHECK(__builtin_sub_overflow(n, n, &word) == 0 && word == 0);
    CHECK(__builtin_sub_overflow(3u, 5u, &n) == 0 && n == -2);
    CHECK(__builtin_sub_overflow(3u, 5u, &word) == 1 && word == -2u);
    long l;
    unsigned long big = ~0ul;
    CHECK(__builtin_mul_overflow(big, big, &l) == 1 && l == 1);
    CHECK(__builtin_mul_overflow(big, -1, &l) == 1);
    CHECK(__builtin_mul_overflow(1ul << 63, -1, &l) == 0 && l == (long)(1ul << 63));
    unsigned __int128 huge;
    CHECK(__builtin_mul_overflow(-1, 1u, &huge) == 1);
    CHECK(__builtin_mul_overflow(big, big, &huge) == 0 && huge == (unsigned __int128)big * big);
    __int128 wide;
    CHECK(__builtin_mul_overflow(big, big, &wide) == 1);
    unsigned long x = __VERIFIER_nondet_ulong() & 3, y;
    int calls = 0;
    CHECK(__builtin_mul_overflow((calls++, x), 2, &y) == 0 && y == 2 * x && calls == 1);
    return 0;
}
