// expect: unsafe
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
static int add(int *a, int *b) { *a = 1; *b = 2; return *a + *b; }
int main(void) {
    int x, y;
    if (add(&x, __VERIFIER_nondet_int() ? &x : &y) == 4)
        __VERIFIER_error();
    return 0;
}
