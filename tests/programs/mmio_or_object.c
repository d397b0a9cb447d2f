// One pointer leads to a register or to a variable: the variable is memory.
// expect: safe
// args: --checks default --mmio 0x40000000-0x4000003f
#include <assert.h>
#include <stdint.h>

extern int simulated(void);
static uint32_t fake;

int main(void)
{
    volatile uint32_t *status = (volatile uint32_t *)0x40000010u;
    if (simulated())
        status = &fake;
    *status = 5;
    uint32_t value = *status;
    if (status == &fake)
        assert(value == 5);
    return 0;
}
