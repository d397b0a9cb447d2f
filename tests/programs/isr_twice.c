// The handler may come twice at one place.
// expect: unsafe
// args: --isr tick
#include <assert.h>

static unsigned ticks;

void tick(void)
{
    ticks++;
}

int main(void)
{
    unsigned first = ticks;
    unsigned second = ticks;
    assert(second - first <= 1);
    return 0;
}
