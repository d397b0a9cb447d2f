// Recursive code is interrupted.
// expect: unsafe
// args: --isr tick
#include <assert.h>

static unsigned n;

void tick(void)
{
    n = 7;
}

static void down(unsigned k)
{
    n = k;
    if (k) down(k - 1);
    assert(n != 7);
}

int main(void)
{
    down(2);
    return 0;
}
