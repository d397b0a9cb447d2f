// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
extern void *calloc(unsigned, unsigned);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n <= 0 || n > 1000)
        return 0;
    int *p = calloc(n, sizeof(int));
    if (p[n - 1] != 0)
        __VERIFIER_error();
    return 0;
}
