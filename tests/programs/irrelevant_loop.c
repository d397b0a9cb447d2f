// expect: safe
// The second loop has nothing to do with the property; it is sliced away and summarised.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
int main(void) {
    int lock = 0, noise = 0, i = 0;
    while (__VERIFIER_nondet_int()) {
        if (lock != 0)
            __VERIFIER_error();
        lock = 1;
        while (i < __VERIFIER_nondet_int()) {
            noise += i * i;
            i++;
        }
        lock = 0;
    }
    return 0;
}
