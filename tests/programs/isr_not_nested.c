// Handlers of one priority do not interrupt each other.
// expect: safe
// args: --isr tick --isr tock
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
