// A register is an input also where the text forgot volatile.
// expect: unsafe
// args: --checks default --mmio 0x40000000-0x4000003f
#include <assert.h>
#include <stdint.h>

int main(void)
{
    uint32_t *status = (uint32_t *)0x40000000u;
    *status = 4;
    assert(*status == 4);
    return 0;
}
