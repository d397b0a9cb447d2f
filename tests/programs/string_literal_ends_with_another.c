// expect: unknown
// C leaves open whether the second literal is the end of the first.
extern void __VERIFIER_error(void);
int main(void) {
    const char *a = "xy";
    const char *b = "y";
    if (a + 1 == b)
        __VERIFIER_error();
    return 0;
}
