// A handler of a higher priority interrupts another.
// expect: unsafe
// args: --isr tick:1 --isr tock:2
#include <assert.h>

static unsigned count;

void tick(void)
{
    unsigned old = count;
    count = old + 1;
    assert(count == old + 1);
}

void tock(void)
{
    count = 7;
}

int main(void)
{
    for (;;)
        ;
}
