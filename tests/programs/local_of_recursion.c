// expect: safe
// Each activation has locals of its own.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
static int depth(int n, int *up) {
    int here = n;
    if (n == 0)
        return *up;
    int r = depth(n - 1, &here);
    if (here != n)
        __VERIFIER_error();
    return r + *up;
}
int main(void) {
    int top = 10;
    if (depth(3, &top) != 1 + 2 + 3 + 10)
        __VERIFIER_error();
    return 0;
}
