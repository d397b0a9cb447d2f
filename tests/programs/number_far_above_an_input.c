// expect: safe
// The sum does not wrap, also where numbers begin to look like the model's own addresses.
#include <stdint.h>
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
int x = 1;
int main(void)
{
    unsigned long number = __VERIFIER_nondet_ulong();
    uintptr_t cells[2];
    cells[0] = (uintptr_t)&x;
    cells[1] = number;
    *(int *)cells[0] = 3;
    unsigned long sum = number + 9;
    if (number < 16000000000000000000ul && sum < number)
        reach_error();
    return 0;
}
