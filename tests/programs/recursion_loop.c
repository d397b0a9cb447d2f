// expect: safe
// A loop around the call and one inside the function: invariants and a summary.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
static int half(int n) {
    int steps = 0;
    while (steps < 10 && __VERIFIER_nondet_int())
        steps++;
    if (n < 2)
        return 0;
    return half(n - 2) + 1;
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0)
        return 0;
    for (int i = 0; i < 3; i++) {
        int h = half(n);
        if (h < 0 || h > n)
            __VERIFIER_error();
    }
    return 0;
}
