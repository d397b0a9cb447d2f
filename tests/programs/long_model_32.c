// expect: safe
// args: --data-model ILP32
extern void __VERIFIER_error(void);
int main(void) {
    if (sizeof(long) != 4 || sizeof(long long) != 8 || sizeof(void *) != 4)
        __VERIFIER_error();
    unsigned long x = 4294967295ul;
    if (x + 1 != 0)
        __VERIFIER_error();
    return 0;
}
