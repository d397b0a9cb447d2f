// expect: unknown fesetround
// Found on the corpus: the rounding mode is not modelled, so setting it is not an arbitrary call.
extern int fesetround(int);
extern double rint(double);
extern void __VERIFIER_error(void);
int main(void) {
    fesetround(0x400);
    if (rint(12.9) != 12.)
        __VERIFIER_error();
    return 0;
}
