// expect: unsafe
// A number that no address went into leads to memory that is not the program's.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_error(void);
int main(void) {
    unsigned long base = 0x40000000;
    unsigned index = __VERIFIER_nondet_uint();
    if (index > 3)
        return 0;
    volatile unsigned *reg = (volatile unsigned *)(base + 4 * index);
    *reg = 1;
    if (index == 2)
        __VERIFIER_error();
    return 0;
}
