// expect: unsafe
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
int main(void) {
    int n = 0;
    while (1) {
        if (__VERIFIER_nondet_int() == 17)
            n++;
        else
            n = 0;
        if (n == 12)
            __VERIFIER_error();
    }
}
