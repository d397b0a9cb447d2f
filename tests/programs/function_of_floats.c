// expect: unknown library function
// A function without a body that takes numbers we do not model is not an arbitrary function.
extern int classify(double);
extern void __VERIFIER_error(void);
int main(void) {
    double d = 1.5;
    if (classify(d) != classify(d))
        __VERIFIER_error();
    return 0;
}
