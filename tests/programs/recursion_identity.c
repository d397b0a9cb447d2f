// expect: safe
// No depth of inlining is enough: the summary is that the result is the argument.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
static int same(int n) { return n == 0 ? 0 : same(n - 1) + 1; }
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (same(n) != n)
        __VERIFIER_error();
    return 0;
}
