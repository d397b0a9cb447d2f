// A handler that the program calls too: there it can be interrupted.
// expect: unsafe
// args: --isr tick
#include <assert.h>

static unsigned count;

void tick(void)
{
    unsigned old = count;
    count = old + 1;
    assert(count == old + 1);
}

int main(void)
{
    tick();
    return 0;
}
