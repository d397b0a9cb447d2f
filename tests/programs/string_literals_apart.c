// expect: safe
// Pointers to other characters are different, whether the literals share their bytes or not.
extern void __VERIFIER_error(void);
int main(void) {
    const char *a = "xy";
    const char *b = "y";
    const char *end = a;
    while (end != a + 2)
        end++;
    if (a == b || end == b)
        __VERIFIER_error();
    return 0;
}
