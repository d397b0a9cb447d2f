// Without the handler the loop is never left: with it, what follows is reached.
// expect: unsafe
// args: --isr tick
#include <assert.h>

static int flag;

void tick(void)
{
    flag = 1;
}

int main(void)
{
    while (!flag)
        ;
    assert(0);
    return 0;
}
