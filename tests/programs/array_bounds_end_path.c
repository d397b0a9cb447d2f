// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
int main(void) {
    int a[4] = {0};
    int i = __VERIFIER_nondet_int();
    a[i] = 1;
    if (i < 0 || i > 3)
        __VERIFIER_error();
    return 0;
}
