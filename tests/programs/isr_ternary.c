// The handler comes between the condition and the value.
// expect: unsafe
// args: --isr tick
#include <assert.h>

static int s;

void tick(void)
{
    s = !s;
}

int main(void)
{
    int r = s ? s : 7;
    assert(r != 0);
    return 0;
}
