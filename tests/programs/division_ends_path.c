// expect: safe
// Division by zero is undefined: the path ends there.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = 100 / x;
    if (x == 0)
        __VERIFIER_error();
    return y;
}
