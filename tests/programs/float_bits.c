// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
int main(void) {
    union { float f; unsigned u; } pun;
    pun.f = -2.5f;
    if (pun.u != 0xc0200000u)
        __VERIFIER_error();
    pun.u = 0x3f800000u;
    if (pun.f != 1.0f)
        __VERIFIER_error();
    return 0;
}
