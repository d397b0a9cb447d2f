// expect: unsafe
// Ten times a tenth is not one.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
int main(void) {
    float f = 0.1f, sum = 0;
    for (int i = 0; i < 10; i++)
        sum += f;
    if (sum != 1.0f)
        __VERIFIER_error();
    return 0;
}
