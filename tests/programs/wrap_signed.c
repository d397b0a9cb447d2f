// expect: unsafe
// Signed overflow wraps in reachability checks, as with gcc -fwrapv.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 0 && x + 1 < 0)
        __VERIFIER_error();
    return 0;
}
