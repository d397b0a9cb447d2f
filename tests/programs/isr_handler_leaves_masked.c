// A handler that leaves interrupts masked comes once.
// expect: safe
// args: --isr tick
#include <assert.h>

void __disable_irq(void);
void __enable_irq(void);
static unsigned n;

void tick(void)
{
    n++;
    __disable_irq();
}

int main(void)
{
    assert(n <= 1);
    return 0;
}
