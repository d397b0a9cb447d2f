// expect: unsafe
// Fresh memory holds anything.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
extern void *malloc(unsigned);
int main(void) {
    int *p = malloc(sizeof(int));
    if (*p == 12345)
        __VERIFIER_error();
    return 0;
}
