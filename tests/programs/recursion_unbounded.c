// expect: safe
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_error(void);
static unsigned down(unsigned n) { return n == 0 ? 0 : down(n - 1); }
int main(void) {
    if (down(__VERIFIER_nondet_uint()) != 0)
        __VERIFIER_error();
    return 0;
}
