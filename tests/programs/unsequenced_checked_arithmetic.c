// expect: unknown
// The operands of the builtin are read before or after the assignment.
extern void __VERIFIER_error(void);
int main(void) {
    int a = 2, r;
    int sum = __builtin_mul_overflow(a, 2, &r) + (a = 1);
    if (sum + r != 5)
        __VERIFIER_error();
    return 0;
}
