// expect: unknown analysis of pointers
// An input can be the address of a variable.
#include <assert.h>

extern unsigned long __VERIFIER_nondet_ulong(void);
static int cell;

int main(void)
{
    unsigned long guess = __VERIFIER_nondet_ulong();
    if (guess == (unsigned long)&cell) {
        *(int *)guess = 3;
        assert(cell != 3);
    }
    return 0;
}
