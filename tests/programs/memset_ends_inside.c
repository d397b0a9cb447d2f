// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
extern void *memset(void *, int, unsigned long);
int main(void) {
    int a[2] = {-1, -1}, n = __VERIFIER_nondet_int();
    if (n < 0 || n > 8)
        return 0;
    memset(a, 0, n);
    if (n == 6 && (a[0] != 0 || a[1] != (int)0xffff0000))
        __VERIFIER_error();
    if (n == 0 && (a[0] != -1 || a[1] != -1))
        __VERIFIER_error();
    return 0;
}
