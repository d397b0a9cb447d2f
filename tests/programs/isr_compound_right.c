// Each read is one of its own.
// expect: unsafe
// args: --isr tick
#include <assert.h>

static unsigned s;

void tick(void)
{
    s = 5;
}

int main(void)
{
    unsigned x = 0;
    x += s;
    x += s;
    assert(x == 0 || x == 10);
    return 0;
}
