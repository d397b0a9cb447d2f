// expect: unknown library function
// Found on the corpus: a classification function of the C library must not return just anything.
extern int __isinf(double);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_error(void);
int main(void) {
    double d = __VERIFIER_nondet_double();
    if (__isinf(d) && !__isinf(d))
        __VERIFIER_error();
    return 0;
}
