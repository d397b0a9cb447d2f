// expect: safe
// The right operand must not be evaluated: it would change calls, or divide by zero.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
static int calls;
static int count(void) {
    calls++;
    return 1;
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 0 && count())
        ;
    if (x != 0 && calls != 0)
        __VERIFIER_error();
    if (x == 0 && calls != 1)
        __VERIFIER_error();
    int reached = 0;
    if (x == 0 || 10 / x > 100)
        reached = 1;
    if (x == 0 && !reached)
        __VERIFIER_error();
    return 0;
}
