// Handlers with another entry.
// expect: unsafe
// args: --entry task --isr tick
#include <assert.h>

static volatile int s;

void tick(void)
{
    s = 1;
}

void task(void)
{
    s = 0;
    assert(s == 0);
}
