// expect: unsafe
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
int main(void) {
    int a[8] = {3, 1, 4, 1, 5, 9, 2, 6};
    int i = __VERIFIER_nondet_int();
    if (i >= 0 && i < 8 && a[i] == 9)
        __VERIFIER_error();
    return 0;
}
