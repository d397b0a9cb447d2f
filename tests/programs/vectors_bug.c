// expect: unsafe
// The elements of a vector of bytes wrap at 256.
extern void __assert_fail(const char *, const char *, unsigned int, const char *);
extern unsigned char __VERIFIER_nondet_uchar(void);
typedef unsigned char bytes __attribute__((vector_size(4)));

int main(void)
{
    bytes v = {__VERIFIER_nondet_uchar(), 1, 2, 3};
    v = v * (bytes){2, 2, 2, 2};
    if (v[0] == 4 && v[3] == 6)
        __assert_fail("", "", 0, "");
    return 0;
}
