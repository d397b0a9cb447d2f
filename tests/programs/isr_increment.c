// The value of an increment is what was stored, whatever the handler does then.
// expect: safe
// args: --isr tick
#include <assert.h>

static unsigned char count;

void tick(void)
{
    count = 0;
}

int main(void)
{
    count = 5;
    unsigned char now = ++count;
    assert(now == 6 || now == 1);
    return 0;
}
