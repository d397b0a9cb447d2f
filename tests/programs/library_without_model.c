// expect: safe
// Found on the corpus: a classification function must not return just anything.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
extern int __isinf(double);
extern double __VERIFIER_nondet_double(void);
int main(void) {
    double d = __VERIFIER_nondet_double();
    if (__isinf(d) && !__isinf(d))
        __VERIFIER_error();
    return 0;
}
