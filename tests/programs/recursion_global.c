// expect: safe
// The recursion counts in a global; its caller relies on what the global was before.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_error(void);
static unsigned count;
static void visit(unsigned n) {
    count++;
    if (n > 0)
        visit(n - 1);
}
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    count = 7;
    visit(n);
    if (count != n + 8)
        __VERIFIER_error();
    return 0;
}
