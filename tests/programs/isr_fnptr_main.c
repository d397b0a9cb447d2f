// The interrupted code calls through a pointer.
// expect: unsafe
// args: --isr tick
#include <assert.h>

static unsigned n;

void tick(void)
{
    n = 7;
}

static unsigned get(void)
{
    return n;
}
static unsigned (*f)(void) = get;

int main(void)
{
    unsigned a = f();
    unsigned b = f();
    assert(a == b);
    return 0;
}
