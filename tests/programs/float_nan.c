// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
    double x = __VERIFIER_nondet_double();
    if (x == x && !(x < 1.0) && !(x >= 1.0))
        __VERIFIER_error();
    if (x != x && (x < 1.0 || x >= 1.0))
        __VERIFIER_error();
    return 0;
}
