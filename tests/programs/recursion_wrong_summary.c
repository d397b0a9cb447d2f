// expect: unsafe
// Over ideal integers the result is never negative; over bit-vectors the sum overflows.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
static int add(int n, int much) { return n <= 0 ? 0 : add(n - 1, much) + much; }
int main(void) {
    int n = __VERIFIER_nondet_int(), much = __VERIFIER_nondet_int();
    if (n < 0 || n > 4 || much < 0)
        return 0;
    if (add(n, much) < 0)
        __VERIFIER_error();
    return 0;
}
