// expect: unsafe
// Found by reading: among many objects and one from outside, the program's own stayed out of reach.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
extern int *probe(void);
int a, b, c, d, e, f, g, h, i, j, k, l, m, n;
static int *table[] = {&a, &b, &c, &d, &e, &f, &g, &h, &i, &j, &k, &l, &m, &n};
int main(void) {
    int *p = __VERIFIER_nondet_int() ? probe() : table[3];
    *p = 5;
    if (d == 5)
        __VERIFIER_error();
    return 0;
}
