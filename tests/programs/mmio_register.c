// A register at a constant address: reads are inputs, writes are accepted.
// expect: unsafe
// args: --checks default --mmio 0x40000000-0x5fffffff
#include <assert.h>
#include <stdint.h>

#define STATUS (*(volatile uint32_t *)0x40012000u)

int main(void)
{
    STATUS = 1;
    uint32_t first = STATUS;
    assert(first == 1);
    return 0;
}
