// The handler writes the data before the flag: the flag is read first.
// expect: safe
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
    int r = ready;
    int d = data;
    assert(!r || d == 1);
    return 0;
}
