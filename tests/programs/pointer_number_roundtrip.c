// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
int main(void) {
    int x = 1, y = 2;
    unsigned long n = (unsigned long)&x;
    int *p = (int *)n;
    *p = 9;
    if (x != 9 || y != 2 || (n & 3))
        __VERIFIER_error();
    return 0;
}
