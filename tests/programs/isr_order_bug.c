// The data is read before the flag.
// expect: unsafe
// args: --isr tick
#include <assert.h>

static int data, ready;

void tick(void)
{
    data = 1;
    ready = 1;
}

int main(void)
{
    int d = data;
    int r = ready;
    assert(!r || d == 1);
    return 0;
}
