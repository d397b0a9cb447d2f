// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
int main(void) {
    int s = __VERIFIER_nondet_int();
    unsigned x = 1u << s;
    if (s < 0 || s > 31)
        __VERIFIER_error();
    if (x == 0)
        __VERIFIER_error();
    if ((-8 >> 1) != -4 || (0x80000000u >> 31) != 1)
        __VERIFIER_error();
    long long w = 1ll << 40;
    if (w >> 38 != 4)
        __VERIFIER_error();
    return 0;
}
