// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
int main(void) {
    int i = 0, steps = 0;
    while (__VERIFIER_nondet_int()) {
        for (i = 0; i < 4; i++)
            steps = 1;
        if (i != 4)
            __VERIFIER_error();
    }
    return 0;
}
