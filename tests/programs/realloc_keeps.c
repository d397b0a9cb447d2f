// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
extern void *malloc(unsigned);
extern void *realloc(void *, unsigned);
int main(void) {
    int *p = malloc(2 * sizeof(int));
    p[0] = 1;
    p[1] = 2;
    p = realloc(p, 4 * sizeof(int));
    p[3] = 4;
    if (p[0] != 1 || p[1] != 2)
        __VERIFIER_error();
    return 0;
}
