// expect: safe
// The result of a call is the argument of the next: each path through the body is one clause.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
static int settle(int n) {
    if (n > 40)
        return n - 5;
    return settle(settle(n + 6));
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    int settled = settle(n);
    if (n <= 41 && settled != 36)
        __VERIFIER_error();
    return 0;
}
