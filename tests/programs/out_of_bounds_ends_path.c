// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
static int get(int *p, int i) { return p[i]; }
int main(void) {
    int a[4] = {1, 2, 3, 4}, i = __VERIFIER_nondet_int();
    int v = get(a, i);
    if (v < 1 || v > 4 || i < 0 || i > 3)
        __VERIFIER_error();
    return 0;
}
