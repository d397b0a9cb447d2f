// A flag that only a handler sets.
// expect: unsafe
// args: --isr tick
#include <assert.h>

static volatile int flag;

void tick(void)
{
    flag = 1;
}

int main(void)
{
    assert(flag == 0);
    return 0;
}
