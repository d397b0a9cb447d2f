// The operand is read once.
// expect: safe
// args: --isr tick
#include <assert.h>

static int s;

void tick(void)
{
    s = !s;
}

int main(void)
{
    int r = s ?: 7;
    assert(r != 0);
    return 0;
}
