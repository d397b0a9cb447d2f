// expect: unknown comparison of a number with the address of an object
// A pointer made from a number that was computed may be equal to the address it was computed from.
#include <stdint.h>
extern void reach_error(void);
int x;
int main(void)
{
    uintptr_t address = (uintptr_t)&x;
    int *p = (int *)(address * 5 / 5);
    if (p == &x)
        reach_error();
    return 0;
}
