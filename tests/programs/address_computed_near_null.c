// expect: unknown pointer to an object
// An object may lie in the first page: what is computed from its address is no offset from null.
#include <stdint.h>
extern void reach_error(void);
int x = 1;
int main(void)
{
    uintptr_t address = (uintptr_t)&x;
    uintptr_t computed = address * 3 / 3;
    if (address < 4096) {
        *(int *)computed = 11;
        if (x == 11)
            reach_error();
    }
    return 0;
}
