// One of a lower priority does not.
// expect: safe
// args: --isr tick:2 --isr tock:1
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
