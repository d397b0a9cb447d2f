// expect: safe
extern void __VERIFIER_error(void);
static unsigned sum(unsigned n) { return n == 0 ? 0 : n + sum(n - 1); }
int main(void) {
    if (sum(8) != 36)
        __VERIFIER_error();
    return 0;
}
