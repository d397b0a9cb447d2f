// expect: unknown comparison of a number
// Some number is the address of x.
extern void __VERIFIER_error(void);
int main(void) {
    int x = 1;
    for (unsigned long number = 4096; number < 1UL << 48; number += 4) {
        int *p = (int *)number;
        if (p == &x) {
            *p = 5;
            if (x != 1)
                __VERIFIER_error();
            break;
        }
    }
    return 0;
}
