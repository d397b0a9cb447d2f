// expect: unknown number that looks like the address of an object
// args: --memory-reading followed
// The model marks addresses of objects by their first bits; other numbers can have the same.
#include <stdint.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int x = 1;
int main(void)
{
    unsigned long top = __VERIFIER_nondet_uchar() % 16;
    unsigned long number = (top << 60) + 8;
    uintptr_t cells[2];
    cells[0] = (uintptr_t)&x;
    cells[1] = number;
    *(int *)cells[0] = 3;
    if (number >> 60 != top)
        reach_error();
    return 0;
}
