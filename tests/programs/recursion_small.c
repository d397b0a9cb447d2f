// expect: unsafe
extern void __VERIFIER_error(void);
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
int main(void) {
    if (fib(6) == 8)
        __VERIFIER_error();
    return 0;
}
