// The handler comes between the reads of one expression.
// expect: unsafe
// args: --isr tick
#include <assert.h>

static unsigned high, low;

void tick(void)
{
    low = 1;
    high = 1;
}

int main(void)
{
    unsigned sum = high * 2 + low;
    assert(sum == 0 || sum == 3);
    return 0;
}
