// One register too many.
// expect: unsafe
// args: --checks default --mmio 0x40000000-0x4000003f
#include <stdint.h>

#define BANK ((volatile uint32_t *)0x40000000u)

int main(void)
{
    for (unsigned i = 0; i <= 16; i++)
        BANK[i] = i;
    return 0;
}
