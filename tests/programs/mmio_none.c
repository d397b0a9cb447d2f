// Without ranges the message says what to pass.
// expect: unknown --mmio
// args: --checks default
#include <stdint.h>

int main(void)
{
    *(volatile uint32_t *)0x40000004u = 1;
    return 0;
}
