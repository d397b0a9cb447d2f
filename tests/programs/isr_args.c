// The handler comes between the arguments of a call.
// expect: unsafe
// args: --isr tick
#include <assert.h>

static unsigned s;

void tick(void)
{
    s++;
}

static unsigned diff(unsigned a, unsigned b)
{
    return b - a;
}

int main(void)
{
    assert(diff(s, s) == 0);
    return 0;
}
