// The comparison is evaluated only where both pointers point into one array.
// expect: safe
// args: --property default
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[3] = {0}, b[3] = {0};
    int c = __VERIFIER_nondet_int();
    int *p = a, *q = c ? a + 1 : b;
    int r = c && q > p;
    return r;
}
