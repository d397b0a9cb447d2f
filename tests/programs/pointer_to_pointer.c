// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
static void redirect(int **p, int *to) { *p = to; }
int main(void) {
    int a = 1, b = 2, *p = &a;
    redirect(&p, &b);
    *p = 5;
    if (a != 1 || b != 5)
        __VERIFIER_error();
    return 0;
}
