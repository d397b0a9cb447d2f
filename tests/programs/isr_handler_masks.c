// A handler masks those of a higher priority.
// expect: safe
// args: --isr slow:1 --isr fast:2
#include <assert.h>

void __disable_irq(void);
void __enable_irq(void);
static unsigned n;

void fast(void)
{
    n = 9;
}

void slow(void)
{
    __disable_irq();
    n = 1;
    assert(n == 1);
    __enable_irq();
}

int main(void)
{
    for(;;);
}
