// expect: unsafe
// The imaginary part of a sum is no zero.
extern void __assert_fail(const char *, const char *, unsigned int, const char *);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    _Complex int z = __VERIFIER_nondet_int();
    __imag__ z = 7;
    z = 5 - z;
    if (__real__ z == 0 && __imag__ z == -7)
        __assert_fail("", "", 0, "");
    return 0;
}
