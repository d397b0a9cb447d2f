// An access that begins in the range and ends behind it.
// expect: unsafe
// args: --checks default --mmio 0x40000000-0x40000005
#include <stdint.h>

int main(void)
{
    *(volatile uint32_t *)0x40000004u = 1;
    return 0;
}
