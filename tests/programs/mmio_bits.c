// Bit-fields over a register: the value fits its width.
// expect: safe
// args: --checks default --mmio 0x40000000-0x4000003f
#include <assert.h>
#include <stdint.h>

typedef struct {
    volatile uint32_t enable : 1;
    volatile uint32_t divider : 4;
    volatile uint32_t : 27;
} control;

int main(void)
{
    control *c = (control *)0x40000020u;
    c->enable = 1;
    assert(c->divider < 16);
    return 0;
}
