// expect: safe
// A loop with two entries.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
int main(void) {
    int n = 0;
    if (__VERIFIER_nondet_int())
        goto second;
first:
    n = n < 5 ? n + 1 : n;
second:
    if (n > 5)
        __VERIFIER_error();
    if (__VERIFIER_nondet_int())
        goto first;
    return 0;
}
