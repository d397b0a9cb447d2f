// expect: unknown access at an address
// args: --property valid-memsafety
// What lies at a number, if anything, is not known.
#include <stdint.h>
int main(void)
{
    uintptr_t number = 0x60000;
    int *p = (int *)number;
    *p = 7;
    return 0;
}
