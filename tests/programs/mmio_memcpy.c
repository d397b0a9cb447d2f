// Copies of registers are not followed.
// expect: unknown registers of a device, in a library function
// args: --checks default --mmio 0x40000000-0x400000ff
#include <assert.h>
#include <stdint.h>
#include <string.h>

int main(void)
{
    uint8_t first[4], second[4];
    memcpy(first, (void *)0x40000000u, 4);
    memcpy(second, (void *)0x40000000u, 4);
    assert(first[0] == second[0]);
    return 0;
}
