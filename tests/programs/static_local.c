// expect: safe
extern void __VERIFIER_error(void);
static int next(void) {
    static int n = 5;
    return n++;
}
int main(void) {
    int a = next(), b = next();
    if (a != 5 || b != 6)
        __VERIFIER_error();
    return 0;
}
