// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
extern float __VERIFIER_nondet_float(void);
int main(void) {
    float f = __VERIFIER_nondet_float();
    if (f > -100.0f && f < 100.0f) {
        int i = (int)f;
        if (i < -99 || i > 99)
            __VERIFIER_error();
    }
    return 0;
}
