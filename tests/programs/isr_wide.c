// An access that takes several instructions.
// expect: unknown wider than an address
// args: --data-model ilp32 --isr tick
#include <assert.h>

static unsigned long long time_now;

void tick(void)
{
    time_now++;
}

int main(void)
{
    unsigned long long now = time_now;
    assert(now <= time_now);
    return 0;
}
