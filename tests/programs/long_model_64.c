// expect: safe
// args: --data-model LP64
extern void __VERIFIER_error(void);
int main(void) {
    if (sizeof(long) != 8 || sizeof(void *) != 8)
        __VERIFIER_error();
    unsigned long x = 4294967295ul;
    if (x + 1 != 4294967296ul)
        __VERIFIER_error();
    return 0;
}
