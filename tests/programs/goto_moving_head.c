// expect: safe
// Found by fuzzing: intervals close the first way into the loop, so its head moves from `first` to
// `second`; a fact that only the pass after them stated there hid from certification what x can be.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), n = 0, step = 1;
    if (x < 1 || x > 2)
        return 0;
    if (x > 5)
        step = 7;
    if (x > 5)
        goto first;
    goto second;
first:
    n += step;
    if (n > x)
        n = 0;
second:
    if (n > 2 + step)
        __VERIFIER_error();
    if (__VERIFIER_nondet_int())
        goto first;
    return 0;
}
