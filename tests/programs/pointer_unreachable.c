// expect: safe
// The construct that is not modelled cannot be reached, and that is proved.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    int *p = 0;
    if (x > 5 && x < 3)
        *p = 1;
    if (x > 10 && x < 10)
        __VERIFIER_error();
    return 0;
}
